//===- OutlineMarks.cpp - Cuts a text: from one mark to another -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/OutlineMarks.h"
#include "server/syntax/OutlineScanner.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

static std::vector<std::string> sortedNames(llvm::ArrayRef<StringRef> Names) {
  llvm::SmallVector<StringRef, 16> Sorted(Names);
  llvm::sort(Sorted);
  Sorted.erase(llvm::unique(Sorted), Sorted.end());
  return {Sorted.begin(), Sorted.end()};
}

/// Takes what was noted since the last mark.
std::shared_ptr<const PieceNotes> Scanner::takeNotes() {
  auto Notes = std::make_shared<PieceNotes>();
  Notes->AsksForNames = std::exchange(AsksForNames, false);
  Notes->UsesValues = std::exchange(UsesValues, false);
  Notes->UsesResources = std::exchange(Info.UsesResources, false);
  Notes->IsUnbalanced = std::exchange(Info.IsUnbalanced, false);
  WasUnbalanced |= Notes->IsUnbalanced;
  Notes->AliasUses = sortedNames(AliasUses);
  AliasUses.clear();
  return Notes;
}

/// Puts what was noted before all marks back to the rest.
void Scanner::addNotesOfMarks() {
  for (const PieceMark &Mark : Marks ? Marks->List : std::vector<PieceMark>()) {
    const PieceNotes &Notes = *Mark.Before;
    AsksForNames |= Notes.AsksForNames;
    UsesValues |= Notes.UsesValues;
    Info.UsesResources |= Notes.UsesResources;
    Info.IsUnbalanced |= Notes.IsUnbalanced;
  }
}

/// The names that are in one sorted list and not in another.
static std::vector<StringRef> findDifference(llvm::ArrayRef<StringRef> Some,
                                             llvm::ArrayRef<StringRef> Others) {
  std::vector<StringRef> Result;
  std::set_difference(Some.begin(), Some.end(), Others.begin(), Others.end(),
                      std::back_inserter(Result));
  return Result;
}

