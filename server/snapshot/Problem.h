//===- Problem.h - A problem in a text --------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_PROBLEM_H
#define NOISY_SERVER_SNAPSHOT_PROBLEM_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A problem in a text, found by MLIR or by noisy. A value.
struct Problem {
  enum class Level {
    Error,
    Warning,
    Information,
    /// The code is correct but could be simpler; editors hardly mark it.
    Hint
  };
  struct Note {
    ByteRange Range;
    std::string Message;
    /// The part of the snapshot with the range (Snapshot::Part::Id), if that is
    /// not the problem's own part; else 0.
    uint64_t Part = 0;

    friend bool operator==(const Note &, const Note &) = default;
  };
  Level Severity = Level::Error;
  /// The finder of the problem: "mlir" or "noisy".
  std::string Source;
  /// The code, such as "noise-overflow"; empty for MLIR's problems.
  std::string Code;
  ByteRange Range;
  std::string Message;
  std::vector<Note> Notes;
  /// The name that was most likely meant by the one at `Range`; empty if
  /// unknown.
  std::string Replacement;
  /// The marked code could be removed without any effect; editors fade it.
  bool IsUnnecessary = false;
  /// It was found before the text broke, and may hold no more.
  bool IsStale = false;

  friend bool operator==(const Problem &, const Problem &) = default;
};

/// The code of an error about a bracket that is not closed.
inline constexpr llvm::StringLiteral UnclosedBracketCode = "unclosed-bracket";

/// True if there is an error among the problems: warnings alone do not make a
/// text wrong.
inline bool haveError(const std::vector<Problem> &Problems) {
  return std::any_of(Problems.begin(), Problems.end(),
                     [](const Problem &Issue) {
                       return Issue.Severity == Problem::Level::Error;
                     });
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_PROBLEM_H
