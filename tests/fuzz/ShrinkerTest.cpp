//===- ShrinkerTest.cpp - A script made smaller ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Shrinker.h"
#include "fuzz/RandomTypist.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

static Step makeOpen(std::string Text) {
  Step Result;
  Result.Action = Step::Kind::Open;
  Result.Text = std::move(Text);
  return Result;
}

static Step makeEdit(std::vector<RandomEdit> Changes) {
  Step Result;
  Result.Action = Step::Kind::Edit;
  Result.Changes = std::move(Changes);
  return Result;
}

/// The text of its document at the end.
static std::string play(const EditScript &Script) {
  lsp::Text Text;
  for (const Step &Entry : Script.Steps) {
    if (Entry.Action == Step::Kind::Open)
      Text = lsp::Text(Entry.Text);
    for (const RandomEdit &Change : Entry.Changes) {
      RandomEdit SnappedEdit = snap(Text, Change);
      Text = Text.replace(SnappedEdit.Begin, SnappedEdit.End, SnappedEdit.New);
    }
  }
  return Text.bytes().str();
}

TEST_CASE("Shrinker: edits go where they went", "[fuzz]") {
  EditScript Script;
  Script.Steps = {makeOpen("one\ntwo\nthree\n"), makeEdit({{4, 4, "<new>"}}),
                  // In what was inserted, and behind it.
                  makeEdit({{6, 6, "XY"}, {15, 20, "3"}})};
  CHECK(play(Script) == "one\n<nXYew>two\n3\n");
  CHECK(play(rebase(Script, {true, true, true})) == play(Script));
  // Without the first edit, what went into it goes where it was.
  CHECK(play(rebase(Script, {true, false, true})) == "one\nXYtwo\n3\n");
  CHECK(play(rebase(Script, {true, true, false})) == "one\n<new>two\nthree\n");
  // Without a line.
  CHECK(play(rebase(Script, {true, true, true}, 0, {0, 4})) ==
        "<nXYew>two\n3\n");
  CHECK(play(rebase(Script, {true, true, true}, 0, {4, 8})) ==
        "one\n<nXYew>3\n");
}

TEST_CASE("Shrinker: a script with all its steps is the same", "[fuzz]") {
  TextSource Source;
  std::mt19937 Random(3);
  for (unsigned I = 0; I < 20; ++I) {
    std::string First = Source.make(Random);
    EditScript Script;
    Script.Steps = {makeOpen(First)};
    RandomTypist Typist(Source, Random, First);
    for (unsigned J = 0; J < 20; ++J)
      for (std::vector<RandomEdit> &Message : Typist.next())
        Script.Steps.push_back(makeEdit(std::move(Message)));
    std::vector<bool> Mask(Script.Steps.size(), true);
    EditScript Copy = rebase(Script, Mask);
    CHECK(toJson(Copy) == toJson(Script));
    CHECK(play(Copy) == Typist.text());
  }
}
