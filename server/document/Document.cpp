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
      Ready(Pauses.changed(Clock::now())),
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
  std::deque<Waiting> Overtaken;
  Text Now = NewContents;
  OffsetMap Made(Changes);
  Clock::time_point Due;
  {
    std::lock_guard Lock(Mutex);
    std::swap(Contents, NewContents);
    Version = NewVersion;
    ++Revision;
    Pending = true;
    Due = Ready = Pauses.changed(Clock::now());
    SinceLatest.append(Made);
    SinceStarted.append(Made);
    for (Waiting &W : Waiters)
      W.SinceAsked.append(Made);
    // Waiters for exactly the previous text will not get it.
    std::erase_if(Waiters, [&](Waiting &W) {
      bool IsOvertaken =
          W.What == Wanted::Current || W.What == Wanted::Complete;
      if (IsOvertaken)
        Overtaken.push_back(std::move(W));
      return IsOvertaken;
    });
  }
  Builds.wake(Due);
  for (Waiting &W : Overtaken)
    W.Then({nullptr, Now, {}, std::move(W.SinceAsked)});
}

void Document::rebuild() {
  {
    std::lock_guard Lock(Mutex);
    ++Revision;
    Pending = true;
    // A build that started before may still end; it is not for these waiters.
    for (Waiting &W : Waiters)
      W.Revision = Revision;
  }
  Builds.wake();
}

void Document::close() {
  std::deque<Waiting> Left;
  Text Now;
  {
    std::lock_guard Lock(Mutex);
    Closed = true;
    Left.swap(Waiters);
    Now = Contents;
  }
  for (Waiting &W : Left)
    W.Then({nullptr, Now, {}, std::move(W.SinceAsked)});
}

Reading Document::read(SnapshotPtr State, OffsetMap SinceAsked) const {
  Reading Result{
      std::move(State), Contents, {}, std::move(SinceAsked), Version};
  if (Result.State)
    Result.Moved = SinceLatest;
  return Result;
}

void Document::withLatest(Waiter Then) { wait(std::move(Then), Wanted::Any); }

void Document::withCurrent(Waiter Then) {
  wait(std::move(Then), Wanted::Current);
}

void Document::withCurrentOrLater(Waiter Then) {
  wait(std::move(Then), Wanted::CurrentOrLater);
}

void Document::wait(Waiter Then, Wanted What) {
  Reading Now;
  {
    std::lock_guard Lock(Mutex);
    bool IsThere = What == Wanted::Any        ? Latest != nullptr
                   : What == Wanted::Complete ? isComplete()
                                              : LatestRevision == Revision;
    if (!IsThere && !Closed) {
      Waiters.push_back({std::move(Then), What, Revision, {}});
      return;
    }
    Now = read(Closed && What != Wanted::Any ? nullptr : Latest);
  }
  Then(std::move(Now));
}

void Document::withComplete(Waiter Then) {
  wait(std::move(Then), Wanted::Complete);
}

Document::Answers
Document::takeWaiters(llvm::function_ref<bool(const Waiting &)> Which) {
  Answers Taken;
  std::erase_if(Waiters, [&](Waiting &W) {
    if (!Which(W))
      return false;
    Taken.emplace_back(std::move(W.Then),
                       read(Latest, std::move(W.SinceAsked)));
    return true;
  });
  return Taken;
}

/// The time of the next step, if there is one. Under the lock.
std::optional<Clock::time_point> Document::nextStep() const {
  if (Closed)
    return std::nullopt;
  // Edits in the meantime postpone the details.
  if (Pending)
    return Ready;
  return WantsDetails ? std::optional(DetailsDue) : std::nullopt;
}

std::optional<Clock::time_point> Document::step() {
  std::unique_lock Lock(Mutex);
  std::optional<Clock::time_point> Due = nextStep();
  if (!Due || Clock::now() < *Due)
    return Due;
  if (Pending)
    build(Lock);
  else
    complete(Lock);
  return nextStep();
}

void Document::build(std::unique_lock<std::mutex> &Lock) {
  Pending = false;
  Text Source = Contents;
  int64_t SourceVersion = Version;
  uint64_t SourceRevision = Revision;
  bool FromScratch = !Latest;
  OffsetMap SinceBuilt = FromScratch ? OffsetMap() : SinceLatest;
  SinceStarted = {};
  Lock.unlock();

  Clock::time_point Start = Clock::now();
  Effort Allowed = Sizes.effortFor(Source.size());
  SnapshotPtr Built =
      Builder(std::move(Source), SourceVersion, SinceBuilt, Allowed, [&] {
        std::lock_guard Inner(Mutex);
        return Pending || Closed;
      });
  Clock::duration Took = Clock::now() - Start;

  Answers Taken;
  SnapshotPtr Old;
  Lock.lock();
  if (!Built)
    Pauses.stopped(Took);
  else if (FromScratch)
    Pauses.builtFromScratch(Took);
  else
    Pauses.built(Took);
  bool Show = Built && !Closed;
  if (Show) {
    Old = std::exchange(Latest, Built);
    LatestRevision = SourceRevision;
    SinceLatest = SinceStarted;
    WantsDetails = Completer && !Built->isComplete();
    DetailsDue = Clock::now() + DetailsPause;
    Taken = takeWaiters([&](const Waiting &W) {
      // `Current` is of the present revision: older waiters were dropped.
      return W.What == Wanted::Any ||
             (SourceRevision >= W.Revision &&
              (W.What != Wanted::Complete || !WantsDetails));
    });
  }
  Lock.unlock();
  // Diagnostics are sent first: no answer may overtake them.
  if (Show)
    OnBuilt(Built);
  for (auto &[Then, Answer] : Taken)
    Then(std::move(Answer));
  // This frees much memory, so not under the lock.
  Taken.clear();
  Built.reset();
  Old.reset();
  Lock.lock();
}

void Document::complete(std::unique_lock<std::mutex> &Lock) {
  SnapshotPtr Old = Latest;
  bool WasStopped = false;
  Lock.unlock();
  SnapshotPtr Completed = Completer(*Old, [&] {
    std::lock_guard Inner(Mutex);
    return WasStopped = Pending || Closed;
  });
  Lock.lock();
  if (Closed || (!Completed && WasStopped))
    return;
  WantsDetails = false;
  if (Completed)
    Latest = Completed;
  Answers Taken = takeWaiters([&](const Waiting &W) {
    return W.What == Wanted::Complete && LatestRevision == Revision;
  });
  Lock.unlock();
  if (Completed)
    OnBuilt(Completed);
  for (auto &[Then, Answer] : Taken)
    Then(std::move(Answer));
  Taken.clear();
  Old.reset();
  Completed.reset();
  Lock.lock();
}
