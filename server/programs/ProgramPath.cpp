//===- ProgramPath.cpp - Where programs of users are ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/programs/ProgramPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string mlir::noisy::lsp::findInPath(StringRef Name, StringRef Workspace) {
  const char *Variable = std::getenv("PATH");
  llvm::SmallVector<StringRef> Folders;
  StringRef(Variable ? Variable : "").split(Folders, ':');
  llvm::erase_if(Folders, [&](StringRef Folder) {
    StringRef Inner = Folder;
    return !path::is_absolute(Folder) ||
           (!Workspace.empty() && Inner.consume_front(Workspace) &&
            (Inner.empty() || Inner.starts_with("/")));
  });
  // Without folders, LLVM would look into the PATH.
  if (Folders.empty())
    return "";
  auto Found = llvm::sys::findProgramByName(Name, Folders);
  return Found ? *Found : "";
}

std::string mlir::noisy::lsp::findProgram(StringRef Name, StringRef Workspace,
                                          StringRef Setting,
                                          std::string &Error) {
  if (path::is_absolute(Name))
    return Name.str();
  if (Name.contains('/')) {
    Error = (Setting +
             " has to be an absolute path, or the name of a program "
             "in the PATH: " +
             Name + " is neither")
                .str();
    return "";
  }
  std::string Found = findInPath(Name, Workspace);
  if (Found.empty())
    Error = (Setting + ": there is no program " + Name + " in the PATH").str();
  return Found;
}
