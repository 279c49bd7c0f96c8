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

TEST_CASE("a loop with a test carries memory", "[carried]") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %w = scf.while (%i = %c0) : (index) -> index {
      %h = memref.load %m[] : memref<!noisy.i32>
      %q = arith.cmpi ult, %i, %c4 : index
      scf.condition(%q) %i : index
    } do {
    ^bb0(%i: index):
      %l = memref.load %m[] : memref<!noisy.i32>
      %s = noisy.add %l, %a : !noisy.i32
      memref.store %s, %m[] : memref<!noisy.i32>
      %j = arith.addi %i, %c1 : index
      scf.yield %j : index
    }
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  INFO(program.diagnostics());
  // The test sees what the last iteration has stored.
  CHECK(program.bound("%h") == 16);
  CHECK(program.bound("%l") == 15);
  CHECK(program.bound("%z") == 16);
  CHECK(program.findings() == "");
  // What the test stores, it stores once more.
  Program inTest(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %w = scf.while (%i = %c0) : (index) -> index {
      %h = memref.load %m[] : memref<!noisy.i32>
      %s = noisy.add %h, %a : !noisy.i32
      memref.store %s, %m[] : memref<!noisy.i32>
      %q = arith.cmpi ult, %i, %c4 : index
      scf.condition(%q) %i : index
    } do {
    ^bb0(%i: index):
      %l = memref.load %m[] : memref<!noisy.i32>
      %j = arith.addi %i, %c1 : index
      scf.yield %j : index
    }
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  CHECK(inTest.bound("%l") == 16);
  CHECK(inTest.bound("%z") == 17);
  // A buffer that is not followed keeps such a loop from being run.
  Program parallel(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    scf.parallel (%k) = (%c0) to (%c4) step (%c1) {
      %w:2 = scf.while (%i = %c0, %v = %a)
          : (index, !noisy.i32) -> (index, !noisy.i32) {
        %q = arith.cmpi ult, %i, %c4 : index
        scf.condition(%q) %i, %v : index, !noisy.i32
      } do {
      ^bb0(%i: index, %v: !noisy.i32):
        %s = noisy.add %v, %v : !noisy.i32
        memref.store %s, %m[] : memref<!noisy.i32>
        %j = arith.addi %i, %c1 : index
        scf.yield %j, %s : index, !noisy.i32
      }
      %z = memref.load %m[] : memref<!noisy.i32>
      scf.reduce
    })"));
  CHECK(parallel.bound("%z") != 13);
  CHECK_FALSE(parallel.fact("%z").isSafe(26));
}

TEST_CASE("a loop of blocks carries memory", "[carried]") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    cf.br ^h(%c0 : index)
  ^h(%i: index):
    %h = memref.load %m[] : memref<!noisy.i32>
    %q = arith.cmpi slt, %i, %c4 : index
    cf.cond_br %q, ^b, ^e
  ^b:
    %l = memref.load %m[] : memref<!noisy.i32>
    %s = noisy.add %l, %a : !noisy.i32
    memref.store %s, %m[] : memref<!noisy.i32>
    %j = arith.addi %i, %c1 : index
    cf.br ^h(%j : index)
  ^e:
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  INFO(program.diagnostics());
  CHECK(program.bound("%h") == 16);
  CHECK(program.bound("%l") == 15);
  CHECK(program.bound("%z") == 16);
  CHECK(program.findings() == "");
}

