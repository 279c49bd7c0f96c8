//===- TestedLoop.cpp - The number of iterations up to a test -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In iteration k = 0, 1, ... the test sees x + k s, where x is what it sees at
// first, and s what each iteration adds; both modulo 2^width. The trip count is
// the least k for which the test says to leave. Where an iteration does
// anything else to an integer, the first iterations are followed one by one,
// with the ranges of all integers that the loop carries.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/TestedLoop.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/LoopRanges.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace mlir::noisy;
using arith::CmpIPredicate;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TestedLoop::TestedLoop(scf::WhileOp loop)
    : condition(loop.getConditionOp().getCondition()) {
  scf::YieldOp yield = loop.getYieldOp();
  for (auto [argument, initial, next] : llvm::zip_equal(
           loop.getBeforeArguments(), loop.getInits(), yield.getOperands()))
    carriedValues[argument] = {initial, {next}};
  for (auto [argument, passed] : llvm::zip_equal(
           loop.getAfterArguments(), loop.getConditionOp().getArgs()))
    aliases[argument] = passed;
  isInvariant = [loop](Value value) mutable {
    return !loop->isProperAncestor(value.getParentRegion()->getParentOp()) &&
           loop.getOperation() != value.getParentRegion()->getParentOp();
  };
}

TestedLoop::TestedLoop(LoopLikeOpInterface loop) : counted(loop) {
  for (auto [argument, initial, next] : llvm::zip(
           loop.getRegionIterArgs(), loop.getInits(), loop.getYieldedValues()))
    carriedValues[argument] = {initial, {next}};
  isInvariant = [loop](Value value) mutable {
    return !loop->isAncestor(value.getParentRegion()->getParentOp());
  };
}

