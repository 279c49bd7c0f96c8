//===- SharedConditions.h - Conditions that decide together -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_SHAREDCONDITIONS_H
#define NOISY_ANALYSIS_INTEGERS_SHAREDCONDITIONS_H

#include "analysis/integers/LoopRanges.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <vector>

namespace mlir::noisy {

/// The conditions of some code that have one content each time it runs, and
/// decide together: one of them decides several things, or one excludes
/// something of another, as `x < 4` and `x > 7` do. What the code does is known
/// for each *combination* of their contents.
///
/// Belongs to one thread at a time.
class SharedConditions {
public:
  /// None.
  SharedConditions() = default;

  /// True if a value has one content each time the code runs.
  using IsFixed = std::function<bool(Value)>;

  /// Chooses among the conditions that decide something, each with the number
  /// of things that it decides. `most`: the most combinations.
  SharedConditions(const llvm::MapVector<Value, unsigned> &counts,
                   IsFixed isFixed, RangeOf rangeOf, uint64_t most);

  bool isEmpty() const { return conditions.empty(); }
  /// The chosen conditions, those that are equal to one of them, and negations.
  ArrayRef<Value> getValues() const { return values; }

  /// These, and the operands of the sets that some stand for.
  SmallVector<Value> getSources() const;

  /// The combinations that may be, as far as is known: at least one.
  unsigned size() const { return combinations.size(); }
  /// The content of each value in a combination.
  SmallVector<std::optional<uint64_t>, 2> get(unsigned combination) const;
  /// False if integers are known to have ranges with which the combination
  /// cannot be.
  bool mayBe(unsigned combination, RangeOf rangeOf) const;

private:
  /// The values that are equal to it, and, with true, those that negate it.
  using Condition = SmallVector<std::pair<Value, bool>, 2>;

  bool areConsistent(ArrayRef<const Condition *> chosen, ArrayRef<bool> bits,
                     RangeOf rangeOf) const;

  IsFixed isFixed;
  std::vector<Condition> conditions;
  SmallVector<Value> values;
  std::vector<SmallVector<bool, 4>> combinations{1};
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_SHAREDCONDITIONS_H