TEST_CASE("loops of blocks within each other carry memory", "[carried]") {
  // Neither has noise in front of its test: both begin with %l.
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    cf.br ^h(%c0 : index)
  ^h(%i: index):
    %q = arith.cmpi slt, %i, %c4 : index
    cf.cond_br %q, ^g(%c0 : index), ^e
  ^g(%k: index):
    %q2 = arith.cmpi slt, %k, %c4 : index
    cf.cond_br %q2, ^b, ^o
  ^b:
    %l = memref.load %m[] : memref<!noisy.i32>
    %r = noisy.scale %a by 2 : !noisy.i32
    %s = noisy.add %l, %r : !noisy.i32
    cf.cond_br %q2, ^t, ^f
  ^t:
    memref.store %s, %m[] : memref<!noisy.i32>
    cf.br ^n
  ^f:
    cf.br ^n
  ^n:
    %k1 = arith.addi %k, %c1 : index
    cf.br ^g(%k1 : index)
  ^o:
    %i1 = arith.addi %i, %c1 : index
    cf.br ^h(%i1 : index)
  ^e:
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  INFO(program.diagnostics());
  CHECK(program.bound("%z") == 29);
  CHECK(program.findings() == "overflow %s 29");
  // A loop between that does not write the buffer.
  Program between(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    cf.br ^h(%c0, %b : index, !noisy.i32)
  ^h(%i: index, %v: !noisy.i32):
    %q = arith.cmpi slt, %i, %c4 : index
    cf.cond_br %q, ^b, ^e
  ^b:
    %l = memref.load %m[] : memref<!noisy.i32>
    %s = noisy.add %v, %l : !noisy.i32
    %j = arith.addi %i, %c1 : index
    cf.br ^h(%j, %s : index, !noisy.i32)
  ^e:
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  CHECK(between.bound("%l") == 12);
  CHECK(between.bound("%v") == 16);
  CHECK(between.bound("%z") == 12);
}

TEST_CASE("of too many blocks any may come before", "[carried]") {
  std::string body = "%m = memref.alloca() : memref<!noisy.i32>\n"
                     "memref.store %a, %m[] : memref<!noisy.i32>\n"
                     "cf.br ^b0\n";
  constexpr int count = 3000;
  for (int i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    body += "^b" + n + ":\n%l" + n +
            " = memref.load %m[] : memref<!noisy.i32>\ncf.cond_br %p, ^b" +
            std::to_string(i + 1) + ", ^end\n";
  }
  Program program(
      withFresh(body + "^b" + std::to_string(count) + ":\ncf.br ^end\n^end:"));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%l" + std::to_string(count - 1)) == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("an index is another one in each iteration of a loop of blocks that "
          "is not counted",
          "[carried]") {
  // In the second iteration %k reads %big, though %a was stored since, at an
  // index with the same name.
  Program program(withFresh(R"(
    %big = noisy.mul %a, %b : !noisy.i32
    %m = memref.alloca() : memref<2x!noisy.i32>
    memref.store %a, %m[%c0] : memref<2x!noisy.i32>
    memref.store %a, %m[%c1] : memref<2x!noisy.i32>
    cf.br ^h(%c0 : index)
  ^h(%i: index):
    %k = memref.load %m[%i] : memref<2x!noisy.i32>
    %t = arith.xori %i, %c1 : index
    memref.store %big, %m[%t] : memref<2x!noisy.i32>
    memref.store %a, %m[%i] : memref<2x!noisy.i32>
    cf.cond_br %p, ^h(%t : index), ^e
  ^e:)"));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%k") == 24);
}

TEST_CASE("a buffer of each iteration of a loop of blocks that is used behind "
          "the loop is unknown",
          "[carried]") {
  Program program(withFresh(R"(
    cf.br ^h(%c0 : index)
  ^h(%i: index):
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %l = memref.load %m[] : memref<!noisy.i32>
    %s = noisy.add %l, %a : !noisy.i32
    memref.store %s, %m[] : memref<!noisy.i32>
    %q = arith.cmpi slt, %i, %c4 : index
    cf.cond_br %q, ^b, ^e
  ^b:
    %k = memref.load %m[] : memref<!noisy.i32>
    memref.store %k, %m[] : memref<!noisy.i32>
    %j = arith.addi %i, %c1 : index
    cf.br ^h(%j : index)
  ^e:
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  INFO(program.diagnostics());
  // The loop carries nothing in memory, so it is not run.
  CHECK(program.bound("%l") == 12);
  CHECK(program.bound("%z") == 13);
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

TEST_CASE(
    "in a loop of unknown length, too, each iteration may have an element "
    "of its own",
    "[carried]") {
  Program program(withFresh(R"(
    %m = memref.alloc(%n) : memref<?x!noisy.i32>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %a, %m[%i] : memref<?x!noisy.i32>
    }
    scf.for %i = %c0 to %n step %c1 {
      %l = memref.load %m[%i] : memref<?x!noisy.i32>
      %s = noisy.add %l, %l : !noisy.i32
      memref.store %s, %m[%i] : memref<?x!noisy.i32>
    }
    %z = memref.load %m[%c1] : memref<?x!noisy.i32>)"));
  CHECK(program.bound("%l") == 12);
  CHECK(program.bound("%z") == 13);
  CHECK(program.findings() == "");
  // Around it the loop comes by again.
  Program again(withFresh(R"(
    %m = memref.alloc(%n) : memref<?x!noisy.i32>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %a, %m[%i] : memref<?x!noisy.i32>
    }
    scf.for %k = %c0 to %n step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %l = memref.load %m[%i] : memref<?x!noisy.i32>
        %s = noisy.add %l, %l : !noisy.i32
        memref.store %s, %m[%i] : memref<?x!noisy.i32>
      }
    })"));
  CHECK(again.bound("%l") == unbounded);
  // What another iteration stores here is not missed.
  Program shared(withFresh(R"(
    %m = memref.alloc(%n) : memref<?x!noisy.i32>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %a, %m[%i] : memref<?x!noisy.i32>
    }
    scf.for %i = %c0 to %n step %c1 {
      %l = memref.load %m[%i] : memref<?x!noisy.i32>
      %s = noisy.add %l, %l : !noisy.i32
      memref.store %s, %m[%i] : memref<?x!noisy.i32>
      memref.store %s, %m[%c1] : memref<?x!noisy.i32>
    })"));
  CHECK(shared.bound("%l") == unbounded);
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
  unsigned programs = 0, values = 0, carried = 0, inexact = 0;
};
} // namespace

