//===- LargeTypes.cpp - Types that are too large to print -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/LargeTypes.h"
#include "server/parse/PrintedText.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

void mlir::noisy::lsp::elideLargeTypes(std::string &Text) {
  StringRef Bytes = Text;
  if (!Bytes.starts_with("!") && !Bytes.contains("\n!"))
    return;
  // The number of printed parts of each alias.
  llvm::StringMap<uint64_t> Parts;
  std::string Result;
  size_t CopiedEnd = 0;
  for (size_t Line = 0; Line < Bytes.size();
       Line = std::min(Bytes.find('\n', Line), Bytes.size() - 1) + 1) {
    if (!StringRef("#!").contains(Bytes[Line]))
      continue;
    Lexer Tokens(Bytes, Line);
    std::optional<MlirToken> Name = Tokens.next(), Assign = Tokens.next();
    if (!Assign || !Name->isAlias() || !Assign->is("="))
      continue;
    // The value extends to the end of the line that closes all brackets.
    size_t Begin = Assign->Range.End, End = Begin;
    int Depth = 0;
    uint64_t Sum = 1;
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Depth <= 0 && Bytes.slice(End, Token->Range.Begin).contains('\n'))
        break;
      End = Token->Range.End;
      if (Token->isAlias())
        Sum += std::min(Parts.lookup(Token->Text), MaxPrintedParts + 1);
      Depth += StringRef("<([{").contains(Token->Text.front());
      Depth -= StringRef(">)]}").contains(Token->Text.front());
    }
    Parts[Name->Text] = Sum;
    if (Name->Kind == TokenKind::Type && Sum > MaxPrintedParts) {
      Result += Bytes.slice(CopiedEnd, Begin);
      Result += " !elided.type";
      CopiedEnd = End;
    }
    Line = End;
  }
  if (CopiedEnd == 0)
    return;
  Result += Bytes.drop_front(CopiedEnd);
  Text = std::move(Result);
}
