//===- MemoryFile.h - A file that no end of a process leaves ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROGRAMS_MEMORYFILE_H
#define NOISY_SERVER_PROGRAMS_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// A file in memory that a child can open by its path. A temporary file would
/// stay if this process is killed. One thread.
class MemoryFile {
public:
  MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile();

  /// False if the system gives no more files.
  bool isOpen() const { return Fd >= 0; }
  std::string path() const;
  /// Adds bytes at the end; false if there is no room.
  bool write(llvm::StringRef Bytes);
  /// What was written; nothing if that is more than `MaxBytes`.
  std::optional<std::string> read(size_t MaxBytes) const;

private:
  const int Fd;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROGRAMS_MEMORYFILE_H
