//===- LogStream.h - Log lines that may be dropped --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_LOGSTREAM_H
#define NOISY_SYSTEM_LOGSTREAM_H

#include <cstdint>
#include <mutex>
#include <string_view>

namespace mlir::noisy::lsp {

/// Writes lines to a descriptor, which it does not close, and never waits for
/// the reader: lines that do not fit are dropped, and reported as a number in a
/// line of their own when there is room again. Any thread.
class LogStream {
public:
  explicit LogStream(int Fd) : Fd(Fd) {}

  /// Writes \p Line, which has no line end. A line longer than a pipe is sure
  /// to take at once (FileDescriptor.h) is cut.
  void write(std::string_view Line);

private:
  bool writeLine(std::string_view Line);

  const int Fd;
  std::mutex Mutex;
  uint64_t DroppedLines = 0; // guarded
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SYSTEM_LOGSTREAM_H
