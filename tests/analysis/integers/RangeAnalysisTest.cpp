//===- RangeAnalysisTest.cpp - Integer ranges -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/RangeAnalysis.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

TEST_CASE("folders and transfer functions together", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %a = arith.subi %x, %x : i8
    %b = arith.cmpi eq, %x, %x : i8
    %d = arith.addi %a, %x : i8
    %c5 = arith.constant 5 : i8
    %e = arith.remui %x, %c5 : i8
    %g = arith.addi %a, %e : i8
    %t = arith.constant dense<[7, 9, 8]> : tensor<3xi8>
    %h = tensor.extract %t[%c1] : tensor<3xi8>
    %i = tensor.extract %t[%n] : tensor<3xi8>
    scf.if %b {
      %yes = arith.constant 1 : i8
    } else {
      %no = arith.constant 1 : i8
    }
    %u = arith.constant 1.0 : f32
    %v = arith.addf %u, %u : f32
    %w = arith.fptosi %v : f32 to i8
    %j = arith.constant 3 : i8
    %k = arith.sitofp %j : i8 to f32
    %l = arith.cmpf olt, %k, %v : f32)"));
  CHECK(ranges("%a") == "[0, 0]");
  CHECK(ranges("%b") == "[1, 1]");
  CHECK(ranges("%g") == "[0, 4]");
  CHECK(ranges("%h") == "[9, 9]");
  CHECK(ranges("%i") == "any");
  CHECK(ranges.isLive("%yes"));
  CHECK_FALSE(ranges.isLive("%no"));
  CHECK(ranges("%w") == "[2, 2]");
  CHECK(ranges("%l") == "[0, 0]");
}

TEST_CASE("what folds to a value that is no operand follows it", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
      %t = tensor.from_elements %a, %n : tensor<2xindex>
      %e = tensor.extract %t[%c0] : tensor<2xindex>
      %b = arith.addi %e, %c1 : index
      %m = arith.minsi %b, %c63 : index
      scf.yield %m : index
    })"));
  CHECK(ranges("%a") == "[0, 63]");
  CHECK(ranges("%e") == "[0, 63]");
}

TEST_CASE("division by zero, and beside the ends", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %least = arith.constant -9223372036854775808 : index
    %minus = arith.constant -1 : index
    %1 = arith.divui %n, %c0 : index
    %2 = arith.divsi %c1, %c0 : index
    %3 = arith.divsi %least, %minus : index
    %4 = arith.ceildivsi %n, %c0 : index
    %5 = arith.floordivsi %least, %minus : index
    %6 = arith.ceildivsi %least, %c4 : index
    %7 = index.ceildivs %least, %c4
    %8 = arith.remsi %n, %c0 : index
    %9 = index.remu %n, %c0
    %10 = arith.shli %n, %least : index
    %11 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%c1)
    %12 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%n)
    %13 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%n)[%c0]
    %14 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%n)[%n]
    %15 = affine.min affine_map<(d0) -> (d0 floordiv 0, 3)>(%n)
    %16 = affine.max affine_map<(d0) -> (d0 ceildiv 0, 3)>(%n)
    %17 = affine.max affine_map<(d0) -> (d0 floordiv -1)>(%least)
    %18:2 = affine.delinearize_index %n into (%c0, 3) : index, index
    %v = arith.constant dense<[1, 2]> : vector<2xi32>
    %19 = vector.extract %v[%minus] : i32 from vector<2xi32>
    %20 = vector.extract %v[%c4] : i32 from vector<2xi32>
    %21 = vector.insert %19, %v[%c63] : i32 into vector<2xi32>)"));
  // By definition -2^61; MLIR says 2^61.
  for (const char *name : {"%6", "%7"}) {
    CHECK(ranges.get(name).smin().getSExtValue() == -(int64_t(1) << 61));
    CHECK(ranges.get(name).smax().getSExtValue() == int64_t(1) << 61);
  }
  CHECK(ranges("%14") == "any");
  CHECK(ranges("%15") == "[-9223372036854775808, 3]");
  CHECK(ranges("%16") == "[3, 9223372036854775807]");
  CHECK(ranges("%19") == "[1, 2]");
}

//===----------------------------------------------------------------------===//
// Types and dialects
//===----------------------------------------------------------------------===//

