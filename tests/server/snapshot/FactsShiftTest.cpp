//===- FactsShiftTest.cpp - Facts of a section after a change -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/FactsShift.h"
#include "catch2/catch.hpp"

using namespace mlir::noisy::lsp;

/// Values 0 and 5 with noise, 0 flows into 5; a problem at [10, 12) with a note
/// at [40, 42).
static SectionFacts makeFacts() {
  SectionFacts Facts;
  Facts.Noise.resize(2);
  Facts.Noise[0].Value = 0;
  Facts.Noise[1].Value = 5;
  Facts.Noise[1].SourceCount = 1;
  Facts.Sources = {0};
  Problem Issue;
  Issue.Range = {10, 12};
  Issue.Notes = {{{40, 42}, "here"}, {{1, 2}, "elsewhere", /*Part=*/7}};
  Facts.Problems = {Issue};
  return Facts;
}

TEST_CASE("FactsShift: values and places after a change", "[facts]") {
  SectionFacts Facts = makeFacts();
  // Two values became three, four bytes became ten.
  auto New = shiftFacts(Facts, {{{20, 24}, 10}, 2, 4, 3});
  REQUIRE(New);
  CHECK(New->Noise[0].Value == 0);
  CHECK(New->Noise[1].Value == 6);
  CHECK(New->Sources == Facts.Sources);
  CHECK(New->Problems[0].Range == ByteRange{10, 12});
  CHECK(New->Problems[0].Notes[0].Range == ByteRange{46, 48});
  CHECK(New->Problems[0].Notes[1].Range == ByteRange{1, 2});
  // Places at either end of the change stay as they are.
  New = shiftFacts(Facts, {{{12, 40}, 0}, 1, 5, 0});
  REQUIRE(New);
  CHECK(New->Problems[0].Range == ByteRange{10, 12});
  CHECK(New->Problems[0].Notes[0].Range == ByteRange{12, 14});
  CHECK(New->Noise[1].Value == 1);
  New = shiftFacts(Facts, {{{10, 10}, 3}, 0, 0, 1});
  REQUIRE(New);
  CHECK(New->Problems[0].Range == ByteRange{13, 15});
  CHECK(New->Sources[0] == 1);
}

TEST_CASE("FactsShift: facts about what was changed", "[facts]") {
  SectionFacts Facts = makeFacts();
  CHECK_FALSE(shiftFacts(Facts, {{{20, 24}, 10}, 4, 6, 3}));
  CHECK_FALSE(shiftFacts(Facts, {{{11, 11}, 1}, 2, 2, 0}));
  CHECK_FALSE(shiftFacts(Facts, {{{20, 41}, 1}, 2, 2, 0}));
  Facts.RestsOnStale = true;
  CHECK_FALSE(shiftFacts(Facts, {{{20, 24}, 10}, 2, 4, 3}));
}
