//===- NoiseSolverCyclesTest.cpp - Values that depend on each other -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseFacts.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A loop of unknown length that carries %v, from %a on.
static std::string loop(std::string body) {
  return withFresh("%r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) "
                   "-> !noisy.i32 {\n" +
                   body + "\n}");
}

//===----------------------------------------------------------------------===//
// Loops that grow
//===----------------------------------------------------------------------===//

TEST_CASE("each addition is a bit per turn") {
  Program program(loop(R"(
    %1 = noisy.add %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.findings() == "unbounded %v by 1");
}

TEST_CASE("a multiplication with a fresh value is twelve bits per turn") {
  Program program(loop(R"(
    %1 = noisy.mul %v, %b : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.findings() == "unbounded %v by 12");
}

TEST_CASE("a square has no gain that is one number") {
  Program program(loop(R"(
    %1 = noisy.mul %v, %v : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.findings() == "unbounded %v");
}

TEST_CASE("a factor grows by its size") {
  Program program(loop(R"(
    %1 = noisy.scale %v by 5 : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.findings() == "unbounded %v by 3");
}

TEST_CASE("blocks that branch back grow as loops do") {
  Program program(R"(
    func.func @f(%x: i5, %p: i1) -> !noisy.i32 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      cf.br ^head(%a : !noisy.i32)
    ^head(%v: !noisy.i32):
      cf.cond_br %p, ^body(%v : !noisy.i32), ^end(%v : !noisy.i32)
    ^body(%w: !noisy.i32):
      %1 = noisy.add %w, %a : !noisy.i32
      cf.br ^head(%1 : !noisy.i32)
    ^end(%e: !noisy.i32):
      return %e : !noisy.i32
    })");
  CHECK(program.bound("%v") == unbounded);
  CHECK(program.bound("%e") == unbounded);
  CHECK(program.findings() == "unbounded %v by 1");
}

TEST_CASE("scf.while grows through both of its regions") {
  Program program(withFresh(R"(
    %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.condition(%p) %1 : !noisy.i32
    } do {
    ^bb0(%w: !noisy.i32):
      %2 = noisy.add %w, %b : !noisy.i32
      scf.yield %2 : !noisy.i32
    })"));
  CHECK(program.bound("%r") == unbounded);
  CHECK(program.findings() == "unbounded %v by 2");
}

TEST_CASE("two values that pass each other on grow together, reported once") {
  Program program(withFresh(R"(
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %w = %b)
        -> (!noisy.i32, !noisy.i32) {
      %1 = noisy.add %w, %b : !noisy.i32
      scf.yield %1, %v : !noisy.i32, !noisy.i32
    })"));
  CHECK(program.bound("%r#0") == unbounded);
  CHECK(program.bound("%r#1") == unbounded);
  CHECK(program.findings() == "unbounded %v by 1");
}

TEST_CASE(
    "two loops that grow are two findings, what depends on them is none") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    }
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%w = %a) -> !noisy.i32 {
      %2 = noisy.add %w, %r : !noisy.i32
      scf.yield %2 : !noisy.i32
    }
    %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %r) -> !noisy.i32 {
      scf.yield %u : !noisy.i32
    })"));
  CHECK(program.bound("%t") == unbounded);
  CHECK_THAT(program.findings(), Catch::StartsWith("unbounded %v by 1\n"
                                                   "unbounded %w"));
  CHECK(program.facts().getFindings().size() == 2);
}

TEST_CASE("a recursion grows with each call") {
  Program program(R"(
    func.func private @rec(%v: !noisy.i32, %p: i1) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      cf.cond_br %p, ^end(%w : !noisy.i32), ^again
    ^again:
      %r = call @rec(%w, %p) : (!noisy.i32, i1) -> !noisy.i32
      cf.br ^end(%r : !noisy.i32)
    ^end(%e: !noisy.i32):
      return %e : !noisy.i32
    }
    func.func @f(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = call @rec(%a, %p) : (!noisy.i32, i1) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%v") == unbounded);
  CHECK(program.bound("@f %r") == unbounded);
  CHECK(program.findings() == "unbounded %v by 1");
}

TEST_CASE("a result that grows without an argument is found as well") {
  Program program(R"(
    func.func private @rec(%x: i5, %p: i1) -> !noisy.i32 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %1 = scf.if %p -> !noisy.i32 {
        %r = func.call @rec(%x, %p) : (i5, i1) -> !noisy.i32
        %2 = noisy.add %r, %a : !noisy.i32
        scf.yield %2 : !noisy.i32
      } else {
        scf.yield %a : !noisy.i32
      }
      return %1 : !noisy.i32
    })");
  CHECK(program.bound("%1") == unbounded);
  CHECK(program.facts().getFindings().size() == 1);
}

