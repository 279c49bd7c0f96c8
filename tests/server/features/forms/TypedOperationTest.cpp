//===- TypedOperationTest.cpp - The operation at a cursor -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/TypedOperation.h"
#include "server/features/forms/FunctionTypes.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using Strings = std::vector<std::string>;

/// The names of the operations around the end of a text.
static Strings parentsAt(llvm::StringRef Text) {
  Strings Names;
  for (const TypedOperation::Parent &Each : findTypedOperation(Text).Parents)
    Names.push_back(Each.Name);
  return Names;
}

TEST_CASE("TypedOperation: regions, by letters", "[typed]") {
  CHECK(parentsAt("").empty());
  CHECK(parentsAt("func.func @f() {\n").size() == 1);
  CHECK(parentsAt("func.func @f() {\n  return\n}\n").empty());
  CHECK(parentsAt("func.func @f() { ") == Strings{"func.func"});
  CHECK(parentsAt("module {\n  func.func @f() attributes {a = 1} {\n    ") ==
        Strings{"builtin.module", "func.func"});
  CHECK(parentsAt("func.func @f(%a: i32 {b.c = 1 : i64}, ").empty());
  CHECK(parentsAt("module attributes {").empty());
  CHECK(parentsAt("func.func @f(%c: i1) {\n  scf.if %c {\n  } else {\n") ==
        Strings{"func.func", "scf.if"});
  CHECK(parentsAt("func.func @f() {\n  \"a.b\"() ({\n  ^bb0:\n    ") ==
        Strings{"func.func", "a.b"});
  CHECK(parentsAt("func.func @f() {\n  %x = arith.constant {a = 1, ") ==
        Strings{"func.func"});
  // Brackets of a line that is not finished do not count after it.
  CHECK(parentsAt("func.func @f() {\n  call @g(%a\n  return\n}\n").empty());
  CHECK(parentsAt("func.func @f() {\n// -----\n").empty());
}

TEST_CASE("TypedOperation: where an operation begins", "[typed]") {
  const std::string Body = "func.func @f() {\n  ";
  auto at = [&](const std::string &Text) {
    return findTypedOperation(Body + Text);
  };
  static std::string Kept;
  CHECK(at("").IsAtName);
  CHECK(at("%a = ").IsAtName);
  Kept = Body + "%a:2, %b = ";
  CHECK(findTypedOperation(Kept).HasResults);
  CHECK(at("%a").IsInResults);
  CHECK(at("%a = x.y %b : i32\n  ").IsAtName);
  CHECK_FALSE(at("%a = x.y %b : i32\n  ").HasResults);
  CHECK_FALSE(at("%a = x.y %b :\n  ").IsAtName);
  CHECK_FALSE(at("%a = x.y %b,\n    %c ").IsAtName);
  CHECK(at("^bb1(%a: ").IsInLabel);
  CHECK(at("^bb1(%a: i32):\n  ").IsAtName);
  CHECK(at("%a = scf.for %i = %b to %c\n      step ").Name == "scf.for");
  CHECK(at("%a = scf.for %i = %b to %c step %d iter_args(%x = %y,\n"
           "      %z = %w) ")
            .Name == "scf.for");
  CHECK(at("return ").Name == "func.return");
  CHECK(at("scf.if %c {\n    return ").Name == "");
  CHECK(at("\"noisy.add\"(").isGeneric());
}

TEST_CASE("FunctionTypes: parameters and results", "[typed]") {
  auto textOf = [](llvm::StringRef Header) {
    FunctionTypes Types = readFunctionTypes(Header);
    return printFunctionType(Types.Inputs, Types.Results);
  };
  CHECK(textOf("func.func @f()") == "() -> ()");
  CHECK(textOf("func.func private @f(i32, !noisy.i32) -> i32") ==
        "(i32, !noisy.i32) -> i32");
  CHECK(textOf("func.func @f(%a: memref<4x(i32, i32)>, %b: tuple<i1, i2> "
               "{a.b = {c = 1}} loc(\"x\")) -> (i32 {a.b = 1}, index) "
               "attributes {a.c = 2} ") ==
        "(memref<4x(i32, i32)>, tuple<i1, i2>) -> (i32, index)");
  CHECK(textOf("func.func @f(%m: memref<4xi32, affine_map<(d0) -> (d0)>>) -> "
               "i1 { return }") ==
        "(memref<4xi32, affine_map<(d0) -> (d0)>>) -> i1");
  CHECK(readFunctionTypes("%r = scf.for %i = %a to %b step %c iter_args(%x = "
                          "%y) -> (i32, f32) ")
            .Results == Strings{"i32", "f32"});
  CHECK(textOf("func.func @f(").starts_with("() -> "));
}
