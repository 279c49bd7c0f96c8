//===- SymbolName.cpp - How symbols are written ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/SymbolName.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

/// True if the name after the @ of a token is complete.
static bool isComplete(llvm::StringRef Symbol) {
  return Symbol.size() > 1 &&
         (Symbol[1] != '"' || lex::isClosedString(Symbol.drop_front()));
}

size_t mlir::noisy::lsp::symbolLength(llvm::StringRef Text) {
  if (!Text.starts_with("@"))
    return 0;
  size_t Length = lex::skipName(Text.begin(), Text.end()) - Text.begin();
  return isComplete(Text.take_front(Length)) ? Length : 0;
}

bool mlir::noisy::lsp::isBareSymbol(llvm::StringRef Name) {
  return !Name.empty() && lex::isWordStart(Name.front()) &&
         llvm::all_of(Name, lex::isWordChar);
}

std::string mlir::noisy::lsp::symbolName(llvm::StringRef Text) {
  if (!Text.consume_front("@"))
    return {};
  return Text.starts_with("\"") ? unquoted(Text) : Text.str();
}

std::string mlir::noisy::lsp::unquoted(llvm::StringRef Text) {
  Text.consume_front("\"");
  Text.consume_back("\"");
  std::string Name;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] != '\\' || I + 1 == Text.size()) {
      Name += Text[I];
      continue;
    }
    ++I;
    if (I + 1 < Text.size() && llvm::isHexDigit(Text[I]) &&
        llvm::isHexDigit(Text[I + 1])) {
      Name += char(llvm::hexFromNibbles(Text[I], Text[I + 1]));
      ++I;
    } else {
      Name += Text[I] == 'n' ? '\n' : Text[I] == 't' ? '\t' : Text[I];
    }
  }
  return Name;
}

void mlir::noisy::lsp::forEachSymbolPath(
    llvm::StringRef Text,
    llvm::function_ref<void(llvm::ArrayRef<ByteRange>)> Visit) {
  llvm::SmallVector<ByteRange, 4> Path;
  // True if the token before is `::`, after a name.
  bool Continues = false;
  auto finish = [&] {
    if (!Path.empty())
      Visit(Path);
    Path.clear();
  };
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    bool IsSymbol = Token->Kind == TokenKind::Symbol && isComplete(Token->Text);
    if (IsSymbol ? !Continues : Continues || !Token->is("::"))
      finish();
    if (IsSymbol)
      Path.push_back(Token->Range);
    Continues = !IsSymbol && !Path.empty();
  }
  finish();
}
