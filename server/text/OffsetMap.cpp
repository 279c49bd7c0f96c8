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
  size_t Same = 0;
  while (Size - Same >= Block && !std::memcmp(A + Same, B + Same, Block))
    Same += Block;
  while (Same < Size && A[Same] == B[Same])
    ++Same;
  return Same;
}

/// The number of equal bytes at the ends, at most `Size`.
static size_t commonSuffix(const char *AEnd, const char *BEnd, size_t Size) {
  size_t Same = 0;
  while (Size - Same >= Block &&
         !std::memcmp(AEnd - Same - Block, BEnd - Same - Block, Block))
    Same += Block;
  while (Same < Size &&
         AEnd[-1 - ptrdiff_t(Same)] == BEnd[-1 - ptrdiff_t(Same)])
    ++Same;
  return Same;
}

TextChange TextChange::between(llvm::StringRef From, llvm::StringRef To) {
  size_t Common = std::min(From.size(), To.size());
  size_t Prefix = commonPrefix(From.data(), To.data(), Common);
  size_t Suffix = commonSuffix(From.end(), To.end(), Common - Prefix);
  return {{Prefix, From.size() - Suffix}, To.size() - Suffix - Prefix};
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
    const TextChange &Only = Edits.front();
    assert(Only.Old.Begin <= Only.Old.End && "not a range");
    if (!Only.Old.empty() || Only.NewSize > 0)
      Changes.push_back(
          {Only.Old, {Only.Old.Begin, Only.Old.Begin + Only.NewSize}});
  }
}

void OffsetMap::append(const OffsetMap &Later) {
  // Both changes touch the text between the maps: the target of this one, the
  // source of the other. Changes that touch there become one.
  std::vector<Replaced> Sum;
  Sum.reserve(Changes.size() + Later.Changes.size());
  // The growth of the text in between so far, and that of the target; modulo
  // 2^64.
  size_t Grown = 0, Growing = 0;
  auto I = Changes.begin(), IEnd = Changes.end();
  auto J = Later.Changes.begin(), JEnd = Later.Changes.end();
  while (I != IEnd || J != JEnd) {
    size_t Between = I == IEnd   ? J->Old.Begin
                     : J == JEnd ? I->New.Begin
                                 : std::min(I->New.Begin, J->Old.Begin);
    Replaced Both;
    Both.Old.Begin = Between - Grown;
    Both.New.Begin = Between + Growing;
    while (true) {
      if (I != IEnd && I->New.Begin <= Between) {
        Between = std::max(Between, I->New.End);
        Grown += I->New.size() - I->Old.size();
        ++I;
      } else if (J != JEnd && J->Old.Begin <= Between) {
        Between = std::max(Between, J->Old.End);
        Growing += J->New.size() - J->Old.size();
        ++J;
      } else {
        break;
      }
    }
    Both.Old.End = Between - Grown;
    Both.New.End = Between + Growing;
    if (!Both.Old.empty() || !Both.New.empty())
      Sum.push_back(Both);
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

/// The last change that begins at or before `Offset` on the side `From`.
const OffsetMap::Replaced *OffsetMap::findBefore(Side From,
                                                 size_t Offset) const {
  auto Next = llvm::partition_point(
      Changes, [&](const Replaced &R) { return (R.*From).Begin <= Offset; });
  return Next == Changes.begin() ? nullptr : &*std::prev(Next);
}

std::optional<size_t> OffsetMap::map(Side From, Side To, size_t Offset) const {
  const Replaced *Before = findBefore(From, Offset);
  if (!Before)
    return Offset;
  if (Offset < (Before->*From).End)
    return std::nullopt;
  return Offset - (Before->*From).End + (Before->*To).End;
}

std::optional<ByteRange> OffsetMap::map(Side From, Side To,
                                        ByteRange Where) const {
  if (Where.empty()) {
    std::optional<size_t> Place = map(From, To, Where.Begin);
    if (!Place) {
      // It is not null, or the byte would exist.
      const Replaced *Around = findBefore(From, Where.Begin);
      if ((Around->*From).Begin != Where.Begin)
        return std::nullopt;
      Place = (Around->*To).Begin;
    }
    return ByteRange{*Place, *Place};
  }
  std::optional<size_t> Begin = map(From, To, Where.Begin);
  if (!Begin ||
      findBefore(From, Where.Begin) != findBefore(From, Where.End - 1))
    return std::nullopt;
  return ByteRange{*Begin, *Begin + Where.size()};
}

std::optional<size_t> OffsetMap::toTarget(size_t Offset) const {
  return map(&Replaced::Old, &Replaced::New, Offset);
}

std::optional<size_t> OffsetMap::toSource(size_t Offset) const {
  return map(&Replaced::New, &Replaced::Old, Offset);
}

std::optional<ByteRange> OffsetMap::toTarget(ByteRange Where) const {
  return map(&Replaced::Old, &Replaced::New, Where);
}

std::optional<ByteRange> OffsetMap::toSource(ByteRange Where) const {
  return map(&Replaced::New, &Replaced::Old, Where);
}

ByteRange OffsetMap::toTargetClamped(ByteRange Where) const {
  if (Where.empty())
    if (std::optional<ByteRange> Place = toTarget(Where))
      return *Place;
  // The unchanged part, in the source.
  ByteRange Left = Where;
  const Replaced *AtBegin = findBefore(&Replaced::Old, Where.Begin);
  if (AtBegin && Where.Begin < AtBegin->Old.End)
    Left.Begin = AtBegin->Old.End;
  if (Left.Begin >= Where.End)
    return {AtBegin->New.Begin, AtBegin->New.Begin};
  const Replaced *AtEnd = findBefore(&Replaced::Old, Where.End - 1);
  if (AtEnd && Where.End <= AtEnd->Old.End)
    Left.End = AtEnd->Old.Begin;
  return {*toTarget(Left.Begin), *toTarget(Left.End - 1) + 1};
}

OffsetMap OffsetMap::within(ByteRange Where) const {
  OffsetMap Part;
  if (Where.empty())
    return Part;
  ByteRange Now = toTargetClamped(Where);
  auto Inside = llvm::partition_point(
      Changes, [&](const Replaced &R) { return R.Old.End <= Where.Begin; });
  for (; Inside != Changes.end() && Inside->Old.Begin < Where.End; ++Inside) {
    Replaced Cut = *Inside;
    if (Cut.Old.Begin <= Where.Begin) {
      Cut.Old.Begin = Where.Begin;
      Cut.New = {Now.Begin, Now.Begin};
    }
    if (Cut.Old.End >= Where.End) {
      Cut.Old.End = Where.End;
      Cut.New = {Now.End, Now.End};
    }
    Part.Changes.push_back(
        {{Cut.Old.Begin - Where.Begin, Cut.Old.End - Where.Begin},
         {Cut.New.Begin - Now.Begin, Cut.New.End - Now.Begin}});
  }
  return Part;
}
