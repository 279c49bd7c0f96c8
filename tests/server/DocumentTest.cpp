//===- DocumentTest.cpp - An open document and its worker -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Document.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <vector>

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

// No test here depends on how long anything takes. What has to happen is waited
// for; the builder goes on only when it is told to.

/// Long enough for anything that does happen.
static constexpr auto Patience = 60s;

namespace {

/// A document whose builds are under the test's control.
class ControlledDocument {
public:
  explicit ControlledDocument(bool Held = true) : Held(Held) {
    Under = std::make_unique<Document>(
        "file:///test.mlir", Text("1"), 1,
        [this](Text Contents, int64_t Version,
               const std::function<bool()> &Stopped) {
          return build(std::move(Contents), Version, Stopped);
        },
        [this](const Document::SnapshotPtr &Built) {
          std::lock_guard Lock(Mutex);
          Events.push_back("shown " + std::to_string(Built->version()));
        });
  }
  ~ControlledDocument() { end(); }

  /// Destroys the document, which ends its worker.
  void end() {
    release();
    Under.reset();
  }

  Document &operator*() { return *Under; }
  Document *operator->() { return Under.get(); }

  /// A new text, which is its version.
  void update(int64_t Version) {
    Under->update(Text(std::to_string(Version)), Version);
  }

  /// Waits until the builder works on this version.
  void waitForBuildOf(int64_t Version) {
    waitUntil([&] { return Building == Version; });
  }
  /// Lets this build, and all that follow, end.
  void release() {
    {
      std::lock_guard Lock(Mutex);
      Held = false;
    }
    Changed.notify_all();
  }
  /// Lets only the build that is held end.
  void releaseOne() {
    {
      std::lock_guard Lock(Mutex);
      ++Allowed;
    }
    Changed.notify_all();
  }
  void waitUntil(const std::function<bool()> &Condition) {
    std::unique_lock Lock(Mutex);
    if (!Changed.wait_for(Lock, Patience, Condition))
      throw std::runtime_error("waited in vain");
  }

  /// Asks for a snapshot; the version of it comes, or 0 for none.
  std::future<int64_t> latest() { return ask(&Document::withLatest); }
  std::future<int64_t> current() { return ask(&Document::withCurrent); }

  /// Builds go on although they were overtaken.
  std::atomic<bool> Stubborn = false;

  std::vector<std::string> events() {
    std::lock_guard Lock(Mutex);
    return Events;
  }

private:
  Document::SnapshotPtr build(Text Contents, int64_t Version,
                              const std::function<bool()> &Stopped) {
    {
      std::unique_lock Lock(Mutex);
      Building = Version;
      Changed.notify_all();
      Changed.wait(Lock, [&] { return !Held || Allowed > 0; });
      if (Allowed > 0)
        --Allowed;
      Building = 0;
    }
    if (!Stubborn && Stopped()) {
      std::lock_guard Lock(Mutex);
      Events.push_back("stopped " + std::to_string(Version));
      return nullptr;
    }
    CHECK(Contents == Text(std::to_string(Version)));
    static const DialectRegistry Empty;
    return Snapshot::build(Empty, Text(), Version, "test.mlir", nullptr);
  }

  std::future<int64_t> ask(void (Document::*With)(Document::Waiter)) {
    auto Promise = std::make_shared<std::promise<int64_t>>();
    (Under.get()->*With)([this, Promise](Document::SnapshotPtr Given) {
      {
        std::lock_guard Lock(Mutex);
        Events.push_back("answered");
      }
      Promise->set_value(Given ? Given->version() : 0);
    });
    return Promise->get_future();
  }

  std::mutex Mutex;
  std::condition_variable Changed;
  bool Held;
  int Allowed = 0;
  int64_t Building = 0;
  std::vector<std::string> Events;
  std::unique_ptr<Document> Under;
};

} // namespace

using Events = std::vector<std::string>;

static int64_t get(std::future<int64_t> &&Answer) {
  REQUIRE(Answer.wait_for(Patience) == std::future_status::ready);
  return Answer.get();
}

static bool isReady(const std::future<int64_t> &Answer) {
  return Answer.wait_for(0s) == std::future_status::ready;
}

TEST_CASE("Document: how long a pause has to be", "[document]") {
  // None where a build is hardly felt.
  CHECK(debounceFor(0ms) == 0ms);
  CHECK(debounceFor(9ms) == 0ms);
  // As long as a build, within limits.
  CHECK(debounceFor(10ms) == 50ms);
  CHECK(debounceFor(50ms) == 50ms);
  CHECK(debounceFor(120ms) == 120ms);
  CHECK(debounceFor(500ms) == 500ms);
  CHECK(debounceFor(3s) == 500ms);
}

TEST_CASE("Document: the first text is built without being asked for",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  // Its text is there at once, its snapshot is not.
  CHECK(D->text() == Text("1"));
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
  CHECK(D->text() == Text("2"));
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
  std::promise<int64_t> Done;
  D->withCurrent([&](Document::SnapshotPtr) {
    D->withLatest([&](Document::SnapshotPtr Given) {
      Done.set_value(Given ? Given->version() : 0);
    });
  });
  D.release();
  CHECK(get(Done.get_future()) == 1);
}

TEST_CASE("Document: many changes from several threads", "[document]") {
  ControlledDocument D(/*Held=*/false);
  std::vector<std::thread> Threads;
  std::atomic<int> Answers = 0;
  for (int T = 0; T < 3; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I < 50; ++I) {
        D.update(T * 1000 + I);
        D->withCurrent([&](Document::SnapshotPtr) { ++Answers; });
        D->withLatest([&](Document::SnapshotPtr) { ++Answers; });
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  get(D.current());
  D->close();
  CHECK(Answers == 300);
}
