//===- WorkerPool.cpp - The threads for computations ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/WorkerPool.h"
#include "server/threads/ParserStack.h"
#include "server/threads/Thread.h"
#include <algorithm>
#include <sys/resource.h>
#include <thread>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Clock = WorkerPool::Clock;

/// The limits of simultaneous builds of different documents.
static constexpr unsigned MinBuilds = 2, MaxBuilds = 4;
/// The smallest usable stack, in bytes.
static constexpr size_t MinStackBytes = 2u << 20;
/// The divisor that gives the share of all stacks in a limited address space.
static constexpr size_t StackShare = 4;
/// The time without attempts after the system had no thread.
static constexpr std::chrono::seconds Patience{1};

/// The most threads of a kind of work.
static unsigned limitFor(size_t Kind) {
  static const unsigned Builds =
      std::clamp(std::thread::hardware_concurrency(), MinBuilds, MaxBuilds);
  switch (WorkKind(Kind)) {
  case WorkKind::Timing:
  case WorkKind::Reading: // answers keep their order
  case WorkKind::Disposal:
    return 1;
  case WorkKind::Completion: // the one before may still be stopping
  case WorkKind::Fix:
    return 2;
  case WorkKind::Build:
    return Builds;
  }
  return 1;
}

unsigned WorkerPool::maxThreads() {
  unsigned Sum = 0;
  for (size_t Kind = 0; Kind != NumWorkKinds; ++Kind)
    Sum += limitFor(Kind);
  return Sum;
}

