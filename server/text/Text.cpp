//===- Text.cpp - An immutable text and its lines -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/Text.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <mutex>
#include <vector>

using namespace mlir::noisy::lsp;

/// The most bytes of a block, except for bytes that must not be split, and the
/// fewest if there are several blocks. An edit copies one or two blocks, and a
/// pointer for each of the others.
static constexpr size_t MaxBlock = 32 * 1024;
static constexpr size_t MinBlock = MaxBlock / 4;

/// The bytes between an edit and the next block that stay as they are: the
/// length of the longest character, so that no character forms across the
/// border.
static constexpr size_t Margin = 4;

namespace {

/// A part of a text's bytes, shared by all versions in which it is unchanged.
///
/// No \r\n and no well-formed UTF-8 sequence crosses the border of two blocks,
/// so that each can be counted alone.
struct TextBlock {
  explicit TextBlock(std::string BlockBytes);

  std::string Bytes;
  /// The starts of lines after the line ends of this block: above 0, and equal
  /// to the size if it ends with a line end.
  std::vector<uint32_t> LineStarts;
  /// True if all bytes are ASCII: then all units are bytes.
  bool Ascii;
};

/// A block and its place in a text.
struct PlacedBlock {
  std::shared_ptr<const TextBlock> Data;
  size_t Begin;
  /// The number of lines that end before it.
  size_t Line;

  const TextBlock *operator->() const { return Data.get(); }
  const TextBlock &operator*() const { return *Data; }
  size_t end() const { return Begin + Data->Bytes.size(); }
};

} // namespace

struct Text::Contents {
  /// The blocks in order, at least one; none is empty unless the text is.
  std::vector<PlacedBlock> Blocks;
  /// All bytes, made on demand; not used for a single block.
  mutable std::string Flat;
  mutable std::once_flag IsFlat;

  size_t size() const { return Blocks.empty() ? 0 : Blocks.back().end(); }
  size_t lineEnds() const {
    return Blocks.empty()
               ? 0
               : Blocks.back().Line + Blocks.back()->LineStarts.size();
  }

  void append(std::shared_ptr<const TextBlock> New) {
    size_t Begin = size(), Line = lineEnds();
    Blocks.push_back({std::move(New), Begin, Line});
  }
  void appendBytes(std::string Bytes);

  /// The block of the byte at `Offset`, the last one for an offset past the
  /// end.
  size_t blockAt(size_t Offset) const {
    return llvm::partition_point(
               Blocks,
               [&](const PlacedBlock &B) { return B.Begin <= Offset; }) -
           Blocks.begin() - 1;
  }
  /// Calls `Visit` with each block that has bytes of the range, and with their
  /// range counted from the block's beginning, until `Visit` stops it.
  template <typename Function>
  void visit(ByteRange Range, const Function &Visit) const {
    for (size_t I = blockAt(Range.Begin);
         I < Blocks.size() && Blocks[I].Begin < Range.End; ++I)
      if (!Visit(Blocks[I],
                 ByteRange{
                     std::max(Range.Begin, Blocks[I].Begin) - Blocks[I].Begin,
                     std::min(Range.End, Blocks[I].end()) - Blocks[I].Begin}))
        return;
  }
  void appendTo(std::string &Bytes, ByteRange Range) const {
    visit(Range, [&](const PlacedBlock &B, ByteRange Part) {
      Bytes.append(B->Bytes, Part.Begin, Part.size());
      return true;
    });
  }
};

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static bool isAscii(llvm::StringRef Bytes) {
  uint64_t Word, Bits = 0;
  while (Bytes.size() >= sizeof(Word)) {
    std::memcpy(&Word, Bytes.data(), sizeof(Word));
    Bits |= Word;
    Bytes = Bytes.drop_front(sizeof(Word));
  }
  for (char C : Bytes)
    Bits |= uint64_t(C & 0x80);
  return !(Bits & 0x8080808080808080);
}

TextBlock::TextBlock(std::string BlockBytes)
    : Bytes(std::move(BlockBytes)), Ascii(isAscii(Bytes)) {
  llvm::StringRef View = Bytes;
  if (!View.contains('\r')) {
    for (size_t End = 0; (End = View.find('\n', End)) != View.npos;)
      LineStarts.push_back(++End);
    return;
  }
  for (size_t I = 0; I < View.size(); ++I)
    if (View[I] == '\n' ||
        (View[I] == '\r' && (I + 1 == View.size() || View[I + 1] != '\n')))
      LineStarts.push_back(I + 1);
}

