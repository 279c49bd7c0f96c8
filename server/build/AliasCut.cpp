//===- AliasCut.cpp - Runs with broken aliases ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/AliasCut.h"
#include "server/build/SurroundingsMaker.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir::noisy::lsp;

/// The aliases of a chunk, in the order of the text.
struct AliasCut::Chunk {
  std::vector<Alias> Aliases;
  /// The hash of the pieces that define them.
  uint64_t Hash = 0;
};

std::vector<AliasCut::Chunk> AliasCut::collect(llvm::ArrayRef<Piece> Pieces,
                                               llvm::StringRef Text) {
  std::vector<Chunk> Result(1);
  for (auto [I, P] : llvm::enumerate(Pieces)) {
    if (P.Kind == PieceKind::Separator)
      Result.emplace_back();
    if (P.Info->Aliases.empty())
      continue;
    Chunk &Target = Result.back();
    Target.Hash = llvm::hash_combine(Target.Hash, P.Info->Hash);
    for (const PieceInfo::AliasDefinition &Line : P.Info->Aliases)
      Target.Aliases.push_back({Line.Name, Line.Range.shift(P.Range.Begin), I});
  }
  return Result;
}

namespace {
enum class AliasState { Sound, Affected, Broken };
} // namespace

/// The state of each alias: broken, or affected if it uses a broken or affected
/// alias or redefines one.
static std::vector<AliasState>
findStates(llvm::ArrayRef<AliasCut::Alias> Aliases,
           const std::set<size_t> &BrokenAliases, llvm::StringRef Text) {
  std::vector<AliasState> States(Aliases.size(), AliasState::Sound);
  llvm::StringMap<size_t> First;
  for (auto [I, Each] : llvm::enumerate(Aliases)) {
    llvm::StringRef Definition = Text.slice(Each.Range.Begin, Each.Range.End);
    auto isAffected = [&](llvm::StringRef Name) {
      auto It = First.find(Name);
      return It != First.end() && States[It->second] != AliasState::Sound;
    };
    if (BrokenAliases.contains(I))
      States[I] = AliasState::Broken;
    else if (isAffected(Each.Name) ||
             llvm::any_of(
                 findAliasNames(Definition.substr(Definition.find('='))),
                 isAffected))
      States[I] = AliasState::Affected;
    First.try_emplace(Each.Name, I);
  }
  return States;
}

/// Makes a piece of the text in `Range`; none if it is not a single run.
static std::optional<Piece> makePart(llvm::StringRef Text, ByteRange Range) {
  Outline PartOutline = Outline::scan(Text.slice(Range.Begin, Range.End));
  if (PartOutline.pieces().size() != 1)
    return std::nullopt;
  Piece Part = PartOutline.pieces().front();
  Part.Range = Part.Range.shift(Range.Begin);
  if (Part.Kind != PieceKind::Aliases || Part.Range != Range)
    return std::nullopt;
  return Part;
}

void AliasCut::cut(const Chunk &Source, const std::set<size_t> &BrokenAliases,
                   llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text) {
  if (BrokenAliases.empty())
    return;
  llvm::ArrayRef<Alias> Aliases = Source.Aliases;
  std::vector<AliasState> States = findStates(Aliases, BrokenAliases, Text);
  for (size_t Begin = 0, End = 0; Begin < Aliases.size(); Begin = End) {
    size_t Run = Aliases[Begin].InPiece;
    std::vector<ByteRange> Ranges;
    for (End = Begin; End < Aliases.size() && Aliases[End].InPiece == Run;
         ++End) {
      bool GoesOn = End > Begin && States[End] == States[End - 1] &&
                    States[End] != AliasState::Broken;
      if (GoesOn)
        Ranges.back().End = Aliases[End].Range.End;
      else
        Ranges.push_back(Aliases[End].Range);
    }
    if (Pieces[Run].Kind != PieceKind::Aliases || Ranges.size() == 1)
      continue;
    std::vector<Piece> NewPieces;
    for (ByteRange Range : Ranges)
      if (std::optional<Piece> Part = makePart(Text, Range))
        NewPieces.push_back(std::move(*Part));
    if (NewPieces.size() == Ranges.size())
      Parts[Run] = std::move(NewPieces);
  }
}