TEST_CASE("integers of all widths", "[ranges]") {
  Ranges ranges(R"(
    func.func @f(%z: i0, %b: i1, %s: si8, %u: ui8, %w: i1024, %v: vector<4xi8>,
                 %t: tensor<?xindex>, %d: index) {
      %0 = arith.addi %z, %z : i0
      %1 = arith.addi %b, %b : i1
      %2 = "strange.operation"(%s, %u) : (si8, ui8) -> ui8
      %k = arith.constant 340282366920938463463374607431768211455 : i1024
      %3 = arith.remui %w, %k : i1024
      %4 = arith.muli %w, %w : i1024
      %5 = arith.extui %v : vector<4xi8> to vector<4xi128>
      %6 = vector.extract %5[0] : i128 from vector<4xi128>
      %7 = arith.minui %t, %t : tensor<?xindex>
      %8 = arith.index_castui %d : index to i1024
      %9 = vector.step : vector<8xindex>
      %10 = arith.andi %v, %v : vector<4xi8>
      return
    })");
  CHECK_FALSE(ranges.flow->getRange(ranges.program.value("%0")));
  CHECK(ranges("%1") == "any");
  CHECK(ranges("%2") == "any");
  CHECK(ranges("%3") == "[0, 340282366920938463463374607431768211454]");
  CHECK(ranges("%6") == "[0, 255]");
  CHECK(ranges("%8") == "[0, 18446744073709551615]");
  CHECK(ranges("%9") == "[0, 7]");
  CHECK(ranges("%10") == "any");
}

TEST_CASE("operands that are no integers are not waited for", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %m = "strange.memory"() : () -> memref<?x4xi8>
    %t = "strange.tensor"() : () -> tensor<?x4x!noisy.i32>
    %1 = memref.dim %m, %c0 : memref<?x4xi8>
    %2 = memref.dim %m, %c1 : memref<?x4xi8>
    %3 = tensor.dim %t, %c0 : tensor<?x4x!noisy.i32>
    %4 = tensor.dim %t, %c1 : tensor<?x4x!noisy.i32>
    %5 = memref.load %m[%n, %n] : memref<?x4xi8>
    %6 = tensor.rank %t : tensor<?x4x!noisy.i32>
    %7 = arith.cmpi slt, %4, %n : index
    scf.if %7 {
      %y = arith.constant 1 : i8
    })"));
  CHECK(ranges("%1") == "[0, 9223372036854775807]");
  CHECK(ranges("%2") == "[4, 4]");
  CHECK(ranges("%3") == "[0, 9223372036854775807]");
  CHECK(ranges("%4") == "[4, 4]");
  CHECK(ranges.isInitialized("%5"));
  CHECK(ranges("%6") == "[2, 2]");
  CHECK(ranges.isLive("%y"));
}

TEST_CASE("an integer that is passed on as something else", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %true = arith.constant true
    %token, %value = async.execute -> !async.value<i1> {
      async.yield %true : i1
    }
    %r = async.await %value : !async.value<i1>
    scf.if %r {
      %y = arith.constant 1 : i8
    }
    // And back again.
    %second = async.execute (%value as %in: !async.value<i1>) {
      scf.if %in {
        %z = arith.constant 1 : i8
      }
      async.yield
    })"));
  CHECK(ranges("%r") == "any");
  CHECK(ranges.isLive("%y"));
  CHECK(ranges.isInitialized("%in"));
  CHECK(ranges.isLive("%z"));
}

TEST_CASE("where GPU threads stand", "[ranges]") {
  Ranges ranges(R"(
    gpu.module @kernels {
      gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 2, 1>,
                                       known_grid_size = array<i32: 7, 1, 1>} {
        %t = gpu.thread_id x
        %b = gpu.block_id x
        %d = gpu.block_dim x
        %g = gpu.global_id x
        gpu.return
      }
      gpu.func @l() kernel {
        %u = gpu.thread_id x upper_bound 32
        gpu.return
      }
    }
    func.func @launch(%n: index) {
      %c4 = arith.constant 4 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %n)
                 threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c4, %sz = %n) {
        gpu.terminator
      }
      return
    })");
  CHECK(ranges("%t") == "[0, 63]");
  CHECK(ranges("%b") == "[0, 6]");
  CHECK(ranges("%d") == "[64, 64]");
  CHECK(ranges("%g") == "[0, 447]");
  CHECK(ranges("%u") == "[0, 31]");
  CHECK(ranges("%bx") == "[0, 3]");
  CHECK(ranges("%tz") == "[0, 4294967294]");
}

TEST_CASE("what a launch passes on follows its operands", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c4) -> index {
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %c4, %gz = %n)
                 threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c4, %sz = %n) {
        gpu.terminator
      }
      scf.yield %c63 : index
    })"));
  CHECK(ranges("%bx") == "[0, 62]");
}

