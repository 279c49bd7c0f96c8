//===- DifferencesTest.cpp - How answers differ --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Differences.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using Kind = DifferenceKind;
using Differences = std::vector<Difference>;

namespace Catch {
template <> struct StringMaker<Difference> {
  static std::string convert(const Difference &Entry) {
    return std::to_string(Entry.Line) + ": " + nameOf(Entry.Kind) + ": " +
           Entry.Message;
  }
};
} // namespace Catch

static lsp::Diagnostic error(uint32_t Line, const std::string &Message,
                             uint32_t Column = 2) {
  lsp::Diagnostic Result;
  Result.Range = {{Line, Column}, {Line, Column}};
  Result.Message = Message;
  return Result;
}

TEST_CASE("errors that both have are no difference") {
  SplitText Text("a\nb\n// -----\nc\n");
  CHECK(compareErrors(Text, {error(0, "x"), error(3, "y")},
                      {error(3, "y"), error(0, "x")})
            .empty());
  // Ours are in words for users.
  CHECK(compareErrors(Text, {error(0, "use of undeclared SSA value name")},
                      {error(0, "undefined value '%x'")})
            .empty());
  // LLVM's server says some twice.
  CHECK(compareErrors(Text, {error(0, "x"), error(0, "x")}, {error(0, "x")})
            .empty());
}

TEST_CASE("an error in a chunk that LLVM takes is false") {
  SplitText Text("a\nb\n// -----\nc\n");
  CHECK(compareErrors(Text, {error(3, "y")}, {error(1, "x"), error(3, "y")}) ==
        Differences{{Kind::False, 1, "x"}});
}

TEST_CASE("an error of LLVM's is missing, or all is silent") {
  SplitText Text("a\nb\n// -----\nc\n");
  CHECK(compareErrors(Text, {error(0, "x"), error(1, "y"), error(3, "z")},
                      {error(0, "x")}) ==
        Differences{{Kind::Missing, 1, "y"}, {Kind::Silent, 3, "z"}});
}

TEST_CASE("an error at another line, or in other words") {
  SplitText Text("a\nb\nc\n");
  CHECK(compareErrors(Text, {error(0, "x")}, {error(1, "x")}) ==
        Differences{{Kind::Moved, 0, "to line 2: x"}});
  CHECK(compareErrors(Text, {error(1, "x")}, {error(1, "y")}) ==
        Differences{{Kind::Wording, 1, "y <- x"}});
}

TEST_CASE("a bracket that is never closed is told where it opens") {
  SplitText Text("a\nb\nc\n");
  lsp::Diagnostic Open = error(0, "'{' is not closed");
  Open.Code = "unclosed-bracket";
  CHECK(compareErrors(Text, {error(2, "x")}, {Open}) ==
        Differences{{Kind::Wording, 2, "'{' is not closed <- x"}});
}

TEST_CASE("an error without a place is at the start of its chunk for LLVM") {
  SplitText Text("a\n// -----\nb\nc\n");
  CHECK(compareErrors(Text, {error(1, "x", 0)}, {error(3, "x")}).empty());
}

//===----------------------------------------------------------------------===//
// Errors behind the first
//===----------------------------------------------------------------------===//

/// A server that stops at the first line with a `!`.
static std::optional<std::vector<lsp::Diagnostic>>
stopAtFirst(const std::string &Text) {
  SplitText Lines(Text);
  for (uint32_t I = 0; I < Lines.lineCount(); ++I)
    if (Lines.line(I).contains('!'))
      return std::vector{error(I, "bang")};
  return std::vector<lsp::Diagnostic>();
}

static Differences confirm(const std::string &Contents,
                           const std::vector<lsp::Diagnostic> &Ours) {
  SplitText Text(Contents);
  std::vector<lsp::Diagnostic> Llvm = *stopAtFirst(Contents);
  Differences Result = compareErrors(Text, Llvm, Ours);
  confirmErrors(Text, Llvm, stopAtFirst, Result);
  return Result;
}

TEST_CASE("what LLVM says once the first error is gone is confirmed") {
  CHECK(confirm("f {\n  !\n}\ng {\n  !\n}\nh {\n  !\n}\n",
                {error(1, "bang"), error(4, "bang"), error(7, "bang")}) ==
        Differences{{Kind::Additional, 4, "bang"},
                    {Kind::Additional, 7, "bang"}});
  CHECK(confirm("module {\n  f {\n    !\n  }\n  g {\n    !\n  }\n}\n",
                {error(2, "bang"), error(5, "bang")}) ==
        Differences{{Kind::Additional, 5, "bang"}});
}

TEST_CASE("what LLVM does not say then is false") {
  CHECK(confirm("f {\n  !\n}\ng {\n}\n", {error(1, "bang"), error(3, "x")}) ==
        Differences{{Kind::False, 3, "x"}});
}

TEST_CASE("any layout comes to an end") {
  CHECK(confirm("module {\n\nf {\n!\n}\ng {\n!\n}\n}\n",
                {error(3, "bang"), error(6, "bang")}) ==
        Differences{{Kind::Additional, 6, "bang"}});
  confirm("module {!\n!\n  module {\n    !\n!}\n\n}",
          {error(0, "bang"), error(1, "bang"), error(4, "x")});
  confirm("!", {error(0, "bang"), error(0, "x")});
}

TEST_CASE("what LLVM takes in the end is told") {
  std::vector<Difference> NoDifferences;
  std::string Contents = "f {\n  !\n}\ng {\n}\n// -----\nh !\ni";
  CHECK(confirmErrors(SplitText(Contents), *stopAtFirst(Contents), stopAtFirst,
                      NoDifferences) ==
        "   \n   \n \ng {\n}\n// -----\n   \ni");
}

TEST_CASE("what was taken out with the first error stays open") {
  CHECK(confirm("f {\n  !\n  x\n}\n", {error(1, "bang"), error(2, "x")}) ==
        Differences{{Kind::Unconfirmed, 2, "x"}});
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

TEST_CASE("what LLVM answers at a place, ours has to contain") {
  lsp::Location First{"file:///a", {{0, 0}, {0, 1}}},
      Second{"file:///a", {{1, 0}, {1, 1}}};
  FileInput File{"file:///a", "", {{4, 2}}};
  FileAnswers Llvm, Ours;
  Llvm.Symbols = {{"f", 0}};
  Ours.Symbols = {{"f", 0}, {"g", 1}};
  Llvm.Places = {{"text", {First}, {First}}};
  Ours.Places = {{"other text", {First}, {First, Second}}};
  CHECK(compareAnswers(File, Llvm, Ours).empty());
  CHECK(compareAnswers(File, Ours, Llvm) ==
        Differences{{Kind::SymbolLost, 1, "g"},
                    {Kind::ReferencesLost, 4, "column 3: 1 of 2"}});
  Ours.Places = {{"", {Second}, {First}}};
  CHECK(compareAnswers(File, Llvm, Ours) ==
        Differences{{Kind::HoverLost, 4, "column 3: text"},
                    {Kind::DefinitionLost, 4, "column 3: of 1:1"}});
}
