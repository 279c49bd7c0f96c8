//===- ErrorTable.h - The words for each message of MLIR --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORTABLE_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// A message of MLIR, with a * for each part that differs, and its words, with
/// $1 for the first of these parts.
struct ErrorWords {
  llvm::StringRef Message;
  llvm::StringRef Text;
};

/// The words for all messages that have some; the first that matches counts.
llvm::ArrayRef<ErrorWords> getErrorTable();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORTABLE_H
