//===- GreedyTest.cpp - Reductions in program order -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Greedy.h"
#include "bench/programs/Families.h"
#include "tests/support/Program.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The names of what greed reduces; "none" where it does not get through.
static std::string place(Program &program) {
  auto line = bench::StraightLine::read(program.module());
  REQUIRE(line);
  auto placement = bench::placeGreedily(*line);
  if (!placement)
    return "none";
  std::string names;
  for (const Reduction &reduction : line->getReductions(*placement))
    names += program.name(reduction.value) + " ";
  return names;
}

TEST_CASE("the noisiest operand is reduced where a result would overflow") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %b : !noisy.i32
    %4 = noisy.add %3, %a : !noisy.i32
    %5 = noisy.mul %4, %3 : !noisy.i32)"));
  // %3 for %4, which has 13 bits then; with %3 that makes 25.
  CHECK(place(program) == "%3 ");
}

TEST_CASE("both operands are reduced where one is not enough") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %a, %c : !noisy.i32
    %3 = noisy.mul %1, %2 : !noisy.i32)"));
  CHECK(place(program) == "%1 %2 ");
}

TEST_CASE("greed says when all reductions do not help") {
  Program program(withFresh(R"(
    %1 = noisy.scale %a by 100000 : !noisy.i32)"));
  CHECK(place(program) == "none");
}

TEST_CASE("where greed gets through, the analysis is content") {
  for (const bench::Family &family : bench::getFamilies()) {
    if (family.kind == bench::FamilyKind::Structured)
      continue;
    bench::Program source = family.make(200);
    CAPTURE(source.name);
    Program program(source.text);
    REQUIRE(program.isParsed());
    auto line = bench::StraightLine::read(program.module());
    REQUIRE(line);
    auto placement = bench::placeGreedily(*line);
    REQUIRE(placement);
    CHECK(confirmReductions(program.module(), line->getReductions(*placement)));
  }
}
