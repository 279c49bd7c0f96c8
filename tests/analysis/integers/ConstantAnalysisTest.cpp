//===- ConstantAnalysisTest.cpp - Constants that are no integers ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ConstantAnalysis.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
struct Constants : Ranges {
  using Ranges::Ranges;
  /// "2.0", "unknown", "nothing" where nothing came.
  std::string constant(llvm::StringRef name) {
    const auto *lattice =
        flow->getSolver()
            .lookupState<dataflow::Lattice<dataflow::ConstantValue>>(
                program.value(name));
    if (!lattice || lattice->getValue().isUninitialized())
      return "nothing";
    Attribute attr = lattice->getValue().getConstantValue();
    std::string text;
    llvm::raw_string_ostream os(text);
    if (attr)
      attr.print(os, /*elideType=*/true);
    return attr ? text : "unknown";
  }
};
} // namespace

TEST_CASE("constants that are no integers", "[flow]") {
  Constants constants(R"(
    func.func private @g(%x: f32) -> f32 {
      return %x : f32
    }
    func.func @f(%p: i1, %y: f32) {
      %a = arith.constant 1.0 : f32
      %b = arith.addf %a, %a : f32
      %c = arith.select %p, %b, %b : f32
      %d = scf.if %p -> f32 {
        scf.yield %a : f32
      } else {
        scf.yield %b : f32
      }
      %e = func.call @g(%b) : (f32) -> f32
      %i = arith.constant 3 : i32
      %k = arith.sitofp %i : i32 to f32
      %t = tensor.from_elements %i, %i : tensor<2xi32>
      %m = arith.addf %y, %y : f32
      return
    })");
  CHECK(constants.constant("%b") == "2.000000e+00");
  CHECK(constants.constant("%c") == "2.000000e+00");
  CHECK(constants.constant("%d") == "unknown");
  CHECK(constants.constant("%e") == "2.000000e+00");
  CHECK(constants.constant("%k") == "3.000000e+00");
  CHECK(constants.constant("%t") == "dense<3>");
  CHECK(constants.constant("%m") == "unknown");
}

TEST_CASE("what the ends of regions pass on is told", "[flow]") {
  // Dead code analysis waits for all of it.
  Constants constants(R"(
    func.func @f(%v: !noisy.i32, %n: index, %q: i1) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %p = arith.cmpi ult, %c0, %c1 : index
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v, %k = %c1)
          -> (!noisy.i32, index) {
        %1 = noisy.add %w, %v : !noisy.i32
        scf.yield %1, %k : !noisy.i32, index
      }
      scf.if %p {
        %2 = noisy.add %v, %v : !noisy.i32
      }
      return %r#0 : !noisy.i32
    })");
  CHECK(constants.constant("%1") == "unknown");
  CHECK(constants.constant("%r#0") == "unknown");
  CHECK(constants.constant("%v") == "unknown");
  CHECK(constants.constant("%p") == "true");
  CHECK(constants.constant("%n") == "unknown");
  CHECK(constants.constant("%k") == "1");
  CHECK(constants.constant("%2") == "nothing");
}

TEST_CASE("what the turns of a loop share is no constant", "[flow]") {
  Constants constants(R"(
    func.func @f(%q: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %e = tensor.from_elements %c1 : tensor<1xindex>
      %z = arith.constant dense<1.0> : tensor<1xf32>
      %r:2 = scf.forall (%i) in (2) shared_outs(%o = %e, %u = %z)
          -> (tensor<1xindex>, tensor<1xf32>) {
        %n = tensor.extract %o[%c0] : tensor<1xindex>
        %y = tensor.extract %u[%c0] : tensor<1xf32>
        %p = arith.cmpi ne, %n, %c1 : index
        scf.if %p {
          %x = arith.constant 1 : i8
        }
        %c50 = arith.constant 50 : index
        %t = tensor.from_elements %c50 : tensor<1xindex>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %t into %o[0] [1] [1]
              : tensor<1xindex> into tensor<1xindex>
        }
      }
      return
    })");
  CHECK(constants.constant("%e") == "dense<1>");
  for (const char *name : {"%o", "%u", "%y", "%r#0", "%r#1"})
    CHECK(constants.constant(name) == "unknown");
  CHECK(constants("%n") == "any");
  CHECK(constants("%o") == "any");
  CHECK(constants.isLive("%x"));
}

TEST_CASE("what changes its type on the way is no constant", "[flow]") {
  // A lane has a part of the vector in the region.
  Constants constants(R"(
    func.func @f(%lane: index) {
      %v = arith.constant dense<[0, 50]> : vector<2xindex>
      %w:2 = gpu.warp_execute_on_lane_0(%lane)[4] args(%v : vector<2xindex>)
          -> (vector<1xindex>, vector<2xindex>) {
      ^bb0(%all: vector<8xindex>):
        %k = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
        %e = vector.extract %all[6] : index from vector<8xindex>
        gpu.yield %k, %v : vector<4xindex>, vector<2xindex>
      }
      %n = vector.extract %w#0[0] : index from vector<1xindex>
      return
    })");
  CHECK(constants.constant("%all") == "unknown");
  CHECK(constants.constant("%w#0") == "unknown");
  CHECK(constants.constant("%w#1") == "dense<[0, 50]>");
  CHECK(constants("%e") == "any");
  CHECK(constants("%n") == "[0, 3]");
}

TEST_CASE("folding leaves the operation as it was", "[flow]") {
  Constants constants(R"(
    func.func @f(%x: i8) -> (i1, i8, i16) {
      %c1 = arith.constant 1 : i8
      %a = arith.cmpi slt, %c1, %x {note = 1 : i8} : i8
      %b = arith.addi %c1, %x overflow<nsw> : i8
      %e = arith.extui %x : i8 to i12
      %g = arith.extui %e : i12 to i16
      return %a, %b, %g : i1, i8, i16
    })");
  std::string text = constants.program.print();
  CHECK_THAT(text, Catch::Contains("arith.cmpi slt, %c1_i8, %arg0 "
                                   "{note = 1 : i8}"));
  CHECK_THAT(text,
             Catch::Contains("arith.addi %c1_i8, %arg0 overflow<nsw> : i8"));
  CHECK_THAT(text, Catch::Contains("arith.extui %0 : i12 to i16") ||
                       Catch::Contains("arith.extui %2 : i12 to i16"));
}
