//===- CountedLoop.cpp - Loops of known trip count, turn by turn ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is compiled once into a list of instructions on numbered slots,
// because it is run once for each turn.
//
//===----------------------------------------------------------------------===//

#include "analysis/CountedLoop.h"
#include "analysis/NoiseCarriers.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// Instructions run in one evaluation before it is given up.
static constexpr uint64_t kMaxSteps = 1u << 21;

struct CountedLoop::Body {
  struct Instruction {
    /// Null for a join of the operands.
    NoiseOpInterface op;
    /// A loop within; its carried results are `results`.
    std::unique_ptr<CountedLoop> nested;
    bool unknown = false;
    SmallVector<unsigned, 2> operands;
    SmallVector<unsigned, 1> results;
  };
  std::vector<Instruction> instructions;
  llvm::DenseMap<Value, unsigned> slots;
  unsigned numSlots = 0;
  /// The slots of the carried values, and of what the body passes on.
  SmallVector<unsigned> carried, yielded;
};

struct CountedLoop::Outcome {
  /// For each carried value: its join over the turns, and what remains of it
  /// after the last one.
  SmallVector<NoiseBound> during, after;
};

/// What goes along with a run, through the loops within.
struct CountedLoop::Run {
  uint64_t stepsLeft = kMaxSteps;
  /// Where overflows of more than `max` bits go; null when nobody asks.
  llvm::SetVector<Value> *overflows = nullptr;
  uint32_t max = 0;

  bool isGivenUp() const { return stepsLeft == 0; }
  void step() {
    if (stepsLeft != 0)
      --stepsLeft;
  }
};

CountedLoop::~CountedLoop() = default;

std::optional<uint64_t> mlir::noisy::getTripCount(LoopLikeOpInterface loop) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop.getOperation())) {
    if (!affineFor.hasConstantBounds())
      return std::nullopt;
    int64_t lower = affineFor.getConstantLowerBound();
    int64_t upper = affineFor.getConstantUpperBound();
    if (lower >= upper)
      return 0;
    // In unsigned arithmetic, where the difference of any two integers exists.
    return llvm::divideCeil(uint64_t(upper) - uint64_t(lower),
                            uint64_t(affineFor.getStepAsInt()));
  }
  auto scfFor = dyn_cast<scf::ForOp>(loop.getOperation());
  if (!scfFor)
    return std::nullopt;
  // Not by getStaticTripCount, which says 0 where the distance of the bounds
  // passes the largest number of their type.
  std::optional<APInt> step = scfFor.getConstantStep();
  APInt lower, upper;
  if (!step || step->isNonPositive() ||
      !matchPattern(scfFor.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(scfFor.getUpperBound(), m_ConstantInt(&upper)))
    return std::nullopt;
  unsigned width = lower.getBitWidth() + 2;
  auto widen = [&](const APInt &n) {
    return scfFor.getUnsignedCmp() ? n.zext(width) : n.sext(width);
  };
  APInt distance = widen(upper) - widen(lower);
  if (distance.isNonPositive())
    return 0;
  APInt count = llvm::APIntOps::RoundingUDiv(distance, step->zext(width),
                                             APInt::Rounding::UP);
  if (count.getActiveBits() > 63)
    return std::nullopt;
  return count.getZExtValue();
}

std::unique_ptr<CountedLoop> CountedLoop::get(LoopLikeOpInterface loop) {
  // Cheap refusals first: most loops carry no noise.
  if (llvm::none_of(loop.getRegionIterArgs(), carriesNoise))
    return nullptr;
  std::optional<uint64_t> count = noisy::getTripCount(loop);
  if (!count)
    return nullptr;
  std::unique_ptr<CountedLoop> result(new CountedLoop());
  result->loop = loop;
  result->tripCount = *count;
  result->body = std::make_unique<Body>();
  if (!result->build())
    return nullptr;
  return result;
}

Value CountedLoop::getYielded(Value value) const {
  LoopLikeOpInterface op = loop; // asking changes nothing
  if (auto result = dyn_cast<OpResult>(value))
    return op.getYieldedValues()[result.getResultNumber()];
  return op.getTiedLoopYieldedValue(cast<BlockArgument>(value))->get();
}

