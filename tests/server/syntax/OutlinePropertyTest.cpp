//===- OutlinePropertyTest.cpp - What holds of every outline --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On generated programs and on the files of the tests and examples.
//
//===----------------------------------------------------------------------===//

#include "server/syntax/OperationStart.h"
#include "server/syntax/OutlineMarks.h"
#include "tests/support/MlirText.h"
#include "tests/support/SourceRoot.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::test;
using llvm::StringRef;

using Mode = Outline::Mode;

/// All .mlir files below tests/ and examples/.
static const std::vector<std::string> &filesOfTests() {
  static const std::vector<std::string> Files = [] {
    namespace fs = std::filesystem;
    fs::path Root = sourceRoot();
    std::vector<fs::path> Paths;
    for (const char *Folder : {"tests", "examples"})
      for (const auto &Entry : fs::recursive_directory_iterator(Root / Folder))
        if (Entry.path().extension() == ".mlir")
          Paths.push_back(Entry.path());
    std::sort(Paths.begin(), Paths.end());
    std::vector<std::string> Texts;
    for (const fs::path &Path : Paths) {
      std::ifstream Stream(Path);
      std::stringstream Contents;
      Contents << Stream.rdbuf();
      Texts.push_back(Contents.str());
    }
    return Texts;
  }();
  return Files;
}

//===----------------------------------------------------------------------===//
// Descriptions, to compare
//===----------------------------------------------------------------------===//

namespace {

/// A piece with its place, its info and the places of its containers.
struct Description {
  PieceKind Kind;
  ByteRange Range;
  std::vector<size_t> Containers;
  std::shared_ptr<const PieceInfo> Info;
  uint32_t Indentation;
  bool AsksForNames;

  bool operator==(const Description &Rhs) const {
    return Kind == Rhs.Kind && Range == Rhs.Range &&
           Containers == Rhs.Containers && *Info == *Rhs.Info &&
           Indentation == Rhs.Indentation && AsksForNames == Rhs.AsksForNames;
  }
};

std::vector<size_t> containersOf(const Outline &Whole, const Piece &Part) {
  std::vector<size_t> Begins;
  for (uint32_t I = Part.Container; I != Piece::None;
       I = Whole.pieces()[I].Container)
    Begins.push_back(Whole.pieces()[I].Range.Begin);
  return Begins;
}

std::vector<Description> describe(const Outline &Whole) {
  std::vector<Description> Descriptions;
  for (const Piece &Part : Whole.pieces())
    Descriptions.push_back({Part.Kind, Part.Range, containersOf(Whole, Part),
                            Part.Info, Part.Indentation, Part.AsksForNames});
  return Descriptions;
}

} // namespace

static std::string show(StringRef Text, const Outline &Whole) {
  std::string Listing;
  for (const Piece &Part : Whole.pieces()) {
    Listing += "OAHFMS"[int(Part.Kind)];
    Listing += Part.Info->IsUnbalanced ? "!" : " ";
    Listing += std::to_string(Part.Range.Begin) + "-" +
               std::to_string(Part.Range.End) + " in " +
               std::to_string(int32_t(Part.Container)) + " |" +
               Text.slice(Part.Range.Begin, Part.Range.End).str() + "|\n";
  }
  return Listing;
}

