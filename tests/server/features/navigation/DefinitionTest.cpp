//===- DefinitionTest.cpp - Where what is named is defined ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Definition.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Checks that at each place of a text the one name in brackets is defined.
static void checkNames(const char *MarkedText) {
  AnnotatedText Source(MarkedText);
  REQUIRE(Source.Ranges.size() == 1);
  auto State = snapshotAfter({Source.Text});
  for (size_t Place : Source.Places) {
    CAPTURE(MarkedText, Place);
    std::optional<Definitions> Lookup = findDefinitions(*State, Place);
    REQUIRE(Lookup);
    REQUIRE(Lookup->Targets.size() == 1);
    CHECK(Lookup->Targets[0].Name == Source.Ranges[0]);
    CHECK(Lookup->OriginRange.Begin <= Place);
    CHECK(Place <= Lookup->OriginRange.End);
  }
}

/// What the names at the places of a text are defined by, as text.
static std::vector<std::string> headsAt(const Snapshot &State, size_t Place) {
  std::vector<std::string> Result;
  if (std::optional<Definitions> Lookup = findDefinitions(State, Place))
    for (const Definitions::Target &Target : Lookup->Targets)
      Result.push_back(
          State.text().bytes().slice(Target.Head.Begin, Target.Head.End).str());
  return Result;
}

using Strings = std::vector<std::string>;

TEST_CASE("Definition: values", "[definition]") {
  checkNames(R"(
    func.func @f([||%a|]: i32, %b: i32) -> i32 {
      %0 = arith.addi %|a, %b : i32
      %1 = arith.muli %0, |%a| : i32
      return %1 : i32
    })");
  checkNames(R"(
    func.func @f(%c: i1) -> i32 {
      [|%r|]:2 = scf.if %c -> (i32, i32) {
        %x = arith.constant 1 : i32
        scf.yield %x, %x : i32, i32
      } else {
        %y = arith.constant 2 : i32
        scf.yield %y, %y : i32, i32
      }
      %0 = arith.addi %|r#0, |%r#1 : i32
      return %0 : i32
    })");
}

TEST_CASE("Definition: blocks and their arguments", "[definition]") {
  checkNames(R"(
    func.func @f(%c: i1) {
      cf.cond_br %c, ^|one, ^two
    ^two:
      cf.br |^one
    [|^one|]:
      return
    })");
  checkNames(R"(
    func.func @f(%c: i32) -> i32 {
      cf.br ^one(%c : i32)
    ^one([|%x|]: i32):
      return |%x : i32
    })");
}

TEST_CASE("Definition: symbols, from one section into another",
          "[definition]") {
  checkNames(R"(
    func.func @g() {
      call @|f() : () -> ()
      call |@f() : () -> ()
      return
    }
    func.func private [|@|f|]()
    )");
  checkNames(R"(
    module @a {
      module @b {
        func.func private [|@f|]()
      }
      func.func @g() {
        "a.ref"() {symbol = @b::|@f} : () -> ()
        return
      }
    })");
  checkNames(R"(
    module @a {
      module [|@b|] {
        func.func private @f()
      }
      func.func @g() {
        "a.ref"() {symbol = |@b::@f} : () -> ()
        return
      }
    })");
}

TEST_CASE("Definition: what a symbol table itself names is around it",
          "[definition]") {
  checkNames(R"(
    module {
      func.func private [|@baz|]()
      module attributes {test.reference = |@baz} {
        func.func private @baz()
      }
    })");
  // Also where it is no part of its own.
  checkNames(R"(
    "test.outer"() ({
      module @a {
        func.func private [|@baz|]()
        module attributes {test.reference = |@baz} {
          func.func private @baz()
        }
      }
    }) : () -> ())");
  // What is in it looks no further than there.
  AnnotatedText Source(R"(
    module {
      func.func private @baz()
      module {
        "foo.op"() {test.nested_reference = |@baz} : () -> ()
      }
    })");
  CHECK(headsAt(*snapshotAfter({Source.Text}), Source.Places[0]).empty());
  // Where there is none around it, it may be in it.
  checkNames(R"(
    module attributes {test.reference = |@lib} {
      func.func private [|@lib|]()
    })");
}

TEST_CASE("Definition: a symbol is all of its operation", "[definition]") {
  AnnotatedText Source(R"(
    [|func.func @f() {
      return
    }|]
    func.func @g() { call |@f() : () -> () return })");
  auto State = snapshotAfter({Source.Text});
  std::optional<Definitions> Lookup = findDefinitions(*State, Source.Places[0]);
  REQUIRE(Lookup);
  REQUIRE(Lookup->Targets.size() == 1);
  CHECK(Lookup->Targets[0].Range == Source.Ranges[0]);
  CHECK(headsAt(*State, Source.Places[0]) == Strings{"func.func"});
}

