//===- UnclosedProblemTest.cpp - Errors about missing brackets ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/UnclosedProblem.h"
#include "server/features/annotations/Diagnostics.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The diagnostics of a text: their lines from 1, and messages.
static std::vector<std::string> diagnosticsOf(const std::string &Text) {
  std::vector<std::string> Result;
  for (const Diagnostic &Diag : getDiagnostics(
           *snapshotOf(Text), "file:///a.mlir", true, PositionEncoding::UTF8))
    Result.push_back(std::to_string(Diag.Range.Start.Line + 1) + ": " +
                     Diag.Message);
  return Result;
}

using Lines = std::vector<std::string>;

TEST_CASE("Unclosed problems: the end of a function is missing", "[unclosed]") {
  CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                      "  %0 = arith.addi %a, %a : i32\n") ==
        Lines{"1: '{' is not closed"});
  // Lines are those of the text, not of the part that was parsed.
  CHECK(diagnosticsOf("func.func private @g()\n\n\n"
                      "func.func @f(%a: i32) {\n"
                      "  %0 = arith.addi %a, %a : i32\n") ==
        Lines{"4: '{' is not closed"});
}

TEST_CASE("Unclosed problems: an inner bracket is missing", "[unclosed]") {
  CHECK(diagnosticsOf("func.func @f(%c: i1, %a: i32) -> i32 {\n"
                      "  %0 = scf.if %c -> (i32) {\n"
                      "    scf.yield %a : i32\n"
                      "  %2 = arith.addi %a, %a : i32\n"
                      "  return %2 : i32\n"
                      "}\n\n"
                      "func.func @h() {\n  return\n}\n") ==
        Lines{"2: '{' is not closed"});
  CHECK(diagnosticsOf("func.func @h(%a: i32 {\n"
                      "  %2 = arith.addi %a, %a : i32\n"
                      "  return\n}\n") == Lines{"1: '(' is not closed"});
}

TEST_CASE("Unclosed problems: a call behind a missing brace", "[unclosed]") {
  std::string Begin = "func.func private @g(%x: i32) -> i32\n"
                      "func.func @f(%x: i32, %n: index, %c: i1) -> i32 {\n";
  std::string End = "  %r = call @g(%x) : (i32) -> i32\n"
                    "  return %r : i32\n}\n";
  for (std::string Header : {"  scf.for %i = %n to %n step %n {\n",
                             "  scf.if %c {\n", "  scf.if %c {\n  } else {\n"})
    for (std::string Body : {"", "    %k = arith.addi %x, %x : i32\n"}) {
      INFO(Header + Body);
      int Line = 2 + std::count(Header.begin(), Header.end(), '\n');
      CHECK(diagnosticsOf(Begin + Header + Body + End) ==
            Lines{std::to_string(Line) + ": '{' is not closed"});
    }
  // Where it stands in the region its dialect is missing.
  CHECK(diagnosticsOf(Begin + "  scf.if %c {\n  %r = call @g(%x) : (i32) -> "
                              "i32\n  }\n  return %x : i32\n}\n") ==
        Lines{"4: unknown operation 'call'; did you mean 'func.call'?"});
}

TEST_CASE("Unclosed problems: the body of a type", "[unclosed]") {
  // MLIR reads on to a bracket that does not match.
  for (auto [Type, Bracket] :
       {std::pair("!t.t<i32", '<'), std::pair("!t.t<(i32", '('),
        std::pair("!t.t<\"a>\", !t.u<>", '<'),
        std::pair("!t.t<[0, 1, s = {x = 2}>", '['),
        std::pair("!t.t<{b = !t.v<i32}>", '<')})
    CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                        "  \"t.a\"() {a = #t.l<a>} : () -> !t.t<i32>\n"
                        "  \"t.b\"() : () -> " +
                        std::string(Type) +
                        "\n"
                        "  %0 = arith.addi %a, %a : i32\n"
                        "  \"t.c\"() {b = #t.c<1>} : () -> !t.t<i32>\n"
                        "  return\n}\n") ==
          Lines{"3: '" + std::string(1, Bracket) + "' is not closed"});
}

TEST_CASE("Unclosed problems: a bracket around a region", "[unclosed]") {
  CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                      "  \"t.r\"() ({\n"
                      "    %0 = arith.addi %a, %a : i32\n"
                      "    %1 = arith.addi %a, %a : i32\n"
                      "  } : () -> ()\n"
                      "  return\n}\n") == Lines{"2: '(' is not closed"});
}

TEST_CASE("Unclosed problems: several broken operations", "[unclosed]") {
  // The end of the function is missing, too.
  CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                      "  %0 = arith.addi %a,\n"
                      "  %1 = arith.addi %a, %a : i32\n") ==
        Lines{"1: '{' is not closed", "2: expected a value, such as '%0'"});
  // The next operation has an error of its own.
  CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                      "  %0 = arith.addi (%a, %a : i32\n"
                      "  %1 = arith.addi %a, %a : i32\n"
                      "  %2 = arith.addi %a, ] : i32\n"
                      "  return\n}\n")
            .size() == 2);
}

