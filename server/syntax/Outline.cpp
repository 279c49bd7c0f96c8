//===- Outline.cpp - Where the sections of a text are ---------------------===//
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

Outline Outline::scan(StringRef Text, Mode How) {
  Outline Result;
  Result.How = How;
  Scanner(Text, How, Result.Pieces).scan();
  return Result;
}

size_t Outline::findPiece(size_t Offset) const {
  return llvm::partition_point(
             Pieces,
             [&](const Piece &Part) { return Part.Where.End <= Offset; }) -
         Pieces.begin();
}

//===----------------------------------------------------------------------===//
// Scanning what an edit changed
//===----------------------------------------------------------------------===//

namespace {

class Rescan {
public:
  Rescan(llvm::ArrayRef<Piece> Before, StringRef Text, ByteRange Old,
         size_t NewSize, std::vector<Piece> &After)
      : Before(Before), Text(Text), Old(Old), NewEnd(Old.Begin + NewSize),
        After(After) {}

  void run(Outline::Mode How);

private:
  std::optional<size_t> findStart() const;
  bool isSettled(size_t I) const;
  bool isWhereOneBegan(const Scanner &Now);
  bool hasSameContainers(llvm::ArrayRef<OpenContainer> Now) const;
  bool hasSameNames();
  void appendRest();
  void shareInfos();

  size_t toOld(size_t Offset) const { return Offset - NewEnd + Old.End; }

  llvm::ArrayRef<Piece> Before;
  StringRef Text;
  ByteRange Old;
  size_t NewEnd;
  std::vector<Piece> &After;
  /// The pieces before are in both; those of `Before` from Next on are in both,
  /// but elsewhere.
  size_t Start = 0;
  size_t Next = 0;
  /// So the rest of the chunk is read, without looking again.
  bool NamesDiffer = false;
  /// What is open before Next, by the indices of `After`.
  llvm::SmallVector<uint32_t, 4> Open;
};

} // namespace

/// Whether nothing that decided that the piece begins where it does, and what
/// is before it, changed: that is its first word and what follows on that, or
/// the whole piece behind it.
bool Rescan::isSettled(size_t I) const {
  const Piece &Part = Before[I];
  if (Part.Where.Begin >= Old.Begin || Part.Kind == PieceKind::Footer ||
      StringRef("()[]{}").contains(Text[Part.Where.Begin]))
    return false;
  if (I + 1 < Before.size() && Before[I + 1].Where.End < Old.Begin)
    return true;
  StringRef Name = Part.Info->Operation;
  if (!isWordStart(Text[Part.Where.Begin]) ||
      !Text.substr(Part.Where.Begin).starts_with(Name) ||
      (!Name.contains('.') && Name != "module"))
    return false;
  size_t Behind = Part.Where.Begin + Name.size();
  return Text.find_first_not_of(" \t", Behind) < Old.Begin;
}

std::optional<size_t> Rescan::findStart() const {
  size_t I = llvm::partition_point(Before,
                                   [&](const Piece &Part) {
                                     return Part.Where.End < Old.Begin;
                                   }) -
             Before.begin();
  for (I = std::min(I + 1, Before.size()); I-- > 0;)
    if (isSettled(I))
      return I;
  return std::nullopt;
}

bool Rescan::hasSameContainers(llvm::ArrayRef<OpenContainer> Now) const {
  uint32_t Then = Before[Next].Container;
  for (const OpenContainer &Opened : llvm::reverse(Now)) {
    if (Then == Piece::None || (Then < Start) != (Opened.Header < Start))
      return false;
    if (Then < Start)
      return Then == Opened.Header;
    const Piece &Header = Before[Then];
    if (Header.Indentation != Opened.Indentation ||
        Header.Info->Generic != Opened.Generic)
      return false;
    Then = Header.Container;
  }
  return Then == Piece::None;
}

/// The names that pieces of the chunk behind `Begin`, before `End` have, if
/// these can matter; `Begin` becomes where the chunk begins when it does there.
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

/// Whether the pieces from Next on find the same names before them, as far as
/// they ask.
bool Rescan::hasSameNames() {
  if (NamesDiffer)
    return false;
  size_t BeginThen = Start, BeginNow = Start;
  std::vector<StringRef> Then = namesOf(Before, BeginThen, Next);
  std::vector<StringRef> Now = namesOf(After, BeginNow, After.size());
  if (BeginThen == Start && BeginNow == Start && Then == Now)
    return true;
  bool IsAsked = false;
  for (const Piece &Part : Before.drop_front(Next)) {
    if (Part.Kind == PieceKind::Separator)
      break;
    IsAsked |= Part.AsksForNames;
  }
  if (!IsAsked)
    return true;
  BeginThen = BeginNow = 0;
  NamesDiffer = namesOf(Before, BeginThen, Next) !=
                namesOf(After, BeginNow, After.size());
  return !NamesDiffer;
}

