//===- OffsetMap.cpp - Where bytes went through edits ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// TextChange
//===----------------------------------------------------------------------===//

/// What memcmp compares at a time: it is many times as fast as a loop over
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

/// The same from the ends.
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
// OffsetMap: editing
//===----------------------------------------------------------------------===//

void OffsetMap::edit(const TextChange &Change) {
  const ByteRange &Edited = Change.Old;
  assert(Edited.Begin <= Edited.End && "not a range");
  size_t Growth = Change.NewSize - Edited.size(); // modulo 2^64
  // What the edit touches becomes one with it.
  auto First = llvm::partition_point(
      Changes, [&](const Replaced &R) { return R.New.End < Edited.Begin; });
  auto Last =
      std::partition_point(First, Changes.end(), [&](const Replaced &R) {
        return R.New.Begin <= Edited.End;
      });

  // The edit on both sides, as if it touched nothing.
  auto toSourceBehind = [&](auto Next, size_t Offset) {
    if (Next == Changes.begin())
      return Offset;
    const Replaced &Before = *std::prev(Next);
    return Offset - Before.New.End + Before.Old.End;
  };
  Replaced Merged;
  Merged.New = {Edited.Begin, Edited.End};
  Merged.Old = {toSourceBehind(First, Edited.Begin),
                toSourceBehind(Last, Edited.End)};
  if (First != Last) {
    if (First->New.Begin <= Edited.Begin) {
      Merged.New.Begin = First->New.Begin;
      Merged.Old.Begin = First->Old.Begin;
    }
    const Replaced &Final = *std::prev(Last);
    if (Final.New.End >= Edited.End) {
      Merged.New.End = Final.New.End;
      Merged.Old.End = Final.Old.End;
    }
  }
  Merged.New.End += Growth;

  for (Replaced &Behind : llvm::make_range(Last, Changes.end()))
    Behind.New = Behind.New.shifted(Growth);
  auto Place = Changes.erase(First, Last);
  if (!Merged.Old.empty() || !Merged.New.empty())
    Changes.insert(Place, Merged);
}

void OffsetMap::append(const OffsetMap &Later) {
  // From the last to the first, so that each finds its target as it was.
  for (const Replaced &R : llvm::reverse(Later.Changes))
    edit({R.Old, R.New.size()});
}

TextChange OffsetMap::hull() const {
  if (Changes.empty())
    return {};
  return {{Changes.front().Old.Begin, Changes.back().Old.End},
          Changes.back().New.End - Changes.front().New.Begin};
}

//===----------------------------------------------------------------------===//
// OffsetMap: looking up
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
      // There is one, or the byte would be there.
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
  // What is left, in the source.
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
