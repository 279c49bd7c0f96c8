//===- EditBatch.cpp - Many edits of a text at once -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/EditBatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

/// The bytes that one edit of a Text copies, about.
static constexpr size_t BytesOfEdit = 32 * 1024;

/// The fewest edits of a pass, which copies the text: edits that go to and fro
/// are made one by one.
static constexpr size_t FewestEdits = 8;

EditBatch::EditBatch(Text Contents, PositionEncoding Encoding, size_t Count)
    : Contents(std::move(Contents)), Encoding(Encoding),
      HasPasses(Count > 1 && Count * BytesOfEdit > this->Contents.size()) {}

void EditBatch::apply(const std::optional<Range> &OldRange,
                      std::string_view NewText) {
  if (HasPasses && OldRange) {
    if (append(*OldRange, NewText))
      return;
    HasPasses = Edits.size() >= FewestEdits;
    flush();
    if (HasPasses && append(*OldRange, NewText))
      return;
  }
  flush();
  Contents = Contents.applyChange(OldRange, NewText, Encoding,
                                  &Changes.emplace_back());
}

/// Moves a position of the text after the edits into `Contents`; nothing if it
/// is not on that side of all edits.
std::optional<Position> EditBatch::toContents(Position Pos,
                                              Direction Way) const {
  if (Edits.empty())
    return Pos;
  if (Way == Direction::Up)
    return Pos <= Begin ? std::optional(Pos) : std::nullopt;
  if (Pos < NewEnd)
    return std::nullopt;
  auto move = [](uint32_t Number, uint32_t From, uint32_t To) {
    return llvm::SaturatingAdd(Number - From, To);
  };
  if (Pos.Line > NewEnd.Line)
    return Position{move(Pos.Line, NewEnd.Line, End.Line), Pos.Character};
  return Position{End.Line,
                  move(Pos.Character, NewEnd.Character, End.Character)};
}

/// The position after a text that begins at `Begin`.
static Position advance(Position Begin, Position Size) {
  if (Size.Line > 0)
    return {Begin.Line + Size.Line, Size.Character};
  return {Begin.Line, Begin.Character + Size.Character};
}

/// Adds an edit to those that are not made yet. Returns false if its place in
/// `Contents` is not known without making them.
bool EditBatch::append(const Range &OldRange, std::string_view NewText) {
  auto [First, Last] = std::minmax(OldRange.Start, OldRange.End);
  std::optional<Position> From, To;
  Direction NewWay = Way;
  for (Direction Candidate : {Direction::Up, Direction::Down}) {
    if (Way != Direction::Unknown && Way != Candidate)
      continue;
    From = toContents(First, Candidate);
    To = toContents(Last, Candidate);
    NewWay = Candidate;
    if (From && To)
      break;
  }
  if (!From || !To)
    return false;
  ByteRange Old = {Contents.offsetAt(*From, Encoding),
                   Contents.offsetAt(*To, Encoding)};
  // Where a \r may be one line end with a \n, or was, lines are counted anew.
  auto endsLine = [&](size_t Offset) {
    return Offset > 0 && Contents.bytes()[Offset - 1] == '\r';
  };
  if (endsLine(Old.Begin) || endsLine(Old.End) || NewText.ends_with('\r'))
    return false;
  if (!Edits.empty())
    Way = NewWay;

  llvm::StringRef New(NewText.data(), NewText.size());
  // Only what differs.
  TextChange Change =
      TextChange::diff(Contents.bytes().slice(Old.Begin, Old.End), New);
  Edit Smallest = {Change.Old.shift(Old.Begin),
                   New.substr(Change.Old.Begin, Change.NewSize).str()};
  Change.Old = Smallest.Old.shift(Way == Direction::Down ? Growth : 0);
  Changes.push_back(Change);
  Growth += New.size() - Old.size();

  bool IsFirst = Edits.empty();
  if (Way == Direction::Down || IsFirst) {
    // The beginning of the edit in the text after those before.
    Position NewBegin = Contents.positionAt(Old.Begin, Encoding);
    if (!IsFirst) {
      NewBegin =
          NewBegin.Line > End.Line
              ? Position{NewBegin.Line - End.Line + NewEnd.Line,
                         NewBegin.Character}
              : Position{NewEnd.Line,
                         NewBegin.Character - End.Character + NewEnd.Character};
    }
    Text Inserted{New.str()};
    NewEnd = advance(NewBegin, Inserted.positionAt(New.size(), Encoding));
    End = Contents.positionAt(Old.End, Encoding);
  }
  if (Way == Direction::Up || IsFirst)
    Begin = Contents.positionAt(Old.Begin, Encoding);
  Edits.push_back(std::move(Smallest));
  return true;
}

/// Makes the edits.
void EditBatch::flush() {
  if (Way == Direction::Up)
    std::reverse(Edits.begin(), Edits.end());
  if (!Edits.empty()) {
    llvm::StringRef Old = Contents.bytes();
    std::string New;
    New.reserve(Old.size() + Growth);
    size_t Done = 0;
    for (const Edit &E : Edits) {
      New += Old.slice(Done, E.Old.Begin);
      New += E.New;
      Done = E.Old.End;
    }
    New += Old.drop_front(Done);
    Contents = Text(std::move(New));
  }
  Edits.clear();
  Way = Direction::Unknown;
  Growth = 0;
}

Text EditBatch::finish() && {
  flush();
  return std::move(Contents);
}
