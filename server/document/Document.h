//===- Document.h - An open document and its builds -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_DOCUMENT_H
#define NOISY_SERVER_DOCUMENT_DOCUMENT_H

#include "server/build/Limits.h"
#include "server/document/Debounce.h"
#include "server/snapshot/Snapshot.h"
#include "server/text/OffsetMap.h"
#include "server/threads/WorkerPool.h"
#include "llvm/ADT/FunctionExtras.h"
#include <deque>
#include <mutex>

namespace mlir::noisy::lsp {

/// What a reader needs: the newest snapshot, and how the text differs from it.
/// All of one moment.
struct Reading {
  /// Null when there will be none.
  std::shared_ptr<const Snapshot> State;
  /// The newest text.
  Text Now;
  /// From the text of `State` to `Now`.
  OffsetMap Moved;
  /// From the text at the time of the question to `Now`: the identity unless
  /// the answer had to wait for the first snapshot.
  OffsetMap SinceAsked;
  /// The version of `Now`.
  int64_t NowVersion = 0;
};

/// An open document: its newest text, the newest snapshot, and the builds that
/// make the one from the other, one at a time on the threads of WorkerPool. It
/// knows neither features nor JSON.
///
/// All public functions are for any thread and return at once, the destructor
/// apart, which waits for a build. A waiter may run on the thread of a build,
/// and so must not own the document.
class Document {
public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  /// Makes a snapshot of a text; null when it was stopped. Called on one thread
  /// at a time, which has a stack that MLIR's parser can be run on.
  ///
  /// `SinceLastBuilt` leads from the text of the last snapshot that this gave
  /// to the text that it is given now; before the first snapshot it is the
  /// identity. What was stopped does not count: the next call is told of the
  /// edits before and after.
  using Build = std::function<SnapshotPtr(
      Text Contents, int64_t Version, const OffsetMap &SinceLastBuilt,
      Effort Allowed, const std::function<bool()> &Stopped)>;
  /// Adds to a snapshot, the last that `Build` gave, the details that it lacks
  /// (Snapshot::isComplete); null when it was stopped, or there are none.
  /// Called as `Build` is, after a while without edits.
  using Completion = std::function<SnapshotPtr(
      const Snapshot &Last, const std::function<bool()> &Stopped)>;
  /// Told of every snapshot, on the thread that built it.
  using Listener = std::function<void(const SnapshotPtr &)>;
  using Waiter = llvm::unique_function<void(Reading)>;

  Document(std::string Uri, Text Contents, int64_t Version, Build Builder,
           Listener OnBuilt, Limits Sizes = {}, Completion Completer = nullptr);
  /// stop().
  ~Document();
  /// Closes it, and waits for the part that is being parsed.
  void stop();
  /// Closes a document and lets go of it once no build runs: nobody waits.
  static void retire(std::shared_ptr<Document> Closing);

  const std::string &uri() const { return Uri; }
  Text text() const;
  int64_t version() const;

  /// Gives it a new text, which it will build when `Debounce` says so.
  /// `Changes`, one after the other, make it from the present one.
  void update(Text NewContents, llvm::ArrayRef<TextChange> Changes,
              int64_t NewVersion);

  /// Has the text built again, because what a build depends on beside it
  /// changed. Whoever waits for the present text gets the new snapshot.
  void rebuild();

  /// Stops building; what waits gets null. To be called some time before the
  /// destructor, which then has less to wait for.
  void close();

  /// Runs `Then` with the newest snapshot, at once where there is one; it may
  /// be older than the text.
  void withLatest(Waiter Then);
  /// Runs `Then` with the snapshot of the text as it is now, once that is
  /// built; with null when the text changes before.
  void withCurrent(Waiter Then);
  /// Runs `Then` with the first snapshot of the text as it is now, or as it is
  /// after edits to come: these do not make it fail.
  void withCurrentOrLater(Waiter Then);
  /// As withCurrent, once all its details are there as well.
  void withComplete(Waiter Then);

  /// How long nothing is edited before details are made.
  static constexpr std::chrono::milliseconds DetailsPause{150};

private:
  enum class Wanted { Any, Current, CurrentOrLater, Complete };
  /// A question that waits.
  struct Waiting {
    Waiter Then;
    Wanted What;
    /// The one that was there when it was asked.
    uint64_t Revision;
    OffsetMap SinceAsked;
  };
  using Answers = std::vector<std::pair<Waiter, Reading>>;

  std::optional<Debounce::Clock::time_point> step();
  std::optional<Debounce::Clock::time_point> nextStep() const;
  void build(std::unique_lock<std::mutex> &Lock);
  void complete(std::unique_lock<std::mutex> &Lock);
  void wait(Waiter Then, Wanted What);
  /// Whether there is nothing to add to the latest. Under the lock.
  bool isComplete() const {
    return LatestRevision == Revision && !WantsDetails;
  }
  /// The waiters that `Which` chooses, with what they are told. Under the lock.
  Answers takeWaiters(llvm::function_ref<bool(const Waiting &)> Which);
  /// What a reader is told now. `State` is the latest, or null. Under the lock.
  Reading read(SnapshotPtr State, OffsetMap SinceAsked = {}) const;

  const std::string Uri;
  const Build Builder;
  const Completion Completer;
  const Listener OnBuilt;
  const Limits Sizes;

  mutable std::mutex Mutex;
  Text Contents;
  int64_t Version;
  bool Pending = true;
  bool Closed = false;
  Debounce Pauses;
  Debounce::Clock::time_point Ready;
  /// Counts the texts and rebuilds; what clients send as versions need not
  /// grow.
  uint64_t Revision = 1, LatestRevision = 0;
  SnapshotPtr Latest;
  /// `Latest` lacks details that can still be made.
  bool WantsDetails = false;
  Debounce::Clock::time_point DetailsDue;
  /// From the text of `Latest`, and from the one that is being built, to
  /// `Contents`.
  OffsetMap SinceLatest, SinceStarted;
  std::deque<Waiting> Waiters;
  Strand Builds;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_DOCUMENT_H
