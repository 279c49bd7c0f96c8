//===- OperandTypesTest.cpp - Operands and results of a wrong type --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/OperandTypes.h"
#include "server/features/annotations/Diagnostics.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The only error in a function with a line, with what it marks.
static std::string errorIn(const std::string &Line) {
  std::string Source = "func.func @f(%a: i32, %g: f32, %m: memref<4xi32>, %x: "
                       "index, %c: i1) {\n  " +
                       Line + "\n  return\n}\n";
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

TEST_CASE("OperandTypes: an operand of a wrong type is named", "[problems]") {
  CHECK(errorIn("%q = noisy.encode %a : i32 -> !noisy.i32") ==
        "%a: '%a' has type 'i32'; noisy.encode takes i1 to i5");
  CHECK(errorIn("%q = arith.addf %a, %a : i32") ==
        "%a: '%a' has type 'i32'; arith.addf takes a floating point number, or "
        "a vector or tensor of such");
  CHECK(errorIn("%q = \"arith.select\"(%a, %x, %x) : (i32, index, index) -> "
                "index") ==
        "%a: '%a' has type 'i32'; arith.select takes i1, or a vector or tensor "
        "of such");
  // Behind new values and attributes, and in several lines.
  CHECK(errorIn("%q = \"memref.load\"(%m,\n    %a) {a = {}} : (memref<4xi32>, "
                "i32) -> i32") ==
        "%a: '%a' has type 'i32'; memref.load takes index");
  // The same value at several places: the one that is wrong.
  CHECK(errorIn("\"memref.store\"(%a, %m, %a) : (i32, memref<4xi32>, i32) -> "
                "()") == "%a: '%a' has type 'i32'; memref.store takes index");
  CHECK(errorIn("%r:2 = \"test.two\"() : () -> (i32, f32)\n  "
                "%q = arith.addi %r#1, %r#1 : f32") ==
        "%r#1: '%r#1' has type 'f32'; arith.addi takes an integer, or a vector "
        "or tensor of such");
}

TEST_CASE("OperandTypes: a result of a wrong type is named", "[problems]") {
  CHECK(errorIn("%d = noisy.encode %a : i32 -> !noisy.i32\n  "
                "%q = noisy.decode %d : i6") != "");
  CHECK(errorIn("%n = \"test.cipher\"() : () -> !noisy.i32\n  "
                "%q = noisy.decode %n : !noisy.i32 -> i6") ==
        "noisy.decode: '%q' would have type 'i6'; noisy.decode gives i1 to i5");
}

TEST_CASE("OperandTypes: what is not found stays as it is", "[problems]") {
  Problem Issue;
  Issue.Source = "mlir";
  Issue.Message = "'a.b' op operand #0 must be index, but got 'i32'";
  const Problem Old = Issue;
  auto State = snapshotOf("// no operation\n");
  settleOperandType(Issue, *State);
  CHECK(Issue == Old);
}
