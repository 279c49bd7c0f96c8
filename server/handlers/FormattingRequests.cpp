//===- FormattingRequests.cpp - Formatting, in LSP ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/formatting/Formatting.h"
#include "server/handlers/Handlers.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static std::optional<std::vector<TextEdit>>
place(const std::vector<ByteEdit> &Edits, const DocumentView &View) {
  if (Edits.empty())
    return std::nullopt;
  std::vector<TextEdit> Result;
  Result.reserve(Edits.size());
  for (const ByteEdit &Edit : Edits)
    Result.push_back({View.ClientText.rangeAt(Edit.Range.Begin, Edit.Range.End,
                                              View.Places.encoding()),
                      Edit.NewText});
  return Result;
}

std::optional<std::vector<TextEdit>>
lsp::formatDocument(const DocumentParams &, const DocumentView &View) {
  return place(formatText(View.ClientText.bytes()), View);
}

std::optional<std::vector<TextEdit>>
lsp::formatRange(const RangeParams &Params, const DocumentView &View) {
  size_t Begin = View.clientOffset(Params.Range.Start);
  size_t End = View.clientOffset(Params.Range.End);
  if (Begin > End)
    std::swap(Begin, End);
  return place(formatLines(View.ClientText.bytes(), {Begin, End}), View);
}

std::optional<std::vector<TextEdit>>
lsp::formatOnType(const PositionParams &Params, const DocumentView &View) {
  return place(
      formatTyped(View.ClientText.bytes(), View.clientOffset(Params.Position)),
      View);
}
