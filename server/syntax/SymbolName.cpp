//===- SymbolName.cpp - How symbols are written ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/SymbolName.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

size_t mlir::noisy::lsp::symbolLength(llvm::StringRef Text) {
  if (!Text.starts_with("@") || Text.size() < 2)
    return 0;
  if (Text[1] == '"') {
    size_t End = 2;
    while (End < Text.size() && Text[End] != '"' && Text[End] != '\n')
      End += Text[End] == '\\' ? 2 : 1;
    return End < Text.size() && Text[End] == '"' ? End + 1 : 0;
  }
  if (!llvm::isAlpha(Text[1]) && Text[1] != '_')
    return 0;
  return 1 + Text.substr(1)
                 .take_while([](char C) {
                   return llvm::isAlnum(C) || C == '_' || C == '$' || C == '.';
                 })
                 .size();
}

std::string mlir::noisy::lsp::symbolName(llvm::StringRef Text) {
  if (!Text.consume_front("@"))
    return {};
  if (!Text.consume_front("\""))
    return Text.str();
  Text = Text.drop_back();
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
  for (size_t I = 0; I < Text.size();) {
    switch (Text[I]) {
    default:
      ++I;
      continue;
    case '"':
      for (++I; I < Text.size() && Text[I] != '"' && Text[I] != '\n'; ++I)
        if (Text[I] == '\\')
          ++I;
      ++I;
      continue;
    case '/':
      if (Text.substr(I).starts_with("//"))
        I = std::min(Text.find('\n', I), Text.size());
      else
        ++I;
      continue;
    case '@':
      break;
    }
    Path.clear();
    while (size_t Length = symbolLength(Text.substr(I))) {
      Path.push_back({I, I + Length});
      I += Length;
      // There may be blanks around the colons.
      llvm::StringRef Rest = Text.substr(I).ltrim();
      if (!Rest.consume_front("::") || !Rest.ltrim().starts_with("@"))
        break;
      I = Text.size() - Rest.ltrim().size();
    }
    if (Path.empty())
      ++I;
    else
      Visit(Path);
  }
}
