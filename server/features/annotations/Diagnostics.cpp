//===- Diagnostics.cpp - Problems as diagnostics --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/Diagnostics.h"
#include "dialect/units/NumberText.h"
#include "server/features/annotations/CallTypes.h"
#include "server/features/annotations/ErrorPhrases.h"
#include "server/features/annotations/ErrorWords.h"
#include "server/features/annotations/IdleHints.h"
#include "server/features/annotations/OperandTypes.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/snapshot/UndefinedNames.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Where very many names are not defined, the first have a suggestion: each is
/// looked for in the text.
static constexpr size_t MaxMeantSearches = 32;

static lsp::DiagnosticSeverity toSeverity(Problem::Level Level) {
  switch (Level) {
  case Problem::Level::Error:
    return lsp::DiagnosticSeverity::Error;
  case Problem::Level::Warning:
    return lsp::DiagnosticSeverity::Warning;
  case Problem::Level::Information:
    return lsp::DiagnosticSeverity::Information;
  case Problem::Level::Hint:
    return lsp::DiagnosticSeverity::Hint;
  }
  llvm_unreachable("all levels are handled");
}

/// True if an error may be due to what is missing before it: the operation that
/// ends there does not parse, or nothing of the part does. Otherwise the error
/// is one of a verifier.
static bool mayFollowBroken(const Snapshot &State, size_t Place) {
  const Text &Contents = State.text();
  const Snapshot::Part *Part = State.partAt(Place);
  if (!Part || Part->Sections.size() != 1 || Part->Sections.front().isStale())
    return true;
  const PlacedSection &Section = Part->Sections.front();
  for (SectionRange Broken : Section.Data->brokenRanges()) {
    ByteRange Range = Section.toTextClamped(Broken);
    // In its first line an error is its own.
    if (Place <= Range.Begin ||
        Contents.lineAt(Range.Begin) == Contents.lineAt(Place))
      continue;
    Lexer Tokens(Contents.bytes(), std::min(Range.End, Place), Place);
    std::optional<MlirToken> Name = nextCode(Tokens);
    if (!Name)
      return true;
    // MLIR took the name of the next result for an operand.
    std::optional<MlirToken> Equals = nextCode(Tokens);
    if (Name->Kind == TokenKind::Value &&
        (!Equals || (Equals->is("=") && !nextCode(Tokens))))
      return true;
  }
  return false;
}

lsp::Diagnostic mlir::noisy::lsp::toDiagnostic(Problem Issue,
                                               const Snapshot &State,
                                               const std::string &Uri,
                                               bool SupportsRelated,
                                               PositionEncoding Encoding) {
  const Text &Contents = State.text();
  auto toRange = [&](ByteRange Range) {
    return Contents.rangeAt(Range.Begin, Range.End, Encoding);
  };
  lsp::Diagnostic Result;
  settleOperandType(Issue, State);
  settleCallTypes(Issue, State);
  explainError(Issue, Contents, [&, Place = Issue.Range.Begin] {
    return mayFollowBroken(State, Place);
  });
  Result.Range = toRange(Issue.Range);
  Result.Severity = toSeverity(Issue.Severity);
  Result.Code = std::move(Issue.Code);
  Result.Source = std::move(Issue.Source);
  Result.Message = std::move(Issue.Message);
  if (Issue.IsStale)
    Issue.Notes.insert(Issue.Notes.begin(),
                       {Issue.Range, "this is from before the error"});
  // LLVM's server uses this name for everything from MLIR, verifiers included.
  if (Result.Source == "mlir")
    Result.Category = "Parse Error";
  if (Issue.IsUnnecessary)
    Result.Tags.push_back(DiagnosticTag::Unnecessary);
  for (Problem::Note &Note : Issue.Notes) {
    if (SupportsRelated)
      Result.RelatedInformation.push_back(
          {{Uri, toRange(Note.Range)}, std::move(Note.Message)});
    else
      Result.Message += "\n" + Note.Message;
  }
  return Result;
}

bool mlir::noisy::lsp::isRangeFinding(const Problem &Issue) {
  // Noise rests on stated ranges, so this is no mere hint.
  return llvm::StringRef(Issue.Code).starts_with("int-") &&
         Issue.Code != "int-stated-range";
}

/// The brace behind what follows the end of a block, an operation at `Offset`;
/// nothing if it is far away.
static std::optional<size_t> findBraceBehind(llvm::StringRef Bytes,
                                             size_t Offset) {
  constexpr size_t MaxSearched = 1u << 16;
  Lexer Tokens(Bytes, Offset, Offset + MaxSearched);
  unsigned Depth = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->is("}") && Depth == 0)
      return Token->Range.Begin;
    Depth += Token->is("{");
    Depth -= Token->is("}");
  }
  return std::nullopt;
}

