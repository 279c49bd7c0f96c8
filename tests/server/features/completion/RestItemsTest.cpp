//===- RestItemsTest.cpp - The rest of an operation in a list -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Begin =
    "func.func @f(%n: index, %p: i1, %i: index) {\n  ";

/// The text of the only snippet in a list; empty if there is none.
static std::string restAfter(const std::string &Line, char Trigger = 0) {
  Offer List(Begin + Line, Trigger);
  std::string Result;
  for (const Completions::Item &I : List.List.Items)
    if (I.Kind == CompletionItemKind::Snippet) {
      CHECK(Result.empty());
      Result = I.Snippet;
    }
  return Result;
}

TEST_CASE("RestItems: what an operation with regions lacks", "[completion]") {
  CHECK(restAfter("scf.for |") ==
        "${1:%j} = ${2:%lowerBound} to ${3:%upperBound} step ${4:%step} {\n"
        "\t$5\n}");
  CHECK(restAfter("scf.for %j = %n to |") ==
        "${1:%upperBound} step ${2:%step} {\n\t$3\n}");
  CHECK(restAfter("scf.for %j = %n |") ==
        "to ${1:%upperBound} step ${2:%step} {\n\t$3\n}");
  CHECK(restAfter("scf.if %p |") == "{\n\t$1\n}");
  CHECK(restAfter("%r = scf.if %p |") ==
        "-> (${1:i32}) {\n\t$2\n\tscf.yield ${3:%value} : $1\n} else {\n"
        "\t$4\n\tscf.yield ${5:%value} : $1\n}");
  // After a bracket there is no space.
  std::string Loop = "%r = scf.for %j = %n to %n step %n iter_args(%s = %n)";
  std::string Yield = "-> (${1:i32}) {\n\t$2\n\tscf.yield ${3:%value} : $1\n}";
  CHECK(restAfter(Loop + "|") == " " + Yield);
  CHECK(restAfter(Loop + " |") == Yield);
}

TEST_CASE("RestItems: one row, in one line", "[completion]") {
  using Strings = std::vector<std::string>;
  CHECK(
      Offer(Begin + "scf.for |").labels() ==
      Strings{"%j = %lowerBound to %upperBound step %step {...}", "unsigned"});
  // What there is comes before it.
  CHECK(Offer(Begin + "scf.if |").labels() ==
        Strings{"%p", "%n", "%i", "%condition {...}"});
  CHECK(Offer(Begin + "%r = scf.if %p |").labels() ==
        Strings{"-> (i32) {...} else {...}"});
}

TEST_CASE("RestItems: nothing is in the way of who types", "[completion]") {
  CHECK(restAfter("scf.for |", ' ').empty());
  CHECK(restAfter("scf.if %p |", ' ').empty());
  CHECK(restAfter("scf.if |%p {").empty());
  CHECK(restAfter("scf.if %|").empty());
  CHECK(restAfter("%q = arith.addi |").empty());
  CHECK(restAfter("\"scf.if\"(|").empty());
  CHECK(restAfter("func.func |").empty());
  CHECK(restAfter("scf.if %p {|").empty());
}
