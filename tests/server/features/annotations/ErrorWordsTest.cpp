//===- ErrorWordsTest.cpp - Errors in words for users --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/ErrorWords.h"
#include "server/features/annotations/Diagnostics.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Lines = std::vector<std::string>;

/// The errors of a function with this body: "LINE:COLUMN message", with lines
/// of the body from 1, and its notes behind ";".
static Lines errorsOf(const std::string &Body) {
  std::string Text = "func.func @f(%a: i32, %b: i64, %m: memref<4xi32>, %c: "
                     "i1, %i: index) -> i32 {\n" +
                     Body + "  return %a : i32\n}\n";
  Lines Result;
  for (const lsp::Diagnostic &Item : getDiagnostics(
           *snapshotOf(Text), "file:///a.mlir", true, PositionEncoding::UTF8)) {
    if (Item.Source != "mlir")
      continue;
    std::string &Line = Result.emplace_back(
        std::to_string(Item.Range.Start.Line) + ":" +
        std::to_string(Item.Range.Start.Character) + " " + Item.Message);
    for (const DiagnosticRelatedInformation &Note : Item.RelatedInformation)
      Line += "; " + Note.Message;
  }
  return Result;
}

TEST_CASE("ErrorWords: words for messages of MLIR", "[problems]") {
  CHECK(putIntoWords("use of value '%b' expects different type than prior "
                     "uses: 'i32' vs 'i64'") ==
        "'%b' has type 'i64', but 'i32' is needed here");
  CHECK(putIntoWords("custom op 'scf.for' expected 'step'") ==
        "'scf.for': expected 'step'");
  CHECK(putIntoWords("custom op 'memref.load' invalid kind of type specified: "
                     "expected builtin.memref, but found 'i32'") ==
        "'memref.load': expected a memref type, but found 'i32'");
  CHECK(putIntoWords("'arith.addf' op operand #0 must be floating-point-like, "
                     "but got 'i32'") ==
        "operand #0 of 'arith.addf' must be a floating point number, or a "
        "vector or tensor of such, but is 'i32'");
  // Others stay.
  for (llvm::StringRef Message :
       {"expected ','", "", "custom op 'x' is unknown", "custom op '"})
    CHECK(putIntoWords(Message) == Message);
}

TEST_CASE("ErrorWords: what the text shows is said behind", "[problems]") {
  CHECK(errorsOf("  %0 = arith.addi %x, %a : i32\n") ==
        Lines{"1:18 undefined value '%x'"});
  CHECK(errorsOf("  %0 = arith.addi %a, %b : i32\n") ==
        Lines{"1:22 '%b' has type 'i64', but 'i32' is needed here; prior use "
              "here"});
  CHECK(errorsOf("  %0 = arith.addi %a, %a\n") ==
        Lines{"1:24 expected ':' and a type"});
  CHECK(errorsOf("  %0 = arith.addi a, %a : i32\n") ==
        Lines{"1:17 expected a value, such as '%0'; names of values begin "
              "with '%'"});
  CHECK(errorsOf("  x = arith.addi %a, %a : i32\n") ==
        Lines{"1:2 unknown operation 'x'; names of values begin with '%'"});
  CHECK(errorsOf("  %0 = arith.addi %a, %a : int\n") ==
        Lines{"1:26 expected a type; 'int' is 'i32' here"});
  CHECK(errorsOf("  %0 = memref.load %m[0] : memref<4xi32>\n") ==
        Lines{"1:22 expected ']'; a number is a value only by an operation, "
              "such as '%c = arith.constant 0 : index'"});
  CHECK(errorsOf("  %0 = arith.constant 1.5 : i32\n") ==
        Lines{"1:30 a number with a point needs a floating point type, such "
              "as f32"});
  CHECK(errorsOf("  %0 =\n") ==
        Lines{"1:2 this operation has no result that could have a name: an "
              "operation is missing behind '='"});
  CHECK(errorsOf("  }\n").front() ==
        "2:2 unknown operation 'return'; it can stand only directly in a "
        "function");
  CHECK(errorsOf("  cf.br ^bb1\n^bb1: // a comment\n^bb2(%x: i32):\n") ==
        Lines{"2:0 empty block: it has to end with a return, a yield or a "
              "branch"});
}
