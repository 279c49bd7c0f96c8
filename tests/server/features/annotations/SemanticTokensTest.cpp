//===- SemanticTokensTest.cpp - What the words of a text are --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/SemanticTokens.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Words = std::vector<std::string>;

/// "%a:parameter+definition+noiseUnknown", for each word.
static Words show(const Snapshot &State,
                  const std::vector<SemanticToken> &Tokens) {
  Words Result;
  for (const SemanticToken &Token : Tokens) {
    std::string Word =
        State.text().bytes().slice(Token.Range.Begin, Token.Range.End).str() +
        ":" + semanticTokenTypes[size_t(Token.Type)];
    for (size_t Bit = 0; Bit < std::size(semanticTokenModifiers); ++Bit)
      if (Token.Modifiers & (1 << Bit))
        Word += std::string("+") + semanticTokenModifiers[Bit];
    Result.push_back(Word);
  }
  return Result;
}
static std::vector<SemanticToken> tokensOf(const Snapshot &State) {
  return findSemanticTokens(State, {0, State.text().size()}, 2);
}
static Words wordsOf(const Snapshot &State) {
  return show(State, tokensOf(State));
}
static Words wordsOf(const std::string &Contents) {
  return wordsOf(*snapshotOf(Contents));
}

/// Those that begin with one of these.
static Words selectWords(const Words &AllWords,
                         const std::vector<std::string> &Begins) {
  Words Result;
  for (const std::string &Word : AllWords)
    for (const std::string &Begin : Begins)
      if (Word.compare(0, Begin.size(), Begin) == 0)
        Result.push_back(Word);
  return Result;
}

TEST_CASE("SemanticTokens: every kind of word", "[tokens]") {
  CHECK(wordsOf(R"mlir(#map = affine_map<(d0) -> (d0 + 1)>
!t = tensor<4xi32>
module @m attributes {a.b = "s", a.c = #map} {
  memref.global @g : memref<2xf32>
  func.func @f(%a: !t) -> index { // why
    %c = "arith.constant"() {value = 5 : index} : () -> index
    cf.br ^bb1(%c : index)
  ^bb1(%p: index):
    %m = memref.get_global @g : memref<2xf32>
    call @f(%a) : (!t) -> index
    return %p : index
  }
}
)mlir") == Words{"#map:macro+definition",
                 "1:number",
                 "!t:type+definition",
                 "tensor:type",
                 "4:number",
                 "i32:type",
                 "module:keyword",
                 "@m:namespace+definition",
                 "\"s\":string",
                 "#map:macro",
                 "memref.global:keyword",
                 "@g:class+definition",
                 "memref:type",
                 "2:number",
                 "f32:type",
                 "func.func:keyword",
                 "@f:function+definition",
                 "%a:parameter+definition",
                 "!t:type",
                 "index:type",
                 "// why:comment",
                 "%c:variable+definition",
                 "\"arith.constant\":keyword",
                 "5:number",
                 "index:type",
                 "index:type",
                 "cf.br:keyword",
                 "^bb1:label",
                 "%c:variable",
                 "index:type",
                 "^bb1:label+definition",
                 "%p:parameter+definition",
                 "index:type",
                 "%m:variable+definition",
                 "memref.get_global:keyword",
                 "@g:class",
                 "memref:type",
                 "2:number",
                 "f32:type",
                 "call:keyword",
                 "@f:function",
                 "%a:parameter",
                 "!t:type",
                 "index:type",
                 "return:keyword",
                 "%p:parameter",
                 "index:type"});
}

static const char Power[] = R"(
func.func @power(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %p1 = noisy.mul %a, %a : !noisy.i32
  %p2 = noisy.mul %p1, %p1 : !noisy.i32
  %p3 = noisy.reduce_noise %p2 : !noisy.i32
  %result = noisy.decode %p3 : !noisy.i32 -> i5
  return %result : i5
}
)";

