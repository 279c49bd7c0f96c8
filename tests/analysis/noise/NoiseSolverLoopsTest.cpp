//===- NoiseSolverLoopsTest.cpp - Loops of known trip count ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

  Program growingProgram(loop("1000000000000", R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(growingProgram.bound("%r") == moreThanCap);
  CHECK_THAT(growingProgram.findings(), Catch::StartsWith("overflow %1"));

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

TEST_CASE("an unknown value in the body makes the result unknown") {
  Program program(loop("2", R"(
    %u = "strange.operation"() : () -> !noisy.i32
    %1 = noisy.add %v, %u : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%r") == unknown);
  CHECK(program.findings() == "unknown %u");
}

//===----------------------------------------------------------------------===//
// Bodies of all kinds
//===----------------------------------------------------------------------===//

TEST_CASE("values in the body have their most of any turn, not of all") {
  // In no turn are both noisy: evaluated on what is carried in all turns
  // together, the product would have 48 bits.
  Program program(withFresh(R"(
    %m = noisy.scale %a by 4 : !noisy.i32
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a, %w = %m)
        -> (!noisy.i32, !noisy.i32) {
      %1 = noisy.mul %v, %w : !noisy.i32
      scf.yield %w, %v : !noisy.i32, !noisy.i32
    })"));
  CHECK(program.bound("%v") == 14);
  CHECK(program.bound("%w") == 14);
  CHECK(program.bound("%1") == 26);
  CHECK(program.findings() == "");
}

TEST_CASE("blocks and loops of unknown length may stand in the body") {
  Program program(loop("3", R"(
    %1 = scf.execute_region -> !noisy.i32 {
      cf.cond_br %p, ^one(%v : !noisy.i32), ^two(%v : !noisy.i32)
    ^one(%x1: !noisy.i32):
      %t = noisy.add %x1, %b : !noisy.i32
      cf.br ^two(%t : !noisy.i32)
    ^two(%x2: !noisy.i32):
      scf.yield %x2 : !noisy.i32
    }
    %2 = scf.while (%w = %1) : (!noisy.i32) -> !noisy.i32 {
      scf.condition(%p) %w : !noisy.i32
    } do {
    ^bb0(%u: !noisy.i32):
      %s = noisy.scale %u by 1 : !noisy.i32
      scf.yield %s : !noisy.i32
    }
    scf.yield %2 : !noisy.i32)"));
  CHECK(program.bound("%u") == 15);
  CHECK(program.bound("%r") == 15);
  CHECK(program.findings() == "");

  Program growingProgram(loop("3", R"(
    %2 = scf.for %j = %c0 to %n step %c1 iter_args(%w = %v) -> !noisy.i32 {
      %s = noisy.add %w, %b : !noisy.i32
      scf.yield %s : !noisy.i32
    }
    %3 = noisy.reduce_noise %2 : !noisy.i32
    scf.yield %3 : !noisy.i32)"));
  CHECK(growingProgram.bound("%w") == unbounded);
  CHECK(growingProgram.bound("%r") == 12);
  CHECK(growingProgram.findings() == "unbounded %w by 1");
}

TEST_CASE("a conditional in the body may have other results too") {
  Program program(loop("3", R"(
    %1:2 = scf.if %p -> (index, !noisy.i32) {
      %t = noisy.add %v, %b : !noisy.i32
      scf.yield %c1, %t : index, !noisy.i32
    } else {
      scf.yield %c0, %v : index, !noisy.i32
    }
    scf.yield %1#1 : !noisy.i32)"));
  CHECK(program.bound("%r") == 15);
}

TEST_CASE("what is never executed in the body does not count") {
  Program program(loop("3", R"(
    %no = arith.constant false
    %1 = scf.if %no -> !noisy.i32 {
      %t = noisy.mul %v, %v : !noisy.i32
      scf.yield %t : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%t") == unreachable);
  CHECK(program.bound("%r") == 12);
}

TEST_CASE("a stated range of the trip count bounds the noise") {
  Program program(withFresh(R"(
    %c3 = arith.constant 3 : index
    %turns = arith.maxsi %n, %c1 : index
    %some = arith.minui %turns, %c3 : index
    %r = scf.for %i = %c0 to %some step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    }
    %m = noisy.mul %a, %b : !noisy.i32
    %s = scf.for %i = %c0 to %some step %c1 iter_args(%w = %m) -> !noisy.i32 {
      scf.yield %a : !noisy.i32
    }
    %none = arith.minui %n, %c1 : index
    %t = scf.for %i = %c0 to %none step %c1 iter_args(%u = %m) -> !noisy.i32 {
      scf.yield %a : !noisy.i32
    })"));
  CHECK(program.bound("%v") == 14);
  CHECK(program.bound("%r") == 15);
  CHECK(program.bound("%s") == 12); // it turns once at least
  CHECK(program.bound("%t") == 24); // or it does not
}

TEST_CASE("an overflow in a reduction in a loop is reported there") {
  Program program(loop("6", R"(
    %y = scf.parallel (%j) = (%c0) to (%c4) step (%c1) init (%v) -> !noisy.i32 {
      scf.reduce(%a : !noisy.i32) {
      ^bb0(%l: !noisy.i32, %q: !noisy.i32):
        %s = noisy.add %l, %q : !noisy.i32
        scf.reduce.return %s : !noisy.i32
      }
    }
    scf.yield %y : !noisy.i32)"));
  CHECK(program.bound("%r") == 36);
  CHECK(program.findings() == "overflow %s 36");
}

//===----------------------------------------------------------------------===//
// Skipping
//===----------------------------------------------------------------------===//

TEST_CASE("loops of many turns take few steps, however they are nested") {
  Program program(loop("1000000", R"(
    %s = scf.for %j = %c0 to %turns step %c1 iter_args(%w = %v) -> !noisy.i32 {
      %1 = noisy.add %w, %b : !noisy.i32
      %2 = noisy.reduce_noise %1 : !noisy.i32
      scf.yield %2 : !noisy.i32
    }
    %t = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %v) -> !noisy.i32 {
      %3 = noisy.add %u, %s : !noisy.i32
      scf.yield %3 : !noisy.i32
    }
    scf.yield %t : !noisy.i32)"));
  CHECK(program.bound("%s") == 12);
  CHECK(program.bound("%r") == moreThanCap);
}

TEST_CASE("loops of two turns, one in the other, take few steps as well") {
  std::string text = "%v0 = noisy.add %a, %b : !noisy.i32\n";
  constexpr int depth = 100;
  for (int i = 1; i <= depth; ++i)
    text += "%r" + std::to_string(i) + " = affine.for %i" + std::to_string(i) +
            " = 0 to 2 iter_args(%v" + std::to_string(i) + " = %v" +
            std::to_string(i - 1) + ") -> !noisy.i32 {\n";
  text += "%red = noisy.reduce_noise %v" + std::to_string(depth) +
          " : !noisy.i32\n";
  for (int i = depth; i >= 1; --i)
    text += "affine.yield " +
            (i == depth ? std::string("%red") : "%r" + std::to_string(i + 1)) +
            " : !noisy.i32\n}\n";
  Program program(withFresh(text));
  CHECK(program.bound("%v1") == 13);
  CHECK(program.bound("%v100") == 13);
  CHECK(program.bound("%r1") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("the bounds of an affine loop may be symbols, and move together") {
  Program program(R"(
    func.func @f(%a: !noisy.i32, %n: index {noisy.range = [0, 3]}) {
      %r = affine.for %i = 0 to %n iter_args(%v = %a) -> !noisy.i32 {
        %s = affine.for %j = affine_map<(d0) -> (d0 * 4)>(%i)
            to affine_map<(d0) -> (d0 * 4 + 4)>(%i)
            iter_args(%w = %v) -> !noisy.i32 {
          %1 = noisy.add %w, %a : !noisy.i32
          affine.yield %1 : !noisy.i32
        }
        affine.yield %s : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%s") == 24);
  CHECK(program.bound("%r") == 24);
  CHECK(program.findings() == "");
}
