//===- EditSequence.cpp - Edits after edits -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/EditSequence.h"
#include <optional>

using namespace mlir::noisy::lsp;

namespace {
/// A run of bytes of an edited text.
struct Run {
  /// The bytes of the first text that it is; new ones if that is empty.
  ByteRange Kept;
  std::string NewText;

  size_t size() const { return Kept.empty() ? NewText.size() : Kept.size(); }
  Run slice(size_t Begin, size_t End) const {
    if (Kept.empty())
      return {{}, NewText.substr(Begin, End - Begin)};
    return {{Kept.Begin + Begin, Kept.Begin + End}, ""};
  }
};
} // namespace

/// The runs after edits of a text that consists of `Old`.
static std::vector<Run> apply(std::vector<Run> Old,
                              llvm::ArrayRef<ByteEdit> Edits) {
  std::vector<Run> Result;
  size_t Index = 0, RunBegin = 0;
  // Copies, or drops, what is left before `End`.
  auto advance = [&](size_t Begin, size_t End, bool IsKept) {
    while (Index < Old.size() && Begin < End) {
      const Run &Current = Old[Index];
      size_t Stop = std::min(End, RunBegin + Current.size());
      if (IsKept && Stop > Begin)
        Result.push_back(Current.slice(Begin - RunBegin, Stop - RunBegin));
      Begin = Stop;
      if (Stop == RunBegin + Current.size()) {
        RunBegin = Stop;
        ++Index;
      }
    }
  };
  size_t Offset = 0;
  for (const ByteEdit &Edit : Edits) {
    advance(Offset, Edit.Range.Begin, /*IsKept=*/true);
    advance(Edit.Range.Begin, Edit.Range.End, /*IsKept=*/false);
    if (!Edit.NewText.empty())
      Result.push_back({{}, Edit.NewText});
    Offset = Edit.Range.End;
  }
  advance(Offset, std::string::npos, /*IsKept=*/true);
  return Result;
}

std::vector<ByteEdit>
mlir::noisy::lsp::sequenceEdits(llvm::StringRef Text,
                                llvm::ArrayRef<ByteEdit> First,
                                llvm::ArrayRef<ByteEdit> Second) {
  std::vector<Run> Whole;
  if (!Text.empty())
    Whole.push_back({{0, Text.size()}, ""});
  std::vector<Run> Runs = apply(apply(std::move(Whole), First), Second);
  std::vector<ByteEdit> Edits;
  ByteEdit Open;
  auto close = [&](size_t Begin) {
    Open.Range.End = Begin;
    if (!Open.Range.empty() || !Open.NewText.empty())
      Edits.push_back(std::move(Open));
  };
  for (Run &Current : Runs) {
    if (Current.Kept.empty()) {
      Open.NewText += Current.NewText;
      continue;
    }
    close(Current.Kept.Begin);
    Open = {{Current.Kept.End, Current.Kept.End}, ""};
  }
  close(Text.size());
  return Edits;
}