/// Pieces follow each other; between them there is nothing but white space and
/// comments, and no separator; the containers nest.
static void checkForm(StringRef Text, const Outline &Whole) {
  INFO(show(Text, Whole));
  size_t End = 0;
  bool IsFormed = true;
  auto IsGap = [&](StringRef Gap) {
    while (!(Gap = Gap.ltrim(" \t\r\n")).empty()) {
      if (!Gap.starts_with("//"))
        return false;
      Gap = Gap.substr(Gap.find_first_of("\r\n"));
    }
    return true;
  };
  auto Pieces = Whole.pieces();
  for (size_t I = 0; I < Pieces.size(); ++I) {
    const Piece &Part = Pieces[I];
    IsFormed &= Part.Info != nullptr;
    IsFormed &= Part.Range.Begin >= End && !Part.Range.empty();
    IsFormed &= IsGap(Text.slice(End, Part.Range.Begin));
    IsFormed &= outline::findSplitMarker(Text, End) >= Part.Range.Begin;
    End = Part.Range.End;
    StringRef Bytes = Text.slice(Part.Range.Begin, Part.Range.End);
    bool IsMarker = outline::isSplitMarker(Bytes.data(), Text.end());
    IsFormed &= (Part.Kind == PieceKind::Separator) == IsMarker;
    IsFormed &= IsMarker ? Bytes == outline::SplitMarker
                         : outline::findSplitMarker(Text, Part.Range.Begin) >=
                               Part.Range.End;
    IsFormed &= Bytes.ltrim(" \t\r\n").size() == Bytes.size();
    if (Part.Container != Piece::None)
      IsFormed &= Part.Container < I &&
                  Pieces[Part.Container].Kind == PieceKind::Header;
    IsFormed &= Part.Info->Aliases.empty() == (Part.Kind != PieceKind::Aliases);
    IsFormed &= Whole.findPiece(Part.Range.Begin) == I;
    IsFormed &= Whole.findPiece(Part.Range.End - 1) == I;
    if (!IsFormed) {
      INFO(I);
      REQUIRE(IsFormed);
    }
  }
  REQUIRE(IsGap(Text.drop_front(End)));
  REQUIRE(outline::findSplitMarker(Text, End) == StringRef::npos);
  REQUIRE(Whole.findPiece(End) == Pieces.size());
}

//===----------------------------------------------------------------------===//
// Text in which brackets match
//===----------------------------------------------------------------------===//

static void checkRegular(const std::string &Text) {
  Outline Tolerant = Outline::scan(Text);
  Outline Strict = Outline::scan(Text, Mode::Strict);
  checkForm(Text, Tolerant);
  if (describe(Tolerant) != describe(Strict)) {
    INFO(show(Text, Tolerant) + "--- strict:\n" + show(Text, Strict));
    FAIL();
  }
}

TEST_CASE("Outline: indentation changes nothing where brackets match",
          "[outline]") {
  for (const std::string &Text : filesOfTests())
    checkRegular(Text);
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::string Text = randomMlirText(Seed);
    INFO(Text);
    checkRegular(Text);
    Outline Scanned = Outline::scan(Text);
    for (const Piece &Part : Scanned.pieces())
      REQUIRE_FALSE(Part.Info->IsUnbalanced);
  }
}

//===----------------------------------------------------------------------===//
// One bracket too many or too few
//===----------------------------------------------------------------------===//

/// How a text that has `Text` but for the bytes `Old`, which are `New` now,
/// keeps all pieces but the one that the edit is in.
static bool keepsOthers(const std::string &Text, const Outline &OldOutline,
                        ByteRange Old, StringRef New, std::string &NewText) {
  NewText = Text;
  NewText.replace(Old.Begin, Old.size(), New.str());
  Outline NewOutline = Outline::scan(NewText);
  ptrdiff_t Delta = ptrdiff_t(New.size()) - ptrdiff_t(Old.size());
  auto MoveTo = [&](size_t Offset) {
    return Offset >= Old.End ? Offset + Delta : Offset;
  };
  for (const Piece &Part : OldOutline.pieces()) {
    if (Part.Range.Begin <= Old.Begin && Old.End <= Part.Range.End)
      continue;
    // What may stand inside of functions, too, needs a second one of its kind.
    if (Part.Kind == PieceKind::Operation &&
        !outline::isSectionName(Part.Info->Operation))
      continue;
    size_t Begin = MoveTo(Part.Range.Begin);
    size_t I = NewOutline.findPiece(Begin);
    if (I == NewOutline.pieces().size())
      return false;
    const Piece &NewPiece = NewOutline.pieces()[I];
    std::vector<size_t> Containers = containersOf(OldOutline, Part);
    for (size_t &Container : Containers)
      Container = MoveTo(Container);
    if (NewPiece.Range.Begin != Begin ||
        NewPiece.Range.size() != Part.Range.size() ||
        NewPiece.Kind != Part.Kind || *NewPiece.Info != *Part.Info ||
        containersOf(NewOutline, NewPiece) != Containers)
      return false;
  }
  return true;
}

