//===- Deadline.h - The time at which work has to end -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_DEADLINE_H
#define NOISY_SYSTEM_DEADLINE_H

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace mlir::noisy {

/// The time at which work has to end, or an earlier cancellation. Long work
/// calls `isOver` every few milliseconds. For one thread.
class Deadline {
public:
  using Clock = std::chrono::steady_clock;

  /// \p IsCancelled may be empty; once it has returned true, the work stays
  /// cancelled.
  explicit Deadline(Clock::time_point End,
                    std::function<bool()> IsCancelled = nullptr)
      : End(End), IsCancelled(std::move(IsCancelled)) {}

  Clock::time_point end() const { return End; }
  Clock::duration timeLeft() const {
    return std::max(End - Clock::now(), Clock::duration::zero());
  }
  /// True if work of this duration can still be done.
  bool allows(Clock::duration Work) const {
    return Clock::now() + Work < End && !isCancelled();
  }
  bool isOver() const { return !allows(Clock::duration::zero()); }
  bool isCancelled() const {
    WasCancelled = WasCancelled || (IsCancelled && IsCancelled());
    return WasCancelled;
  }

private:
  Clock::time_point End;
  std::function<bool()> IsCancelled;
  mutable bool WasCancelled = false;
};

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_DEADLINE_H
