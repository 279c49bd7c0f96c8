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
    Chunk &In = Result.back();
    In.Hash = llvm::hash_combine(In.Hash, P.Info->Hash);
    for (const PieceInfo::AliasDefinition &Line : P.Info->Aliases)
      In.Aliases.push_back({Line.Name, Line.Where.shifted(P.Where.Begin), I});
  }
  return Result;
}

namespace {
enum class AliasState { Sound, Spoiled, Broken };
} // namespace

/// The state of each alias: broken, or spoiled if it uses a broken or spoiled
/// alias or redefines one.
static std::vector<AliasState> findStates(llvm::ArrayRef<AliasCut::Alias> All,
                                          const std::set<size_t> &Broken,
                                          llvm::StringRef Text) {
  std::vector<AliasState> States(All.size(), AliasState::Sound);
  llvm::StringMap<size_t> First;
  for (auto [I, Each] : llvm::enumerate(All)) {
    llvm::StringRef Written = Text.slice(Each.Where.Begin, Each.Where.End);
    auto isSpoiled = [&](llvm::StringRef Name) {
      auto Found = First.find(Name);
      return Found != First.end() && States[Found->second] != AliasState::Sound;
    };
    if (Broken.contains(I))
      States[I] = AliasState::Broken;
    else if (isSpoiled(Each.Name) ||
             llvm::any_of(findAliasNames(Written.substr(Written.find('='))),
                          isSpoiled))
      States[I] = AliasState::Spoiled;
    First.try_emplace(Each.Name, I);
  }
  return States;
}

/// Makes a piece of the text in `Where`; none if it is not a single run.
static std::optional<Piece> makePart(llvm::StringRef Text, ByteRange Where) {
  Outline Inside = Outline::scan(Text.slice(Where.Begin, Where.End));
  if (Inside.pieces().size() != 1)
    return std::nullopt;
  Piece Part = Inside.pieces().front();
  Part.Where = Part.Where.shifted(Where.Begin);
  if (Part.Kind != PieceKind::Aliases || Part.Where != Where)
    return std::nullopt;
  return Part;
}

void AliasCut::cut(const Chunk &In, const std::set<size_t> &Broken,
                   llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text) {
  if (Broken.empty())
    return;
  llvm::ArrayRef<Alias> All = In.Aliases;
  std::vector<AliasState> States = findStates(All, Broken, Text);
  for (size_t Begin = 0, End = 0; Begin < All.size(); Begin = End) {
    size_t Run = All[Begin].InPiece;
    std::vector<ByteRange> Ranges;
    for (End = Begin; End < All.size() && All[End].InPiece == Run; ++End) {
      bool GoesOn = End > Begin && States[End] == States[End - 1] &&
                    States[End] != AliasState::Broken;
      if (GoesOn)
        Ranges.back().End = All[End].Where.End;
      else
        Ranges.push_back(All[End].Where);
    }
    if (Pieces[Run].Kind != PieceKind::Aliases || Ranges.size() == 1)
      continue;
    std::vector<Piece> Made;
    for (ByteRange Where : Ranges)
      if (std::optional<Piece> Part = makePart(Text, Where))
        Made.push_back(std::move(*Part));
    if (Made.size() == Ranges.size())
      Parts[Run] = std::move(Made);
  }
}

void AliasCut::apply(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text) {
  Parts.clear();
  Used.clear();
  if (Known.empty())
    return;
  for (const Chunk &In : collect(Pieces, Text)) {
    auto Found = Known.find(In.Hash);
    if (Found == Known.end())
      continue;
    Used.insert(In.Hash);
    cut(In, Found->second.Broken, Pieces, Text);
  }
}

llvm::ArrayRef<Piece> AliasCut::partsOf(size_t Run) const {
  auto Found = Parts.find(Run);
  if (Found == Parts.end())
    return {};
  return Found->second;
}

/// The offset of MLIR's error in a slot; none if the error is in the
/// surroundings.
static std::optional<size_t> findError(const Slot &S) {
  if (S.Of->Problems && S.Of->In)
    for (const Problem &Found : *S.Of->Problems)
      if (Found.Severity == Problem::Level::Error)
        return Found.Source == "mlir"
                   ? std::optional(S.Where.Begin + Found.Where.Begin)
                   : std::nullopt;
  return std::nullopt;
}

bool AliasCut::revise(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text,
                      llvm::ArrayRef<Slot> Slots) {
  auto isBroken = [](const Slot &S) {
    return S.Kind == PieceKind::Aliases && S.Of && !S.Of->isParsed();
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
    llvm::ArrayRef<Alias> All = Chunks[S.Chunk].Aliases;
    auto Behind = llvm::partition_point(
        All, [&](const Alias &A) { return A.Where.Begin <= *Place; });
    if (Behind != All.begin())
      New[S.Chunk].insert(std::prev(Behind) - All.begin());
  }
  for (auto [I, In] : llvm::enumerate(Chunks)) {
    if (!New[I].empty()) {
      Finding &Here = Known[In.Hash];
      size_t Before = Here.Broken.size();
      if (Here.Rounds < MaxRounds)
        Here.Broken.insert(New[I].begin(), New[I].end());
      Here.Rounds += Here.Broken.size() != Before;
    } else if (auto Found = Known.find(In.Hash);
               Found != Known.end() && !AnyBroken[I]) {
      // The parts parse alone: the error is one of the whole run.
      Found->second.Broken.clear();
      Found->second.Rounds = MaxRounds;
    }
  }
  auto places = [&] {
    std::map<size_t, std::vector<ByteRange>> Result;
    for (const auto &[Run, Made] : Parts)
      for (const Piece &Part : Made)
        Result[Run].push_back(Part.Where);
    return Result;
  };
  auto Before = places();
  apply(Pieces, Text);
  return places() != Before;
}

void AliasCut::dropUnused() {
  std::erase_if(Known,
                [&](const auto &Each) { return !Used.contains(Each.first); });
}

void AliasCut::clear() {
  Known.clear();
  Parts.clear();
}
