//===- Document.cpp - An open document and its builds ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Document.h"

using namespace mlir::noisy::lsp;
using Clock = Debounce::Clock;

Document::Document(std::string Uri, Text Contents, int64_t Version,
                   Build Builder, Listener OnBuilt, Limits Sizes,
                   Completion Completer)
    : Uri(std::move(Uri)), Builder(std::move(Builder)),
      Completer(std::move(Completer)), OnBuilt(std::move(OnBuilt)),
      Sizes(Sizes), Contents(std::move(Contents)), Version(Version),
      Ready(Pauses.noteChange(Clock::now())),
      Builds(WorkKind::Build, [this] { return step(); }) {
  Builds.wake(Ready);
}

Document::~Document() { stop(); }

void Document::stop() {
  close();
  Builds.stop();
}

void Document::retire(std::shared_ptr<Document> Closing) {
  Closing->close();
  Strand &Last = Closing->Builds;
  Last.retire(std::move(Closing));
}

Text Document::text() const {
  std::lock_guard Lock(Mutex);
  return Contents;
}

int64_t Document::version() const {
  std::lock_guard Lock(Mutex);
  return Version;
}

void Document::update(Text NewContents, llvm::ArrayRef<TextChange> Changes,
                      int64_t NewVersion) {
  std::deque<PendingRead> Overtaken;
  Text CurrentText = NewContents;
  OffsetMap Edits(Changes);
  Clock::time_point Due;
  {
    std::lock_guard Lock(Mutex);
    std::swap(Contents, NewContents);
    Version = NewVersion;
    ++Revision;
    IsPending = true;
    Due = Ready = Pauses.noteChange(Clock::now());
    EditsSinceLatest.append(Edits);
    EditsSinceStart.append(Edits);
    for (PendingRead &W : Waiters)
      W.EditsSinceQuery.append(Edits);
    // Waiters for exactly the previous text will not get it.
    std::erase_if(Waiters, [&](PendingRead &W) {
      bool IsOvertaken = W.Requirement == Freshness::Current ||
                         W.Requirement == Freshness::Complete;
      if (IsOvertaken)
        Overtaken.push_back(std::move(W));
      return IsOvertaken;
    });
  }
  Builds.wake(Due);
  for (PendingRead &W : Overtaken)
    W.Callback({nullptr, CurrentText, {}, std::move(W.EditsSinceQuery)});
}

void Document::rebuild() {
  {
    std::lock_guard Lock(Mutex);
    ++Revision;
    IsPending = true;
    // A build that started before may still end; it is not for these waiters.
    for (PendingRead &W : Waiters)
      W.Revision = Revision;
  }
  Builds.wake();
}

void Document::close() {
  std::deque<PendingRead> LastWaiters;
  Text CurrentText;
  {
    std::lock_guard Lock(Mutex);
    IsClosed = true;
    LastWaiters.swap(Waiters);
    CurrentText = Contents;
  }
  for (PendingRead &W : LastWaiters)
    W.Callback({nullptr, CurrentText, {}, std::move(W.EditsSinceQuery)});
}

Reading Document::read(SnapshotPtr State, OffsetMap EditsSinceQuery) const {
  Reading Result{
      std::move(State), Contents, {}, std::move(EditsSinceQuery), Version};
  if (Result.State)
    Result.Offsets = EditsSinceLatest;
  return Result;
}

std::optional<Reading> Document::latest() const {
  std::lock_guard Lock(Mutex);
  if (!Latest)
    return std::nullopt;
  return read(Latest);
}

void Document::withLatest(Waiter Callback) {
  wait(std::move(Callback), Freshness::Latest);
}

void Document::withCurrent(Waiter Callback) {
  wait(std::move(Callback), Freshness::Current);
}

void Document::withCurrentOrLater(Waiter Callback) {
  wait(std::move(Callback), Freshness::CurrentOrLater);
}

void Document::wait(Waiter Callback, Freshness Requirement) {
  Reading Answer;
  {
    std::lock_guard Lock(Mutex);
    bool IsThere = Requirement == Freshness::Latest ? Latest != nullptr
                   : Requirement == Freshness::Complete
                       ? isComplete()
                       : LatestRevision == Revision;
    if (!IsThere && !IsClosed) {
      Waiters.push_back({std::move(Callback), Requirement, Revision, {}});
      return;
    }
    Answer =
        read(IsClosed && Requirement != Freshness::Latest ? nullptr : Latest);
  }
  Callback(std::move(Answer));
}

void Document::withComplete(Waiter Callback) {
  wait(std::move(Callback), Freshness::Complete);
}

