//===- CoverWorkers.h - Worker processes and their jobs ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERWORKERS_H
#define NOISY_OPTIMIZER_COVER_COVERWORKERS_H

#include "optimizer/cover/CoverWorkerProtocol.h"

#include <functional>
#include <memory>

namespace mlir::noisy {

/// The findings of a worker about one problem, checked as far as possible.
struct CoverFindings {
  /// The last lower bound that the worker sent; not checked.
  int64_t Bound = 0;
  /// The best cover that the worker sent, checked and sorted; empty if none is
  /// better than the start. With verdict `Settled` the last one.
  std::vector<uint32_t> ChosenColumns;
  /// The prices and values as in `CoverAnswer`; empty if the relaxation was not
  /// solved.
  std::vector<int64_t> Prices, Values;
  int64_t Nodes = 0;
  /// The verdict; `Failed` unless the worker finished in time.
  CoverVerdict Verdict = CoverVerdict::Failed;
};

/// A problem for a worker, and the receivers of its answer.
struct CoverJob {
  /// The request; `TimeLimit` is cut to the remaining time.
  CoverRequest Request;
  /// Called for each better bound or cover. May be empty.
  std::function<void(const CoverFindings &)> OnImprovement;
  /// Called once the job has ended, after a crash too.
  std::function<void(const CoverFindings &)> OnEnd;
};

/// A few worker processes. They are started when first needed, ended when they
/// misbehave or are late, and started again for the next job. For one thread.
class CoverWorkers {
public:
  using Clock = std::chrono::steady_clock;
  enum class Outcome { Finished, OutOfTime, Cancelled, Broken };

  /// \p Path as in `CoverOptions::WorkerPath`. \p IsCancelled may be empty, and
  /// \p Idle, which is called while there is nothing to do but wait.
  CoverWorkers(unsigned Count, std::string Path,
               std::function<bool()> IsCancelled,
               std::function<void()> Idle = nullptr);
  ~CoverWorkers();

  /// Works on the jobs from \p Next, called whenever a worker is free, until it
  /// returns none while no worker is busy. Ends at \p Deadline; on
  /// cancellation; and, as broken, when the workers are not worth another job.
  /// Running jobs are then ended and notified.
  Outcome run(const std::function<std::optional<CoverJob>()> &Next,
              Clock::time_point Deadline);

  /// The first error of a worker, for the user; or empty.
  const std::string &trouble() const { return Trouble; }

private:
  class Process;

  bool start(Process &P);
  void noteTrouble(const Process &P);

  std::string Path;
  const std::function<bool()> IsCancelled;
  const std::function<void()> Idle;
  std::vector<std::unique_ptr<Process>> Processes;
  std::string Trouble;
  bool IsUsable = true;
  int Crashes = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERWORKERS_H
