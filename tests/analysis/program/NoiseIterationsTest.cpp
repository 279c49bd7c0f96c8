//===- NoiseIterationsTest.cpp - What differs between iterations ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/interpreter/Interpreter.h"
#include "tests/random/RandomNests.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include <regex>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A loop from 0 to %c5 whose body has a loop of additions, between these
/// bounds, after some operations.
static std::string makeNest(llvm::StringRef before, llvm::StringRef lower,
                            llvm::StringRef upper) {
  return withFresh(("%c5 = arith.constant 5 : index\n"
                    "%r = scf.for %i = %c0 to %c5 step %c1 iter_args(%v = %a)"
                    " -> !noisy.i32 {\n" +
                    before + "\n%q = scf.for %j = " + lower + " to " + upper +
                    " step %c1 iter_args(%w = %v) -> !noisy.i32 {\n"
                    "  %s = noisy.add %w, %a : !noisy.i32\n"
                    "  scf.yield %s : !noisy.i32\n}\n"
                    "scf.yield %q : !noisy.i32\n}")
                       .str());
}

TEST_CASE("a triangular loop has the sum of all trip counts", "[iterations]") {
  Program up(makeNest("", "%c0", "%i"));
  CHECK(up.bound("%r") == 12 + 0 + 1 + 2 + 3 + 4);
  CHECK(up.bound("%s") == 22);
  CHECK(up.findings() == "");
  Program down(makeNest("", "%i", "%c5"));
  CHECK(down.bound("%r") == 12 + 5 + 4 + 3 + 2 + 1);
}

TEST_CASE("a bound may be computed from the induction variable",
          "[iterations]") {
  Program difference(makeNest("%d = arith.subi %c4, %i : index", "%c0", "%d"));
  CHECK(difference.bound("%r") == 12 + 4 + 3 + 2 + 1 + 0);
  Program rest(makeNest("%d = arith.remui %i, %c2 : index", "%c0", "%d"));
  CHECK(rest.bound("%r") == 12 + 0 + 1 + 0 + 1 + 0);
  Program tile(makeNest("%d = affine.min affine_map<(d0) -> (4, 10 - d0 * 4)>"
                        "(%i)",
                        "%c0", "%d"));
  CHECK(tile.bound("%r") == 12 + 4 + 4 + 2);
  // Of what is not known the range counts.
  Program unknown(makeNest("%d = arith.minui %i, %n : index", "%c0", "%d"));
  CHECK(unknown.bound("%r") == 22);
  CHECK(unknown.bound("%q") == 22);
}

TEST_CASE("loops of the affine dialect may be triangular", "[iterations]") {
  Program program(withFresh(R"(
    %r = affine.for %i = 1 to 9 step 2 iter_args(%v = %a) -> !noisy.i32 {
      %q = affine.for %j = affine_map<(d0) -> (d0)>(%i) to 7
          iter_args(%w = %v) -> !noisy.i32 {
        %s = noisy.add %w, %a : !noisy.i32
        affine.yield %s : !noisy.i32
      }
      affine.yield %q : !noisy.i32
    })"));
  CHECK(program.bound("%r") == 12 + 6 + 4 + 2 + 0);
}

TEST_CASE("a loop between does not remember another iteration",
          "[iterations]") {
  // What comes in is the same in each iteration; the trip count is not.
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %q = scf.for %k = %c0 to %c2 step %c1 iter_args(%u = %a) -> !noisy.i32 {
        %t = scf.for %j = %c0 to %i step %c1 iter_args(%w = %u)
            -> !noisy.i32 {
          %s = noisy.add %w, %a : !noisy.i32
          scf.yield %s : !noisy.i32
        }
        scf.yield %t : !noisy.i32
      }
      scf.yield %q : !noisy.i32
    })"));
  CHECK(program.bound("%r") == 12 + 2 * 3);
}

TEST_CASE("long triangular loops count as before", "[iterations]") {
  std::string text =
      makeNest("%t = noisy.reduce_noise %v : !noisy.i32", "%c0", "%i");
  text.replace(text.find("constant 5"), 10, "constant 5000");
  Program program(text);
  CHECK(program.bound("%r") == moreThanCap);
}

TEST_CASE("a condition on the iteration decides in each of them",
          "[iterations]") {
  // Reduced in every fourth iteration.
  Program program(withFresh(R"(
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %r = scf.for %i = %c0 to %c32 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %s = noisy.scale %v by 4 : !noisy.i32
      %m = arith.remui %i, %c4 : index
      %o = arith.cmpi eq, %m, %c3 : index
      %q = scf.if %o -> !noisy.i32 {
        %t = noisy.reduce_noise %s : !noisy.i32
        scf.yield %t : !noisy.i32
      } else {
        scf.yield %s : !noisy.i32
      }
      scf.yield %q : !noisy.i32
    })"));
  CHECK(program.bound("%s") == 20);
  CHECK(program.bound("%r") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("a condition decides in each of many iterations", "[iterations]") {
  auto reduceWhere = [](llvm::StringRef set) {
    return (R"(
      %s = noisy.scale %v by 4 : !noisy.i32
      %q = affine.if affine_set<)" +
            set + R"( -> !noisy.i32 {
        %t = noisy.reduce_noise %s : !noisy.i32
        affine.yield %t : !noisy.i32
      } else {
        affine.yield %s : !noisy.i32
      }
      affine.yield %q : !noisy.i32
    })")
        .str();
  };
  Program loop(withFresh(
      "%r = affine.for %i = 0 to 10000 iter_args(%v = %a) -> !noisy.i32 {" +
      reduceWhere("(d0) : ((d0 + 1) mod 4 == 0)>(%i)")));
  CHECK(loop.bound("%s") == 20);
  CHECK(loop.bound("%r") == 12);
  CHECK(loop.findings() == "");
  // In a nest the number of the iteration is one of both loops.
  Program nest(withFresh(
      "%r = affine.for %i = 0 to 90 iter_args(%w = %a) -> !noisy.i32 {\n"
      "%k = affine.for %j = 0 to 90 iter_args(%v = %w) -> !noisy.i32 {" +
      reduceWhere("(d0, d1) : ((d0 * 90 + d1 + 1) mod 4 == 0)>(%i, %j)") +
      "\naffine.yield %k : !noisy.i32\n}"));
  CHECK(nest.bound("%s") == 20);
  CHECK(nest.bound("%r") == 12);
  CHECK(nest.findings() == "");
}