/// The names in a part of the notes, and behind the last mark; sorted, unique.
static std::vector<StringRef> namesIn(llvm::ArrayRef<PieceMark> Part,
                                      llvm::ArrayRef<std::string> Last) {
  std::vector<StringRef> Result(Last.begin(), Last.end());
  for (const PieceMark &Mark : Part)
    llvm::append_range(Result, Mark.Before->AliasUses);
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

/// The names of all of the piece that are written like aliases. There may be as
/// many as operations, so after an edit they are those of before, with what is
/// different in the few notes that are new.
std::vector<std::string> Scanner::findAliasUses() {
  std::vector<std::string> Last = sortedNames(AliasUses);
  if (!Marks)
    return Last;
  llvm::ArrayRef<PieceMark> New = Marks->List, Old;
  Marks->LastAliasUses = std::move(Last);
  if (Before)
    Old = Before->Marks->List;
  size_t Least = std::min(New.size(), Old.size()), Front = 0, Back = 0;
  while (Front < Least && New[Front].Before == Old[Front].Before)
    ++Front;
  while (Back < Least - Front &&
         New[New.size() - 1 - Back].Before == Old[Old.size() - 1 - Back].Before)
    ++Back;
  std::vector<StringRef> Mine =
      namesIn(New.drop_front(Front).drop_back(Back), Marks->LastAliasUses);
  if (Front + Back == 0)
    return {Mine.begin(), Mine.end()};
  std::vector<StringRef> Theirs = namesIn(Old.drop_front(Front).drop_back(Back),
                                          Before->Marks->LastAliasUses);
  std::vector<StringRef> Added = findDifference(Mine, Theirs),
                         Gone = findDifference(Theirs, Mine);
  llvm::erase_if(Gone, [&](StringRef Name) {
    return llvm::any_of(New, [&](const PieceMark &Mark) {
      return llvm::binary_search(Mark.Before->AliasUses, Name);
    });
  });
  const std::vector<std::string> &Known = Before->Info->AliasUses;
  if (Added.empty() && Gone.empty())
    return Known;
  std::vector<StringRef> Kept =
      findDifference(std::vector<StringRef>(Known.begin(), Known.end()), Gone);
  std::vector<StringRef> Result;
  Result.reserve(Kept.size() + Added.size());
  std::set_union(Kept.begin(), Kept.end(), Added.begin(), Added.end(),
                 std::back_inserter(Result));
  return {Result.begin(), Result.end()};
}

void Scanner::addMark() {
  if (!Marks) {
    Marks = std::make_shared<PieceMarks>();
    Marks->FirstIndentation = FirstIndentation;
    Marks->InAttributes = InAttributes;
    Marks->InResults = InResults;
    Marks->Angles = Angles;
  }
  PieceMark &Mark = Marks->List.emplace_back();
  Mark.Line = LineBegin - PieceBegin;
  Mark.TokenEnd = PieceEnd - PieceBegin;
  Mark.Brackets.assign(Brackets.begin(), Brackets.end());
  Mark.Before = takeNotes();
  // Without what is in the notes.
  if (Marks->List.size() == 1)
    Marks->Info = Info;
}

/// Goes to the line of the last mark.
void Scanner::goToMark() {
  const PieceMark &Mark = Marks->List.back();
  Brackets.assign(Mark.Brackets.begin(), Mark.Brackets.end());
  Braces = llvm::count(Brackets, '{');
  PieceEnd = PieceBegin + Mark.TokenEnd;
  P = PieceBegin + Mark.Line;
  beginLine();
}

/// At the beginning of a line inside of brackets: remembers the state now and
/// then. Goes to the last mark of before if the state is that of before.
void Scanner::passLine() {
  char FirstOfBefore = std::exchange(FirstOfLine, P == TextEnd ? '\n' : *P);
  size_t Line = LineBegin - PieceBegin;
  if (OldMarks) {
    auto toNew = [&](size_t Offset) { return Offset + OldShift; };
    llvm::ArrayRef<PieceMark> List = OldMarks->List;
    while (NextOldMark < List.size() && toNew(List[NextOldMark].Line) < Line)
      ++NextOldMark;
    if (NextOldMark == List.size()) {
      OldMarks = nullptr;
    } else if (toNew(List[NextOldMark].Line) == Line &&
               llvm::equal(List[NextOldMark].Brackets, Brackets)) {
      addMark();
      for (const PieceMark &Old : List.drop_front(NextOldMark + 1)) {
        PieceMark &Mark = Marks->List.emplace_back(Old);
        Mark.Line = toNew(Old.Line);
        Mark.TokenEnd = toNew(Old.TokenEnd);
        WasUnbalanced |= Old.Before->IsUnbalanced;
      }
      OldMarks = nullptr;
      goToMark();
      return;
    }
  }
  // The end of a container is looked for up to the first token behind it, so a
  // line with a token has to be between that and a mark.
  if (InHeader || MarksAreOver ||
      !(isWordStart(FirstOfBefore) || FirstOfBefore == '"' ||
        FirstOfBefore == '%'))
    return;
  size_t Last = Marks ? Marks->List.back().Line : 0;
  if (Line - Last >= PieceMarks::distanceAt(Line))
    addMark();
}

bool Scanner::resume(const Piece &OldPiece, size_t Count, ByteRange Old,
                     size_t NewSize, llvm::ArrayRef<OpenContainer> Open,
                     StopFunction ShouldStop) {
  Stop = ShouldStop;
  Containers.assign(Open.begin(), Open.end());
  const PieceMarks &Known = *OldPiece.Marks;
  HasPiece = true;
  Kind = OldPiece.Kind;
  PieceBegin = TextBegin + OldPiece.Range.Begin;
  Indentation = OldPiece.Indentation;
  Container = OldPiece.Container;
  FirstIndentation = Known.FirstIndentation;
  InAttributes = Known.InAttributes;
  InResults = Known.InResults;
  Angles = Known.Angles;
  Info = Known.Info;
  Marks = std::make_shared<PieceMarks>(Known);
  Marks->List.resize(Count);
  for (const PieceMark &Mark : Marks->List)
    WasUnbalanced |= Mark.Before->IsUnbalanced;
  Before = &OldPiece;
  OldMarks = &Known;
  OldShift = ptrdiff_t(NewSize) - ptrdiff_t(Old.size());
  // A mark holds if all of its line, and the end of that before, are behind the
  // edit.
  NextOldMark = llvm::partition_point(
                    Known.List,
                    [&](const PieceMark &Mark) {
                      return OldPiece.Range.Begin + Mark.Line <= Old.End;
                    }) -
                Known.List.begin();
  goToMark();
  (void)beginLineInside();
  run();
  return IsStopped;
}
