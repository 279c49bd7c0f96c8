//===- TextTest.cpp - An immutable text and its lines ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/Text.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace mlir::noisy::lsp;

static constexpr PositionEncoding Encodings[] = {
    PositionEncoding::UTF8, PositionEncoding::UTF16, PositionEncoding::UTF32};

//===----------------------------------------------------------------------===//
// The reference: slow, and written from the words of the specification
//===----------------------------------------------------------------------===//

namespace {
/// A character of a text, or a byte that is part of none.
struct Piece {
  size_t Offset;
  size_t Bytes;
  char32_t CodePoint;
};
} // namespace

static std::vector<Piece> pieces(const std::string &Bytes) {
  std::vector<Piece> Pieces;
  for (size_t I = 0; I < Bytes.size();) {
    auto ByteAt = [&](size_t J) {
      return J < Bytes.size() ? static_cast<unsigned char>(Bytes[J]) : 0u;
    };
    size_t Length = 1;
    char32_t Code = 0xFFFD;
    auto Try = [&](size_t Size, unsigned Mask, unsigned Mark,
                   char32_t MinCodePoint) {
      if ((ByteAt(I) & ~Mask) != Mark)
        return;
      char32_t Value = ByteAt(I) & Mask;
      for (size_t J = 1; J < Size; ++J) {
        if ((ByteAt(I + J) & 0xC0) != 0x80)
          return;
        Value = Value * 64 + (ByteAt(I + J) & 0x3F);
      }
      if (Value < MinCodePoint || Value > 0x10FFFF ||
          (Value >= 0xD800 && Value <= 0xDFFF))
        return;
      Length = Size;
      Code = Value;
    };
    Try(1, 0x7F, 0x00, 0);
    Try(2, 0x1F, 0xC0, 0x80);
    Try(3, 0x0F, 0xE0, 0x800);
    Try(4, 0x07, 0xF0, 0x10000);
    Pieces.push_back({I, Length, Code});
    I += Length;
  }
  return Pieces;
}

static size_t unitsOf(const Piece &P, PositionEncoding Encoding) {
  if (Encoding == PositionEncoding::UTF8)
    return P.Bytes;
  return Encoding == PositionEncoding::UTF16 && P.CodePoint > 0xFFFF ? 2 : 1;
}

namespace {
/// A place between two pieces with its position; those inside a line end are
/// left out.
struct Place {
  size_t Offset;
  Position Cursor;
};
} // namespace

static std::vector<Place> places(const std::string &Bytes,
                                 PositionEncoding Encoding) {
  std::vector<Place> Places;
  uint32_t Line = 0;
  size_t Units = 0;
  std::vector<Piece> Pieces = pieces(Bytes);
  for (size_t I = 0; I < Pieces.size(); ++I) {
    Places.push_back({Pieces[I].Offset, {Line, uint32_t(Units)}});
    bool CrLf = Pieces[I].CodePoint == '\r' && I + 1 < Pieces.size() &&
                Pieces[I + 1].CodePoint == '\n';
    if (CrLf)
      ++I;
    if (Pieces[I].CodePoint == '\n' || Pieces[I].CodePoint == '\r') {
      ++Line;
      Units = 0;
    } else {
      Units += unitsOf(Pieces[I], Encoding);
    }
  }
  Places.push_back({Bytes.size(), {Line, uint32_t(Units)}});
  return Places;
}

/// The last place that is not after `Cursor`; of a line that is not there, the
/// last of all.
static size_t referenceOffset(const std::string &Bytes, Position Cursor,
                              PositionEncoding Encoding) {
  size_t Offset = 0;
  for (const Place &P : places(Bytes, Encoding))
    if (P.Cursor <= Cursor)
      Offset = P.Offset;
  return Offset;
}

