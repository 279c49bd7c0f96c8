//===- PrintedTextTest.cpp - Attributes and types as text -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/PrintedText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/TypeRange.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy::lsp;

static Type pairOf(Type First, Type Second) {
  return TupleType::get(First.getContext(),
                        llvm::ArrayRef<Type>{First, Second});
}

TEST_CASE("Printed text: as MLIR has it", "[printed]") {
  MLIRContext Context;
  Type I32 = IntegerType::get(&Context, 32);
  CHECK(printShort(I32) == "i32");
  CHECK(printShort(pairOf(I32, I32)) == "tuple<i32, i32>");
  CHECK(printShort(IntegerAttr::get(I32, 5)) == "5 : i32");
}

TEST_CASE("Printed text: what doubles each time is not printed", "[printed]") {
  MLIRContext Context;
  Type Duplicate = IntegerType::get(&Context, 32);
  Attribute Array = IntegerAttr::get(Duplicate, 5);
  for (unsigned I = 0; I != 60; ++I) {
    Duplicate = pairOf(Duplicate, Duplicate);
    Array = ArrayAttr::get(&Context, {Array, Array});
  }
  CHECK(printShort(Duplicate) == "...");
  CHECK(printShort(Array) == "...");
  // Nor what has it for a part, among much else.
  CHECK(printShort(pairOf(IndexType::get(&Context), Duplicate)) == "...");
}

TEST_CASE("Printed text: what nests deep by its aliases", "[printed]") {
  MLIRContext Context;
  Attribute InnerAttribute = UnitAttr::get(&Context);
  for (unsigned I = 0; I != 5000; ++I)
    InnerAttribute = ArrayAttr::get(&Context, {InnerAttribute});
  CHECK(printShort(InnerAttribute) == "...");
}

TEST_CASE("Printed text: long lists are printed", "[printed]") {
  MLIRContext Context;
  std::vector<Attribute> Attributes;
  for (unsigned I = 0; I != 1000; ++I)
    Attributes.push_back(IntegerAttr::get(IntegerType::get(&Context, 32), I));
  CHECK(
      printShort(ArrayAttr::get(&Context, Attributes)).ends_with("999 : i32]"));
}
