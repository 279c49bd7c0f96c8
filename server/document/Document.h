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

/// A reader's view of the document at one moment: the newest snapshot, and how
/// the text differs from it.
struct Reading {
  /// The newest snapshot; null if there will be none.
  std::shared_ptr<const Snapshot> State;
  /// The newest text.
  Text CurrentText;
  /// The map from the text of `State` to `CurrentText`.
  OffsetMap Offsets;
  /// The map from the text at the time of the request to `CurrentText`: the
  /// identity unless the answer had to wait for the first snapshot.
  OffsetMap EditsSinceQuery;
  /// The version of `CurrentText`.
  int64_t NowVersion = 0;
};

/// An open document: its newest text, the newest snapshot, and the builds that
/// make the snapshot from the text, one at a time on the threads of WorkerPool.
/// It knows neither features nor JSON.
///
/// Public functions may be called from any thread and return at once, except
/// the destructor, which waits for a build. A waiter may run on the thread of a
/// build, and so must not own the document.
class Document {
public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  /// Makes a snapshot of a text; null if it was stopped. Called on one thread
  /// at a time, with a stack large enough for MLIR's parser.
  ///
  /// `Edits` maps the text of the last snapshot that was returned to
  /// the given text; before the first snapshot it is the identity. Stopped
  /// builds do not count: the next call gets the edits before and after them.
  using Build = std::function<SnapshotPtr(
      Text Contents, int64_t Version, const OffsetMap &Edits, Effort MaxEffort,
      const std::function<bool()> &ShouldStop)>;
  /// Adds the missing details to the last snapshot of `Build`
  /// (Snapshot::isComplete); null if it was stopped, or there are none. Called
  /// on the same threads as `Build`, after a pause without edits.
  using Completion = std::function<SnapshotPtr(
      const Snapshot &Last, const std::function<bool()> &ShouldStop)>;
  /// Called with every snapshot, on the thread that built it.
  using Listener = std::function<void(const SnapshotPtr &)>;
  using Waiter = llvm::unique_function<void(Reading)>;

  Document(std::string Uri, Text Contents, int64_t Version, Build Builder,
           Listener OnBuilt, Limits Sizes = {}, Completion Completer = nullptr);
  /// stop().
  ~Document();
  /// Closes the document, and waits until the current piece is parsed.
  void stop();
  /// Closes a document and releases it once no build runs, without waiting.
  static void retire(std::shared_ptr<Document> Closing);

  const std::string &uri() const { return Uri; }
  Text text() const;
  int64_t version() const;

  /// Sets a new text, to be built when `Debounce` says so. `Changes`, applied
  /// in order, make it from the present text.
  void update(Text NewContents, llvm::ArrayRef<TextChange> Changes,
              int64_t NewVersion);

  /// Builds the text again because another input of the build changed. Waiters
  /// for the present text get the new snapshot.
  void rebuild();

  /// Stops building; waiters get null. If called some time before the
  /// destructor, the destructor waits less.
  void close();

  /// The newest snapshot, if there is one yet; it may be older than the text.
  std::optional<Reading> latest() const;
  /// Runs `Callback` with the newest snapshot, at once if there is one; it may
  /// be older than the text.
  void withLatest(Waiter Callback);
  /// Runs `Callback` with the snapshot of the present text once it is built, or
  /// with null if the text changes before that.
  void withCurrent(Waiter Callback);
  /// Runs `Callback` with the first snapshot of the present text or of a later
  /// one: edits do not make it fail.
  void withCurrentOrLater(Waiter Callback);
  /// Runs `Callback` with the snapshot of the present text once it has all its
  /// details, or with null if the text changes before that.
  void withComplete(Waiter Callback);

  /// The time without edits before details are made.
  static constexpr std::chrono::milliseconds DetailsPause{150};

private:
  enum class Freshness { Latest, Current, CurrentOrLater, Complete };
  /// A waiter and the condition that it waits for.
  struct PendingRead {
    Waiter Callback;
    Freshness Requirement;
    /// The revision at the time of the request.
    uint64_t Revision;
    OffsetMap EditsSinceQuery;
  };
  using Answers = std::vector<std::pair<Waiter, Reading>>;

  std::optional<Debounce::Clock::time_point> step();
  std::optional<Debounce::Clock::time_point> nextStep() const;
  void build(std::unique_lock<std::mutex> &Lock);
  void complete(std::unique_lock<std::mutex> &Lock);
  void wait(Waiter Callback, Freshness Requirement);
  /// True if nothing can be added to the latest snapshot. Under the lock.
  bool isComplete() const {
    return LatestRevision == Revision && !WantsDetails;
  }
  /// Removes and returns the waiters that `Predicate` chooses, with their
  /// answers. Under the lock.
  Answers takeWaiters(llvm::function_ref<bool(const PendingRead &)> Predicate);
  /// The present view of a reader. `State` is the latest snapshot, or null.
  /// Under the lock.
  Reading read(SnapshotPtr State, OffsetMap EditsSinceQuery = {}) const;

  const std::string Uri;
  const Build Builder;
  const Completion Completer;
  const Listener OnBuilt;
  const Limits Sizes;

  mutable std::mutex Mutex;
  Text Contents;
  int64_t Version;
  bool IsPending = true;
  bool IsClosed = false;
  Debounce Pauses;
  Debounce::Clock::time_point Ready;
  /// Counts of texts and rebuilds; version numbers from clients need not grow.
  uint64_t Revision = 1, LatestRevision = 0;
  SnapshotPtr Latest;
  /// True if `Latest` lacks details that can still be made.
  bool WantsDetails = false;
  Debounce::Clock::time_point DetailsDue;
  /// Maps to `Contents` from the text of `Latest`, and from the text that is
  /// being built.
  OffsetMap EditsSinceLatest, EditsSinceStart;
  std::deque<PendingRead> Waiters;
  Strand Builds;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_DOCUMENT_H
