//===- OffsetMap.cpp - A map of bytes through edits -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// TextChange
//===----------------------------------------------------------------------===//

/// The bytes that memcmp compares at a time: many times as fast as a loop over
/// bytes, which finds the exact place afterwards.
static constexpr size_t Block = 1024;

static size_t commonPrefix(const char *A, const char *B, size_t Size) {
  size_t Length = 0;
  while (Size - Length >= Block && !std::memcmp(A + Length, B + Length, Block))
    Length += Block;
  while (Length < Size && A[Length] == B[Length])
    ++Length;
  return Length;
}

/// The number of equal bytes at the ends, at most `Size`.
static size_t commonSuffix(const char *AEnd, const char *BEnd, size_t Size) {
  size_t Length = 0;
  while (Size - Length >= Block &&
         !std::memcmp(AEnd - Length - Block, BEnd - Length - Block, Block))
    Length += Block;
  while (Length < Size &&
         AEnd[-1 - ptrdiff_t(Length)] == BEnd[-1 - ptrdiff_t(Length)])
    ++Length;
  return Length;
}

TextChange TextChange::diff(llvm::StringRef OldText, llvm::StringRef NewText) {
  size_t Common = std::min(OldText.size(), NewText.size());
  size_t Prefix = commonPrefix(OldText.data(), NewText.data(), Common);
  size_t Suffix = commonSuffix(OldText.end(), NewText.end(), Common - Prefix);
  return {{Prefix, OldText.size() - Suffix}, NewText.size() - Suffix - Prefix};
}

//===----------------------------------------------------------------------===//
// OffsetMap: edits
//===----------------------------------------------------------------------===//

OffsetMap::OffsetMap(llvm::ArrayRef<TextChange> Edits) {
  if (Edits.size() > 1) {
    // Halves, so that many edits do not take quadratic time.
    size_t Half = Edits.size() / 2;
    *this = OffsetMap(Edits.take_front(Half));
    append(OffsetMap(Edits.drop_front(Half)));
  } else if (!Edits.empty()) {
    const TextChange &Edit = Edits.front();
    assert(Edit.Old.Begin <= Edit.Old.End && "not a range");
    if (!Edit.Old.empty() || Edit.NewSize > 0)
      Changes.push_back(
          {Edit.Old, {Edit.Old.Begin, Edit.Old.Begin + Edit.NewSize}});
  }
}

void OffsetMap::append(const OffsetMap &Later) {
  // Both changes touch the text between the maps: the target of this one, the
  // source of the other. Changes that touch there become one.
  std::vector<Replacement> Sum;
  Sum.reserve(Changes.size() + Later.Changes.size());
  // The growth of the text in between so far, and that of the target; modulo
  // 2^64.
  size_t EarlierGrowth = 0, LaterGrowth = 0;
  auto I = Changes.begin(), IEnd = Changes.end();
  auto J = Later.Changes.begin(), JEnd = Later.Changes.end();
  while (I != IEnd || J != JEnd) {
    size_t MiddleOffset = I == IEnd   ? J->Old.Begin
                          : J == JEnd ? I->New.Begin
                                      : std::min(I->New.Begin, J->Old.Begin);
    Replacement Change;
    Change.Old.Begin = MiddleOffset - EarlierGrowth;
    Change.New.Begin = MiddleOffset + LaterGrowth;
    while (true) {
      if (I != IEnd && I->New.Begin <= MiddleOffset) {
        MiddleOffset = std::max(MiddleOffset, I->New.End);
        EarlierGrowth += I->New.size() - I->Old.size();
        ++I;
      } else if (J != JEnd && J->Old.Begin <= MiddleOffset) {
        MiddleOffset = std::max(MiddleOffset, J->Old.End);
        LaterGrowth += J->New.size() - J->Old.size();
        ++J;
      } else {
        break;
      }
    }
    Change.Old.End = MiddleOffset - EarlierGrowth;
    Change.New.End = MiddleOffset + LaterGrowth;
    if (!Change.Old.empty() || !Change.New.empty())
      Sum.push_back(Change);
  }
  Changes = std::move(Sum);
}

TextChange OffsetMap::hull() const {
  if (Changes.empty())
    return {};
  return {{Changes.front().Old.Begin, Changes.back().Old.End},
          Changes.back().New.End - Changes.front().New.Begin};
}

