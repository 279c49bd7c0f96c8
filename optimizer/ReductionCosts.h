//===- ReductionCosts.h - What reductions cost, and where they go -*- C++ -*-=//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONCOSTS_H
#define NOISY_OPTIMIZER_REDUCTIONCOSTS_H

#include "analysis/flow/CallGraph.h"
#include "analysis/noise/NoiseFlow.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Dominance.h"
#include "optimizer/Reductions.h"
#include <cstdint>
#include <optional>

namespace mlir::noisy {

/// The reduction of a value, and what it costs.
struct ReductionCandidate {
  Reduction place;
  /// At least 0; 0 only where `noisy.cost` says so.
  int64_t cost = 1;
};

/// Where a value can be reduced, and what that costs: how often it runs, each
/// time the program is called from out of sight. The *weight* of a place is the
/// product of
///   - the trip counts of the loops around it. Of a range that ends at
///     `kMostTurnsOfRange` or before, the most counts. A loop of which less is
///     known counts `assumedTurns` (or what is the least, if that is more), and
///     so does each loop of blocks, a circle of branches. A branch, and a
///     region of which nothing says that it runs more than once, count as their
///     parent;
///   - the weight of its function: 1 for one that may be called from out of
///     sight (public, its address taken, or nothing calls it), else the sum of
///     the weights of its calls, without those that are never executed. Private
///     functions that call each other in a circle weigh `assumedTurns` times
///     the sum of the calls from outside of it.
/// It lies between 1 (in dead code too) and `kMostWeight`, at which it stops:
/// no sum of 2^31 costs overflows.
///
/// `noisy.cost` on an operation, or on an argument of a function, replaces the
/// weight. Equal programs have equal costs.
///
/// Changes no IR; the IR must not change meanwhile. Belongs to one thread.
class ReductionCosts {
public:
  static constexpr int64_t kMostWeight = NoisyDialect::kMostCost;
  static constexpr uint64_t kMostTurnsOfRange = 1 << 16;

  /// Looks at all below the root of `program`, which has to outlive this, like
  /// `flows`, made of it. `assumedTurns` of 0 count as 1.
  ReductionCosts(ProgramFlow &program, NoiseFlows &flows,
                 uint64_t assumedTurns);

  /// The reduction of `value`, which stands below the root, and its cost. Right
  /// behind the definition; or, for a value of a loop of blocks that is used
  /// behind it only, at the top of that block behind the loop which weighs
  /// least, of several the one nearest to the definition.
  ///
  /// Nothing where there is none:
  ///   - for anything that is no `!noisy.i32`, and what is encoded or reduced;
  ///   - where no operation can stand behind the definition: results of
  ///     terminators, and regions whose operation does not take any other;
  ///   - for the operands of a combination whose noise has a formula
  ///     (`ParallelReduction`): reduced, it would have none any more. What is
  ///     combined can be reduced.
  std::optional<ReductionCandidate> getCandidate(Value value);

  /// What it costs to keep a reduction that is there: `noisy.cost` on it, else
  /// on what it reduces, else the weight of its place.
  int64_t getCost(ReduceNoiseOp existing);

  /// How often `block` runs, as the class says.
  int64_t getWeight(Block *block);

private:
  void weighFunctions();
  int64_t getFactor(Region *region);
  int64_t getLoopFactor(Block *block);
  void weighBlockLoops(Region *region);
  Block *findPlaceBehindLoops(Value value);

  ProgramFlow &program;
  NoiseFlows &flows;
  int64_t assumedTurns;
  CallGraph graph;
  DominanceInfo dominance;
  llvm::DenseMap<Operation *, int64_t> functionWeights;
  llvm::DenseMap<Block *, int64_t> weights;
  /// Factors of loops of blocks, in regions of more than one block.
  llvm::DenseMap<Block *, int64_t> loopFactors;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONCOSTS_H
