//===- Problem.h - Something that is wrong with a text ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_PROBLEM_H
#define NOISY_SERVER_SNAPSHOT_PROBLEM_H

#include "server/text/ByteRange.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// Something that is wrong with a text, by MLIR or by us. A value.
struct Problem {
  enum class Level {
    Error,
    Warning,
    Information,
    /// Not wrong, but it could be simpler; editors hardly mark it.
    Hint
  };
  struct Note {
    ByteRange Where;
    std::string Message;
    /// The part of the snapshot that it is in (Snapshot::Part::Id), where that
    /// is another than the problem's own; else 0.
    uint64_t Part = 0;

    friend bool operator==(const Note &, const Note &) = default;
  };
  Level Severity = Level::Error;
  /// "mlir" for what MLIR says, "noisy" for what we do.
  std::string Source;
  /// Such as "noise-overflow"; empty for what MLIR says.
  std::string Code;
  ByteRange Where;
  std::string Message;
  std::vector<Note> Notes;
  /// What is there could go without any change; editors show it faded.
  bool IsUnnecessary = false;

  friend bool operator==(const Problem &, const Problem &) = default;
};

/// Whether there is an error among them: a text with warnings alone is right.
inline bool haveError(const std::vector<Problem> &Found) {
  return std::any_of(Found.begin(), Found.end(), [](const Problem &Each) {
    return Each.Severity == Problem::Level::Error;
  });
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_PROBLEM_H
