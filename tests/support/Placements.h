//===- Placements.h - All placements of reductions in a program -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_PLACEMENTS_H
#define NOISY_TESTS_SUPPORT_PLACEMENTS_H

#include "tests/support/Program.h"
#include <optional>
#include <vector>

namespace mlir::noisy::test {

/// Every placement of reductions in a small program, tried out: written into a
/// copy, which the analysis then judges. Knows nothing of the optimizer.
class Placements {
public:
  /// Reductions are tried behind each of `values`, not more than 16; of what is
  /// a reduction itself, whether it stays. `root` must outlive this.
  Placements(Operation *root, ArrayRef<Value> values);

  /// Whether the placement, a bit for each value, leaves nothing to report.
  /// Tried when first asked for.
  bool isLegal(uint32_t placement);
  /// The noise of each of the values that a legal placement reduces, in their
  /// order, before that; unreachable for the others.
  const std::vector<NoiseBound> &getBounds(uint32_t placement);
  /// All that are legal.
  std::vector<uint32_t> getLegal();
  uint32_t size() const { return legal.size(); }

  /// The legal placement of the least cost; of these, the one with the least
  /// sum of the positions of its values (1, 2, ...); of these, the one whose
  /// positions come first lexicographically. None when none is legal.
  std::optional<uint32_t> getBest(ArrayRef<int64_t> costs);

private:
  Operation *root;
  SmallVector<Value> values;
  std::vector<std::optional<bool>> legal;
  std::vector<std::vector<NoiseBound>> bounds;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_PLACEMENTS_H
