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

/// What a worker has found out about one problem, as far as it can be checked.
struct CoverFindings {
  /// The last of what the worker says is a lower bound; its word only.
  int64_t Bound = 0;
  /// The best cover that it gave, which is one, sorted; empty if it gave none
  /// that is better than the start. With verdict `Settled` the last one.
  std::vector<uint32_t> Chosen;
  /// See `CoverAnswer`; empty when the relaxation did not come to an end.
  std::vector<int64_t> Prices, Values;
  int64_t Nodes = 0;
  /// `Failed` unless the worker came to an end in time.
  CoverVerdict Verdict = CoverVerdict::Failed;
};

/// A problem for a worker, and what becomes of its answer.
struct CoverJob {
  /// `TimeLimit` is cut to what is left.
  CoverRequest Request;
  /// Called when a better bound or cover is in. May be empty.
  std::function<void(const CoverFindings &)> Improved;
  /// Called when no more comes, after a crash too.
  std::function<void(const CoverFindings &)> Ended;
};

/// A few worker processes, which are started when first needed, ended when they
/// misbehave or are late, and then started again for the next job. For one
/// thread.
class CoverWorkers {
public:
  using Clock = std::chrono::steady_clock;
  enum class Outcome { Finished, OutOfTime, Cancelled, Broken };

  /// \p Path: see `CoverOptions::WorkerPath`. \p Cancelled may be empty.
  CoverWorkers(unsigned Count, std::string Path,
               std::function<bool()> Cancelled);
  ~CoverWorkers();

  /// Works on what \p Next gives, asking it whenever a worker is free, until it
  /// has nothing while none is busy. Ends at \p Deadline; on cancellation; and,
  /// as broken, when the workers are not worth another job. Jobs under way then
  /// are ended, and told so.
  Outcome run(const std::function<std::optional<CoverJob>()> &Next,
              Clock::time_point Deadline);

  /// The first thing that went wrong with a worker, for the user; or empty.
  const std::string &trouble() const { return Trouble; }

private:
  class Process;

  bool start(Process &P);
  void noteTrouble(const Process &P);

  std::string Path;
  const std::function<bool()> Cancelled;
  std::vector<std::unique_ptr<Process>> Processes;
  std::string Trouble;
  bool IsUsable = true;
  int Crashes = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERWORKERS_H
