//===- LoopCounters.cpp - Counters of loops with a test -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/LoopCounters.h"
#include "analysis/integers/Conditions.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/TransferFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <map>

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

void LoopCounters::add(LoopLikeOpInterface loop, uint64_t numIterations,
                       RangeOf rangeOf) {
  bool hasIntegers =
      llvm::any_of(loop.getRegionIterArgs(), [](BlockArgument argument) {
        return isScalarInteger(argument.getType());
      });
  if (!hasIntegers)
    return;
  add(loop, TestedLoop(loop), rangeOf);
  if (llvm::all_of(loop.getRegionIterArgs(), [&](BlockArgument argument) {
        return !isScalarInteger(argument.getType()) ||
               loopOf.contains(argument);
      }))
    return;
  for (LoopSequence &sequence :
       findSequences(loop, numIterations, rangeOf, stepsLeft))
    if (loopOf.try_emplace(sequence.value, loop).second)
      sequences[loop].push_back(std::move(sequence));
}

Value LoopCounters::getInitial(Value value) const {
  Operation *loop = getLoop(value);
  for (const LoopCounter &counter : getCounters(loop))
    if (counter.value == value)
      return counter.initial;
  for (const LoopSequence &sequence : getSequences(loop))
    if (sequence.value == value)
      return sequence.initial;
  return nullptr;
}

ArrayRef<LoopSequence> LoopCounters::getSequences(Operation *loop) const {
  auto entry = sequences.find(loop);
  return entry == sequences.end() ? ArrayRef<LoopSequence>()
                                  : ArrayRef<LoopSequence>(entry->second);
}

ArrayRef<LoopCounter> LoopCounters::getCounters(Operation *loop) const {
  auto entry = counters.find(loop);
  return entry == counters.end() ? ArrayRef<LoopCounter>()
                                 : ArrayRef<LoopCounter>(entry->second);
}

/// The most iterations that are computed; and how deep operations may depend on
/// each other.
static constexpr uint64_t kMostIterations = 1u << 14;
static constexpr unsigned kDeepest = 64;

std::optional<APInt> LoopSequence::get(uint64_t iteration) const {
  if (iteration < values.size())
    return values[iteration];
  if (period == 0)
    return std::nullopt;
  uint64_t begin = values.size() - period;
  return values[begin + (iteration - begin) % period];
}

namespace {
/// Computes what a loop carries, iteration by iteration.
class LoopComputer {
public:
  LoopComputer(LoopLikeOpInterface loop, RangeOf rangeOf, uint64_t &stepsLeft)
      : loop(loop), rangeOf(rangeOf), stepsLeft(stepsLeft) {}

  SmallVector<LoopSequence, 1> run(uint64_t numIterations);

private:
  bool findCarried();
  bool findVariable();
  std::optional<APInt> get(Value value, unsigned depth = 0);
  std::optional<APInt> compute(Value value, unsigned depth);
  std::optional<APInt> getConstant(Value value) {
    std::optional<ConstantIntRanges> range = rangeOf(value);
    return range ? range->getConstantValue() : std::nullopt;
  }
  std::vector<uint64_t> getState() const;

  LoopLikeOpInterface loop;
  RangeOf rangeOf;
  /// The carried integers, their positions, and what they are in the iteration,
  /// as far as it is known.
  SmallVector<LoopSequence, 1> sequences;
  SmallVector<unsigned, 1> positions;
  std::vector<std::optional<APInt>> current;
  /// The induction variable, if it is known.
  Value variable;
  std::optional<APInt> first, step;
  bool readsVariable = false;
  uint64_t &stepsLeft;
  /// What was computed in the iteration.
  llvm::DenseMap<Value, std::optional<APInt>> known;
};
} // namespace

/// Finds the carried integers that begin with a constant. Returns false if
/// there are none.
bool LoopComputer::findCarried() {
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (!isScalarInteger(argument.getType()) ||
        ConstantIntRanges::getStorageBitwidth(argument.getType()) > 64)
      continue;
    Value initial = loop.getInits()[i];
    std::optional<APInt> constant = getConstant(initial);
    if (!constant)
      continue;
    sequences.push_back({argument, initial, {*constant}});
    positions.push_back(i);
    current.push_back(constant);
  }
  return !sequences.empty();
}

