//===- OffsetMapTest.cpp - Where bytes went through edits -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/OffsetMap.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

using namespace mlir::noisy::lsp;

namespace Catch {
template <> struct StringMaker<ByteRange> {
  static std::string convert(const ByteRange &Range) {
    return "[" + std::to_string(Range.Begin) + ", " +
           std::to_string(Range.End) + ")";
  }
};
template <> struct StringMaker<TextChange> {
  static std::string convert(const TextChange &Change) {
    return StringMaker<ByteRange>::convert(Change.Old) + " -> " +
           std::to_string(Change.NewSize);
  }
};
} // namespace Catch

using MaybeOffset = std::optional<size_t>;
using MaybeRange = std::optional<ByteRange>;

//===----------------------------------------------------------------------===//
// The reference: a text whose bytes all have an identity
//===----------------------------------------------------------------------===//

namespace {

/// The bytes of the target: which of the source each is, or none for what was
/// inserted. The ends of the texts are bytes as well.
class Bytes {
public:
  explicit Bytes(size_t Size) : SourceSize(Size) {
    for (size_t I = 0; I <= Size; ++I)
      Target.push_back(I);
  }

  size_t sourceSize() const { return SourceSize; }
  size_t targetSize() const { return Target.size() - 1; }

  void edit(const TextChange &Change) {
    auto Begin = Target.begin() + Change.Old.Begin;
    Begin = Target.erase(Begin, Begin + Change.Old.size());
    Target.insert(Begin, Change.NewSize, std::nullopt);
  }

  MaybeOffset toSource(size_t Offset) const { return Target[Offset]; }
  MaybeOffset toTarget(size_t Offset) const {
    auto Match = std::find(Target.begin(), Target.end(), MaybeOffset(Offset));
    if (Match == Target.end())
      return std::nullopt;
    return Match - Target.begin();
  }

  MaybeRange toSource(ByteRange Range) const {
    return map(Range, [&](size_t I) { return toSource(I); });
  }
  MaybeRange toTarget(ByteRange Range) const {
    return map(Range, [&](size_t I) { return toTarget(I); });
  }

  ByteRange toTargetClamped(ByteRange Range) const {
    if (Range.empty())
      if (MaybeRange Place = toTarget(Range))
        return *Place;
    std::vector<size_t> Targets;
    for (size_t I = Range.Begin; I < Range.End; ++I)
      if (MaybeOffset TargetOffset = toTarget(I))
        Targets.push_back(*TargetOffset);
    if (!Targets.empty())
      return {Targets.front(), Targets.back() + 1};
    for (size_t I = Range.Begin; I-- > 0;)
      if (MaybeOffset TargetOffset = toTarget(I))
        return {*TargetOffset + 1, *TargetOffset + 1};
    return {0, 0};
  }

private:
  template <typename Map>
  static MaybeRange map(ByteRange Range, const Map &MapByte) {
    if (Range.empty()) {
      if (MaybeOffset NextTarget = MapByte(Range.Begin))
        return ByteRange{*NextTarget, *NextTarget};
      if (Range.Begin == 0)
        return ByteRange{0, 0};
      if (MaybeOffset PreviousTarget = MapByte(Range.Begin - 1))
        return ByteRange{*PreviousTarget + 1, *PreviousTarget + 1};
      return std::nullopt;
    }
    MaybeOffset First = MapByte(Range.Begin);
    for (size_t I = Range.Begin; I < Range.End; ++I)
      if (!First || MapByte(I) != *First + (I - Range.Begin))
        return std::nullopt;
    return ByteRange{*First, *First + Range.size()};
  }

  size_t SourceSize;
  std::vector<MaybeOffset> Target;
};

} // namespace

static TextChange randomChange(std::mt19937 &Random, size_t Size) {
  size_t Begin = Random() % (Size + 1);
  size_t Length = Random() % 3 == 0 ? 0 : Random() % 4;
  return {{Begin, std::min(Begin + Length, Size)}, Random() % 3};
}

/// All ranges of a text.
static std::vector<ByteRange> rangesOf(size_t Size) {
  std::vector<ByteRange> Ranges;
  for (size_t Begin = 0; Begin <= Size; ++Begin)
    for (size_t End = Begin; End <= Size; ++End)
      Ranges.push_back({Begin, End});
  return Ranges;
}