//===----------------------------------------------------------------------===//
// Stated ranges
//===----------------------------------------------------------------------===//

TEST_CASE("a stated range is relied on", "[ranges]") {
  Ranges ranges(R"(
    func.func @public(%a: i8 {noisy.range = [0, 63]}, %b: i8) {
      %c1 = arith.constant 1 : i8
      %s = arith.addi %a, %c1 : i8
      return
    }
    func.func private @private(%c: index {noisy.range = [-3, 8]}, %d: index) {
      return
    }
    func.func private @high(%e: i8 {noisy.range = [100, 200]}) { return }
    func.func @f() {
      %c5 = arith.constant 5 : index
      %c200 = arith.constant 200 : index
      func.call @private(%c5, %c5) : (index, index) -> ()
      func.call @private(%c200, %c5) : (index, index) -> ()
      return
    })");
  CHECK(ranges("%a") == "[0, 63]");
  CHECK(ranges("%b") == "any");
  CHECK(ranges("%s") == "[1, 64]");
  CHECK(ranges("%c") == "[-3, 8]");
  CHECK(ranges("%d") == "[5, 5]");
  CHECK(ranges("%e") == "u[100, 200]");
}

/// "checked", "refuted", "relied on", or "" for a value that is not reached.
static std::string statement(Ranges &ranges, llvm::StringRef name) {
  const ResultStatement *found =
      ranges.flow->findStatement(cast<OpResult>(ranges.program.value(name)));
  if (!found)
    return "";
  return found->refutingRange ? "refuted"
         : found->isChecked() ? "checked"
                              : "relied on";
}

/// A loop from 0 on with `step` as its body, which makes %y of %k.
static std::string withLoop(llvm::StringRef step,
                            llvm::StringRef statement = "") {
  return withIntegers(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> index {
      )" + step.str() +
                      R"(
      scf.yield %y : index
    } )" + statement.str());
}

TEST_CASE("a statement in a loop is not confirmed by itself", "[ranges]") {
  SECTION("the first value refutes it, and is passed on") {
    Ranges ranges(
        withLoop("%y = arith.addi %k, %c1 {noisy.range = [5, 9]} : index"));
    CHECK(statement(ranges, "%y") == "refuted");
    CHECK(ranges("%k") == "any");
    CHECK(ranges("%r") == "any");
  }
  SECTION("a later value leaves it") {
    Ranges ranges(
        withLoop("%y = arith.addi %k, %c1 {noisy.range = [0, 9]} : index"));
    CHECK(statement(ranges, "%y") == "relied on");
    CHECK(ranges("%y") == "[1, 9]");
    CHECK(ranges("%k") == "[0, 9]");
  }
  SECTION("all values keep to it") {
    Ranges ranges(withLoop("%x1 = arith.addi %k, %c1 : index\n"
                           "%y = arith.minsi %x1, %c4"
                           " {noisy.range = [0, 9]} : index"));
    CHECK(statement(ranges, "%y") == "checked");
    CHECK(ranges("%y") == "[1, 4]");
  }
  SECTION("of the results of the loop") {
    Ranges ranges(
        withLoop("%y = arith.addi %k, %c1 : index", "{noisy.range = [0, 9]}"));
    CHECK(statement(ranges, "%r") == "relied on");
    CHECK(ranges("%r") == "[0, 9]");
  }
  SECTION("one statement hides another") {
    Ranges ranges(
        withLoop("%x1 = arith.addi %k, %c1 {noisy.range = [5, 9]} : index\n"
                 "%y = arith.addi %x1, %c4 {noisy.range = [-9, 0]} : index"));
    CHECK(statement(ranges, "%x1") == "refuted");
    CHECK(statement(ranges, "%y") == "refuted");
    CHECK(ranges("%r") == "any");
  }
}

TEST_CASE("many refuted statements take a few runs", "[ranges]") {
  std::string body = "%s0 = arith.addi %c0, %n : index\n"
                     "%v0 = arith.andi %n, %c4 : index\n";
  for (int i = 0; i < 100; ++i)
    body += "%v" + std::to_string(i + 1) + " = arith.andi %v" +
            std::to_string(i) + ", %c4 {noisy.range = [7, 8]} : index\n";
  Ranges ranges(withIntegers(body));
  CHECK(statement(ranges, "%v1") == "refuted");
  CHECK(statement(ranges, "%v100") == "refuted");
  CHECK(ranges("%v100") == "[0, 4]");
}

