//===- SymbolicBoundsTest.cpp - Indices in terms of one another -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/analysis/bounds/BoundsSubject.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

TEST_CASE("an index is told by the arguments of its function", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %a = arith.addi %n, %c4 overflow<nsw> : index
    %b = arith.muli %a, %c-2 overflow<nsw> : index
    %c = arith.subi %b, %m overflow<nsw> : index
    %d = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + s0)>(%c)[%m]
    %e = arith.floordivsi %c, %c4 : index
    %f = index.ceildivs %n, %c4
    %g = affine.linearize_index [%n, %m] by (10) : index
    %h = arith.subi %c0, %m overflow<nsw> : index)"));
  CHECK(subject.bounds("%a") == "%a = %n + 4");
  CHECK(subject.bounds("%b") == "%b = -2 * %n - 8");
  CHECK(subject.bounds("%c") == "%c = -2 * %n - %m - 8");
  CHECK(subject.bounds("%e") == "%e = (-2 * %n - %m) floordiv 4 - 2");
  CHECK(subject.bounds("%d") == "%d = (3 * %m - 2 * %n) floordiv 4 - 2");
  CHECK(subject.bounds("%f") == "%f = (%n + 3) floordiv 4");
  CHECK(subject.bounds("%g") == "%g = 10 * %n + %m");
  CHECK(subject.bounds("%h") == "%h = -%m");
  CHECK(subject.bounds("%n") == "");
}

TEST_CASE("what may overflow is told with that proviso", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %a = arith.addi %n, %c4 : index
    %b = index.sub %n, %c4
    %c = arith.minsi %a, %m : index
    %d = affine.apply affine_map<(d0) -> (d0 * 8 + 4)>(%n)
    %e = tensor.empty(%a) : tensor<?xi8>)"));
  CHECK(subject.bounds("%a") == "%a = %n + 4, unless an index overflows");
  CHECK(subject.bounds("%b") == "%b = %n - 4, unless an index overflows");
  CHECK(subject.bounds("%c") ==
        "%c < %n + 5, unless an index overflows; %c <= %m, unless an index "
        "overflows");
  CHECK(subject.bounds("%d") == "%d = 8 * %n + 4");
  CHECK(subject.bounds("%e") == "dim 0 = %n + 4, unless an index overflows");
}

TEST_CASE("what nothing is known of stands for itself", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %a = "foo.bar"(%n) : (index) -> index
    %b = arith.addi %a, %c4 overflow<nsw> : index
    %c = arith.muli %n, %m : index
    %d = arith.addi %c, %b overflow<nsw> : index)"));
  CHECK(subject.bounds("%a") == "");
  CHECK(subject.bounds("%b") == "%b = %a + 4");
  CHECK(subject.bounds("%c") == "");
  CHECK(subject.bounds("%d") == "%d = %c + %a + 4");
}

TEST_CASE("smallest and largest, selected and joined", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %a = affine.min affine_map<(d0, d1) -> (d0, d1 * 2 - 1, 8)>(%n, %m)
    %b = arith.maxsi %n, %m : index
    %c = index.mins %n, %c4
    %n4 = arith.addi %n, %c4 overflow<nsw> : index
    %d = arith.select %p, %n4, %n : index
    %e = arith.select %p, %n, %m : index
    %f = arith.select %p, %n, %n : index
    %g = scf.if %p -> index {
      %1 = arith.addi %n4, %c1 overflow<nsw> : index
      scf.yield %1 : index
    } else {
      scf.yield %n : index
    })"));
  CHECK(subject.bounds("%a") == "%a <= %n; %a < 2 * %m; %a < 9");
  CHECK(subject.bounds("%b") == "%b >= %n; %b >= %m");
  CHECK(subject.bounds("%c") == "%c <= %n; %c < 5");
  CHECK(subject.bounds("%d") == "%d >= %n; %d < %n + 5");
  CHECK(subject.bounds("%e") == "");
  CHECK(subject.bounds("%f") == "%f = %n");
  CHECK(subject.bounds("%g") == "%g >= %n; %g < %n + 6");
}

