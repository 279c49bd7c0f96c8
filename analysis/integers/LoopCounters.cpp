//===- LoopCounters.cpp - Counters of loops with a test -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/LoopCounters.h"
#include "analysis/integers/IntegerTypes.h"

using namespace mlir;
using namespace mlir::noisy;

/// The most names that are followed.
static constexpr unsigned kMostSteps = 64;

void LoopCounters::add(Operation *op, const TestedLoop &loop, RangeOf rangeOf) {
  for (const auto &[value, carried] : loop.carriedValues)
    if (std::optional<LoopCounter> counter =
            findCounter(loop, value, rangeOf)) {
      loopOf[value] = op;
      counters[op].push_back(std::move(*counter));
    }
  for (auto [alias, value] : loop.aliases) {
    if (!isScalarInteger(alias.getType()))
      continue;
    // Blocks may pass it on and on.
    Value origin = value;
    unsigned steps = 0;
    for (auto next = loop.aliases.find(origin);
         next != loop.aliases.end() && steps < kMostSteps; ++steps) {
      origin = next->second;
      next = loop.aliases.find(origin);
    }
    if (steps < kMostSteps)
      aliases.try_emplace(alias, origin);
  }
}

Value LoopCounters::getInitial(Value value) const {
  for (const LoopCounter &counter : getCounters(getLoop(value)))
    if (counter.value == value)
      return counter.initial;
  return nullptr;
}

ArrayRef<LoopCounter> LoopCounters::getCounters(Operation *loop) const {
  auto entry = counters.find(loop);
  return entry == counters.end() ? ArrayRef<LoopCounter>()
                                 : ArrayRef<LoopCounter>(entry->second);
}
