//===- KeptParts.cpp - A text with other signs ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/KeptParts.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy::lsp;

/// True if a part of a text has no tokens but these signs.
static bool consistsOf(llvm::StringRef Text, ByteRange Range,
                       llvm::StringRef Signs) {
  std::string Present;
  Lexer Tokens(Text, Range.Begin, Range.End);
  while (std::optional<MlirToken> Token = nextCode(Tokens))
    Present += Token->Text;
  return Present == Signs;
}

std::vector<ByteEdit>
mlir::noisy::lsp::keepParts(llvm::StringRef Text, size_t Begin,
                            llvm::ArrayRef<KeptPart> Parts) {
  std::vector<ByteEdit> Result;
  for (const KeptPart &Part : Parts) {
    ByteRange Gap = {Begin, Part.Range.Begin};
    Begin = Part.Range.End;
    if (consistsOf(Text, Gap, Part.Before))
      continue;
    // A new word is apart from those around it, the sign of a name is not.
    std::string New = " " + Part.Before;
    if (!llvm::StringRef("@%^").contains(New.back()))
      New += " ";
    Result.push_back({Gap, std::move(New)});
  }
  return Result;
}