TEST_CASE("divisions that round to 0, of what is not negative", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %d = memref.dim %u, %c0 : memref<?xi8>
    %a = arith.divui %d, %c4 : index
    %b = arith.remsi %d, %c4 : index
    %c = arith.divsi %n, %c4 : index
    %e = arith.remsi %n, %c4 : index
    %f = arith.remui %n, %c4 : index
    %g = index.remu %n, %m)"));
  CHECK(subject.bounds("%a") == "%a = dim 0 of %u floordiv 4");
  CHECK(subject.bounds("%b", false) == "");
  CHECK(subject.bounds("%c") == "");
  CHECK(subject.bounds("%e") == "%e >= -3; %e < 4");
  CHECK(subject.bounds("%f") == "%f >= 0; %f < 4");
  CHECK(subject.bounds("%g") == "");
}

TEST_CASE("what holds in a branch need not hold behind it", "[symbolic]") {
  // In the branch, -3 * %n is a size and so %n is not positive.
  BoundsSubject subject(inFunction(R"(
    %a = affine.apply affine_map<(d0) -> (d0 * -3)>(%n)
    %b = scf.if %p -> index {
      %e = tensor.empty(%a) : tensor<?xi8>
      %d = tensor.dim %e, %c0 : tensor<?xi8>
      %inside = arith.cmpi sge, %a, %c0 : index
      %size = arith.cmpi sge, %d, %n : index
      scf.yield %d : index
    } else {
      scf.yield %n : index
    }
    %e2 = tensor.empty(%a) : tensor<?xi8>
    %d2 = tensor.dim %e2, %c0 : tensor<?xi8>
    %c = arith.select %p, %d2, %n : index)"));
  CHECK(subject.decision("%size") == "always");
  CHECK(subject.bounds("%b") == "");
  CHECK(subject.bounds("%c") == "%c >= %n; %c <= -3 * %n");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST_CASE("the indices of loops", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    scf.for %i = %c0 to %n step %c1 {
      %a = arith.muli %i, %c4 overflow<nsw> : index
      scf.for %j = %i to %m step %c1 {
      }
    }
    scf.for %k = %n to %m step %c4 {
    }
    scf.forall (%q) in (%n) {
    }
    scf.parallel (%r, %s) = (%c0, %n) to (%n, %m) step (%c1, %c1) {
    }
    affine.for %v = max affine_map<(d0) -> (d0 + 1, 4)>(%n)
                 to min affine_map<(d0) -> (d0, 20)>(%m) step 2 {
    }
    affine.parallel (%w) = (%n) to (min(%m, 20)) {
    })"));
  CHECK(subject.bounds("%i") == "%i >= 0; %i < %n");
  CHECK(subject.bounds("%j") == "%j >= 0; %j < %m");
  CHECK(subject.bounds("%a") == "%a >= 0; %a < 4 * %n - 3; %a = 4 * %i");
  CHECK(subject.bounds("%k") == "%k >= %n, unless an index overflows; %k < %m, "
                                "unless an index overflows");
  CHECK(subject.bounds("%q") == "%q >= 0; %q < %n");
  CHECK(subject.bounds("%r") == "%r >= 0; %r < %n");
  CHECK(subject.bounds("%s") == "%s >= %n; %s < %m");
  CHECK(subject.bounds("%v") == "%v >= %n + 1; %v >= 4; %v < %m; %v < 20");
  CHECK(subject.bounds("%w") == "%w >= %n; %w < %m; %w < 20");
}

TEST_CASE("loops that MLIR takes for what they are not", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    scf.for unsigned %i = %c0 to %n step %c1 {
      %in = arith.cmpi slt, %i, %n : index
    }
    scf.for %j = %n to %m step %c-2 {
      %lower = arith.cmpi sge, %j, %n : index
    }
    scf.for %k = %n to %m step %c0 {
    })"));
  CHECK(subject.bounds("%i") == "");
  CHECK(subject.decision("%in") == "?");
  CHECK(subject.bounds("%j") == "");
  CHECK(subject.decision("%lower") == "?");
  CHECK(subject.bounds("%k") == "");
}