bool CountedLoop::isInside(Value value) const {
  return loop->isProperAncestor(value.getParentBlock()->getParentOp()) ||
         value.getParentBlock()->getParentOp() == loop;
}

/// The slot of `value`; a value from outside becomes an input.
unsigned CountedLoop::slotOf(Value value) {
  auto [entry, isNew] = body->slots.try_emplace(value, body->numSlots);
  if (isNew) {
    ++body->numSlots;
    if (!isInside(value))
      inputValues.push_back(value);
  }
  return entry->second;
}

bool CountedLoop::build() {
  ResultRange results = loop->getResults();
  SmallVector<Region *> regions = loop.getLoopRegions();
  if (regions.size() != 1 || !regions.front()->hasOneBlock() ||
      loop.getInits().size() != results.size() ||
      loop.getRegionIterArgs().size() != results.size() ||
      loop.getYieldedValues().size() != results.size())
    return false;

  // The initial values are inputs 0, 1, ..., one for each carried value; two
  // may be the same value, so they get no slots.
  for (auto [init, arg, result] :
       llvm::zip_equal(loop.getInits(), loop.getRegionIterArgs(), results)) {
    if (!carriesNoise(arg))
      continue;
    outputs[arg] = outputs[result] = inputValues.size();
    inputValues.push_back(init);
  }
  for (BlockArgument arg : loop.getRegionIterArgs())
    if (carriesNoise(arg))
      body->carried.push_back(slotOf(arg));
  if (!build(regions.front()->front()))
    return false;
  for (Value yielded : loop.getYieldedValues())
    if (carriesNoise(yielded))
      body->yielded.push_back(slotOf(yielded));
  return body->yielded.size() == body->carried.size();
}

bool CountedLoop::build(Block &block) {
  for (Operation &op : block)
    if (!build(op))
      return false;
  return true;
}

bool CountedLoop::build(Operation &op) {
  bool hasNoise = llvm::any_of(op.getResults(), carriesNoise);
  if (!hasNoise) {
    // What is in the regions of other operations flows nowhere by itself.
    return true;
  }
  Body::Instruction instruction;
  for (Value result : op.getResults())
    if (carriesNoise(result))
      instruction.results.push_back(slotOf(result));

  if (isa<CallOpInterface>(op))
    return false;
  if (auto noiseOp = dyn_cast<NoiseOpInterface>(op)) {
    instruction.op = noiseOp;
    for (Value operand : op.getOperands())
      if (carriesNoise(operand))
        instruction.operands.push_back(slotOf(operand));
  } else if (movesNoise(&op)) {
    for (Value operand : op.getOperands())
      if (carriesNoise(operand))
        instruction.operands.push_back(slotOf(operand));
    instruction.unknown = instruction.operands.empty();
  } else if (auto nested = dyn_cast<LoopLikeOpInterface>(op)) {
    instruction.nested = CountedLoop::get(nested);
    if (!instruction.nested)
      return false;
    for (Value input : instruction.nested->inputs())
      instruction.operands.push_back(slotOf(input));
  } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
             affine::AffineIfOp>(op) ||
        op.getNumResults() != instruction.results.size())
      return false;
    // Each region runs at most once; the results are joins of what they yield.
    SmallVector<Body::Instruction> joins(instruction.results.size());
    for (Region &region : op.getRegions()) {
      if (!region.hasOneBlock() || region.getNumArguments() != 0 ||
          !build(region.front()))
        return false;
      Operation *terminator = region.front().getTerminator();
      if (terminator->getNumOperands() != joins.size())
        return false;
      for (auto [join, operand] :
           llvm::zip_equal(joins, terminator->getOperands()))
        join.operands.push_back(slotOf(operand));
    }
    for (auto [join, result] : llvm::zip_equal(joins, instruction.results)) {
      join.results.push_back(result);
      body->instructions.push_back(std::move(join));
    }
    return true;
  } else {
    instruction.unknown = true;
  }
  body->instructions.push_back(std::move(instruction));
  return true;
}

