//===- CallTypesTest.cpp - Calls with other types than the function -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CallTypes.h"
#include "server/features/annotations/Diagnostics.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The errors about a call in a function behind these functions: what each
/// marks, and its message.
static std::string errorIn(const std::string &Call,
                           const std::string &Functions) {
  std::string Source = Functions + "func.func @f(%a: i32, %g: f32) {\n  " +
                       Call + "\n  return\n}\n";
  Text Contents(Source);
  std::string Result;
  for (const lsp::Diagnostic &Item :
       getDiagnostics(*snapshotOf(Source), "file:///a.mlir", true,
                      PositionEncoding::UTF8)) {
    if (Item.Source != "mlir")
      continue;
    size_t Begin = Contents.offsetAt(Item.Range.Start, PositionEncoding::UTF8);
    size_t End = Contents.offsetAt(Item.Range.End, PositionEncoding::UTF8);
    Result += (Result.empty() ? "" : "; ") + Source.substr(Begin, End - Begin) +
              ": " + Item.Message;
  }
  return Result;
}

TEST_CASE("CallTypes: how many values are passed and taken", "[problems]") {
  std::string Two =
      "func.func private @two(%x: i32 {a.b = 1}, %y: f32) -> (i32, f32)\n";
  CHECK(errorIn("%r:2 = call @two(%a) : (i32) -> (i32, f32)", Two) ==
        "call: this call passes 1 value; @two takes 2 values (i32, f32)");
  CHECK(errorIn("%r:2 = func.call @two(%a, %g, %g) : (i32, f32, f32) -> (i32, "
                "f32)",
                Two) ==
        "func.call: this call passes 3 values; @two takes 2 values (i32, f32)");
  CHECK(errorIn("%r = call @two(%a, %g) : (i32, f32) -> i32", Two) ==
        "call: this call has 1 result; @two returns 2 values (i32, f32)");
  std::string None = "func.func @none() {\n  return\n}\n";
  CHECK(errorIn("call @none(%a) : (i32) -> ()", None) ==
        "call: this call passes 1 value; @none takes nothing");
  CHECK(errorIn("%r = call @none() : () -> i32", None) ==
        "call: this call has 1 result; @none returns nothing");
  // Types in the next lines are not counted.
  for (const char *Types :
       {" :\n    (i32, f32) -> i32", "\n    : (i32, f32) -> i32",
        " : (i32, f32)\n    -> i32", " : (i32, f32) ->\n    i32"})
    CHECK(errorIn(std::string("%r = call @two(%a, %g)") + Types, Two) ==
          "call: 'func.call' does not have as many results as the function");
  // The function has a body with other types.
  CHECK(errorIn("call @body() : () -> ()",
                "func.func @body(%x: i32) {\n  %c = arith.constant 1 : i64\n"
                "  call @two(%x) : (i32) -> ()\n  return\n}\n"
                "func.func private @two(%x: i32)\n") ==
        "call: this call passes 0 values; @body takes 1 value (i32)");
}

TEST_CASE("CallTypes: a value of another type is named", "[problems]") {
  std::string Two = "func.func private @two(%x: i32, %y: f32)\n";
  CHECK(errorIn("call @two(%a, %a) : (i32, i32) -> ()", Two) ==
        "%a: '%a' has type 'i32'; @two takes 'f32' here");
}

TEST_CASE("CallTypes: without the function in sight nothing is counted",
          "[problems]") {
  CHECK(errorIn("\"func.call\"(%a) <{callee = @one}> : (i32) -> ()",
                "func.func private @one()\n") ==
        "\"func.call\": 'func.call' does not pass as many values as the "
        "function takes");
}
