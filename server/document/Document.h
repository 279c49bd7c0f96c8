//===- Document.h - An open document and its worker -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_DOCUMENT_H
#define NOISY_SERVER_DOCUMENT_DOCUMENT_H

#include "server/document/Snapshot.h"
#include "llvm/ADT/FunctionExtras.h"
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace mlir::noisy::lsp {

/// An open document: its newest text, the newest snapshot, and a thread that
/// makes the one from the other. It knows neither features nor JSON.
///
/// All public functions are for any thread and return at once, the destructor
/// apart, which waits for the worker. A waiter may run on the worker's thread,
/// and so must not own the document.
class Document {
public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  using Build = std::function<SnapshotPtr(Text, int64_t Version,
                                          const std::function<bool()> &)>;
  /// Told of every snapshot, on the thread of the worker.
  using Listener = std::function<void(const SnapshotPtr &)>;
  /// Gets a snapshot, or null when there will be none.
  using Waiter = llvm::unique_function<void(SnapshotPtr)>;

  Document(std::string Uri, Text Contents, int64_t Version, Build Builder,
           Listener OnBuilt);
  /// Ends the worker, after the part that it is parsing.
  ~Document();

  const std::string &uri() const { return Uri; }
  Text text() const;
  int64_t version() const;

  /// Gives it a new text, which it will build after a pause in typing.
  void update(Text Contents, int64_t NewVersion);

  /// Stops building; what waits gets null. To be called some time before the
  /// destructor, which then has less to wait for.
  void close();

  /// Runs `Then` with the newest snapshot, at once where there is one; it may
  /// be older than the text.
  void withLatest(Waiter Then);
  /// Runs `Then` with the snapshot of the text as it is now, once that is
  /// built; with null when the text changes before.
  void withCurrent(Waiter Then);

private:
  void work();

  const std::string Uri;
  const Build Builder;
  const Listener OnBuilt;

  mutable std::mutex Mutex;
  std::condition_variable Changed;
  Text Contents;
  int64_t Version;
  bool Pending = true;
  bool Closed = false;
  std::chrono::steady_clock::time_point LastChange;
  /// Counts the texts; what clients send as versions need not grow.
  uint64_t Revision = 1, LatestRevision = 0;
  SnapshotPtr Latest;
  struct Waiting {
    Waiter Then;
    bool ForCurrent;
  };
  std::deque<Waiting> Waiters;
  std::thread Worker;
};

/// How long to wait for a pause in typing, when the last build took `Build`:
/// not at all where a build is hardly felt, else about as long as it takes.
std::chrono::milliseconds
debounceFor(std::chrono::steady_clock::duration Build);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_DOCUMENT_H
