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
struct Block {
  explicit Block(std::string Given);

  std::string Bytes;
  /// The starts of lines after the line ends of this block: above 0, and equal
  /// to the size if it ends with a line end.
  std::vector<uint32_t> LineStarts;
  /// True if all bytes are ASCII: then all units are bytes.
  bool Ascii;
};

/// A block and its place in a text.
struct PlacedBlock {
  std::shared_ptr<const Block> Shared;
  size_t Begin;
  /// The number of lines that end before it.
  size_t Line;

  const Block *operator->() const { return Shared.get(); }
  const Block &operator*() const { return *Shared; }
  size_t end() const { return Begin + Shared->Bytes.size(); }
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

  void append(std::shared_ptr<const Block> New) {
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
  /// Calls `Then` with each block that has bytes of the range, and with their
  /// range counted from the block's beginning, until `Then` stops it.
  template <typename Function>
  void visit(ByteRange Where, const Function &Then) const {
    for (size_t I = blockAt(Where.Begin);
         I < Blocks.size() && Blocks[I].Begin < Where.End; ++I)
      if (!Then(Blocks[I],
                ByteRange{
                    std::max(Where.Begin, Blocks[I].Begin) - Blocks[I].Begin,
                    std::min(Where.End, Blocks[I].end()) - Blocks[I].Begin}))
        return;
  }
  void appendTo(std::string &Bytes, ByteRange Where) const {
    visit(Where, [&](const PlacedBlock &B, ByteRange Part) {
      Bytes.append(B->Bytes, Part.Begin, Part.size());
      return true;
    });
  }
};

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static bool isAscii(llvm::StringRef Bytes) {
  uint64_t Word, All = 0;
  while (Bytes.size() >= sizeof(Word)) {
    std::memcpy(&Word, Bytes.data(), sizeof(Word));
    All |= Word;
    Bytes = Bytes.drop_front(sizeof(Word));
  }
  for (char C : Bytes)
    All |= uint64_t(C & 0x80);
  return !(All & 0x8080808080808080);
}

Block::Block(std::string Given)
    : Bytes(std::move(Given)), Ascii(isAscii(Bytes)) {
  llvm::StringRef All = Bytes;
  if (!All.contains('\r')) {
    for (size_t End = 0; (End = All.find('\n', End)) != All.npos;)
      LineStarts.push_back(++End);
    return;
  }
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I] == '\n' ||
        (All[I] == '\r' && (I + 1 == All.size() || All[I + 1] != '\n')))
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
    return append(std::make_shared<const Block>(std::move(Bytes)));
  for (size_t I = 0, Begin = 0; I < Count; ++I) {
    size_t End = findBorder(Bytes, Bytes.size() / Count * (I + 1));
    if (I + 1 == Count)
      End = Bytes.size();
    append(std::make_shared<const Block>(Bytes.substr(Begin, End - Begin)));
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
  Shared = std::move(New);
}

llvm::StringRef Text::bytes() const {
  if (Shared->Blocks.size() == 1)
    return Shared->Blocks.front()->Bytes;
  std::call_once(Shared->IsFlat, [&] {
    Shared->Flat.reserve(size());
    Shared->appendTo(Shared->Flat, {0, size()});
  });
  return Shared->Flat;
}

size_t Text::size() const { return Shared->size(); }

