//===- PatternRewritingTest.cpp - Users' patterns, where they pay ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/patterns/PatternRewriting.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Verifier.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/random/RandomSums.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/SourceRoot.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The patterns of the file that the tests of noisy-opt have, too.
static UserPatterns loadFor(Program &program) {
  DialectRegistry registry;
  registerPatternDialects(registry);
  program.context()->appendDialectRegistry(registry);
  program.context()->loadAllAvailableDialects();
  std::vector<std::string> errors;
  UserPatterns patterns =
      loadPatterns(program.context(),
                   (sourceRoot() / "tests/ir/Inputs/patterns.pdll"), errors);
  for (const std::string &error : errors)
    UNSCOPED_INFO(error);
  REQUIRE(errors.empty());
  return patterns;
}

TEST_CASE("patterns: by falling benefit, with names and roots", "[rewrites]") {
  Program program("");
  UserPatterns patterns = loadFor(program);
  REQUIRE(patterns.size() == 4);
  CHECK(patterns[0].name == "Distributive");
  CHECK(patterns[0].root == "noisy.add");
  CHECK(patterns[0].benefit == 2);
  CHECK(patterns[1].name == "ScaleOfScale");
  CHECK(patterns[1].root == "noisy.scale");
}

static std::string apply(const std::string &body) {
  Program program(withFresh(body));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  PatternOptions options;
  options.explains = true;
  std::string text;
  for (const RewriteNote &note :
       applyPatterns(program.module(), loadFor(program), options))
    text += (note.isDone ? "done: " : "not: ") + note.text + "\n";
  REQUIRE(succeeded(verify(program.module())));
  return text;
}

TEST_CASE("patterns: what each application saves, and why not", "[rewrites]") {
  CHECK(apply(R"(
    %0 = noisy.mul %a, %b : !noisy.i32
    %1 = noisy.mul %a, %c : !noisy.i32
    %2 = noisy.add %0, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.decode %3 : !noisy.i32 -> i5)") ==
        "done: pattern Distributive applied: 98 bits of noise in all instead "
        "of 133\n");
  CHECK(apply(R"(
    %0 = noisy.scale %a by 2 : !noisy.i32
    %1 = noisy.decode %0 : !noisy.i32 -> i5)") ==
        "not: pattern ScaleOfScale does not match: operands, attributes or "
        "types are others\n"
        "not: pattern Double matches, but does not pay: 78 bits of noise in "
        "all instead of 49\n"
        "not: pattern Invalid does not match: operands, attributes or types "
        "are others\n");
}

TEST_CASE("patterns: random programs stay what they are",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(31));
  unsigned applied = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text =
        i % 2 ? makeSums(random)
              : makeProgram(random, makeOptimizableShape(random, 3 + i % 30))
                    .text();
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    UserPatterns patterns = loadFor(program);
    OwningOpRef<Operation *> before = program.module()->clone();
    std::vector<RewriteNote> notes =
        applyPatterns(program.module(), patterns, {});
    CAPTURE(program.print());
    REQUIRE(succeeded(verify(program.module())));
    for (const RewriteNote &note : notes)
      CHECK(note.isDone);
    if (notes.empty())
      continue;
    ++applied;
    unsigned finished = 0;
    CHECK(compareRuns(before.get(), program.module(), random, 3, finished) ==
          "");
    countChecked("programs with patterns of a file");
  }
  CHECK(applied > 15);
}
