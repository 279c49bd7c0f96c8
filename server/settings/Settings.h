//===- Settings.h - User settings -------------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_SETTINGS_H
#define NOISY_SERVER_SETTINGS_SETTINGS_H

#include "dialect/NoiseModel.h"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// The settings of one document. Sources and names are in Configuration.
struct Settings {
  enum class NoiseHints { All, NearLimit, None };

  /// The noisy values with a hint of their noise after them.
  NoiseHints ShownNoise = NoiseHints::All;
  /// True to show ranges after values of type index.
  bool ShowRanges = false;
  /// A value is near the limit if at most this many bits are left.
  uint32_t NearLimit = 2;
  /// True to show lenses above functions.
  bool ShowLenses = true;
  /// True to show findings about integer ranges.
  bool ShowRangeFindings = true;
  /// True to show, among them, operations that could be unsigned.
  bool ShowUnsignedFindings = false;
  /// True to show computations that would have less noise in another order.
  bool ShowNoiseSavings = true;
  /// True to show the generic form of operations in hovers.
  bool ShowGenericForm = false;
  /// The model where no attribute `noisy.model` applies; without one, the
  /// default of the command line.
  std::optional<NoiseModel> Model;

  // The optimizer (OptimizerOptions).
  std::chrono::milliseconds TimeLimit = std::chrono::seconds(10);
  double Gap = 0;
  uint64_t AssumedIterations = 10;
  bool RemoveExisting = false;
  /// Also rewrite the program, where that is cheaper.
  bool Rewrite = false;
  unsigned Workers = 2;
  /// What code costs by its noise where it does not say so (NoiseCosts), as
  /// text; empty for nothing.
  std::string Costs;

  friend bool operator==(const Settings &, const Settings &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_SETTINGS_H
