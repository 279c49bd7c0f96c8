//===- IndexFindingsTest.cpp - Indices that are out of bounds -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IndexFindings.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The messages, a line each.
static std::string wrongIn(llvm::StringRef body) {
  Ranges ranges(("func.func @f(%m: memref<4x8xi32>, %d: memref<?xi32>, "
                 "%t: tensor<4xi32>, %v: vector<4xi32>, %s: vector<[4]xi32>, "
                 "%x: i32, %n: index {noisy.range = [4, 9]}, %k: index) {\n"
                 "  %c0 = arith.constant 0 : index\n"
                 "  %c3 = arith.constant 3 : index\n"
                 "  %c4 = arith.constant 4 : index\n"
                 "  %c8 = arith.constant 8 : index\n"
                 "  %minus = arith.constant -1 : index\n" +
                 body + "  return\n}\n")
                    .str());
  IntegerFacts facts = IntegerFacts::compute(*ranges.flow);
  std::string text;
  for (const IndexFinding &finding : findWrongIndices(*ranges.flow, facts))
    text += describeIndexFinding(finding, facts,
                                 ranges.program.name(finding.index)) +
            "\n";
  return text;
}

TEST_CASE("indices that are always out of bounds", "[indices]") {
  CHECK(
      wrongIn("  %0 = memref.load %m[%c4, %c0] : memref<4x8xi32>\n") ==
      "index %c4 is out of bounds: it is 4, and dimension 0 has 4 elements\n");
  CHECK(
      wrongIn("  memref.store %x, %m[%c3, %c8] : memref<4x8xi32>\n") ==
      "index %c8 is out of bounds: it is 8, and dimension 1 has 8 elements\n");
  CHECK(wrongIn("  %0 = tensor.extract %t[%minus] : tensor<4xi32>\n") ==
        "index %minus is out of bounds: it is -1, and dimension 0 has 4 "
        "elements\n");
  CHECK(wrongIn("  %0 = tensor.insert %x into %t[%n] : tensor<4xi32>\n") ==
        "index %n is out of bounds: it is in [4, 9], and dimension 0 has 4 "
        "elements\n");
  CHECK(
      wrongIn("  %0 = vector.extract %v[%c4] : i32 from vector<4xi32>\n") ==
      "index %c4 is out of bounds: it is 4, and dimension 0 has 4 elements\n");
}

TEST_CASE("indices that may be right", "[indices]") {
  CHECK(wrongIn("  %0 = memref.load %m[%c3, %c0] : memref<4x8xi32>\n"
                "  %1 = memref.load %m[%k, %n] : memref<4x8xi32>\n"
                "  %2 = memref.load %d[%c8] : memref<?xi32>\n"
                "  %3 = vector.extract %s[%c4] : i32 from vector<[4]xi32>\n")
            .empty());
  // Never executed.
  CHECK(wrongIn("  %false = arith.constant false\n"
                "  scf.if %false {\n"
                "    %0 = memref.load %m[%c4, %c0] : memref<4x8xi32>\n"
                "  }\n")
            .empty());
}