static void checkBrackets(const std::string &Text) {
  Outline OldOutline = Outline::scan(Text);
  std::string NewText;
  for (const Piece &Part : OldOutline.pieces()) {
    if (Part.Kind != PieceKind::Operation ||
        !StringRef(Part.Info->Operation).ends_with("func"))
      continue;
    for (size_t Offset = Part.Range.Begin; Offset <= Part.Range.End; ++Offset) {
      if (Offset < Part.Range.End && StringRef("()[]{}").contains(Text[Offset]))
        if (!keepsOthers(Text, OldOutline, {Offset, Offset + 1}, "", NewText)) {
          INFO("deleted " << Offset << "\n"
                          << NewText << "\n"
                          << show(NewText, Outline::scan(NewText)));
          FAIL();
        }
      // Nobody types in the middle of a line end.
      if (StringRef(Text)
              .substr(Offset - std::min<size_t>(Offset, 1))
              .starts_with("\r\n"))
        continue;
      for (const char *Bracket : {"(", ")", "[", "]", "{", "}"})
        if (!keepsOthers(Text, OldOutline, {Offset, Offset}, Bracket,
                         NewText)) {
          INFO("inserted " << Bracket << " at " << Offset << "\n"
                           << NewText << "\n"
                           << show(NewText, Outline::scan(NewText)));
          FAIL();
        }
    }
  }
}

