//===- NoiseTextsTest.cpp - The texts on all values, each once ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseTexts.h"
#include "tests/support/NumberedProgram.h"
#include "tests/support/RandomSeed.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// Compares the texts of all values with those that are written for each, and
/// returns the number of different equations and origins.
static std::pair<size_t, size_t> check(Program &program) {
  const NoiseFacts &facts = program.facts();
  auto name = [&](Value value) { return program.name(value); };
  NoiseTexts texts(facts, name);
  ArrayRef<NoiseFacts::Flow> rest = facts.getFlows();
  for (auto [index, value] : llvm::enumerate(facts.getValues())) {
    auto flows = rest.take_while(
        [&, index = index](auto flow) { return flow.second == index; });
    rest = rest.drop_front(flows.size());
    CAPTURE(program.name(value));
    uint32_t equation = texts.addEquation(index, flows);
    std::string bound;
    llvm::raw_string_ostream(bound) << facts.getBound(value);
    REQUIRE((equation ? texts.equations[equation] : bound) ==
            describeBound(facts, value));
    REQUIRE(texts.origins[texts.addOrigin(index)] ==
            describeOrigin(facts, value, name));
  }
  std::set<std::vector<std::string>> origins(texts.origins.begin(),
                                             texts.origins.end());
  CHECK(origins.size() == texts.origins.size());
  return {texts.equations.size(), texts.origins.size()};
}

TEST_CASE("NoiseTexts: equal texts are written once") {
  Program program(withFresh(R"(
    %4 = noisy.mul %a, %b : !noisy.i32
    %5 = noisy.mul %b, %c : !noisy.i32
    %6 = noisy.add %a, %b : !noisy.i32
    %7 = noisy.sub %a, %b : !noisy.i32
    %8 = noisy.mul %4, %5 : !noisy.i32
    %9 = noisy.add %8, %5 : !noisy.i32)"));
  // No text, 12, 12 + 12 and 24 + 24, and 1 + max of two pairs; two operations
  // have one.
  // No sentence, a fresh encryption, and what depends on %8.
  CHECK(check(program) == std::pair<size_t, size_t>(7, 3));
}

TEST_CASE("NoiseTexts: equal texts in different functions are written once") {
  Program program(R"(
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.mul %a, %a : !noisy.i32
      return %0 : !noisy.i32
    }
    func.func @g(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.mul %a, %a : !noisy.i32
      return %0 : !noisy.i32
    })");
  // Each %a is assumed to be fresh, and each %0 depends on that.
  CHECK(check(program).second == 3);
}

TEST_CASE("NoiseTexts: operations differ by their properties") {
  Program program(withFresh(R"(
    %4 = noisy.scale %a by 3 : !noisy.i32
    %5 = noisy.scale %a by 15 : !noisy.i32
    %6 = noisy.scale %b by 3 : !noisy.i32)"));
  CHECK(check(program).first == 4);
}

TEST_CASE("NoiseTexts: those of one value are those of any [random]",
          "[random]") {
  std::mt19937 random(randomSeed(20261122));
  for (unsigned i = 0; i < 60; ++i) {
    NumberedProgram program(
        makeProgram(random, makeShape(random, i, makeFullShape())));
    CAPTURE(i, program.text);
    check(program.program);
  }
}
