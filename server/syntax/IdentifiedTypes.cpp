//===- IdentifiedTypes.cpp - Types that have a name for good --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/IdentifiedTypes.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

std::vector<std::string>
mlir::noisy::lsp::findIdentifiedTypes(llvm::StringRef Text) {
  std::vector<std::string> Names;
  // Mostly there is none.
  if (!Text.contains("struct"))
    return Names;
  // The two tokens before.
  llvm::StringRef Keyword, Previous;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    // In other dialects, a word may be the name of a field.
    bool IsName = Token->Kind == TokenKind::String ||
                  (Token->Kind == TokenKind::Word &&
                   (Keyword == "!spirv.struct" || Keyword == "struct") &&
                   !Text.substr(Token->Range.End).ltrim().starts_with(":"));
    if (Previous == "<" && Keyword.ends_with("struct") && IsName)
      Names.push_back(Token->Text.str());
    Keyword = Previous;
    Previous = Token->Text;
  }
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}