static Position referencePosition(const std::string &Bytes, size_t Offset,
                                  PositionEncoding Encoding) {
  Position Cursor;
  for (const Place &P : places(Bytes, Encoding))
    if (P.Offset <= Offset)
      Cursor = P.Cursor;
  return Cursor;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

static std::string randomText(std::mt19937 &Random, size_t MaxPieces) {
  static const std::string Alphabet[] = {"a",
                                         "b",
                                         "%0 ",
                                         "\n",
                                         "\r\n",
                                         "\r",
                                         "\t",
                                         "\xC3\xA9" /* é */,
                                         "\xE2\x82\xAC" /* € */,
                                         "\xF0\x9F\x98\x80" /* an emoji */,
                                         "\xFF",
                                         "\x80",
                                         "\xF0\x9F" /* cut short */,
                                         "\xED\xA0\x80" /* a surrogate */};
  std::string Text;
  size_t Count = Random() % (MaxPieces + 1);
  bool Plain = Random() % 4 == 0;
  for (size_t I = 0; I < Count; ++I)
    Text += Alphabet[Random() % (Plain ? 7 : std::size(Alphabet))];
  return Text;
}

static void checkAgainstReference(const Text &Subject, const std::string &Bytes,
                                  PositionEncoding Encoding) {
  REQUIRE(Subject.bytes() == Bytes);
  std::vector<Place> Places = places(Bytes, Encoding);
  REQUIRE(Subject.lineCount() == Places.back().Cursor.Line + 1);
  for (size_t Offset = 0; Offset <= Bytes.size() + 2; ++Offset)
    REQUIRE(Subject.positionAt(Offset, Encoding) ==
            referencePosition(Bytes, Offset, Encoding));
  for (uint32_t Line = 0; Line < Subject.lineCount() + 2; ++Line)
    for (uint32_t Character = 0; Character < 24; ++Character)
      REQUIRE(Subject.offsetAt({Line, Character}, Encoding) ==
              referenceOffset(Bytes, {Line, Character}, Encoding));
}

TEST_CASE("Text: positions are those of the reference", "[text]") {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 150; ++Round) {
    std::string Bytes = randomText(Random, 16);
    for (PositionEncoding Encoding : Encodings)
      checkAgainstReference(Text(Bytes), Bytes, Encoding);
  }
}

TEST_CASE("Text: edits give the text that replacing bytes gives", "[text]") {
  std::mt19937 Random(2);
  for (int Round = 0; Round < 150; ++Round) {
    PositionEncoding Encoding = Encodings[Random() % 3];
    std::string Bytes = randomText(Random, 12);
    Text Subject(Bytes);
    for (int Edit = 0; Edit < 6; ++Edit) {
      auto Anywhere = [&] {
        return Position{uint32_t(Random() % (Subject.lineCount() + 1)),
                        uint32_t(Random() % 8)};
      };
      Range EditRange{Anywhere(), Anywhere()};
      std::string New = randomText(Random, 3);
      size_t Begin = referenceOffset(Bytes, EditRange.Start, Encoding);
      size_t End = referenceOffset(Bytes, EditRange.End, Encoding);
      if (End < Begin)
        std::swap(Begin, End);
      Text OldText = Subject;
      std::string BytesBefore = Bytes;
      Bytes.replace(Begin, End - Begin, New);
      Subject = Subject.applyChange(EditRange, New, Encoding);
      CHECK(OldText.bytes() == BytesBefore);
      checkAgainstReference(Subject, Bytes, Encoding);
    }
  }
}

//===----------------------------------------------------------------------===//
// Long texts
//===----------------------------------------------------------------------===//

// A text keeps its bytes in blocks. These tests look at what is around their
// borders; they would hold without blocks as well.

/// The most bytes of a block.
static constexpr size_t BlockSize = 32 * 1024;

/// Where lines start and end, from the bytes alone.
static std::vector<std::pair<size_t, size_t>>
referenceLines(const std::string &Bytes) {
  std::vector<std::pair<size_t, size_t>> Lines;
  size_t Start = 0;
  for (size_t I = 0; I < Bytes.size(); ++I) {
    if (Bytes[I] != '\n' && Bytes[I] != '\r')
      continue;
    Lines.push_back({Start, I});
    if (Bytes[I] == '\r' && I + 1 < Bytes.size() && Bytes[I + 1] == '\n')
      ++I;
    Start = I + 1;
  }
  Lines.push_back({Start, Bytes.size()});
  return Lines;
}

/// All that is linear in the text, and the positions around `Anchor`.
static void checkLongText(const Text &Subject, const std::string &Bytes,
                          size_t Anchor) {
  REQUIRE(Subject.size() == Bytes.size());
  REQUIRE(Subject.bytes() == Bytes);
  auto Lines = referenceLines(Bytes);
  REQUIRE(Subject.lineCount() == Lines.size());
  size_t Wrong = 0;
  for (size_t I = 0; I < Lines.size(); ++I)
    Wrong += Subject.lineStart(I) != Lines[I].first ||
             Subject.lineEnd(I) != Lines[I].second ||
             Subject.lineAt(Lines[I].first) != I ||
             Subject.lineAt(Lines[I].second) != I;
  REQUIRE(Wrong == 0);
  size_t Line = 0;
  for (size_t Offset = Anchor - std::min<size_t>(Anchor, 12);
       Offset <= std::min(Anchor + 12, Bytes.size()); ++Offset) {
    while (Line + 1 < Lines.size() && Lines[Line + 1].first <= Offset)
      ++Line;
    auto [Begin, End] = Lines[Line];
    std::string OfLine = Bytes.substr(Begin, End - Begin);
    for (PositionEncoding Encoding : Encodings) {
      Position Cursor = referencePosition(OfLine, Offset - Begin, Encoding);
      Cursor.Line = Line;
      REQUIRE(Subject.positionAt(Offset, Encoding) == Cursor);
      REQUIRE(Subject.offsetAt(Cursor, Encoding) ==
              Begin + referenceOffset(OfLine, {0, Cursor.Character}, Encoding));
    }
  }
}

