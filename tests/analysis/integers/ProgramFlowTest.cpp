//===- ProgramFlowTest.cpp - What runs, and on which integers -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That nothing live is taken for dead is what safety rests on: dead code is
// never reported.
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("a branch on a decrypted value goes both ways", "[flow]") {
  Ranges ranges(R"(
    func.func private @f(%a: !noisy.i32) -> i8 {
      %c1 = arith.constant 1 : i8
      %p = noisy.decode %a : !noisy.i32 -> i1
      cf.cond_br %p, ^yes, ^no
    ^yes:
      %y = arith.addi %c1, %c1 : i8
      return %y : i8
    ^no:
      %n = arith.constant 5 : i8
      return %n : i8
    }
    func.func @g(%x: i5) -> i8 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = func.call @f(%a) : (!noisy.i32) -> i8
      return %r : i8
    })");
  CHECK(ranges.isLive("%y"));
  CHECK(ranges.isLive("%n"));
  CHECK(ranges("%p") == "any");
  CHECK(ranges("%y") == "[2, 2]");
  CHECK(ranges("%r") == "[2, 5]");
}

TEST_CASE("so does one on what an unknown operation makes of encrypted values",
          "[flow]") {
  Ranges ranges(R"(
    func.func @f(%a: !noisy.i32, %t: tensor<4x!noisy.i32>) {
      %p = "strange.compare"(%a, %t) : (!noisy.i32, tensor<4x!noisy.i32>) -> i1
      scf.if %p {
        %y = arith.constant 1 : i8
      } else {
        %n = arith.constant 2 : i8
      }
      %q = "strange.float"(%a) : (!noisy.i32) -> f32
      %c = arith.cmpf olt, %q, %q : f32
      scf.if %c {
        %v = arith.constant 1 : i8
      }
      return
    })");
  for (const char *name : {"%y", "%n", "%v"})
    CHECK(ranges.isLive(name));
}

TEST_CASE("so does one on what comes with encrypted values", "[flow]") {
  Ranges ranges(R"(
    func.func @f(%a: !noisy.i32, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %false = arith.constant false
      %true = arith.constant true
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %p = %false)
          -> (!noisy.i32, i1) {
        %1 = noisy.reduce_noise %v : !noisy.i32
        scf.yield %1, %true : !noisy.i32, i1
      }
      cf.cond_br %r#1, ^yes(%r#0 : !noisy.i32), ^no(%r#0 : !noisy.i32)
    ^yes(%y: !noisy.i32):
      return
    ^no(%z: !noisy.i32):
      return
    })");
  CHECK(ranges.isLive("%y"));
  CHECK(ranges.isLive("%z"));
}

TEST_CASE("a branch on a constant goes one way", "[flow]") {
  Ranges ranges(R"(
    func.func @f(%x: i8) {
      %c5 = arith.constant 5 : i8
      %c9 = arith.constant 9 : i8
      %r = arith.remui %x, %c5 : i8
      %p = arith.cmpi ult, %r, %c9 : i8
      cf.cond_br %p, ^yes, ^no
    ^yes:
      %y = arith.constant 1 : i8
      cf.br ^end(%y : i8)
    ^no:
      %n = arith.constant 2 : i8
      cf.br ^end(%n : i8)
    ^end(%e: i8):
      %f = arith.constant 1.0 : f32
      %g = arith.constant 2.0 : f32
      %q = arith.cmpf ogt, %f, %g : f32
      scf.if %q {
        %z = arith.constant 3 : i8
      }
      return
    })");
  CHECK(ranges("%r") == "[0, 4]");
  CHECK(ranges.isLive("%y"));
  CHECK_FALSE(ranges.isLive("%n"));
  CHECK(ranges("%e") == "[1, 1]");
  CHECK_FALSE(ranges.isLive("%z"));
}

TEST_CASE("private functions", "[flow]") {
  Ranges ranges(R"(
    module {
      func.func private @called(%x: i8) { return }
      func.func private @uncalled(%y: i8) { return }
      func.func private @recursive(%z: i8) {
        func.call @recursive(%z) : (i8) -> ()
        return
      }
      func.func private @left(%l: i8) {
        func.call @right(%l) : (i8) -> ()
        return
      }
      func.func private @right(%r: i8) {
        func.call @left(%r) : (i8) -> ()
        return
      }
      func.func private @dead(%d: i8) { return }
      func.func private @taken(%t: i8) { return }
      func.func @f() {
        %c1 = arith.constant 1 : i8
        %c2 = arith.constant 2 : i8
        %false = arith.constant false
        func.call @called(%c1) : (i8) -> ()
        func.call @called(%c2) : (i8) -> ()
        func.call @taken(%c2) : (i8) -> ()
        %g = func.constant @taken : (i8) -> ()
        scf.if %false {
          func.call @dead(%c1) : (i8) -> ()
        }
        return
      }
    })");
  CHECK(ranges("%x") == "[1, 2]");
  for (const char *name : {"%y", "%z", "%l", "%r", "%t"}) {
    CAPTURE(name);
    CHECK(ranges.isLive(name));
    CHECK(ranges(name) == "any");
  }
  CHECK_FALSE(ranges.isLive("%d"));
}