bool Text::operator==(const Text &Other) const {
  return Shared == Other.Shared ||
         (size() == Other.size() && bytes() == Other.bytes());
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

size_t Text::lineCount() const { return Shared->lineEnds() + 1; }

size_t Text::lineStart(size_t Line) const {
  assert(Line < lineCount() && "no such line");
  if (Line == 0)
    return 0;
  // The block with the line end before it.
  const PlacedBlock &Found = *std::prev(llvm::partition_point(
      Shared->Blocks, [&](const PlacedBlock &B) { return B.Line < Line; }));
  return Found.Begin + Found->LineStarts[Line - Found.Line - 1];
}

size_t Text::lineEnd(size_t Line) const {
  assert(Line < lineCount() && "no such line");
  if (Line + 1 == lineCount())
    return size();
  size_t End = lineStart(Line + 1) - 1;
  const PlacedBlock &Found = Shared->Blocks[Shared->blockAt(End)];
  size_t Last = End - Found.Begin;
  bool TwoBytes =
      Last > 0 && Found->Bytes[Last] == '\n' && Found->Bytes[Last - 1] == '\r';
  return TwoBytes ? End - 1 : End;
}

size_t Text::lineAt(size_t Offset) const {
  if (Offset == 0)
    return 0;
  const PlacedBlock &Found = Shared->Blocks[Shared->blockAt(Offset - 1)];
  const std::vector<uint32_t> &Starts = Found->LineStarts;
  return Found.Line +
         (std::upper_bound(Starts.begin(), Starts.end(), Offset - Found.Begin) -
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

size_t Text::offsetAt(Position Where, PositionEncoding Encoding) const {
  if (Where.Line >= lineCount())
    return size();
  size_t Offset = lineStart(Where.Line);
  size_t Left = Where.Character;
  auto pass = [&](const PlacedBlock &B, ByteRange Part) {
    if (B->Ascii) {
      size_t Passed = std::min(Left, Part.size());
      Offset += Passed;
      Left -= Passed;
      return Left > 0;
    }
    for (size_t I = Part.Begin; I < Part.End;) {
      unsigned Length = utf8SequenceLength(B->Bytes, I);
      size_t Units = unitsOf(Length, Encoding);
      if (Units > Left)
        return false;
      Left -= Units;
      I += std::max(Length, 1u);
      Offset = B.Begin + I;
    }
    return true;
  };
  Shared->visit({Offset, lineEnd(Where.Line)}, pass);
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
  Shared->visit({lineStart(Line), std::min(Offset, lineEnd(Line))}, count);
  return {static_cast<uint32_t>(Line), static_cast<uint32_t>(Units)};
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

Text Text::applyChange(const std::optional<Range> &Where,
                       std::string_view NewText, PositionEncoding Encoding,
                       TextChange *Change) const {
  // Editors that replace more than they change, for undo and formatting, must
  // not cost more than others.
  llvm::StringRef New(NewText.data(), NewText.size());
  TextChange Least;
  if (!Where) {
    Least = TextChange::between(bytes(), New);
    New = New.substr(Least.Old.Begin, Least.NewSize);
  } else {
    auto [Begin, End] = std::minmax(
        {offsetAt(Where->Start, Encoding), offsetAt(Where->End, Encoding)});
    std::string Old;
    Shared->appendTo(Old, {Begin, End});
    Least = TextChange::between(Old, New);
    New = New.substr(Least.Old.Begin, Least.NewSize);
    Least.Old = Least.Old.shifted(Begin);
  }
  if (Change)
    *Change = Least;
  return replace(Least.Old.Begin, Least.Old.End, New);
}

Text Text::replace(size_t Begin, size_t End, std::string_view NewText) const {
  assert(Begin <= End && End <= size() && "not a range of this text");
  const std::vector<PlacedBlock> &Old = Shared->Blocks;
  // The blocks that are replaced.
  size_t First = Shared->blockAt(Begin - std::min(Begin, Margin));
  size_t Last = Shared->blockAt(End + Margin);
  auto sizeAfterwards = [&] {
    return Old[Last].end() - Old[First].Begin - (End - Begin) + NewText.size();
  };
  if (sizeAfterwards() < MinBlock && Last + 1 < Old.size())
    ++Last;
  if (sizeAfterwards() < MinBlock && First > 0)
    --First;

  std::string Bytes;
  Bytes.reserve(sizeAfterwards());
  Shared->appendTo(Bytes, {Old[First].Begin, Begin});
  Bytes += NewText;
  Shared->appendTo(Bytes, {End, Old[Last].end()});

  auto New = std::make_shared<Contents>();
  New->Blocks.reserve(Old.size() + Bytes.size() / MaxBlock + 1);
  New->Blocks.assign(Old.begin(), Old.begin() + First);
  New->appendBytes(std::move(Bytes));
  for (size_t I = Last + 1; I < Old.size(); ++I)
    New->append(Old[I].Shared);
  return Text(std::move(New));
}