TEST_CASE("a branch that a statement rules out is not passed on", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %r = scf.if %p -> index {
      scf.yield %c63 : index
    } else {
      scf.yield %c4 : index
    } {noisy.range = [0, 8]})"));
  CHECK(statement(ranges, "%r") == "relied on");
  CHECK(ranges("%r") == "[4, 4]");
}

TEST_CASE("a private function has the join over its calls", "[ranges]") {
  Ranges ranges(R"(
    func.func private @g(%a: i8, %v: !noisy.i32) -> (i8, !noisy.i32) {
      %c1 = arith.constant 1 : i8
      %b = arith.addi %a, %c1 : i8
      return %b, %v : i8, !noisy.i32
    }
    func.func @f(%v: !noisy.i32) {
      %c3 = arith.constant 3 : i8
      %c9 = arith.constant 9 : i8
      %r:2 = func.call @g(%c3, %v) : (i8, !noisy.i32) -> (i8, !noisy.i32)
      %s:2 = func.call @g(%c9, %v) : (i8, !noisy.i32) -> (i8, !noisy.i32)
      return
    })");
  CHECK(ranges("@g %a") == "[3, 9]");
  CHECK(ranges("%r#0") == "[4, 10]");
}

TEST_CASE("what a counted loop adds the same to is counted, too", "[ranges]") {
  Ranges ranges(R"(
    func.func @f(%n: index {noisy.range = [0, 8]}, %m: index, %x: i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant 0 : i32
      %two = arith.constant 2 : i32
      %r:2 = scf.for %i = %c0 to %n step %c1
          iter_args(%a = %z, %b = %x) -> (i32, i32) {
        %s = arith.addi %a, %two : i32
        %t = arith.addi %b, %two : i32
        scf.yield %s, %t : i32, i32
      }
      %q = affine.for %i = 0 to 10 iter_args(%d = %z) -> i32 {
        %u = arith.subi %d, %two : i32
        affine.yield %u : i32
      }
      // The number of iterations is not known, or another one each time.
      %o = scf.for %i = %c0 to %m step %c1 iter_args(%e = %z) -> i32 {
        %v = arith.addi %e, %two : i32
        %in = scf.for %k = %c0 to %i step %c1 iter_args(%g = %e) -> i32 {
          %w = arith.addi %g, %two : i32
          scf.yield %w : i32
        }
        scf.yield %v : i32
      }
      return
    })");
  CHECK(ranges("%a") == "[0, 14]");
  CHECK(ranges("%s") == "[2, 16]");
  CHECK(ranges("%r#0") == "[0, 16]");
  CHECK(ranges("%b") == "any");
  CHECK(ranges("%d") == "[-18, 0]");
  CHECK(ranges("%q") == "[-20, -2] u[4294967276, 4294967294]");
  CHECK(ranges("%e") == "any");
  CHECK(ranges("%g") == "any");
}

TEST_CASE("a counter has the range that the trip count says", "[ranges]") {
  Ranges ranges(R"(
    func.func @f(%n: index {noisy.range = [2, 6]}, %x: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c9 = arith.constant 9 : index
      %r = scf.while (%i = %c0) : (index) -> index {
        %p = arith.cmpi slt, %i, %n : index
        scf.condition(%p) %i : index
      } do {
      ^bb0(%j: index):
        %t = arith.addi %j, %c2 : index
        scf.yield %t : index
      }
      // The end is another one each time.
      %q:2 = scf.while (%k = %c0, %e = %c9) : (index, index) -> (index, index) {
        %p = arith.cmpi slt, %k, %e : index
        scf.condition(%p) %k, %e : index, index
      } do {
      ^bb0(%l: index, %m: index):
        %t = arith.addi %l, %c1 : index
        scf.yield %t, %x : index, index
      }
      cf.br ^head(%c9 : index)
    ^head(%u: index):
      %p1 = arith.cmpi sgt, %u, %c0 : index
      cf.cond_br %p1, ^body(%u : index), ^end
    ^body(%v: index):
      %w = arith.subi %u, %c1 : index
      cf.br ^head(%w : index)
    ^end:
      return
    })");
  CHECK(ranges("%i") == "[0, 6]");
  CHECK(ranges("%j") == "[0, 4]");
  CHECK(ranges("%r") == "[0, 6]");
  CHECK(ranges("%k") == "any");
  CHECK(ranges("%u") == "[0, 9]");
  CHECK(ranges("%v") == "[1, 9]");
}