TEST_CASE("names of private functions in modules within", "[flow]") {
  // MLIR's dead code analysis looks them up in the wrong table.
  Ranges ranges(R"(
    module {
      module @inner {
        func.func private @taken(%x: i8) { return }
        func.func @f() {
          %c1 = arith.constant 1 : i8
          func.call @taken(%c1) : (i8) -> ()
          %g = func.constant @taken : (i8) -> ()
          %h = "strange.pass"(%g) : ((i8) -> ()) -> i8
          return
        }
      }
    })");
  CHECK(ranges.isLive("%x"));
  CHECK(ranges("%x") == "any");
}

TEST_CASE("functions that a call passes on", "[flow]") {
  Ranges ranges(R"(
    func.func private @g(%x: i8) { return }
    func.func private @h(%y: i8) { return }
    func.func private @apply(%z: i8) { return }
    func.func @f() {
      %c1 = arith.constant 1 : i8
      func.call @g(%c1) : (i8) -> ()
      func.call @h(%c1) : (i8) -> ()
      func.call @apply(%c1) {with = [@g]} : (i8) -> ()
      return
    })");
  CHECK(ranges("%x") == "any");
  CHECK(ranges("%y") == "[1, 1]");
  CHECK(ranges("%z") == "[1, 1]");
}

TEST_CASE("calls of what is not in sight", "[flow]") {
  Ranges ranges(R"(
    func.func private @external(i8) -> i8
    func.func @f(%g: () -> i8) {
      %c1 = arith.constant 1 : i8
      %a = func.call @external(%c1) : (i8) -> i8
      %b = func.call_indirect %g() : () -> i8
      return
    })");
  CHECK(ranges("%a") == "any");
  CHECK(ranges.isInitialized("%a"));
  CHECK(ranges("%b") == "any");
  CHECK(ranges.isInitialized("%b"));
}

TEST_CASE("functions that are called before they are gone through", "[flow]") {
  Ranges ranges(R"(
    func.func @f(%p: i1) {
      %c = arith.constant 7 : i8
      %a = func.call @g(%c) : (i8) -> i8
      %b = func.call @h() : () -> i8
      return
    }
    func.func private @g(%x: i8) -> i8 {
      %y = arith.addi %x, %x : i8
      return %y : i8
    }
    func.func private @h() -> i8 {
      %d = arith.constant 3 : i8
      %e = func.call @g(%d) : (i8) -> i8
      return %e : i8
    })");
  CHECK(ranges("%x") == "[3, 7]");
  CHECK(ranges("%a") == "[6, 14]");
  CHECK(ranges("%b") == "[6, 14]");
}

TEST_CASE("a function that never returns gives nothing", "[flow]") {
  Ranges ranges(R"(
    func.func private @forever() -> i8 {
      cf.br ^loop
    ^loop:
      cf.br ^loop
    }
    func.func @f() {
      %a = func.call @forever() : () -> i8
      return
    })");
  CHECK_FALSE(ranges.isInitialized("%a"));
  CHECK(ranges("%a") == "any");
}

TEST_CASE("operations that wait for each other", "[flow]") {
  // A region without order: nothing in the circle comes first.
  Ranges ranges(R"(
    "strange.holder"() ({
      %a = arith.addi %b, %b : i8
      %b = arith.addi %a, %a : i8
      %p = arith.cmpi eq, %a, %b : i8
      scf.if %p {
        %y = arith.constant 1 : i8
      }
      "strange.end"() : () -> ()
    }) : () -> ()
    module {
      %c = arith.addi %d, %d : i8
      %d = arith.addi %c, %c : i8
      %q = arith.cmpi eq, %c, %d : i8
      scf.if %q {
        %z = arith.constant 1 : i8
      }
    })");
  for (const char *name : {"%a", "%b", "%c", "%d"})
    CHECK(ranges.isInitialized(name));
  CHECK(ranges.isLive("%y"));
  CHECK(ranges.isLive("%z"));
}

TEST_CASE("operations that wait for each other to enter their regions",
          "[flow]") {
  Ranges ranges(R"(
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %half = arith.constant 0.5 : f32
    %to = scf.for %i = %zero to %to step %one iter_args(%n = %one) -> index {
      scf.yield %i : index
    }
    %float = scf.for %j = %zero to %one step %one iter_args(%m = %float)
        -> f32 {
      scf.yield %half : f32
    }
    %self = scf.if %self -> i1 {
      %x = arith.constant 1 : i8
      scf.yield %self : i1
    } else {
      %y = arith.constant 1 : i8
      scf.yield %self : i1
    }
    %block = scf.execute_region -> i8 {
      cf.br ^b(%block : i8)
    ^b(%a: i8):
      scf.yield %a : i8
    }
    %first = scf.if %second -> i1 {
      %z = arith.constant 1 : i8
      scf.yield %second : i1
    } else {
      scf.yield %second : i1
    }
    %second = scf.execute_region -> i1 {
      scf.yield %first : i1
    }
    func.func private @same(%p: i1) -> i1 {
      scf.if %p {
        %w = arith.constant 1 : i8
      }
      return %p : i1
    }
    %call = func.call @same(%call) : (i1) -> i1)");
  for (const char *name : {"%n", "%j", "%x", "%y", "%a", "%z", "%w"})
    CHECK(ranges.isLive(name));
  for (const char *name :
       {"%to", "%self", "%block", "%first", "%second", "%p", "%call"})
    CHECK(ranges(name) == "any");
}

