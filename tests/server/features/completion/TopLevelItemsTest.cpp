//===- TopLevelItemsTest.cpp - Completions outside of functions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/TopLevelItems.h"
#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

TEST_CASE("TopLevelItems: what follows func.func", "[completion]") {
  for (const char *Marked :
       {"func.func |", "module {\n  func.func |\n}\n",
        "func.func @g() {\n  return\n}\n\nfunc.func |\n"}) {
    CAPTURE(Marked);
    Offer Names(Marked, ' ');
    CHECK(Names.labels() == Strings{"private", "public", "nested", "@name",
                                    "@name, no result", "private @name",
                                    "private @name with noisy.bound"});
    CHECK_THAT(Names.find("@name")->Snippet,
               Catch::StartsWith("@${1:name}(${2:%arg0: !noisy.i32}) -> "));
    CHECK_THAT(Names.find("private @name")->Snippet,
               Catch::StartsWith("private @${1:name}("));
  }
  Offer Private("func.func private |", ' ');
  CHECK(Private.labels() == Strings{"@name", "@name, no result",
                                    "@name, declaration",
                                    "@name with noisy.bound"});
  // A declaration is private.
  CHECK(Offer("func.func public |", ' ').labels() ==
        Strings{"@name", "@name, no result"});
}

TEST_CASE("TopLevelItems: a name without its sigil", "[completion]") {
  Offer Names("func.func with_space|");
  REQUIRE(Names.has("@with_space"));
  CHECK_THAT(Names.find("@with_space")->Snippet,
             Catch::StartsWith("@with_space(${2:%arg0: !noisy.i32}) -> "));
  CHECK(Names.find("@with_space")->FilterText == "with_space@");
  // It follows what is typed.
  CHECK(Names.List.IsIncomplete);
  CHECK(Offer("func.func pri|").labels().front() == "private");
}

TEST_CASE("TopLevelItems: functions that are called come first",
          "[completion]") {
  Offer Names("func.func @f(%a: i32) {\n  call @g(%a) : (i32) -> ()\n"
              "  return\n}\nfunc.func |\n",
              ' ');
  CHECK(Names.labels().front() == "@g");
  CHECK(Names.find("@g")->Snippet == "@g(${1:%arg0}: i32) {\n  $0\n\\}");
}

TEST_CASE("TopLevelItems: before other text only words are written",
          "[completion]") {
  CHECK(Offer("func.func | @f() {\n  return\n}\n").labels() ==
        Strings{"private", "public", "nested"});
}
