//===- Handles.cpp - Operations, values and blocks of a snapshot ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Handles.h"

using namespace mlir::noisy::lsp;

SectionRange ValueRef::place() const {
  if (!(*this)->Name.empty())
    return (*this)->Name;
  if ((*this)->IsArgument && !block()->Name.empty())
    return block()->Name;
  return operation()->Name;
}

/// True if the noise of a value is unknown because of broken text.
static bool isDueToBroken(ValueRef Value) {
  if (Value.section().FactsAreStale || Value.isOfBrokenOperation())
    return true;
  const NoiseInfo *Info = Value.noise();
  return Info && Info->IsDueToBroken;
}

ShownNoise ValueRef::shownNoise() const {
  const PlacedSection &Placement = section();
  ShownNoise Result = {noise(), Placement.Facts.get(), &data(), false};
  if (!Placement.Earlier || !isDueToBroken(*this) ||
      (Result.Info && !Result.Info->IsDueToBroken))
    return Result;
  std::optional<ByteRange> Name = Placement.toText((*this)->Name);
  if (!Name)
    return Result;
  const EarlierFacts &Earlier = *Placement.Earlier;
  Section::Index Old = Earlier.valueAt(
      Name->shift(-ptrdiff_t(Placement.PartBegin)), Number - (*this)->Group);
  if (Old == Section::None)
    return Result;
  const NoiseInfo *Info = Earlier.Facts->find(Old);
  // That of the first iteration of a loop is no more than what it will be.
  bool IsLess = Info && Result.Info && Info->Bound < Result.Info->Bound &&
                !Result.Info->Bound.isUnknown();
  if (Info && !IsLess)
    Result = {Info, Earlier.Facts.get(), Earlier.Data.get(), true};
  return Result;
}

OperationRef OperationRef::function() const {
  OperationRef Function = *this;
  while (Function && !Function->IsFunction)
    Function = Function.parent();
  return Function;
}