TEST_CASE("Outline: a bracket spoils no more than the function it is in",
          "[outline]") {
  for (const std::string &Text : filesOfTests())
    if (Text.size() < 5000)
      checkBrackets(Text);
  for (unsigned Seed = 0; Seed < 25; ++Seed)
    checkBrackets(randomMlirText(Seed));
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Bytes that matter to an outline.
static const char *const Fragments[] = {
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\n",
    "\r",
    "\n\n",
    " ",
    "  ",
    "\t",
    "//",
    "/",
    "-",
    "// -----",
    "\n// -----\n",
    "\n// ----- x\n",
    "\n// -----// x\n",
    "<",
    ">",
    "->",
    "<\n",
    "\n>",
    "tuple<",
    "x",
    ".",
    "func.func",
    "test.region @r {\n",
    "module {\n",
    "\nmodule @m {\n",
    "}\n",
    "\n}\n",
    "\n  }\n",
    "\"builtin.module\"() ({\n",
    "}) : () -> ()\n",
    "#a = 1\n",
    "\n#map = affine_map<() -> ()>",
    "!t",
    " = ",
    "%",
    "%0 = ",
    "loc(#loc)",
    "attributes {",
    "\nattributes {",
    "module",
    "\n    ",
    "{-#",
    "#-}",
    "\\",
    "func.func @f() {\n  return\n}\n",
    "\n  func.func @g() {\n  }\n",
    "test.other\n",
    "\ntest.other {",
    "@",
    "gpu.module @k {\n",
    "init {",
    "\n%a",
    "=",
    ",",
    ":",
    "lo",
    "\nloc",
    "()",
};

/// One of these, or a part of the text itself.
static std::string randomInsertion(std::mt19937 &Random,
                                   const std::string &Text) {
  if (Random() % 4)
    return Fragments[Random() % std::size(Fragments)];
  size_t Begin = Random() % (Text.size() + 1);
  return Text.substr(Begin, Random() % 100);
}

static void checkEdits(std::string Text, unsigned Seed, unsigned Count,
                       Mode ScanMode) {
  std::mt19937 Random(Seed);
  Outline NewOutline = Outline::scan(Text, ScanMode);
  // Around one place, mostly: so do people, and pieces have to meet.
  size_t Place = 0;
  for (unsigned I = 0; I < Count; ++I) {
    std::string OldText = Text;
    Outline Was = NewOutline;
    if (I % 8 == 0)
      Place = Random() % (Text.size() + 1);
    size_t Begin = std::min(Text.size(), Place + Random() % 20);
    size_t Size = Random() % 3 ? 0 : Random() % 12;
    if (Random() % 30 == 0)
      Size = Random() % 400;
    Size = std::min(Size, Text.size() - Begin);
    std::string New;
    if (Size == 0 || Random() % 2)
      New = randomInsertion(Random, Text);
    Text.replace(Begin, Size, New);
    NewOutline = Outline::rescan(Was, Text, {Begin, Begin + Size}, New.size());
    Outline ScannedOutline = Outline::scan(Text, ScanMode);
    if (describe(NewOutline) != describe(ScannedOutline)) {
      INFO("seed " << Seed << "\n"
                   << OldText << "\n=== [" << Begin << ", " << Begin + Size
                   << ") is now |" << New << "|\n"
                   << Text << "\n=== before:\n"
                   << show(OldText, Was) << "=== rescan:\n"
                   << show(Text, NewOutline) << "=== scan:\n"
                   << show(Text, ScannedOutline));
      FAIL();
    }
    checkForm(Text, NewOutline);
  }
}

TEST_CASE("Outline: what is scanned again is as if all were", "[outline]") {
  unsigned Seed = 0;
  for (const std::string &Text : filesOfTests())
    for (Mode ScanMode : {Mode::Tolerant, Mode::Strict})
      checkEdits(Text, ++Seed, 100, ScanMode);
  for (; Seed < 500; ++Seed)
    checkEdits(randomMlirText(Seed), Seed, 40,
               Seed % 5 ? Mode::Tolerant : Mode::Strict);
}

/// A function that has marks (OutlineMarks.h), between other pieces.
static std::string randomLargeFunction(unsigned Seed) {
  static const char *const Lines[] = {
      "%0 = test.op %1 : i32",
      "%2 = \"test.op\"(%1) {a = #map} : (i32) -> !alias",
      "test.use %0, dense_resource<x> : tensor<4xi32>",
      "// a comment }",
      "",
      "scf.for %i = %a to %b step %c {",
      "}",
      "} else {",
      "func.call @f(",
      ") : () -> ()",
      "return",
      "^bb1(%3: i32):",
      "\"test.region\"() ({",
      "}) : () -> ()",
      "%4 = arith.addi %0, %0 : i32",
      "%5 = arith.muli %4, %4 : i32",
  };
  std::mt19937 Random(Seed);
  bool IsInModule = Random() % 2;
  std::string Margin = IsInModule ? "  " : "", LineEnd = "\n";
  if (Random() % 8 == 0)
    LineEnd = "\r\n";
  std::string Text = IsInModule ? "module {" + LineEnd : "";
  Text += Margin + "test.other @a" + LineEnd + Margin + "func.func @f() {" +
          LineEnd;
  unsigned Count = 60 + Random() % 120, Depth = 1;
  for (unsigned I = 0; I < Count; ++I) {
    // Brackets match, mostly.
    std::string Line = Lines[Random() % std::size(Lines)];
    bool Opens =
        StringRef(Line).ends_with("{") || StringRef(Line).ends_with("(");
    bool Closes =
        StringRef(Line).starts_with("}") || StringRef(Line).starts_with(")");
    if (Closes && !Opens && Depth == 1 && Random() % 20)
      continue;
    Depth -= Closes && Depth > 1;
    // Some lines are indented like the function, or like the module.
    if (Random() % 20)
      Text += Margin + std::string(2 * Depth, ' ');
    else if (Random() % 2)
      Text += Margin;
    Text += Line + LineEnd;
    Depth += Opens;
  }
  for (; Depth > 0; --Depth)
    Text += Margin + std::string(2 * Depth - 2, ' ') + "}" + LineEnd;
  Text += Margin + "test.other @b" + LineEnd + Margin + "func.func @g() {" +
          LineEnd + Margin + "}" + LineEnd;
  return Text + (IsInModule ? "}" + LineEnd : "");
}

TEST_CASE("Outline: a large function is read from mark to mark", "[outline]") {
  size_t MarkCount = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    std::string Text = randomLargeFunction(Seed);
    Mode ScanMode = Seed % 5 ? Mode::Tolerant : Mode::Strict;
    Outline Scanned = Outline::scan(Text, ScanMode);
    for (const Piece &Part : Scanned.pieces())
      MarkCount += Part.Marks ? Part.Marks->List.size() : 0;
    checkEdits(Text, Seed, 60, ScanMode);
  }
  CHECK(MarkCount > 400);
}

TEST_CASE("Outline: a mark is behind all that decides what is before it",
          "[outline]") {
  // Whether the first } ends the module depends on the line behind the
  // comments.
  for (unsigned Count = 1; Count < 40; ++Count) {
    std::string Text = "module {\n  func.func @f() {\n    scf.if %c {\n";
    for (unsigned I = 0; I < Count; ++I)
      Text += "    %0 = test.op %1 : i32\n";
    Text += "}\n";
    for (unsigned I = 0; I < 8; ++I)
      Text += "// a comment of some length that nobody reads, and so on\n";
    size_t Place = Text.size();
    Text += "    test.op\n}\n";
    Outline Was = Outline::scan(Text);
    Text.erase(Place, 4);
    INFO(Text);
    CHECK(describe(Outline::rescan(Was, Text, {Place, Place + 4}, 0)) ==
          describe(Outline::scan(Text)));
  }
}
