//===- MeantDifferencesTest.cpp - The list of what is meant --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/MeantDifferences.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::compare;
using Kind = DifferenceKind;

static MeantDifferences parse(llvm::StringRef List) {
  llvm::Expected<MeantDifferences> Result = MeantDifferences::parse(List);
  REQUIRE(bool(Result));
  return std::move(*Result);
}

static std::string parseError(llvm::StringRef List) {
  llvm::Expected<MeantDifferences> Result = MeantDifferences::parse(List);
  return Result ? "" : llvm::toString(Result.takeError());
}

TEST_CASE("a difference is meant where kind, file and message match") {
  MeantDifferences List = parse("# comment\n\n"
                                "false | */a/*.mlir | ^no .* here | because\n"
                                "* | *b.mlir | x\\|y | for | another reason\n");
  CHECK(List.contains("/t/a/q.mlir", {Kind::False, 3, "no dog here"}));
  CHECK_FALSE(List.contains("/t/a/q.mlir", {Kind::Missing, 3, "no dog here"}));
  CHECK_FALSE(List.contains("/t/b/q.mlir", {Kind::False, 3, "no dog here"}));
  CHECK_FALSE(List.contains("/t/a/q.mlir", {Kind::False, 3, "the dog here"}));
  CHECK(List.contains("b.mlir", {Kind::Silent, 3, "an x|y"}));
}

TEST_CASE("a list of differences holds when its text is gone") {
  auto Text = std::make_unique<std::string>("false | */a/*.mlir | ^no | why");
  MeantDifferences List = parse(*Text);
  Text->assign(Text->size(), 'x');
  Text.reset();
  CHECK(List.contains("/t/a/q.mlir", {Kind::False, 3, "no dog"}));
}

TEST_CASE("a line without a reason, or with an unknown kind, is refused") {
  CHECK(parseError("false | * | x") ==
        "line 1: not of the form KIND | FILE | MESSAGE | REASON");
  CHECK(parseError("\nfalsch | * | x | y") ==
        "line 2: no kind of difference: falsch");
  CHECK(parseError("false | * | ( | y") != "");
}
