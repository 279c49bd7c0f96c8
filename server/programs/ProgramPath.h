//===- ProgramPath.h - Where programs of users are --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROGRAMS_PROGRAMPATH_H
#define NOISY_SERVER_PROGRAMS_PROGRAMPATH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The path of a program in the folders of the PATH. Those in \p Workspace and
/// relative ones do not count: what is in a workspace is not run unless the
/// user has named it. Empty if there is none. Any thread.
std::string findInPath(llvm::StringRef Name, llvm::StringRef Workspace);

/// The path of a program that the user named in the setting \p Setting: an
/// absolute path stays, and a name is looked up as above. Empty if there is
/// none; \p Error says why then. Any thread.
std::string findProgram(llvm::StringRef Name, llvm::StringRef Workspace,
                        llvm::StringRef Setting, std::string &Error);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROGRAMS_PROGRAMPATH_H