TEST_CASE("nothing is told of loops that never turn, nor because of them",
          "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %r = scf.for %i = %c10 to %c4 step %c1 iter_args(%a = %n) -> index {
      %b = arith.addi %a, %i overflow<nsw> : index
      %dead = arith.cmpi slt, %i, %n : index
      scf.yield %b : index
    }
    %before = arith.cmpi slt, %r, %n : index
    scf.for %j = %n to %m step %c1 {
      %inside = arith.cmpi slt, %n, %m : index
      %nested = arith.cmpi slt, %j, %m : index
    }
    %after = arith.cmpi slt, %n, %m : index)"));
  CHECK(subject.bounds("%i") == "");
  CHECK(subject.bounds("%b") == "");
  CHECK(subject.decision("%dead") == "?");
  CHECK(subject.bounds("%r") == "");
  CHECK(subject.decision("%before") == "?");
  CHECK(subject.decision("%nested") == "always");
  CHECK(subject.decision("%after") == "?");
}

TEST_CASE("what loops and branches hand on unchanged", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n, %s = %t)
        -> (index, tensor<?x?xi8>) {
      %in = tensor.insert %x into %s[%i, %i] : tensor<?x?xi8>
      %q = affine.for %j = 0 to 4 iter_args(%v = %in) -> tensor<?x?xi8> {
        %w = tensor.insert %x into %v[%j, %j] : tensor<?x?xi8>
        affine.yield %w : tensor<?x?xi8>
      }
      %z = scf.if %p -> tensor<?x?xi8> {
        scf.yield %q : tensor<?x?xi8>
      } else {
        %y = linalg.fill ins(%x : i8) outs(%q : tensor<?x?xi8>) -> tensor<?x?xi8>
        scf.yield %y : tensor<?x?xi8>
      }
      scf.yield %a, %z : index, tensor<?x?xi8>
    }
    %f = scf.forall (%k) in (%n) shared_outs(%o = %r#1) -> tensor<?x?xi8> {
    }
    %grow:2 = scf.for %i2 = %c0 to %n step %c1 iter_args(%a2 = %n, %s2 = %t)
        -> (index, tensor<?x?xi8>) {
      %b2 = arith.addi %a2, %c1 overflow<nsw> : index
      %e2 = tensor.empty(%b2, %b2) : tensor<?x?xi8>
      scf.yield %b2, %e2 : index, tensor<?x?xi8>
    })"));
  const std::string expectedBounds = "dim 0 = dim 0 of %t; dim 1 = dim 1 of %t";
  CHECK(subject.bounds("%r#0") == "%r#0 = %n");
  CHECK(subject.bounds("%a") == "%a = %n");
  for (const char *name :
       {"%s", "%in", "%v", "%w", "%q", "%z", "%y", "%r#1", "%o", "%f"}) {
    INFO(name);
    CHECK(subject.bounds(name) == expectedBounds);
  }
  CHECK(subject.bounds("%grow#0") == "");
  CHECK(subject.bounds("%grow#1") == "");
  CHECK(subject.bounds("%s2") == "");
  CHECK(subject.bounds("%e2") == "dim 0 = %a2 + 1; dim 1 = %a2 + 1");
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

