//===- ControlledDocument.h - Builds under a test's control -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_DOCUMENT_CONTROLLEDDOCUMENT_H
#define NOISY_TESTS_SERVER_DOCUMENT_CONTROLLEDDOCUMENT_H

#include "server/document/Document.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <future>
#include <pthread.h>
#include <stdexcept>
#include <vector>

namespace mlir::noisy::lsp {

/// Long enough for anything that does happen.
inline constexpr std::chrono::seconds Patience(60);

/// Whether the bytes that did not change are where `Map` says.
inline bool leads(const OffsetMap &Map, const Text &Source,
                  const Text &Target) {
  TextChange WholeChange = Map.hull();
  if (Source.size() - WholeChange.Old.size() + WholeChange.NewSize !=
      Target.size())
    return false;
  for (size_t I = 0; I < Source.size(); ++I)
    if (std::optional<size_t> TargetOffset = Map.toTarget(I))
      if (Source.bytes()[I] != Target.bytes()[*TargetOffset])
        return false;
  return true;
}

/// A text that is its version.
inline Text textOf(int64_t Version) {
  return Text("// " + std::to_string(Version));
}

/// A document whose builds are under the test's control: no test depends on how
/// long anything takes. What has to happen is waited for; the builder goes on
/// only when it is told to.
class ControlledDocument {
public:
  explicit ControlledDocument(bool IsHeld = true, Limits Sizes = {})
      : IsHeld(IsHeld) {
    TestedDocument = std::make_unique<Document>(
        "file:///test.mlir", textOf(1), 1,
        [this](Text Contents, int64_t Version, const OffsetMap &Edits,
               Effort MaxEffort, const std::function<bool()> &ShouldStop) {
          return build(std::move(Contents), Version, Edits, MaxEffort,
                       ShouldStop);
        },
        [this](const Document::SnapshotPtr &NewSnapshot) {
          std::lock_guard Lock(Mutex);
          Events.push_back("shown " + std::to_string(NewSnapshot->version()));
        },
        Sizes,
        [this](const Snapshot &Last, const std::function<bool()> &ShouldStop) {
          return complete(Last, ShouldStop);
        });
  }
  ~ControlledDocument() { end(); }

  /// Destroys the document, which ends its worker.
  void end() {
    release();
    TestedDocument.reset();
  }

  Document &operator*() { return *TestedDocument; }
  Document *operator->() { return TestedDocument.get(); }

  void update(int64_t Version) { update(textOf(Version), Version); }
  /// A new text, whatever the old one is.
  void update(Text Contents, int64_t Version) {
    std::lock_guard Lock(UpdateMutex);
    TextChange Change =
        TextChange::diff(TestedDocument->text().bytes(), Contents.bytes());
    TestedDocument->update(std::move(Contents), Change, Version);
  }

  /// Waits until the builder works on this version.
  void waitForBuildOf(int64_t Version) {
    waitUntil([&] { return Building == Version; });
  }
  /// Lets this build, and all that follow, end.
  void release() {
    {
      std::lock_guard Lock(Mutex);
      IsHeld = false;
    }
    StateChange.notify_all();
  }
  /// Lets only the build that is held end.
  void releaseOne() {
    {
      std::lock_guard Lock(Mutex);
      ++AllowedBuilds;
    }
    StateChange.notify_all();
  }
  void waitUntil(const std::function<bool()> &Condition) {
    std::unique_lock Lock(Mutex);
    if (!StateChange.wait_for(Lock, Patience, Condition))
      throw std::runtime_error("waited in vain");
  }

  /// Asks for a snapshot; the version of it comes, or 0 for none.
  std::future<int64_t> latest() { return ask(&Document::withLatest); }
  std::future<int64_t> current() { return ask(&Document::withCurrent); }
  std::future<int64_t> currentOrLater() {
    return ask(&Document::withCurrentOrLater);
  }

  std::future<int64_t> complete() { return ask(&Document::withComplete); }

  /// Builds leave details for later; and these are not to be had before
  /// `HoldsDetails` is false, or the text is edited.
  std::atomic<bool> LeavesDetails = false, HoldsDetails = false;

  /// Builds go on although they were overtaken.
  std::atomic<bool> Stubborn = false;

  /// For conditions of waitUntil.
  bool hasSaid(const std::string &Event) const {
    return llvm::is_contained(Events, Event);
  }

  std::vector<std::string> events() {
    std::lock_guard Lock(Mutex);
    return Events;
  }

  /// What a build was told.
  struct BuildCall {
    OffsetMap Edits;
    Effort MaxEffort;
    /// Whether the map leads from the last text that was built to this one.
    bool IsRight;
    size_t StackSize;
  };
  std::vector<BuildCall> builds() {
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
                              const OffsetMap &Edits, Effort MaxEffort,
                              const std::function<bool()> &ShouldStop) {
    {
      std::unique_lock Lock(Mutex);
      Builds.push_back(
          {Edits, MaxEffort,
           LastBuilt ? leads(Edits, *LastBuilt, Contents) : Edits.isIdentity(),
           stackSize()});
      Building = Version;
      StateChange.notify_all();
      StateChange.wait(Lock, [&] { return !IsHeld || AllowedBuilds > 0; });
      if (AllowedBuilds > 0)
        --AllowedBuilds;
      Building = 0;
    }
    if (!Stubborn && ShouldStop()) {
      std::lock_guard Lock(Mutex);
      Events.push_back("stopped " + std::to_string(Version));
      return nullptr;
    }
    LastBuilt = Contents;
    return std::make_shared<const Snapshot>(
        std::move(Contents), Version, std::vector<Snapshot::Part>(),
        LeavesDetails ? Snapshot::Completeness::Partial
                      : Snapshot::Completeness::Whole);
  }

  Document::SnapshotPtr complete(const Snapshot &Last,
                                 const std::function<bool()> &ShouldStop) {
    say("completing " + std::to_string(Last.version()));
    while (HoldsDetails)
      if (ShouldStop()) {
        say("stopped completing " + std::to_string(Last.version()));
        return nullptr;
      }
    return std::make_shared<const Snapshot>(Last.text(), Last.version(),
                                            std::vector<Snapshot::Part>(),
                                            Snapshot::Completeness::Completed);
  }

  void say(const std::string &Event) {
    std::lock_guard Lock(Mutex);
    Events.push_back(Event);
    StateChange.notify_all();
  }

  std::future<int64_t> ask(void (Document::*Method)(Document::Waiter)) {
    auto Promise = std::make_shared<std::promise<int64_t>>();
    (TestedDocument.get()->*Method)([this, Promise](const Reading &Answer) {
      {
        std::lock_guard Lock(Mutex);
        Events.push_back("answered");
      }
      Promise->set_value(Answer.State ? Answer.State->version() : 0);
    });
    return Promise->get_future();
  }

  std::mutex Mutex, UpdateMutex;
  std::condition_variable StateChange;
  bool IsHeld;
  int AllowedBuilds = 0;
  int64_t Building = 0;
  std::vector<std::string> Events;
  std::vector<BuildCall> Builds;
  /// Of the worker's thread.
  std::optional<Text> LastBuilt;
  std::unique_ptr<Document> TestedDocument;
};

/// What a future gives, in time.
template <typename T> T get(std::future<T> &&Answer) {
  if (Answer.wait_for(Patience) != std::future_status::ready)
    throw std::runtime_error("waited in vain");
  return Answer.get();
}

} // namespace mlir::noisy::lsp

#endif // NOISY_TESTS_SERVER_DOCUMENT_CONTROLLEDDOCUMENT_H
