//===- ErrorConfirmation.cpp - Errors that LLVM did not reach -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Differences.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using llvm::StringRef;

/// The number of texts after which unconfirmed errors stay so.
static constexpr unsigned MaxRounds = 40;

static size_t indentOf(StringRef Line) {
  return Line.size() - Line.ltrim().size();
}

static bool isOpening(StringRef Line, size_t Indent) {
  return !Line.trim().empty() && indentOf(Line) == Indent &&
         !StringRef("})]>").contains(Line[Indent]);
}

/// Blanks the lines that seem to belong to one operation with `Line`, by the
/// usual layout: from a line indented by `Indent` to the next.
static void blankOperation(const SplitText &Text, uint32_t Line, size_t Indent,
                           std::vector<bool> &IsBlank) {
  size_t Chunk = Text.chunkAt(Line);
  size_t First = Text.chunkStart(Chunk) + (Chunk > 0);
  size_t End = Chunk + 1 < Text.chunkCount() ? Text.chunkStart(Chunk + 1)
                                             : Text.lineCount();
  size_t Begin = std::max<size_t>(Line, First);
  while (Begin > First && !isOpening(Text.line(Begin), Indent))
    --Begin;
  size_t Last = Begin + 1;
  while (Last < End && !isOpening(Text.line(Last), Indent))
    ++Last;
  // Containers are entered.
  size_t InnerLine = Begin + 1;
  while (InnerLine < Last && Text.line(InnerLine).trim().empty())
    ++InnerLine;
  StringRef Opening = Text.line(Begin).ltrim();
  bool IsContainer = Opening.starts_with("module") ||
                     Opening.starts_with("gpu.module") ||
                     Opening.starts_with("builtin.module");
  if (IsContainer && InnerLine <= Line && Line < Last &&
      indentOf(Text.line(InnerLine)) > Indent) {
    blankOperation(Text, Line, indentOf(Text.line(InnerLine)), IsBlank);
    return;
  }
  for (size_t I = Begin; I < Last; ++I)
    if (I != Begin || isOpening(Text.line(Begin), Indent))
      IsBlank[I] = true;
}

static std::string blank(const SplitText &Text,
                         const std::vector<bool> &IsBlank) {
  std::string Result = Text.llvmText();
  size_t Line = 0;
  for (char &C : Result) {
    if (C == '\n')
      ++Line;
    else if (IsBlank[Line] && C != '\r')
      C = ' ';
  }
  return Result;
}

/// Decides unconfirmed errors by LLVM's errors of a text with blanks.
static void settle(const SplitText &Text, const std::vector<bool> &IsBlank,
                   const std::vector<lsp::Diagnostic> &Errors,
                   std::vector<Difference> &Differences) {
  std::set<size_t> StoppedChunks;
  for (const lsp::Diagnostic &Error : Errors)
    StoppedChunks.insert(Text.chunkAt(Error.Range.Start.Line));
  for (Difference &Diff : Differences) {
    if (Diff.Kind != DifferenceKind::Unconfirmed)
      continue;
    bool IsSame = llvm::any_of(Errors, [&](const lsp::Diagnostic &Error) {
      return saysSame(Error.Message, Diff.Message) &&
             Error.Range.Start.Line == Diff.Line;
    });
    if (IsSame)
      Diff.Kind = DifferenceKind::Additional;
    else if (!IsBlank[Diff.Line] &&
             !StoppedChunks.count(Text.chunkAt(Diff.Line)))
      Diff.Kind = DifferenceKind::False;
  }
}

std::optional<std::string> compare::confirmErrors(
    const SplitText &Text, const std::vector<lsp::Diagnostic> &LlvmErrors,
    ErrorSource AskLlvm, std::vector<Difference> &Differences) {
  std::vector<bool> IsBlank(Text.lineCount());
  std::vector<lsp::Diagnostic> Errors = LlvmErrors;
  for (unsigned Round = 0; Round < MaxRounds && !Errors.empty(); ++Round) {
    std::vector<bool> OldIsBlank = IsBlank;
    for (const lsp::Diagnostic &Error : Errors)
      blankOperation(Text, Error.Range.Start.Line, 0, IsBlank);
    if (IsBlank == OldIsBlank)
      return std::nullopt;
    std::optional<std::vector<lsp::Diagnostic>> NewErrors =
        AskLlvm(blank(Text, IsBlank));
    if (!NewErrors)
      return std::nullopt;
    Errors = std::move(*NewErrors);
    settle(Text, IsBlank, Errors, Differences);
  }
  if (!Errors.empty())
    return std::nullopt;
  return blank(Text, IsBlank);
}