static void checkAgainstReference(const OffsetMap &Map,
                                  const Bytes &Reference) {
  for (size_t I = 0; I <= Reference.sourceSize(); ++I)
    REQUIRE(Map.toTarget(I) == Reference.toTarget(I));
  for (size_t I = 0; I <= Reference.targetSize(); ++I)
    REQUIRE(Map.toSource(I) == Reference.toSource(I));
  for (ByteRange Range : rangesOf(Reference.sourceSize())) {
    CAPTURE(Range);
    REQUIRE(Map.toTarget(Range) == Reference.toTarget(Range));
    REQUIRE(Map.toTargetClamped(Range) == Reference.toTargetClamped(Range));
  }
  for (ByteRange Range : rangesOf(Reference.targetSize())) {
    CAPTURE(Range);
    REQUIRE(Map.toSource(Range) == Reference.toSource(Range));
  }
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

TEST_CASE("OffsetMap: bytes are where the edits put them", "[offsetmap]") {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 200; ++Round) {
    Bytes Reference(Random() % 16);
    OffsetMap Map;
    checkAgainstReference(Map, Reference);
    for (int Edit = 0; Edit < 8; ++Edit) {
      TextChange Change = randomChange(Random, Reference.targetSize());
      CAPTURE(Round, Edit, Change);
      Reference.edit(Change);
      Map.edit(Change);
      checkAgainstReference(Map, Reference);
    }
  }
}

TEST_CASE("OffsetMap: one edit can stand for all", "[offsetmap]") {
  std::mt19937 Random(2);
  for (int Round = 0; Round < 300; ++Round) {
    Bytes Reference(Random() % 24);
    OffsetMap Map;
    for (int Edit = Random() % 6; Edit > 0; --Edit) {
      TextChange Change = randomChange(Random, Reference.targetSize());
      Reference.edit(Change);
      Map.edit(Change);
    }
    TextChange Hull = Map.hull();
    CAPTURE(Round, Hull);
    REQUIRE(Reference.sourceSize() - Hull.Old.size() + Hull.NewSize ==
            Reference.targetSize());
    // What is outside of it is there still, and it begins and ends with what is
    // not.
    for (size_t I = 0; I < Hull.Old.Begin; ++I)
      REQUIRE(Reference.toTarget(I) == I);
    for (size_t I = Hull.Old.End; I < Reference.sourceSize(); ++I)
      REQUIRE(Reference.toTarget(I) == I - Hull.Old.size() + Hull.NewSize);
    REQUIRE(Map.isIdentity() == (Hull.Old.empty() && Hull.NewSize == 0));
    if (!Map.isIdentity()) {
      ByteRange New{Hull.Old.Begin, Hull.Old.Begin + Hull.NewSize};
      CHECK((Reference.toTarget(Hull.Old.Begin) != New.Begin));
      if (!Hull.Old.empty() && !New.empty())
        CHECK_FALSE((Reference.toTarget(Hull.Old.End - 1) &&
                     Reference.toSource(New.End - 1)));
    }
  }
}

TEST_CASE("OffsetMap: maps one after the other", "[offsetmap]") {
  std::mt19937 Random(3);
  for (int Round = 0; Round < 300; ++Round) {
    size_t Size = Random() % 24;
    OffsetMap Whole, Former, Later;
    std::vector<TextChange> Edits;
    int Count = Random() % 8, Cut = Random() % 8;
    for (int Edit = 0; Edit < Count; ++Edit) {
      TextChange Change = randomChange(Random, Size);
      Size += Change.NewSize - Change.Old.size();
      Whole.edit(Change);
      Edits.push_back(Change);
      (Edit < Cut ? Former : Later).edit(Change);
    }
    Former.append(Later);
    REQUIRE(Former == Whole);
    REQUIRE(OffsetMap(Edits) == Whole);
  }
}

TEST_CASE("OffsetMap: a part of it", "[offsetmap]") {
  std::mt19937 Random(4);
  for (int Round = 0; Round < 300; ++Round) {
    Bytes Reference(Random() % 16);
    OffsetMap Map;
    for (int Edit = Random() % 6; Edit > 0; --Edit) {
      TextChange Change = randomChange(Random, Reference.targetSize());
      Reference.edit(Change);
      Map.edit(Change);
    }
    for (ByteRange Range : rangesOf(Reference.sourceSize())) {
      CAPTURE(Round, Range);
      ByteRange TargetRange = Reference.toTargetClamped(Range);
      OffsetMap Part = Map.slice(Range);
      TextChange Hull = Part.hull();
      REQUIRE(Range.size() - Hull.Old.size() + Hull.NewSize ==
              TargetRange.size());
      for (size_t I = Range.Begin; I < Range.End; ++I) {
        MaybeOffset NewOffset = Reference.toTarget(I);
        if (NewOffset)
          *NewOffset -= TargetRange.Begin;
        REQUIRE(Part.toTarget(I - Range.Begin) == NewOffset);
      }
      for (size_t I = 0; I < TargetRange.size(); ++I) {
        MaybeOffset SourceOffset = Reference.toSource(TargetRange.Begin + I);
        if (SourceOffset)
          *SourceOffset -= Range.Begin;
        REQUIRE(Part.toSource(I) == SourceOffset);
      }
    }
  }
}

