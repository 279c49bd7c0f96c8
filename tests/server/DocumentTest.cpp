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
#include <pthread.h>
#include <random>
#include <vector>

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

// No test here depends on how long anything takes. What has to happen is waited
// for; the builder goes on only when it is told to.

/// Long enough for anything that does happen.
static constexpr auto Patience = 60s;

/// Whether the bytes that did not change are where `Map` says.
static bool leads(const OffsetMap &Map, const Text &From, const Text &To) {
  TextChange All = Map.hull();
  if (From.size() - All.Old.size() + All.NewSize != To.size())
    return false;
  for (size_t I = 0; I < From.size(); ++I)
    if (std::optional<size_t> Now = Map.toTarget(I))
      if (From.bytes()[I] != To.bytes()[*Now])
        return false;
  return true;
}

/// A text that is its version.
static Text textOf(int64_t Version) {
  return Text("// " + std::to_string(Version));
}

namespace {

/// A document whose builds are under the test's control.
class ControlledDocument {
public:
  explicit ControlledDocument(bool Held = true, Limits Sizes = {})
      : Held(Held) {
    Under = std::make_unique<Document>(
        "file:///test.mlir", textOf(1), 1,
        [this](Text Contents, int64_t Version, const OffsetMap &SinceLastBuilt,
               Effort What, const std::function<bool()> &Stopped) {
          return build(std::move(Contents), Version, SinceLastBuilt, What,
                       Stopped);
        },
        [this](const Document::SnapshotPtr &Built) {
          std::lock_guard Lock(Mutex);
          Events.push_back("shown " + std::to_string(Built->version()));
        },
        Sizes);
  }
  ~ControlledDocument() { end(); }

  /// Destroys the document, which ends its worker.
  void end() {
    release();
    Under.reset();
  }

  Document &operator*() { return *Under; }
  Document *operator->() { return Under.get(); }

