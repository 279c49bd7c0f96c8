//===- Settings.h - What a user can choose ----------------------*- C++ -*-===//
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

namespace mlir::noisy::lsp {

/// What a user can choose, for one document. A value with the defaults; where
/// it comes from, and what each of it is called, is Configuration's.
struct Settings {
  enum class NoiseHints { All, NearLimit, None };

  /// Which noisy values have their noise behind them, as an inlay hint.
  NoiseHints ShownNoise = NoiseHints::All;
  /// Whether values of type index have their range behind them.
  bool ShowRanges = false;
  /// A value is near the limit when at most this many bits are left.
  uint32_t NearLimit = 2;
  /// Whether functions have lenses above them.
  bool ShowLenses = true;
  /// Whether findings about integer ranges are shown.
  bool ShowRangeFindings = true;
  /// Holds where no attribute `noisy.model` stands; without one, the default of
  /// the command line.
  std::optional<NoiseModel> Model;

  // The optimizer (OptimizerOptions).
  std::chrono::milliseconds TimeLimit = std::chrono::seconds(10);
  double Gap = 0;
  uint64_t AssumedTurns = 10;
  bool RemoveExisting = false;
  unsigned Workers = 2;

  friend bool operator==(const Settings &, const Settings &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_SETTINGS_H