TEST_CASE("TextChange: the least change between two texts", "[offsetmap]") {
  auto difference = [](llvm::StringRef OldText, llvm::StringRef NewText) {
    return TextChange::diff(OldText, NewText);
  };
  CHECK(difference("", "") == TextChange{{0, 0}, 0});
  CHECK(difference("same", "same") == TextChange{{4, 4}, 0});
  CHECK(difference("", "new") == TextChange{{0, 0}, 3});
  CHECK(difference("old", "") == TextChange{{0, 3}, 0});
  CHECK(difference("one two", "one new two") == TextChange{{4, 4}, 4});
  CHECK(difference("abcd", "axyd") == TextChange{{1, 3}, 2});
  // No byte is both of the beginning and of the end.
  CHECK(difference("aa", "aaa") == TextChange{{2, 2}, 1});
  CHECK(difference("aaa", "aa") == TextChange{{2, 3}, 0});

  // Short and long texts, of few letters so that they have much in common.
  std::mt19937 Random(5);
  for (int Round = 0; Round < 300; ++Round) {
    std::string OldText(Random() % 5000, 'a');
    for (char &C : OldText)
      C = 'a' + Random() % 2;
    size_t Begin = Random() % (OldText.size() + 1);
    size_t End = std::min(OldText.size(), Begin + Random() % 5);
    std::string New(Random() % 5, 'b');
    std::string NewText = OldText;
    NewText.replace(Begin, End - Begin, New);
    TextChange Change = difference(OldText, NewText);
    CAPTURE(Round, Change);
    // It makes one of the other, and neither end could be shorter.
    ByteRange Became{Change.Old.Begin, Change.Old.Begin + Change.NewSize};
    std::string Result = OldText;
    Result.replace(Change.Old.Begin, Change.Old.size(),
                   NewText.substr(Became.Begin, Became.size()));
    REQUIRE(Result == NewText);
    if (!Change.Old.empty() && !Became.empty()) {
      CHECK(OldText[Change.Old.Begin] != NewText[Became.Begin]);
      CHECK(OldText[Change.Old.End - 1] != NewText[Became.End - 1]);
    }
    CHECK(Change.Old.size() + Became.size() <= End - Begin + New.size());
  }
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST_CASE("OffsetMap: typing in the middle", "[offsetmap]") {
  // "func @f() {}" becomes "func @foo() {}".
  OffsetMap Map;
  Map.edit({{7, 7}, 1});
  Map.edit({{8, 8}, 1});
  CHECK(Map.hull() == TextChange{{7, 7}, 2});
  CHECK(Map.toTarget(6) == 6);
  CHECK(Map.toTarget(7) == 9);
  CHECK(Map.toSource(7) == std::nullopt);
  CHECK(Map.toSource(9) == 7);
  // The name, at whose end was typed; and the whole, which is longer now.
  CHECK(Map.toTarget(ByteRange{5, 7}) == ByteRange{5, 7});
  CHECK(Map.toTarget(ByteRange{0, 12}) == std::nullopt);
  CHECK(Map.toTargetClamped({0, 12}) == ByteRange{0, 14});
  // What was typed is taken back.
  Map.edit({{7, 9}, 0});
  CHECK(Map.isIdentity());
}

TEST_CASE("OffsetMap: what is gone keeps its place", "[offsetmap]") {
  OffsetMap Map;
  Map.edit({{10, 20}, 5});
  CHECK(Map.toTarget(10) == std::nullopt);
  CHECK(Map.toTarget(20) == 15);
  CHECK(Map.toTargetClamped({12, 18}) == ByteRange{10, 10});
  CHECK(Map.toTargetClamped({5, 12}) == ByteRange{5, 10});
  CHECK(Map.toTargetClamped({18, 30}) == ByteRange{15, 25});
  CHECK(Map.toTarget(ByteRange{10, 10}) == ByteRange{10, 10});
  CHECK(Map.toTarget(ByteRange{20, 20}) == ByteRange{15, 15});
  CHECK(Map.toTarget(ByteRange{15, 15}) == std::nullopt);
}

TEST_CASE("OffsetMap: edits that touch are one", "[offsetmap]") {
  OffsetMap SeparateEdits, CombinedEdit;
  SeparateEdits.edit({{4, 6}, 2});
  SeparateEdits.edit({{6, 8}, 1});
  CombinedEdit.edit({{4, 8}, 3});
  CHECK(SeparateEdits == CombinedEdit);
  SeparateEdits.edit({{2, 3}, 1});
  CHECK_FALSE(SeparateEdits == CombinedEdit);
  CHECK(SeparateEdits.toTarget(3) == 3);
  CHECK(SeparateEdits.hull() == TextChange{{2, 8}, 5});
}

TEST_CASE("OffsetMap: a section in a text that is edited", "[offsetmap]") {
  OffsetMap Map;
  Map.edit({{0, 0}, 100});   // before it
  Map.edit({{115, 117}, 3}); // in it
  Map.edit({{129, 133}, 0}); // across its end
  ByteRange Section{10, 30};
  CHECK(Map.toTargetClamped(Section) == ByteRange{110, 129});
  OffsetMap Slice, ExpectedMap = Map.slice(Section);
  Slice.edit({{5, 7}, 3});
  Slice.edit({{19, 21}, 0});
  CHECK(Slice == ExpectedMap);
}
