//===- CompletionExcerpt.cpp - The end of a long function -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionExcerpt.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Calls `Visit` for each line of `Text` outside of all brackets that begins
/// like an operation, with the offset of its first letter, until it returns
/// false.
static void forEachOperation(StringRef Text,
                             llvm::function_ref<bool(size_t)> Visit) {
  // The first line decides how operations are indented.
  std::optional<size_t> Indentation;
  unsigned Depth = 0;
  size_t PreviousEnd = 0;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    size_t Begin = Token->Range.Begin;
    bool IsFirst =
        PreviousEnd == 0 || Text.slice(PreviousEnd, Begin).contains('\n');
    PreviousEnd = Token->Range.End;
    char First = Token->Text.front();
    if (IsFirst && Depth == 0 &&
        (lex::isWordStart(First) || First == '%' || First == '"')) {
      size_t Column = Begin - lineBeginAt(Text, Begin);
      if (!Indentation)
        Indentation = Column;
      if (*Indentation == Column && !Visit(Begin))
        return;
    }
    if (lex::isOpening(First))
      ++Depth;
    else if (lex::isClosing(First) && Depth != 0)
      --Depth;
  }
}

/// Adds the values that the line of an operation defines: `%a, %b:2 = ...`.
static void addValues(StringRef Line,
                      std::vector<CompletionExcerpt::Value> &Values) {
  auto [Names, Definition] = Line.split('=');
  if (!Line.starts_with("%") || Definition.empty())
    return;
  llvm::SmallVector<StringRef> Parts;
  Names.split(Parts, ',');
  // The last one is nearest.
  for (StringRef Name : Parts)
    Values.push_back({Name.split(':').first.trim(), Definition.trim()});
}

CompletionExcerpt mlir::noisy::lsp::makeExcerpt(StringRef Text, size_t Keep) {
  CompletionExcerpt Result;
  llvm::SmallVector<size_t> Open = findOpenBrackets(Text);
  size_t CopiedEnd = 0;
  for (size_t I = 0; I < Open.size(); ++I) {
    // Regions begin with a curly bracket that ends its line.
    size_t Break = Text.find_first_not_of(" \t\r", Open[I] + 1);
    if (Text[Open[I]] != '{' || Break == StringRef::npos || Text[Break] != '\n')
      continue;
    // The contents up to the line on which the next region opens.
    size_t Begin = Break + 1;
    size_t End = Text.size();
    if (I + 1 < Open.size())
      End = Text.take_front(Open[I + 1]).rfind('\n') + 1;
    if (End <= Begin || End - Begin <= Keep || Begin < CopiedEnd)
      continue;
    std::vector<CompletionExcerpt::Value> Values;
    // The last operation always stays: it may be the one whose bracket is open.
    std::optional<size_t> Cut;
    forEachOperation(Text.slice(Begin, End), [&](size_t Offset) {
      Cut = Begin + Offset;
      if (*Cut >= End - Keep)
        return false;
      addValues(Text.slice(Begin + Offset, Text.find('\n', Begin + Offset)),
                Values);
      return true;
    });
    if (!Cut)
      continue;
    llvm::erase_if(Values, [&](const CompletionExcerpt::Value &V) {
      return V.Name.data() >= Text.data() + *Cut;
    });
    Result.Text += Text.slice(CopiedEnd, Begin);
    CopiedEnd = *Cut;
    llvm::append_range(Result.OmittedValues, Values);
  }
  Result.Text += Text.substr(CopiedEnd);
  std::reverse(Result.OmittedValues.begin(), Result.OmittedValues.end());
  return Result;
}