TEST_CASE("the sizes of tensors and memrefs", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %d = tensor.dim %t, %c1 : tensor<?x?xi8>
    %e = tensor.empty(%d, %m) : tensor<?x4x?xi8>
    %s = tensor.extract_slice %t[0, %n] [1, %m] [1, 1] : tensor<?x?xi8> to tensor<?xi8>
    %a = tensor.pad %t low[%n, 1] high[2, %m] {
    ^bb0(%i: index, %j: index):
      tensor.yield %x : i8
    } : tensor<?x?xi8> to tensor<?x?xi8>
    %k = tensor.collapse_shape %e [[0, 1], [2]] : tensor<?x4x?xi8> into tensor<?x?xi8>
    %k2 = tensor.collapse_shape %e [[0, 1, 2]] : tensor<?x4x?xi8> into tensor<?xi8>
    %c = tensor.cast %t : tensor<?x?xi8> to tensor<?x5xi8>
    %add = arith.addi %t, %a : tensor<?x?xi8>
    %l = memref.alloc(%n) : memref<?x4xi8>
    %v = memref.subview %l[0, 0] [%m, 1] [1, 1] : memref<?x4xi8> to memref<?xi8, strided<[4]>>
    %both = tensor.concat dim(1) %t, %t, %c : (tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x5xi8>) -> tensor<?x?xi8>
    %rank = tensor.rank %t : tensor<?x?xi8>)"));
  CHECK(subject.bounds("%both") ==
        "dim 0 = dim 0 of %t; dim 1 = 2 * (dim 1 of %t) + 5");
  CHECK(subject.bounds("%t") == "");
  CHECK(subject.bounds("%d") == "%d = dim 1 of %t");
  CHECK(subject.bounds("%e") == "dim 0 = dim 1 of %t; dim 1 = 4; dim 2 = %m");
  CHECK(subject.bounds("%e", false) == "dim 0 = dim 1 of %t; dim 2 = %m");
  CHECK(subject.bounds("%s") == "dim 0 = %m");
  CHECK(subject.bounds("%a") ==
        "dim 0 = %n + dim 0 of %t + 2; dim 1 = %m + dim 1 of %t + 1");
  CHECK(subject.bounds("%i") == "");
  CHECK(subject.bounds("%k") == "dim 0 = 4 * (dim 1 of %t); dim 1 = %m");
  CHECK(subject.bounds("%k2") == "");
  CHECK(subject.bounds("%c") == "dim 0 = dim 0 of %t; dim 1 = 5");
  CHECK(subject.bounds("%add") == "dim 0 = dim 0 of %t; dim 1 = dim 1 of %t");
  CHECK(subject.bounds("%l") == "dim 0 = %n; dim 1 = 4");
  CHECK(subject.bounds("%v") == "dim 0 = %m");
  CHECK(subject.bounds("%rank") == "%rank = 2");
}

TEST_CASE("sizes and places in a launch", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %m, %sy = %c4, %sz = %c1) {
      %id = gpu.thread_id x upper_bound 64
      %global = gpu.global_id x
      %next = arith.addi %global, %c1 overflow<nsw> : index
      cf.br ^bb1(%id : index)
    ^bb1(%other: index):
      %behind = arith.addi %other, %c1 overflow<nsw> : index
      gpu.terminator
    })"));
  CHECK(subject.bounds("%bx") == "%bx >= 0; %bx < %n");
  CHECK(subject.bounds("%ty") == "%ty >= 0; %ty < 4");
  CHECK(subject.bounds("%sx") == "%sx = %m");
  CHECK(subject.bounds("%id") == "%id >= 0; %id < 64");
  CHECK(subject.bounds("%other") == "");
  CHECK(subject.bounds("%behind") == "%behind = %other + 1");
  CHECK(subject.bounds("%global") == "");
  CHECK(subject.bounds("%next") == "%next = %global + 1");
}

TEST_CASE("operations of any dialect are asked by their interface",
          "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %filled = linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>],
        iterator_types = ["parallel", "parallel"]} outs(%t : tensor<?x?xi8>) {
    ^bb0(%old: i8):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      linalg.yield %x : i8
    } -> tensor<?x?xi8>
    %scale = vector.vscale
    %next = arith.addi %scale, %c1 overflow<nsw> : index)"));
  CHECK(subject.bounds("%i") == "%i >= 0; %i < dim 1 of %t");
  CHECK(subject.bounds("%j") == "%j >= 0; %j < dim 0 of %t");
  // It is known to be bad: it answers nothing, and would be lost.
  CHECK(subject.bounds("%scale") == "");
  CHECK(subject.bounds("%next") == "%next = %scale + 1");
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