/// The last place up to `Offset` where a block may end.
static size_t findBorder(std::string_view Bytes, size_t Offset) {
  auto isInside = [&](size_t O) {
    if (Bytes[O - 1] == '\r' && Bytes[O] == '\n')
      return true;
    for (size_t Lead = O - std::min<size_t>(O, 3); Lead < O; ++Lead)
      if (Lead + utf8SequenceLength(Bytes, Lead) > O)
        return true;
    return false;
  };
  while (Offset > 0 && Offset < Bytes.size() && isInside(Offset))
    --Offset;
  return Offset;
}

void Text::Contents::appendBytes(std::string Bytes) {
  size_t Count = std::max<size_t>(1, llvm::divideCeil(Bytes.size(), MaxBlock));
  if (Count == 1)
    return append(std::make_shared<const TextBlock>(std::move(Bytes)));
  for (size_t I = 0, Begin = 0; I < Count; ++I) {
    size_t End = findBorder(Bytes, Bytes.size() / Count * (I + 1));
    if (I + 1 == Count)
      End = Bytes.size();
    append(std::make_shared<const TextBlock>(Bytes.substr(Begin, End - Begin)));
    Begin = End;
  }
}

Text::Text(std::string Bytes) {
  auto New = std::make_shared<Contents>();
  New->Blocks.reserve(Bytes.size() / MaxBlock + 1);
  if (Bytes.size() <= MaxBlock) {
    New->appendBytes(std::move(Bytes));
  } else {
    New->appendBytes(Bytes);
    std::call_once(New->IsFlat, [&] { New->Flat = std::move(Bytes); });
  }
  Storage = std::move(New);
}

llvm::StringRef Text::bytes() const {
  if (Storage->Blocks.size() == 1)
    return Storage->Blocks.front()->Bytes;
  std::call_once(Storage->IsFlat, [&] {
    Storage->Flat.reserve(size());
    Storage->appendTo(Storage->Flat, {0, size()});
  });
  return Storage->Flat;
}

size_t Text::size() const { return Storage->size(); }

