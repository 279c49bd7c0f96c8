//===- Outline.cpp - The sections of a text -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Outline.h"
#include "server/syntax/OutlineScanner.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <unordered_map>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

Outline Outline::scan(StringRef Text, Mode ScanMode) {
  Outline Result;
  Result.ScanMode = ScanMode;
  Scanner(Text, ScanMode, Result.Pieces).scan();
  return Result;
}

size_t Outline::findPiece(size_t Offset) const {
  return llvm::partition_point(
             Pieces,
             [&](const Piece &Part) { return Part.Range.End <= Offset; }) -
         Pieces.begin();
}

//===----------------------------------------------------------------------===//
// Rescanning after an edit
//===----------------------------------------------------------------------===//

namespace {

class Rescan {
public:
  Rescan(llvm::ArrayRef<Piece> OldPieces, StringRef Text, ByteRange Old,
         size_t NewSize, std::vector<Piece> &NewPieces)
      : OldPieces(OldPieces), Text(Text), Old(Old), NewEnd(Old.Begin + NewSize),
        NewPieces(NewPieces) {}

  void run(Outline::Mode ScanMode);

private:
  std::optional<size_t> findStart() const;
  bool isSettled(size_t I) const;
  bool isWhereOneBegan(const Scanner &State);
  bool hasSameContainers(llvm::ArrayRef<OpenContainer> Containers) const;
  bool hasSameNames();
  void appendRest();
  void shareInfos();

  size_t toOld(size_t Offset) const { return Offset - NewEnd + Old.End; }

  llvm::ArrayRef<Piece> OldPieces;
  StringRef Text;
  ByteRange Old;
  size_t NewEnd;
  std::vector<Piece> &NewPieces;
  /// The pieces before are in both; those of `Before` from Next on are in both,
  /// with moved offsets.
  size_t Start = 0;
  size_t Next = 0;
  /// The rest of the chunk is then read without another comparison.
  bool NamesDiffer = false;
  /// The open containers before Next, by the indices of `NewPieces`.
  llvm::SmallVector<uint32_t, 4> Open;
};

} // namespace

/// True if the text that determines the beginning of the piece, and the piece
/// before it, is unchanged: its first words, or the whole piece after it.
bool Rescan::isSettled(size_t I) const {
  const Piece &Part = OldPieces[I];
  if (Part.Range.Begin >= Old.Begin || Part.Kind == PieceKind::Footer ||
      StringRef("()[]{}").contains(Text[Part.Range.Begin]))
    return false;
  if (I + 1 < OldPieces.size() && OldPieces[I + 1].Range.End < Old.Begin)
    return true;
  StringRef Name = Part.Info->Operation;
  if (!isWordStart(Text[Part.Range.Begin]) ||
      !Text.substr(Part.Range.Begin).starts_with(Name) ||
      (!Name.contains('.') && Name != "module"))
    return false;
  size_t NameEnd = Part.Range.Begin + Name.size();
  return Text.find_first_not_of(" \t", NameEnd) < Old.Begin;
}

std::optional<size_t> Rescan::findStart() const {
  size_t I = llvm::partition_point(OldPieces,
                                   [&](const Piece &Part) {
                                     return Part.Range.End < Old.Begin;
                                   }) -
             OldPieces.begin();
  for (I = std::min(I + 1, OldPieces.size()); I-- > 0;)
    if (isSettled(I))
      return I;
  return std::nullopt;
}

bool Rescan::hasSameContainers(llvm::ArrayRef<OpenContainer> Containers) const {
  uint32_t OldContainer = OldPieces[Next].Container;
  for (const OpenContainer &Container : llvm::reverse(Containers)) {
    if (OldContainer == Piece::None ||
        (OldContainer < Start) != (Container.Header < Start))
      return false;
    if (OldContainer < Start)
      return OldContainer == Container.Header;
    const Piece &Header = OldPieces[OldContainer];
    if (Header.Indentation != Container.Indentation ||
        Header.Info->Generic != Container.Generic)
      return false;
    OldContainer = Header.Container;
  }
  return OldContainer == Piece::None;
}

/// The names of the chunk's pieces after `Begin`, before `End`, if they matter;
/// `Begin` becomes the beginning of the chunk if it begins there.
static std::vector<StringRef> namesOf(llvm::ArrayRef<Piece> Pieces,
                                      size_t &Begin, size_t End) {
  std::vector<StringRef> Names;
  for (size_t I = End; I > Begin; --I) {
    if (Pieces[I - 1].Kind == PieceKind::Separator) {
      Begin = I;
      break;
    }
    StringRef Name = Pieces[I - 1].Info->Operation;
    if (Name.contains('.') && !isSectionName(Name))
      Names.push_back(Name);
  }
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}

/// True if the pieces from Next on have the same names before them, as far as
/// they ask for them.
bool Rescan::hasSameNames() {
  if (NamesDiffer)
    return false;
  size_t BeginThen = Start, BeginNow = Start;
  std::vector<StringRef> OldNames = namesOf(OldPieces, BeginThen, Next);
  std::vector<StringRef> NewNames =
      namesOf(NewPieces, BeginNow, NewPieces.size());
  if (BeginThen == Start && BeginNow == Start && OldNames == NewNames)
    return true;
  bool IsAsked = false;
  for (const Piece &Part : OldPieces.drop_front(Next)) {
    if (Part.Kind == PieceKind::Separator)
      break;
    IsAsked |= Part.AsksForNames;
  }
  if (!IsAsked)
    return true;
  BeginThen = BeginNow = 0;
  NamesDiffer = namesOf(OldPieces, BeginThen, Next) !=
                namesOf(NewPieces, BeginNow, NewPieces.size());
  return !NamesDiffer;
}

