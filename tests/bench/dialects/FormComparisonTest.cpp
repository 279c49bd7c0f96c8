//===- FormComparisonTest.cpp - Known dialects, read as unknown ones ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dialects/FormComparison.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::bench;

TEST_CASE("FormComparison: operations of each dialect, by their places") {
  FormComparison forms;
  compareForms(R"(
// arith.addi in a comment
func.func @f(%a: i32, %t: tensor<4xi32>, %i: index) -> i32 {
  %b = arith.addi %a, %a : i32
  %c = math.absi %b : i32
  %d = "arith.subi"(%a, %a) : (i32, i32) -> i32
  scf.for %j = %i to %i step %i {
    %p = arith.muli %a, %a : i32
  }
  return %b : i32
}
)",
               forms);
  CHECK(forms["arith"].operations == 2);
  CHECK(forms["arith"].equal == 2);
  CHECK(forms["math"].operations == 1);
  CHECK(forms["math"].equal == 1);
  // Its terminator is not written.
  CHECK(forms["scf"].operations == 1);
  CHECK(forms["scf"].equal == 1);
  // `return` leaves out the name of its dialect.
  CHECK(forms["func"].operations == 1);
  CHECK(forms["func"].equal == 0);
  CHECK(forms["func"].wrongParts["not read"] == 1);
}

TEST_CASE("FormComparison: what differs is told by name and part") {
  FormComparison forms;
  // The form does not tell the type of the result, nor does a use.
  compareForms(R"(
func.func @f(%t: tensor<4xi32>, %i: index) {
  %e = tensor.extract %t[%i] : tensor<4xi32>
  return
}
)",
               forms);
  CHECK(forms["tensor"].equal == 0);
  CHECK(forms["tensor"].wrongNames["tensor.extract"] == 1);
  CHECK(forms["tensor"].wrongParts["types of results"] == 1);
}

TEST_CASE("FormComparison: texts with errors, and foreign ones, do not count") {
  FormComparison forms;
  compareForms("func.func @f() {\n  arith.addi %a, %a : i32\n}\n// -----\n"
               "\"other.op\"() : () -> ()\nother.op\n",
               forms);
  for (const auto &[dialect, counts] : forms)
    CHECK(counts.operations == 0);
}
