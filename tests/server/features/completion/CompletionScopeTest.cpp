//===- CompletionScopeTest.cpp - What a word is completed from ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionScope.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

static TypedWord wordAt(llvm::StringRef MarkedText) {
  AnnotatedText T(MarkedText);
  // The names of a word are part of the text, which has to outlive it.
  static std::vector<std::unique_ptr<std::string>> Texts;
  Texts.push_back(std::make_unique<std::string>(T.Text));
  return findTypedWord(*Texts.back(), T.Places.at(0));
}

static std::string scopeAt(llvm::StringRef MarkedText) {
  AnnotatedText T(MarkedText);
  return readScope(T.Text, Outline::scan(T.Text).pieces(), T.Places.at(0));
}

static Strings symbolsAt(llvm::StringRef MarkedText, const Strings &Path = {}) {
  AnnotatedText T(MarkedText);
  Strings Result;
  for (const NearbySymbol &Symbol : findNearbySymbols(
           T.Text, Outline::scan(T.Text).pieces(), T.Places.at(0), Path))
    Result.push_back(std::to_string(Symbol.Distance) + " " + Symbol.Name);
  return Result;
}

TEST_CASE("CompletionScope: words", "[completion]") {
  struct Case {
    const char *MarkedText;
    ByteRange Range;
    char Sigil;
  };
  for (Case C : {Case{"|", {0, 0}, 0}, Case{"ab|c", {0, 2}, 0},
                 Case{"  |abc", {2, 2}, 0}, Case{"arith.ad|di", {6, 8}, 0},
                 Case{"arith.|", {6, 6}, 0}, Case{"%ab|", {0, 3}, '%'},
                 Case{"%a.b-c|", {0, 6}, '%'}, Case{"^bb|", {0, 3}, '^'},
                 Case{"!pa|", {0, 3}, '!'}, Case{"!noisy.i|", {7, 8}, '!'},
                 Case{"#noisy.|", {7, 7}, '#'}, Case{"@f|", {0, 2}, '@'},
                 Case{"@a::@f|", {4, 6}, '@'}, Case{"\"arith.ad|", {7, 9}, 0},
                 Case{"\"a %b|", {4, 5}, 0}, Case{"x -y|", {3, 4}, 0}}) {
    CAPTURE(C.MarkedText);
    TypedWord Word = wordAt(C.MarkedText);
    CHECK(Word.Range == C.Range);
    CHECK(Word.Sigil == C.Sigil);
  }
  CHECK(wordAt("!noisy.i|").Dialect == "noisy");
  CHECK(wordAt("!noisy|").Dialect == "");
  CHECK(wordAt("@a::@b|").Path == Strings{"a"});
  CHECK(wordAt("call @a::@b.c::@|").Path == Strings{"a", "b.c"});
  CHECK(wordAt("@a : @b|").Path.empty());

  using Place = TypedWord::Place;
  CHECK(wordAt("a |").Kind == Place::Code);
  CHECK(wordAt("// a |").Kind == Place::Comment);
  CHECK(wordAt("// a\n|").Kind == Place::Code);
  CHECK(wordAt("\"// a |").Kind == Place::String);
  CHECK(wordAt("\"a\\\"b |").Kind == Place::String);
  CHECK(wordAt("\"a\" // \" |").Kind == Place::Comment);
}

TEST_CASE("CompletionScope: only the piece is read, and what it needs",
          "[completion]") {
  CHECK(scopeAt("#map = affine_map<() -> ()>\n"
                "func.func @f() { return }\n"
                "!t = i32\n"
                "func.func @g() {\n  return\n}\n"
                "func.func @h(%a: i32) {\n"
                "  %b = arith.|addi %a, %a : i32\n}\n"
                "!later = i32\n") == R"mlir(#map = affine_map<() -> ()>
!t = i32
func.func @h(%a: i32) {
  %b = arith.)mlir");
  // The containers around, not those before.
  CHECK(scopeAt("module @a {\n  func.func @f() { return }\n}\n"
                "module @b attributes {x.y} {\n"
                "  func.func @g() { return }\n"
                "  module {\n    func.func @h() {\n      |\n    }\n  }\n}\n") ==
        "module @b attributes {x.y} {\n"
        "module {\n"
        "func.func @h() {\n      ");
  // Between pieces, at the beginning of a container, behind one.
  CHECK(scopeAt("func.func @f() { return }\n|\nfunc.func @g() { return }\n") ==
        "\n");
  CHECK(scopeAt("module {\n  |\n  func.func @f() { return }\n}\n") ==
        "module {\n\n  ");
  CHECK(scopeAt("module {\n  func.func @f() { return }\n}\n  |") == "\n  ");
  // An operation may go on behind what has ended it, on its line.
  CHECK(scopeAt("func.func private @f() |\nfunc.func @g() { return }\n") ==
        "func.func private @f() ");
  // Chunks are apart; so they are without an outline.
  std::string Chunks = "!t = i32\n// -----\n!u = i64\nfunc.func @f() {\n  |";
  CHECK(scopeAt(Chunks) == "!u = i64\nfunc.func @f() {\n  ");
  AnnotatedText T(Chunks);
  CHECK(readScope(T.Text, {}, T.Places[0]) ==
        "// -----\n!u = i64\nfunc.func @f() {\n  ");
  // Values at top level: all that is before.
  CHECK(scopeAt("%0 = \"a.b\"() : () -> i32\nfunc.func @f() { return }\n"
                "\"a.use\"(%|)\n") ==
        "%0 = \"a.b\"() : () -> i32\nfunc.func @f() { return }\n\"a.use\"(%");
}

TEST_CASE("CompletionScope: a broken function does not hide those behind it",
          "[completion]") {
  CHECK(scopeAt("func.func @f() {\n  \"a.b\"( {\n  return\n\n"
                "func.func @g() {\n  |\n}\n") == "func.func @g() {\n  ");
}

TEST_CASE("CompletionScope: symbols", "[completion]") {
  const std::string Text = "func.func private @ext(i32)\n"
                           "module @m {\n"
                           "  func.func @in() { return }\n"
                           "  module @n {\n    func.func @deep() { return }\n"
                           "  }\n"
                           "  func.func @user() {\n    call @|\n  }\n"
                           "}\n"
                           "// -----\n"
                           "func.func @other() { return }\n";
  CHECK(symbolsAt(Text) == Strings{"0 in", "0 n", "0 user", "1 ext", "1 m"});
  CHECK(symbolsAt(Text, {"n"}) == Strings{"0 deep"});
  CHECK(symbolsAt(Text, {"m", "n"}) == Strings{"0 deep"});
  CHECK(symbolsAt(Text, {"nowhere"}).empty());
  // Where one is defined, it is not offered for itself.
  CHECK(symbolsAt("func.func @f() { return }\nfunc.func @g|() { return }\n") ==
        Strings{"0 f"});

  AnnotatedText T("func.func private @ext(%a: i32) -> i64\n"
                  "func.func @f() {\n  call @|\n  return\n}\n");
  auto Symbols = findNearbySymbols(T.Text, Outline::scan(T.Text).pieces(),
                                   T.Places[0], {});
  REQUIRE(Symbols.size() == 2);
  CHECK(Symbols[0].Operation == "func.func");
  CHECK(Symbols[0].Signature == "func.func private @ext(%a: i32) -> i64");
  CHECK(Symbols[1].Signature == "func.func @f()");
}
