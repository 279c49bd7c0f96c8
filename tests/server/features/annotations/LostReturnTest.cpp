//===- LostReturnTest.cpp - Returns outside of functions ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/LostReturn.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Line and column from 0, the message and the notes, of the error about an
/// operation at |.
static std::string settle(llvm::StringRef MarkedText,
                          const std::string &Name = "return") {
  AnnotatedText Marked(MarkedText);
  Text Contents(Marked.Text);
  Problem Issue;
  Issue.Source = "mlir";
  Issue.Range = {Marked.Places[0], Marked.Places[0] + Name.size()};
  Issue.Message = "unknown operation '" + Name + "'";
  settleLostReturn(Issue, Contents);
  auto describe = [&](ByteRange Range, const std::string &Message) {
    size_t Line = Contents.lineAt(Range.Begin);
    return std::to_string(Line) + ":" +
           std::to_string(Range.Begin - Contents.lineStart(Line)) + " " +
           Message;
  };
  std::string Result = describe(Issue.Range, Issue.Message);
  for (const Problem::Note &Note : Issue.Notes)
    Result += "; " + describe(Note.Range, Note.Message);
  return Result;
}

TEST_CASE("LostReturn: a function without its opening brace", "[missing]") {
  const std::string At = ": the body of the function follows; ",
                    Note = " 'return' can stand only directly in a function";
  CHECK(settle("func.func @f(%a: i32) -> i32 // c\n"
               "  %b = arith.addi %a, %a : i32\n\n// c\n"
               "  scf.if %c {\n  }\n  |return %b : i32\n}\n") ==
        "0:27 expected '{'" + At + "6:2" + Note);
  // Headers of several lines, with attributes, in modules.
  CHECK(settle("module {\n  func.func @f(%a: i32,\n      %b: i32) -> i32\n"
               "      attributes {x = 1 : i32}\n    |return %a : i32\n") ==
        "3:29 expected '{'" + At + "4:4" + Note);
  // The first operation that needs no dialect in a function.
  CHECK(settle("func.func @f() -> i32\n  %a = |call @g() : () -> i32\n",
               "call") ==
        "0:20 expected '{'" + At +
            "1:7 'call' can stand only directly in a function");
  CHECK(settle("func.func @f() -> i32\n  |call.x\n", "call.x") ==
        "1:2 unknown operation 'call.x'");
}

TEST_CASE("LostReturn: a closing brace too many", "[missing]") {
  CHECK(settle("func.func @f() {\n  foo.bar\n}\n  foo.bar\n  |return\n}\n") ==
        "4:2 unknown operation 'return'; 2:0 the function ends here");
}

TEST_CASE("LostReturn: a closing brace of something inside", "[missing]") {
  const std::string Words = " this '}' ends the function: it is one too many, "
                            "or a '{' before it is missing; ",
                    Note = " 'return' can stand only directly in a function";
  CHECK(settle("func.func @f() {\n  foo.bar {\n  }\n  }\n  |return\n}\n") ==
        "3:2" + Words + "4:2" + Note);
  CHECK(settle("func.func @f() attributes {a} {\n  }\n  |return\n}\n") ==
        "1:2" + Words + "2:2" + Note);
}

TEST_CASE("LostReturn: anything else", "[missing]") {
  const std::string Same = " unknown operation 'return'";
  CHECK(settle("|return\n") == "0:0" + Same);
  CHECK(settle("func.func @f()\n|return\n") == "1:0" + Same);
  CHECK(settle("module {\n  |return\n}\n") == "1:2" + Same);
  CHECK(settle("func.func @f() {\n  |return\n") == "1:2" + Same);
  CHECK(settle("func.func @f() { foo.bar\n  |return\n") == "1:2" + Same);
}
