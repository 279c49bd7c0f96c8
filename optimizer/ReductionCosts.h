//===- ReductionCosts.h - Costs and places of reductions --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONCOSTS_H
#define NOISY_OPTIMIZER_REDUCTIONCOSTS_H

#include "analysis/flow/CallGraph.h"
#include "analysis/program/NoiseFlow.h"
#include "dialect/NoiseCosts.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/Dominance.h"
#include "optimizer/Reductions.h"
#include <cstdint>
#include <optional>

namespace mlir::noisy {

class NoiseProgram;

/// The reduction of a value, and its cost.
struct ReductionCandidate {
  Reduction place;
  /// The cost, not negative; 0 only if `noisy.cost` says so. With `steps` it is
  /// the least of theirs.
  int64_t cost = 1;
  /// The cost by the noise that the value has with all reductions in place,
  /// from 0 on; empty if that makes no difference.
  std::vector<ReductionCostTable::Step> steps;
  /// What else it may leave than `place.target` says, with more noise, and what
  /// each costs; none where there is no choice.
  struct Other {
    NoiseCosts::Target target;
    int64_t cost = 1;
    std::vector<ReductionCostTable::Step> steps;
  };
  std::vector<Other> others;
  /// The noise that it leaves.
  uint32_t noise = 0;
};

/// True for a value that a reduction never makes less noisy, by what defines
/// it: one that is reduced as far as possible, and a fresh one if the model's
/// reduced values have no less noise.
bool isReducedAlready(Value value);

/// The place and cost of the reduction of each value. A cost is how often the
/// place runs each time the program is called from unknown code. The *weight*
/// of a place is the product of
/// - the trip counts of the loops around it. A range that ends at or before
///   `kMostIterationsOfRange` counts as its maximum. Any other loop counts as
///   `assumedIterations` (or as its least trip count, if that is more), and so
///   does each cycle of branches that is no loop of known trip count
///   (`BlockLoop`). The test of a loop that has one in front of its body runs
///   once more. A branch, and a region not known to run more than once, count
///   as their parent;
/// - the weight of its function: 1 for one that unknown code may call (public,
///   its address taken, or no calls to it), else the sum of the weights of its
///   calls, without those that are never executed. Private functions that call
///   each other in a cycle weigh `assumedIterations` times the sum of the calls
///   from outside of it; one that calls itself in one place, by an integer that
///   counts down from a known one, as often as that says.
/// The weight lies between 1 (in dead code too) and `kMostWeight`, at which it
/// stops: no sum of 2^31 costs overflows.
///
/// For a value of another dialect the weight counts as often as its rule says
/// (`ReductionRule::cost`), and where a table says what a reduction costs by
/// noise (`NoiseCostTables`), as often as that says. Where it may leave several
/// noises, what that costs comes on top; without a table it is all.
/// `noisy.cost` on an operation, or on an argument of a function, replaces all
/// of that. Equal programs have equal costs.
///
/// Changes no IR; the IR must not change meanwhile. Belongs to one thread.
class ReductionCosts {
public:
  static constexpr int64_t kMostWeight = NoisyDialect::kMostCost;
  static constexpr uint64_t kMostIterationsOfRange = 1 << 16;

  /// Reads the IR below the root of `program`, which has to outlive this, like
  /// `flows`, made of it. `assumedIterations` of 0 counts as 1. `noiseProgram`,
  /// made of these, knows the recursions that end; without it none does.
  ReductionCosts(ProgramFlow &program, NoiseFlows &flows,
                 uint64_t assumedIterations,
                 std::shared_ptr<const NoiseCosts> defaultCosts = {},
                 const NoiseProgram *noiseProgram = nullptr);

  /// The reduction of `value`, which stands below the root, and its cost. It
  /// goes right after the definition; or, for a value of a loop of blocks that
  /// is only used after the loop, at the top of the block after the loop with
  /// the least weight, of equal ones the closest to the definition.
  ///
  /// Nullopt
  /// - for anything that is neither a `!noisy.i32` nor of a type that rules say
  ///   how to reduce, and for encoded or reduced values;
  /// - for a value of another dialect if there is not exactly one of what its
  ///   reduction needs beside it (`findReductionOperands`), before its
  ///   rescaling, and in a parallel reduction;
  /// - if no operation can stand after the definition: results of terminators,
  ///   and regions whose operation does not take any other;
  /// - for the operands of a combination whose noise has a formula
  ///   (`ParallelReduction`): reduced, it would lose the formula. The combined
  ///   values can be reduced.
  std::optional<ReductionCandidate> getCandidate(Value value);

  /// What it costs to keep an existing reduction, with its result as the place:
  /// `noisy.cost` on it, else on its operand, else by the weight of its place.
  ReductionCandidate getExisting(Operation *reduction);

  /// What an operation that is no reduction costs by the noise of its noisiest
  /// operand, from 0 on; empty if it counts nothing.
  std::vector<ReductionCostTable::Step> getOperation(Operation *op);

  /// The weight of a block, as defined at the class.
  int64_t getWeight(Block *block);

private:
  void setCost(ReductionCandidate &candidate, Value value, Block *block,
               std::optional<int64_t> stated);
  static void setSteps(int64_t &cost,
                       std::vector<ReductionCostTable::Step> &steps,
                       int64_t weight, int64_t added);
  void weighFunctions(const NoiseProgram *noiseProgram);
  int64_t getFactor(Region *region);
  int64_t getLoopWeight(TripCount iterations, bool isTest) const;
  int64_t getLoopFactor(Block *block);
  void weighBlockLoops(Region *region);
  Block *findPlaceAfterLoops(Value value);

  ProgramFlow &program;
  NoiseFlows &flows;
  int64_t assumedIterations;
  NoiseCostTables tables;
  CallGraph graph;
  DominanceInfo dominance;
  llvm::DenseMap<Operation *, int64_t> functionWeights;
  llvm::DenseMap<Block *, int64_t> weights;
  /// The factors of loops of blocks, in regions of more than one block.
  llvm::DenseMap<Block *, int64_t> loopFactors;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONCOSTS_H
