//===- SymbolItemsTest.cpp - Symbols in a list ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

static const std::string Begin = "func.func private @callee(i32) -> f32\n"
                                 "memref.global \"private\" @g : "
                                 "memref<4xf32> = dense<1.0>\n"
                                 "func.func @f(%i: i32) {\n  ";

TEST_CASE("SymbolItems: what an operation can refer to", "[completion]") {
  for (const char *TypedText : {"@|", "|"}) {
    CAPTURE(TypedText);
    CHECK(Offer(Begin + "%q = memref.get_global " + TypedText).labels() ==
          Strings{"@g"});
    CHECK(Offer(Begin + "%q = func.constant " + TypedText).labels() ==
          Strings{"@callee", "@f"});
    CHECK(Offer(Begin + "%q = call " + TypedText).labels() ==
          Strings{"@callee", "@f"});
  }
  CHECK(Offer(Begin + "\"a.b\"() {x = @|").labels() ==
        Strings{"@callee", "@f", "@g"});
}

TEST_CASE("SymbolItems: the function around comes after others",
          "[completion]") {
  const std::string Around = "func.func @a(%i: i32) -> i32 {\n"
                             "  %q = call @|\n  return %i : i32\n}\n";
  CHECK(Offer(Around + "func.func private @b(i32) -> i32\n").labels() ==
        Strings{"@b", "@a"});
  CHECK(Offer("module {\n" + Around + "}\n").labels() == Strings{"@a"});
}

TEST_CASE("SymbolItems: functions with as many results as have a name first",
          "[completion]") {
  const std::string Functions =
      "func.func private @a()\nfunc.func private @b() -> i32\n"
      "func.func private @c() -> (i32, i32)\nfunc.func @f() {\n  ";
  CHECK(Offer(Functions + "%q = call @|").labels().front() == "@b");
  CHECK(Offer(Functions + "%q:2 = call @|").labels().front() == "@c");
  CHECK(Offer(Functions + "%q, %r = call @|").labels().front() == "@c");
  CHECK(Offer(Functions + "call @|").labels().front() == "@a");
}

TEST_CASE("SymbolItems: the type of a symbol", "[completion]") {
  CHECK(Offer(Begin + "%q = memref.get_global @g : |").labels().front() ==
        "memref<4xf32>");
  CHECK(Offer(Begin + "%q = func.constant @callee : |").labels().front() ==
        "(i32) -> f32");
  // That of a pointer is not what it points to.
  CHECK(Offer(Begin + "%q = llvm.mlir.addressof @g : |").labels().front() !=
        "memref<4xf32>");
}

static const std::string Caller =
    "func.func @main(%a: i32) -> i32 {\n"
    "  %0 = call @helper(%a, %a) : (i32, i32) -> i32\n"
    "  call @main(%0) : (i32) -> i32\n"
    "  return %0 : i32\n"
    "}\n";

static std::string snippetOf(const std::string &Text) {
  Offer All(Text);
  REQUIRE(All.List.Items.size() == 1);
  return All.List.Items.front().Snippet;
}

TEST_CASE("SymbolItems: a new function is one that is called", "[completion]") {
  for (const char *Line :
       {"func.func @|", "func.func private @|", "func.func @hel|"}) {
    CAPTURE(Line);
    CHECK(Offer(Caller + Line).labels() == Strings{"@helper"});
    CHECK(snippetOf(Caller + Line) ==
          "@helper(${1:%arg0}: i32, ${2:%arg1}: i32) -> i32 {\n  $0\n\\}");
  }
  // It may come first.
  CHECK(Offer("func.func @|\n" + Caller).labels() == Strings{"@helper"});
  CHECK(snippetOf("func.func @|(%x: i1)\n" + Caller) == "");
  // No name that there is.
  CHECK(Offer(Caller + "func.func @ma|").labels().empty());
  CHECK(Offer(Caller + "memref.global @|").labels().empty());
  CHECK(Offer(Caller + "module @|").labels().empty());
  // What only mentions one is none.
  CHECK(Offer(Caller + "// call @no\nfunc.func @g() {\n  func.call @m::@n() : "
                       "() -> ()\n  %f = func.constant @helper : (i32, i32) -> "
                       "i32\n  return\n}\nfunc.func @|")
            .labels() == Strings{"@helper"});
  // An attribute refers to one.
  CHECK(Offer(Caller + "func.func @g() attributes {x = @|").labels() ==
        Strings{"@g", "@main"});
}