void CountedLoop::runBody(MutableArrayRef<NoiseBound> slots, Run &state) const {
  SmallVector<NoiseBound, 4> operands;
  for (const Body::Instruction &instruction : body->instructions) {
    state.step();
    if (state.isGivenUp())
      return;
    operands.clear();
    for (unsigned slot : instruction.operands)
      operands.push_back(slots[slot]);
    if (instruction.nested) {
      std::optional<Outcome> outcome = instruction.nested->run(operands, state);
      if (!outcome)
        return;
      for (auto [slot, bound] :
           llvm::zip_equal(instruction.results, outcome->after))
        slots[slot] = bound;
      continue;
    }
    NoiseBound bound =
        instruction.unknown ? NoiseBound::unknown() : NoiseBound::unreachable();
    if (!instruction.op) {
      for (NoiseBound operand : operands)
        bound = NoiseBound::join(bound, operand);
    } else if (llvm::none_of(operands, [](NoiseBound operand) {
                 return operand.isUnreachable();
               })) {
      // A handle to the operation; calling it changes nothing.
      NoiseOpInterface op = instruction.op;
      bound = op.inferNoise(operands);
      if (state.overflows && bound.exceeds(state.max) &&
          llvm::none_of(operands, [&](NoiseBound operand) {
            return operand.exceeds(state.max);
          }))
        state.overflows->insert(op->getResult(0));
    }
    for (unsigned slot : instruction.results)
      slots[slot] = bound;
  }
}

std::optional<CountedLoop::Outcome>
CountedLoop::run(ArrayRef<NoiseBound> inputBounds, Run &state) const {
  size_t numCarried = body->carried.size();
  SmallVector<NoiseBound> slots(body->numSlots);
  for (size_t i = numCarried; i < inputValues.size(); ++i)
    slots[body->slots.lookup(inputValues[i])] = inputBounds[i];

  Outcome outcome;
  outcome.during.resize(numCarried);
  outcome.after.assign(inputBounds.begin(), inputBounds.begin() + numCarried);
  // Brent's search for a cycle: once a state comes back, whole periods are
  // skipped.
  SmallVector<NoiseBound> saved;
  uint64_t savedAt = 0;
  uint64_t turns = tripCount;
  for (uint64_t turn = 0; turn < turns; ++turn) {
    state.step();
    if (state.isGivenUp())
      return std::nullopt;
    SmallVectorImpl<NoiseBound> &carried = outcome.after;
    if (carried == saved) {
      turns = turn + (turns - turn) % (turn - savedAt);
      saved.clear();
      if (turn >= turns)
        break;
    } else if (llvm::isPowerOf2_64(turn + 1)) {
      saved.assign(carried.begin(), carried.end());
      savedAt = turn;
    }
    for (auto [slot, during, bound] :
         llvm::zip_equal(body->carried, outcome.during, carried)) {
      slots[slot] = bound;
      during = NoiseBound::join(during, bound);
    }
    runBody(slots, state);
    for (auto [slot, bound] : llvm::zip_equal(body->yielded, carried))
      bound = slots[slot];
  }
  if (state.isGivenUp())
    return std::nullopt;
  return outcome;
}

std::optional<NoiseBound>
CountedLoop::evaluate(Value value, ArrayRef<NoiseBound> inputBounds,
                      uint64_t &stepsLeft) const {
  if (!cachedOutcome || ArrayRef<NoiseBound>(cachedInputs) != inputBounds) {
    Run state;
    state.stepsLeft = std::min(stepsLeft, kMaxSteps);
    stepsLeft -= state.stepsLeft;
    std::optional<Outcome> outcome = run(inputBounds, state);
    stepsLeft += state.stepsLeft;
    if (!outcome)
      return std::nullopt;
    cachedInputs.assign(inputBounds.begin(), inputBounds.end());
    cachedOutcome = std::make_unique<Outcome>(std::move(*outcome));
  }
  unsigned position = outputs.lookup(value);
  return isa<BlockArgument>(value) ? cachedOutcome->during[position]
                                   : cachedOutcome->after[position];
}

llvm::SetVector<Value>
CountedLoop::findOverflows(ArrayRef<NoiseBound> inputBounds, uint32_t max,
                           uint64_t &stepsLeft) const {
  llvm::SetVector<Value> overflows;
  Run state;
  state.stepsLeft = std::min(stepsLeft, kMaxSteps);
  stepsLeft -= state.stepsLeft;
  state.overflows = &overflows;
  state.max = max;
  run(inputBounds, state);
  stepsLeft += state.stepsLeft;
  return overflows;
}
