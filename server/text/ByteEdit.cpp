//===- ByteEdit.cpp - Replacements of bytes -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/ByteEdit.h"

using namespace mlir::noisy::lsp;

std::string mlir::noisy::lsp::applyEdits(llvm::StringRef Text,
                                         llvm::ArrayRef<ByteEdit> Edits) {
  std::string Result;
  size_t Offset = 0;
  for (const ByteEdit &Edit : Edits) {
    Result += Text.slice(Offset, Edit.Range.Begin);
    Result += Edit.NewText;
    Offset = Edit.Range.End;
  }
  return Result + Text.substr(Offset).str();
}
