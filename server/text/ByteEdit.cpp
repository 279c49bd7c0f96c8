//===- ByteEdit.cpp - Replacements of bytes -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/ByteEdit.h"
#include "llvm/ADT/STLExtras.h"

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

// Going from the last edit on, the others have not moved the ranges yet.

OffsetMap mlir::noisy::lsp::mapThrough(llvm::ArrayRef<ByteEdit> Edits,
                                       size_t Begin) {
  std::vector<TextChange> Changes;
  for (const ByteEdit &Edit : llvm::reverse(Edits))
    Changes.push_back({Edit.Range.shift(Begin), Edit.NewText.size()});
  return OffsetMap(Changes);
}

OffsetMap mlir::noisy::lsp::mapBack(llvm::ArrayRef<ByteEdit> Edits,
                                    size_t Begin) {
  std::vector<TextChange> Changes;
  for (const ByteEdit &Edit : Edits) {
    size_t Place = Edit.Range.Begin + Begin;
    Changes.push_back(
        {{Place, Place + Edit.NewText.size()}, Edit.Range.size()});
    Begin += Edit.NewText.size() - Edit.Range.size();
  }
  std::reverse(Changes.begin(), Changes.end());
  return OffsetMap(Changes);
}
