//===- ElementBodiesTest.cpp - Operations of linalg by their bodies -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/interpreter/Interpreter.h"
#include "tests/random/RandomElements.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/RunVerdict.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A product of matrices of 12 bits, with sums in place of products, that
/// begins with 12 bits.
static std::string makeProduct(llvm::StringRef left, llvm::StringRef right) {
  return withFresh(("%A = tensor.splat %a : tensor<2x" + left +
                    "x!noisy.i32>\n" + "%B = tensor.splat %a : tensor<" +
                    right + "x3x!noisy.i32>\n" + R"(
    %C = tensor.splat %a : tensor<2x3x!noisy.i32>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                                          affine_map<(i, j, k) -> (k, j)>,
                                          affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%A, %B : tensor<2x)" +
                    left + "x!noisy.i32>, tensor<" + right + R"(x3x!noisy.i32>)
        outs(%C : tensor<2x3x!noisy.i32>) {
    ^bb0(%g: !noisy.i32, %q: !noisy.i32, %o: !noisy.i32):
      %m = noisy.add %g, %q : !noisy.i32
      %s = noisy.add %m, %o : !noisy.i32
      linalg.yield %s : !noisy.i32
    } -> tensor<2x3x!noisy.i32>)")
                       .str());
}

TEST_CASE("a body is run once for each point of an element", "[elements]") {
  Program program(makeProduct("5", "5"));
  CHECK(program.bound("%o") == 13 + 4);
  CHECK(program.bound("%r") == 13 + 5);
  CHECK(program.findings() == "");
  // Without points an element stays as it was.
  CHECK(Program(makeProduct("0", "0")).bound("%r") == 12);
}

TEST_CASE("elements that are computed once need no loop", "[elements]") {
  Program program(withFresh(R"(
    %t = tensor.splat %a : tensor<7x!noisy.i32>
    %e = tensor.empty() : tensor<7x!noisy.i32>
    %r = linalg.map ins(%t : tensor<7x!noisy.i32>)
        outs(%e : tensor<7x!noisy.i32>) (%g: !noisy.i32, %o: !noisy.i32) {
      %s = noisy.mul %g, %g : !noisy.i32
      linalg.yield %s : !noisy.i32
    }
    %u = linalg.map { noisy.sub } ins(%r, %t : tensor<7x!noisy.i32>,
        tensor<7x!noisy.i32>) outs(%t : tensor<7x!noisy.i32>))"));
  CHECK(program.bound("%r") == 24);
  CHECK(program.bound("%u") == 25);
  CHECK(program.findings() == "");
}

TEST_CASE("what has no body in the text moves elements", "[elements]") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %a : !noisy.i32
    %e = tensor.empty() : tensor<2x!noisy.i32>
    %f = linalg.fill ins(%m : !noisy.i32) outs(%e : tensor<2x!noisy.i32>)
        -> tensor<2x!noisy.i32>
    %t = tensor.splat %a : tensor<2x!noisy.i32>
    %h = linalg.copy ins(%t : tensor<2x!noisy.i32>)
        outs(%f : tensor<2x!noisy.i32>) -> tensor<2x!noisy.i32>
    %e2 = tensor.empty() : tensor<3x2x!noisy.i32>
    %k = linalg.broadcast ins(%f : tensor<2x!noisy.i32>)
        outs(%e2 : tensor<3x2x!noisy.i32>) dimensions = [0])"));
  CHECK(program.bound("%f") == 24);
  CHECK(program.bound("%h") == 12);
  CHECK(program.bound("%k") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a sum of unknown length has no bound, and no element of a tensor "
          "without contents is read",
          "[elements]") {
  Program sum(withFresh(R"(
    %t = tensor.splat %a[%n] : tensor<?x!noisy.i32>
    %i = tensor.splat %a : tensor<!noisy.i32>
    %r = linalg.reduce ins(%t : tensor<?x!noisy.i32>)
        outs(%i : tensor<!noisy.i32>) dimensions = [0]
        (%g: !noisy.i32, %o: !noisy.i32) {
      %s = noisy.add %g, %o : !noisy.i32
      linalg.yield %s : !noisy.i32
    })"));
  CHECK(sum.bound("%r") == unbounded);
  // The rows may be none: then nothing is written.
  Program last(withFresh(R"(
    %t = tensor.splat %a[%n] : tensor<?x!noisy.i32>
    %e = tensor.empty() : tensor<!noisy.i32>
    %r = linalg.reduce ins(%t : tensor<?x!noisy.i32>)
        outs(%e : tensor<!noisy.i32>) dimensions = [0]
        (%g: !noisy.i32, %o: !noisy.i32) {
      linalg.yield %g : !noisy.i32
    }
    %l = tensor.extract %r[] : tensor<!noisy.i32>)"));
  CHECK(last.bound("%l") == unknown);
}

namespace {
struct Counts {
  unsigned runs = 0, values = 0, exact = 0;
};
} // namespace

/// Runs a program, and holds each value against its bound.
static void checkRuns(Program &program, std::mt19937 &random, bool isUniform,
                      Counts &counts) {
  const NoiseFacts &facts = program.facts();
  auto function = program.module().lookupSymbol<func::FuncOp>("f");
  llvm::MapVector<Value, uint64_t> most;
  for (unsigned run = 0; run < (isUniform ? 1 : 4); ++run) {
    RunOptions options;
    options.worstCase = isUniform || run % 2;
    options.readsJunk = true;
    auto check = [&](Value value, const RuntimeValue &content) {
      const NoiseFact *fact = facts.find(value);
      if (!fact)
        return;
      content.forEachCipher([&](const Cipher &cipher) {
        auto [holds, honest] = judge(facts, *fact, cipher.noise, cipher.junk);
        ++counts.values;
        most[value] = std::max(most[value], cipher.noise);
        if (!holds || !honest) {
          CAPTURE(program.name(value), cipher.noise, cipher.junk, fact->bound);
          REQUIRE(holds);
          REQUIRE(honest);
        }
      });
    };
    RunResult result = Interpreter(random, options).run(function, check);
    CAPTURE(result.reason);
    REQUIRE(result.end != RunEnd::UnknownOperation);
    counts.runs += result.isFinished();
    if (!isUniform || !result.isFinished())
      continue;
    for (auto [value, noise] : most) {
      NoiseBound bound = facts.getBound(value);
      if (!bound.isBits())
        continue; // junk may have any noise
      CAPTURE(program.name(value));
      REQUIRE(bound == NoiseBound::bits(noise));
      ++counts.exact;
    }
  }
  countChecked("noise of elements, against runs");
}

TEST_CASE("no run of a random program with bodies for elements passes the "
          "bounds; where all elements are alike, they are reached",
          "[random]") {
  std::mt19937 random(randomSeed(61));
  Counts counts;
  for (unsigned i = 0; i < 4000; ++i) {
    ElementsShape shape;
    shape.statements = 2 + i % 9;
    shape.isUniform = i % 2;
    std::string text = makeElementsProgram(random, shape);
    Program program(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    checkRuns(program, random, shape.isUniform, counts);
  }
  WARN(counts.runs << " runs, with " << counts.values
                   << " values; the bounds of " << counts.exact
                   << " are reached");
  CHECK(counts.runs > 4000);
  CHECK(counts.exact > 10000);
}
