//===- FamiliesTest.cpp - Programs of any size ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/Families.h"
#include "bench/programs/Programs.h"
#include "bench/programs/RandomPrograms.h"
#include "tests/support/Program.h"

using namespace mlir::noisy;

TEST_CASE("each family has programs of about the size that is asked for") {
  for (const bench::Family &family : bench::getFamilies())
    for (unsigned size : {50, 500, 5'000, 50'000}) {
      if (size < family.minOperations || size > family.maxOperations)
        continue;
      bench::Program program = family.make(size);
      CAPTURE(family.name, program.name, size);
      CHECK(program.operations >= size / 3);
      CHECK(program.operations <= 3 * size);
    }
}

TEST_CASE("the programs of each family are good MLIR, in each run the same") {
  for (const bench::Family &family : bench::getFamilies()) {
    bench::Program program = family.make(family.minOperations + 60);
    CAPTURE(family.name, program.text);
    test::Program parsedProgram(program.text);
    INFO(parsedProgram.diagnostics());
    CHECK(parsedProgram.isParsed());
    CHECK(program.text == family.make(family.minOperations + 60).text);
  }
}

TEST_CASE("random programs have the operations that are asked for") {
  CHECK(bench::makeRandom(123, 1).operations == 123);
  CHECK(bench::makeRandomWide(123, 1).operations == 123);
  CHECK(bench::makeRandomTree(123, 1).operations == 123);
  CHECK(bench::makeRandomLayers(100, 1).operations == 100);
  CHECK(bench::makeRandom(50, 1).text != bench::makeRandom(50, 2).text);
}

TEST_CASE("the programs without overflows have none") {
  for (const bench::Program &program :
       {bench::makeFunctions(2, 40), bench::makeLoops(4, 8),
        bench::makeNests(2, 5), bench::makeCallTree(3, 12, false),
        bench::makeCallTree(3, 12, true), bench::makeNetwork(20, 4, false),
        bench::makeNetwork(20, 4, true)}) {
    test::Program parsedProgram(program.text);
    INFO(parsedProgram.diagnostics());
    REQUIRE(parsedProgram.isParsed());
    CHECK(parsedProgram.findings() == "");
  }
}

TEST_CASE(
    "a network of functions has the noise of its layers in one function") {
  for (unsigned layers : {1, 2, 3, 20}) {
    test::Program called(bench::makeNetwork(layers, 4, false).text);
    test::Program inlined(bench::makeNetwork(layers, 4, true).text);
    for (unsigned layer = 1; layer <= layers; ++layer)
      for (unsigned i = 0; i < 4; ++i) {
        std::string value =
            "%v" + std::to_string(layer) + "_" + std::to_string(i);
        CAPTURE(layers, value);
        CHECK(called.bound(value) == inlined.bound(value));
      }
  }
}