WorkerPool &WorkerPool::get() {
  // Never destroyed: its threads may wait in it when the process ends.
  static WorkerPool *Instance = new WorkerPool;
  return *Instance;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Returns a power of two, as large as the limit of address space allows.
static size_t chooseStackBytes() {
  size_t Bytes = ParserStackBytes;
  rlimit Limit;
  if (::getrlimit(RLIMIT_AS, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY)
    while (Bytes > MinStackBytes &&
           Bytes * WorkerPool::maxThreads() > Limit.rlim_cur / StackShare)
      Bytes /= 2;
  return Bytes;
}

bool WorkerPool::start() {
  std::lock_guard Lock(Mutex);
  if (Threads != 0)
    return true;
  size_t StackBytes = chooseStackBytes();
  IsShort = StackBytes < ParserStackBytes;
  for (size_t Bytes = StackBytes; Bytes >= MinStackBytes; Bytes /= 2) {
    setParserStackBytes(Bytes);
    NextTry = Clock::time_point::min();
    if (grow())
      return true;
  }
  return false;
}

void WorkerPool::setHandlers(MessageHandler Shortage, MessageHandler Crash) {
  {
    std::lock_guard Lock(Mutex);
    OnShortage = std::move(Shortage);
    OnCrash = std::move(Crash);
  }
  tellShortage();
}

unsigned WorkerPool::threadCount() const {
  std::lock_guard Lock(Mutex);
  return Threads;
}

/// Starts another thread if the limits allow it. Under the lock.
bool WorkerPool::grow() {
  if (Threads == maxThreads())
    return false;
  Clock::time_point CurrentTime = Clock::now();
  if (CurrentTime < NextTry)
    return false;
  Thread New;
  if (!New.start("worker", parserStackBytes(), [this] { work(); })) {
    NextTry = CurrentTime + Patience;
    IsShort = true;
    return false;
  }
  New.detach();
  ++Threads;
  return true;
}

void WorkerPool::tellShortage() {
  MessageHandler Handler;
  {
    std::lock_guard Lock(Mutex);
    if (!IsShort || IsShortageTold || !OnShortage)
      return;
    IsShortageTold = true;
    Handler = OnShortage;
  }
  std::string Message =
      "The system gives this server fewer threads or less memory for them than "
      "it needs (see 'ulimit -u', 'ulimit -v', or the limits of the container):"
      " documents are analysed more slowly";
  if (unsigned Levels = maxNesting(); Levels < MaxNesting)
    Message += ", and only up to " + std::to_string(Levels) +
               " levels of nested brackets";
  Handler(Message + ".");
}

/// True if there is work that another thread could do, now or later. Under the
/// lock.
bool WorkerPool::hasWork() const {
  for (size_t Kind = 0; Kind != NumWorkKinds; ++Kind)
    if (!Lanes[Kind].Jobs.empty() && Lanes[Kind].RunningCount < limitFor(Kind))
      return true;
  return false;
}

void WorkerPool::work() {
  std::unique_lock Lock(Mutex);
  while (true) {
    Clock::time_point CurrentTime = Clock::now(),
                      Next = Clock::time_point::max();
    bool HasRun = false;
    for (size_t Kind = 0; Kind != NumWorkKinds && !HasRun; ++Kind) {
      Lane &Queue = Lanes[Kind];
      if (Queue.Jobs.empty() || Queue.RunningCount == limitFor(Kind))
        continue;
      auto First = Queue.Jobs.begin();
      if (First->first > CurrentTime) {
        Next = std::min(Next, First->first);
        continue;
      }
      Job DueJob = std::move(First->second);
      Queue.Jobs.erase(First);
      run(Lock, WorkKind(Kind), std::move(DueJob));
      HasRun = true;
    }
    if (HasRun)
      continue;
    // One thread waits for the next due time; the others wait for a
    // notification.
    ++Idle;
    if (Next < NextLook) {
      NextLook = Next;
      WorkArrival.wait_until(Lock, Next);
      NextLook = Clock::time_point::max();
    } else {
      WorkArrival.wait(Lock);
    }
    --Idle;
  }
}

/// Runs a task and destroys it. Returns how it failed; empty if it did not.
static std::string runTask(WorkerPool::Task Next) {
  std::string Failure;
  bool HasSurvived = survive([&] {
    WorkerPool::Task Current = std::move(Next);
    try {
      Current();
    } catch (const std::exception &Error) {
      Failure = std::string("failed: ") + Error.what();
    }
  });
  return HasSurvived ? Failure : "crashed";
}

/// Runs a job; the lock is released meanwhile.
void WorkerPool::run(std::unique_lock<std::mutex> &Lock, WorkKind Kind,
                     Job Next) {
  ++Lanes[size_t(Kind)].RunningCount;
  Strand *Serial = Next.Serial;
  if (Serial) {
    Serial->Place.reset();
    Serial->IsRunning = true;
  }
  // Another thread has to wait for the remaining work.
  if (hasWork()) {
    if (Idle != 0)
      WorkArrival.notify_one();
    else
      grow();
  }
  Lock.unlock();
  tellShortage();

  std::optional<Clock::time_point> NextDue;
  if (Serial)
    Next.Work = [&] { NextDue = Serial->Body(); };
  std::string Failure = runTask(std::move(Next.Work));
  if (!Failure.empty())
    tellFailure(Failure);

  Lock.lock();
  --Lanes[size_t(Kind)].RunningCount;
  if (Serial)
    finish(*Serial, NextDue);
}

void WorkerPool::tellFailure(const std::string &Failure) {
  std::unique_lock Lock(Mutex);
  MessageHandler Handler = OnCrash;
  Lock.unlock();
  if (Handler)
    Handler("a task " + Failure);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// Adds a job. Under the lock.
void WorkerPool::add(WorkKind Kind, Clock::time_point Due, Job New) {
  Strand *Serial = New.Serial;
  auto Place = Lanes[size_t(Kind)].Jobs.emplace(std::max(Due, Clock::now()),
                                                std::move(New));
  if (Serial)
    Serial->Place = Place;
  if (Idle != 0)
    WorkArrival.notify_one();
  else
    grow();
}

void WorkerPool::post(WorkKind Kind, Task Next) {
  start();
  {
    std::lock_guard Lock(Mutex);
    add(Kind, Clock::time_point::min(), {nullptr, std::move(Next)});
  }
  tellShortage();
}

//===----------------------------------------------------------------------===//
// Strands
//===----------------------------------------------------------------------===//

/// Adds a strand's next step. Under the lock.
void WorkerPool::add(Strand &Serial, Clock::time_point Due) {
  if (Serial.IsStopped)
    return;
  if (Serial.IsRunning) {
    Serial.WakeTime = Serial.WakeTime ? std::min(*Serial.WakeTime, Due) : Due;
    return;
  }
  if (Serial.Place) {
    if ((*Serial.Place)->first <= Due)
      return;
    // A strand that was due already keeps its place.
    if ((*Serial.Place)->first <= Clock::now())
      return;
    remove(Serial);
  }
  add(Serial.Kind, Due, {&Serial, nullptr});
}

/// Removes a strand's next step. Under the lock.
void WorkerPool::remove(Strand &Serial) {
  if (Serial.Place)
    Lanes[size_t(Serial.Kind)].Jobs.erase(*Serial.Place);
  Serial.Place.reset();
}

/// Releases the owner of a strand that does not run. Under the lock.
void WorkerPool::retire(Strand &Serial) {
  if (Serial.RetiredOwner && !Serial.IsRunning)
    add(WorkKind::Disposal, Clock::time_point::min(),
        {nullptr, [Owner = std::move(Serial.RetiredOwner)]() mutable {
           Owner.reset();
         }});
}

/// Records the end of a step. Under the lock.
void WorkerPool::finish(Strand &Serial, std::optional<Clock::time_point> Next) {
  Serial.IsRunning = false;
  if (Serial.WakeTime)
    Next = Next ? std::min(*Next, *Serial.WakeTime) : *Serial.WakeTime;
  Serial.WakeTime.reset();
  if (Next)
    add(Serial, *Next);
  if (Serial.IsStopped) {
    retire(Serial);
    // The strand may be destroyed from here on.
    StrandEnd.notify_all();
  }
}

void Strand::wake(Clock::time_point Due) {
  WorkerPool &Pool = WorkerPool::get();
  Pool.start();
  {
    std::lock_guard Lock(Pool.Mutex);
    Pool.add(*this, Due);
  }
  Pool.tellShortage();
}

void Strand::stop() {
  WorkerPool &Pool = WorkerPool::get();
  std::unique_lock Lock(Pool.Mutex);
  IsStopped = true;
  Pool.remove(*this);
  Pool.StrandEnd.wait(Lock, [&] { return !IsRunning; });
}

void Strand::retire(std::shared_ptr<void> Owner) {
  WorkerPool &Pool = WorkerPool::get();
  std::lock_guard Lock(Pool.Mutex);
  IsStopped = true;
  Pool.remove(*this);
  RetiredOwner = std::move(Owner);
  Pool.retire(*this);
}

//===----------------------------------------------------------------------===//
// TaskQueue
//===----------------------------------------------------------------------===//

struct TaskQueue::State {
  WorkerPool::MessageHandler OnFailure;
  std::mutex Mutex;
  std::condition_variable TaskEnd;
  std::multimap<Clock::time_point, Task> Queue;
  unsigned RunningCount = 0;

  void runNext();
};

void TaskQueue::State::runNext() {
  std::unique_lock Lock(Mutex);
  if (Queue.empty())
    return;
  Task Next = std::move(Queue.begin()->second);
  Queue.erase(Queue.begin());
  ++RunningCount;
  Lock.unlock();
  std::string Failure = runTask(std::move(Next));
  if (!Failure.empty())
    OnFailure ? OnFailure(Failure) : WorkerPool::get().tellFailure(Failure);
  // Notified under the lock: the owner may be destroyed as soon as none runs.
  Lock.lock();
  --RunningCount;
  TaskEnd.notify_all();
}

TaskQueue::TaskQueue(WorkKind Kind, WorkerPool::MessageHandler OnFailure)
    : Kind(Kind), Tasks(std::make_shared<State>()) {
  Tasks->OnFailure = std::move(OnFailure);
}

TaskQueue::~TaskQueue() {
  decltype(Tasks->Queue) OldTasks;
  std::unique_lock Lock(Tasks->Mutex);
  std::swap(OldTasks, Tasks->Queue);
  Lock.unlock();
  OldTasks.clear();
  Lock.lock();
  Tasks->TaskEnd.wait(Lock, [&] { return Tasks->RunningCount == 0; });
}

void TaskQueue::schedule(Clock::duration Delay, Task Next) {
  WorkerPool &Pool = WorkerPool::get();
  Pool.start();
  {
    std::lock_guard Lock(Tasks->Mutex);
    Clock::time_point Due = Clock::now() + Delay;
    Tasks->Queue.emplace(Due, std::move(Next));
    // The first one that is due runs, which may be another one.
    std::lock_guard PoolLock(Pool.Mutex);
    Pool.add(Kind, Due, {nullptr, [Tasks = Tasks] { Tasks->runNext(); }});
  }
  Pool.tellShortage();
}

//===----------------------------------------------------------------------===//
// SideTask
//===----------------------------------------------------------------------===//

void lsp::detail::SharedWork::run() {
  {
    std::lock_guard Lock(Mutex);
    if (CurrentPhase != Phase::Waiting)
      return;
    CurrentPhase = Phase::Running;
  }
  bool HasSurvived = runTask(std::move(Work)).empty();
  std::lock_guard Lock(Mutex);
  CurrentPhase = HasSurvived ? Phase::Done : Phase::Crashed;
  WorkEnd.notify_all();
}

bool lsp::detail::SharedWork::finish() {
  run();
  std::unique_lock Lock(Mutex);
  WorkEnd.wait(Lock, [&] {
    return CurrentPhase == Phase::Done || CurrentPhase == Phase::Crashed;
  });
  return CurrentPhase == Phase::Done;
}
