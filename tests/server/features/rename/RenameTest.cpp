//===- RenameTest.cpp - Other names ---------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/rename/Rename.h"
#include "server/syntax/Lexer.h"
#include "tests/server/Histories.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Renames at every place of a text: all of its ranges become `Spelling`.
static void checkRename(const char *MarkedText, const char *NewName,
                        const std::string &Spelling) {
  AnnotatedText Input(MarkedText);
  auto State = snapshotOf(Input.Text);
  std::string ExpectedText = Input.Text;
  for (auto It = Input.Ranges.rbegin(); It != Input.Ranges.rend(); ++It)
    ExpectedText.replace(It->Begin, It->size(), Spelling);
  REQUIRE_FALSE(Input.Places.empty());
  for (size_t Place : Input.Places) {
    CAPTURE(Place);
    auto Preparation = prepareRename(*State, Place);
    REQUIRE(llvm::toString(Preparation.takeError()) == "");
    REQUIRE(*Preparation);
    CHECK(llvm::is_contained(Input.Ranges, (*Preparation)->Range));
    auto Result = rename(*State, Place, NewName);
    REQUIRE(llvm::toString(Result.takeError()) == "");
    CHECK(applyEdits(Input.Text, *Result) == ExpectedText);
  }
}

/// Checks that nothing at any place of a text can get a name, and why.
static void checkRefused(const char *MarkedText, const char *NewName,
                         const std::string &Reason) {
  AnnotatedText Input(MarkedText);
  auto State = snapshotOf(Input.Text);
  REQUIRE_FALSE(Input.Places.empty());
  for (size_t Place : Input.Places) {
    CAPTURE(Place);
    auto Result = rename(*State, Place, NewName);
    CHECK(llvm::toString(Result.takeError()) == Reason);
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST_CASE("Rename: values", "[rename]") {
  const char *Source = R"(
    func.func @f(|%|[|a|]: i32, %b: i32) -> i32 {
      %0 = arith.addi %[|a|], %b : i32 // %a
      %1 = arith.muli %0, |%[|a|]| : i32 loc("%a")
      return %1 : i32
    }
    func.func @g(%a: i32, %x: i32) -> i32 { return %a : i32 })";
  checkRename(Source, "x", "x");
  checkRename(Source, "%x", "x");
  checkRename(Source, "%4", "4");
  checkRename("func.func @f() -> i32 {\r\n\t%[|4|] = arith.constant 1 : "
              "i32\r\n\treturn |%[|4|] : i32\r\n}",
              "%x", "x");
}

TEST_CASE("Rename: arguments of a region that are named after operands",
          "[rename]") {
  const char *Source = R"(
    emitc.func @f(%[|a|]: i32, %b: i32) -> i32 {
      %r = emitc.expression |%[|a|], %b : (i32, i32) -> i32 {
        %x = emitc.add %|[|a|], %b : (i32, i32) -> i32
        %y = emitc.mul %x, %[|a|]| : (i32, i32) -> i32
        emitc.yield %y : i32
      }
      %s = emitc.add %[|a|], %r : (i32, i32) -> i32
      emitc.return %s : i32
    })";
  checkRename(Source, "z", "z");
  // Taken inside, though the function does not know that name.
  checkRefused(R"(
    emitc.func @f(|%a: i32) -> i32 {
      %r = emitc.expression |%a : (i32) -> i32 {
        %x = emitc.add |%a, %a : (i32, i32) -> i32
        emitc.yield %x : i32
      }
      emitc.return %r : i32
    })",
               "x",
               "the name %x is taken: line 4 defines it, and both are known in "
               "the same place");
}

TEST_CASE("Rename: a group of results keeps its numbers", "[rename]") {
  checkRename(R"(
    func.func @f(%c: i1, %x: i32) -> i32 {
      |%[|r|]:2 = scf.if %c -> (i32, i32) {
        scf.yield %x, %x : i32, i32
      } else {
        scf.yield %x, %x : i32, i32
      }
      %0 = arith.addi |%[|r|]#0, %|[|r|]#1| : i32
      return %0 : i32
    })",
              "both", "both");
  checkRefused("func.func @f() { |%r:2 = \"a.b\"() : () -> (i32, i32) return }",
               "x#1",
               "'x#1' is not a valid name for a value: the % is followed by "
               "digits only, or by a letter or one of $ . _ - and then "
               "letters, digits and these");
}