/// Holds the worst run against the bounds: nearly all are reached.
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
    // (What a loop of blocks stores of its header is also what that has when
    // the loop ends.)
    REQUIRE(bound >= NoiseBound::bits(noise));
    counts.inexact += bound > NoiseBound::bits(noise);
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
  CHECK(counts.inexact < counts.values / 5000);
}

TEST_CASE("copies in branches are followed, each once", "[carried]") {
  std::string text = "%m0 = memref.alloca() : memref<!noisy.i32>\n"
                     "memref.store %a, %m0[] : memref<!noisy.i32>\n";
  constexpr unsigned count = 60;
  for (unsigned i = 0; i < count; ++i) {
    std::string next = "%m" + std::to_string(i + 1);
    std::string copy = "memref.copy %m" + std::to_string(i) + ", " + next +
                       " : memref<!noisy.i32> to memref<!noisy.i32>\n";
    text += next + " = memref.alloca() : memref<!noisy.i32>\n" + copy +
            "scf.if %p {\n" + copy + "}\n";
  }
  Program program(withFresh(text + "%z = memref.load %m" +
                            std::to_string(count) +
                            "[] : memref<!noisy.i32>\n"));
  CHECK(program.bound("%z") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("a long line of copies", "[carried]") {
  std::string text = "%m0 = memref.alloca() : memref<!noisy.i32>\n"
                     "memref.store %a, %m0[] : memref<!noisy.i32>\n";
  constexpr unsigned count = 2000;
  for (unsigned i = 0; i < count; ++i)
    text += "%m" + std::to_string(i + 1) +
            " = memref.alloca() : memref<!noisy.i32>\nmemref.copy %m" +
            std::to_string(i) + ", %m" + std::to_string(i + 1) +
            " : memref<!noisy.i32> to memref<!noisy.i32>\n";
  Program program(withFresh(text + "%z = memref.load %m" +
                            std::to_string(count) +
                            "[] : memref<!noisy.i32>\n"));
  CHECK(program.bound("%z") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("a conditional that stores in each branch leaves nothing of before",
          "[carried]") {
  auto load = [](const std::string &conditional) {
    return withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    %big = noisy.mul %a, %b : !noisy.i32
    memref.store %big, %m[] : memref<!noisy.i32>
)" + conditional + "%z = memref.load %m[] : memref<!noisy.i32>\n");
  };
  const std::string store = "memref.store %a, %m[] : memref<!noisy.i32>\n";
  Program both(load("scf.if %p {\n" + store + "} else {\n" + store + "}\n"));
  CHECK(both.bound("%z") == 12);
  Program one(load("scf.if %p {\n" + store + "}\n"));
  CHECK(one.bound("%z") == 24);
  Program none(load("scf.if %p {\n" + store + "} else {\n}\n"));
  CHECK(none.bound("%z") == 24);
  Program cases(load("scf.index_switch %n\ncase 2 {\n" + store +
                     "scf.yield\n}\ndefault {\nscf.execute_region {\n" + store +
                     "scf.yield\n}\nscf.yield\n}\n"));
  CHECK(cases.bound("%z") == 12);
  Program other(load("scf.index_switch %n\ncase 2 {\n" + store +
                     "scf.yield\n}\ndefault {\n}\n"));
  CHECK(other.bound("%z") == 24);
}

TEST_CASE("a loop that writes all of a buffer leaves nothing of before",
          "[carried]") {
  // A product everywhere, then %a from `first` on, perhaps as `guard` decides.
  auto bound = [](const std::string &first, const std::string &guard,
                  const std::string &index) {
    Program program(withFresh("%product = noisy.mul %a, %b : !noisy.i32\n"
                              "%m = memref.alloca() : memref<4x!noisy.i32>\n"
                              "scf.for %i = %c0 to %c4 step %c1 {\n"
                              "memref.store %product, %m[%i] : "
                              "memref<4x!noisy.i32>\n}\n"
                              "scf.for %i = " +
                              first + " to %c4 step %c1 {\n" + guard +
                              "memref.store %a, %m[%i] : "
                              "memref<4x!noisy.i32>\n" +
                              (guard.empty() ? "" : "}\n") +
                              "}\n%z = memref.load %m[" + index +
                              "] : memref<4x!noisy.i32>\n"));
    INFO(program.diagnostics());
    return program.bound("%z");
  };
  CHECK(bound("%c0", "", "%n") == 12);
  CHECK(bound("%c0", "", "%c2") == 12);
  CHECK(bound("%c1", "", "%n") == 24);
  CHECK(bound("%c0", "scf.if %p {\n", "%n") == 24);
  // Without iterations nothing is written.
  CHECK(bound("%n", "", "%n") == 24);
}

TEST_CASE("the iterations of a parallel loop have elements of their own",
          "[carried]") {
  // The bound of what is loaded behind the loop, and whether it is safe.
  auto bound = [](const std::string &header, const std::string &load,
                  const std::string &store, const std::string &rest = "") {
    Program program(withFresh("%product = noisy.mul %a, %b : !noisy.i32\n"
                              "%m = memref.alloca() : memref<4x!noisy.i32>\n"
                              "scf.for %i = %c0 to %c4 step %c1 {\n"
                              "memref.store %a, %m[%i] : "
                              "memref<4x!noisy.i32>\n}\n"
                              "%before = memref.load %m[%c1] : "
                              "memref<4x!noisy.i32>\n" +
                              header + " {\n%s = memref.load %m[" + load +
                              "] : memref<4x!noisy.i32>\n"
                              "%t = noisy.add %s, %s : !noisy.i32\n"
                              "memref.store %t, %m[" +
                              store + "] : memref<4x!noisy.i32>\n" + rest +
                              "}\n%z = memref.load %m[%c0] : "
                              "memref<4x!noisy.i32>\n"));
    INFO(program.diagnostics());
    CHECK(program.bound("%s") == program.bound("%before"));
    return program.bound("%z");
  };
  const std::string parallel = "scf.parallel (%i) = (%c0) to (%c4) step (%c1)";
  CHECK(bound(parallel, "%i", "%i", "scf.reduce\n") == 13);
  CHECK(bound("scf.forall (%i) in (4)", "%i", "%i") == 13);
  CHECK(bound("affine.parallel (%i) = (0) to (4)", "%i", "%i") == 13);

  auto isSafe = [](const std::string &header, const std::string &load,
                   const std::string &store, const std::string &end) {
    Program program(withFresh(
        "%m = memref.alloca() : memref<4x!noisy.i32>\n"
        "scf.for %i = %c0 to %c4 step %c1 {\n"
        "memref.store %a, %m[%i] : memref<4x!noisy.i32>\n}\n" +
        header + " {\n%s = memref.load %m[" + load +
        "] : memref<4x!noisy.i32>\n%t = noisy.add %s, %s : !noisy.i32\n"
        "memref.store %t, %m[" +
        store + "] : memref<4x!noisy.i32>\n" + end +
        "}\n%z = memref.load %m[%n] : memref<4x!noisy.i32>\n"));
    return program.fact("%z").isSafe(26);
  };
  const std::string two =
      "scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1)";
  CHECK(isSafe(parallel, "%i", "%i", "scf.reduce\n"));
  // What another iteration writes may be there or not.
  CHECK_FALSE(isSafe(parallel, "%c0", "%i", "scf.reduce\n"));
  CHECK_FALSE(isSafe(parallel, "%c0", "%c0", "scf.reduce\n"));
  // Of one variable alone, several iterations have the same element.
  CHECK_FALSE(isSafe(two, "%i", "%i", "scf.reduce\n"));
}
