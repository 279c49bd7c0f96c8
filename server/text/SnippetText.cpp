//===- SnippetText.cpp - The text of a snippet ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/SnippetText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

SnippetText mlir::noisy::lsp::readSnippet(StringRef Snippet) {
  SnippetText Result;
  llvm::StringMap<std::string> Defaults;
  for (size_t I = 0; I < Snippet.size(); ++I) {
    if (Snippet[I] == '\\' && I + 1 < Snippet.size()) {
      Result.Text += Snippet[++I];
      continue;
    }
    if (Snippet[I] != '$') {
      Result.Text += Snippet[I];
      continue;
    }
    bool IsBraced = Snippet.substr(I + 1).starts_with("{");
    StringRef Number =
        Snippet.substr(I + 1 + IsBraced).take_while(llvm::isDigit);
    I += IsBraced + Number.size();
    if (IsBraced) {
      // ${1:text} or ${1|one,two|}
      bool IsChoice = Snippet.substr(I + 1).starts_with("|");
      std::string Default;
      bool IsFirst = true;
      for (I += 2; I < Snippet.size() && Snippet[I] != '}'; ++I) {
        if (IsChoice && StringRef(",|").contains(Snippet[I]))
          IsFirst = false;
        else if (IsFirst)
          Default += Snippet[I] == '\\' ? Snippet[++I] : Snippet[I];
      }
      Defaults[Number] = Default;
    }
    size_t Begin = Result.Text.size();
    Result.Text += Defaults.lookup(Number);
    if (Number != "0")
      Result.Fields.push_back({Begin, Result.Text.size()});
  }
  return Result;
}

std::string mlir::noisy::lsp::escapeSnippet(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (StringRef("\\$}").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}
