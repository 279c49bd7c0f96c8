//===- NoiseLimitsTest.cpp - What is too much to be followed --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A loop %r of so many iterations, in which a value moves on by one of 20
/// places in each, and gets a bit when it comes round: too slow for a closed
/// form. `conditions` decide twice, and change nothing.
static std::string makeSlowLoop(unsigned iterations, unsigned conditions) {
  constexpr unsigned places = 20;
  std::string arguments, types, yields, body;
  for (unsigned i = 0; i < places; ++i) {
    std::string separator = i ? ", " : "", number = std::to_string(i);
    arguments += separator + "%v" + number + " = %a";
    types += separator + "!noisy.i32";
    yields += i ? ", %v" + std::to_string(i - 1) : "";
  }
  std::string last = "%g";
  for (unsigned i = 0; i < conditions; ++i) {
    std::string number = std::to_string(i);
    body += "%p" + number + " = \"my.any\"() : () -> i1\n";
    for (std::string suffix : {"x", "y"}) {
      std::string next = "%s" + number + suffix;
      body += next + " = arith.select %p" + number + ", " + last +
              ", %g : !noisy.i32\n";
      last = next;
    }
  }
  return withFresh("%end = arith.constant " + std::to_string(iterations) +
                   " : index\n%r:20 = scf.for %i = %c0 to %end step %c1 "
                   "iter_args(" +
                   arguments + ") -> (" + types +
                   ") {\n%g = noisy.add %v19, %v19 : !noisy.i32\n" + body +
                   "scf.yield " + last + yields + " : " + types + "\n}\n");
}

static void checkLimit(Program &program, NoiseLimit limit,
                       const std::string &sentence) {
  INFO(program.diagnostics());
  for (const char *name : {"%r#0", "%v3"}) {
    CHECK(program.fact(name).limit == limit);
    CHECK(llvm::is_contained(
              describeOrigin(program.facts(), program.value(name),
                             [&](Value value) { return program.name(value); }),
              sentence) == !sentence.empty());
  }
  // What only follows from it.
  CHECK(program.fact("%g").limit == NoiseLimit::None);
}

TEST_CASE("a loop that is followed iteration by iteration says nothing") {
  Program program(makeSlowLoop(1000, 3));
  checkLimit(program, NoiseLimit::None, "");
  CHECK(program.bound("%r#0") == 12 + 50);
}

TEST_CASE("a loop with too many conditions says so") {
  Program program(makeSlowLoop(10'000, 3));
  checkLimit(program, NoiseLimit::Conditions,
             "the most as if each condition in the loop could hold whatever "
             "the others are: they are too many to be told apart");
  CHECK(program.bound("%r#0") == 12 + 500);
}

TEST_CASE("a loop with too many iterations says so") {
  Program program(makeSlowLoop(1'000'000, 0));
  checkLimit(program, NoiseLimit::Iterations,
             "the most after any number of iterations, which are too many to "
             "be followed one by one");
  CHECK(program.bound("%r#0") == unbounded);
}

TEST_CASE("a loop of unknown length that grows is not due to a limit") {
  std::string text = makeSlowLoop(7, 3);
  text.replace(text.find("arith.constant 7"), 16, "arith.addi %n, %n");
  Program program(text);
  checkLimit(program, NoiseLimit::None, "");
  CHECK(program.bound("%r#0") == unbounded);
}
