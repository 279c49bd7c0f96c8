//===- SlotMaker.cpp - Pieces that are parsed together --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SlotMaker.h"
#include "server/syntax/OperationStart.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// True for containers whose attributes are verified with all contents; they
/// are parsed as a whole.
static bool isVerifiedAsAWhole(llvm::StringRef Header) {
  return Header.contains("gpu.container_module") ||
         Header.contains("transform.with_named_sequence");
}

/// The deepest containers that are parsed in pieces: each piece is parsed with
/// the headers of all containers around it.
static constexpr unsigned MaxContainers = 16;

/// The longest header of a container that is parsed in pieces, in bytes.
static constexpr size_t MaxHeaderBytes = 4096;

static unsigned depthOf(llvm::ArrayRef<Piece> Pieces, size_t PieceIndex) {
  unsigned Depth = 0;
  for (; Pieces[PieceIndex].Container != Piece::None && Depth <= MaxContainers;
       ++Depth)
    PieceIndex = Pieces[PieceIndex].Container;
  return Depth;
}

std::shared_ptr<PieceInfo>
mlir::noisy::lsp::joinInfos(llvm::ArrayRef<Piece> Pieces,
                            llvm::StringRef Text) {
  auto Result = std::make_shared<PieceInfo>(*Pieces.front().Info);
  llvm::hash_code Hash = llvm::hash_value(Text);
  Result->Hash = Hash;
  for (const Piece &P : Pieces.drop_front()) {
    llvm::append_range(Result->AliasUses, P.Info->AliasUses);
    Result->UsesResources |= P.Info->UsesResources;
    Result->DefinesResources |= P.Info->DefinesResources;
    Result->IsUnbalanced |= P.Info->IsUnbalanced;
    size_t Place = P.Range.Begin - Pieces.front().Range.Begin;
    for (const PieceInfo::AliasDefinition &Alias : P.Info->Aliases)
      Result->Aliases.push_back({Alias.Name, Alias.Range.shift(Place)});
  }
  llvm::sort(Result->AliasUses);
  Result->AliasUses.erase(llvm::unique(Result->AliasUses),
                          Result->AliasUses.end());
  return Result;
}

/// True if a piece uses any values in its regions, or in braces outside of
/// them, which its info does not record. Definitions of symbols use only their
/// own values.
static bool namesValues(const Piece &P, llvm::StringRef Text) {
  return !outline::isSectionName(P.Info->Operation) &&
         Text.slice(P.Range.Begin, P.Range.End).contains('%');
}

/// The last of the pieces that must be parsed together with `First`, because
/// they share values outside of functions.
static size_t joinSharing(llvm::ArrayRef<Piece> P, size_t First,
                          llvm::StringRef Text) {
  if (P[First].Kind != PieceKind::Operation || !P[First].Info->DefinesValues)
    return First;
  size_t Last = First;
  for (size_t I = First + 1; I < P.size(); ++I) {
    bool IsEnd = P[I].Kind == PieceKind::Separator ||
                 (P[I].Kind == PieceKind::Footer &&
                  P[I].Container == P[First].Container);
    if (IsEnd)
      break;
    // All pieces in between are included.
    if (P[I].Kind == PieceKind::Operation &&
        P[I].Container == P[First].Container &&
        (P[I].Info->DefinesValues || P[I].Info->UsesValues ||
         namesValues(P[I], Text)))
      Last = I;
  }
  return Last;
}

std::vector<Slot> mlir::noisy::lsp::makeSlots(llvm::ArrayRef<Piece> P,
                                              llvm::StringRef Bytes,
                                              const AliasCut &Runs) {
  std::vector<Slot> Result;
  Result.reserve(P.size());
  std::vector<uint32_t> SlotOf(P.size(), Piece::None);
  uint32_t Chunk = 0;
  for (size_t I = 0; I < P.size(); ++I) {
    if (llvm::ArrayRef<Piece> Parts = Runs.partsOf(I); !Parts.empty()) {
      for (const Piece &Part : Parts) {
        Slot &New = Result.emplace_back();
        New.Kind = Part.Kind;
        New.Range = Part.Range;
        New.Chunk = Chunk;
        New.Info = Part.Info;
      }
      continue;
    }
    size_t Last = joinSharing(P, I, Bytes);
    bool IsList = Last > I;
    PieceKind Kind = P[I].Kind;
    if (Kind == PieceKind::Header &&
        (depthOf(P, I) > MaxContainers || P[I].Range.size() > MaxHeaderBytes ||
         isVerifiedAsAWhole(Bytes.slice(P[I].Range.Begin, P[I].Range.End)))) {
      // The pieces up to its footer, or to its last piece. Those in between are
      // its contents, including nested contents.
      Kind = PieceKind::Operation;
      while (Last + 1 < P.size() && P[Last + 1].Container != Piece::None &&
             P[Last + 1].Container >= I)
        ++Last;
    }
    Slot New;
    New.Kind = Kind;
    New.Range = {P[I].Range.Begin, P[Last].Range.End};
    New.Container =
        P[I].Container == Piece::None ? Piece::None : SlotOf[P[I].Container];
    New.Chunk = Chunk;
    if (Last == I) {
      New.Info = P[I].Info;
    } else {
      std::shared_ptr<PieceInfo> Joined =
          joinInfos(P.slice(I, Last - I + 1),
                    Bytes.slice(New.Range.Begin, New.Range.End));
      Joined->IsList = IsList;
      New.Info = std::move(Joined);
    }
    for (size_t J = I; J <= Last; ++J)
      SlotOf[J] = uint32_t(Result.size());
    Result.push_back(std::move(New));
    if (Kind == PieceKind::Separator)
      ++Chunk;
    I = Last;
  }
  return Result;
}