TEST_CASE("an operation that waits for a constant behind it", "[flow]") {
  Ranges ranges(R"(
    %r = scf.if %p -> i8 {
      %x = arith.constant 1 : i8
      scf.yield %x : i8
    } else {
      %y = arith.constant 2 : i8
      scf.yield %y : i8
    }
    %p = arith.constant true)");
  CHECK(ranges("%r") == "[1, 1]");
  CHECK_FALSE(ranges.isLive("%y"));
}

TEST_CASE("regions whose ends do not say where control goes", "[flow]") {
  Ranges ranges(R"(
    func.func @f(%t: tensor<4xi8>, %n: index) {
      %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xi8> {
        %c1 = arith.constant 1 : i8
        %s = tensor.from_elements %c1 : tensor<1xi8>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %s into %o[%i] [1] [1]
              : tensor<1xi8> into tensor<4xi8>
        }
      }
      %c0 = arith.constant 0 : index
      %e = tensor.extract %r[%c0] : tensor<4xi8>
      %p = arith.trunci %e : i8 to i1
      scf.if %p {
        %y = arith.constant 1 : i8
      }
      return
    })");
  CHECK(ranges("%i") == "[0, 3]");
  CHECK(ranges("%e") == "any");
  CHECK(ranges.isInitialized("%e"));
  CHECK(ranges.isLive("%y"));
}

TEST_CASE("results that control flow does not give", "[flow]") {
  Ranges ranges(R"(
    func.func @f(%n: index, %x: i32) {
      %z = arith.constant 1.0 : f32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x, %z)
          -> (i32, f32) {
        scf.reduce(%x, %z : i32, f32) {
        ^bb0(%a: i32, %b: i32):
          %s = arith.addi %a, %b : i32
          scf.reduce.return %s : i32
        }, {
        ^bb0(%d: f32, %e: f32):
          %t = arith.addf %d, %e : f32
          scf.reduce.return %t : f32
        }
      }
      %p = arith.cmpi slt, %r#0, %x : i32
      scf.if %p {
        %y = arith.constant 1 : i8
      }
      %q = arith.cmpf ogt, %r#1, %z : f32
      scf.if %q {
        %w = arith.constant 1 : i8
      }
      return
    })");
  CHECK(ranges.isInitialized("%r#0"));
  CHECK(ranges.isInitialized("%s"));
  CHECK(ranges.isLive("%y"));
  CHECK(ranges.isLive("%w"));
}

TEST_CASE("a root that does not hold all that it uses", "[flow]") {
  Program program(R"(
    func.func @f(%n: index, %p: i1, %t: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %j = arith.addi %i, %n : index
        %q = arith.cmpf olt, %t, %t : f32
        scf.if %q {
          %y = arith.constant 1 : i8
        }
        scf.if %p {
          %z = arith.constant 1 : i8
        }
      }
      return
    })");
  REQUIRE(program.isParsed());
  Operation *loop = nullptr;
  program.module().walk([&](LoopLikeOpInterface op) { loop = op; });
  ProgramFlow flow(loop);
  REQUIRE(flow.isSolved());
  CHECK(flow.isLive(program.value("%j").getParentBlock()));
  CHECK(flow.isLive(program.value("%y").getParentBlock()));
  CHECK(flow.isLive(program.value("%z").getParentBlock()));
  CHECK(flow.getRange(program.value("%j")));
}

TEST_CASE("encrypted values get no states", "[flow]") {
  Ranges ranges(withFresh(R"(
    %1 = noisy.add %a, %b : !noisy.i32
    %2 = noisy.mul %1, %c : !noisy.i32
    %3 = tensor.from_elements %2, %1 : tensor<2x!noisy.i32>
    %4 = tensor.extract %3[%c0] : tensor<2x!noisy.i32>)"));
  DataFlowSolver &solver = ranges.flow->getSolver();
  for (const char *name : {"%a", "%1", "%2", "%3", "%4"}) {
    CAPTURE(name);
    Value value = ranges.program.value(name);
    CHECK_FALSE(
        solver.lookupState<dataflow::Lattice<dataflow::ConstantValue>>(value));
    CHECK_FALSE(ranges.flow->isReached(value));
    CHECK_FALSE(ranges.flow->getRange(value));
  }
}
