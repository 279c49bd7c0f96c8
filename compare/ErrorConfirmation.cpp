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
using mlir::noisy::lsp::Diagnostic;

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
  size_t Inside = Begin + 1;
  while (Inside < Last && Text.line(Inside).trim().empty())
    ++Inside;
  StringRef Opening = Text.line(Begin).ltrim();
  bool IsContainer = Opening.starts_with("module") ||
                     Opening.starts_with("gpu.module") ||
                     Opening.starts_with("builtin.module");
  if (IsContainer && Inside <= Line && Line < Last &&
      indentOf(Text.line(Inside)) > Indent) {
    blankOperation(Text, Line, indentOf(Text.line(Inside)), IsBlank);
    return;
  }
  for (size_t I = Begin; I < Last; ++I)
    if (I != Begin || isOpening(Text.line(Begin), Indent))
      IsBlank[I] = true;
}

static std::string blank(const SplitText &Text,
                         const std::vector<bool> &IsBlank) {
  std::string Result = Text.disguised();
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
                   const std::vector<Diagnostic> &Errors,
                   std::vector<Difference> &Differences) {
  std::set<size_t> Stopped;
  for (const Diagnostic &Each : Errors)
    Stopped.insert(Text.chunkAt(Each.Range.Start.Line));
  for (Difference &Each : Differences) {
    if (Each.Kind != DifferenceKind::Unconfirmed)
      continue;
    bool IsSame = llvm::any_of(Errors, [&](const Diagnostic &Error) {
      return Error.Message == Each.Message &&
             Error.Range.Start.Line == Each.Line;
    });
    if (IsSame)
      Each.Kind = DifferenceKind::More;
    else if (!IsBlank[Each.Line] && !Stopped.count(Text.chunkAt(Each.Line)))
      Each.Kind = DifferenceKind::False;
  }
}

std::optional<std::string> compare::confirmErrors(
    const SplitText &Text, const std::vector<Diagnostic> &LlvmErrors,
    ErrorSource AskLlvm, std::vector<Difference> &Differences) {
  std::vector<bool> IsBlank(Text.lineCount());
  std::vector<Diagnostic> Errors = LlvmErrors;
  for (unsigned Round = 0; Round < MaxRounds && !Errors.empty(); ++Round) {
    std::vector<bool> Before = IsBlank;
    for (const Diagnostic &Each : Errors)
      blankOperation(Text, Each.Range.Start.Line, 0, IsBlank);
    if (IsBlank == Before)
      return std::nullopt;
    std::optional<std::vector<Diagnostic>> Found =
        AskLlvm(blank(Text, IsBlank));
    if (!Found)
      return std::nullopt;
    Errors = std::move(*Found);
    settle(Text, IsBlank, Errors, Differences);
  }
  if (!Errors.empty())
    return std::nullopt;
  return blank(Text, IsBlank);
}
