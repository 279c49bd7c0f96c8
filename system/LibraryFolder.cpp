//===- LibraryFolder.cpp - Files that are installed with us ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/LibraryFolder.h"
#include "system/ChildProcess.h"
#include <dlfcn.h>
#include <filesystem>

namespace fs = std::filesystem;

std::string mlir::noisy::findBesideLibrary(const std::string &Name) {
  Dl_info Info;
  if (!::dladdr(reinterpret_cast<void *>(&findBesideLibrary), &Info) ||
      !Info.dli_fname)
    return "";
  std::error_code Error;
  fs::path Library = fs::canonical(Info.dli_fname, Error);
  if (Error || Library == executablePath())
    return "";
  fs::path Folder = Library.parent_path();
  for (int Level = 0; Level < 2; ++Level) {
    Folder = Folder.parent_path();
    if (fs::is_regular_file(Folder / Name, Error))
      return (Folder / Name).string();
  }
  return "";
}