TEST_CASE("a set of iterations decides in each of them", "[iterations]") {
  auto reduceWhere = [](llvm::StringRef set) {
    return withFresh((R"(
    %r = affine.for %i = 0 to 32 iter_args(%v = %a) -> !noisy.i32 {
      %s = noisy.scale %v by 4 : !noisy.i32
      %q = affine.if affine_set<(d0)[s0] : ()" +
                      set + R"()>(%i)[%n] -> !noisy.i32 {
        %t = noisy.reduce_noise %s : !noisy.i32
        affine.yield %t : !noisy.i32
      } else {
        affine.yield %s : !noisy.i32
      }
      affine.yield %q : !noisy.i32
    })")
                         .str());
  };
  Program fourth(reduceWhere("d0 mod 4 - 3 == 0"));
  CHECK(fourth.bound("%s") == 20);
  CHECK(fourth.bound("%r") == 12);
  CHECK(fourth.findings() == "");
  // Both have to hold: in the iterations 10 to 29.
  Program some(reduceWhere("d0 - 10 >= 0, 29 - d0 >= 0"));
  CHECK(some.bound("%s") == 12 + 11 * 2);
  CHECK(some.bound("%r") == 12 + 2 * 2);
  // One that is not known has both branches.
  Program any(reduceWhere("d0 >= 0, s0 - 3 >= 0"));
  CHECK(any.bound("%r") == 12 + 32 * 2);
  Program none(reduceWhere("d0 - 32 == 0, s0 - 3 >= 0"));
  CHECK(none.bound("%t") == unreachable);
}

TEST_CASE("what a conditional does not execute in an iteration has no noise",
          "[iterations]") {
  Program program(withFresh(R"(
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a, %g = %a)
        -> (!noisy.i32, !noisy.i32) {
      %o = arith.cmpi slt, %i, %c1 : index
      %q = scf.if %o -> !noisy.i32 {
        %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %v)
            -> !noisy.i32 {
          %t = noisy.mul %w, %g : !noisy.i32
          scf.yield %t : !noisy.i32
        }
        %u = noisy.reduce_noise %s : !noisy.i32
        scf.yield %u : !noisy.i32
      } else {
        scf.yield %v : !noisy.i32
      }
      %h = noisy.scale %g by 1024 : !noisy.i32
      %z = arith.select %o, %h, %g : !noisy.i32
      scf.yield %q, %z : !noisy.i32, !noisy.i32
    })"));
  CHECK(program.bound("%t") == 36);
  CHECK(program.bound("%h") == 32);
  CHECK(program.bound("%r#0") == 12);
  CHECK(program.bound("%r#1") == 22);
  CHECK(program.findings() == "overflow %t 36\noverflow %h 32");
}

TEST_CASE("a condition that is not known has both branches", "[iterations]") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %o = arith.cmpi eq, %i, %n : index
      %s = noisy.add %v, %b : !noisy.i32
      %q = arith.select %o, %s, %v : !noisy.i32
      scf.yield %q : !noisy.i32
    })"));
  CHECK(program.bound("%r") == 16);
}