TEST_CASE("Unclosed problems: other errors stay", "[unclosed]") {
  CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                      "  %0 = arith.addi(%a, %a : i32\n"
                      "  return\n}\n") ==
        Lines{"2: expected a value, such as '%0'; the values of "
              "'arith.addi' stand without parentheses"});
  CHECK(diagnosticsOf("func.func @f(%a: i32) {\n"
                      "  = 4\n  return\n}\n") ==
        Lines{"2: expected an operation"});
}

/// The line of the note of the first error, from 1, and its words.
static std::string noteOf(const std::string &Text) {
  for (const Diagnostic &Diag : getDiagnostics(
           *snapshotOf(Text), "file:///a.mlir", true, PositionEncoding::UTF8))
    for (const DiagnosticRelatedInformation &Note : Diag.RelatedInformation)
      return std::to_string(Note.Location.Range.Start.Line + 1) + ": " +
             Note.Message;
  return "";
}

TEST_CASE("Unclosed problems: the note is where the end is missing",
          "[unclosed]") {
  const std::string Begin = "func.func @f(%n: index, %c: i1) {\n"
                            "  scf.for %i = %n to %n step %n {\n"
                            "    scf.if %c {\n"
                            "      %0 = arith.addi %n, %n : index\n";
  const std::string Middle = "    %1 = arith.addi %n, %n : index\n";
  const std::string End = "  %2 = arith.addi %n, %n : index\n"
                          "  return\n";
  const std::string Other = "\nfunc.func @g() {\n  return\n}\n";
  // Not where MLIR notices it: at the end of the function.
  CHECK(noteOf(Begin + Middle + "  }\n" + End + "}\n" + Other) ==
        "4: its '}' is missing after this line");
  CHECK(noteOf(Begin + "    }\n" + Middle + End + "}\n" + Other) ==
        "6: its '}' is missing after this line");
  CHECK(noteOf(Begin + "    }\n" + Middle + "  }\n" + End + Other) ==
        "9: its '}' is missing after this line");
  // Comments and empty lines belong to nothing.
  CHECK(noteOf(Begin + "    }\n" + Middle + "  }\n" + End + "\n  // c\n\n") ==
        "9: its '}' is missing after this line");
}

TEST_CASE("Unclosed problems: the end of a module is missing", "[unclosed]") {
  const std::string F = "  func.func @f() {\n    return\n  }\n";
  auto check = [](const std::string &Text, const char *Error,
                  const char *Note) {
    INFO(Text);
    CHECK(diagnosticsOf(Text) == Lines{Error});
    CHECK(noteOf(Text) == Note);
  };
  check("module @m {\n" + F + "  func.func private @g()\n",
        "1: '{' is not closed", "5: its '}' is missing after this line");
  // What is indented like it stands behind it.
  check("module @m {\n" + F + "\nmodule @n {\n" + F + "}\n",
        "1: '{' is not closed", "4: its '}' is missing after this line");
  // Or nothing is indented.
  check("module @m {\nfunc.func private @f()\nfunc.func private @g()\n",
        "1: '{' is not closed", "3: its '}' is missing after this line");
  check("module @m {\n  module @n {\n    func.func private @f()\n\n  // c\n}\n",
        "2: '{' is not closed", "3: its '}' is missing after this line");
  check("module @m {\n", "1: '{' is not closed",
        "1: its '}' is missing after this line");
  check("\"builtin.module\"() ({\n" + F, "1: '{' is not closed",
        "4: its '}' is missing after this line");
}

TEST_CASE("Unclosed problems: an error that expects a bracket tells its other",
          "[unclosed]") {
  auto textWith = [](const std::string &Line) {
    return "func.func private @g(i32) -> i32\n"
           "func.func @f(%a: i32, %m: memref<4xi32>, %i: index) -> i32 {\n" +
           Line + "  return %a : i32\n}\n";
  };
  for (const char *Line :
       {"  %1 = call @g(%a : (i32) -> i32\n",
        "  %1 = memref.load %m[%i : memref<4xi32>\n",
        "  %1 = \"a.b\"(%a : (i32) -> i32\n",
        "  %s = scf.for %k = %i to %i step %i iter_args(%c = %a -> (i32) {\n"
        "    scf.yield %c : i32\n  }\n"}) {
    std::string Text = textWith(Line);
    INFO(Text);
    const char *Sign = llvm::StringRef(Line).contains("%m[") ? "[" : "(";
    CHECK(noteOf(Text) == std::string("3: to match this '") + Sign + "'");
  }
  // Where it is there, or none is open, there is no such note.
  CHECK(noteOf(textWith("  %1 = memref.load %m[0] : memref<4xi32>\n")) == "");
  CHECK(noteOf(textWith("  %1 = call @g %a) : (i32) -> i32\n")) == "");
}
