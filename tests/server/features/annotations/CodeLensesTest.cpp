//===- CodeLensesTest.cpp - The noise of each function --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CodeLenses.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Titles = std::vector<std::string>;

/// The title of each, and its doubt; with a + where there is a fix.
static Titles titlesOf(const Snapshot &State) {
  Titles Result;
  for (const FunctionLens &Lens : findLenses(State, 2)) {
    CHECK(State.text().bytes().slice(Lens.Range.Begin, Lens.Range.End) ==
          "func.func");
    Result.push_back((Lens.Fix.empty() ? "" : "+") + Lens.Title +
                     (Lens.Doubt.empty() ? "" : " | " + Lens.Doubt));
  }
  return Result;
}
static Titles titlesOf(const std::string &Contents) {
  return titlesOf(*snapshotOf(Contents));
}

/// A function with these lines in it, and `%a`, a fresh value.
static std::string function(const std::string &Name, const std::string &Lines) {
  return "func.func @" + Name +
         "(%x: i5) {\n"
         "  %a = noisy.encode %x : i5 -> !noisy.i32\n" +
         Lines + "  return\n}\n";
}

static const char Square[] = "  %b = noisy.mul %a, %a : !noisy.i32\n";
static const char Reduce[] = "  %r = noisy.reduce_noise %b : !noisy.i32\n";
static const char Power[] = "  %b = noisy.mul %a, %a : !noisy.i32\n"
                            "  %c = noisy.mul %b, %b : !noisy.i32\n"
                            "  %d = noisy.mul %c, %c : !noisy.i32\n";

TEST_CASE("CodeLenses: what is left of the budget", "[lenses]") {
  CHECK(titlesOf(function("f", Square)) ==
        Titles{"noise: at most 24 bits, limit 26, 2 left"});
  CHECK(titlesOf(function("f", std::string(Square) + Reduce)) ==
        Titles{"noise: at most 24 bits, limit 26, 2 left, 1 reduction"});
  CHECK(
      titlesOf("func.func @f(%a: !noisy.i32) { return }") ==
      Titles{
          "noise: at most 12 bits, limit 26, 14 left, if arguments are fresh"});
  CHECK(titlesOf("func.func @f(%a: !noisy.i32 {noisy.bound = 25 : i64}) {\n"
                 "  return\n}") ==
        Titles{"noise: at most 25 bits, limit 26, 1 left"});
  CHECK(titlesOf("func.func @f(%a: i32) { return }\n"
                 "func.func private @g(!noisy.i32)")
            .empty());
}