void AliasCut::apply(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text) {
  Parts.clear();
  UsedRuns.clear();
  if (Findings.empty())
    return;
  for (const Chunk &Source : collect(Pieces, Text)) {
    auto It = Findings.find(Source.Hash);
    if (It == Findings.end())
      continue;
    UsedRuns.insert(Source.Hash);
    cut(Source, It->second.BrokenAliases, Pieces, Text);
  }
}

llvm::ArrayRef<Piece> AliasCut::partsOf(size_t Run) const {
  auto It = Parts.find(Run);
  if (It == Parts.end())
    return {};
  return It->second;
}

/// The offset of MLIR's error in a slot; none if the error is in the
/// surroundings.
static std::optional<size_t> findError(const Slot &S) {
  if (S.Parsed->Problems && S.Parsed->OwnGeneration)
    for (const Problem &Issue : *S.Parsed->Problems)
      if (Issue.Severity == Problem::Level::Error)
        return Issue.Source == "mlir"
                   ? std::optional(S.Range.Begin + Issue.Range.Begin)
                   : std::nullopt;
  return std::nullopt;
}

bool AliasCut::revise(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text,
                      llvm::ArrayRef<Slot> Slots) {
  auto isBroken = [](const Slot &S) {
    return S.Kind == PieceKind::Aliases && S.Parsed && !S.Parsed->isIntact();
  };
  if (Parts.empty() && llvm::none_of(Slots, isBroken))
    return false;
  std::vector<Chunk> Chunks = collect(Pieces, Text);
  std::vector<std::set<size_t>> New(Chunks.size());
  std::vector<bool> AnyBroken(Chunks.size());
  for (const Slot &S : Slots) {
    if (!isBroken(S))
      continue;
    AnyBroken[S.Chunk] = true;
    std::optional<size_t> Place = findError(S);
    if (!Place)
      continue;
    llvm::ArrayRef<Alias> Aliases = Chunks[S.Chunk].Aliases;
    auto Following = llvm::partition_point(
        Aliases, [&](const Alias &A) { return A.Range.Begin <= *Place; });
    if (Following != Aliases.begin())
      New[S.Chunk].insert(std::prev(Following) - Aliases.begin());
  }
  // A list of operations contains the runs between them.
  auto areInRuns = [&](llvm::ArrayRef<Alias> Aliases,
                       const std::set<size_t> &Numbers) {
    return llvm::all_of(Numbers, [&](size_t Number) {
      return llvm::any_of(Slots, [&](const Slot &S) {
        return S.Kind == PieceKind::Aliases &&
               S.Range.contains(Aliases[Number].Range);
      });
    });
  };
  bool IsForgotten = false;
  for (auto [I, In] : llvm::enumerate(Chunks)) {
    // What was found when the operations around made no list of them says
    // nothing of this text.
    if (auto It = Findings.find(In.Hash);
        It != Findings.end() && It->second.Rounds < MaxRounds &&
        !areInRuns(In.Aliases, It->second.BrokenAliases)) {
      It->second.BrokenAliases.clear();
      ++It->second.Rounds;
      IsForgotten = true;
      continue;
    }
    if (!New[I].empty()) {
      Finding &Current = Findings[In.Hash];
      size_t OldCount = Current.BrokenAliases.size();
      if (Current.Rounds < MaxRounds)
        Current.BrokenAliases.insert(New[I].begin(), New[I].end());
      Current.Rounds += Current.BrokenAliases.size() != OldCount;
    } else if (auto It = Findings.find(In.Hash);
               It != Findings.end() && !AnyBroken[I]) {
      // The parts parse alone: the error is one of the whole run.
      It->second.BrokenAliases.clear();
      It->second.Rounds = MaxRounds;
    }
  }
  auto places = [&] {
    std::map<size_t, std::vector<ByteRange>> Result;
    for (const auto &[Run, Made] : Parts)
      for (const Piece &Part : Made)
        Result[Run].push_back(Part.Range);
    return Result;
  };
  auto OldPlaces = places();
  apply(Pieces, Text);
  return IsForgotten || places() != OldPlaces;
}

void AliasCut::dropUnused() {
  std::erase_if(Findings, [&](const auto &Entry) {
    return !UsedRuns.contains(Entry.first);
  });
}

void AliasCut::clear() {
  Findings.clear();
  Parts.clear();
}