//===----------------------------------------------------------------------===//
// OffsetMap: look-up
//===----------------------------------------------------------------------===//

/// The last change that begins at or before `Offset` on the side `FromSide`.
const OffsetMap::Replacement *OffsetMap::findBefore(Side FromSide,
                                                    size_t Offset) const {
  auto Next = llvm::partition_point(Changes, [&](const Replacement &R) {
    return (R.*FromSide).Begin <= Offset;
  });
  return Next == Changes.begin() ? nullptr : &*std::prev(Next);
}

std::optional<size_t> OffsetMap::map(Side FromSide, Side ToSide,
                                     size_t Offset) const {
  const Replacement *Change = findBefore(FromSide, Offset);
  if (!Change)
    return Offset;
  if (Offset < (Change->*FromSide).End)
    return std::nullopt;
  return Offset - (Change->*FromSide).End + (Change->*ToSide).End;
}

std::optional<ByteRange> OffsetMap::map(Side FromSide, Side ToSide,
                                        ByteRange Range) const {
  if (Range.empty()) {
    std::optional<size_t> Place = map(FromSide, ToSide, Range.Begin);
    if (!Place) {
      // It is not null, or the byte would exist.
      const Replacement *EnclosingChange = findBefore(FromSide, Range.Begin);
      if ((EnclosingChange->*FromSide).Begin != Range.Begin)
        return std::nullopt;
      Place = (EnclosingChange->*ToSide).Begin;
    }
    return ByteRange{*Place, *Place};
  }
  std::optional<size_t> Begin = map(FromSide, ToSide, Range.Begin);
  if (!Begin ||
      findBefore(FromSide, Range.Begin) != findBefore(FromSide, Range.End - 1))
    return std::nullopt;
  return ByteRange{*Begin, *Begin + Range.size()};
}

std::optional<size_t> OffsetMap::toTarget(size_t Offset) const {
  return map(&Replacement::Old, &Replacement::New, Offset);
}

std::optional<size_t> OffsetMap::toSource(size_t Offset) const {
  return map(&Replacement::New, &Replacement::Old, Offset);
}

std::optional<ByteRange> OffsetMap::toTarget(ByteRange Range) const {
  return map(&Replacement::Old, &Replacement::New, Range);
}

std::optional<ByteRange> OffsetMap::toSource(ByteRange Range) const {
  return map(&Replacement::New, &Replacement::Old, Range);
}

ByteRange OffsetMap::toTargetClamped(ByteRange Range) const {
  if (Range.empty())
    if (std::optional<ByteRange> Place = toTarget(Range))
      return *Place;
  // The unchanged part, in the source.
  ByteRange Remainder = Range;
  const Replacement *AtBegin = findBefore(&Replacement::Old, Range.Begin);
  if (AtBegin && Range.Begin < AtBegin->Old.End)
    Remainder.Begin = AtBegin->Old.End;
  if (Remainder.Begin >= Range.End)
    return {AtBegin->New.Begin, AtBegin->New.Begin};
  const Replacement *AtEnd = findBefore(&Replacement::Old, Range.End - 1);
  if (AtEnd && Range.End <= AtEnd->Old.End)
    Remainder.End = AtEnd->Old.Begin;
  return {*toTarget(Remainder.Begin), *toTarget(Remainder.End - 1) + 1};
}

OffsetMap OffsetMap::slice(ByteRange Range) const {
  OffsetMap Part;
  if (Range.empty())
    return Part;
  ByteRange TargetRange = toTargetClamped(Range);
  auto Change = llvm::partition_point(
      Changes, [&](const Replacement &R) { return R.Old.End <= Range.Begin; });
  for (; Change != Changes.end() && Change->Old.Begin < Range.End; ++Change) {
    Replacement Cut = *Change;
    if (Cut.Old.Begin <= Range.Begin) {
      Cut.Old.Begin = Range.Begin;
      Cut.New = {TargetRange.Begin, TargetRange.Begin};
    }
    if (Cut.Old.End >= Range.End) {
      Cut.Old.End = Range.End;
      Cut.New = {TargetRange.End, TargetRange.End};
    }
    Part.Changes.push_back(
        {{Cut.Old.Begin - Range.Begin, Cut.Old.End - Range.Begin},
         {Cut.New.Begin - TargetRange.Begin, Cut.New.End - TargetRange.Begin}});
  }
  return Part;
}
