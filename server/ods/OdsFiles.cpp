//===- OdsFiles.cpp - Files that are not trusted --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsFiles.h"
#include "system/FileDescriptor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::optional<std::string> mlir::noisy::lsp::readRegularFile(StringRef Path,
                                                             size_t MaxBytes) {
  // Without O_NONBLOCK, a pipe would wait for a writer.
  int Fd =
      ::open(Path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (Fd < 0)
    return std::nullopt;
  llvm::scope_exit Close([&] { ::close(Fd); });
  struct stat Info;
  if (::fstat(Fd, &Info) != 0 || !S_ISREG(Info.st_mode) ||
      size_t(Info.st_size) > MaxBytes)
    return std::nullopt;
  std::string Text;
  Text.reserve(Info.st_size);
  char Buffer[1 << 16];
  while (true) {
    ssize_t Count = readSome(Fd, Buffer, sizeof(Buffer));
    if (Count == 0)
      return Text;
    // It may grow meanwhile.
    if (Count < 0 || Text.size() + Count > MaxBytes)
      return std::nullopt;
    Text.append(Buffer, Count);
  }
}

std::string mlir::noisy::lsp::hashOf(StringRef Text) {
  return llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(Text)),
                     /*LowerCase=*/true);
}

std::string mlir::noisy::lsp::pathIn(StringRef Folder, StringRef Path) {
  if (path::is_absolute(Path))
    return Path.str();
  llvm::SmallString<256> Result(Folder);
  path::append(Result, Path);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

bool mlir::noisy::lsp::isNestedDeeper(StringRef Text, size_t MaxDepth,
                                      bool HasStrings) {
  size_t Depth = 0;
  bool IsInString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (IsInString && C == '\\')
      ++I;
    else if (C == '"' && HasStrings)
      IsInString = !IsInString;
    else if (IsInString)
      continue;
    else if (C == '[' || C == '{')
      ++Depth;
    else if ((C == ']' || C == '}') && Depth > 0)
      --Depth;
    if (Depth > MaxDepth)
      return true;
  }
  return false;
}