TEST_CASE("Rename: the same name is no edit", "[rename]") {
  AnnotatedText Input("func.func @f(|%a: i32) { return }");
  auto State = snapshotOf(Input.Text);
  for (const char *Name : {"%a", "a"}) {
    auto Result = rename(*State, Input.Places[0], Name);
    REQUIRE(llvm::toString(Result.takeError()) == "");
    CHECK(Result->empty());
  }
}

TEST_CASE("Rename: a name that is taken", "[rename]") {
  auto refusalFor = [](const char *Name, unsigned Line) {
    return "the name " + std::string(Name) + " is taken: line " +
           std::to_string(Line) +
           " defines it, and both are known in the same place";
  };
  checkRefused("func.func @f(|%a: i32,\n %b: i32) { return }", "b",
               refusalFor("%b", 2));
  // Defined later, in the same region or in one inside of it.
  checkRefused(R"(func.func @f(|%a: i32) {
    %b = arith.addi |%a, %a : i32
    return
  })",
               "b", refusalFor("%b", 2));
  checkRefused(R"(func.func @f(%c: i1) {
    |%a = arith.constant 1 : i32
    scf.if %c {
      %b = arith.constant 1 : i32
    }
    return
  })",
               "b", refusalFor("%b", 4));
  // Used later, out of a block that comes first.
  checkRefused(R"(func.func @f(%c: i1) {
    cf.br ^two
  ^one:
    scf.if %c {
      "a.use"(%b) : (i32) -> ()
      |%a = arith.constant 1 : i32
    }
    return
  ^two:
    %b = arith.constant 1 : i32
    cf.br ^one
  })",
               "b", refusalFor("%b", 10));
}

TEST_CASE("Rename: a name that is not known there any more", "[rename]") {
  const char *Source = R"(func.func @f(%c: i1) -> i32 {
    scf.if %c {
      %b = arith.constant 1 : i32
    } else {
      %[|a|] = arith.constant 1 : i32
      "a.use"(|%[|a|]) : (i32) -> ()
    }
    %d = arith.constant 2 : i32
    return %d : i32
  })";
  checkRename(Source, "b", "b");
  checkRename(Source, "d", "d");
  // The result is known behind its operation.
  checkRename(R"(func.func @f(%c: i1) -> i32 {
    |%[|a|] = scf.if %c -> i32 {
      %b = arith.constant 1 : i32
      scf.yield %b : i32
    } else {
      %b = arith.constant 1 : i32
      scf.yield %b : i32
    }
    return %[|a|] : i32
  })",
              "b", "b");
}

TEST_CASE("Rename: names outside of functions are taken in them", "[rename]") {
  std::string Reason = "the name %x is taken: line 3 defines it, and both are "
                       "known in the same place";
  checkRefused(R"(module {
    |%a = arith.constant 1 : i32
    func.func @f(%x: i32) { return }
  })",
               "x", Reason);
  checkRefused(R"(module {
    func.func @e() { return }
    %x = arith.constant 1 : i32
    module { func.func @f(|%a: i32) { return } }
  })",
               "x", Reason);
  // Not before, and not in other modules.
  checkRename(R"(module {
    func.func @f(|%[|a|]: i32) { return }
    %x = arith.constant 1 : i32
  }
  module {
    %b = arith.constant 1 : i32
    func.func @f(%x: i32) { return }
  })",
              "x", "x");
  checkRename(R"(module {
    |%[|a|] = arith.constant 1 : i32
  }
  module {
    func.func @f(%x: i32) { return }
  })",
              "x", "x");
}

TEST_CASE("Rename: a name must not run into what follows", "[rename]") {
  const char *Source = R"(func.func @f(%4: i1) {
    |%0 = scf.if |%4->(i32) {
      %a = arith.constant 1 : i32
      scf.yield %a : i32
    } else {
      %a = arith.constant 2 : i32
      scf.yield %a : i32
    }
    return
  })";
  AnnotatedText Input(Source);
  auto State = snapshotOf(Input.Text);
  CHECK(llvm::toString(rename(*State, Input.Places[1], "x").takeError()) ==
        "the new name would run into what follows it in line 2");
  CHECK(rename(*State, Input.Places[1], "5")->size() == 2);
  CHECK(rename(*State, Input.Places[0], "x")->size() == 1);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST_CASE("Rename: blocks", "[rename]") {
  const char *Source = R"(
    func.func @f(%c: i1) {
      cf.cond_br %c, |^|[|one|], ^two
    ^two:
      scf.execute_region {
        cf.br ^in
      ^in:
        scf.yield
      }
      cf.br ^[|one|]|
    ^|[|one|]:
      return
    })";
  checkRename(Source, "^three", "three");
  // Each region has its own.
  checkRename(Source, "in", "in");
  checkRefused(R"(func.func @f(%c: i1) {
      cf.br |^one
    |^one:
      cf.br ^two
    ^two:
      return
    })",
               "two", "the name ^two is taken by the block in line 5");
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

