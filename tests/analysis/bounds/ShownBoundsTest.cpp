//===- ShownBoundsTest.cpp - The bounds that are worth showing ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/ShownBounds.h"
#include "analysis/integers/ProgramFlow.h"
#include "tests/analysis/bounds/BoundsSubject.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A program whose values are asked by name.
class ShownSubject : public BoundsSubject {
public:
  explicit ShownSubject(const std::string &source)
      : BoundsSubject(source), flow(module()),
        facts(IntegerFacts::compute(flow)) {}

  std::string operator[](llvm::StringRef name) {
    return llvm::join(
        describeShownBounds(value(name), facts,
                            [&](Value value) { return this->name(value); }),
        "; ");
  }

private:
  ProgramFlow flow;
  IntegerFacts facts;
};
} // namespace

TEST_CASE("constant bounds of dimensions are shown, static sizes are not",
          "[shown-bounds]") {
  ShownSubject bounds(inFunction(R"(
    %part = tensor.extract_slice %t[0, 0] [%n, 4] [1, 1]
        : tensor<?x?xi8> to tensor<?x4xi8>
    %high = affine.apply affine_map<()[s0] -> (256 - s0)>()[%n]
    %pad = tensor.pad %part low[0, 0] high[%high, 0] {
    ^bb0(%i0: index, %i1: index):
      tensor.yield %x : i8
    } : tensor<?x4xi8> to tensor<?x4xi8>
    scf.for %i = %c0 to %c4 step %c1 {
      %size = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %buffer = memref.alloc(%size) : memref<?x8xi8>
      %y = arith.addi %n, %c1 : index
    }
    %static = memref.alloc() : memref<4x8xi8>
    %unknown = "foo.make"() : () -> tensor<?xi8>
    scf.for %j = %c10 to %c0 step %c1 {
      %dead = arith.addi %j, %n : index
    })"));
  CHECK(bounds["%part"] == "dim 0 = %n");
  CHECK(bounds["%pad"] == "dim 0 = 256");
  CHECK(bounds["%buffer"] == "dim 0 >= 1; dim 0 < 5; dim 0 = %i + 1");
  CHECK(bounds["%static"] == "");
  CHECK(bounds["%unknown"] == "");
  CHECK(bounds["%y"] == "%y = %n + 1, unless an index overflows");
  CHECK(bounds["%dead"] == "");
  // The range shows these.
  CHECK(bounds["%i"] == "");
  CHECK(bounds["%c10"] == "");
}

TEST_CASE("ranges give constant bounds of dimensions", "[shown-bounds]") {
  ShownSubject bounds(R"(
    func.func @f(%sz: index {noisy.range = [0, 4]},
                 %n: index {noisy.range = [1, 8]}, %m: index, %x: i8) {
      %b = memref.alloc(%sz) : memref<?xi8>
      %e = tensor.empty(%n, %m) : tensor<?x?xi8>
      %p = tensor.pad %e low[1, 0] high[%sz, 0] {
      ^bb0(%i: index, %j: index):
        tensor.yield %x : i8
      } : tensor<?x?xi8> to tensor<?x?xi8>
      %s = affine.min affine_map<(d0) -> (d0, 5)>(%n)
      %t = tensor.empty(%s) : tensor<?xi8>
      %c0 = arith.constant 0 : index
      %d = tensor.dim %e, %c0 : tensor<?x?xi8>
      return
    })");
  // With what they rest on.
  const std::string basis =
      ", stated by 'noisy.range', assumed of unknown callers";
  CHECK(bounds["%b"] == "dim 0 = %sz; dim 0 < 5" + basis);
  CHECK(bounds["%e"] ==
        "dim 0 = %n; dim 1 = %m; dim 0 >= 1" + basis + "; dim 0 < 9" + basis);
  CHECK(bounds["%p"] == "dim 0 = %sz + %n + 1; dim 1 = %m; dim 0 >= 2" + basis +
                            "; dim 0 < 14" + basis);
  CHECK(bounds["%t"] == "dim 0 <= %n; dim 0 < 6");
  // What the range says is not said again.
  CHECK(bounds["%d"] == "%d = %n");
}

TEST_CASE("no size is shown as negative", "[shown-bounds]") {
  ShownSubject bounds(R"(
    func.func @f(%sz: index {noisy.range = [-5, -1]}) {
      %b = memref.alloc(%sz) : memref<?xi8>
      return
    })");
  CHECK(bounds["%b"] == "dim 0 = %sz");
}

TEST_CASE("constant bounds of an index are shown where its range is wider",
          "[shown-bounds]") {
  ShownSubject bounds(inFunction(R"(
    %high = affine.apply affine_map<()[s0] -> (256 - s0)>()[%n]
    %sum = arith.addi %n, %high : index
    %masked = arith.remui %n, %c10 : index)"));
  CHECK(bounds["%sum"] == "%sum = 256, unless an index overflows");
  CHECK(bounds["%masked"] == "");
}
