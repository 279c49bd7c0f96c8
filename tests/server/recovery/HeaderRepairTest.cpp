//===- HeaderRepairTest.cpp - Headers of functions that do not parse ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/ProblemCodes.h"
#include "server/syntax/Lexer.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Errors = std::vector<std::string>;

/// What is wrong, without information and hints.
static Errors errorsOf(const std::shared_ptr<const Snapshot> &State) {
  Errors Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Severity == Problem::Level::Error)
      Result.push_back(Issue.Message);
  });
  return Result;
}

static constexpr char Body[] =
    "  %s = noisy.add %a, %a : !noisy.i32\n"
    "  %p = noisy.mul %b, %b : !noisy.i32\n"
    "  %l = noisy.sub %b, %s : !noisy.i32\n"
    "  return %l : !noisy.i32\n"
    "}\n"
    "func.func @g(%x: !noisy.i32) -> !noisy.i32 {\n"
    "  %y = call @f(%x, %x) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
    "  return %y : !noisy.i32\n"
    "}\n";

/// The noise of %s, %p and %y, in bits; -1 where it is not known as of now.
static std::vector<int> noiseBehind(const std::string &Header) {
  auto State = snapshotOf(Header + "\n" + Body);
  return {bitsOf(State, "%s ="), bitsOf(State, "%p ="), bitsOf(State, "%y =")};
}

