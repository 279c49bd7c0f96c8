//===- UnitTest.cpp - The IR of large texts -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/Unit.h"
#include "tests/server/Typist.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("of a large text there is one IR only", "[builder]") {
  // Two functions, of which one is large and calls the other.
  std::string Text = "func.func private @g(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %0 = noisy.mul %a, %a : !noisy.i32\n"
                     "  return %0 : !noisy.i32\n}\n"
                     "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %first = noisy.add %a, %a : !noisy.i32\n";
  for (int I = 0; Text.size() < Unit::LargeBytes; ++I)
    Text += "  %c" + std::to_string(I) + " = arith.constant 1 : i32\n";
  Text += "  %last = call @g(%first) : (!noisy.i32) -> !noisy.i32\n"
          "  return %last : !noisy.i32\n}\n";
  auto boundOfG = [](const Typist::SnapshotPtr &State) {
    return State->parts()[0].Sections[0].Facts->Noise.back().Bound.getBits();
  };
  Typist T(Text);
  CHECK(boundOfG(T.build()) == 26);
  // Replaced by a good one.
  auto State = T.type("noisy.add %a, %a", "noisy.sub %a, %a");
  CHECK(boundOfG(State) == 26);
  CHECK(State->parts()[1].Sections[0].Facts->Noise.size() == 3);
  // By one with a broken operation: the rest is current.
  State = T.type("noisy.sub %a, %a", "noisy.sub %a %a");
  REQUIRE(State->parts()[1].Sections.size() == 1);
  CHECK_FALSE(State->parts()[1].Sections[0].isStale());
  CHECK_FALSE(State->parts()[0].Sections[0].Facts->RestsOnStale);
  T.type("noisy.sub %a %a", "noisy.sub %a, %a");
  // By one with a broken header: names and noise are there still, and who was
  // called by it says that it rests on it.
  State = T.type("func.func @f", "define @f");
  REQUIRE(State->parts()[1].Sections.size() == 1);
  CHECK(State->parts()[1].Sections[0].isStale());
  REQUIRE(State->parts()[1].Sections[0].Facts);
  CHECK(State->parts()[1].Sections[0].Facts->Noise.size() == 3);
  CHECK(State->parts()[0].Sections[0].Facts->RestsOnStale);
  // And back, to a text that was there before.
  State = T.type("define @f", "func.func @f");
  CHECK(boundOfG(State) == 26);
  CHECK_FALSE(State->parts()[0].Sections[0].Facts->RestsOnStale);
  CHECK_FALSE(State->parts()[1].Sections[0].isStale());
}

TEST_CASE("a large text is not lost when a build is stopped behind it",
          "[builder]") {
  std::string Large = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                      "  %first = noisy.mul %a, %a : !noisy.i32\n";
  for (int I = 0; Large.size() < Unit::LargeBytes; ++I)
    Large += "  %c" + std::to_string(I) + " = arith.constant 1 : i32\n";
  Large += "  return %first : !noisy.i32\n}\n";
  std::string Next = "func.func @g(%x: !noisy.i32) {\n"
                     "  %r = call @f(%x) : (!noisy.i32) -> !noisy.i32\n"
                     "  return\n}\n";
  onLargeStack([&] {
    SnapshotBuilder Builder(allDialects(), TestUri);
    auto build = [&](const std::string &Contents, const OffsetMap &Edits,
                     unsigned StopAt) {
      unsigned StopChecks = 0;
      return Builder.build(Text(Contents), 1, Edits, Effort::Full,
                           [&] { return ++StopChecks == StopAt; });
    };
    auto First = build(Large + Next, OffsetMap(), 0);
    REQUIRE(First);
    // Both are changed, and it stops before the second.
    std::string ChangedText = Large + Next;
    ChangedText.replace(ChangedText.find("mul"), 3, "add");
    ChangedText.replace(ChangedText.find("@g"), 2, "@h");
    OffsetMap Edits;
    size_t Mul = Large.find("mul");
    Edits.edit({{Mul, Mul + 3}, 3});
    Edits.edit({{Large.size() + 11, Large.size() + 12}, 1});
    CHECK_FALSE(build(ChangedText, Edits, 2));
    // The old text again.
    auto SecondState = build(Large + Next, OffsetMap(), 0);
    REQUIRE(SecondState);
    REQUIRE(SecondState->parts()[0].Sections.size() == 1);
    REQUIRE(SecondState->parts()[0].Sections[0].Facts);
    CHECK(*SecondState->parts()[0].Sections[0].Facts ==
          *First->parts()[0].Sections[0].Facts);
    CHECK_FALSE(SecondState->parts()[0].Sections[0].FactsAreStale);
    // It can be analysed still.
    std::string Third = Large + Next;
    Third.replace(Large.size() + 11, 1, "k");
    OffsetMap OfThird;
    OfThird.edit({{Large.size() + 11, Large.size() + 12}, 1});
    auto Last = build(Third, OfThird, 0);
    REQUIRE(Last);
    REQUIRE(Last->parts()[0].Sections[0].Facts);
    CHECK(Last->parts()[0].Sections[0].Facts->Noise ==
          First->parts()[0].Sections[0].Facts->Noise);
  });
}
