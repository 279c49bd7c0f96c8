//===- WorkerPool.h - The threads that compute ------------------*- C++ -*-===//
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

/// What threads do, most urgent first. Each kind has at most so many of them
/// (WorkerPool.cpp), so that none can keep another waiting.
enum class WorkKind { Timing, Reading, Completion, Build, Fix, Disposal };
inline constexpr size_t NumWorkKinds = 6;

class Strand;

/// The threads of the process that compute anything: a few, however many
/// documents are open. All have the same large stack, and survive crashes of
/// what they run. A thread is started when there is work and none is free; when
/// the system has no more, those that are there do all the work.
///
/// All functions are for any thread.
class WorkerPool {
public:
  using Clock = std::chrono::steady_clock;
  using Task = llvm::unique_function<void()>;
  using MessageHandler = std::function<void(const std::string &)>;

  /// The one of the process, which lasts to its end.
  static WorkerPool &get();

  /// Starts the first thread, with as large a stack as is to be had; what may
  /// nest follows from that (ParserStack.h). False when there is no thread at
  /// all: nothing can be computed then.
  bool start();

  /// `OnShortage` is told once, in a sentence for users, when there are fewer
  /// threads or smaller stacks than there should be; `OnCrash` is told of each
  /// task that crashed and did not see to that itself. Either may be null.
  void setHandlers(MessageHandler OnShortage, MessageHandler OnCrash);

  /// Runs `Next` once, in no order with others.
  void post(WorkKind Kind, Task Next);

  unsigned threadCount() const;
  /// As many as there will ever be.
  static unsigned maxThreads();

private:
  friend class Strand;
  /// A task, or a strand that is due for a step.
  struct Job {
    Strand *Serial = nullptr;
    Task Once;
  };
  struct Lane {
    std::multimap<Clock::time_point, Job> Waiting;
    unsigned Running = 0;
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
  void tellShortage();

  mutable std::mutex Mutex;
  std::condition_variable Changed, Finished;
  std::array<Lane, NumWorkKinds> Lanes;
  unsigned Threads = 0, Idle = 0;
  /// When the first of the threads that wait will look again by itself.
  Clock::time_point NextLook = Clock::time_point::max();
  /// No thread was to be had; it is not tried again before.
  Clock::time_point NextTry = Clock::time_point::min();
  bool IsShort = false, IsShortageTold = false;
  MessageHandler OnShortage, OnCrash;
};

/// Something that has to be done by one thread at a time, in steps, some of
/// them later: one of these for each document, and no thread. Steps of
/// different strands of a kind take turns.
class Strand {
public:
  using Clock = WorkerPool::Clock;
  /// Does what is to be done now, and says when there will be more; nothing
  /// when it has to be woken first.
  using Step = llvm::unique_function<std::optional<Clock::time_point>()>;

  Strand(WorkKind Kind, Step Body) : Kind(Kind), Body(std::move(Body)) {}
  /// Waits for the step that runs; there are no more.
  ~Strand() { stop(); }
  Strand(const Strand &) = delete;
  Strand &operator=(const Strand &) = delete;

  /// Has a step run at that time, or earlier if that was wanted before. One
  /// that runs now does not count. Any thread.
  void wake(Clock::time_point When = Clock::time_point::min());
  /// As the destructor. Not for the step itself.
  void stop();
  /// There are no more steps, and `Owner`, which owns this, is let go of once
  /// none runs: nobody has to wait.
  void retire(std::shared_ptr<void> Owner);

private:
  friend class WorkerPool;
  const WorkKind Kind;
  Step Body;
  // Guarded by the pool.
  std::optional<std::multimap<Clock::time_point, WorkerPool::Job>::iterator>
      Place;
  std::optional<Clock::time_point> Again;
  bool IsRunning = false;
  bool IsStopped = false;
  std::shared_ptr<void> Retired;
};

/// Tasks that refer to their owner, who goes no sooner than they do.
class TaskGroup {
public:
  explicit TaskGroup(WorkKind Kind);
  /// Destroys the tasks that have not begun, and waits for those that run.
  ~TaskGroup();
  TaskGroup(const TaskGroup &) = delete;
  TaskGroup &operator=(const TaskGroup &) = delete;

  void post(WorkerPool::Task Next);

private:
  struct State;
  const WorkKind Kind;
  std::shared_ptr<State> Tasks;
};

namespace detail {
/// A computation that is done once: by a thread that is free, or by the one
/// that needs the result.
class SharedWork {
public:
  explicit SharedWork(WorkerPool::Task Work) : Work(std::move(Work)) {}
  /// Does it, unless that has begun.
  void run();
  /// Does it, or waits for it. False when it crashed.
  bool finish();

private:
  enum class Phase { Waiting, Running, Done, Crashed };
  WorkerPool::Task Work;
  std::mutex Mutex;
  std::condition_variable Ended;
  Phase Now = Phase::Waiting;
};
} // namespace detail

/// Computes something beside the task that needs it, where a thread is free by
/// then. A crash is one of the thread that calls get().
template <typename T> class SideTask {
public:
  /// Without `IsBeside`, get() computes it.
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
