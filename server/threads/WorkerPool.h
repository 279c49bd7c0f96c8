//===- WorkerPool.h - The threads for computations --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_WORKERPOOL_H
#define NOISY_SERVER_THREADS_WORKERPOOL_H

#include "llvm/ADT/FunctionExtras.h"
#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// The kinds of work, most urgent first. Each kind has a limit of threads
/// (WorkerPool.cpp), so that none can block another.
enum class WorkKind { Timing, Reading, Completion, Build, Fix, Disposal };
inline constexpr size_t NumWorkKinds = 6;

class Strand;

/// The threads of the process for all computations: a few, for any number of
/// open documents. All have the same large stack, and survive crashes of their
/// tasks. A thread is started if there is work and none is free; if the system
/// has no more, the existing threads do all the work.
///
/// All functions may be called from any thread.
class WorkerPool {
public:
  using Clock = std::chrono::steady_clock;
  using Task = llvm::unique_function<void()>;
  using MessageHandler = std::function<void(const std::string &)>;

  /// The instance of the process, never destroyed.
  static WorkerPool &get();

  /// Starts the first thread, with the largest stack that the system gives,
  /// which sets the limit of nesting (ParserStack.h). Returns false if no
  /// thread can be started: then nothing can be computed.
  bool start();

  /// Sets the handlers; either may be null. `OnShortage` is called once, with a
  /// sentence for users, if there are fewer threads or smaller stacks than
  /// planned; `OnCrash` is called for each task that crashed and did not handle
  /// the crash itself.
  void setHandlers(MessageHandler OnShortage, MessageHandler OnCrash);

  /// Runs `Next` once, in no particular order.
  void post(WorkKind Kind, Task Next);

  unsigned threadCount() const;
  /// The largest possible number of threads.
  static unsigned maxThreads();

private:
  friend class Strand;
  friend class TaskQueue;
  /// A task, or a strand with a step that is due.
  struct Job {
    Strand *Serial = nullptr;
    Task Work;
  };
  struct Lane {
    std::multimap<Clock::time_point, Job> Jobs;
    unsigned RunningCount = 0;
  };

  WorkerPool() = default;
  void add(WorkKind Kind, Clock::time_point Due, Job New);
  void add(Strand &Serial, Clock::time_point Due);
  void remove(Strand &Serial);
  void retire(Strand &Serial);
  bool grow();
  bool hasWork() const;
  void work();
  void run(std::unique_lock<std::mutex> &Lock, WorkKind Kind, Job Next);
  void finish(Strand &Serial, std::optional<Clock::time_point> Next);
  void tellFailure(const std::string &Failure);
  void tellShortage();

  mutable std::mutex Mutex;
  std::condition_variable WorkArrival, StrandEnd;
  std::array<Lane, NumWorkKinds> Lanes;
  unsigned Threads = 0, Idle = 0;
  /// The time at which the first waiting thread wakes up by itself.
  Clock::time_point NextLook = Clock::time_point::max();
  /// The earliest time of the next attempt to start a thread after a failure.
  Clock::time_point NextTry = Clock::time_point::min();
  bool IsShort = false, IsShortageTold = false;
  MessageHandler OnShortage, OnCrash;
};

/// Work that runs on one thread at a time, in steps, some of them delayed: each
/// document has a strand instead of a thread. Strands of a kind take turns.
class Strand {
public:
  using Clock = WorkerPool::Clock;
  /// Does the work that is due and returns the time of the next step, or
  /// nothing if the strand waits for wake().
  using Step = llvm::unique_function<std::optional<Clock::time_point>()>;

  Strand(WorkKind Kind, Step Body) : Kind(Kind), Body(std::move(Body)) {}
  /// Waits for the running step; there are no more.
  ~Strand() { stop(); }
  Strand(const Strand &) = delete;
  Strand &operator=(const Strand &) = delete;

  /// Schedules a step at that time, or at the time that was requested before if
  /// that is earlier. A running step does not count. Any thread.
  void wake(Clock::time_point Due = Clock::time_point::min());
  /// Waits for the running step; there are no more. Must not be called from the
  /// step itself.
  void stop();
  /// Ends the steps and releases `Owner`, which owns this strand, once none
  /// runs, without waiting.
  void retire(std::shared_ptr<void> Owner);

private:
  friend class WorkerPool;
  const WorkKind Kind;
  Step Body;
  // Guarded by the pool.
  std::optional<std::multimap<Clock::time_point, WorkerPool::Job>::iterator>
      Place;
  std::optional<Clock::time_point> WakeTime;
  bool IsRunning = false;
  bool IsStopped = false;
  std::shared_ptr<void> RetiredOwner;
};

/// Tasks that refer to their owner, which outlives them. They begin in the
/// order of their times, those of the same time in the order of their arrival;
/// with a kind of one thread, each begins after the end of the one before. A
/// task that throws (std::exception) or crashes is over with that; the others
/// follow.
///
/// All functions may be called from any thread, except the destructor; post()
/// and schedule() may be called from a task.
class TaskQueue {
public:
  using Clock = WorkerPool::Clock;
  using Task = WorkerPool::Task;

  /// `OnFailure` gets "failed: ..." or "crashed" for tasks that did; if it is
  /// null, the pool's handler gets a sentence.
  explicit TaskQueue(WorkKind Kind,
                     WorkerPool::MessageHandler OnFailure = nullptr);
  /// Destroys the tasks that have not begun, and waits for the running ones.
  ~TaskQueue();
  TaskQueue(const TaskQueue &) = delete;
  TaskQueue &operator=(const TaskQueue &) = delete;

  void post(Task Next) { schedule({}, std::move(Next)); }
  /// Runs `Next` after `Delay`, or as soon as possible afterwards.
  void schedule(Clock::duration Delay, Task Next);

private:
  struct State;
  const WorkKind Kind;
  const std::shared_ptr<State> Tasks;
};

namespace detail {
/// A computation that is done once: by a free thread, or by the thread that
/// needs the result.
class SharedWork {
public:
  explicit SharedWork(WorkerPool::Task Work) : Work(std::move(Work)) {}
  /// Computes the result, unless that has begun.
  void run();
  /// Computes the result, or waits for it. Returns false if it crashed.
  bool finish();

private:
  enum class Phase { Waiting, Running, Done, Crashed };
  WorkerPool::Task Work;
  std::mutex Mutex;
  std::condition_variable WorkEnd;
  Phase CurrentPhase = Phase::Waiting;
};
} // namespace detail

/// Computes something in parallel to the task that needs it, if a thread is
/// free in time. A crash is raised in the thread that calls get().
template <typename T> class SideTask {
public:
  /// Creates the computation. Without `IsBeside`, get() does it.
  SideTask(bool IsBeside, std::function<T()> Compute)
      : Result(std::make_shared<std::optional<T>>()),
        Work(std::make_shared<detail::SharedWork>(
            [Result = Result, Compute = std::move(Compute)] {
              *Result = Compute();
            })) {
    if (IsBeside)
      WorkerPool::get().post(WorkKind::Build, [Work = Work] { Work->run(); });
  }

  T get() {
    if (!Work->finish())
      std::abort(); // survive() sees it
    return std::move(**Result);
  }

private:
  std::shared_ptr<std::optional<T>> Result;
  std::shared_ptr<detail::SharedWork> Work;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_WORKERPOOL_H