/// Rarely ASCII alone, with short lines and with long ones.
static std::string randomLongText(std::mt19937 &Random, size_t Size) {
  std::string Bytes;
  while (Bytes.size() < Size) {
    Bytes += randomText(Random, 40);
    if (Random() % 8 == 0)
      Bytes.append(Random() % 300, 'x');
  }
  return Bytes;
}

/// Near a border of a new text of that size, most times.
static size_t randomPlace(std::mt19937 &Random, size_t Size) {
  size_t Count = (Size + BlockSize - 1) / BlockSize;
  if (Random() % 6 == 0 || Count < 2)
    return Random() % (Size + 1);
  size_t Border = Size / Count * (1 + Random() % Count);
  return std::min(Border - 10 + Random() % 20, Size);
}

TEST_CASE("Text: edits at the borders of blocks", "[text]") {
  std::mt19937 Random(3);
  for (int Round = 0; Round < 120; ++Round) {
    std::string Bytes = randomLongText(Random, BlockSize * (1 + Random() % 3));
    Text Subject(Bytes);
    for (int Edit = 0; Edit < 5; ++Edit) {
      size_t Begin = randomPlace(Random, Bytes.size());
      size_t End = std::min<size_t>(Begin + Random() % 6, Bytes.size());
      std::string New = randomText(Random, 3);
      CAPTURE(Round, Edit, Begin, End);
      Text OldText = Subject;
      std::string BytesBefore = Bytes;
      Bytes.replace(Begin, End - Begin, New);
      Subject = Subject.replace(Begin, End, New);
      checkLongText(Subject, Bytes, Begin);
      REQUIRE(OldText.bytes() == BytesBefore);
    }
  }
}

TEST_CASE("Text: characters that come to be at the borders of blocks",
          "[text]") {
  // Three stray bytes become a character when the fourth one fits.
  auto [Stray, FittingRange] =
      GENERATE(std::pair<std::string, std::string>("x\x9F\x98\x80", "\xF0"),
               std::pair<std::string, std::string>("\xF0\x9F\x98x", "\x80"));
  std::string Strays;
  while (Strays.size() < 2 * BlockSize)
    Strays += Stray;
  for (size_t Cut = 0; Cut < 4; ++Cut) {
    std::string Bytes = Strays.substr(Cut, 2 * BlockSize - 8);
    Text Subject(Bytes);
    for (size_t Place = BlockSize - 12; Place < BlockSize + 4; ++Place) {
      if (Bytes[Place] != 'x')
        continue;
      CAPTURE(Cut, Place);
      Text Fit = Subject.replace(Place, Place + 1, FittingRange);
      Position End = Fit.positionAt(Fit.size(), PositionEncoding::UTF16);
      CHECK(End.Character == Fit.size() - 2);
    }
  }
}

TEST_CASE("Text: a text that grows and shrinks", "[text]") {
  std::mt19937 Random(4);
  for (int Round = 0; Round < 6; ++Round) {
    std::string Bytes;
    Text Subject;
    bool Grows = true;
    for (int Edit = 0; Edit < 30; ++Edit) {
      if (Bytes.size() > 8 * BlockSize)
        Grows = false;
      else if (Bytes.empty())
        Grows = true;
      size_t Begin = Random() % (Bytes.size() + 1);
      size_t End = Begin;
      std::string New;
      if (Random() % 3 == 0) {
        New = randomText(Random, 5);
      } else if (Grows) {
        New = randomLongText(Random, Random() % (3 * BlockSize));
      } else {
        End += Random() % (3 * BlockSize);
        if (Random() % 8 == 0)
          Begin = 0, End = Bytes.size();
      }
      End = std::min(End, Bytes.size());
      CAPTURE(Round, Edit, Begin, End, Bytes.size());
      Bytes.replace(Begin, End - Begin, New);
      Subject = Subject.replace(Begin, End, New);
      checkLongText(Subject, Bytes, Begin);
    }
  }
}

TEST_CASE("Text: one character after the other", "[text]") {
  // Blocks fill up, and are divided.
  std::mt19937 Random(5);
  std::string Bytes = randomLongText(Random, BlockSize - 100);
  Text Subject(Bytes);
  for (int Key = 0; Key < 1500; ++Key) {
    size_t Offset = Bytes.size() / 2 + Random() % 3;
    char C = "ab\r\n"[Random() % 4];
    Bytes.insert(Bytes.begin() + Offset, C);
    Subject = Subject.replace(Offset, Offset, std::string(1, C));
    if (Key % 100 == 0)
      checkLongText(Subject, Bytes, Offset);
  }
  checkLongText(Subject, Bytes, Bytes.size() / 2);
}

