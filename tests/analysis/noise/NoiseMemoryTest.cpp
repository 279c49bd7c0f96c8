//===- NoiseMemoryTest.cpp - What loops carry in memory -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/random/RandomAccumulators.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("what a loop stores is what it loads in the next iteration",
          "[carried]") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    scf.for %i = %c0 to %c4 step %c1 {
      %l = memref.load %m[] : memref<!noisy.i32>
      %s = noisy.add %l, %a : !noisy.i32
      memref.store %s, %m[] : memref<!noisy.i32>
    }
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  CHECK(program.bound("%l") == 15);
  CHECK(program.bound("%z") == 16);
  CHECK(program.findings() == "");
}

TEST_CASE("a loop that stores to an element of its own in each iteration "
          "carries nothing",
          "[carried]") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<4x4x!noisy.i32>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.store %a, %m[%i, %j] : memref<4x4x!noisy.i32>
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 3 {
          %l = affine.load %m[%i, %j] : memref<4x4x!noisy.i32>
          %s = noisy.add %l, %a : !noisy.i32
          affine.store %s, %m[%i, %j] : memref<4x4x!noisy.i32>
        }
      }
    }
    %z = affine.load %m[0, 1] : memref<4x4x!noisy.i32>)"));
  CHECK(program.bound("%l") == 14);
  CHECK(program.bound("%z") == 15);
  // A store elsewhere may be to the element of a later iteration.
  Program shifted(withFresh(R"(
    %m = memref.alloca() : memref<5x!noisy.i32>
    affine.for %i = 0 to 5 {
      affine.store %a, %m[%i] : memref<5x!noisy.i32>
    }
    affine.for %i = 0 to 4 {
      %l = affine.load %m[%i] : memref<5x!noisy.i32>
      %s = noisy.add %l, %a : !noisy.i32
      affine.store %s, %m[%i + 1] : memref<5x!noisy.i32>
    })"));
  CHECK(shifted.bound("%l") == 15);
}

TEST_CASE("in a loop of unknown length what is carried grows without end",
          "[carried]") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    scf.for %k = %c0 to %n step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %l = memref.load %m[] : memref<!noisy.i32>
        %s = noisy.add %l, %a : !noisy.i32
        memref.store %s, %m[] : memref<!noisy.i32>
      }
    })"));
  CHECK(program.bound("%s") == unbounded);
  CHECK(program.findings() == "unbounded %l by 4");
}

TEST_CASE("the result of a loop depends on what it loads", "[carried]") {
  // %x is assumed to be fresh.
  Program program(R"(
    func.func @f(%x: !noisy.i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %m = memref.alloca() : memref<!noisy.i32>
      memref.store %x, %m[] : memref<!noisy.i32>
      %z = arith.constant 0 : i5
      %a = noisy.encode %z : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a)
          -> !noisy.i32 {
        %l = memref.load %m[] : memref<!noisy.i32>
        %s = noisy.add %l, %v : !noisy.i32
        memref.store %s, %m[] : memref<!noisy.i32>
        scf.yield %l : !noisy.i32
      }
      return %r : !noisy.i32
    })");
  CHECK(program.bound("%r") == 15);
  CHECK(program.fact("%r").restsOn == program.value("%x"));
}

namespace {
struct Counts {
  unsigned programs = 0, values = 0, carried = 0;
};
} // namespace

/// Holds the worst run against the bounds: they are reached.
static void checkWorst(Program &program, std::mt19937 &random, Counts &counts) {
  const NoiseFacts &facts = program.facts();
  auto function = program.module().lookupSymbol<func::FuncOp>("f");
  llvm::MapVector<Value, uint64_t> most;
  RunOptions options;
  options.worstCase = true;
  RunResult result =
      Interpreter(random, options)
          .run(function, [&](Value value, const RuntimeValue &content) {
            if (facts.find(value))
              content.forEachCipher([&](const Cipher &cipher) {
                most[value] = std::max(most[value], cipher.noise);
              });
          });
  CAPTURE(result.reason);
  REQUIRE((result.isFinished() || result.end == RunEnd::Limit));
  if (!result.isFinished())
    return;
  ++counts.programs;
  for (auto [value, noise] : most) {
    CAPTURE(program.name(value));
    NoiseBound bound = facts.getBound(value);
    if (bound == moreThanCap)
      continue;
    REQUIRE(bound == NoiseBound::bits(noise));
    ++counts.values;
    counts.carried += facts.find(value)->source == NoiseFlowKind::Counted &&
                      value.getDefiningOp<memref::LoadOp>();
  }
  countChecked("loops that carry memory, against their worst run");
}

TEST_CASE("the worst run of random loops that carry memory attains the bounds",
          "[random]") {
  std::mt19937 random(randomSeed(71));
  Counts counts;
  for (unsigned i = 0; i < 4000; ++i) {
    std::string text = makeAccumulators(random, 4 + i % 20);
    Program program(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    checkWorst(program, random, counts);
  }
  WARN(counts.programs << " programs with " << counts.values << " values, "
                       << counts.carried
                       << " of them loaded from what loops carry");
  CHECK(counts.programs > 2000);
  CHECK(counts.carried > 5000);
}