TEST_CASE("Definition: a symbol that is defined twice", "[definition]") {
  AnnotatedText Source(R"(
    func.func private @f()
    func.func private @f(i32)
    func.func @g() { call |@f() : () -> () return })");
  CHECK(headsAt(*snapshotAfter({Source.Text}), Source.Places[0]).size() == 2);
}

TEST_CASE("Definition: aliases", "[definition]") {
  checkNames(R"(
    [|!|v|] = vector<4xf32>
    !p = tuple<|!v, i32>
    func.func private @f(%a: |!v, %b: !p)
    )");
  checkNames(R"(
    func.func @f() {
      return loc(#h|ere)
    }
    [|#here|] = loc("x.mlir":6:8)
    )");
}

TEST_CASE("Definition: places in other files", "[definition]") {
  AnnotatedText Source(R"(
    func.func |@f(%a: i32) -> i32 {
      |%0 = |arith.addi %a, %a : i32 loc("/x/y z.mlir":6:8)
      %1 = arith.addi |%0, %a : i32
      return %1 : i32
    })");
  auto State = snapshotAfter({Source.Text});
  Definitions::ForeignTarget ExpectedTarget{"/x/y z.mlir", 6, 8};
  std::vector<bool> Has;
  for (size_t Place : Source.Places) {
    std::optional<Definitions> Lookup = findDefinitions(*State, Place);
    REQUIRE(Lookup);
    Has.push_back(!Lookup->Foreign.empty());
    for (const Definitions::ForeignTarget &Target : Lookup->Foreign)
      CHECK(Target == ExpectedTarget);
  }
  CHECK(Has == std::vector<bool>{false, true, true, true});
  // The name of an operation stands for nothing in this file.
  CHECK(headsAt(*State, Source.Places[2]).empty());
}

TEST_CASE("Definition: chunks know nothing of one another", "[definition]") {
  AnnotatedText Source(R"(func.func private @f()
// -----
func.func @g() { call |@f() : () -> () return }
)");
  auto State = snapshotAfter({Source.Text});
  CHECK(headsAt(*State, Source.Places[0]).empty());
  CHECK_FALSE(findDefinitions(*State, Source.Text.find("// --")));
  CHECK_FALSE(findDefinitions(*State, Source.Text.size()));
}

TEST_CASE("Definition: in text that is broken", "[definition]") {
  std::string Good = R"(
    func.func @f(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      %1 = arith.addi %0, %a : i32
      return %1 : i32
    }
    func.func @g(%x: i32) {
      call @f(%x) : (i32) -> i32
      return
    })";
  // An operation, and the signature of the function.
  for (auto [Old, New] : {std::pair("%1 = arith.addi", "%1 = arith.addi("),
                          {"@f(%a: i32", "@f(%a: i32 x"}}) {
    std::string BrokenText = replaceOnce(Good, Old, New);
    CAPTURE(BrokenText);
    auto State = snapshotAfter({Good, BrokenText});
    auto placeOf = [&](const char *Anchor) { return BrokenText.find(Anchor); };
    // In what is broken, of what is broken, and elsewhere.
    CHECK(headsAt(*State, placeOf("%0, %a")) == Strings{"%0"});
    CHECK(headsAt(*State, placeOf("@f(%x)")) == Strings{"func.func"});
    CHECK(headsAt(*State, placeOf("%x) :")) == Strings{"%x"});

    // A definition that was edited away is nowhere.
    std::string RenamedText =
        replaceOnce(BrokenText, "%0 = arith", "%zero = arith");
    State = snapshotAfter({Good, BrokenText, RenamedText});
    CHECK(headsAt(*State, RenamedText.find("%0, %a")).empty());
  }
}

TEST_CASE("Definition: what stood in another container is no second one",
          "[definition]") {
  // The new line makes one piece of all before the last function, which does
  // not parse: `%a` is defined twice.
  const std::string OldText = "%a = \"test.a\"() : () -> i32\n"
                              "module @outer {\n  func.func @f() {\n"
                              "    return\n  }\n}\n"
                              "func.func @f() {\n  return\n}\n"
                              "\"test.use\"() {f = @f} : () -> ()\n";
  std::string NewText = replaceOnce(OldText, "func.func @f() {\n  return",
                                    "%a = \"test.a\"() : () -> i32\n"
                                    "func.func @f() {\n  return");
  auto State = snapshotAfter({OldText, NewText});
  std::optional<Definitions> Lookup =
      findDefinitions(*State, NewText.rfind("@f"));
  REQUIRE(Lookup);
  REQUIRE(Lookup->Targets.size() == 1);
  CHECK(Lookup->Targets[0].Name.Begin == NewText.rfind("@f()"));
}