TEST_CASE("Rename: symbols, wherever they are used", "[rename]") {
  const char *Source = R"(
    module @m {
      func.func @g() {
        call |@|[|f|]() : () -> ()
        "a.ref"() {symbol = @[|f|]|, text = "@f", s = @"g"} : () -> ()
        return
      }
      func.func private @|[|f|]() // @f
      module @inner {
        func.func private @f()
        func.func @h() { call @f() : () -> () return }
      }
    }
    "a.ref"() {symbol = @m::|@[|f|]} : () -> ())";
  checkRename(Source, "@e", "e");
  checkRename(Source, "h", "h");
  checkRename(Source, "a \"b\"", "\"a \\22b\\22\"");
}

TEST_CASE("Rename: what symbols are in", "[rename]") {
  checkRename(R"(
    module |@[|m|] {
      module @m { func.func private @f() }
    }
    "a.ref"() {symbol = |@[|m|]::@m::@f} : () -> ())",
              "n", "n");
  checkRename(R"(
    module @m {
      module |@[|m|] { func.func private @f() }
      "a.ref"() {symbol = @[|m|]::@f} : () -> ()
    }
    "a.ref"() {symbol = @m::|@[|m|]::@f} : () -> ())",
              "n", "n");
}

TEST_CASE("Rename: symbols in quotes keep them", "[rename]") {
  const char *Source = R"(
    func.func private @"|[|a b|]"()
    func.func @g() { call |@"[|a b|]"|() : () -> () return })";
  checkRename(Source, "f", "f");
  checkRename(Source, "@\"\\\"\"", "\\22");
}

TEST_CASE("Rename: symbols that are strings", "[rename]") {
  checkRename(R"(
    "func.func"() <{function_type = () -> (), sym_name = "|[|f|]|",
                    sym_visibility = "private"}> ({}) : () -> ()
    func.func @g() { call |@[|f|]() : () -> () return })",
              "h", "h");
}

TEST_CASE("Rename: symbols that are taken", "[rename]") {
  checkRefused(R"(func.func private |@f()
    func.func private @g())",
               "g", "the name @g is taken by the symbol in line 2");
  // Another would get what is not defined now.
  checkRefused(R"(func.func private |@f()
    "a.ref"() {symbol = @g} : () -> ())",
               "g",
               "the name @g is used in line 2 already, for something else");
}

