//===- TextTest.cpp - An immutable text and its lines ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Text.h"
#include <catch2/catch.hpp>
#include <random>
#include <string>
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
    auto At = [&](size_t J) {
      return J < Bytes.size() ? static_cast<unsigned char>(Bytes[J]) : 0u;
    };
    size_t Length = 1;
    char32_t Code = 0xFFFD;
    auto Try = [&](size_t Size, unsigned Mask, unsigned Mark, char32_t Least) {
      if ((At(I) & ~Mask) != Mark)
        return;
      char32_t Value = At(I) & Mask;
      for (size_t J = 1; J < Size; ++J) {
        if ((At(I + J) & 0xC0) != 0x80)
          return;
        Value = Value * 64 + (At(I + J) & 0x3F);
      }
      if (Value < Least || Value > 0x10FFFF ||
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
  Position Where;
};
} // namespace

static std::vector<Place> places(const std::string &Bytes,
                                 PositionEncoding Encoding) {
  std::vector<Place> Places;
  uint32_t Line = 0;
  size_t Units = 0;
  std::vector<Piece> All = pieces(Bytes);
  for (size_t I = 0; I < All.size(); ++I) {
    Places.push_back({All[I].Offset, {Line, uint32_t(Units)}});
    bool CrLf = All[I].CodePoint == '\r' && I + 1 < All.size() &&
                All[I + 1].CodePoint == '\n';
    if (CrLf)
      ++I;
    if (All[I].CodePoint == '\n' || All[I].CodePoint == '\r') {
      ++Line;
      Units = 0;
    } else {
      Units += unitsOf(All[I], Encoding);
    }
  }
  Places.push_back({Bytes.size(), {Line, uint32_t(Units)}});
  return Places;
}

/// The last place that is not after `Where`; of a line that is not there, the
/// last of all.
static size_t referenceOffset(const std::string &Bytes, Position Where,
                              PositionEncoding Encoding) {
  size_t Offset = 0;
  for (const Place &P : places(Bytes, Encoding))
    if (P.Where <= Where)
      Offset = P.Offset;
  return Offset;
}

static Position referencePosition(const std::string &Bytes, size_t Offset,
                                  PositionEncoding Encoding) {
  Position Where;
  for (const Place &P : places(Bytes, Encoding))
    if (P.Offset <= Offset)
      Where = P.Where;
  return Where;
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

static void checkAgainstReference(const Text &Given, const std::string &Bytes,
                                  PositionEncoding Encoding) {
  REQUIRE(Given.bytes() == Bytes);
  std::vector<Place> Places = places(Bytes, Encoding);
  REQUIRE(Given.lineCount() == Places.back().Where.Line + 1);
  for (size_t Offset = 0; Offset <= Bytes.size() + 2; ++Offset)
    REQUIRE(Given.positionAt(Offset, Encoding) ==
            referencePosition(Bytes, Offset, Encoding));
  for (uint32_t Line = 0; Line < Given.lineCount() + 2; ++Line)
    for (uint32_t Character = 0; Character < 24; ++Character)
      REQUIRE(Given.offsetAt({Line, Character}, Encoding) ==
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
    Text Edited(Bytes);
    for (int Edit = 0; Edit < 6; ++Edit) {
      auto Anywhere = [&] {
        return Position{uint32_t(Random() % (Edited.lineCount() + 1)),
                        uint32_t(Random() % 8)};
      };
      Range Where{Anywhere(), Anywhere()};
      std::string New = randomText(Random, 3);
      size_t Begin = referenceOffset(Bytes, Where.Start, Encoding);
      size_t End = referenceOffset(Bytes, Where.End, Encoding);
      if (End < Begin)
        std::swap(Begin, End);
      Text Before = Edited;
      std::string BytesBefore = Bytes;
      Bytes.replace(Begin, End - Begin, New);
      Edited = Edited.applyChange(Where, New, Encoding);
      CHECK(Before.bytes() == BytesBefore);
      checkAgainstReference(Edited, Bytes, Encoding);
    }
  }
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
  Text Joined =
      Text("a\r b\n").applyChange(Range{{1, 0}, {1, 2}}, "", Encoding);
  CHECK(Joined.bytes() == "a\r\n");
  CHECK(Joined.lineCount() == 2);
  Text Split = Text("a\r\nb").replace(2, 2, "x");
  CHECK(Split.lineCount() == 3);
  Text Whole = Split.applyChange(std::nullopt, "new", Encoding);
  CHECK(Whole.bytes() == "new");
  CHECK(Whole == Text("new"));
  CHECK_FALSE(Whole == Split);
}
