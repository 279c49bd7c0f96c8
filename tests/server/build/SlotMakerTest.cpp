//===- SlotMakerTest.cpp - Which pieces are parsed together ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SlotMaker.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static std::vector<Slot> slotsOf(const std::string &Text) {
  return makeSlots(Outline::scan(Text).pieces(), Text);
}

static std::string repeat(const std::string &Text, size_t Times) {
  std::string Result;
  for (size_t I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

TEST_CASE("SlotMaker: deep containers are one slot, with all that is in them",
          "[slotmaker]") {
  // 17 containers are cut; what is in the 18th is parsed with it.
  const size_t Cut = 17;
  std::string InnerText = "module {\n func.func private @f()\n module {\n }\n "
                          "func.func private @g()\n}\n";
  std::string Text = repeat("module {\n", Cut) + InnerText +
                     "func.func private @h()\n" + repeat("}\n", Cut) +
                     "func.func private @i()\n";
  std::vector<Slot> Slots = slotsOf(Text);
  REQUIRE(Slots.size() == Cut + 2 + Cut + 1);
  for (size_t I = 0; I < Cut; ++I)
    CHECK(Slots[I].Kind == PieceKind::Header);
  auto textOf = [&](const Slot &Target) {
    return Text.substr(Target.Range.Begin, Target.Range.size());
  };
  CHECK(textOf(Slots[Cut]) + "\n" == InnerText);
  CHECK(Slots[Cut].Kind == PieceKind::Operation);
  CHECK(Slots[Cut].Container == Cut - 1);
  CHECK(textOf(Slots[Cut + 1]) == "func.func private @h()");
  CHECK(Slots[Cut + 1].Container == Cut - 1);
  CHECK(Slots[Cut + 2].Kind == PieceKind::Footer);
  CHECK(Slots.back().Container == Piece::None);
}

TEST_CASE("SlotMaker: as many containers as one likes", "[slotmaker]") {
  // Were each piece to look for the outermost, this would take minutes.
  const size_t Depth = 300'000;
  std::string Text = repeat("module { ", Depth);
  std::vector<Slot> Slots = slotsOf(Text);
  REQUIRE(Slots.size() == 18);
  CHECK(Slots.back().Range.End == Text.size() - 1);
  Text += repeat("} ", Depth);
  CHECK(slotsOf(Text).size() == 17 + 1 + 17);
}

TEST_CASE("SlotMaker: values are shared with regions and braces",
          "[slotmaker]") {
  std::string Value = "%r = test.a\n", Function = "func.func @f(%r: i1) {\n}\n";
  CHECK(slotsOf(Value + Function).size() == 2);
  CHECK(slotsOf(Value + "test.b {\n}\n").size() == 2);
  for (std::string User :
       {"test.b {\n  test.c %r\n}\n", "test.b({%r : i1})\n",
        "\"test.b\"() ({\n  \"test.c\"(%r) : (i1) -> ()\n}) : () -> ()\n"}) {
    CHECK(slotsOf(Value + User).size() == 1);
    CHECK(slotsOf(Value + Function + User + Function).size() == 2);
  }
}
