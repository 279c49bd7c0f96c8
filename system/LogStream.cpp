//===- LogStream.cpp - Log lines that may be dropped ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/LogStream.h"
#include "system/FileDescriptor.h"
#include <string>

using namespace mlir::noisy::lsp;

/// The replacement for text that is cut off.
static constexpr std::string_view Ellipsis = "...";

void LogStream::write(std::string_view Line) {
  std::lock_guard Lock(Mutex);
  if (DroppedLines != 0) {
    if (!writeLine("noisy-lsp-server: " + std::to_string(DroppedLines) +
                   " lines were dropped here, because they were not read")) {
      ++DroppedLines;
      return;
    }
    DroppedLines = 0;
  }
  if (!writeLine(Line))
    ++DroppedLines;
}

/// One write, so that lines of several processes do not mix.
bool LogStream::writeLine(std::string_view Line) {
  std::string Bytes(Line);
  if (Bytes.size() >= WholeWriteBytes) {
    Bytes.resize(WholeWriteBytes - 1 - Ellipsis.size());
    Bytes += Ellipsis;
  }
  Bytes += '\n';
  if (!waitForRoom(Fd, 0))
    return false;
  writeSome(Fd, Bytes);
  return true;
}