/// Whether a piece began where the scanner is, too, before the edit, and all
/// from there on is as it was.
bool Rescan::isWhereOneBegan(const Scanner &Now) {
  size_t Begin = Now.nextBegin();
  if (Begin < NewEnd)
    return false;
  while (Next < Before.size() && (Before[Next].Where.Begin < Old.End ||
                                  Before[Next].Where.Begin < toOld(Begin)))
    ++Next;
  if (Next == Before.size() || Before[Next].Where.Begin != toOld(Begin))
    return false;
  const Piece &Then = Before[Next];
  if (Now.isAtSeparator())
    return Then.Kind == PieceKind::Separator;
  // It is on a line that is as it was, and is read in the same way.
  if (Now.lineBegin() <= NewEnd || !isLineEnd(Text[Now.lineBegin() - 1]) ||
      StringRef("()[]{}").contains(Text[Begin]) ||
      Then.Kind == PieceKind::Footer || Then.Kind == PieceKind::Separator ||
      Then.Indentation != Now.nextIndentation() ||
      !hasSameContainers(Now.containers()) || !hasSameNames())
    return false;
  Open.clear();
  for (const OpenContainer &Opened : Now.containers())
    Open.push_back(Opened.Header);
  return true;
}

void Rescan::appendRest() {
  // The containers that are open there, as they were and as they are.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 4> Headers;
  uint32_t Then = Before[Next].Container;
  for (uint32_t Now : llvm::reverse(Open)) {
    Headers.push_back({Then, Now});
    Then = Before[Then].Container;
  }
  uint32_t Shift = uint32_t(After.size()) - uint32_t(Next);
  for (const Piece &Part : Before.drop_front(Next)) {
    After.push_back(Part);
    Piece &Moved = After.back();
    Moved.Where = {Part.Where.Begin - Old.End + NewEnd,
                   Part.Where.End - Old.End + NewEnd};
    if (Moved.Container == Piece::None || Moved.Container < Start)
      continue;
    if (Moved.Container >= Next) {
      Moved.Container += Shift;
      continue;
    }
    for (auto [Was, Is] : Headers)
      if (Was == Part.Container)
        Moved.Container = Is;
  }
}

/// Pieces that were read again and are the same.
void Rescan::shareInfos() {
  std::unordered_map<uint64_t, const std::shared_ptr<const PieceInfo> *> Known;
  for (const Piece &Part : Before.slice(Start, Next - Start))
    Known.insert({Part.Info->Hash, &Part.Info});
  for (Piece &Part : llvm::drop_begin(After, Start)) {
    auto Same = Known.find(Part.Info->Hash);
    if (Same != Known.end() && **Same->second == *Part.Info)
      Part.Info = *Same->second;
  }
}

void Rescan::run(Outline::Mode How) {
  std::optional<size_t> From = findStart();
  Start = Next = From.value_or(0);
  After.reserve(Before.size() + 16);
  After.assign(Before.begin(), Before.begin() + Start);
  auto Stop = [&](const Scanner &Now) { return isWhereOneBegan(Now); };
  Scanner Reader(Text, How, After);
  bool Stopped;
  if (From) {
    const Piece &First = Before[Start];
    llvm::SmallVector<OpenContainer, 4> Containers;
    for (uint32_t I = First.Container; I != Piece::None;
         I = Before[I].Container)
      Containers.push_back({I, Before[I].Indentation, Before[I].Where.End - 1,
                            Before[I].Info->Generic});
    std::reverse(Containers.begin(), Containers.end());
    Stopped =
        Reader.scanFrom(First.Where.Begin, First.Indentation, Containers, Stop);
  } else {
    Stopped = Reader.scan(Stop);
  }
  if (!Stopped)
    Next = Before.size();
  shareInfos();
  if (Stopped)
    appendRest();
}

Outline Outline::rescan(const Outline &Before, StringRef Text, ByteRange Old,
                        size_t NewSize) {
  Outline Result;
  Result.How = Before.How;
  Rescan(Before.Pieces, Text, Old, NewSize, Result.Pieces).run(Before.How);
  return Result;
}
