//===- DocumentTest.cpp - An open document and its worker -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/document/ControlledDocument.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

using Events = std::vector<std::string>;

static bool isReady(const std::future<int64_t> &Answer) {
  return Answer.wait_for(0s) == std::future_status::ready;
}

TEST_CASE("Document: the first text is built without being asked for",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  // Its text is there at once, its snapshot is not.
  CHECK(D->text() == textOf(1));
  CHECK(D->version() == 1);
  CHECK(D->uri() == "file:///test.mlir");
  auto First = D.latest(), Second = D.current();
  CHECK_FALSE(isReady(First));
  CHECK_FALSE(isReady(Second));
  D.release();
  CHECK(get(std::move(First)) == 1);
  CHECK(get(std::move(Second)) == 1);
  // What is shown comes before what is answered.
  CHECK(D.events() == Events{"shown 1", "answered", "answered"});
}

TEST_CASE("Document: readers take what there is, writers wait", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.releaseOne();
  CHECK(get(D.latest()) == 1);
  CHECK(isReady(D.current()));

  D.update(2);
  CHECK(D->version() == 2);
  CHECK(D->text() == textOf(2));
  auto Old = D.latest();
  CHECK(isReady(Old));
  CHECK(get(std::move(Old)) == 1);
  auto New = D.current();
  D.waitForBuildOf(2);
  CHECK_FALSE(isReady(New));
  D.release();
  CHECK(get(std::move(New)) == 2);
  CHECK(get(D.latest()) == 2);
}

TEST_CASE("Document: a build that is overtaken stops", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  auto Reader = D.latest(), Overtaken = D.current();
  D.update(2);
  D.update(3);
  // Who waits for a text that is gone is told at once.
  CHECK(isReady(Overtaken));
  CHECK(get(std::move(Overtaken)) == 0);
  CHECK_FALSE(isReady(Reader));
  auto Writer = D.current();
  D.release();
  CHECK(get(std::move(Writer)) == 3);
  CHECK(get(std::move(Reader)) == 3);
  // Version 2 was never built.
  CHECK(D.events() ==
        Events{"answered", "stopped 1", "shown 3", "answered", "answered"});
}

TEST_CASE("Document: who takes a later text waits for it", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.releaseOne();
  CHECK(get(D.currentOrLater()) == 1);
  D.update(2);
  D.waitForBuildOf(2);
  auto Second = D.currentOrLater();
  D.update(3);
  auto Third = D.currentOrLater();
  CHECK_FALSE(isReady(Second));
  CHECK_FALSE(isReady(Third));
  SECTION("the build was stopped") {
    D.release();
    CHECK(get(std::move(Second)) == 3);
    CHECK(get(std::move(Third)) == 3);
  }
  SECTION("the build did not stop in time") {
    D.Stubborn = true;
    D.releaseOne();
    D.waitForBuildOf(3);
    CHECK(get(std::move(Second)) == 2);
    // An older text than that it was asked about is of no use.
    CHECK_FALSE(isReady(Third));
    D.release();
    CHECK(get(std::move(Third)) == 3);
  }
  SECTION("the document was closed") {
    D->close();
    CHECK(get(std::move(Second)) == 0);
    CHECK(get(D.currentOrLater()) == 0);
  }
}

TEST_CASE("Document: versions need not grow", "[document]") {
  ControlledDocument D(/*Held=*/false);
  CHECK(get(D.current()) == 1);
  D.update(0);
  auto Zero = D.current();
  REQUIRE(Zero.wait_for(Patience) == std::future_status::ready);
  CHECK(D->version() == 0);
  D.update(1);
  CHECK(get(D.current()) == 1);
  CHECK(D.events().size() == 6);
}

TEST_CASE("Document: closing while it builds", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  auto Reader = D.latest(), Writer = D.current();
  D->close();
  CHECK(isReady(Reader));
  CHECK(isReady(Writer));
  CHECK(get(std::move(Reader)) == 0);
  CHECK(get(std::move(Writer)) == 0);
  // Nobody waits any more.
  CHECK(get(D.latest()) == 0);
  CHECK(get(D.current()) == 0);
  D->close();
}

TEST_CASE("Document: nothing is shown of a document that was closed",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D->close();
  SECTION("its build stops") {
    D.end();
    CHECK(D.events() == Events{"stopped 1"});
  }
  SECTION("its build does not stop in time") {
    D.Stubborn = true;
    D.end();
    CHECK(D.events().empty());
  }
}

TEST_CASE("Document: a build that does not stop in time is of use to readers",
          "[document]") {
  ControlledDocument D;
  D.Stubborn = true;
  D.waitForBuildOf(1);
  D.update(2);
  auto Reader = D.latest(), Writer = D.current();
  D.releaseOne();
  CHECK(get(std::move(Reader)) == 1);
  D.waitForBuildOf(2);
  CHECK_FALSE(isReady(Writer));
  auto Second = D.current();
  CHECK_FALSE(isReady(Second));
  D.release();
  CHECK(get(std::move(Writer)) == 2);
  CHECK(get(std::move(Second)) == 2);
}

