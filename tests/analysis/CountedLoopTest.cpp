//===- CountedLoopTest.cpp - Loops of known trip count, turn by turn ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/CountedLoop.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A loop from %c0 to `turns` that carries %v, from %a on.
static std::string loop(std::string turns, std::string body) {
  return withFresh("%turns = arith.constant " + turns +
                   " : index\n"
                   "%r = scf.for %i = %c0 to %turns step %c1 "
                   "iter_args(%v = %a) -> !noisy.i32 {\n" +
                   body + "\n}");
}

TEST_CASE("four turns that add once give exactly four bits") {
  Program program(loop("4", R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%v") == 15); // before the last turn
  CHECK(program.bound("%1") == 16);
  CHECK(program.bound("%r") == 16);
  CHECK(program.findings() == "");
}

TEST_CASE("no turns give the start, and a body that is never executed") {
  Program program(loop("0", R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%v") == unreachable);
  CHECK(program.bound("%1") == unreachable);
  CHECK(program.bound("%r") == 12);
}

TEST_CASE("turns multiply in nested loops") {
  Program program(loop("2", R"(
    %s = scf.for %j = %c0 to %c4 step %c2 iter_args(%w = %v) -> !noisy.i32 {
      %1 = noisy.mul %w, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    }
    scf.yield %s : !noisy.i32)"));
  CHECK(program.bound("%v") == 36);
  CHECK(program.bound("%r") == 60); // 12 + 2 * 2 * 12
  CHECK(program.findings() == "overflow %1 60");
}

TEST_CASE("what is carried can change places") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %turns = arith.constant 3 : index
    %r:2 = scf.for %i = %c0 to %turns step %c1 iter_args(%v = %a, %w = %m)
        -> (!noisy.i32, !noisy.i32) {
      scf.yield %w, %v : !noisy.i32, !noisy.i32
    })"));
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%w") == 24);
  CHECK(program.bound("%r#0") == 24);
  CHECK(program.bound("%r#1") == 12);
}

TEST_CASE("an overflow in some turn is found, though joins hide it") {
  // Joined over the turns, operand and result are above the limit both.
  Program program(loop("20", R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%v") == 31);
  CHECK(program.bound("%r") == 32);
  CHECK(program.findings() == "overflow %1 32");
  CHECK_FALSE(program.fact("%r").isSafe(26));
}

TEST_CASE("a reduction in the body holds in every turn") {
  Program program(loop("1000", R"(
    %1 = noisy.mul %v, %b : !noisy.i32
    %2 = noisy.reduce_noise %1 : !noisy.i32
    scf.yield %2 : !noisy.i32)"));
  CHECK(program.bound("%1") == 24);
  CHECK(program.bound("%r") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("many turns are skipped, or come to the cap") {
  Program steady(loop("1000000000000", R"(
    %1 = noisy.add %a, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(steady.bound("%r") == 13);
  CHECK(steady.findings() == "");

  Program growing(loop("1000000000000", R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(growing.bound("%r") == moreThanCap);
  CHECK_THAT(growing.findings(), Catch::StartsWith("overflow %1"));

  Program exact(loop("60000", R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(exact.bound("%r") == 60012);
}

TEST_CASE("conditionals, switches and selections are joined in each turn") {
  Program program(loop("3", R"(
    %1 = scf.if %p -> !noisy.i32 {
      %t = noisy.add %v, %b : !noisy.i32
      scf.yield %t : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    %2 = arith.select %p, %1, %a : !noisy.i32
    %3 = scf.index_switch %n -> !noisy.i32
    case 1 {
      %u = noisy.add %2, %b : !noisy.i32
      scf.yield %u : !noisy.i32
    }
    default {
      scf.yield %2 : !noisy.i32
    }
    scf.yield %3 : !noisy.i32)"));
  CHECK(program.bound("%r") == 18);
}

TEST_CASE("integers and floats may be carried along") {
  Program program(withFresh(R"(
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%k = %c0, %v = %a)
        -> (index, !noisy.i32) {
      %k1 = arith.addi %k, %c1 : index
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %k1, %1 : index, !noisy.i32
    })"));
  CHECK(program.bound("%r#1") == 16);
}

TEST_CASE("steps and bounds count as they do") {
  auto result = [](std::string lower, std::string upper, std::string step) {
    Program program(withFresh(
        "%l = arith.constant " + lower + " : index\n%u = arith.constant " +
        upper + " : index\n%s = arith.constant " + step +
        " : index\n"
        "%r = scf.for %i = %l to %u step %s iter_args(%v = %a) "
        "-> !noisy.i32 {\n"
        "  %1 = noisy.add %v, %b : !noisy.i32\n"
        "  scf.yield %1 : !noisy.i32\n}"));
    return program.bound("%r");
  };
  CHECK(result("0", "4", "1") == 16);
  CHECK(result("0", "5", "2") == 15);
  CHECK(result("-3", "3", "2") == 15);
  CHECK(result("4", "4", "1") == 12);
  CHECK(result("5", "4", "1") == 12);
  CHECK(result("0", "1", "9223372036854775807") == 13);
}

TEST_CASE("a step that is not positive counts nothing") {
  for (const char *step : {"0", "-1"}) {
    CAPTURE(step);
    Program program(withFresh("%s = arith.constant " + std::string(step) +
                              " : index\n" + R"(
      %r = scf.for %i = %c0 to %c4 step %s iter_args(%v = %a) -> !noisy.i32 {
        %1 = noisy.add %v, %b : !noisy.i32
        scf.yield %1 : !noisy.i32
      })"));
    CHECK(program.bound("%r") == unbounded);
  }
}

TEST_CASE("affine loops with constant bounds are counted") {
  Program program(withFresh(R"(
    %r = affine.for %i = 0 to 7 step 2 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      affine.yield %1 : !noisy.i32
    }
    %s = affine.for %i = 3 to 3 iter_args(%v0 = %a) -> !noisy.i32 {
      %2 = noisy.mul %v0, %v0 : !noisy.i32
      affine.yield %2 : !noisy.i32
    })"));
  CHECK(program.bound("%r") == 16);
  CHECK(program.bound("%s") == 12);
}

TEST_CASE("affine loops with other bounds are loops like any other") {
  Program program(withFresh(R"(
    %r = affine.for %i = 0 to %n iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      affine.yield %1 : !noisy.i32
    }
    %s = affine.for %i = 0 to min affine_map<(d0) -> (3, d0)>(%n)
        iter_args(%w = %a) -> !noisy.i32 {
      %2 = noisy.reduce_noise %w : !noisy.i32
      affine.yield %2 : !noisy.i32
    })"));
  CHECK(program.bound("%r") == unbounded);
  CHECK(program.bound("%s") == 12);
}

TEST_CASE("what cannot be run is a loop of unknown length, never a wrong one") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @f(%x: i5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @g(%v) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%r") == unbounded);
}

TEST_CASE("an unknown value in the body makes the result unknown") {
  Program program(loop("2", R"(
    %u = "strange.operation"() : () -> !noisy.i32
    %1 = noisy.add %v, %u : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%r") == unknown);
  CHECK(program.findings() == "unknown %u");
}

TEST_CASE("a counted loop tells its inputs and its trip count") {
  Program program(loop("3", R"(
    %1 = noisy.add %v, %c : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  auto op = cast<LoopLikeOpInterface>(program.value("%r").getDefiningOp());
  CHECK(getTripCount(op) == 3);
  auto counted = CountedLoop::get(op);
  REQUIRE(counted);
  CHECK(counted->getTripCount() == 3);
  CHECK(counted->inputs() ==
        ArrayRef<Value>{program.value("%a"), program.value("%c")});
  CHECK(counted->defines(program.value("%v")));
  CHECK(counted->defines(program.value("%r")));
  CHECK_FALSE(counted->defines(program.value("%1")));
  CHECK(counted->getYielded(program.value("%v")) == program.value("%1"));
  CHECK(counted->getYielded(program.value("%r")) == program.value("%1"));
  NoiseBound fresh = NoiseBound::bits(12);
  uint64_t steps = 1000;
  CHECK(*counted->evaluate(program.value("%r"), {fresh, fresh}, steps) == 15);
  CHECK(*counted->evaluate(program.value("%r"), {fresh, NoiseBound::bits(20)},
                           steps) == 23);
  CHECK(
      counted->findOverflows({fresh, NoiseBound::bits(24)}, 26, steps).size() ==
      1);
}