TEST_CASE("comparisons that come out the same each time", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %n4 = arith.addi %n, %c4 overflow<nsw> : index
    %w4 = arith.addi %n, %c4 : index
    %d = tensor.dim %t, %c0 : tensor<?x?xi8>
    %d1 = arith.addi %d, %c1 overflow<nsw> : index
    %slt = arith.cmpi slt, %n, %n4 : index
    %sge = arith.cmpi sge, %n, %n4 : index
    %sle = index.cmp sle(%n4, %n4)
    %sgt = index.cmp sgt(%n, %n4)
    %eq = arith.cmpi eq, %n, %n4 : index
    %ne = index.cmp ne(%n4, %n)
    %same = arith.cmpi eq, %n4, %n4 : index
    %wraps = arith.cmpi slt, %n, %w4 : index
    %open = arith.cmpi slt, %n, %m : index
    %close = arith.cmpi slt, %n, %c4 : index
    %size = arith.cmpi sge, %d, %c0 : index
    %ult = arith.cmpi ult, %d, %d1 : index
    %uge = index.cmp uge(%d, %d1)
    %mixed = arith.cmpi ult, %n, %n4 : index
    %constants = arith.cmpi slt, %c1, %c4 : index
    scf.for %i = %c0 to %n step %c1 {
      %in = arith.cmpi slt, %i, %n : index
      %uin = arith.cmpi ult, %i, %n : index
      %out = arith.cmpi sge, %i, %n : index
      %first = arith.cmpi eq, %i, %c0 : index
    }
    scf.for %j = %c0 to %n step %c4 {
      %stepping = arith.cmpi slt, %j, %n : index
      %stepped = arith.cmpi sle, %n, %j : index
      %unsigned = arith.cmpi ult, %j, %n : index
    }
    scf.for unsigned %k = %c0 to %n step %c4 {
      %ustepping = arith.cmpi ugt, %n, %k : index
    })"));
  CHECK(subject.decision("%stepping") == "always");
  CHECK(subject.decision("%stepped") == "never");
  CHECK(subject.decision("%unsigned") == "always?");
  CHECK(subject.decision("%ustepping") == "always");
  CHECK(subject.decision("%slt") == "always");
  CHECK(subject.decision("%sge") == "never");
  CHECK(subject.decision("%sle") == "always");
  CHECK(subject.decision("%sgt") == "never");
  CHECK(subject.decision("%eq") == "never");
  CHECK(subject.decision("%ne") == "always");
  CHECK(subject.decision("%same") == "always");
  CHECK(subject.decision("%wraps") == "always?");
  CHECK(subject.decision("%open") == "?");
  CHECK(subject.decision("%close") == "?");
  CHECK(subject.decision("%size") == "always");
  CHECK(subject.decision("%ult") == "always");
  CHECK(subject.decision("%uge") == "never");
  CHECK(subject.decision("%mixed") == "?");
  CHECK(subject.decision("%constants") == "always");
  CHECK(subject.decision("%in") == "always");
  CHECK(subject.decision("%uin") == "always");
  CHECK(subject.decision("%out") == "never");
  CHECK(subject.decision("%first") == "?");
}

TEST_CASE("only indices are compared", "[symbolic]") {
  BoundsSubject subject("func.func @f(%a: i32, %v: vector<2xindex>) {\n"
                        "  %c = arith.cmpi eq, %a, %a : i32\n"
                        "  %d = arith.cmpi eq, %v, %v : vector<2xindex>\n"
                        "  %e = arith.addi %a, %a : i32\n"
                        "  return\n"
                        "}");
  CHECK(subject.decision("%c") == "?");
  CHECK(subject.decision("%d") == "?");
  CHECK(subject.decision("%e") == "?");
  CHECK(subject.bounds("%e") == "");
  CHECK(subject.bounds("%v") == "");
  CHECK_FALSE(decideComparison(nullptr));
  CHECK(getSymbolicBounds(Value()).empty());
}
