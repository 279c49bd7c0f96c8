//===- Text.cpp - An immutable text and its lines -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Text.h"
#include "server/document/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cassert>
#include <vector>

using namespace mlir::noisy::lsp;

struct Text::Contents {
  std::string Bytes;
  /// Where lines start, in bytes; the first is 0.
  std::vector<size_t> LineStarts;
  /// True only if every byte is ASCII, where all units are bytes. It stays
  /// false after an edit that removes the last other character: that costs a
  /// little time, and finding out would cost a scan per edit.
  bool Ascii = true;
};

/// Appends the starts of the lines that follow the line ends in
/// [Begin, End) of `Bytes`.
static void findLineStarts(const std::string &Bytes, size_t Begin, size_t End,
                           std::vector<size_t> &Starts) {
  for (size_t I = Begin; I < End; ++I) {
    char C = Bytes[I];
    if (C == '\n' ||
        (C == '\r' && (I + 1 == Bytes.size() || Bytes[I + 1] != '\n')))
      Starts.push_back(I + 1);
  }
}

/// The units that the character of `Length` bytes counts (0: one stray byte).
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

Text::Text(std::string Bytes) {
  auto New = std::make_shared<Contents>();
  New->Bytes = std::move(Bytes);
  New->Ascii = llvm::isASCII(New->Bytes);
  New->LineStarts.push_back(0);
  findLineStarts(New->Bytes, 0, New->Bytes.size(), New->LineStarts);
  Shared = std::move(New);
}

llvm::StringRef Text::bytes() const { return Shared->Bytes; }

size_t Text::lineCount() const { return Shared->LineStarts.size(); }

size_t Text::lineStart(size_t Line) const {
  assert(Line < lineCount() && "no such line");
  return Shared->LineStarts[Line];
}

size_t Text::lineEnd(size_t Line) const {
  assert(Line < lineCount() && "no such line");
  const std::string &Bytes = Shared->Bytes;
  if (Line + 1 == lineCount())
    return Bytes.size();
  size_t End = Shared->LineStarts[Line + 1] - 1;
  bool TwoBytes = Bytes[End] == '\n' && End > Shared->LineStarts[Line] &&
                  Bytes[End - 1] == '\r';
  return TwoBytes ? End - 1 : End;
}

size_t Text::lineAt(size_t Offset) const {
  const std::vector<size_t> &Starts = Shared->LineStarts;
  return std::upper_bound(Starts.begin(), Starts.end(), Offset) -
         Starts.begin() - 1;
}

size_t Text::offsetAt(Position Where, PositionEncoding Encoding) const {
  if (Where.Line >= lineCount())
    return size();
  size_t Begin = lineStart(Where.Line);
  size_t End = lineEnd(Where.Line);
  if (Shared->Ascii)
    return Begin + std::min<size_t>(Where.Character, End - Begin);

  std::string_view Line(Shared->Bytes.data() + Begin, End - Begin);
  size_t Offset = 0;
  size_t Units = 0;
  while (Offset < Line.size()) {
    unsigned Length = utf8SequenceLength(Line, Offset);
    Units += unitsOf(Length, Encoding);
    if (Units > Where.Character)
      break;
    Offset += std::max(Length, 1u);
  }
  return Begin + Offset;
}

Position Text::positionAt(size_t Offset, PositionEncoding Encoding) const {
  size_t Line = lineAt(Offset);
  size_t Begin = lineStart(Line);
  size_t End = std::min(Offset, lineEnd(Line));
  if (Shared->Ascii)
    return {static_cast<uint32_t>(Line), static_cast<uint32_t>(End - Begin)};

  // The line is looked at whole, so that an offset inside a sequence is seen
  // to be inside.
  std::string_view Bytes(Shared->Bytes.data() + Begin, lineEnd(Line) - Begin);
  size_t Units = 0;
  for (size_t I = 0; I < End - Begin;) {
    unsigned Length = utf8SequenceLength(Bytes, I);
    I += std::max(Length, 1u);
    if (I > End - Begin)
      break;
    Units += unitsOf(Length, Encoding);
  }
  return {static_cast<uint32_t>(Line), static_cast<uint32_t>(Units)};
}

Text Text::applyChange(const std::optional<Range> &Where,
                       std::string_view NewText, PositionEncoding Encoding,
                       TextChange *Change) const {
  ByteRange Given{0, size()};
  if (Where) {
    auto [Begin, End] = std::minmax(
        {offsetAt(Where->Start, Encoding), offsetAt(Where->End, Encoding)});
    Given = {Begin, End};
  }
  // Editors that replace more than they change, as undoing and formatting do,
  // are to cost no more than others.
  TextChange Least =
      TextChange::between(bytes().slice(Given.Begin, Given.End),
                          llvm::StringRef(NewText.data(), NewText.size()));
  NewText = NewText.substr(Least.Old.Begin, Least.NewSize);
  Least.Old = Least.Old.shifted(Given.Begin);
  if (Change)
    *Change = Least;
  return replace(Least.Old.Begin, Least.Old.End, NewText);
}

Text Text::replace(size_t Begin, size_t End, std::string_view NewText) const {
  assert(Begin <= End && End <= size() && "not a range of this text");
  const std::string &Old = Shared->Bytes;
  auto New = std::make_shared<Contents>();
  New->Bytes.reserve(Old.size() - (End - Begin) + NewText.size());
  New->Bytes.append(Old, 0, Begin).append(NewText).append(Old, End);
  New->Ascii = Shared->Ascii &&
               llvm::isASCII(llvm::StringRef(NewText.data(), NewText.size()));

  // A line end may be joined or split at either side of the edit (\r | \n), so
  // that the byte before it is looked at again. Line ends whose bytes all lie
  // behind the edit only move.
  size_t Rescan = Begin == 0 ? 0 : Begin - 1;
  const std::vector<size_t> &Starts = Shared->LineStarts;
  auto Kept = std::upper_bound(Starts.begin(), Starts.end(), Rescan);
  auto Moved = std::upper_bound(Kept, Starts.end(), End);
  New->LineStarts.reserve(Starts.size() + 8);
  New->LineStarts.assign(Starts.begin(), Kept);
  findLineStarts(New->Bytes, Rescan, Begin + NewText.size(), New->LineStarts);
  for (auto I = Moved; I != Starts.end(); ++I)
    New->LineStarts.push_back(*I - End + Begin + NewText.size());
  return Text(std::move(New));
}

bool Text::operator==(const Text &Other) const {
  return Shared == Other.Shared || Shared->Bytes == Other.Shared->Bytes;
}