TEST_CASE("CodeLenses: what overflows, and the fix", "[lenses]") {
  CHECK(titlesOf(function("f", Power)) ==
        Titles{"+overflow: 48 bits at %c, limit 26, then at most 96 bits"});
  CHECK(titlesOf(R"(
    func.func @f(%a: !noisy.i32, %n: index, %0: index, %1: index) {
      %r = scf.for %i = %0 to %n step %1 iter_args(%v = %a) -> (!noisy.i32) {
        %w = noisy.add %v, %v : !noisy.i32
        scf.yield %w : !noisy.i32
      }
      return
    })") == Titles{"+overflow: unbounded at %v, limit 26"});
  // Only where there is something to mend.
  CHECK(titlesOf(function("f", Square) + function("g", Power)) ==
        Titles{"noise: at most 24 bits, limit 26, 2 left",
               "+overflow: 48 bits at %c, limit 26, then at most 96 bits"});
}

TEST_CASE("CodeLenses: what comes from elsewhere, or from nowhere",
          "[lenses]") {
  CHECK(titlesOf("func.func private @f(%p: !noisy.i32) -> !noisy.i32 {\n"
                 "  %q = noisy.reduce_noise %p : !noisy.i32\n"
                 "  return %q : !noisy.i32\n"
                 "}\n" +
                 function("g", std::string(Power) +
                                   "  call @f(%d) : (!noisy.i32) -> "
                                   "!noisy.i32\n"))[0] ==
        "noise: 96 bits at %p, limit 26, because of an overflow elsewhere, "
        "1 reduction");
  CHECK(titlesOf(R"mlir(func.func private @g() -> !noisy.i32
func.func @f() {
  %a = call @g() : () -> !noisy.i32
  %b = noisy.reduce_noise %a : !noisy.i32
  return
})mlir") == Titles{"noise: unknown at %a, 1 reduction"});
  CHECK(titlesOf("func.func @f(%m: memref<4x!noisy.i32>) {\n"
                 "  return\n"
                 "}") == Titles{"noise: unknown for 1 value"});
  CHECK(titlesOf("func.func @f(%m: memref<4x!noisy.i32>, %a: !noisy.i32) {\n"
                 "  return\n"
                 "}") == Titles{"noise: unknown for 1 value; at most 12 bits, "
                                "limit 26, 14 left, if arguments are fresh"});
  Typist Large(function("f", Power));
  CHECK(titlesOf(*Large.build(Effort::WithoutNoise)) ==
        Titles{"noise: unknown for 4 values"});
}

TEST_CASE("CodeLenses: within the limit, but too much for a contract",
          "[lenses]") {
  CHECK(titlesOf("func.func private @g(!noisy.i32 {noisy.bound = 20 : i64})\n" +
                 function("f", std::string(Square) +
                                   "  call @g(%b) : (!noisy.i32) -> ()\n")) ==
        Titles{"+1 contract broken; noise: at most 24 bits, limit 26, 2 left"});
}

TEST_CASE("CodeLenses: what is stale says so at its end", "[lenses]") {
  std::string Good = function("f", Power) + function("g", Power);
  auto BrokenState =
      snapshotAfter({Good, replaceOnce(Good, "func.func", unreadableFunction)});
  CHECK(titlesOf(*BrokenState) ==
        Titles{"+overflow: 48 bits at %c, limit 26, then at most 96 bits | "
               "from before the error",
               "+overflow: 48 bits at %c, limit 26, then at most 96 bits"});
}

TEST_CASE("CodeLenses: a broken operation leaves noise as it was", "[lenses]") {
  std::string Good = function("f", Power) + function("g", Power);
  auto BrokenState =
      snapshotAfter({Good, replaceOnce(Good, "%b = ", "%b =! ")});
  CHECK(titlesOf(*BrokenState) ==
        Titles{"+overflow: 48 bits at %c, limit 26, then at most 96 bits | "
               "lines with errors are left out",
               "+overflow: 48 bits at %c, limit 26, then at most 96 bits"});
  // Even if no value is unknown.
  auto WrongState = snapshotOf("func.func @f(%a: !noisy.i32) {\n"
                               "  %d = noisy.decode %a : !noisy.i32 -> i99\n"
                               "  return\n}\n");
  CHECK(titlesOf(*WrongState) ==
        Titles{"noise: at most 12 bits, limit 26, 14 left, if arguments are "
               "fresh | lines with errors are left out"});
}

TEST_CASE("CodeLenses: what is being written leaves the rest as it is",
          "[lenses]") {
  const std::string Text =
      "func.func @f(%n: index, %a: !noisy.i32) -> !noisy.i32 {\n"
      "  %s = scf.for %i = %n to %n step %n iter_args(%c = %a) -> "
      "(!noisy.i32) {\n"
      "    scf.yield %value : !noisy.i32\n"
      "  }\n"
      "  %t = noisy.add %s, %s : !noisy.i32\n"
      "  return %t : !noisy.i32\n}\n";
  auto State = snapshotOf(Text);
  CHECK(titlesOf(*State) ==
        Titles{"noise: unknown at %s | lines with errors are left out"});
  auto titleWith = [&](ByteRange Unfinished) {
    std::vector<FunctionLens> Lenses = findLenses(*State, 2, Unfinished);
    REQUIRE(Lenses.size() == 1);
    return Lenses[0].Title + " | " + Lenses[0].Doubt;
  };
  size_t Begin = Text.find("scf.for"), End = Text.find("  %t");
  CHECK(titleWith({Begin, End}) ==
        "noise: at most 12 bits, limit 26, 14 left, if arguments are fresh | "
        "unfinished lines are left out");
  // There is a lens while the parameters are written.
  for (const char *Parameters : {"%n: index", "%n: index, ", "%n: index, %a: "})
    for (bool IsUnfinished : {false, true}) {
      INFO(Parameters);
      Typist T("func.func @f(%n: index) -> !noisy.i32 {\n"
               "  return %a : !noisy.i32\n}\n");
      (void)T.build();
      auto New = T.type("%n: index", Parameters);
      std::vector<ByteRange> Ranges;
      if (IsUnfinished)
        Ranges.push_back({0, T.text().size()});
      CHECK(findLenses(*New, 2, Ranges).size() == IsUnfinished);
    }
  // Another error is one.
  size_t Return = Text.find("return");
  CHECK(titleWith({Return, Text.size()}) ==
        "noise: unknown at %s | lines with errors are left out");
}

TEST_CASE("CodeLenses: typing elsewhere changes none of them", "[lenses]") {
  std::string First = function("f", Power), Last = function("g", Square);
  Typist T(First + "func.func @m(%y: !noisy.i32) {\n\n  return\n}\n" + Last);
  std::vector<FunctionLens> ExpectedLenses = findLenses(*T.build(), 2);
  REQUIRE(ExpectedLenses.size() == 3);
  std::string TypedText = "  %m = \"a.b\"(%y) ({ }) : (!noisy.i32) -> (i32)\n";
  size_t Offset = T.text().find("{\n\n  return") + 2;
  for (size_t I = 0; I < TypedText.size(); ++I) {
    T.edit({Offset + I, Offset + I}, llvm::StringRef(TypedText).substr(I, 1));
    auto NewState = T.build();
    std::vector<FunctionLens> Lenses = findLenses(*NewState, 2);
    INFO(T.text());
    REQUIRE(Lenses.size() == 3);
    CHECK(Lenses[0] == ExpectedLenses[0]);
    FunctionLens MovedLens = ExpectedLenses[2];
    MovedLens.Range = MovedLens.Range.shift(I + 1);
    CHECK(Lenses[2] == MovedLens);
  }
}
