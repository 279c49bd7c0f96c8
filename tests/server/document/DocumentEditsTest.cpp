//===- DocumentEditsTest.cpp - What builds and readers are told of edits --===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/document/ControlledDocument.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

/// The answer to a question, which may come at once.
static std::future<Reading> ask(Document &D,
                                void (Document::*Method)(Document::Waiter)) {
  auto Promise = std::make_shared<std::promise<Reading>>();
  (D.*Method)(
      [Promise](Reading Answer) { Promise->set_value(std::move(Answer)); });
  return Promise->get_future();
}

TEST_CASE("Document: the builder is told what changed since it built",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.releaseOne();
  CHECK(get(D.current()) == 1);
  D.update(Text("// 1a"), 2);
  D.waitForBuildOf(2);
  D.update(Text("b// 1a"), 3);
  D.update(Text("b// 1ac"), 4);
  D.release();
  CHECK(get(D.current()) == 4);
  D.update(Text("// 1ac"), 5);
  CHECK(get(D.current()) == 5);

  auto Builds = D.builds();
  REQUIRE(Builds.size() == 4);
  CHECK(Builds[0].Edits.isIdentity());
  OffsetMap ExpectedEdits;
  ExpectedEdits.edit({{4, 4}, 1});
  CHECK(Builds[1].Edits == ExpectedEdits);
  // That build was stopped, and its edit is told again.
  ExpectedEdits.edit({{0, 0}, 1});
  ExpectedEdits.edit({{6, 6}, 1});
  CHECK(Builds[2].Edits == ExpectedEdits);
  CHECK(Builds[3].Edits.hull() == TextChange{{0, 1}, 0});
  for (const auto &Call : Builds)
    CHECK(Call.IsRight);
}

TEST_CASE("Document: the first build is told of no edits", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.update(2);
  D.release();
  CHECK(get(D.current()) == 2);
  auto Builds = D.builds();
  REQUIRE(Builds.size() == 2);
  // The first one was stopped: there is no text to count from.
  CHECK(Builds[1].Edits.isIdentity());
  D.update(3);
  CHECK(get(D.current()) == 3);
  CHECK(D.builds()[2].Edits.hull() == TextChange{{3, 4}, 1});
}

TEST_CASE("Document: readers are told how the text differs", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.releaseOne();
  Reading UnchangedAnswer = get(ask(*D, &Document::withLatest));
  // The first build may not be over when it is asked, but nothing changed.
  CHECK(UnchangedAnswer.State->version() == 1);
  CHECK(UnchangedAnswer.CurrentText == textOf(1));
  CHECK(UnchangedAnswer.Offsets.isIdentity());
  CHECK(UnchangedAnswer.EditsSinceQuery.isIdentity());

  D.update(Text("new // 1"), 2);
  D.waitForBuildOf(2);
  D.update(Text("new // 1, newer"), 3);
  Reading Older = get(ask(*D, &Document::withLatest));
  CHECK(Older.State->version() == 1);
  CHECK(Older.CurrentText.bytes() == "new // 1, newer");
  OffsetMap BothEdits;
  BothEdits.edit({{0, 0}, 4});
  BothEdits.edit({{8, 8}, 7});
  CHECK(Older.Offsets == BothEdits);
  CHECK(Older.EditsSinceQuery.isIdentity());

  auto Writer = ask(*D, &Document::withCurrent);
  D.release();
  Reading Current = get(std::move(Writer));
  CHECK(Current.State->version() == 3);
  CHECK(Current.CurrentText == Current.State->text());
  CHECK(Current.Offsets.isIdentity());
  CHECK(Current.EditsSinceQuery.isIdentity());
}

TEST_CASE("Document: readers that wait are told what changed meanwhile",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  auto First = ask(*D, &Document::withLatest);
  D.update(Text("new // 1"), 2);
  auto Second = ask(*D, &Document::withLatest);
  TextChange Change{{0, 0}, 4};
  OffsetMap ExpectedEdits;
  ExpectedEdits.edit(Change);
  SECTION("the snapshot is of the text that was asked about") {
    D.Stubborn = true;
    D.releaseOne();
    Reading Answer = get(std::move(First));
    CHECK(Answer.State->version() == 1);
    CHECK(Answer.CurrentText.bytes() == "new // 1");
    CHECK(Answer.Offsets == ExpectedEdits);
    CHECK(Answer.EditsSinceQuery == ExpectedEdits);
    CHECK(get(std::move(Second)).EditsSinceQuery.isIdentity());
    D.release();
  }
  SECTION("the snapshot is newer than what was asked about") {
    D.release();
    Reading Answer = get(std::move(First));
    CHECK(Answer.State->version() == 2);
    CHECK(Answer.Offsets.isIdentity());
    CHECK(Answer.EditsSinceQuery == ExpectedEdits);
    CHECK(get(std::move(Second)).EditsSinceQuery.isIdentity());
  }
  SECTION("there will be no snapshot") {
    D->close();
    Reading Answer = get(std::move(First));
    CHECK(Answer.State == nullptr);
    CHECK(Answer.CurrentText.bytes() == "new // 1");
    CHECK(Answer.Offsets.isIdentity());
    CHECK(Answer.EditsSinceQuery == ExpectedEdits);
  }
}

TEST_CASE("Document: maps are right however edits and builds meet",
          "[document]") {
  ControlledDocument D(/*Held=*/false);
  std::mt19937 Random(1);
  std::mutex Mutex;
  int Answers = 0, Wrong = 0;
  const int Count = 300;
  for (int I = 0; I < Count; ++I) {
    D.Stubborn = Random() % 2;
    Text RequestText = D->text();
    D->withLatest([&, RequestText](const Reading &Answer) {
      std::lock_guard Lock(Mutex);
      ++Answers;
      if (!Answer.State ||
          !leads(Answer.Offsets, Answer.State->text(), Answer.CurrentText) ||
          !leads(Answer.EditsSinceQuery, RequestText, Answer.CurrentText))
        ++Wrong;
    });
    // Several changes at once.
    Text Contents = D->text();
    std::vector<TextChange> Changes;
    for (int Edit = Random() % 3; Edit >= 0; --Edit) {
      size_t Begin = Random() % (Contents.size() + 1);
      size_t End = std::min<size_t>(Begin + Random() % 3, Contents.size());
      std::string New(Random() % 3, 'a' + Random() % 26);
      Contents = Contents.replace(Begin, End, New);
      Changes.push_back({{Begin, End}, New.size()});
    }
    D->update(std::move(Contents), Changes, I + 2);
    if (Random() % 8 == 0)
      CHECK(get(D.current()) == I + 2);
  }
  CHECK(get(D.current()) == Count + 1);
  CHECK(Answers == Count);
  CHECK(Wrong == 0);
  for (const auto &Call : D.builds())
    CHECK(Call.IsRight);
}
