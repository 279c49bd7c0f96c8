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
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

using Index = Section::Index;

namespace {
/// Scans the text of one operation, without the operations in it.
class OperationText {
public:
  OperationText(const Section &Data, Index Op);

  /// Returns the beginning of the value of the attribute `sym_name`; nothing if
  /// it is none of the operation's own attributes.
  std::optional<size_t> findSymbolName();

private:
  llvm::StringRef Text;
  size_t Begin;
  llvm::SmallVector<ByteRange> Inner;
};
} // namespace

OperationText::OperationText(const Section &Data, Index Outer)
    : Text(Data.textOf({0, Data.operations()[Outer].Range.End})),
      Begin(Data.operations()[Outer].Range.Begin) {
  const Section::Subtree Body = Data.subtree(Outer);
  for (Index I = Body.FirstOperation; I < Body.EndOperation; ++I)
    if (const Section::Operation &Op = Data.operations()[I];
        Op.Parent == Outer && !Op.Range.empty())
      Inner.push_back(Op.Range);
}

std::optional<size_t> OperationText::findSymbolName() {
  llvm::SmallVector<char> Open;
  const ByteRange *Next = Inner.begin();
  // The last two tokens.
  llvm::StringRef Key, Previous;
  Lexer Tokens(Text, Begin);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    size_t Offset = Token->Range.Begin, End = Offset;
    for (; Next != Inner.end() && Next->Begin <= Offset; ++Next)
      End = std::max(End, Next->End);
    if (End != Offset) {
      Tokens.skipTo(End);
      continue;
    }
    if (Token->isComment())
      continue;
    // The operation's own dictionaries are nested in no other brackets.
    if (Open.size() == 1 && Open.back() == '{' && Previous == "=" &&
        (Key == "sym_name" || Key == "\"sym_name\""))
      return Offset;
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
  std::optional<size_t> Begin =
      OperationText(Data, Symbol.Operation).findSymbolName();
  if (!Begin)
    return std::nullopt;
  // A string is parsed like a name after an @.
  std::string Rest = "@" + Data.text()
                               .substr(*Begin)
                               .take_until([](char C) { return C == '\n'; })
                               .str();
  size_t Length = symbolLength(Rest);
  if (Length < 2 || Rest[1] != '"' ||
      symbolName(llvm::StringRef(Rest).take_front(Length)) != Symbol.Name)
    return std::nullopt;
  return SectionRange{uint32_t(*Begin), uint32_t(*Begin + Length - 1)};
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