TestedLoop::TestedLoop(const BlockLoop &loop)
    : condition(cf::CondBranchOp(loop.test).getCondition()),
      goesOnIf(loop.goesOnIf) {
  for (BlockArgument argument : loop.header->getArguments()) {
    Carried carried = {loop.getInitial(argument), loop.getPassedBack(argument)};
    if (carried.initial &&
        llvm::all_of(carried.next, [](Value v) { return bool(v); }))
      carriedValues[argument] = std::move(carried);
  }
  // What a block gets from its only predecessor is the same value.
  for (Block *block : ArrayRef(loop.blocks).drop_front()) {
    Block *predecessor = block->getSinglePredecessor();
    auto branch =
        predecessor ? dyn_cast<BranchOpInterface>(predecessor->getTerminator())
                    : BranchOpInterface();
    if (!branch || block->getNumArguments() == 0)
      continue;
    SuccessorOperands operands =
        branch.getSuccessorOperands(block->pred_begin().getSuccessorIndex());
    for (BlockArgument argument : block->getArguments())
      if (Value operand = operands[argument.getArgNumber()])
        aliases[argument] = operand;
  }
  isInvariant = [&loop](Value value) { return !loop.defines(value); };
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {
/// A value that is a carried one plus a constant.
struct Offset {
  Value carried;
  APInt constant;
};

/// The most additions that are followed.
constexpr unsigned kMostSteps = 64;

class TestReader {
public:
  TestReader(const TestedLoop &loop, RangeOf rangeOf)
      : loop(loop), rangeOf(rangeOf) {}

  std::optional<TripCount> read(Value condition, bool goesOnIf,
                                unsigned depth = 0);
  std::optional<APInt> getStep(Value carried);
  std::optional<TripCount> follow(Value condition, bool goesOnIf);

private:
  using Ranges = llvm::DenseMap<Value, ConstantIntRanges>;

  Value resolve(Value value) const;
  std::optional<ConstantIntRanges> infer(Value value, Ranges &known);
  std::optional<APInt> getConstant(Value value);
  std::optional<Offset> getOffset(Value value);
  std::optional<TripCount> readComparison(CmpIPredicate predicate, Value lhs,
                                          Value rhs);

  const TestedLoop &loop;
  RangeOf rangeOf;
  /// The iterations and operations that `follow` may still read.
  unsigned budget = 1u << 10;
  /// True if `infer` met a value of which nothing is known.
  bool metUnknown = false;
};
} // namespace

std::optional<APInt> TestReader::getConstant(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  std::optional<ConstantIntRanges> range = rangeOf(value);
  return range ? range->getConstantValue() : std::nullopt;
}

/// The carried value and the constant that `value` is the sum of in each
/// iteration.
std::optional<Offset> TestReader::getOffset(Value value) {
  auto width = [](Value v) {
    return ConstantIntRanges::getStorageBitwidth(v.getType());
  };
  if (!value.getType().isIntOrIndex() || width(value) == 0)
    return std::nullopt;
  APInt sum = APInt::getZero(width(value));
  for (unsigned i = 0; i < kMostSteps; ++i) {
    if (auto alias = loop.aliases.find(value); alias != loop.aliases.end())
      value = alias->second;
    if (loop.carriedValues.contains(value))
      return Offset{value, sum};
    Operation *op = value.getDefiningOp();
    bool adds = isa_and_nonnull<arith::AddIOp, index::AddOp>(op);
    if (!adds && !isa_and_nonnull<arith::SubIOp, index::SubOp>(op))
      return std::nullopt;
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    std::optional<APInt> constant = getConstant(rhs);
    if (!constant && adds) {
      constant = getConstant(lhs);
      std::swap(lhs, rhs);
    }
    if (!constant || constant->getBitWidth() != sum.getBitWidth())
      return std::nullopt;
    sum += adds ? *constant : -*constant;
    value = lhs;
  }
  return std::nullopt;
}

/// What each iteration adds to a carried value.
std::optional<APInt> TestReader::getStep(Value carried) {
  std::optional<APInt> step;
  for (Value next : loop.carriedValues.find(carried)->second.next) {
    std::optional<Offset> offset = getOffset(next);
    if (!offset || offset->carried != carried ||
        (step && *step != offset->constant))
      return std::nullopt;
    step = offset->constant;
  }
  return step;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// The range of ~x = -1 - x: the order is reversed, signed and unsigned, and
/// no number leaves the type.
static ConstantIntRanges mirror(const ConstantIntRanges &range) {
  return ConstantIntRanges(~range.umax(), ~range.umin(), ~range.smax(),
                           ~range.smin());
}

static TripCount exactly(uint64_t count) { return {count, count}; }

static std::optional<uint64_t> toCount(const APInt &number) {
  if (number.getActiveBits() > 63)
    return std::nullopt;
  return number.getZExtValue();
}

/// The loop goes on while x < end. In iteration k < the trip count, x is less
/// than an end, so by `mayWrap` nothing wraps, even if the end is another one
/// each time: the trip count is between those for the least and the greatest.
static std::optional<TripCount> countLess(const ConstantIntRanges &first,
                                          const ConstantIntRanges &end,
                                          const APInt &step, bool isUnsigned) {
  if (isUnsigned ? first.umin().uge(end.umax()) : first.smin().sge(end.smax()))
    return exactly(0);
  return countIterations(first, end, ConstantIntRanges::constant(step),
                         isUnsigned);
}

/// The loop goes on while x <= end: while x < end + 1, if no end is the
/// greatest number, with which it would never end.
static std::optional<TripCount> countLessOrEqual(const ConstantIntRanges &first,
                                                 const ConstantIntRanges &end,
                                                 const APInt &step,
                                                 bool isUnsigned) {
  if (isUnsigned ? end.umax().isMaxValue() : end.smax().isMaxSignedValue())
    return std::nullopt;
  ConstantIntRanges next =
      isUnsigned
          ? ConstantIntRanges::fromUnsigned(end.umin() + 1, end.umax() + 1)
          : ConstantIntRanges::fromSigned(end.smin() + 1, end.smax() + 1);
  return countLess(first, next, step, isUnsigned);
}

/// The loop goes on while x != end, which is the same all the time.
static std::optional<TripCount> countUnequal(const ConstantIntRanges &first,
                                             const ConstantIntRanges &end,
                                             const APInt &step) {
  if (step.isZero())
    return std::nullopt;
  bool goesUp = step.isStrictlyPositive();
  std::optional<APInt> start = first.getConstantValue();
  std::optional<APInt> stop = end.getConstantValue();
  if (start && stop) {
    // The least k with k s = distance modulo 2^width is distance / s, if that
    // is whole: with less, k s is below the distance. Otherwise the counter
    // passes the end of its type.
    APInt distance = goesUp ? *stop - *start : *start - *stop;
    APInt size = step.abs();
    if (!distance.urem(size).isZero())
      return std::nullopt;
    std::optional<uint64_t> count = toCount(distance.udiv(size));
    return count ? std::optional(exactly(*count)) : std::nullopt;
  }
  if (!step.abs().isOne())
    return std::nullopt;
  ConstantIntRanges low = goesUp ? first : mirror(first);
  ConstantIntRanges high = goesUp ? end : mirror(end);
  // Step by step from what is never above the end, as signed or as unsigned
  // numbers. The differences are numbers of this width without a sign.
  auto countUp = [](const APInt &least,
                    const APInt &most) -> std::optional<TripCount> {
    auto min = toCount(least), max = toCount(most);
    if (!min || !max)
      return std::nullopt;
    return TripCount{*min, *max};
  };
  if (low.umax().ule(high.umin()))
    return countUp(high.umin() - low.umax(), high.umax() - low.umin());
  if (low.smax().sle(high.smin()))
    return countUp(high.smin() - low.smax(), high.smax() - low.smin());
  return std::nullopt;
}

/// The loop goes on while x == end, which is the same all the time: once at
/// most, because the counter moves.
static std::optional<TripCount> countEqual(const ConstantIntRanges &first,
                                           const ConstantIntRanges &end,
                                           const APInt &step) {
  if (step.isZero())
    return std::nullopt;
  std::optional<APInt> start = first.getConstantValue();
  std::optional<APInt> stop = end.getConstantValue();
  if (start && stop)
    return exactly(*start == *stop);
  return TripCount{0, 1};
}

/// The loop goes on while the comparison holds.
std::optional<TripCount> TestReader::readComparison(CmpIPredicate predicate,
                                                    Value lhs, Value rhs) {
  std::optional<Offset> counter = getOffset(lhs);
  std::optional<APInt> step;
  if (counter)
    step = getStep(counter->carried);
  if (!step) {
    std::swap(lhs, rhs);
    predicate = swapOperands(predicate);
    counter = getOffset(lhs);
    if (counter)
      step = getStep(counter->carried);
  }
  if (!step)
    return std::nullopt;
  std::optional<ConstantIntRanges> initial =
      rangeOf(loop.carriedValues.find(counter->carried)->second.initial);
  std::optional<ConstantIntRanges> end = rangeOf(rhs);
  unsigned width = step->getBitWidth();
  if (!initial || !end || initial->umin().getBitWidth() != width ||
      end->umin().getBitWidth() != width)
    return std::nullopt;
  // What may wrap in a sum is any number then.
  ConstantIntRanges first = intrange::inferAdd(
      {*initial, ConstantIntRanges::constant(counter->constant)});
  bool isUnsigned =
      predicate == CmpIPredicate::ult || predicate == CmpIPredicate::ule ||
      predicate == CmpIPredicate::ugt || predicate == CmpIPredicate::uge;
  switch (predicate) {
  case CmpIPredicate::slt:
  case CmpIPredicate::ult:
    return countLess(first, *end, *step, isUnsigned);
  case CmpIPredicate::sle:
  case CmpIPredicate::ule:
    return countLessOrEqual(first, *end, *step, isUnsigned);
  case CmpIPredicate::sgt:
  case CmpIPredicate::ugt:
    return countLess(mirror(first), mirror(*end), -*step, isUnsigned);
  case CmpIPredicate::sge:
  case CmpIPredicate::uge:
    return countLessOrEqual(mirror(first), mirror(*end), -*step, isUnsigned);
  case CmpIPredicate::ne:
    return loop.isInvariant(rhs) ? countUnequal(first, *end, *step)
                                 : std::nullopt;
  case CmpIPredicate::eq:
    return loop.isInvariant(rhs) ? countEqual(first, *end, *step)
                                 : std::nullopt;
  }
  llvm_unreachable("all predicates are handled");
}

/// The loop goes on while `condition` is `goesOnIf`.
std::optional<TripCount> TestReader::read(Value condition, bool goesOnIf,
                                          unsigned depth) {
  if (depth > kMostSteps)
    return std::nullopt;
  if (std::optional<APInt> constant = getConstant(condition))
    return constant->isZero() == goesOnIf ? std::optional(exactly(0))
                                          : std::nullopt;
  Operation *op = condition.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto negation = dyn_cast<arith::XOrIOp>(op)) {
    if (std::optional<APInt> constant = getConstant(negation.getRhs()))
      return read(negation.getLhs(), goesOnIf == constant->isZero(), depth + 1);
    return std::nullopt;
  }
  if (goesOnIf ? isa<arith::AndIOp>(op) : isa<arith::OrIOp>(op)) {
    // It goes on while both say so, so until one does not.
    std::optional<TripCount> lhs = read(op->getOperand(0), goesOnIf, depth + 1);
    std::optional<TripCount> rhs = read(op->getOperand(1), goesOnIf, depth + 1);
    if (lhs && rhs)
      return TripCount{std::min(lhs->min, rhs->min),
                       std::min(lhs->max, rhs->max)};
    if (!lhs)
      lhs = rhs;
    return lhs ? std::optional(TripCount{0, lhs->max}) : std::nullopt;
  }
  std::optional<CmpIPredicate> predicate = getComparisonPredicate(op);
  if (!predicate)
    return std::nullopt;
  return readComparison(goesOnIf ? *predicate
                                 : arith::invertPredicate(*predicate),
                        op->getOperand(0), op->getOperand(1));
}

//===----------------------------------------------------------------------===//
// Iteration by iteration
//===----------------------------------------------------------------------===//

/// The value that another one is a name of.
Value TestReader::resolve(Value value) const {
  for (unsigned i = 0; i < kMostSteps; ++i) {
    auto alias = loop.aliases.find(value);
    if (alias == loop.aliases.end())
      break;
    value = alias->second;
  }
  return value;
}

/// The range of a value in an iteration in which those of the carried values
/// are known; adds the ranges of what it is made of. None if the budget is used
/// up, or a range from outside of the loop is not known yet.
std::optional<ConstantIntRanges> TestReader::infer(Value value, Ranges &known) {
  value = resolve(value);
  if (auto entry = known.find(value); entry != known.end())
    return entry->second;
  if (budget == 0)
    return std::nullopt;
  --budget;
  APInt constant;
  std::optional<ConstantIntRanges> range;
  auto unknown = ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(value.getType()));
  auto op = value.getDefiningOp<InferIntRangeInterface>();
  if (matchPattern(value, m_ConstantInt(&constant))) {
    range = ConstantIntRanges::constant(constant);
  } else if (loop.isInvariant(value)) {
    range = rangeOf(value);
    if (!range)
      return std::nullopt;
    metUnknown |= *range == unknown;
  } else if (op && op->getNumRegions() == 0 &&
             llvm::all_of(op->getOperandTypes(), isScalarInteger)) {
    SmallVector<ConstantIntRanges> operands;
    for (Value operand : op->getOperands()) {
      std::optional<ConstantIntRanges> part = infer(operand, known);
      if (!part)
        return std::nullopt;
      operands.push_back(*part);
    }
    op.inferResultRanges(operands,
                         [&](Value result, const ConstantIntRanges &inferred) {
                           if (result == value)
                             range = inferred;
                         });
  }
  if (!range) {
    range = unknown;
    metUnknown = true;
  }
  known.insert({value, *range});
  return range;
}