TEST_CASE("Document: a waiter may ask again", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  std::promise<int64_t> VersionPromise;
  D->withCurrent([&](const Reading &) {
    D->withLatest([&](const Reading &Answer) {
      VersionPromise.set_value(Answer.State ? Answer.State->version() : 0);
    });
  });
  D.release();
  CHECK(get(VersionPromise.get_future()) == 1);
}

TEST_CASE("Document: many changes from several threads", "[document]") {
  ControlledDocument D(/*Held=*/false);
  std::vector<std::thread> Threads;
  std::atomic<int> Answers = 0;
  for (int T = 0; T < 3; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I < 50; ++I) {
        D.update(T * 1000 + I);
        D->withCurrent([&](const Reading &) { ++Answers; });
        D->withLatest([&](const Reading &) { ++Answers; });
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  get(D.current());
  D->close();
  CHECK(Answers == 300);
}

//===----------------------------------------------------------------------===//
// What builds are given
//===----------------------------------------------------------------------===//

TEST_CASE("Document: the builder is told what the size allows", "[document]") {
  Limits Small;
  Small.NoiseBytes = 10;
  Small.BuiltBytes = 20;
  ControlledDocument D(/*Held=*/false, Small);
  CHECK(get(D.current()) == 1);
  D.update(Text(std::string(11, ' ')), 2);
  CHECK(get(D.current()) == 2);
  D.update(Text(std::string(21, ' ')), 3);
  CHECK(get(D.current()) == 3);
  auto Builds = D.builds();
  REQUIRE(Builds.size() == 3);
  CHECK(Builds[0].MaxEffort == Effort::Full);
  CHECK(Builds[1].MaxEffort == Effort::WithoutNoise);
  CHECK(Builds[2].MaxEffort == Effort::None);
}

TEST_CASE("Document: builds have a stack that MLIR can be run on",
          "[document]") {
  ControlledDocument D(/*Held=*/false);
  CHECK(get(D.current()) == 1);
  CHECK(D.builds().front().StackSize >= 250u << 20);
}

TEST_CASE("Document: details follow the rest", "[document]") {
  ControlledDocument Open;
  Open.LeavesDetails = true;
  std::future<int64_t> Current = Open.current(), Complete = Open.complete();
  Open.release();
  CHECK(get(std::move(Current)) == 1);
  CHECK(get(std::move(Complete)) == 1);
  std::vector<std::string> ExpectedEvents = {
      "shown 1", "answered", "completing 1", "shown 1", "answered"};
  CHECK(Open.events() == ExpectedEvents);
  // Now it is there at once.
  CHECK(get(Open.complete()) == 1);
}

TEST_CASE("Document: an edit comes before details", "[document]") {
  ControlledDocument Open;
  Open.LeavesDetails = true;
  Open.HoldsDetails = true;
  std::future<int64_t> Complete = Open.complete();
  Open.release();
  Open.waitUntil([&] { return Open.hasSaid("completing 1"); });
  Open.update(2);
  CHECK(get(std::move(Complete)) == 0);
  CHECK(get(Open.current()) == 2);
  Open.HoldsDetails = false;
  CHECK(get(Open.complete()) == 2);
  std::vector<std::string> Events = Open.events();
  CHECK(llvm::is_contained(Events, "stopped completing 1"));
  CHECK(llvm::count(Events, "shown 1") == 1);
  CHECK(llvm::count(Events, "shown 2") == 2);
}

TEST_CASE("Document: what is complete is not completed", "[document]") {
  ControlledDocument Open(/*Held=*/false);
  CHECK(get(Open.complete()) == 1);
  Open.update(2);
  CHECK(get(Open.complete()) == 2);
  CHECK_FALSE(llvm::is_contained(Open.events(), "completing 2"));
}

TEST_CASE("Document: a text is built again when that is asked for",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.releaseOne();
  CHECK(get(D.current()) == 1);
  D->rebuild();
  // Readers take what there is, writers wait.
  auto Old = D.latest();
  CHECK(isReady(Old));
  auto New = D.current();
  D.waitForBuildOf(1);
  CHECK_FALSE(isReady(New));
  D.releaseOne();
  CHECK(get(std::move(New)) == 1);
  CHECK(D.events() ==
        Events{"shown 1", "answered", "answered", "shown 1", "answered"});
  CHECK(D.builds().back().IsRight);
}

TEST_CASE("Document: a build of before is stopped, and nobody is sent away",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  auto PendingVersion = D.current();
  D->rebuild();
  D.release();
  CHECK(get(std::move(PendingVersion)) == 1);
  CHECK(D.events() == Events{"stopped 1", "shown 1", "answered"});
}

TEST_CASE("Document: a build of before that does not stop is for readers only",
          "[document]") {
  ControlledDocument D;
  D.Stubborn = true;
  D.waitForBuildOf(1);
  auto PendingVersion = D.current();
  D->rebuild();
  D.release();
  CHECK(get(std::move(PendingVersion)) == 1);
  CHECK(D.events() == Events{"shown 1", "shown 1", "answered"});
}
