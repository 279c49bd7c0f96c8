//===- BrokenText.cpp - Operations near a cursor that do not parse --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/BrokenText.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

std::vector<ByteRange> mlir::noisy::lsp::findBrokenText(const Snapshot &State,
                                                        size_t Offset) {
  llvm::ArrayRef<Snapshot::Part> Parts = State.parts();
  auto It = llvm::partition_point(Parts, [&](const Snapshot::Part &Part) {
    return Part.Range.End + MaxTypeBytes < Offset;
  });
  std::vector<ByteRange> Result;
  for (; It != Parts.end() && It->Range.Begin < Offset + MaxTypeBytes; ++It)
    for (const PlacedSection &Placed : It->Sections)
      // What does not parse as a whole is known as it was.
      if (!Placed.isStale())
        for (ByteRange Broken : Placed.Data->brokenRanges())
          Result.push_back(Placed.toTextClamped(Broken));
  return Result;
}

std::string mlir::noisy::lsp::copyReadable(llvm::StringRef Text, ByteRange Part,
                                           size_t Offset,
                                           llvm::ArrayRef<ByteRange> Broken) {
  std::string Result = Text.slice(Part.Begin, Part.End).str();
  for (ByteRange Each : Broken) {
    // Blanks may be between the operation and the cursor.
    if (Each.Begin <= Offset &&
        Text.slice(Each.End, Offset).trim(" \t").empty())
      continue;
    size_t Begin = std::clamp(Each.Begin, Part.Begin, Part.End);
    size_t End = std::clamp(Each.End, Part.Begin, Part.End);
    std::fill(Result.begin() + (Begin - Part.Begin),
              Result.begin() + (End - Part.Begin), ' ');
  }
  return Result;
}
