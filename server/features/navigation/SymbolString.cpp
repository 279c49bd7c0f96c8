//===- SymbolString.cpp - Symbols with a string as name -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/SymbolString.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::noisy::lsp;

using Index = Section::Index;

/// The value of `sym_name` among the operation's own attributes.
static std::optional<MlirToken> findSymbolName(const Section &Data,
                                               Index Outer) {
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  Lexer Tokens(Data.text(), Operations[Outer].Range.Begin,
               Operations[Outer].Range.End);
  llvm::SmallVector<char> Open;
  // The last two tokens.
  llvm::StringRef Key, Previous;
  const Section::Subtree Body = Data.subtree(Outer);
  Index Inner = Body.FirstOperation;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    // The operations of the body follow in the order of the walk.
    size_t Begin = Token->Range.Begin, End = Begin;
    for (; Inner < Body.EndOperation && Operations[Inner].Range.Begin <= Begin;
         ++Inner)
      End = std::max<size_t>(End, Operations[Inner].Range.End);
    if (End != Begin) {
      Tokens.skipTo(End);
      continue;
    }
    if (Token->isComment())
      continue;
    // The operation's own dictionaries are nested in no other brackets.
    if (Open.size() == 1 && Open.back() == '{' && Previous == "=" &&
        (Key == "sym_name" || Key == "\"sym_name\""))
      return Token;
    char Sign = Token->Text.front();
    if (lex::isOpening(Sign))
      Open.push_back(Sign);
    else if (lex::isClosing(Sign) && !Open.empty())
      Open.pop_back();
    Key = Previous;
    Previous = Token->Text;
  }
  return std::nullopt;
}

std::optional<SectionRange>
mlir::noisy::lsp::findSymbolString(const Section &Data, Index SymbolIndex) {
  const Section::Symbol &Symbol = Data.symbols()[SymbolIndex];
  if (!Symbol.Range.empty() ||
      Data.operations()[Symbol.Operation].Range.empty())
    return std::nullopt;
  std::optional<MlirToken> Name = findSymbolName(Data, Symbol.Operation);
  if (!Name || Name->Kind != TokenKind::String ||
      unquoted(Name->Text) != Symbol.Name)
    return std::nullopt;
  return SectionRange{uint32_t(Name->Range.Begin), uint32_t(Name->Range.End)};
}

Index mlir::noisy::lsp::symbolStringAt(const Section &Data, size_t Offset) {
  Index Op = Data.operationAt(Offset);
  if (Op == Section::None || Data.operations()[Op].Symbol == Section::None)
    return Section::None;
  std::optional<SectionRange> Range =
      findSymbolString(Data, Data.operations()[Op].Symbol);
  bool IsThere = Range && Range->Begin <= Offset && Offset <= Range->End;
  return IsThere ? Data.operations()[Op].Symbol : Section::None;
}