/// The same as `read`, by following the iterations until the test certainly
/// says to leave.
std::optional<TripCount> TestReader::follow(Value condition, bool goesOnIf) {
  Ranges state;
  for (auto &[value, carried] : loop.carriedValues) {
    if (!isScalarInteger(value.getType()))
      continue;
    std::optional<ConstantIntRanges> initial =
        carried.initial ? rangeOf(carried.initial) : std::nullopt;
    if (!initial)
      return std::nullopt;
    state.insert({value, *initial});
  }
  std::optional<uint64_t> min;
  for (uint64_t k = 0; budget > 0; ++k) {
    --budget;
    // What decides is probably not known at all: even what is doubled passes
    // the end of its type by now.
    if (min && k - *min > kMostSteps)
      return std::nullopt;
    Ranges known = state;
    metUnknown = false;
    std::optional<ConstantIntRanges> test = infer(condition, known);
    if (!test)
      return std::nullopt;
    // What a load decides, for example, is not known in any iteration.
    if (metUnknown && !test->getConstantValue())
      return std::nullopt;
    bool mayBeFalse = test->umin().isZero(), mayBeTrue = !test->umax().isZero();
    bool mayLeave = goesOnIf ? mayBeFalse : mayBeTrue;
    bool mayGoOn = goesOnIf ? mayBeTrue : mayBeFalse;
    if (!min && mayLeave)
      min = k;
    if (!mayGoOn)
      return TripCount{*min, k};
    Ranges nextState;
    bool isSame = true;
    for (auto &[value, range] : state) {
      std::optional<ConstantIntRanges> next;
      for (Value passed : loop.carriedValues.find(value)->second.next) {
        std::optional<ConstantIntRanges> part = infer(passed, known);
        if (!part)
          return std::nullopt;
        next = next ? next->rangeUnion(*part) : *part;
      }
      if (!next)
        return std::nullopt;
      isSame &= *next == range;
      nextState.insert({value, *next});
    }
    // It goes on like this.
    if (isSame)
      return std::nullopt;
    state = std::move(nextState);
  }
  return std::nullopt;
}

