//===- Differences.cpp - Differences between answers ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Differences.h"
#include "server/features/annotations/ErrorWords.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;

static constexpr std::array<const char *, DifferenceKinds> Names = {
    "false",       "missing",      "silent",          "crash",
    "hang",        "moved",        "wording",         "more",
    "unconfirmed", "hover lost",   "definition lost", "references lost",
    "symbol lost", "LLVM crashes", "LLVM hangs"};

const char *compare::nameOf(DifferenceKind Kind) { return Names[size_t(Kind)]; }

std::optional<DifferenceKind>
compare::differenceKindNamed(llvm::StringRef Name) {
  for (size_t I = 0; I < Names.size(); ++I)
    if (Name == Names[I])
      return DifferenceKind(I);
  return std::nullopt;
}

bool compare::isFailure(DifferenceKind Kind) {
  return Kind <= DifferenceKind::Hang;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// True if LLVM's server had no place for an error and put it at the start of
/// the chunk.
static bool isPlaceless(const lsp::Diagnostic &Error, uint32_t ChunkStart) {
  return Error.Range == lsp::Range{{ChunkStart, 0}, {ChunkStart, 0}};
}

namespace {
/// The errors of a chunk that are not matched yet.
struct ChunkErrors {
  std::vector<const lsp::Diagnostic *> Llvm, Ours;

  /// Removes pairs of matching errors and returns them.
  std::vector<std::pair<const lsp::Diagnostic *, const lsp::Diagnostic *>> pair(
      llvm::function_ref<bool(const lsp::Diagnostic &, const lsp::Diagnostic &)>
          AreSame);
};
} // namespace

std::vector<std::pair<const lsp::Diagnostic *, const lsp::Diagnostic *>>
ChunkErrors::pair(
    llvm::function_ref<bool(const lsp::Diagnostic &, const lsp::Diagnostic &)>
        AreSame) {
  std::vector<std::pair<const lsp::Diagnostic *, const lsp::Diagnostic *>>
      Pairs;
  std::erase_if(Llvm, [&](const lsp::Diagnostic *Theirs) {
    auto Match =
        std::find_if(Ours.begin(), Ours.end(), [&](const lsp::Diagnostic *Our) {
          return AreSame(*Theirs, *Our);
        });
    if (Match == Ours.end())
      return false;
    Pairs.emplace_back(Theirs, *Match);
    Ours.erase(Match);
    return true;
  });
  return Pairs;
}

/// True if LLVM's server reports this error of ours further on, where it does
/// not expect what follows, or at the end of the text.
static bool isOpenBracket(const lsp::Diagnostic &Our) {
  return Our.Code == lsp::UnclosedBracketCode;
}

bool compare::saysSame(llvm::StringRef Theirs, llvm::StringRef Ours) {
  return Theirs == Ours || Ours.starts_with(lsp::putIntoWords(Theirs));
}

static void compareChunk(ChunkErrors Errors, uint32_t ChunkStart,
                         std::vector<Difference> &Result) {
  bool LlvmStopped = !Errors.Llvm.empty(), WeAreSilent = Errors.Ours.empty();
  auto SameMessage = [](const lsp::Diagnostic &Theirs,
                        const lsp::Diagnostic &Our) {
    return saysSame(Theirs.Message, Our.Message);
  };
  auto SameLine = [](const lsp::Diagnostic &Theirs,
                     const lsp::Diagnostic &Our) {
    return Theirs.Range.Start.Line == Our.Range.Start.Line;
  };
  auto SameError = [&](const lsp::Diagnostic &Theirs,
                       const lsp::Diagnostic &Our) {
    return SameMessage(Theirs, Our) &&
           (SameLine(Theirs, Our) || isPlaceless(Theirs, ChunkStart));
  };
  std::vector<std::pair<const lsp::Diagnostic *, const lsp::Diagnostic *>>
      Pairs = Errors.pair(SameError);
  // LLVM's repeated errors need not be repeated.
  std::erase_if(Errors.Llvm, [&](const lsp::Diagnostic *Theirs) {
    return llvm::any_of(Pairs, [&](const auto &Pair) {
      return SameError(*Theirs, *Pair.second);
    });
  });
  for (auto [Theirs, Our] : Errors.pair(SameMessage))
    Result.push_back({DifferenceKind::Moved, Theirs->Range.Start.Line,
                      "to line " + std::to_string(Our->Range.Start.Line + 1) +
                          ": " + Theirs->Message});
  auto SameCause = [&](const lsp::Diagnostic &Theirs,
                       const lsp::Diagnostic &Our) {
    return SameLine(Theirs, Our) || isOpenBracket(Our);
  };
  for (auto [Theirs, Our] : Errors.pair(SameCause))
    Result.push_back({DifferenceKind::Wording, Theirs->Range.Start.Line,
                      Our->Message + " <- " + Theirs->Message});
  for (const lsp::Diagnostic *Theirs : Errors.Llvm)
    Result.push_back(
        {WeAreSilent ? DifferenceKind::Silent : DifferenceKind::Missing,
         Theirs->Range.Start.Line, Theirs->Message});
  for (const lsp::Diagnostic *Our : Errors.Ours)
    Result.push_back(
        {LlvmStopped ? DifferenceKind::Unconfirmed : DifferenceKind::False,
         Our->Range.Start.Line, Our->Message});
}

std::vector<Difference>
compare::compareErrors(const SplitText &Text,
                       const std::vector<lsp::Diagnostic> &LlvmErrors,
                       const std::vector<lsp::Diagnostic> &OurErrors) {
  std::vector<ChunkErrors> Chunks(Text.chunkCount());
  for (const lsp::Diagnostic &Error : LlvmErrors)
    Chunks[Text.chunkAt(Error.Range.Start.Line)].Llvm.push_back(&Error);
  for (const lsp::Diagnostic &Error : OurErrors)
    Chunks[Text.chunkAt(Error.Range.Start.Line)].Ours.push_back(&Error);
  std::vector<Difference> Result;
  for (size_t I = 0; I < Chunks.size(); ++I)
    compareChunk(std::move(Chunks[I]), Text.chunkStart(I), Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static bool contains(const std::vector<lsp::Location> &Locations,
                     const lsp::Location &Target) {
  return llvm::is_contained(Locations, Target);
}

static std::string describe(const lsp::Location &Target) {
  return std::to_string(Target.Range.Start.Line + 1) + ":" +
         std::to_string(Target.Range.Start.Character + 1);
}

std::vector<Difference> compare::compareAnswers(const FileInput &File,
                                                const FileAnswers &Llvm,
                                                const FileAnswers &Ours) {
  std::vector<Difference> Result;
  std::set<SymbolAnswer> OurSymbols(Ours.Symbols.begin(), Ours.Symbols.end());
  for (const SymbolAnswer &Symbol : Llvm.Symbols)
    if (!OurSymbols.count(Symbol))
      Result.push_back({DifferenceKind::SymbolLost, Symbol.Line, Symbol.Name});
  size_t Count = std::min(Llvm.Places.size(), Ours.Places.size());
  for (size_t I = 0; I < Count; ++I) {
    lsp::Position Place = File.Places[I];
    std::string Column = "column " + std::to_string(Place.Character + 1);
    const PlaceAnswers &Theirs = Llvm.Places[I], &Our = Ours.Places[I];
    if (!Theirs.Hover.empty() && Our.Hover.empty())
      Result.push_back({DifferenceKind::HoverLost, Place.Line,
                        Column + ": " + Theirs.Hover.substr(0, 40)});
    for (const lsp::Location &Target : Theirs.Definitions)
      if (!contains(Our.Definitions, Target))
        Result.push_back({DifferenceKind::DefinitionLost, Place.Line,
                          Column + ": of " + describe(Target)});
    size_t LostCount =
        llvm::count_if(Theirs.References, [&](const lsp::Location &Target) {
          return !contains(Our.References, Target);
        });
    if (LostCount)
      Result.push_back({DifferenceKind::ReferencesLost, Place.Line,
                        Column + ": " + std::to_string(LostCount) + " of " +
                            std::to_string(Theirs.References.size())});
  }
  return Result;
}