TEST_CASE("the counter of a loop with a test decides in each iteration",
          "[iterations]") {
  Program program(withFresh(R"(
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %r:2 = scf.while (%i = %c0, %v = %a) : (index, !noisy.i32)
        -> (index, !noisy.i32) {
      %p1 = arith.cmpi ult, %i, %c32 : index
      scf.condition(%p1) %i, %v : index, !noisy.i32
    } do {
    ^bb0(%j: index, %w: !noisy.i32):
      %s = noisy.scale %w by 4 : !noisy.i32
      %m = arith.remui %j, %c4 : index
      %o = arith.cmpi eq, %m, %c3 : index
      %q = scf.if %o -> !noisy.i32 {
        %t = noisy.reduce_noise %s : !noisy.i32
        scf.yield %t : !noisy.i32
      } else {
        scf.yield %s : !noisy.i32
      }
      %next = arith.addi %j, %c1 : index
      scf.yield %next, %q : index, !noisy.i32
    })"));
  CHECK(program.bound("%s") == 20);
  CHECK(program.bound("%r#1") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("what stands in front of a test is run once more", "[iterations]") {
  auto loop = [](llvm::StringRef when) {
    return withFresh(("%c3 = arith.constant 3 : index\n"
                      "%at = arith.constant " +
                      when + R"( : index
    %r:2 = scf.while (%i = %c0, %v = %a) : (index, !noisy.i32)
        -> (index, !noisy.i32) {
      %o = arith.cmpi eq, %i, %at : index
      %m = noisy.mul %v, %a : !noisy.i32
      %u = arith.select %o, %m, %v : !noisy.i32
      %p1 = arith.cmpi slt, %i, %c3 : index
      scf.condition(%p1) %i, %u : index, !noisy.i32
    } do {
    ^bb0(%j: index, %w: !noisy.i32):
      %s = noisy.reduce_noise %w : !noisy.i32
      %next = arith.addi %j, %c1 : index
      scf.yield %next, %s : index, !noisy.i32
    })")
                         .str());
  };
  // The last time the loop ends with what is there.
  Program last(loop("3"));
  CHECK(last.bound("%u") == 24);
  CHECK(last.bound("%w") == 12);
  CHECK(last.bound("%r#1") == 24);
  Program before(loop("2"));
  CHECK(before.bound("%w") == 24);
  CHECK(before.bound("%r#1") == 12);
  Program never(loop("4"));
  CHECK(never.bound("%u") == 12);
}

TEST_CASE("loops of blocks may be triangular", "[iterations]") {
  auto nest = [](std::string low, std::string high) {
    return withFresh("%c5 = arith.constant 5 : index\n"
                     "cf.br ^outer(%c0, %a : index, !noisy.i32)\n"
                     "^outer(%i: index, %v: !noisy.i32):\n"
                     "%p1 = arith.cmpi slt, %i, %c5 : index\n"
                     "cf.cond_br %p1, ^enter(%i : index), ^end\n"
                     "^enter(%k: index):\n"
                     "cf.br ^inner(" +
                     low + ", %v : index, !noisy.i32)\n" + R"(
    ^inner(%j: index, %w: !noisy.i32):
      %p2 = arith.cmpi slt, %j, )" +
                     high + R"( : index
      cf.cond_br %p2, ^body, ^latch
    ^body:
      %s = noisy.add %w, %a : !noisy.i32
      %j1 = arith.addi %j, %c1 : index
      cf.br ^inner(%j1, %s : index, !noisy.i32)
    ^latch:
      %i1 = arith.addi %i, %c1 : index
      cf.br ^outer(%i1, %w : index, !noisy.i32)
    ^end:)");
  };
  Program up(nest("%c0", "%i"));
  CHECK(up.bound("%v") == 12 + 0 + 1 + 2 + 3 + 4);
  CHECK(up.findings() == "");
  Program named(nest("%c0", "%k"));
  CHECK(named.bound("%v") == 22);
  Program down(nest("%k", "%c5"));
  CHECK(down.bound("%v") == 12 + 5 + 4 + 3 + 2 + 1);
}

TEST_CASE("conditional branches decide in each iteration", "[iterations]") {
  // Reduced in every fourth iteration.
  Program program(withFresh(R"(
      %c3 = arith.constant 3 : index
      %c32 = arith.constant 32 : index
      cf.br ^head(%c0, %a : index, !noisy.i32)
    ^head(%i: index, %v: !noisy.i32):
      %p1 = arith.cmpi slt, %i, %c32 : index
      cf.cond_br %p1, ^body, ^end
    ^body:
      %s = noisy.scale %v by 4 : !noisy.i32
      %m = arith.remui %i, %c4 : index
      %o = arith.cmpi eq, %m, %c3 : index
      cf.cond_br %o, ^reduce, ^latch(%s : !noisy.i32)
    ^reduce:
      %t = noisy.reduce_noise %s : !noisy.i32
      cf.br ^latch(%t : !noisy.i32)
    ^latch(%q: !noisy.i32):
      %j = arith.addi %i, %c1 : index
      cf.br ^head(%j, %q : index, !noisy.i32)
    ^end:)"));
  CHECK(program.bound("%s") == 20);
  CHECK(program.bound("%q") == 18);
  CHECK(program.findings() == "");
}

TEST_CASE("what a conditional branch does not lead to has no noise",
          "[iterations]") {
  // The product is there in iteration 2 only, with %u of that iteration.
  auto loop = [](llvm::StringRef other) {
    return withFresh((R"(
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %q = scf.execute_region -> !noisy.i32 {
          %o = arith.cmpi eq, %i, %c2 : index
          cf.cond_br %o, ^one(%a : !noisy.i32), ^one(%v : !noisy.i32)
        ^one(%u: !noisy.i32):
          %o2 = arith.cmpi eq, %i, )" +
                      other + R"( : index
          cf.cond_br %o2, ^two, ^three(%u : !noisy.i32)
        ^two:
          %m = noisy.mul %u, %a : !noisy.i32
          cf.br ^three(%m : !noisy.i32)
        ^three(%w: !noisy.i32):
          %k = noisy.add %w, %a : !noisy.i32
          scf.yield %k : !noisy.i32
        }
        scf.yield %q : !noisy.i32
      })")
                         .str());
  };
  // 13, 14, then 24 + 1, 26.
  Program same(loop("%c2"));
  CHECK(same.bound("%m") == 24);
  CHECK(same.bound("%r") == 26);
  // 12 + 12 + 1, 26, then anew: 13, 14.
  Program first(loop("%c0"));
  CHECK(first.bound("%m") == 24);
  CHECK(first.bound("%r") == 14);
  CHECK(first.bound("%k") == 26);
  Program never(loop("%c4"));
  CHECK(never.bound("%m") == unreachable);
  CHECK(never.bound("%r") == 14);
  // It is not known.
  Program unknownOne(loop("%n"));
  CHECK(unknownOne.bound("%m") == 12 + 12 + 1 + 12);
}

/// A loop of `count` iterations that makes %s of %v in each, and %q of that,
/// where `condition` has made %p.
static std::string makeRare(llvm::StringRef count, llvm::StringRef condition,
                            llvm::StringRef rare = "reduce_noise %s") {
  return withFresh(("%n0 = arith.constant " + count +
                    " : index\n%c3 = arith.constant 3 : index\n"
                    "%r = scf.for %i = %c0 to %n0 step %c1 iter_args(%v = %a)"
                    " -> !noisy.i32 {\n"
                    "%s = noisy.scale %v by 4 : !noisy.i32\n" +
                    condition +
                    "%q = scf.if %q0 -> !noisy.i32 {\n  %t = noisy." + rare +
                    " : !noisy.i32\n  scf.yield %t : !noisy.i32\n} else {\n"
                    "  scf.yield %s : !noisy.i32\n}\n"
                    "scf.yield %q : !noisy.i32\n}")
                       .str());
}

TEST_CASE("what repeats is known in any number of iterations", "[iterations]") {
  auto bound = [](const std::string &text, llvm::StringRef name = "%s") {
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    return program.bound(name);
  };
  const char *every4 = "%m = arith.remui %i, %c4 : index\n"
                       "%q0 = arith.cmpi eq, %m, %c3 : index\n";
  for (const char *count : {"32", "20000", "1000000", "1000000000000"})
    CHECK(bound(makeRare(count, every4)) == 20);
  // By a mask, and by the lowest bit.
  CHECK(bound(makeRare("1000000", "%j = arith.addi %i, %c1 : index\n"
                                  "%m = arith.andi %j, %c3 : index\n"
                                  "%q0 = arith.cmpi eq, %m, %c0 : index\n")) ==
        20);
  CHECK(bound(makeRare("1000000", "%m = arith.index_cast %i : index to i64\n"
                                  "%q0 = arith.trunci %m : i64 to i1\n")) ==
        16);
  // By the first iterations, and by the last one.
  CHECK(bound(makeRare("1000000", "%q0 = arith.cmpi ult, %i, %c2 : index\n",
                       "add %s, %s"),
              "%t") == 18);
  const char *last = "%l = arith.constant 999999 : index\n"
                     "%q0 = arith.cmpi ne, %i, %l : index\n";
  Program once(makeRare("1000000", last, "reduce_noise %s"));
  CHECK(once.bound("%s") == 14);
  CHECK(once.bound("%r") == 14);
}

TEST_CASE("a counter that is set back is known in each iteration",
          "[iterations]") {
  auto makeCounted = [](llvm::StringRef count, llvm::StringRef last) {
    return withFresh(
        ("%n0 = arith.constant " + count + " : index\n%last = arith.constant " +
         last +
         " : index\n"
         "%r:2 = scf.for %i = %c0 to %n0 step %c1 iter_args(%v = %a, %k = %c0)"
         " -> (!noisy.i32, index) {\n"
         "  %s = noisy.scale %v by 4 : !noisy.i32\n"
         "  %q0 = arith.cmpi eq, %k, %last : index\n"
         "  %q:2 = scf.if %q0 -> (!noisy.i32, index) {\n"
         "    %t = noisy.reduce_noise %s : !noisy.i32\n"
         "    scf.yield %t, %c0 : !noisy.i32, index\n"
         "  } else {\n"
         "    %k1 = arith.addi %k, %c1 : index\n"
         "    scf.yield %s, %k1 : !noisy.i32, index\n"
         "  }\n"
         "  scf.yield %q#0, %q#1 : !noisy.i32, index\n}")
            .str());
  };
  CHECK(Program(makeCounted("32", "3")).bound("%s") == 20);
  CHECK(Program(makeCounted("1000000", "3")).bound("%s") == 20);
  CHECK(Program(makeCounted("32", "5")).bound("%s") == 24);
  // Not reached.
  CHECK(Program(makeCounted("32", "40")).bound("%s") == 12 + 2 * 32);
}

/// Runs nests and compares each value with its bound: in the worst run they are
/// equal, if `isExact`. `pipeline` are passes that are run on the nests before.
static void checkNests(unsigned seed, const NestShape &shape, bool isExact,
                       llvm::StringRef pipeline = "") {
  std::mt19937 random(randomSeed(seed));
  unsigned runs = 0, values = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    std::string text = makeNest(random, shape);
    Program program(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    REQUIRE((pipeline.empty() || program.run(pipeline)));
    const NoiseFacts &facts = program.facts();
    llvm::DenseMap<Value, uint64_t> worst;
    RunOptions options;
    options.worstCase = isExact || i % 2;
    options.maxSteps = 100'000;
    options.maxNoise = UINT64_MAX / 2;
    auto visit = [&](Value value, const RuntimeValue &content) {
      content.forEachCipher([&](const Cipher &cipher) {
        uint64_t &bits = worst[value];
        bits = std::max<uint64_t>(bits, cipher.noise);
      });
    };
    RunResult result =
        Interpreter(random, options)
            .run(program.module().lookupSymbol<func::FuncOp>("f"), visit);
    CAPTURE(result.reason);
    REQUIRE(result.end != RunEnd::UnknownOperation);
    if (!result.isFinished())
      continue;
    ++runs;
    countChecked("noise by iterations, against runs");
    for (auto [value, fact] :
         llvm::zip_equal(facts.getValues(), facts.getFacts())) {
      uint64_t bits = worst.lookup(value);
      NoiseBound attained =
          bits ? NoiseBound::bits(bits) : NoiseBound::unreachable();
      bool agrees = isExact && (fact.bound.isBits() || !bits)
                        ? fact.bound == attained
                        : fact.bound >= attained;
      if (!agrees) {
        CAPTURE(program.name(value), fact.bound, attained);
        REQUIRE(agrees);
      }
      ++values;
    }
  }
  WARN(runs << " runs, with " << values << " values");
  CHECK(runs > 1500);
  CHECK(values > 10'000);
}

TEST_CASE("bounds that the loop around doubles are known in each iteration",
          "[iterations]") {
  auto nest = [](const char *bounds) {
    return withFresh(std::string(R"(
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %end = arith.constant 4 : index
    %r:2 = scf.for %l = %c0 to %three step %c1 iter_args(%v = %a, %h = %c1)
        -> (!noisy.i32, index) {
      %q = scf.for %j = )") +
                     bounds + R"( iter_args(%w = %v) -> !noisy.i32 {
        %s = noisy.add %w, %w : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      %h2 = arith.muli %h, %two : index
      scf.yield %q, %h2 : !noisy.i32, index
    })");
  };
  // 1 + 2 + 4 additions, and 4 + 2 + 1.
  CHECK(Program(nest("%c0 to %h step %c1")).bound("%r#0") == 19);
  CHECK(Program(nest("%c0 to %end step %h")).bound("%r#0") == 19);
  CHECK(Program(nest("%h to %end step %c1")).bound("%r#0") == 17);
}

TEST_CASE("the worst run of nested loops attains the bounds",
          "[iterations][random]") {
  NestShape shape;
  checkNests(31, shape, /*isExact=*/true);
  shape.hasConditions = true;
  checkNests(33, shape, /*isExact=*/true);
}

TEST_CASE("the worst run of long loops attains the bounds",
          "[iterations][random]") {
  NestShape shape;
  shape.depth = 2;
  shape.isLong = shape.hasConditions = true;
  checkNests(41, shape, /*isExact=*/true);
}

TEST_CASE("no run of loops that carry integers passes the bounds",
          "[iterations][random]") {
  NestShape shape;
  shape.hasConditions = shape.carriesIntegers = true;
  checkNests(43, shape, /*isExact=*/false);
  shape.mixesVariables = shape.hasUnknown = true;
  checkNests(46, shape, /*isExact=*/false);
  shape.depth = 2;
  shape.isLong = true;
  checkNests(47, shape, /*isExact=*/false);
}

TEST_CASE("no run of nested loops passes the bounds", "[iterations][random]") {
  NestShape shape;
  shape.mixesVariables = shape.hasUnknown = shape.hasConditions = true;
  checkNests(32, shape, /*isExact=*/false);
}

/// What makes loops with a test, and loops of blocks, of all others.
static const char *toWhile = "func.func(lower-affine,scf-for-to-while)";
static const char *toBlocks = "func.func(lower-affine),convert-scf-to-cf";
static const char *toFewBlocks =
    "func.func(lower-affine),convert-scf-to-cf,canonicalize";

TEST_CASE("the worst run of nested loops with a test attains the bounds",
          "[iterations][random]") {
  NestShape shape;
  shape.returnsAll = true;
  checkNests(34, shape, /*isExact=*/true, toWhile);
  checkNests(38, shape, /*isExact=*/true, toBlocks);
  shape.hasConditions = true;
  checkNests(35, shape, /*isExact=*/true, toWhile);
  checkNests(39, shape, /*isExact=*/true, toBlocks);
}

TEST_CASE("no run of nested loops with a test passes the bounds",
          "[iterations][random]") {
  NestShape shape;
  shape.mixesVariables = shape.hasUnknown = shape.hasConditions = true;
  shape.returnsAll = true;
  checkNests(36, shape, /*isExact=*/false, toWhile);
  checkNests(37, shape, /*isExact=*/false, toBlocks);
  // Then branches pass values on, too.
  checkNests(40, shape, /*isExact=*/false, toFewBlocks);
}

/// A loop of two iterations from %a, or to another bound, in which conditions
/// are loaded, with this body, whose last value is %w.
static std::string makeConditional(llvm::StringRef body,
                                   llvm::StringRef carried = "%v",
                                   llvm::StringRef end = "%c2") {
  return ("func.func @f(%x: i5, %flags: memref<2xi1>, %numbers: "
          "memref<2xindex>, %o: index) {\n"
          "%a = noisy.encode %x : i5 -> !noisy.i32\n"
          "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
          "%c2 = arith.constant 2 : index\n%c3 = arith.constant 3 : index\n"
          "%c4 = arith.constant 4 : index\n"
          "%r = scf.for %i = %c0 to " +
          end + " step %c1 iter_args(" + carried +
          " = %a) -> !noisy.i32 {\n"
          "%p = memref.load %flags[%i] : memref<2xi1>\n"
          "%n = memref.load %numbers[%i] : memref<2xindex>\n" +
          body + "scf.yield %w : !noisy.i32\n}\nreturn\n}\n")
      .str();
}

TEST_CASE("a condition in a loop decides alike in one iteration, not in all",
          "[iterations]") {
  Program same(makeConditional(R"(
    %m = noisy.mul %a, %a : !noisy.i32
    %u = arith.select %p, %m, %a : !noisy.i32
    %w = scf.if %p -> !noisy.i32 {
      scf.yield %u : !noisy.i32
    } else {
      %z = noisy.mul %u, %a : !noisy.i32
      scf.yield %z : !noisy.i32
    }
)"));
  CHECK(same.bound("%z") == 24);
  CHECK(same.bound("%r") == 24);
  CHECK(same.findings() == "");
  // The first iteration may have another content than the second one.
  Program other(makeConditional(R"(
    %u = scf.if %p -> !noisy.i32 {
      %s = noisy.scale %v by 16 : !noisy.i32
      scf.yield %s : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    %w = scf.if %p -> !noisy.i32 {
      scf.yield %u : !noisy.i32
    } else {
      %t = noisy.scale %u by 64 : !noisy.i32
      scf.yield %t : !noisy.i32
    }
)"));
  CHECK(other.bound("%s") == 12 + 6 + 4);
  CHECK(other.bound("%r") == 12 + 6 + 6);
}

TEST_CASE("a condition of an outer loop decides alike in all iterations of "
          "inner ones",
          "[iterations]") {
  Program program(makeConditional(R"(
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %a) -> !noisy.i32 {
      %1 = noisy.add %u, %u : !noisy.i32
      %2 = noisy.reduce_noise %u : !noisy.i32
      %3 = arith.select %p, %1, %2 : !noisy.i32
      scf.yield %3 : !noisy.i32
    }
    %z = noisy.mul %s, %a : !noisy.i32
    %w = arith.select %p, %a, %z : !noisy.i32
)"));
  CHECK(program.bound("%s") == 16);
  CHECK(program.bound("%z") == 28);
  CHECK(program.bound("%r") == 24);
  CHECK(program.bound("%w") == 24);
}

TEST_CASE(
    "conditions of a loop of blocks, and of one with a test, decide alike",
    "[iterations]") {
  Program blocks(makeConditional(R"(
    %m = noisy.mul %a, %a : !noisy.i32
    %u = arith.select %p, %m, %a : !noisy.i32
    %w = scf.if %p -> !noisy.i32 {
      scf.yield %u : !noisy.i32
    } else {
      %z = noisy.mul %u, %a : !noisy.i32
      scf.yield %z : !noisy.i32
    }
)"));
  REQUIRE(blocks.run("func.func(convert-scf-to-cf)"));
  NoiseFacts facts = NoiseFacts::compute(blocks.module());
  CHECK(facts.getFindings().empty());
  Program tested(withFresh(R"(
    %m = noisy.mul %a, %a : !noisy.i32
    %r:2 = scf.while (%i = %c0, %v = %a) : (index, !noisy.i32)
        -> (index, !noisy.i32) {
      %o = arith.cmpi slt, %i, %c4 : index
      scf.condition(%o) %i, %v : index, !noisy.i32
    } do {
    ^bb0(%i: index, %v: !noisy.i32):
      %k = arith.addi %i, %n : index
      %q = arith.cmpi ult, %k, %c2 : index
      %u = arith.select %q, %m, %a : !noisy.i32
      %z = noisy.mul %u, %a : !noisy.i32
      %w = arith.select %q, %u, %z : !noisy.i32
      %j = arith.addi %i, %c1 : index
      scf.yield %j, %w : index, !noisy.i32
    })"));
  CHECK(tested.bound("%w") == 24);
  CHECK(tested.bound("%r#1") == 24);
}

namespace {
/// Bodies in which a truth value and a number decide.
class BodyMaker {
public:
  explicit BodyMaker(std::mt19937 &random) : random(random) {}

  std::string make() {
    for (const char *line : {"%o1 = arith.cmpi slt, %n, %c2 : index\n",
                             "%o2 = arith.cmpi uge, %n, %c4 : index\n",
                             "%o3 = arith.cmpi eq, %n, %c3 : index\n",
                             "%o4 = arith.andi %p, %o1 : i1\n"})
      text += line;
    std::vector<std::string> values = {"%v", "%a"};
    for (unsigned i = 0; i < 3 + random() % 5; ++i)
      addValue(values, 1);
    text += "%w = noisy.add " + values.back() + ", " + pick(values) +
            " : !noisy.i32\n";
    return text;
  }

private:
  const std::string &pick(const std::vector<std::string> &list) {
    return list[random() % list.size()];
  }
  void addValue(std::vector<std::string> &values, unsigned depth) {
    static const std::vector<std::string> conditions = {"%p", "%o1", "%o2",
                                                        "%o3", "%o4"};
    std::string name = "%b" + std::to_string(count++);
    switch (random() % 6) {
    case 0:
      text += name + " = noisy.scale " + pick(values) + " by 8 : !noisy.i32\n";
      break;
    case 1:
      text +=
          name + " = noisy.reduce_noise " + pick(values) + " : !noisy.i32\n";
      break;
    case 2:
      text += name + " = noisy.add " + pick(values) + ", " + pick(values) +
              " : !noisy.i32\n";
      break;
    default:
      if (depth == 0 || random() % 2) {
        text += name + " = arith.select " + pick(conditions) + ", " +
                pick(values) + ", " + pick(values) + " : !noisy.i32\n";
        break;
      }
      text += name + " = scf.if " + pick(conditions) + " -> !noisy.i32 {\n";
      for (const char *end : {"} else {\n", "}\n"}) {
        std::vector<std::string> inner = values;
        addValue(inner, depth - 1);
        text += "scf.yield " + pick(inner) + " : !noisy.i32\n" + end;
      }
    }
    values.push_back(name);
  }

  std::mt19937 &random;
  std::string text;
  unsigned count = 0;
};
} // namespace

TEST_CASE("the bound of a loop with conditions is that of the worst iterations",
          "[iterations][random]") {
  std::mt19937 random(randomSeed(61));
  // The most noise after an iteration that begins with `bits`.
  auto findWorst = [](const std::string &body, unsigned bits) {
    unsigned worst = 0;
    for (bool p : {false, true})
      for (int n : {-1, 0, 2, 3, 5}) {
        Program program(withFresh(
            "%v = noisy.scale %a by " + std::to_string(1ll << (bits - 12)) +
            " : !noisy.i32\n%c3 = arith.constant 3 : index\n%q = "
            "arith.constant " +
            (p ? "true" : "false") + "\n%k = arith.constant " +
            std::to_string(n) + " : index\n" +
            std::regex_replace(
                std::regex_replace(body, std::regex("%n\\b"), "%k"),
                std::regex("%p\\b"), "%q")));
        REQUIRE(program.isParsed());
        worst = std::max(worst, program.bound("%w").getBits());
      }
    return worst;
  };
  for (unsigned i = 0; i < 120; ++i) {
    std::string body = BodyMaker(random).make();
    Program program(makeConditional(body));
    CAPTURE(body, program.diagnostics());
    REQUIRE(program.isParsed());
    unsigned first = findWorst(body, 12);
    if (first < 12 || first > 60)
      continue;
    CHECK(program.bound("%r") == int(findWorst(body, first)));
    countChecked("noise of loops with conditions, against each content");
    // Of a loop of unknown length, after any number of iterations.
    unsigned most = 12, next = first;
    for (unsigned i = 0; i < 4 && next > most; ++i) {
      most = next;
      next = findWorst(body, most);
    }
    if (next > most)
      continue; // it may grow without end
    Program open(makeConditional(body, "%v", "%o"));
    CHECK(open.bound("%r") == int(most));
  }
}

TEST_CASE("conditions decide alike in a loop of unknown length",
          "[iterations]") {
  // Where it is not reduced, nothing was added.
  const std::string body = R"(
    %s = scf.if %p -> !noisy.i32 {
      %t = noisy.add %v, %a : !noisy.i32
      scf.yield %t : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    %w = scf.if %p -> !noisy.i32 {
      %t = noisy.reduce_noise %s : !noisy.i32
      scf.yield %t : !noisy.i32
    } else {
      scf.yield %s : !noisy.i32
    }
)";
  Program program(makeConditional(body, "%v", "%o"));
  INFO(program.diagnostics());
  CHECK(program.bound("%r") == 12);
  CHECK(program.bound("%s") == 13);
  CHECK(program.findings() == "");
  // A loop that grows all the same.
  std::string growing = body;
  growing.replace(growing.find("reduce_noise %s"), 15, "add %s, %a");
  Program endless(makeConditional(growing, "%v", "%o"));
  CHECK(endless.bound("%r") == unbounded);
  CHECK(endless.findings() == "unbounded %v");
  // It grows by one bit in two iterations, which is not past the cap after as
  // many iterations as that has bits.
  Program slow(R"(
  func.func @f(%a: !noisy.i32, %o: index, %p: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:2 = scf.for %i = %c0 to %o step %c1 iter_args(%v = %a, %u = %a)
        -> (!noisy.i32, !noisy.i32) {
      %q = "my.any"() : () -> i1
      %s = noisy.add %v, %a : !noisy.i32
      %w = arith.select %q, %s, %v : !noisy.i32
      %t = arith.select %q, %w, %a : !noisy.i32
      scf.yield %u, %t : !noisy.i32, !noisy.i32
    }
    return
  })");
  INFO(slow.diagnostics());
  CHECK(slow.bound("%r#0") == unbounded);
  CHECK(slow.bound("%r#1") == unbounded);
  // What is in a buffer out of sight may be of any iteration.
  Program memory(makeConditional(body + R"(
    %m = "my.buffer"() : () -> memref<!noisy.i32>
    memref.store %w, %m[] : memref<!noisy.i32>
)",
                                 "%v", "%o"));
  CHECK(memory.bound("%r") == unbounded);
}

TEST_CASE(
    "a loop with a test and of unknown length, in which conditions decide "
    "alike",
    "[iterations]") {
  Program program(withFresh(R"(
    %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
      %q = "my.any"() : () -> i1
      %h = noisy.add %v, %a : !noisy.i32
      scf.condition(%q) %h : !noisy.i32
    } do {
    ^bb0(%u: !noisy.i32):
      %k = "my.any"() : () -> i1
      %m = arith.select %k, %u, %a : !noisy.i32
      %t = noisy.reduce_noise %m : !noisy.i32
      %w = arith.select %k, %t, %m : !noisy.i32
      scf.yield %w : !noisy.i32
    })"));
  INFO(program.diagnostics());
  CHECK(program.bound("%u") == 13);
  CHECK(program.bound("%w") == 12);
  CHECK(program.bound("%r") == 13);
}

TEST_CASE("conditions decide alike for what is in memory", "[iterations]") {
  // Where it is not reduced, nothing was added.
  auto make = [](const std::string &end, const std::string &second) {
    return R"(
  func.func private @more(%m: memref<!noisy.i32>, %u: !noisy.i32) {
    %k = memref.load %m[] : memref<!noisy.i32>
    %s = noisy.add %k, %u : !noisy.i32
    memref.store %s, %m[] : memref<!noisy.i32>
    return
  }
)" +
           withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    scf.for %i = %c0 to )" +
                     end + R"( step %c1 {
      %q = "my.any"() : () -> i1
      %o = "my.any"() : () -> i1
      scf.if %q {
        func.call @more(%m, %a) : (memref<!noisy.i32>, !noisy.i32) -> ()
      }
      scf.if )" + second +
                     R"( {
        %l = memref.load %m[] : memref<!noisy.i32>
        %t = noisy.reduce_noise %l : !noisy.i32
        memref.store %t, %m[] : memref<!noisy.i32>
      }
    }
    %z = memref.load %m[] : memref<!noisy.i32>
)");
  };
  Program open(make("%n", "%q"));
  INFO(open.diagnostics());
  CHECK(open.bound("%z") == 12);
  CHECK(open.bound("%l") == 13);
  CHECK(open.findings() == "");
  Program counted(make("%c4", "%q"));
  CHECK(counted.bound("%z") == 12);
  Program others(make("%n", "%o"));
  CHECK(others.bound("%z") == unbounded);
  Program countedOthers(make("%c4", "%o"));
  CHECK(countedOthers.bound("%z") == 16);
}