bool Text::operator==(const Text &OtherText) const {
  return Storage == OtherText.Storage ||
         (size() == OtherText.size() && bytes() == OtherText.bytes());
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

size_t Text::lineCount() const { return Storage->lineEnds() + 1; }

size_t Text::lineStart(size_t Line) const {
  assert(Line < lineCount() && "no such line");
  if (Line == 0)
    return 0;
  // The block with the line end before it.
  const PlacedBlock &Holder = *std::prev(llvm::partition_point(
      Storage->Blocks, [&](const PlacedBlock &B) { return B.Line < Line; }));
  return Holder.Begin + Holder->LineStarts[Line - Holder.Line - 1];
}

size_t Text::lineEnd(size_t Line) const {
  assert(Line < lineCount() && "no such line");
  if (Line + 1 == lineCount())
    return size();
  size_t End = lineStart(Line + 1) - 1;
  const PlacedBlock &Holder = Storage->Blocks[Storage->blockAt(End)];
  size_t Last = End - Holder.Begin;
  bool TwoBytes = Last > 0 && Holder->Bytes[Last] == '\n' &&
                  Holder->Bytes[Last - 1] == '\r';
  return TwoBytes ? End - 1 : End;
}

size_t Text::lineAt(size_t Offset) const {
  if (Offset == 0)
    return 0;
  const PlacedBlock &Holder = Storage->Blocks[Storage->blockAt(Offset - 1)];
  const std::vector<uint32_t> &Starts = Holder->LineStarts;
  return Holder.Line + (std::upper_bound(Starts.begin(), Starts.end(),
                                         Offset - Holder.Begin) -
                        Starts.begin());
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The units of a character of `Length` bytes (0: one stray byte).
static size_t unitsOf(unsigned Length, PositionEncoding Encoding) {
  switch (Encoding) {
  case PositionEncoding::UTF8:
    return std::max(Length, 1u);
  case PositionEncoding::UTF16:
    return Length == 4 ? 2 : 1;
  case PositionEncoding::UTF32:
    return 1;
  }
  return 1;
}

size_t Text::offsetAt(Position Pos, PositionEncoding Encoding) const {
  if (Pos.Line >= lineCount())
    return size();
  size_t Offset = lineStart(Pos.Line);
  size_t RemainingUnits = Pos.Character;
  auto pass = [&](const PlacedBlock &B, ByteRange Part) {
    if (B->Ascii) {
      size_t Step = std::min(RemainingUnits, Part.size());
      Offset += Step;
      RemainingUnits -= Step;
      return RemainingUnits > 0;
    }
    for (size_t I = Part.Begin; I < Part.End;) {
      unsigned Length = utf8SequenceLength(B->Bytes, I);
      size_t Units = unitsOf(Length, Encoding);
      if (Units > RemainingUnits)
        return false;
      RemainingUnits -= Units;
      I += std::max(Length, 1u);
      Offset = B.Begin + I;
    }
    return true;
  };
  Storage->visit({Offset, lineEnd(Pos.Line)}, pass);
  return Offset;
}

Position Text::positionAt(size_t Offset, PositionEncoding Encoding) const {
  size_t Line = lineAt(Offset);
  size_t Units = 0;
  auto count = [&](const PlacedBlock &B, ByteRange Part) {
    if (B->Ascii) {
      Units += Part.size();
      return true;
    }
    for (size_t I = Part.Begin; I < Part.End;) {
      unsigned Length = utf8SequenceLength(B->Bytes, I);
      I += std::max(Length, 1u);
      if (I > Part.End)
        break; // the offset is inside of this character
      Units += unitsOf(Length, Encoding);
    }
    return true;
  };
  Storage->visit({lineStart(Line), std::min(Offset, lineEnd(Line))}, count);
  return {static_cast<uint32_t>(Line), static_cast<uint32_t>(Units)};
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

Text Text::applyChange(const std::optional<Range> &OldRange,
                       std::string_view NewText, PositionEncoding Encoding,
                       TextChange *Change) const {
  // Editors that replace more than they change, for undo and formatting, must
  // not cost more than others.
  llvm::StringRef New(NewText.data(), NewText.size());
  TextChange MinimalChange;
  if (!OldRange) {
    MinimalChange = TextChange::diff(bytes(), New);
    New = New.substr(MinimalChange.Old.Begin, MinimalChange.NewSize);
  } else {
    auto [Begin, End] = std::minmax({offsetAt(OldRange->Start, Encoding),
                                     offsetAt(OldRange->End, Encoding)});
    std::string Old;
    Storage->appendTo(Old, {Begin, End});
    MinimalChange = TextChange::diff(Old, New);
    New = New.substr(MinimalChange.Old.Begin, MinimalChange.NewSize);
    MinimalChange.Old = MinimalChange.Old.shift(Begin);
  }
  if (Change)
    *Change = MinimalChange;
  return replace(MinimalChange.Old.Begin, MinimalChange.Old.End, New);
}

Text Text::replace(size_t Begin, size_t End, std::string_view NewText) const {
  assert(Begin <= End && End <= size() && "not a range of this text");
  const std::vector<PlacedBlock> &Old = Storage->Blocks;
  // The blocks that are replaced.
  size_t First = Storage->blockAt(Begin - std::min(Begin, Margin));
  size_t Last = Storage->blockAt(End + Margin);
  auto sizeAfterwards = [&] {
    return Old[Last].end() - Old[First].Begin - (End - Begin) + NewText.size();
  };
  if (sizeAfterwards() < MinBlock && Last + 1 < Old.size())
    ++Last;
  if (sizeAfterwards() < MinBlock && First > 0)
    --First;

  std::string Bytes;
  Bytes.reserve(sizeAfterwards());
  Storage->appendTo(Bytes, {Old[First].Begin, Begin});
  Bytes += NewText;
  Storage->appendTo(Bytes, {End, Old[Last].end()});

  auto New = std::make_shared<Contents>();
  New->Blocks.reserve(Old.size() + Bytes.size() / MaxBlock + 1);
  New->Blocks.assign(Old.begin(), Old.begin() + First);
  New->appendBytes(std::move(Bytes));
  for (size_t I = Last + 1; I < Old.size(); ++I)
    New->append(Old[I].Data);
  return Text(std::move(New));
}