bool LoopComputer::findVariable() {
  if (auto scfFor = dyn_cast<scf::ForOp>(loop.getOperation())) {
    variable = scfFor.getInductionVar();
    first = getConstant(scfFor.getLowerBound());
    step = getConstant(scfFor.getStep());
    return true;
  }
  auto affineFor = dyn_cast<affine::AffineForOp>(loop.getOperation());
  if (!affineFor)
    return false;
  unsigned width = IndexType::kInternalStorageBitWidth;
  variable = affineFor.getInductionVar();
  if (affineFor.hasConstantLowerBound())
    first = APInt(width, affineFor.getConstantLowerBound(), /*isSigned=*/true);
  step = APInt(width, affineFor.getStepAsInt());
  return true;
}

/// What `value` is in the iteration, if that follows from constants.
std::optional<APInt> LoopComputer::get(Value value, unsigned depth) {
  readsVariable |= value == variable;
  auto [entry, isNew] = known.try_emplace(value);
  if (!isNew)
    return entry->second;
  if (depth == kDeepest || stepsLeft == 0)
    return std::nullopt;
  --stepsLeft;
  std::optional<APInt> result = compute(value, depth + 1);
  return known[value] = result;
}

std::optional<APInt> LoopComputer::compute(Value value, unsigned depth) {
  if (std::optional<APInt> constant = getConstant(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isAncestor(op) || !isScalarInteger(value.getType()))
    return std::nullopt;
  auto rangeInIteration =
      [&](Value operand) -> std::optional<ConstantIntRanges> {
    std::optional<APInt> number = get(operand, depth);
    return number ? ConstantIntRanges::constant(*number) : rangeOf(operand);
  };
  if (isa<arith::SelectOp, scf::IfOp, scf::IndexSwitchOp, affine::AffineIfOp>(
          op)) {
    std::optional<unsigned> branch = findBranch(op, rangeInIteration);
    if (!branch)
      return std::nullopt;
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return get(*branch == 0 ? select.getTrueValue() : select.getFalseValue(),
                 depth);
    Region &region = op->getRegion(*branch);
    if (!region.hasOneBlock())
      return std::nullopt;
    return get(region.front().getTerminator()->getOperand(
                   cast<OpResult>(value).getResultNumber()),
               depth);
  }
  if (op->getNumRegions() > 0)
    return std::nullopt;
  for (Value operand : op->getOperands())
    if (!get(operand, depth))
      return std::nullopt;
  std::optional<ConstantIntRanges> range =
      inferResultRange(cast<OpResult>(value), rangeInIteration);
  return range ? range->getConstantValue() : std::nullopt;
}

/// What the rest follows from, as long as the induction variable is not read.
std::vector<uint64_t> LoopComputer::getState() const {
  std::vector<uint64_t> state;
  for (const std::optional<APInt> &number : current)
    state.push_back(number ? number->getZExtValue() : 0);
  return state;
}

SmallVector<LoopSequence, 1> LoopComputer::run(uint64_t numIterations) {
  if (!findVariable() || !findCarried())
    return {};
  std::map<std::vector<uint64_t>, uint64_t> iterationOf;
  uint64_t count = std::min(numIterations, kMostIterations);
  for (uint64_t i = 0; i + 1 < count; ++i) {
    if (!readsVariable) {
      auto [entry, isNew] = iterationOf.try_emplace(getState(), i);
      if (!isNew) {
        // The last state is one of before.
        for (LoopSequence &sequence : sequences) {
          sequence.period = i - entry->second;
          sequence.values.pop_back();
        }
        break;
      }
    }
    known.clear();
    if (first && step && first->getBitWidth() == step->getBitWidth()) {
      known[variable] = *first + *step * APInt(first->getBitWidth(), i,
                                               /*isSigned=*/false,
                                               /*implicitTrunc=*/true);
    }
    for (auto [sequence, number] : llvm::zip_equal(sequences, current))
      known[sequence.value] = number;
    std::vector<std::optional<APInt>> next;
    for (unsigned position : positions)
      next.push_back(get(loop.getYieldedValues()[position]));
    // (Each is read once, before all are replaced.)
    for (unsigned k = 0; k < sequences.size();) {
      if (next[k]) {
        sequences[k].values.push_back(*next[k]);
        ++k;
        continue;
      }
      sequences.erase(sequences.begin() + k);
      positions.erase(positions.begin() + k);
      next.erase(next.begin() + k);
      iterationOf.clear();
    }
    current = std::move(next);
    if (sequences.empty())
      break;
  }
  return std::move(sequences);
}

SmallVector<LoopSequence, 1>
mlir::noisy::findSequences(LoopLikeOpInterface loop, uint64_t numIterations,
                           RangeOf rangeOf, uint64_t &stepsLeft) {
  return LoopComputer(loop, rangeOf, stepsLeft).run(numIterations);
}