TEST_CASE("Text: any thread may ask for the bytes", "[text]") {
  std::string Bytes(5 * BlockSize, 'a');
  Text Subject = Text(Bytes).replace(BlockSize, BlockSize, "b");
  Bytes.insert(BlockSize, "b");
  std::atomic<int> Right = 0;
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back(
        [&, Copy = Subject] { Right += Copy.bytes() == Bytes; });
  for (std::thread &Thread : Threads)
    Thread.join();
  CHECK(Right == 4);
}

//===----------------------------------------------------------------------===//
// What changed
//===----------------------------------------------------------------------===//

TEST_CASE("Text: a change tells which bytes it changed", "[text]") {
  constexpr auto Encoding = PositionEncoding::UTF16;
  Text Old("one\ntwo\nthree");
  auto change = [&](std::optional<Range> EditRange, std::string_view New) {
    TextChange Change;
    Text NewText = Old.applyChange(EditRange, New, Encoding, &Change);
    // It makes one of the other.
    std::string Result = Old.bytes().str();
    Result.replace(
        Change.Old.Begin, Change.Old.size(),
        NewText.bytes().substr(Change.Old.Begin, Change.NewSize).str());
    CHECK(NewText.bytes() == Result);
    return Change;
  };
  CHECK(change(Range{{1, 3}, {1, 3}}, "!") == TextChange{{7, 7}, 1});
  CHECK(change(Range{{1, 0}, {2, 0}}, "") == TextChange{{4, 8}, 0});
  // Only what differs counts, also where all is replaced.
  CHECK(change(Range{{1, 0}, {2, 0}}, "twenty\n") == TextChange{{6, 7}, 4});
  CHECK(change(std::nullopt, "one\n2\nthree") == TextChange{{4, 7}, 1});
  CHECK(change(std::nullopt, "") == TextChange{{0, 13}, 0});
  TextChange NoChange = change(std::nullopt, "one\ntwo\nthree");
  CHECK(NoChange.Old.empty());
  CHECK(NoChange.NewSize == 0);
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST_CASE("Text: units", "[text]") {
  // e acute: 2 bytes, 1 unit; an emoji: 4 bytes, 2 units of UTF-16.
  Text Line("x\xC3\xA9\xF0\x9F\x98\x80y\r\n");
  CHECK(Line.positionAt(7, PositionEncoding::UTF8) == Position{0, 7});
  CHECK(Line.positionAt(7, PositionEncoding::UTF16) == Position{0, 4});
  CHECK(Line.positionAt(7, PositionEncoding::UTF32) == Position{0, 3});
  CHECK(Line.offsetAt({0, 4}, PositionEncoding::UTF16) == 7);
  // Between the halves of the pair, and inside its bytes.
  CHECK(Line.offsetAt({0, 3}, PositionEncoding::UTF16) == 3);
  CHECK(Line.offsetAt({0, 5}, PositionEncoding::UTF8) == 3);
  CHECK(Line.positionAt(5, PositionEncoding::UTF16) == Position{0, 2});
  // Past the end of the line, and of the file.
  CHECK(Line.offsetAt({0, 4000000000u}, PositionEncoding::UTF16) == 8);
  CHECK(Line.offsetAt({4000000000u, 0}, PositionEncoding::UTF16) == 10);
  CHECK(Line.positionAt(9, PositionEncoding::UTF16) == Position{0, 5});
}

TEST_CASE("Text: lines", "[text]") {
  Text Lines("a\nb\r\nc\rd");
  REQUIRE(Lines.lineCount() == 4);
  CHECK(Lines.lineStart(2) == 5);
  CHECK(Lines.lineEnd(1) == 3);
  CHECK(Lines.lineEnd(3) == 8);
  CHECK(Lines.lineAt(4) == 1);
  CHECK(Lines.lineAt(100) == 3);
  CHECK(Text().lineCount() == 1);
  CHECK(Text("\n").lineCount() == 2);
  CHECK(Text("\n\r\n").lineEnd(1) == 1);
}

TEST_CASE("Text: edits that join and split line ends", "[text]") {
  constexpr auto Encoding = PositionEncoding::UTF16;
  Text JoinedText =
      Text("a\r b\n").applyChange(Range{{1, 0}, {1, 2}}, "", Encoding);
  CHECK(JoinedText.bytes() == "a\r\n");
  CHECK(JoinedText.lineCount() == 2);
  Text Split = Text("a\r\nb").replace(2, 2, "x");
  CHECK(Split.lineCount() == 3);
  Text Whole = Split.applyChange(std::nullopt, "new", Encoding);
  CHECK(Whole.bytes() == "new");
  CHECK(Whole == Text("new"));
  CHECK_FALSE(Whole == Split);
}
