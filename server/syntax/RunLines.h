//===- RunLines.h - The commands of a test ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_RUNLINES_H
#define NOISY_SERVER_SYNTAX_RUNLINES_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A command that LLVM's lit runs a test with: `// RUN: noisy-opt %s`, in one
/// line, or in several of which all but the last end with a backslash.
struct RunLine {
  /// The `RUN:` of its first line.
  ByteRange Keyword;
  /// What stands after the `RUN:` of each line, without blanks around it and
  /// without the backslash.
  std::vector<ByteRange> Pieces;

  /// The command on one line.
  std::string command(llvm::StringRef Text) const;

  friend bool operator==(const RunLine &, const RunLine &) = default;
};

/// The commands of a text, in its order. Searches for the keyword in comments
/// only, where tests have it; lit takes it anywhere in a line. It costs little
/// in a long text.
std::vector<RunLine> findRunLines(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_RUNLINES_H