std::optional<TripCount> mlir::noisy::getTripCount(const TestedLoop &loop,
                                                   RangeOf rangeOf) {
  if (loop.counted)
    return getTripCount(loop.counted, rangeOf);
  TestReader reader(loop, rangeOf);
  std::optional<TripCount> count = reader.read(loop.condition, loop.goesOnIf);
  return count ? count : reader.follow(loop.condition, loop.goesOnIf);
}

std::optional<LoopCounter>
mlir::noisy::findCounter(const TestedLoop &loop, Value value, RangeOf rangeOf) {
  auto carried = loop.carriedValues.find(value);
  if (carried == loop.carriedValues.end() || !isScalarInteger(value.getType()))
    return std::nullopt;
  std::optional<APInt> step = TestReader(loop, rangeOf).getStep(value);
  if (!step)
    return std::nullopt;
  return LoopCounter{value, carried->second.initial, std::move(*step)};
}

ConstantIntRanges
mlir::noisy::inferCounterRange(const ConstantIntRanges &initial,
                               const APInt &step, uint64_t last) {
  // Exact where nothing passes an end, of numbers with or without a sign.
  unsigned width = step.getBitWidth(), wide = width + 65;
  APInt distance = step.sext(wide) * APInt(wide, last);
  APInt below = llvm::APIntOps::smin(distance, APInt::getZero(wide));
  APInt above = llvm::APIntOps::smax(distance, APInt::getZero(wide));
  ConstantIntRanges range = ConstantIntRanges::maxRange(width);
  APInt least = initial.smin().sext(wide) + below;
  APInt most = initial.smax().sext(wide) + above;
  if (least.isSignedIntN(width) && most.isSignedIntN(width))
    range = range.intersection(
        ConstantIntRanges::fromSigned(least.trunc(width), most.trunc(width)));
  least = initial.umin().zext(wide) + below;
  most = initial.umax().zext(wide) + above;
  if (!least.isNegative() && most.isIntN(width))
    range = range.intersection(
        ConstantIntRanges::fromUnsigned(least.trunc(width), most.trunc(width)));
  return range;
}
