//===- UsedNames.cpp - Names that new values must not have ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/UsedNames.h"
#include "server/syntax/Lexer.h"
#include <algorithm>
#include <vector>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

llvm::StringSet<> mlir::noisy::lsp::findUsedNames(StringRef Text) {
  struct Bracket {
    size_t Line, FirstName;
  };
  std::vector<StringRef> Names;
  std::vector<Bracket> Open;
  // The line, its first name after those of results, and whether there may be
  // results.
  size_t Line = 0, FirstName = 0, PreviousEnd = 0;
  bool IsAtResults = true;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    StringRef Gap = Text.slice(PreviousEnd, Token->Range.Begin);
    PreviousEnd = Token->Range.End;
    if (size_t Breaks = Gap.count('\n')) {
      Line += Breaks;
      FirstName = Names.size();
      IsAtResults = true;
    }
    if (Token->Kind == TokenKind::Value) {
      Names.push_back(Token->groupName().drop_front());
    } else if (Token->is("{")) {
      Open.push_back({Line, FirstName});
    } else if (Token->is("}") && !Open.empty()) {
      // A dictionary of attributes ends nothing.
      if (Open.back().Line != Line)
        Names.resize(Open.back().FirstName);
      Open.pop_back();
      FirstName = std::min(FirstName, Names.size());
    } else if (Token->is("=") && IsAtResults) {
      FirstName = Names.size();
    }
    IsAtResults &= Token->Kind == TokenKind::Value ||
                   Token->Kind == TokenKind::Number || Token->is(":") ||
                   Token->is(",");
  }
  llvm::StringSet<> Result;
  for (StringRef Name : Names)
    Result.insert(Name);
  return Result;
}
