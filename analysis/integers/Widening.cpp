//===- Widening.cpp - The widening of ranges in cycles --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/Widening.h"
#include "dialect/StatedRange.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallSet.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::noisy;

/// The number of times that a range may be widened to a number that occurs in
/// the cycle.
static constexpr unsigned maxRounds = 8;
/// The most numbers of a cycle that are collected.
static constexpr size_t maxStops = 256;

ValueCycles &Widening::getCycles() {
  if (!cycles)
    cycles.emplace(root, symbols);
  return *cycles;
}

/// Adds `value` and its neighbours: for `x < 64` the last is 63.
static void addStops(std::vector<llvm::APInt> &stops,
                     const llvm::APInt &value) {
  if (stops.size() >= maxStops)
    return;
  stops.push_back(value - 1);
  stops.push_back(value);
  stops.push_back(value + 1);
}

static void addRange(std::vector<llvm::APInt> &asUnsigned,
                     std::vector<llvm::APInt> &asSigned,
                     const ConstantIntRanges &range, unsigned width) {
  for (const llvm::APInt &bound : {range.umin(), range.umax()})
    if (bound.isIntN(width))
      addStops(asUnsigned, bound.zextOrTrunc(width));
  for (const llvm::APInt &bound : {range.smin(), range.smax()})
    if (bound.isSignedIntN(width))
      addStops(asSigned, bound.sextOrTrunc(width));
}

const Widening::Stops &Widening::getStops(Value value, unsigned width,
                                          RangeOf rangeOf) {
  unsigned component = getCycles().getComponent(value);
  auto [entry, isNew] = stops.try_emplace({component, width});
  Stops &valueStops = entry->second;
  if (!isNew)
    return valueStops;

  auto add = [&](const ConstantIntRanges &range) {
    addRange(valueStops.asUnsigned, valueStops.asSigned, range, width);
  };
  Operation *last = nullptr;
  for (Value member : getCycles().getMembers(component)) {
    if (valueStops.asSigned.size() >= maxStops)
      break;
    SmallVector<Value> entries;
    getCycles().getEntries(member, entries);
    for (Value source : entries)
      if (std::optional<ConstantIntRanges> range = rangeOf(source))
        add(*range);
    if (auto result = dyn_cast<OpResult>(member))
      if (std::optional<ConstantIntRanges> range = getStatedRange(result))
        add(*range);
    Operation *op = member.getDefiningOp();
    if (!op || op == last)
      continue;
    last = op;
    // Numbers in affine maps.
    for (NamedAttribute attr : op->getAttrs())
      if (auto map = dyn_cast<AffineMapAttr>(attr.getValue()))
        map.getValue().walkExprs([&](AffineExpr expr) {
          if (auto constant = dyn_cast<AffineConstantExpr>(expr))
            add(ConstantIntRanges::constant(
                llvm::APInt(64, constant.getValue(), /*isSigned=*/true)));
        });
  }
  for (const llvm::APInt &end :
       {llvm::APInt::getZero(width), llvm::APInt::getSignedMinValue(width)}) {
    // The least and the greatest number of either reading.
    for (auto *list : {&valueStops.asUnsigned, &valueStops.asSigned}) {
      list->push_back(end);
      list->push_back(end - 1);
    }
  }
  auto ult = [](const llvm::APInt &a, const llvm::APInt &b) {
    return a.ult(b);
  };
  auto slt = [](const llvm::APInt &a, const llvm::APInt &b) {
    return a.slt(b);
  };
  std::sort(valueStops.asUnsigned.begin(), valueStops.asUnsigned.end(), ult);
  std::sort(valueStops.asSigned.begin(), valueStops.asSigned.end(), slt);
  return valueStops;
}

/// The first of `stops` that is at or above `bound`; `compare` is their order.
template <typename Compare>
static llvm::APInt stopAbove(ArrayRef<llvm::APInt> stops,
                             const llvm::APInt &bound, Compare compare) {
  return *std::lower_bound(stops.begin(), stops.end(), bound, compare);
}

/// The last of `stops` that is at or below `bound`.
template <typename Compare>
static llvm::APInt stopBelow(ArrayRef<llvm::APInt> stops,
                             const llvm::APInt &bound, Compare compare) {
  return *std::prev(
      std::upper_bound(stops.begin(), stops.end(), bound, compare));
}

ConstantIntRanges Widening::widen(Value value, unsigned round,
                                  const ConstantIntRanges &previous,
                                  const ConstantIntRanges &next,
                                  RangeOf rangeOf) {
  unsigned width = next.umin().getBitWidth();
  const Stops &valueStops = getStops(value, width, rangeOf);
  ArrayRef<llvm::APInt> asUnsigned = valueStops.asUnsigned;
  ArrayRef<llvm::APInt> asSigned = valueStops.asSigned;
  auto ult = [](const llvm::APInt &a, const llvm::APInt &b) {
    return a.ult(b);
  };
  auto slt = [](const llvm::APInt &a, const llvm::APInt &b) {
    return a.slt(b);
  };
  llvm::APInt umin = next.umin(), umax = next.umax();
  llvm::APInt smin = next.smin(), smax = next.smax();
  bool toTheEnd = round >= maxRounds;
  if (umin != previous.umin())
    umin = toTheEnd ? llvm::APInt::getZero(width)
                    : stopBelow(asUnsigned, umin, ult);
  if (umax != previous.umax())
    umax = toTheEnd ? llvm::APInt::getMaxValue(width)
                    : stopAbove(asUnsigned, umax, ult);
  if (smin != previous.smin())
    smin = toTheEnd ? llvm::APInt::getSignedMinValue(width)
                    : stopBelow(asSigned, smin, slt);
  if (smax != previous.smax())
    smax = toTheEnd ? llvm::APInt::getSignedMaxValue(width)
                    : stopAbove(asSigned, smax, slt);
  return ConstantIntRanges(umin, umax, smin, smax);
}