Document::Answers
Document::takeWaiters(llvm::function_ref<bool(const PendingRead &)> Predicate) {
  Answers ReadyAnswers;
  std::erase_if(Waiters, [&](PendingRead &W) {
    if (!Predicate(W))
      return false;
    ReadyAnswers.emplace_back(std::move(W.Callback),
                              read(Latest, std::move(W.EditsSinceQuery)));
    return true;
  });
  return ReadyAnswers;
}

/// The time of the next step, if there is one. Under the lock.
std::optional<Clock::time_point> Document::nextStep() const {
  if (IsClosed)
    return std::nullopt;
  // Edits in the meantime postpone the details.
  if (IsPending)
    return Ready;
  return WantsDetails ? std::optional(DetailsDue) : std::nullopt;
}

std::optional<Clock::time_point> Document::step() {
  std::unique_lock Lock(Mutex);
  std::optional<Clock::time_point> Due = nextStep();
  if (!Due || Clock::now() < *Due)
    return Due;
  if (IsPending)
    build(Lock);
  else
    complete(Lock);
  return nextStep();
}

/// Frees a snapshot in the background: a large one takes as long as some steps
/// of a build, and the next build may be due.
static void dispose(Document::SnapshotPtr Old) {
  if (Old)
    WorkerPool::get().post(WorkKind::Disposal, [Old = std::move(Old)] {});
}

void Document::build(std::unique_lock<std::mutex> &Lock) {
  IsPending = false;
  Text Source = Contents;
  int64_t SourceVersion = Version;
  uint64_t SourceRevision = Revision;
  bool FromScratch = !Latest;
  OffsetMap Edits = FromScratch ? OffsetMap() : EditsSinceLatest;
  EditsSinceStart = {};
  Lock.unlock();

  Clock::time_point Start = Clock::now();
  Effort MaxEffort = Sizes.effortFor(Source.size());
  SnapshotPtr NewSnapshot =
      Builder(std::move(Source), SourceVersion, Edits, MaxEffort, [&] {
        std::lock_guard Inner(Mutex);
        return IsPending || IsClosed;
      });
  Clock::duration Took = Clock::now() - Start;

  Answers ReadyAnswers;
  SnapshotPtr Old;
  Lock.lock();
  if (!NewSnapshot)
    Pauses.noteStop(Took);
  else if (FromScratch)
    Pauses.noteFullBuild(Took);
  else
    Pauses.noteBuild(Took);
  bool Show = NewSnapshot && !IsClosed;
  if (Show) {
    Old = std::exchange(Latest, NewSnapshot);
    LatestRevision = SourceRevision;
    EditsSinceLatest = EditsSinceStart;
    WantsDetails = Completer && !NewSnapshot->isComplete();
    DetailsDue = Clock::now() + DetailsPause;
    ReadyAnswers = takeWaiters([&](const PendingRead &W) {
      // `Current` is of the present revision: older waiters were dropped.
      return W.Requirement == Freshness::Latest ||
             (SourceRevision >= W.Revision &&
              (W.Requirement != Freshness::Complete || !WantsDetails));
    });
  }
  Lock.unlock();
  // Diagnostics are sent first: no answer may overtake them.
  if (Show)
    OnBuilt(NewSnapshot);
  for (auto &[Callback, Answer] : ReadyAnswers)
    Callback(std::move(Answer));
  ReadyAnswers.clear();
  NewSnapshot.reset();
  dispose(std::move(Old));
  Lock.lock();
}

void Document::complete(std::unique_lock<std::mutex> &Lock) {
  SnapshotPtr Old = Latest;
  bool WasStopped = false;
  Lock.unlock();
  SnapshotPtr NewSnapshot = Completer(*Old, [&] {
    std::lock_guard Inner(Mutex);
    return WasStopped = IsPending || IsClosed;
  });
  Lock.lock();
  if (IsClosed || (!NewSnapshot && WasStopped))
    return;
  WantsDetails = false;
  if (NewSnapshot)
    Latest = NewSnapshot;
  Answers ReadyAnswers = takeWaiters([&](const PendingRead &W) {
    return W.Requirement == Freshness::Complete && LatestRevision == Revision;
  });
  Lock.unlock();
  if (NewSnapshot)
    OnBuilt(NewSnapshot);
  for (auto &[Callback, Answer] : ReadyAnswers)
    Callback(std::move(Answer));
  ReadyAnswers.clear();
  NewSnapshot.reset();
  dispose(std::move(Old));
  Lock.lock();
}
