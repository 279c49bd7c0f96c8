//===- NoiseOracle.h - What a choice of reductions leaves open --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_NOISEORACLE_H
#define NOISY_OPTIMIZER_NOISEORACLE_H

#include "analysis/NoiseFacts.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace mlir::noisy {

/// The oracle of the covering problem. The columns are the values that can be
/// reduced, right behind their definitions; told which of them are, it finds
/// what still overflows and gives, for each such place, a row: values of
/// which at least one has to be reduced.
///
/// It has no semantics of its own. The flow comes from the facts, the noise of
/// each operation from its transfer function.
///
/// A row is one derivation of the overflow: the values whose noise adds up to
/// it, except the overflowing one itself, because reducing after the fact is
/// too late. Whatever else is reduced, the values of the derivation that are
/// left out have at least the noise of a fresh encryption, which is what the
/// row counts for them; so every row holds for every legal choice.
class NoiseOracle {
public:
  /// `facts` must outlive the oracle.
  explicit NoiseOracle(const NoiseFacts &facts);

  /// The value of each column, in the order of the program's text.
  ArrayRef<Value> getColumns() const { return columns; }

  struct Row {
    /// Sorted. Empty: this overflow cannot be mended by reductions.
    std::vector<uint32_t> columns;
    /// The value that overflows.
    Value culprit;
  };
  struct Answer {
    /// None: the choice is legal.
    std::vector<Row> rows;
    /// A value of a counted loop that is above the limit, or null: there is a
    /// place to mend within, which is not followed. The answer is then no
    /// answer.
    Value unsupported;
    /// A value in or of a counted loop that a row goes through, or null. What
    /// is reduced in and before the loop is not followed through its turns, so
    /// such a row asks for more than has to be.
    Value approximate;
  };

  /// Checks a choice of columns. Goes on behind an overflow as if that value
  /// were fresh, so that one answer has a row for every independent overflow.
  Answer check(const llvm::BitVector &reduced) const;

private:
  struct Node {
    NoiseFlowKind kind;
    bool isRoot = false; // an assumed value flows in
    int column = -1;
    uint32_t contract = 0;
    uint32_t initial = 0, max = 0;
    SmallVector<unsigned, 2> incoming;
    /// For each incoming value: whether noise passes, and whether it grows.
    SmallVector<bool, 2> passes, gains;

    /// Whether it has the bound of the facts, whatever is reduced.
    bool isFixed() const {
      return kind == NoiseFlowKind::Counted || kind == NoiseFlowKind::Reduction;
    }
  };
  struct Evaluation;
  class Derivation;

  NoiseBound evaluate(unsigned node,
                      llvm::function_ref<NoiseBound(unsigned)> boundOf) const;

  const NoiseFacts &facts;
  std::vector<Node> nodes;
  std::vector<Value> columns;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_NOISEORACLE_H