//===----------------------------------------------------------------------===//
// Loops that do not
//===----------------------------------------------------------------------===//

TEST_CASE("a factor of 1 passes on, without gain") {
  Program program(loop(R"(
    %1 = noisy.scale %v by 1 : !noisy.i32
    scf.yield %1 : !noisy.i32)"));
  CHECK(program.bound("%r") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("a reduction on the way round ends the growth") {
  Program program(loop(R"(
    %1 = noisy.mul %v, %b : !noisy.i32
    %2 = noisy.reduce_noise %1 : !noisy.i32
    %3 = noisy.add %2, %b : !noisy.i32
    scf.yield %3 : !noisy.i32)"));
  CHECK(program.bound("%v") == 13);
  CHECK(program.bound("%1") == 25);
  CHECK(program.bound("%r") == 13);
  CHECK(program.findings() == "");
}

TEST_CASE("a contract on the way round ends the growth") {
  Program program(R"(
    func.func private @g(!noisy.i32) -> (!noisy.i32 {noisy.bound = 14 : i64})
    func.func @f(%x: i5, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @g(%v) : (!noisy.i32) -> !noisy.i32
        %2 = noisy.add %1, %a : !noisy.i32
        scf.yield %2 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%r") == 15);
  CHECK(program.findings() == "");
}

TEST_CASE("a value that changes once and settles is no growth") {
  // Ten values, each taking over from the one before, turn after turn.
  std::string inits, yields, types;
  for (int i = 0; i < 10; ++i) {
    std::string comma = i == 0 ? "" : ", ";
    inits += comma + "%v" + std::to_string(i) + " = %a";
    yields += comma + (i == 0 ? "%m" : "%v" + std::to_string(i - 1));
    types += comma + "!noisy.i32";
  }
  Program program(
      withFresh("%m = noisy.mul %a, %b : !noisy.i32\n"
                "%r:10 = scf.for %i = %c0 to %n step %c1 iter_args(" +
                inits + ") -> (" + types + ") {\n  scf.yield " + yields +
                " : " + types + "\n}"));
  CHECK(program.bound("%v9") == 24);
  CHECK(program.bound("%r#9") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a merge of two values, one more, passed on is no loop") {
  // The stock analysis widens here, because the value changes twice.
  Program program(R"(
    func.func @f(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.add %a, %a : !noisy.i32
      cf.cond_br %p, ^one(%a : !noisy.i32), ^one(%m : !noisy.i32)
    ^one(%v: !noisy.i32):
      %1 = noisy.add %v, %a : !noisy.i32
      cf.br ^two(%1 : !noisy.i32)
    ^two(%w: !noisy.i32):
      return
    })");
  CHECK(program.bound("%v") == 13);
  CHECK(program.bound("%w") == 14);
}

TEST_CASE("a circle through a loop of known trip count grows") {
  Program program(withFresh(R"(
    %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
      scf.condition(%p) %v : !noisy.i32
    } do {
    ^bb0(%w: !noisy.i32):
      %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %w) -> !noisy.i32 {
        %1 = noisy.add %u, %b : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      scf.yield %s : !noisy.i32
    })"));
  CHECK(program.bound("%v") == unbounded);
  CHECK(program.bound("%u") == unbounded);
  CHECK(program.bound("%r") == unbounded);
  CHECK(program.findings() == "unbounded %v by 4");
}

TEST_CASE("a circle through a loop of known trip count that does not grow") {
  Program program(withFresh(R"(
    %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
      scf.condition(%p) %v : !noisy.i32
    } do {
    ^bb0(%w: !noisy.i32):
      %s:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %w, %t = %a)
          -> (!noisy.i32, !noisy.i32) {
        %1 = noisy.add %t, %b : !noisy.i32
        scf.yield %u, %1 : !noisy.i32, !noisy.i32
      }
      scf.yield %s#0 : !noisy.i32
    }
    %q = scf.while (%v2 = %a) : (!noisy.i32) -> !noisy.i32 {
      scf.condition(%p) %v2 : !noisy.i32
    } do {
    ^bb0(%w2: !noisy.i32):
      %s2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%u2 = %w2)
          -> !noisy.i32 {
        %1 = noisy.add %u2, %b : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      %e = noisy.reduce_noise %s2 : !noisy.i32
      scf.yield %e : !noisy.i32
    })"));
  CHECK(program.bound("%u") == 12);
  CHECK(program.bound("%t") == 15);
  CHECK(program.bound("%s#1") == 16);
  CHECK(program.bound("%r") == 12);
  CHECK(program.bound("%s2") == 16);
  CHECK(program.bound("%u2") == 15);
  CHECK(program.bound("%q") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("a recursion through the turns of a loop grows") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = noisy.add %w, %v : !noisy.i32
        scf.if %p {
          func.call @g(%1, %p) : (!noisy.i32, i1) -> ()
        }
        scf.yield %1 : !noisy.i32
      }
      return
    }
    func.func @f(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      call @g(%a, %p) : (!noisy.i32, i1) -> ()
      return
    })");
  CHECK(program.bound("%v") == unbounded);
  CHECK(program.bound("%1") == unbounded);
  CHECK(program.facts().getFindings().size() == 1);
}

TEST_CASE("what never begins is not known") {
  // A call that never returns: nothing comes from it, and nothing is safe.
  Program program(R"(
    func.func private @never(%x: i5) -> !noisy.i32 {
      %r = call @never(%x) : (i5) -> !noisy.i32
      return %r : !noisy.i32
    }
    func.func @f(%x: i5) {
      %a = call @never(%x) : (i5) -> !noisy.i32
      %b = noisy.add %a, %a : !noisy.i32
      return
    })");
  CHECK(program.bound("%r") == unknown);
  CHECK(program.bound("%a") == unknown);
  CHECK(program.bound("%b") == unknown);
  CHECK_FALSE(program.facts().getFindings().empty());
}

TEST_CASE("growth is found behind bounds however large") {
  Program fresh(R"(
    module attributes {noisy.model =
                           #noisy.model<initial = 40000, max = 65000>} {
      func.func @f(%x: i5, %n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %a = noisy.encode %x : i5 -> !noisy.i32
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
          %s = noisy.add %v, %a : !noisy.i32
          scf.yield %s : !noisy.i32
        }
        return
      }
    })");
  CHECK(fresh.bound("%r") == unbounded);

  Program contract(R"(
    module attributes {noisy.model = #noisy.model<initial = 1, max = 65535>} {
      func.func private @big() -> (!noisy.i32 {noisy.bound = 40000 : i64})
      func.func @f(%x: i5, %n: index, %p: i1) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %a = noisy.encode %x : i5 -> !noisy.i32
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
          %t = affine.for %k = 0 to 2 iter_args(%w = %v) -> !noisy.i32 {
            %g = func.call @big() : () -> !noisy.i32
            %s = noisy.add %w, %a : !noisy.i32
            %m = arith.select %p, %g, %s : !noisy.i32
            affine.yield %m : !noisy.i32
          }
          scf.yield %t : !noisy.i32
        }
        return
      }
    })");
  CHECK(contract.bound("%r") == unbounded);
  CHECK(contract.bound("%w") == unbounded);
}

TEST_CASE("what is unknown and grows is unknown, and both are reported") {
  Program program(withFresh(R"(
    %u = "strange.operation"() : () -> !noisy.i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %u) -> !noisy.i32 {
      %s = noisy.add %v, %a : !noisy.i32
      scf.yield %s : !noisy.i32
    })"));
  CHECK(program.bound("%r") == unknown);
  CHECK(program.findings() == "unknown %u\nunbounded %v");
}