TEST_CASE("Rename: symbols of which not all is known", "[rename]") {
  checkRefused("func.func private @f()\nfunc.func private @f()\n"
               "\"a.b\"() {s = |@f} : () -> ()",
               "g",
               "the symbol @f is defined more than once: in line 1 and in line "
               "2");
  checkRefused("\"a.b\"() {s = |@f} : () -> ()", "g",
               "the symbol @f is not defined here");
  checkRefused(
      "func.func private |@f()\n#a = @f\n\"a.b\"() {s = #a} : () -> ()", "g",
      "it is unknown what @f refers to in line 2, where an alias "
      "names it");
  checkRefused(
      "func.func private |@f()\nmodule {\"a.b\"() {s = @f} : () -> ()}", "g",
      "it is unknown what @f refers to in line 2, because no enclosing symbol "
      "table has it");
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

TEST_CASE("Rename: aliases", "[rename]") {
  checkRename(R"(|![|v|] = vector<4xf32>
!p = tuple<![|v|], i32>
!q = i8
#v = 1 : i32
func.func private @f(|![|v|]|, !p) -> tensor<4x!q> attributes {a.b = #v}
func.func private @g(!|[|v|])
// -----
!v = i32
func.func private @h(!v)
)",
              "!w", "w");
  checkRename(R"(#|[|m|] = affine_map<(d0) -> (d0)>
func.func private @f(memref<4xi32, #[|m|]>) loc(#l)
"a.b"() {m = #[|m|], g = #gpu<address_space<workgroup>>} : () -> ()
#l = loc("#m")
)",
              "gpu", "gpu");
  checkRename("func.func private @f() loc(|#[|l|])\n#[|l|] = loc(\"l\")",
              "loc1", "loc1");
}

TEST_CASE("Rename: aliases that are taken", "[rename]") {
  checkRefused("!v = i32\n|!w = i32", "v",
               "the name !v is taken by the alias in line 1");
  checkRefused("|!w = i32", "a.b",
               "'a.b' is not a valid alias name: names with a '.' are reserved "
               "for dialects");
}

//===----------------------------------------------------------------------===//
// What is no name, and what does not parse
//===----------------------------------------------------------------------===//

TEST_CASE("Rename: what has no name", "[rename]") {
  AnnotatedText Input("func.func @f(%a: |i32) { |return }");
  auto State = snapshotOf(Input.Text);
  CHECK_FALSE(*prepareRename(*State, Input.Places[0]));
  CHECK(llvm::toString(rename(*State, Input.Places[0], "x").takeError()) ==
        "there is no name here");
  CHECK(llvm::toString(prepareRename(*State, Input.Places[1]).takeError()) ==
        "the name of an operation cannot be changed");
  CHECK(llvm::toString(rename(*State, Input.Places[1], "x").takeError()) ==
        "the name of an operation cannot be changed");
}

static const char Good[] = R"(!t = i32
func.func @f(%a: !t) -> !t {
  %0 = arith.addi %a, %a : !t
  return %0 : !t
}
func.func @g(%x: !t) {
  call @f(%x) : (!t) -> !t
  return
}
func.func private @h()
)";

TEST_CASE("Rename: in text that does not parse", "[rename]") {
  std::string BrokenText = replaceOnce(Good, "func.func", unreadableFunction);
  auto State = snapshotAfter({Good, BrokenText});
  auto refusal = [&](const char *Anchor, const char *NewName) {
    size_t Offset = BrokenText.find(Anchor);
    REQUIRE(Offset != std::string::npos);
    return llvm::toString(rename(*State, Offset, NewName).takeError());
  };
  CHECK(refusal("%a", "b") ==
        "the text here does not parse, so not all uses of %a are known");
  CHECK(refusal("@f(%x", "e") ==
        "the definition of @f in line 2 does not parse");
  CHECK(refusal("!t =", "u") == "it is unknown what !t refers to in line "
                                "2, which is in a part that does not parse");
  // Others are not touched by that, but for names that are there.
  CHECK(refusal("%x", "y") == "");
  CHECK(refusal("@h", "i") == "");
  CHECK(refusal("@h", "addi") == "");
  CHECK(refusal("@h", "a") == "");
  CHECK(refusal("@h", "f") == "the name @f is taken by the symbol in line 2");
}

TEST_CASE("Rename: uses that do not parse", "[rename]") {
  std::string BrokenText =
      replaceOnce(Good, "func.func @g", unreadableFunction + "@g");
  for (auto &State :
       {snapshotAfter({Good, BrokenText}), snapshotOf(BrokenText)}) {
    size_t Offset = BrokenText.find("@f");
    CHECK(llvm::toString(prepareRename(*State, Offset).takeError()) ==
          "it is unknown what @f refers to in line 7, which is in a part "
          "that does not parse");
    CHECK(rename(*State, BrokenText.find("%a"), "x")->size() == 3);
  }
}

TEST_CASE("Rename: a copy of a function", "[rename]") {
  const std::string First = "func.func @f(%a: i32) -> i32 {\n"
                            "  return %a : i32\n}\n",
                    User = "func.func @g(%a: i32) {\n"
                           "  %0 = call @f(%a) : (i32) -> i32\n  return\n}\n";
  std::string Text = First + First + User;
  size_t Second = Text.find("@f", First.size());
  auto Edits = rename(*snapshotOf(Text), Second, "h");
  REQUIRE(bool(Edits));
  // Its callers mean the first one.
  CHECK(applyEdits(Text, *Edits) ==
        First + replaceOnce(First, "@f", "@h") + User);
  CHECK(llvm::toString(rename(*snapshotOf(Text), Second, "g").takeError()) ==
        "the name @g is taken by the symbol in line 7");
  // Of the first one it is not known what it is meant to be for.
  CHECK(llvm::toString(rename(*snapshotOf(Text), 11, "h").takeError()) ==
        "the symbol @f is defined more than once: in line 1 and in line 4");
}

/// A text after a name in it was changed; the refusal if that is one.
static std::string renamed(const std::string &Text, const std::string &Place,
                           const std::string &NewName) {
  auto Edits = rename(*snapshotOf(Text), Text.find(Place), NewName);
  return Edits ? applyEdits(Text, *Edits) : llvm::toString(Edits.takeError());
}

TEST_CASE("Rename: beside a broken operation, and in it", "[rename]") {
  auto withLine = [](const std::string &Line, const std::string &Value,
                     const std::string &Function) {
    return "func.func private @" + Function + "(i32)\nfunc.func @g(%" + Value +
           ": i32) {\n  call @" + Function + "(%" + Value +
           ") : (i32) -> ()\n  " + Line + "\n  return\n}\n";
  };
  CHECK(renamed(withLine("%0 = arith.addi %a,", "a", "f"), "%a", "b") ==
        withLine("%0 = arith.addi %b,", "b", "f"));
  CHECK(renamed(withLine("call @f(%a", "a", "f"), "@f", "h") ==
        withLine("call @h(%a", "a", "h"));
  CHECK(renamed(withLine("foo", "a", "f"), "%a", "b") ==
        withLine("foo", "b", "f"));
  // What is not known there is refused.
  CHECK(renamed(withLine("foo %b", "a", "f"), "%a", "b") ==
        "it is unknown what %b refers to in line 4");
  CHECK(renamed(withLine("\"a.b\"( {x = \"f\"}", "a", "f"), "@f", "h") ==
        "it is unknown what @f refers to in line 4");
  CHECK(renamed(withLine("call @h(", "a", "f"), "@f", "h") ==
        "the name @h is used in line 4 already, for something else");
  // Where a bracket is missing it may stand anywhere.
  CHECK(renamed(withLine("scf.if %c {", "a", "f"), "%a", "b") ==
        "the text here does not parse, so not all uses of %a are known");
}

TEST_CASE("Rename: beside broken text, the rest stays what it is", "[rename]") {
  // Whatever token is missing: the text with the new name says what the old one
  // said, or the name is refused.
  std::string Text = Good;
  Lexer Tokens(Text);
  unsigned Count = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    std::string BrokenText = Text;
    BrokenText.erase(Token->Range.Begin, Token->Range.size());
    for (std::string Name : {"%a", "%0", "%x", "@f"}) {
      size_t Offset = BrokenText.find(Name);
      if (Offset == std::string::npos)
        continue;
      auto Edits = rename(*snapshotOf(BrokenText), Offset, "other");
      if (!Edits) {
        llvm::consumeError(Edits.takeError());
        continue;
      }
      INFO(BrokenText);
      ++Count;
      std::string New = applyEdits(BrokenText, *Edits);
      CHECK(problemsOf(snapshotOf(New)).size() ==
            problemsOf(snapshotOf(BrokenText)).size());
      CHECK_FALSE(llvm::StringRef(New).contains(Name + " "));
      CHECK_FALSE(llvm::StringRef(New).contains(Name + ","));
      CHECK_FALSE(llvm::StringRef(New).contains(Name + "("));
    }
  }
  CHECK(Count > 60);
}

TEST_CASE("Rename: the end of a module is text, too", "[rename]") {
  checkRefused(
      R"("builtin.module"() ({
    func.func private |@f()
  }) {a.entry = @f} : () -> ())",
      "g",
      "it is unknown what @f refers to in line 3, after the end of a module");
}

TEST_CASE("Rename: what a symbol table itself names is around it", "[rename]") {
  checkRename(R"(
    module {
      func.func private @[|b|az|]()
      module attributes {test.reference = @[|ba|z|]} {
        func.func private @baz()
        "foo.op"() {test.reference = @baz} : () -> ()
      }
    })",
              "other", "other");
  checkRename(R"(
    module {
      func.func private @baz()
      module attributes {test.reference = @baz} {
        func.func private @[|b|az|]()
        "foo.op"() {test.reference = @[|ba|z|]} : () -> ()
      }
    })",
              "other", "other");
}
