//===- FileUri.h - The URI of a file ----------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_FILEURI_H
#define NOISY_SERVER_PROTOCOL_FILEURI_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The URI of a file, as LLVM's server writes it; empty when the path is not
/// absolute.
std::string fileUri(llvm::StringRef Path);

/// The path of a file by its URI; empty for a URI of something else.
std::string filePath(llvm::StringRef Uri);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_FILEURI_H
