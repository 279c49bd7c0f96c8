//===- MemoryFile.cpp - A file that no end of a process leaves ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/programs/MemoryFile.h"
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::noisy::lsp;

MemoryFile::MemoryFile() : Fd(::memfd_create("noisy", MFD_CLOEXEC)) {}

MemoryFile::~MemoryFile() {
  if (Fd >= 0)
    ::close(Fd);
}

std::string MemoryFile::path() const {
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(Fd);
}

bool MemoryFile::write(llvm::StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Count = ::write(Fd, Bytes.data(), Bytes.size());
    if (Count <= 0)
      return false;
    Bytes = Bytes.drop_front(Count);
  }
  return true;
}

std::optional<std::string> MemoryFile::read(size_t MaxBytes) const {
  struct stat Info;
  if (::fstat(Fd, &Info) != 0 || size_t(Info.st_size) > MaxBytes)
    return std::nullopt;
  std::string Text(Info.st_size, '\0');
  size_t Size = 0;
  while (Size < Text.size()) {
    ssize_t Count = ::pread(Fd, &Text[Size], Text.size() - Size, Size);
    if (Count <= 0)
      return std::nullopt;
    Size += Count;
  }
  return Text;
}