  void update(int64_t Version) { update(textOf(Version), Version); }
  /// A new text, whatever the old one is.
  void update(Text Contents, int64_t Version) {
    std::lock_guard Lock(UpdateMutex);
    TextChange Change =
        TextChange::between(Under->text().bytes(), Contents.bytes());
    Under->update(std::move(Contents), Change, Version);
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

  /// What a build was told.
  struct Told {
    OffsetMap SinceLastBuilt;
    Effort Allowed;
    /// Whether the map leads from the last text that was built to this one.
    bool IsRight;
    size_t StackSize;
  };
  std::vector<Told> builds() {
    std::lock_guard Lock(Mutex);
    return Builds;
  }

private:
  static size_t stackSize() {
    pthread_attr_t Attributes;
    size_t Size = 0;
    if (pthread_getattr_np(pthread_self(), &Attributes) == 0) {
      pthread_attr_getstacksize(&Attributes, &Size);
      pthread_attr_destroy(&Attributes);
    }
    return Size;
  }

  Document::SnapshotPtr build(Text Contents, int64_t Version,
                              const OffsetMap &SinceLastBuilt, Effort What,
                              const std::function<bool()> &Stopped) {
    {
      std::unique_lock Lock(Mutex);
      Builds.push_back({SinceLastBuilt, What,
                        LastBuilt ? leads(SinceLastBuilt, *LastBuilt, Contents)
                                  : SinceLastBuilt.isIdentity(),
                        stackSize()});
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
    LastBuilt = Contents;
    return std::make_shared<const Snapshot>(std::move(Contents), Version,
                                            std::vector<Snapshot::Part>());
  }

  std::future<int64_t> ask(void (Document::*With)(Document::Waiter)) {
    auto Promise = std::make_shared<std::promise<int64_t>>();
    (Under.get()->*With)([this, Promise](const Reading &Given) {
      {
        std::lock_guard Lock(Mutex);
        Events.push_back("answered");
      }
      Promise->set_value(Given.State ? Given.State->version() : 0);
    });
    return Promise->get_future();
  }

  std::mutex Mutex, UpdateMutex;
  std::condition_variable Changed;
  bool Held;
  int Allowed = 0;
  int64_t Building = 0;
  std::vector<std::string> Events;
  std::vector<Told> Builds;
  /// Of the worker's thread.
  std::optional<Text> LastBuilt;
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
  D->withCurrent([&](const Reading &) {
    D->withLatest([&](const Reading &Given) {
      Done.set_value(Given.State ? Given.State->version() : 0);
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
// Edits
//===----------------------------------------------------------------------===//

/// The answer to a question, which may come at once.
static std::future<Reading> ask(Document &D,
                                void (Document::*With)(Document::Waiter)) {
  auto Promise = std::make_shared<std::promise<Reading>>();
  (D.*With)([Promise](Reading Given) { Promise->set_value(std::move(Given)); });
  return Promise->get_future();
}

static Reading get(std::future<Reading> &&Answer) {
  REQUIRE(Answer.wait_for(Patience) == std::future_status::ready);
  return Answer.get();
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
  CHECK(Builds[0].SinceLastBuilt.isIdentity());
  OffsetMap Expected;
  Expected.edit({{4, 4}, 1});
  CHECK(Builds[1].SinceLastBuilt == Expected);
  // That build was stopped, and its edit is told again.
  Expected.edit({{0, 0}, 1});
  Expected.edit({{6, 6}, 1});
  CHECK(Builds[2].SinceLastBuilt == Expected);
  CHECK(Builds[3].SinceLastBuilt.hull() == TextChange{{0, 1}, 0});
  for (const auto &Told : Builds)
    CHECK(Told.IsRight);
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
  CHECK(Builds[1].SinceLastBuilt.isIdentity());
  D.update(3);
  CHECK(get(D.current()) == 3);
  CHECK(D.builds()[2].SinceLastBuilt.hull() == TextChange{{3, 4}, 1});
}

TEST_CASE("Document: readers are told how the text differs", "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  D.releaseOne();
  Reading Same = get(ask(*D, &Document::withLatest));
  // The first build may not be over when it is asked, but nothing changed.
  CHECK(Same.State->version() == 1);
  CHECK(Same.Now == textOf(1));
  CHECK(Same.Moved.isIdentity());
  CHECK(Same.SinceAsked.isIdentity());

  D.update(Text("new // 1"), 2);
  D.waitForBuildOf(2);
  D.update(Text("new // 1, newer"), 3);
  Reading Older = get(ask(*D, &Document::withLatest));
  CHECK(Older.State->version() == 1);
  CHECK(Older.Now.bytes() == "new // 1, newer");
  OffsetMap Both;
  Both.edit({{0, 0}, 4});
  Both.edit({{8, 8}, 7});
  CHECK(Older.Moved == Both);
  CHECK(Older.SinceAsked.isIdentity());

  auto Writer = ask(*D, &Document::withCurrent);
  D.release();
  Reading Current = get(std::move(Writer));
  CHECK(Current.State->version() == 3);
  CHECK(Current.Now == Current.State->text());
  CHECK(Current.Moved.isIdentity());
  CHECK(Current.SinceAsked.isIdentity());
}

TEST_CASE("Document: readers that wait are told what changed meanwhile",
          "[document]") {
  ControlledDocument D;
  D.waitForBuildOf(1);
  auto First = ask(*D, &Document::withLatest);
  D.update(Text("new // 1"), 2);
  auto Second = ask(*D, &Document::withLatest);
  TextChange Change{{0, 0}, 4};
  OffsetMap Expected;
  Expected.edit(Change);
  SECTION("the snapshot is of the text that was asked about") {
    D.Stubborn = true;
    D.releaseOne();
    Reading Given = get(std::move(First));
    CHECK(Given.State->version() == 1);
    CHECK(Given.Now.bytes() == "new // 1");
    CHECK(Given.Moved == Expected);
    CHECK(Given.SinceAsked == Expected);
    CHECK(get(std::move(Second)).SinceAsked.isIdentity());
    D.release();
  }
  SECTION("the snapshot is newer than what was asked about") {
    D.release();
    Reading Given = get(std::move(First));
    CHECK(Given.State->version() == 2);
    CHECK(Given.Moved.isIdentity());
    CHECK(Given.SinceAsked == Expected);
    CHECK(get(std::move(Second)).SinceAsked.isIdentity());
  }
  SECTION("there will be no snapshot") {
    D->close();
    Reading Given = get(std::move(First));
    CHECK(Given.State == nullptr);
    CHECK(Given.Now.bytes() == "new // 1");
    CHECK(Given.Moved.isIdentity());
    CHECK(Given.SinceAsked == Expected);
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
    Text Asked = D->text();
    D->withLatest([&, Asked](const Reading &Given) {
      std::lock_guard Lock(Mutex);
      ++Answers;
      if (!Given.State || !leads(Given.Moved, Given.State->text(), Given.Now) ||
          !leads(Given.SinceAsked, Asked, Given.Now))
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
  for (const auto &Told : D.builds())
    CHECK(Told.IsRight);
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
  CHECK(Builds[0].Allowed == Effort::Everything);
  CHECK(Builds[1].Allowed == Effort::WithoutNoise);
  CHECK(Builds[2].Allowed == Effort::Nothing);
}

TEST_CASE("Document: builds have a stack that MLIR can be run on",
          "[document]") {
  ControlledDocument D(/*Held=*/false);
  CHECK(get(D.current()) == 1);
  CHECK(D.builds().front().StackSize >= 250u << 20);
}
