//===- Check.h - Checks of files by the server ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_CHECK_H
#define NOISY_SERVER_CHECK_CHECK_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The options of a check.
struct CheckOptions {
  /// The server, and its arguments. It is a separate process, so that any crash
  /// is a finding.
  std::string Program;
  std::vector<std::string> Arguments;
  /// True to try every feature, false to print only the problems of the files.
  bool TryFeatures = true;
  /// The limit for one answer.
  std::chrono::milliseconds Timeout = std::chrono::minutes(2);
};

/// The exit status; the highest of those of the files.
enum class CheckStatus {
  /// No errors; there may be warnings.
  Fine = 0,
  /// Errors in a file or in the server.
  Errors = 1,
  Unreadable = 2
};

/// Checks files with a server (`-`: standard input), and prints its diagnostics
/// to `Findings` in the format of compilers, columns in bytes from 1:
///
///     file:line:col: error: message [code]
///
/// and defects of the server as `internal error`. Summaries go to `Notes`, a
/// line for each file.
CheckStatus checkFiles(const std::vector<std::string> &Files,
                       const CheckOptions &Options, llvm::raw_ostream &Findings,
                       llvm::raw_ostream &Notes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECK_H