TEST_CASE("SemanticTokens: the noise of values, wherever they are named",
          "[tokens]") {
  CHECK(selectWords(wordsOf(Power), {"%"}) ==
        Words{"%x:parameter+definition", "%a:variable+definition",
              "%x:parameter", "%p1:variable+definition+noiseNearLimit",
              "%a:variable", "%a:variable",
              "%p2:variable+definition+noiseOverLimit",
              "%p1:variable+noiseNearLimit", "%p1:variable+noiseNearLimit",
              "%p3:variable+definition+noiseUnknown",
              "%p2:variable+noiseOverLimit", "%result:variable+definition",
              "%p3:variable+noiseUnknown", "%result:variable"});
  auto State = snapshotOf(Power);
  auto NearLimitWords =
      show(*State, findSemanticTokens(*State, {0, State->text().size()}, 14));
  CHECK(selectWords(NearLimitWords, {"%a"})[0] ==
        "%a:variable+definition+noiseNearLimit");
}

TEST_CASE("SemanticTokens: groups of results", "[tokens]") {
  Words ResultWords = selectWords(wordsOf(R"(
    func.func @f(%a: !noisy.i32) {
      %r:2 = "test.make"() : () -> (i32, !noisy.i32)
      "test.use"(%r#0, %r#1) : (i32, !noisy.i32) -> ()
      return
    })"),
                                  {"%r"});
  CHECK(ResultWords == Words{"%r:variable+definition+noiseUnknown",
                             "%r#0:variable", "%r#1:variable+noiseUnknown"});
}

TEST_CASE("SemanticTokens: what is not known does not look safe", "[tokens]") {
  Words Memory = wordsOf("func.func @f(%m: memref<4x!noisy.i32>) { return }");
  CHECK(selectWords(Memory, {"%m"}) ==
        Words{"%m:parameter+definition+noiseUnknown"});
  Typist Large(Power);
  CHECK(selectWords(wordsOf(*Large.build(Effort::WithoutNoise)), {"%a"})[0] ==
        "%a:variable+definition+noiseUnknown");
  // What is stale keeps what was bad.
  std::string Good = Power;
  Words Stale =
      wordsOf(*snapshotAfter({Good, replaceOnce(Good, "func.func", "define")}));
  CHECK(selectWords(Stale, {"%a", "%p1", "%p2"}) ==
        Words{"%a:variable+definition+noiseUnknown",
              "%p1:variable+definition+noiseNearLimit+noiseUnknown",
              "%a:variable+noiseUnknown", "%a:variable+noiseUnknown",
              "%p2:variable+definition+noiseOverLimit+noiseUnknown",
              "%p1:variable+noiseNearLimit+noiseUnknown",
              "%p1:variable+noiseNearLimit+noiseUnknown",
              "%p2:variable+noiseOverLimit+noiseUnknown"});
  // So does the result of a broken operation, but not the rest.
  Words Broken =
      wordsOf(*snapshotAfter({Good, replaceOnce(Good, "%p2 = ", "%p2 =! ")}));
  CHECK(selectWords(Broken, {"%a", "%p1", "%p2"}) ==
        Words{"%a:variable+definition",
              "%p1:variable+definition+noiseNearLimit", "%a:variable",
              "%a:variable",
              "%p2:variable+definition+noiseOverLimit+noiseUnknown",
              "%p1:variable+noiseNearLimit", "%p1:variable+noiseNearLimit",
              "%p2:variable+noiseOverLimit+noiseUnknown"});
}

TEST_CASE("SemanticTokens: what does not parse is read by its letters",
          "[tokens]") {
  CHECK(wordsOf("%a = foo.bar @f ^bb {x = 1 : i32, \"s\" // c\n") ==
        Words{"%a:variable", "@f:function", "^bb:label", "1:number", "i32:type",
              "\"s\":string", "// c:comment"});
  // A name behind a new comment belongs to the comment.
  std::string Good = R"mlir(func.func @f(%a: i32) {
  "x.y"(%a) : (i32) -> ()
  return
}
)mlir";
  std::string Broken = replaceOnce(Good, "func.func", "define");
  auto comment = [](const std::string &Contents) {
    return replaceOnce(Contents, "  \"x.y\"(", "  \"x.y\" // (");
  };
  CHECK(selectWords(wordsOf(*snapshotAfter({Good, Broken, comment(Broken)})),
                    {"\"", "//", "%"}) ==
        Words{"%a:parameter+definition", "\"x.y\":keyword",
              "// (%a) : (i32) -> ():comment"});
  // Only the broken operation is read by its letters.
  CHECK(selectWords(wordsOf(*snapshotAfter({Good, comment(Good)})),
                    {"\"", "//", "%"}) ==
        Words{"%a:parameter+definition", "\"x.y\":string",
              "// (%a) : (i32) -> ():comment"});
}

