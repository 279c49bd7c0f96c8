//===- ProjectFolder.h - The project that a file belongs to -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_PROJECTFOLDER_H
#define NOISY_SERVER_CHECK_PROJECTFOLDER_H

#include "server/protocol/JsonMembers.h"
#include <deque>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The nearest folder around a file with a `.noisy.yaml`, as an absolute path;
/// empty if there is none, and for standard input, `-`.
std::string findProjectFolder(const std::string &File);

/// What a server has to say of the project in a folder.
struct ProjectProblems {
  /// What is wrong with its `.noisy.yaml`, as compilers print it.
  std::vector<std::string> Errors;
  /// What could not be read of its dialects.
  std::vector<std::string> Warnings;
};

/// Finds them among the messages that a server has sent.
ProjectProblems findProjectProblems(const std::deque<json> &Messages,
                                    const std::string &Folder);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_PROJECTFOLDER_H
