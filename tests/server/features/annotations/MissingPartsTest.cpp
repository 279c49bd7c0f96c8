//===- MissingPartsTest.cpp - The place of what is missing ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/MissingParts.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Line and column from 0, and the message, of an error of MLIR at the first |.
static std::string settle(llvm::StringRef MarkedText,
                          const std::string &Message) {
  AnnotatedText Marked(MarkedText);
  Text Contents(Marked.Text);
  Problem Issue;
  Issue.Source = "mlir";
  Issue.Range = {Marked.Places[0], Marked.Places[0] + 2};
  Issue.Message = Message;
  settleMissing(Issue, Contents, [] { return true; });
  size_t Line = Contents.lineAt(Issue.Range.Begin);
  return std::to_string(Line) + ":" +
         std::to_string(Issue.Range.Begin - Contents.lineStart(Line)) + " " +
         Issue.Message;
}

TEST_CASE("MissingParts: at the end of the line that lacks it", "[missing]") {
  CHECK(settle("  %a = noisy.add %b, %c // c\n\n  |return\n", "expected ':'") ==
        "0:22 expected ':'");
  CHECK(settle("  %a = scf.for %i\n  |%b = foo.bar\n",
               "custom op 'scf.for' expected '='") ==
        "0:16 custom op 'scf.for' expected '='");
  CHECK(settle("  foo.bar %a :\n|}\n", "expected non-function type") ==
        "0:13 expected non-function type");
  CHECK(settle("  foo.bar %a :\n|^bb0:\n", "expected non-function type") ==
        "0:13 expected non-function type");
}

TEST_CASE("MissingParts: the next result was taken for an operand",
          "[missing]") {
  CHECK(settle("  %a = noisy.add\n  %b| = foo.bar\n", "expected ','") ==
        "0:15 expected SSA operand");
  CHECK(settle("  %a = scf.for\n  %b = |foo.bar\n", "expected SSA operand") ==
        "0:13 expected SSA operand");
}

TEST_CASE("MissingParts: what is no operation is where it is", "[missing]") {
  CHECK(settle("  %a = foo.bar|\n  /\n", "expected operation name in quotes") ==
        "1:2 expected operation name in quotes");
  CHECK(settle("  %a =|\n  %b = foo.bar\n",
               "expected operation name in quotes") ==
        "0:6 expected operation name in quotes");
}

TEST_CASE("MissingParts: a terminator is missing where the block ends",
          "[missing]") {
  const std::string Printed =
      "block with no terminator, has %0 = \"foo.bar\"()";
  CHECK(settle("  %a = |foo.bar {x} : i32\n\n}\n}\n", Printed) ==
        "2:0 " + Printed);
  CHECK(settle("  |scf.for %i {\n  ^bb0: // }\n  } {b = \"}\"}\n}\n",
               Printed) == "3:0 " + Printed);
  CHECK(settle("  |foo.bar ^bb1\n  ^bb1:\n}\n", Printed) == "1:2 " + Printed);
  // Brackets that are not closed.
  CHECK(settle("  |foo.bar (\n// -----\n}\n", Printed) == "0:2 " + Printed);
}

TEST_CASE("MissingParts: other brackets of the last operation may be open",
          "[missing]") {
  CHECK(settle("  |%a = foo.bar(%b, [{x}\n}\n",
               "block with no terminator, has") ==
        "1:0 block with no terminator, has");
}

TEST_CASE("MissingParts: an empty block is at its label", "[missing]") {
  const std::string Message = "'scf.while' op expects a non-empty block";
  CHECK(settle("  %r = |scf.while {\n    foo.bar\n  } do {\n"
               "  ^bb0(%x: i32):\n  }\n",
               Message) == "3:2 " + Message);
  // A label of another operation.
  for (const char *Behind : {"  scf.while {\n  ^bb0(%x: i32):\n  }\n",
                             "}\nfunc.func @g() {\n^bb0(%x: i32):\n}\n",
                             "  %1 = scf.while {\n  ^bb0(%x: i32):\n  }\n"})
    CHECK(settle("  |linalg.map (%x: i32) {\n  }\n" + std::string(Behind),
                 Message) == "0:23 " + Message);
}

TEST_CASE("MissingParts: an empty body is at its bracket", "[missing]") {
  const std::string Message = "empty block: expect at least a terminator";
  CHECK(settle("|func.func @f(%a: i32) -> i32 {\n\n}\n", Message) ==
        "0:29 " + Message);
  CHECK(settle("|func.func @f() attributes {} {\n  // nothing\n}\n", Message) ==
        "0:29 " + Message);
  // Not that of an operation inside, or behind.
  CHECK(settle("|func.func @f() {\n  scf.for %i {\n  }\n}\n", Message) ==
        "0:0 " + Message);
  CHECK(settle("|func.func private @f()\nfunc.func @g() {\n}\n", Message) ==
        "0:0 " + Message);
}

TEST_CASE("MissingParts: other errors stay", "[missing]") {
  // Of an operation itself, and of another chunk.
  CHECK(settle("  foo.bar %a\n  |foo.baz %b\n",
               "custom op 'foo.baz' expected one type") ==
        "1:2 custom op 'foo.baz' expected one type");
  CHECK(settle("foo.bar %a\n// -----\n|foo.baz %b\n", "expected ':'") ==
        "2:0 expected ':'");
  // In the middle of a line, in an operation that goes on, after a region.
  CHECK(settle("  %a = noisy.add |\"x\"\n", "expected SSA operand") ==
        "0:17 expected SSA operand");
  CHECK(settle("  %a = foo.bar\n    |outs(%b)\n", "expected ':'") ==
        "1:4 expected ':'");
  CHECK(settle("  scf.if %c {\n  |return\n", "expected 'x'") ==
        "1:2 expected 'x'");
  CHECK(settle("  foo.bar\n  |return\n", "unknown operation 'return'") ==
        "1:2 unknown operation 'return'");
}