TEST_CASE("conditions decide alike in what a loop of unknown length calls",
          "[iterations]") {
  auto make = [](const std::string &condition) {
    return R"(
  func.func private @step(%x: !noisy.i32, %q: i1) -> !noisy.i32 {
    %y = scf.if %q -> !noisy.i32 {
      %s = noisy.add %x, %x : !noisy.i32
      scf.yield %s : !noisy.i32
    } else {
      scf.yield %x : !noisy.i32
    }
    return %y : !noisy.i32
  }
)" + withFresh(R"(
    %k = arith.index_castui %x : i5 to index
    %j = arith.xori %k, %n : index
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %w = %a)
        -> (!noisy.i32, !noisy.i32) {
      %1 = arith.cmpi eq, %i, %k : index
      %2 = arith.cmpi eq, %i, %j : index
      %o = func.call @step(%w, %1) : (!noisy.i32, i1) -> !noisy.i32
      %u = func.call @step(%v, %1) : (!noisy.i32, i1) -> !noisy.i32
      %t = scf.if )" +
               condition + R"( -> !noisy.i32 {
        %l = noisy.reduce_noise %o : !noisy.i32
        scf.yield %l : !noisy.i32
      } else {
        scf.yield %u : !noisy.i32
      }
      scf.yield %t, %u : !noisy.i32, !noisy.i32
    }
)");
  };
  Program same(make("%1"));
  INFO(same.diagnostics());
  CHECK(same.bound("%r#0") == 12);
  CHECK(same.bound("%r#1") == 13);
  CHECK(same.bound("%o") == 14);
  Program other(make("%2"));
  CHECK(other.bound("%r#0") == unbounded);
}

