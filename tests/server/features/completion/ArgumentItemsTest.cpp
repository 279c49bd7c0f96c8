//===- ArgumentItemsTest.cpp - Arguments that are being defined -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

TEST_CASE("ArgumentItems: no argument of a block is a value that there is",
          "[completion]") {
  const std::string Begin = "func.func @f(%c: i1, %a: i32) {\n"
                            "  cf.br ^bb1(%a : i32)\n";
  for (const char *Label : {"^bb1(|", "^bb1(%|", "^bb1(%a|", "^bb1(%x: i32, |",
                            "^bb1(%x: i32, %|", "^bb1(%x: vector<2xi32>, |"})
    for (const char *End : {"\n}\n", "):\n  return\n}\n"})
      for (char Trigger : {'\0', ' ', '(', '%'}) {
        CAPTURE(Label, End, Trigger);
        CHECK(Offer(Begin + Label + End, Trigger).labels() == Strings());
      }
  // Its type is one of those that there are.
  CHECK(Offer(Begin + "^bb1(%x: |\n}\n").labels().front() == "i32");
}

TEST_CASE("ArgumentItems: arguments of a function have names", "[completion]") {
  Offer First("func.func private @h(vector<2xi8>)\nfunc.func @g(|)\n");
  CHECK(First.labels().front() == "%arg0: vector<2xi8>");
  CHECK(First.has("%arg0: i32"));
  CHECK(First.has("%arg0: !noisy.i32"));
  for (const std::string &Label : First.labels())
    CHECK_THAT(Label, Catch::StartsWith("%arg0: "));
  CHECK_THAT(First.acceptedText("%arg0: i32"),
             Catch::EndsWith("@g(%arg0: i32"));
  // Letters of a type find it.
  CHECK(Offer("func.func @g(ind|)\n").has("%arg0: index"));
  CHECK(Offer("func.func @g(%a: i32, |)\n").has("%arg1: i32"));
  CHECK(Offer("func.func @g(%arg1: i32, |)\n").has("%arg2: i32"));
  CHECK(Offer("func.func private @g(%a: i32, |)\n").has("%arg1: i32"));
  // New names are up to the user.
  CHECK(Offer("func.func @g(%|)\n").labels() == Strings());
  CHECK(Offer("func.func @g(%a: i32, %|)\n").labels() == Strings());
}

TEST_CASE("ArgumentItems: those of a declaration can be types alone",
          "[completion]") {
  CHECK(Offer("func.func private @g(|)\n").has("i32"));
  CHECK(Offer("func.func private @g(i32, |)\n").has("i32"));
}

TEST_CASE("ArgumentItems: the variable of a loop has a new name",
          "[completion]") {
  const std::string Begin = "func.func @f(%n: index) {\n  ";
  for (const char *Line : {"scf.for |", "affine.for |", "scf.parallel (|"}) {
    CAPTURE(Line);
    CHECK(Offer(Begin + Line + "\n  return\n}\n", ' ').labels() == Strings());
  }
  CHECK_FALSE(Offer(Begin + "scf.for %|\n  return\n}\n").has("%n"));
}