/// True if a piece began at the scanner's place before the edit, too, and the
/// rest is unchanged.
bool Rescan::isWhereOneBegan(const Scanner &State) {
  size_t Begin = State.nextBegin();
  if (Begin < NewEnd)
    return false;
  while (Next < OldPieces.size() &&
         (OldPieces[Next].Range.Begin < Old.End ||
          OldPieces[Next].Range.Begin < toOld(Begin)))
    ++Next;
  if (Next == OldPieces.size() || OldPieces[Next].Range.Begin != toOld(Begin))
    return false;
  const Piece &OldPiece = OldPieces[Next];
  if (State.isAtSeparator())
    return OldPiece.Kind == PieceKind::Separator;
  // It is on an unchanged line, and is read in the same way.
  if (State.lineBegin() <= NewEnd || !isLineEnd(Text[State.lineBegin() - 1]) ||
      StringRef("()[]{}").contains(Text[Begin]) ||
      OldPiece.Kind == PieceKind::Footer ||
      OldPiece.Kind == PieceKind::Separator ||
      OldPiece.Indentation != State.nextIndentation() ||
      !hasSameContainers(State.containers()) || !hasSameNames())
    return false;
  Open.clear();
  for (const OpenContainer &Container : State.containers())
    Open.push_back(Container.Header);
  return true;
}

void Rescan::appendRest() {
  // The containers that are open there, before and after the edit.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 4> Headers;
  uint32_t OldContainer = OldPieces[Next].Container;
  for (uint32_t NewContainer : llvm::reverse(Open)) {
    Headers.push_back({OldContainer, NewContainer});
    OldContainer = OldPieces[OldContainer].Container;
  }
  uint32_t Shift = uint32_t(NewPieces.size()) - uint32_t(Next);
  for (const Piece &Part : OldPieces.drop_front(Next)) {
    NewPieces.push_back(Part);
    Piece &NewPiece = NewPieces.back();
    NewPiece.Range = {Part.Range.Begin - Old.End + NewEnd,
                      Part.Range.End - Old.End + NewEnd};
    if (NewPiece.Container == Piece::None || NewPiece.Container < Start)
      continue;
    if (NewPiece.Container >= Next) {
      NewPiece.Container += Shift;
      continue;
    }
    for (auto [Was, Is] : Headers)
      if (Was == Part.Container)
        NewPiece.Container = Is;
  }
}

/// Shares the infos of pieces that were read again without a change.
void Rescan::shareInfos() {
  std::unordered_map<uint64_t, const std::shared_ptr<const PieceInfo> *>
      OldInfos;
  for (const Piece &Part : OldPieces.slice(Start, Next - Start))
    OldInfos.insert({Part.Info->Hash, &Part.Info});
  for (Piece &Part : llvm::drop_begin(NewPieces, Start)) {
    auto Match = OldInfos.find(Part.Info->Hash);
    if (Match != OldInfos.end() && **Match->second == *Part.Info)
      Part.Info = *Match->second;
  }
}

void Rescan::run(Outline::Mode ScanMode) {
  std::optional<size_t> StartIndex = findStart();
  Start = Next = StartIndex.value_or(0);
  NewPieces.reserve(OldPieces.size() + 16);
  NewPieces.assign(OldPieces.begin(), OldPieces.begin() + Start);
  auto Stop = [&](const Scanner &State) { return isWhereOneBegan(State); };
  Scanner Reader(Text, ScanMode, NewPieces);
  bool IsStopped;
  if (StartIndex) {
    const Piece &First = OldPieces[Start];
    llvm::SmallVector<OpenContainer, 4> Containers;
    for (uint32_t I = First.Container; I != Piece::None;
         I = OldPieces[I].Container)
      Containers.push_back({I, OldPieces[I].Indentation,
                            OldPieces[I].Range.End - 1,
                            OldPieces[I].Info->Generic});
    std::reverse(Containers.begin(), Containers.end());
    size_t MarkCount = 0;
    if (First.Marks)
      MarkCount = llvm::partition_point(
                      First.Marks->List,
                      [&](const PieceMark &Mark) {
                        return First.Range.Begin + Mark.Line <= Old.Begin;
                      }) -
                  First.Marks->List.begin();
    IsStopped = MarkCount != 0
                    ? Reader.resume(First, MarkCount, Old, NewEnd - Old.Begin,
                                    Containers, Stop)
                    : Reader.scanFrom(First.Range.Begin, First.Indentation,
                                      Containers, Stop);
  } else {
    IsStopped = Reader.scan(Stop);
  }
  if (!IsStopped)
    Next = OldPieces.size();
  shareInfos();
  if (IsStopped)
    appendRest();
}

Outline Outline::rescan(const Outline &OldOutline, StringRef Text,
                        ByteRange Old, size_t NewSize) {
  // Clients replace text by the same text, too.
  if (Old.empty() && NewSize == 0)
    return OldOutline;
  Outline Result;
  Result.ScanMode = OldOutline.ScanMode;
  Rescan(OldOutline.Pieces, Text, Old, NewSize, Result.Pieces)
      .run(OldOutline.ScanMode);
  return Result;
}