TEST_CASE("SemanticTokens: types by their letters, also in shapes",
          "[tokens]") {
  Words Types;
  for (const std::string &Word :
       wordsOf(") tensor<4x?x16xf32> vector<[4]x8xi1> memref<*xindex> "
               "tuple<i32, si8> i i3x xi32 f33 index.add bf16 none "
               "complex<f64> x!noisy.i32 4x!noisy.i32 f8E5M2 ui4 tf32\n"))
    if (llvm::StringRef(Word).ends_with(":type"))
      Types.push_back(Word.substr(0, Word.size() - 5));
  CHECK(Types == Words{"tensor", "f32", "vector", "i1", "memref", "index",
                       "tuple", "i32", "si8", "bf16", "none", "complex", "f64",
                       "!noisy.i32", "!noisy.i32", "f8E5M2", "ui4", "tf32"});
}

TEST_CASE("SemanticTokens: a word ends with its line for editors", "[tokens]") {
  CHECK(wordsOf(") \"a\rb\" 1\n") == Words{"\"a:string", "1:number"});
}

TEST_CASE("SemanticTokens: a range gives what all has there, in whole lines",
          "[tokens]") {
  std::string Two = std::string(Power) + "// between \"\n" +
                    replaceOnce(Power, "@power", "@other");
  for (const std::string &Contents :
       {Two, replaceOnce(Two, "%p1 = ", "%p1 =! "),
        replaceOnce(Two, "%x: i5", "%x: i")}) {
    auto State = snapshotAfter({Two, Contents});
    std::vector<SemanticToken> Tokens = tokensOf(*State);
    const Text &Text = State->text();
    for (size_t Begin = 0; Begin < Text.size(); Begin += 7)
      for (size_t Size : {0, 5, 100}) {
        size_t End = std::min(Begin + Size, Text.size());
        ByteRange Lines = {Text.lineStart(Text.lineAt(Begin)),
                           Text.lineEnd(Text.lineAt(End))};
        std::vector<SemanticToken> ExpectedItems;
        for (const SemanticToken &Token : Tokens)
          if (Lines.contains(Token.Range))
            ExpectedItems.push_back(Token);
        INFO(Begin << " " << End);
        CHECK(show(*State, findSemanticTokens(*State, {Begin, End}, 2)) ==
              show(*State, ExpectedItems));
      }
  }
}

TEST_CASE("SemanticTokens: words follow one another while one types",
          "[tokens]") {
  Typist T(Power);
  std::string TypedText =
      "  %q = scf.if %c -> (i1) { scf.yield \"a // \n} %p2 ";
  size_t EditOffset = T.text().find("  %p2");
  for (size_t I = 0; I < TypedText.size(); ++I) {
    T.edit({EditOffset + I, EditOffset + I},
           llvm::StringRef(TypedText).substr(I, 1));
    auto Latest = T.build();
    size_t TokenEnd = 0;
    for (const SemanticToken &Token : tokensOf(*Latest)) {
      REQUIRE(Token.Range.Begin >= TokenEnd);
      REQUIRE_FALSE(Token.Range.empty());
      REQUIRE(Latest->text().lineAt(Token.Range.Begin) ==
              Latest->text().lineAt(Token.Range.End));
      TokenEnd = Token.Range.End;
    }
    REQUIRE(TokenEnd > EditOffset + I);
  }
}