TEST_CASE("integers that repeat only after some iterations are told apart",
          "[iterations]") {
  // Five is where the counter stays: three comes once.
  Program saturating(R"(
func.func @f(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %n = arith.constant 20 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %x = %c0) -> (!noisy.i32, index) {
    %q = arith.cmpi eq, %x, %c3 : index
    %w = scf.if %q -> !noisy.i32 {
      %t = noisy.mul %v, %v : !noisy.i32
      %t2 = noisy.mul %t, %t : !noisy.i32
      scf.yield %t2 : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    %x1 = arith.addi %x, %c1 : index
    %x2 = arith.minui %x1, %c5 : index
    scf.yield %w, %x2 : !noisy.i32, index
  }
  return %r#0 : !noisy.i32
}
)");
  INFO(saturating.diagnostics());
  CHECK(saturating.bound("%r#0") == 48);
  // The second flag holds in the third iteration alone.
  Program flags(R"(
func.func @f(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %true = arith.constant true
  %false = arith.constant false
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %p = %true, %p1 = %false, %p2=%false) -> (!noisy.i32, i1, i1, i1) {
    %w = scf.if %p2 -> !noisy.i32 {
      %t = noisy.mul %v, %v : !noisy.i32
      scf.yield %t : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    scf.yield %w, %false, %p, %p1 : !noisy.i32, i1, i1, i1
  }
  return %r#0 : !noisy.i32
}
)");
  INFO(flags.diagnostics());
  CHECK(flags.bound("%r#0") == 24);
}