TEST_CASE("HeaderRepair: signs that are missing or too many", "[recovery]") {
  for (std::string Header :
       {"func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b !noisy.i32) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32 %b: !noisy.i32) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, , %b: !noisy.i32) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, ) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32 -> !noisy.i32 {",
        "func.func @f %a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32)) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) - !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32) {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) : !noisy.i32 {",
        "func.func @f(%a: !noisy.i32 // a\n, %b !noisy.i32) -> !noisy.i32 {",
        // Its type is told by the return.
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i3 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy. {",
        // Its name.
        "func.func f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        "func.fun @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        "func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        "func.func privat @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        "func.func private f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {",
        // Attributes.
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 "
        "attributes {x = } {",
        // An argument more is about to come.
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: ) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: i) -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: (i32) -> "
        ") -> !noisy.i32 {",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: memref<4x) -> "
        "!noisy.i32 {"}) {
    INFO(Header);
    CHECK(noiseBehind(Header) == std::vector{13, 24, 14});
    bool IsWrong = !llvm::StringRef(Header).starts_with(
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {");
    CHECK(errorsOf(snapshotOf(Header + "\n" + Body)).size() == IsWrong);
  }
}

TEST_CASE("HeaderRepair: an argument that nobody can read", "[recovery]") {
  for (std::string Argument :
       {"b: !noisy.i32", "%b", "%b: ", "%b: !noisy.i32 {noisy.bound = 20 : i64",
        "%b: !noisy.i32 noisy.bound = 20 : i64}", "%b: !noisy.i3",
        "%b: !noisy.i32 ^{noisy.bound = 20 : i64}",
        "%b: !noisy.i32 @ {noisy.bound = 20 : i64}",
        "%b: !noisy.i32 ({noisy.bound = 20 : i64}", "%b: tensor<4x",
        "%b: !noisy.i32 {x = }", "%b = !noisy.i32", "%b: 32"}) {
    std::string Header =
        "func.func @f(%a: !noisy.i32, " + Argument + ") -> !noisy.i32 {";
    INFO(Header);
    // Who calls it is not told that there are too many arguments.
    CHECK(noiseBehind(Header) == std::vector{13, -1, -1});
    CHECK(errorsOf(snapshotOf(Header + "\n" + Body)).size() == 1);
  }
  // One that is gone is missing.
  CHECK(errorsOf(snapshotOf(
            std::string("func.func @f(%a: !noisy.i32 -> !noisy.i32 {\n") +
            Body)) == Errors{"expected ')'", undefinedValueMessage.str(),
                             undefinedValueMessage.str()});
}

TEST_CASE("HeaderRepair: a type of several results that is missing",
          "[recovery]") {
  for (std::string Types : {"(, i32)", "(!noisy.i32, )", "(!noisy.i32 i32",
                            "(!noisy.i32 {x.y = 13 : i64, i32)"}) {
    auto State =
        snapshotOf("func.func @f(%a: !noisy.i32, %n: i32) -> " + Types +
                   " {\n  return %a, %n : !noisy.i32, i32\n}\n");
    INFO(Types);
    CHECK(errorsOf(State).size() == 1);
    CHECK(bitsOf(State, "%a, %n") == 12);
  }
  // A return in two lines tells it, too.
  for (std::string Type : {"(!noisy.i32, i)", "i32"}) {
    auto State = snapshotOf("func.func @f(%a: !noisy.i32, %n: i32) -> " + Type +
                            ", {\n  return %a, %n :\n    !noisy.i32, i32\n}\n");
    INFO(Type);
    CHECK(errorsOf(State).size() == 1);
    CHECK(bitsOf(State, "%a, %n") == 12);
  }
  // A dictionary that is not closed does not reach beyond its argument.
  CHECK(errorsOf(snapshotOf("func.func @f(%a: i32 {x.y = 1 : i32, %n: i32) -> "
                            "i32 {\n  return %n : i32\n}\n"))
            .size() == 1);
}

TEST_CASE("HeaderRepair: with a brace that is missing", "[recovery]") {
  // The next line is right.
  CHECK(errorsOf(snapshotOf("func.func @e(%x: !noisy.i32\n"
                            "  %u = noisy.add %x, %x : !noisy.i32\n"
                            "  return %u : !noisy.i32\n}\n"))
            .size() == 1);
  CHECK(noiseBehind("func.func @f(%a: !noisy.i32, %b !noisy.i32) -> "
                    "!noisy.i32") == std::vector{13, 24, 14});
  std::string Open = std::string("func.func @f(%a: !noisy.i32, %b !noisy.i32) "
                                 "-> !noisy.i32 {\n") +
                     Body;
  auto State = snapshotOf(replaceOnce(Open, "}\n", ""));
  CHECK(bitsOf(State, "%p =") == 24);
}

TEST_CASE("HeaderRepair: what else is wrong in the body", "[recovery]") {
  std::string Text = std::string("func.func @f(%a: !noisy.i32, %b !noisy.i32) "
                                 "-> !noisy.i32 {\n") +
                     Body;
  auto State = snapshotOf(replaceOnce(Text, "noisy.mul %b, ", "noisy.mul "));
  CHECK(errorsOf(State).size() == 2);
  CHECK(bitsOf(State, "%l =") == 14);
  State = snapshotOf(replaceOnce(Text, "noisy.mul %b, %b", "noisy.mul %b, %c"));
  CHECK(errorsOf(State) == Errors{"expected ':'", undefinedValueMessage.str()});
  // An overflow, too: nothing is said to be safe because of the header.
  State = snapshotOf(replaceOnce(Text, "noisy.sub %b, %s", "noisy.mul %p, %p"));
  REQUIRE(errorsOf(State).size() == 2);
  CHECK_THAT(errorsOf(State)[1], Catch::Contains("48"));
}

TEST_CASE("HeaderRepair: any token of a header may be missing", "[recovery]") {
  const std::string Headers[] = {
      "func.func private @h(%a: !noisy.i32 {noisy.bound = 12 : i64}, %m: "
      "memref<4xi32>, %k: (i32, i1) -> (i32)) -> (!noisy.i32, i32) attributes "
      "{a.b = \"c\", d} {\n",
      "func.func @h(%a: !noisy.i32 loc(\"x\"), %n: index) -> "
      "(!noisy.i32 {noisy.bound = 13 : i64}, i32) {\n"};
  const std::string Rest = "  %c = arith.constant 3 : i32\n"
                           "  %s = noisy.add %a, %a : !noisy.i32\n"
                           "  return %s, %c : !noisy.i32, i32\n}\n";
  for (const std::string &Header : Headers) {
    REQUIRE(errorsOf(snapshotOf(Header + Rest)).empty());
    Lexer Tokens(Header);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Token->Range.End + 1 == Header.size())
        break;
      // Without its name it is no function.
      if (Token->Range.Begin == 0)
        continue;
      std::string Broken = Header;
      Broken.erase(Token->Range.Begin, Token->Range.size());
      INFO(Broken);
      auto State = snapshotOf(Broken + Rest);
      // The rest of the body is as of now, whatever becomes of %a.
      Snapshot::TokenPlace Place =
          State->tokenAt(State->text().bytes().find("%c ="));
      REQUIRE(Place);
      CHECK_FALSE(Place.Section->isStale());
      CHECK(Place.Token->TargetKind == Section::Kind::Value);
    }
  }
}

