//===- Document.cpp - An open document and its worker ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Document.h"

using namespace mlir::noisy::lsp;
using Clock = std::chrono::steady_clock;

std::chrono::milliseconds mlir::noisy::lsp::debounceFor(Clock::duration Build) {
  using std::chrono::milliseconds;
  if (Build < milliseconds(10))
    return milliseconds(0);
  return std::clamp(std::chrono::duration_cast<milliseconds>(Build),
                    milliseconds(50), milliseconds(500));
}

Document::Document(std::string Uri, Text Contents, int64_t Version,
                   Build Builder, Listener OnBuilt)
    : Uri(std::move(Uri)), Builder(std::move(Builder)),
      OnBuilt(std::move(OnBuilt)), Contents(std::move(Contents)),
      Version(Version), Worker([this] { work(); }) {}

Document::~Document() {
  close();
  Worker.join();
}

Text Document::text() const {
  std::lock_guard Lock(Mutex);
  return Contents;
}

int64_t Document::version() const {
  std::lock_guard Lock(Mutex);
  return Version;
}

void Document::update(Text NewContents, int64_t NewVersion) {
  std::vector<Waiter> Overtaken;
  {
    std::lock_guard Lock(Mutex);
    Contents = std::move(NewContents);
    Version = NewVersion;
    ++Revision;
    Pending = true;
    LastChange = Clock::now();
    // Whoever waits for the text as it was will not get it.
    std::erase_if(Waiters, [&](Waiting &W) {
      if (!W.ForCurrent)
        return false;
      Overtaken.push_back(std::move(W.Then));
      return true;
    });
  }
  Changed.notify_one();
  for (Waiter &W : Overtaken)
    W(nullptr);
}

void Document::close() {
  std::deque<Waiting> Left;
  {
    std::lock_guard Lock(Mutex);
    Closed = true;
    Left.swap(Waiters);
  }
  Changed.notify_one();
  for (Waiting &W : Left)
    W.Then(nullptr);
}

void Document::withLatest(Waiter Then) {
  SnapshotPtr Now;
  {
    std::lock_guard Lock(Mutex);
    if (!Latest && !Closed) {
      Waiters.push_back({std::move(Then), /*ForCurrent=*/false});
      return;
    }
    Now = Latest;
  }
  Then(std::move(Now));
}

void Document::withCurrent(Waiter Then) {
  SnapshotPtr Now;
  {
    std::lock_guard Lock(Mutex);
    if (!Closed && LatestRevision != Revision) {
      Waiters.push_back({std::move(Then), /*ForCurrent=*/true});
      return;
    }
    if (!Closed)
      Now = Latest;
  }
  Then(std::move(Now));
}

void Document::work() {
  std::chrono::milliseconds Debounce(0);
  std::unique_lock Lock(Mutex);
  while (true) {
    Changed.wait(Lock, [&] { return Pending || Closed; });
    // Wait until nothing was typed for a while.
    while (!Closed && Clock::now() < LastChange + Debounce)
      Changed.wait_until(Lock, LastChange + Debounce);
    if (Closed)
      return;
    Pending = false;
    Text Source = Contents;
    int64_t SourceVersion = Version;
    uint64_t SourceRevision = Revision;
    Lock.unlock();

    Clock::time_point Start = Clock::now();
    SnapshotPtr Built = Builder(Source, SourceVersion, [&] {
      std::lock_guard Inner(Mutex);
      return Pending || Closed;
    });
    Debounce = debounceFor(Clock::now() - Start);

    std::vector<Waiter> Ready;
    SnapshotPtr Old;
    Lock.lock();
    bool Show = Built && !Closed;
    if (Show) {
      Old = std::exchange(Latest, Built);
      LatestRevision = SourceRevision;
      std::erase_if(Waiters, [&](Waiting &W) {
        if (W.ForCurrent && SourceRevision != Revision)
          return false;
        Ready.push_back(std::move(W.Then));
        return true;
      });
    }
    Lock.unlock();
    // Diagnostics first: an answer must not be ahead of them.
    if (Show)
      OnBuilt(Built);
    for (Waiter &W : Ready)
      W(Built);
    Old.reset(); // frees IR: not under the lock
    Lock.lock();
  }
}
