//===- OdsFiles.h - Files that are not trusted ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSFILES_H
#define NOISY_SERVER_ODS_ODSFILES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// The text of a regular file that is not larger than that; nothing of devices
/// and pipes, which could be endless. Does not wait.
std::optional<std::string> readRegularFile(llvm::StringRef Path,
                                           size_t MaxBytes);

/// A hash of a text, in letters.
std::string hashOf(llvm::StringRef Text);

/// The absolute path of what a path names in a folder.
std::string pathIn(llvm::StringRef Folder, llvm::StringRef Path);

/// True if brackets and braces are nested in each other deeper than that, not
/// counting those in double quotes if there are such strings. Readers of JSON
/// and YAML recurse.
bool isNestedDeeper(llvm::StringRef Text, size_t MaxDepth, bool HasStrings);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSFILES_H