std::vector<lsp::Diagnostic> mlir::noisy::lsp::getDiagnostics(
    const Snapshot &State, const std::string &Uri, bool SupportsRelated,
    PositionEncoding Encoding, const DiagnosticFilter &Filter) {
  std::vector<lsp::Diagnostic> Result;
  size_t OmittedCount = 0, MeantSearches = 0;
  llvm::SmallVector<Position> EndedBlocks;
  // What is left out to find more errors may have the same error again.
  auto isTold = [&](const lsp::Diagnostic &Item) {
    return !Result.empty() && Result.back().Range == Item.Range &&
           Result.back().Code == Item.Code &&
           Result.back().Message == Item.Message;
  };
  auto add = [&](Problem Issue) {
    if (!Filter.RangeFindings && isRangeFinding(Issue))
      return;
    if (!Filter.UnsignedFindings && Issue.Code == "int-unsigned")
      return;
    if (!Filter.NoiseSavings && Issue.Code == LessNoiseCode)
      return;
    if (isOfUndefinedName(Issue) && MeantSearches < MaxMeantSearches) {
      ++MeantSearches;
      suggestMeantName(Issue, State.text().bytes());
    }
    // Noise problems come last in a part and are never left out.
    if (Result.size() >= MaxDiagnostics &&
        !llvm::StringRef(Issue.Code).starts_with("noise-")) {
      ++OmittedCount;
      return;
    }
    size_t Place = Issue.Range.Begin;
    lsp::Diagnostic Item =
        toDiagnostic(std::move(Issue), State, Uri, SupportsRelated, Encoding);
    // A block that ends too early does not lack its end.
    if (llvm::StringRef(Item.Message).ends_with(phrase::EarlyEnd))
      if (std::optional<size_t> Brace =
              findBraceBehind(State.text().bytes(), Place))
        EndedBlocks.push_back(State.text().positionAt(*Brace, Encoding));
    if (llvm::StringRef(Item.Message).starts_with(phrase::UnendedBlock) &&
        llvm::is_contained(EndedBlocks, Item.Range.Start))
      return;
    if (!isTold(Item))
      Result.push_back(std::move(Item));
  };
  State.forEachProblem(
      [&](const Snapshot::Part &, Problem Issue) { add(std::move(Issue)); });
  if (Filter.IdleCode)
    for (Problem &Hint : getIdleHints(State))
      add(std::move(Hint));
  if (OmittedCount > 0) {
    Problem Summary;
    Summary.Severity = Problem::Level::Information;
    Summary.Source = "noisy";
    Summary.Message =
        formatNumber(OmittedCount) + " more problems are not shown";
    Result.push_back(
        toDiagnostic(Summary, State, Uri, SupportsRelated, Encoding));
  }
  return Result;
}

/// Serializes all fields of `Items`, each with its length before it.
static std::string spellOut(const std::vector<lsp::Diagnostic> &Items) {
  std::string Bytes;
  auto addNumber = [&](uint64_t Number) {
    Bytes.append(reinterpret_cast<const char *>(&Number), sizeof(Number));
  };
  auto addString = [&](llvm::StringRef Text) {
    addNumber(Text.size());
    Bytes.append(Text);
  };
  auto addRange = [&](const Range &Span) {
    for (Position Place : {Span.Start, Span.End}) {
      addNumber(Place.Line);
      addNumber(Place.Character);
    }
  };
  for (const lsp::Diagnostic &Item : Items) {
    addRange(Item.Range);
    addNumber(Item.Severity ? uint64_t(*Item.Severity) : 0);
    for (llvm::StringRef Part :
         {Item.Code, Item.Source, Item.Message, Item.Category})
      addString(Part);
    addString(Item.Data.is_null() ? std::string() : dumpJson(Item.Data));
    addNumber(Item.Tags.size());
    for (DiagnosticTag Tag : Item.Tags)
      addNumber(uint64_t(Tag));
    addNumber(Item.RelatedInformation.size());
    for (const DiagnosticRelatedInformation &Info : Item.RelatedInformation) {
      addString(Info.Location.Uri);
      addRange(Info.Location.Range);
      addString(Info.Message);
    }
  }
  return Bytes;
}

DiagnosticReport
mlir::noisy::lsp::getDiagnosticReport(std::vector<lsp::Diagnostic> Items,
                                      const std::string &Previous) {
  // A digest of 128 bits: a collision would hide a problem.
  llvm::XXH128_hash_t Digest =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(spellOut(Items)));
  std::string ResultId =
      llvm::utohexstr(Digest.high64, /*LowerCase=*/true, 16) +
      llvm::utohexstr(Digest.low64, /*LowerCase=*/true, 16);
  if (ResultId == Previous)
    return {std::move(ResultId), std::nullopt};
  return {std::move(ResultId), std::move(Items)};
}
