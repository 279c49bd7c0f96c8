//===- NameRules.cpp - Spelling of names ----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/rename/NameRules.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

std::string lsp::escapeName(llvm::StringRef Name) {
  std::string Result;
  for (char C : Name) {
    // Letters of other languages need no escape; the lexer takes them.
    bool IsControl = static_cast<unsigned char>(C) < 0x20 || C == 0x7f;
    if (C == '\\')
      Result += "\\\\";
    else if (C == '"' || IsControl)
      Result += "\\" + llvm::toHex(llvm::StringRef(&C, 1));
    else
      Result += C;
  }
  return Result;
}

static llvm::Expected<std::string> readSymbol(llvm::StringRef Input) {
  Input.consume_front("@");
  std::string Name = Input.str();
  std::string QuotedName = "@" + Name;
  if (Input.size() > 1 && Input.starts_with("\"") &&
      symbolLength(QuotedName) == QuotedName.size())
    Name = symbolName(QuotedName);
  if (Name.empty())
    return refuse("a symbol's name cannot be empty");
  return Name;
}

llvm::Expected<std::string> lsp::readNewName(char Sigil,
                                             llvm::StringRef Input) {
  Input = Input.trim();
  if (Sigil == '@')
    return readSymbol(Input);
  std::string QuotedName = ("'" + Input + "'").str();
  Input.consume_front(llvm::StringRef(&Sigil, 1));
  bool IsAlias = Sigil == '#' || Sigil == '!';
  std::string KindName = IsAlias        ? "an alias"
                         : Sigil == '^' ? "a block"
                                        : "a value";
  if (Input.empty() || lex::suffixLength(Input) != Input.size())
    return refuse(QuotedName + " is not a valid name for " + KindName +
                  ": the " + llvm::StringRef(&Sigil, 1).str() +
                  " is followed by digits only, or by a letter or one of "
                  "$ . _ - and then letters, digits and these");
  if (IsAlias && Input.contains('.'))
    return refuse(QuotedName + " is not a valid alias name: names with a '.' "
                               "are reserved for dialects");
  return Input.str();
}

bool lsp::goesOn(char Sigil, llvm::StringRef Name, char Next) {
  if (Sigil == '@')
    return isBareSymbol((Name + llvm::StringRef(&Next, 1)).str());
  return lex::suffixLength((Name + llvm::StringRef(&Next, 1)).str()) >
         Name.size();
}

void lsp::forEachName(llvm::StringRef Text, char Sigil,
                      llvm::function_ref<void(ByteRange)> Visit) {
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    // The range excludes the number of a result.
    size_t Length = std::min(Token->Text.find('#', 1), Token->Text.size());
    if (Token->Text.front() == Sigil && Length > 1)
      Visit({Token->Range.Begin, Token->Range.Begin + Length});
  }
}

size_t lsp::findWord(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t Offset = Text.find(Name); Offset != llvm::StringRef::npos;
       Offset = Text.find(Name, Offset + 1)) {
    size_t End = Offset + Name.size();
    // A sigil is a boundary by itself.
    bool Begins = Offset == 0 || !lex::isNameChar(Name.front()) ||
                  !lex::isNameChar(Text[Offset - 1]);
    bool Ends = End == Text.size() || !lex::isNameChar(Text[End]);
    if (Begins && Ends)
      return Offset;
  }
  return llvm::StringRef::npos;
}
