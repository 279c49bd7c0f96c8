//===- Check.h - What the server makes of files -----------------*- C++ -*-===//
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

/// How files are checked.
struct CheckOptions {
  /// The server, and its arguments. It is a process of its own, so that
  /// whatever ends it is a finding about it.
  std::string Program;
  std::vector<std::string> Arguments;
  /// Whether every feature is tried out, or only the problems of the files are
  /// printed.
  bool TryFeatures = true;
  /// For one answer.
  std::chrono::milliseconds Timeout = std::chrono::minutes(2);
};

/// The exit status; the highest of those of the files.
enum class CheckStatus {
  /// There may be warnings.
  Fine = 0,
  /// There are errors, in a file or of the server.
  Errors = 1,
  Unreadable = 2
};

/// Has a server look at files (`-`: standard input), and prints to `Findings`
/// what it says of them as compilers do, columns in bytes from 1:
///
///     file:line:col: error: message [code]
///
/// and, with `internal error`, what is wrong with the server. Summaries go to
/// `Notes`, a line a file.
CheckStatus checkFiles(const std::vector<std::string> &Files,
                       const CheckOptions &Options, llvm::raw_ostream &Findings,
                       llvm::raw_ostream &Notes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECK_H