TEST_CASE("SymbolItems: a new block is one that is branched to",
          "[completion]") {
  const std::string Branches =
      "func.func @f(%c: i1, %a: i32, %v: vector<2x4xi32>) {\n"
      "  cf.cond_br %c, ^bb1, ^bb2(%a, %v : i32, vector<2x4xi32>)\n";
  CHECK(Offer(Branches + "^|").labels() == Strings{"^bb1", "^bb2"});
  CHECK(Offer(Branches + "^bb1:\n  return\n^|").labels() == Strings{"^bb2"});
  CHECK(Offer(Branches + "  ^|\n^bb1:\n  return\n}\n").labels() ==
        Strings{"^bb2"});
  CHECK(snippetOf(Branches + "^bb1:\n  cf.br ^bb1\n^b|\n}\n") ==
        "^bb2(${1:%arg0}: i32, ${2:%arg1}: vector<2x4xi32>):");
  CHECK(snippetOf(Branches + "^bb2(%x: i32, %y: vector<2x4xi32>):\n  return\n"
                             "^|\n}\n") == "^bb1:");
  // An operation that goes on in the next line refers to blocks.
  CHECK(Offer("func.func @f(%c: i1) {\n  cf.cond_br %c,\n    ^|\n^bb1:\n  "
              "return\n^bb2:\n  return\n}\n")
            .labels() == Strings{"^bb1", "^bb2"});
  // Those of another function are none of it.
  CHECK(Offer(Branches + "^bb1:\n  return\n^bb2:\n  return\n}\n"
                         "func.func @g() {\n^|\n}\n")
            .labels()
            .empty());
}

TEST_CASE("SymbolItems: a new name is none that only has its letters",
          "[completion]") {
  const std::string Branches = "func.func @f(%c: i1) {\n"
                               "  cf.cond_br %c, ^yes, ^no\n";
  CHECK(Offer(Branches + "^|\n}\n").labels() == Strings{"^no", "^yes"});
  CHECK(Offer(Branches + "^y|\n}\n").labels() == Strings{"^yes"});
  for (const char *Typed : {"^e|", "^s|", "^yesterday|", "^yes|"}) {
    CAPTURE(Typed);
    // Alone, with nothing else to write, `^yes` is the name.
    bool IsName = llvm::StringRef(Typed).starts_with("^yes|");
    CHECK(Offer(Branches + Typed + "\n}\n").labels() ==
          (IsName ? Strings{"^yes"} : Strings()));
  }
  CHECK(Offer(Caller + "func.func @elp|").labels().empty());
  // An editor asks again with the next letter.
  CHECK(Offer(Branches + "^|\n}\n").List.IsIncomplete);
}

TEST_CASE("SymbolItems: a branch passes what its target takes",
          "[completion]") {
  const std::string Begin = "func.func @f(%c: i1) {\n  ",
                    End = "\n^bb1(%r: i5, %m: memref<4xi32, 1>):\n  return\n"
                          "^bb2:\n  return\n}\n",
                    Snippet = "^bb1(${1:%value}, ${2:%value} : i5, "
                              "memref<4xi32, 1>)";
  auto snippetOfBlock = [&](const std::string &Branch, size_t Index) {
    Offer All(Begin + Branch + End);
    REQUIRE(All.labels() == Strings{"^bb1", "^bb2"});
    return All.List.Items[Index].Snippet;
  };
  for (const char *Branch : {"cf.br |", "cf.br ^|", "cf.cond_br %c, ^|",
                             "cf.cond_br %c, ^bb2, ^|"}) {
    CAPTURE(Branch);
    CHECK(snippetOfBlock(Branch, 0) == Snippet);
    CHECK(snippetOfBlock(Branch, 1) == "");
  }
  // What it passes is there already.
  CHECK(snippetOfBlock("cf.br ^|(%x, %y : i5, i6)", 0) == "");
}

TEST_CASE("SymbolItems: a branch leads to another block than its own",
          "[completion]") {
  const std::string Blocks = "func.func @f(%c: i1) {\n  cf.br ^a\n"
                             "^a:\n  cf.br ^b\n^b:\n  cf.br |\n"
                             "^c:\n  cf.br ^d\n^d:\n  return\n}\n";
  CHECK(Offer(Blocks).labels() == Strings{"^c", "^d", "^a", "^b"});
}
