//===- RandomTypistTest.cpp - What somebody does with a text --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/RandomTypist.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

TEST_CASE("RandomTypist: edits are what they say, between characters",
          "[fuzz]") {
  TextSource Source;
  std::mt19937 Random(5);
  size_t Edits = 0;
  for (unsigned Document = 0; Document < 20; ++Document) {
    lsp::Text Text(Source.make(Random));
    CHECK(toUtf8(Text.bytes().str()) == Text.bytes());
    RandomTypist Typist(Source, Random, Text.bytes().str());
    for (unsigned I = 0; I < 50; ++I) {
      for (const std::vector<RandomEdit> &Message : Typist.next()) {
        REQUIRE(!Message.empty());
        for (const RandomEdit &Edit : Message) {
          RandomEdit SnappedEdit = snap(Text, Edit);
          CHECK(SnappedEdit.Begin == Edit.Begin);
          CHECK(SnappedEdit.End == Edit.End);
          Text = Text.replace(Edit.Begin, Edit.End, Edit.New);
          ++Edits;
        }
      }
      REQUIRE(Text.bytes() == Typist.text());
      if (I % 10 == 0)
        Typist.keepGood();
    }
  }
  CHECK(Edits > 2000);
}

TEST_CASE("RandomTypist: the same for the same seed", "[fuzz]") {
  TextSource Source;
  auto work = [&](unsigned Seed) {
    std::mt19937 Random(Seed);
    RandomTypist Typist(Source, Random, Source.make(Random));
    std::string History;
    for (unsigned I = 0; I < 50; ++I) {
      Typist.next();
      History += Typist.text();
    }
    return History;
  };
  CHECK(work(1) == work(1));
  CHECK(work(1) != work(2));
}
