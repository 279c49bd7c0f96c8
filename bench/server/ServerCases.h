//===- ServerCases.h - The measurements of servers --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_SERVER_SERVERCASES_H
#define NOISY_BENCH_SERVER_SERVERCASES_H

#include "bench/server/ServerMeasurement.h"
#include <functional>
#include <map>

namespace mlir::noisy::bench {

/// Measures LLVM's server and ours side by side. A measurement that fails is
/// recorded with its failure, and the rest goes on.
class ServerCases {
public:
  /// Measures the quantities that have `filter` in their description, and edits
  /// also in `circuits`, texts of one noisy function by their names. Prints its
  /// progress on standard error.
  explicit ServerCases(bool isFull, std::string filter = "",
                       std::map<std::string, std::string> circuits = {})
      : isFull(isFull), filter(std::move(filter)),
        circuits(std::move(circuits)) {}

  void measureAll();
  const std::vector<ServerMeasurement> &getMeasurements() const {
    return measurements;
  }
  /// The number of versions whose diagnostics came more than once.
  unsigned countRepeats() const { return repeats; }

private:
  /// Runs `measure` and keeps its result.
  void add(ServerMeasurement measurement,
           const std::function<void(ServerMeasurement &)> &measure);

  void keep(ServerMeasurement measurement);

  struct Race;

  void measureEdits(const ServerMeasurement &document);
  void measureTyping(ServerMeasurement &measurement);
  void measureBurst(ServerMeasurement &measurement);
  void measureHints(ServerMeasurement &measurement);
  void measureTokens(ServerMeasurement &measurement);
  void measureHover(ServerMeasurement &measurement);
  void measureCompletion(ServerMeasurement &measurement);
  void measureStart(ServerMeasurement &measurement);
  void measureGrowth(ServerMeasurement &measurement);
  void measureIntake(ServerMeasurement &measurement);

  bool isAsked(ServerQuantity quantity) const;

  const bool isFull;
  const std::string filter;
  const std::map<std::string, std::string> circuits;
  unsigned repeats = 0;
  std::vector<ServerMeasurement> measurements;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERCASES_H