TEST_CASE("a loop with a test is counted in each iteration around it",
          "[iterations]") {
  // 30 iterations where the step is 1, in the last iteration.
  Program program(R"(
func.func @f(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c30 = arith.constant 30 : index
  %c40 = arith.constant 40 : index
  %n = arith.constant 40 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> (!noisy.i32) {
    %m0 = arith.remui %i, %c4 : index
    %m = arith.muli %m0, %c16 : index
    %s = arith.subi %c40, %i : index
    %e = noisy.reduce_noise %v : !noisy.i32
    %w:3 = scf.while (%x = %e, %k = %c0, %l = %c0) : (!noisy.i32, index, index) -> (!noisy.i32, index, index) {
      %q0 = arith.cmpi slt, %k, %m : index
      %q1 = arith.cmpi slt, %l, %c30 : index
      %q = arith.andi %q1, %q0 : i1
      scf.condition(%q) %x, %k, %l : !noisy.i32, index, index
    } do {
    ^bb0(%x: !noisy.i32, %k: index, %l: index):
      %y = noisy.scale %x by 4 : !noisy.i32
      %k1 = arith.addi %k, %s : index
      %l1 = arith.addi %l, %c1 : index
      scf.yield %y, %k1, %l1 : !noisy.i32, index, index
    }
    scf.yield %w#0 : !noisy.i32
  }
  return %r : !noisy.i32
}
)");
  INFO(program.diagnostics());
  CHECK(program.bound("%r") == 72);
}