TEST_CASE("HeaderRepair: while it is typed nothing else changes",
          "[recovery]") {
  std::string Header =
      "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {\n";
  Typist T(Header + Body);
  T.build();
  std::string Argument = ", %c: memref<4x!noisy.i32> {noisy.bound = 12 : i64}";
  size_t Place = Header.find(") ->");
  for (size_t I = 0; I + 1 < Argument.size(); ++I) {
    T.edit({Place + I, Place + I}, Argument.substr(I, 1));
    INFO(T.text().substr(0, Place + I + 1));
    auto State = T.build();
    for (const char *Name : {"%s =", "%p =", "%l ="})
      CHECK(bitsOf(State, Name) > 0);
  }
}

TEST_CASE("HeaderRepair: a body in the line of its brace", "[recovery]") {
  // The brace of a loop is not that of the function.
  auto State = snapshotOf("func.func @f(%a: !noisy.i32, %n: index) { %c = "
                          "arith.constant 1 : index\n"
                          "  %d = arith.constant! 2 : index\n"
                          "  %s = noisy.add %a, %a : !noisy.i32\n"
                          "  scf.for %i = %c to %n step %c {\n"
                          "    %k = arith.addi %i, %i : index\n  }\n"
                          "  return\n}\n");
  CHECK(bitsOf(State, "%s =") == 13);
  CHECK(errorsOf(State).size() == 1);
}

TEST_CASE("HeaderRepair: a bound of a result that nobody can read",
          "[recovery]") {
  std::string Header = "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> "
                       "(!noisy.i32 {noisy.bound = 20 : i64}) {";
  CHECK(noiseBehind(Header) == std::vector{13, 24, 20});
  // What the body computes is not what callers were promised.
  for (const char *Token : {"{", "=", "20", "}"})
    CHECK(noiseBehind(replaceOnce(Header, Token, "")) ==
          std::vector{13, 24, -1});
  // It is the same again once it can be read.
  Typist T(Header + "\n" + Body);
  T.build();
  size_t Place = Header.find(" = 20");
  T.edit({Place, Place + 2}, "");
  CHECK(bitsOf(T.build(), "%y =") == -1);
  T.edit({Place, Place}, " =");
  CHECK(bitsOf(T.build(), "%y =") == 20);
}

TEST_CASE("HeaderRepair: a model that nobody can read", "[recovery]") {
  std::string Header = "func.func @f(%a: !noisy.i32) attributes {noisy.model = "
                       "#noisy.model<initial = 5, max = 30>} {\n",
              Rest = "  %s = noisy.add %a, %a : !noisy.i32\n  return\n}\n";
  CHECK(noiseOf(snapshotOf(Header + Rest), "%s ="));
  CHECK_FALSE(
      noiseOf(snapshotOf(replaceOnce(Header, "max =", "max") + Rest), "%s ="));
  CHECK_FALSE(
      noiseOf(snapshotOf(replaceOnce(Header, "30>}", "30>") + Rest), "%s ="));
  // With it, the rest is repaired.
  CHECK(bitsOf(snapshotOf(replaceOnce(Header, "%a:", "%a") + Rest), "%s =") ==
        bitsOf(snapshotOf(Header + Rest), "%s ="));
}
