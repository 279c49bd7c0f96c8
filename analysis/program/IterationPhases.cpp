//===- IterationPhases.cpp - Iterations in which integers repeat ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *line* is an integer that each iteration adds the same constant to. What
// repeats is made of lines by remainders and masks, and by comparisons, which
// have one result up to the iteration in which the line passes what it is
// compared with, and one from there on.
//
//===----------------------------------------------------------------------===//

#include "analysis/program/IterationPhases.h"
#include "analysis/integers/Conditions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

static constexpr uint64_t kLongestPeriod = IterationPhases::kLongestPeriod;
static constexpr size_t kMostPhases = 16;
/// The values that are looked at.
static constexpr unsigned kMostValues = 256;

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

IterationPhases::IterationPhases(std::vector<uint64_t> begins, uint64_t period,
                                 uint64_t numIterations)
    : begins(std::move(begins)), period(period), numIterations(numIterations) {
  firstStates.push_back(0);
  for (uint64_t begin : this->begins)
    firstStates.push_back(firstStates.back() +
                          std::min(period, getEnd(begin) - begin));
}

uint64_t IterationPhases::getEnd(uint64_t iteration) const {
  auto next = llvm::upper_bound(begins, iteration);
  return next == begins.end() ? numIterations : *next;
}

uint64_t IterationPhases::getState(uint64_t iteration) const {
  size_t phase = llvm::upper_bound(begins, iteration) - begins.begin() - 1;
  return firstStates[phase] + (iteration - begins[phase]) % period;
}

uint64_t IterationPhases::getIteration(uint64_t state) const {
  size_t phase =
      llvm::upper_bound(firstStates, state) - firstStates.begin() - 1;
  return begins[phase] + (state - firstStates[phase]);
}

//===----------------------------------------------------------------------===//
// What repeats
//===----------------------------------------------------------------------===//

namespace {

/// In iteration i the bits of `first` + i `step`, as far as the type has them.
struct Line {
  int64_t first = 0, step = 0;
};

/// How a value depends on the iteration.
struct Course {
  enum Kind {
    /// In no way that is known.
    Unknown,
    /// Not at all by the loop's variables.
    Free,
    /// As a line.
    Straight,
    /// It repeats in each phase.
    Repeating
  };
  Kind kind = Unknown;
  Line line;
  /// The constant that it is, if it is free.
  std::optional<APInt> constant;
};

std::optional<Line> add(Line lhs, Line rhs) {
  Line sum;
  if (llvm::AddOverflow(lhs.first, rhs.first, sum.first) ||
      llvm::AddOverflow(lhs.step, rhs.step, sum.step))
    return std::nullopt;
  return sum;
}

std::optional<Line> multiply(Line line, int64_t factor) {
  Line product;
  if (llvm::MulOverflow(line.first, factor, product.first) ||
      llvm::MulOverflow(line.step, factor, product.step))
    return std::nullopt;
  return product;
}

class PhaseFinder {
public:
  PhaseFinder(Operation *loop, uint64_t numIterations,
              const IterationRanges::GeneralRange &rangeOf,
              const LoopCounters *counters)
      : loop(loop), numIterations(numIterations), rangeOf(rangeOf),
        counters(counters) {}

  /// True if a value repeats, or what `op` (if not null) decides by it.
  bool add(Operation *op, Value value);
  /// The same for a set, if its dimensions and symbols are these.
  bool add(affine::AffineIfOp op);
  std::optional<IterationPhases> get() const;

private:
  Course find(Value value);
  Course compute(Value value);
  Course findVariable(BlockArgument argument);
  Course getLine(std::optional<APInt> first, const APInt &step);
  Course evaluate(AffineExpr expr, ArrayRef<Course> operands, unsigned numDims);
  bool settle(const Course &course, unsigned width);
  bool repeat(ValueRange values);

  std::optional<APInt> getConstant(Value value) {
    std::optional<ConstantIntRanges> range = rangeOf(value);
    return range ? range->getConstantValue() : std::nullopt;
  }
  std::optional<Line> asLine(const Course &course) const;
  bool isWithin(Line line, const APInt &least, const APInt &most) const;
  bool isUnsigned(Line line, unsigned width) const {
    return isWithin(line, APInt::getZero(width), APInt::getMaxValue(width));
  }
  bool isSigned(Line line, unsigned width) const {
    return isWithin(line, APInt::getSignedMinValue(width).sext(width + 1),
                    APInt::getSignedMaxValue(width));
  }
  Course compare(arith::CmpIOp op);
  bool addPassing(Line line);
  Course repeatAfter(Line line, uint64_t divisor);

  Operation *loop;
  uint64_t numIterations;
  const IterationRanges::GeneralRange &rangeOf;
  const LoopCounters *counters;
  llvm::DenseMap<Value, Course> known;
  std::set<uint64_t> begins = {0};
  uint64_t period = 1;
};

} // namespace

static unsigned getWidth(Value value) {
  return ConstantIntRanges::getStorageBitwidth(value.getType());
}

std::optional<IterationPhases> PhaseFinder::get() const {
  if (begins.size() > kMostPhases || period > kLongestPeriod)
    return std::nullopt;
  return IterationPhases(std::vector<uint64_t>(begins.begin(), begins.end()),
                         period, numIterations);
}

/// True if a line is between two numbers in all iterations. One without a sign
/// is read as such.
bool PhaseFinder::isWithin(Line line, const APInt &least,
                           const APInt &most) const {
  int64_t distance, last;
  if (numIterations > uint64_t(INT64_MAX) ||
      llvm::MulOverflow(line.step, int64_t(numIterations - 1), distance) ||
      llvm::AddOverflow(line.first, distance, last))
    return false;
  unsigned width = std::max(65u, least.getBitWidth() + 1);
  APInt from = least.getBitWidth() > most.getBitWidth() ? least.sext(width)
                                                        : least.zext(width);
  APInt to = most.zext(width);
  return llvm::all_of(ArrayRef<int64_t>{line.first, last}, [&](int64_t end) {
    APInt number(width, uint64_t(end), /*isSigned=*/true);
    return number.sge(from) && number.sle(to);
  });
}

/// Begins phases where a line becomes 0, and where it passes it.
bool PhaseFinder::addPassing(Line line) {
  if (!isSigned(line, 64))
    return false;
  if (line.step == 0)
    return true;
  bool isRising = line.step > 0;
  if (!isRising && (line.step == INT64_MIN || line.first == INT64_MIN))
    return false;
  // From `rest` below 0 on, it rises by `step`.
  int64_t step = isRising ? line.step : -line.step;
  int64_t rest = isRising ? line.first : -line.first;
  if (rest > 0 || rest == INT64_MIN)
    return rest > 0;
  uint64_t distance = -rest;
  for (uint64_t begin :
       {llvm::divideCeil(distance, uint64_t(step)), distance / step + 1})
    if (begin < numIterations)
      begins.insert(begin);
  return begins.size() <= kMostPhases;
}

/// The course of what depends on a line up to multiples of `divisor`.
Course PhaseFinder::repeatAfter(Line line, uint64_t divisor) {
  uint64_t step = line.step < 0 ? -uint64_t(line.step) : uint64_t(line.step);
  uint64_t own = divisor / std::gcd(divisor, step);
  if (own > kLongestPeriod)
    return {};
  period = std::lcm(period, own);
  return period > kLongestPeriod ? Course{} : Course{Course::Repeating, {}, {}};
}

/// True if a value of this course, of so many bits, repeats.
bool PhaseFinder::settle(const Course &course, unsigned width) {
  switch (course.kind) {
  case Course::Unknown:
    return false;
  case Course::Free:
  case Course::Repeating:
    return true;
  case Course::Straight:
    // Its bits repeat, if they are few.
    return width < 63 && repeatAfter(course.line, uint64_t(1) << width).kind ==
                             Course::Repeating;
  }
  llvm_unreachable("all kinds are handled");
}

bool PhaseFinder::repeat(ValueRange values) {
  return llvm::all_of(values, [&](Value value) {
    return settle(find(value), getWidth(value));
  });
}

/// A constant is a line, too.
std::optional<Line> PhaseFinder::asLine(const Course &course) const {
  if (course.kind == Course::Straight)
    return course.line;
  if (course.constant && course.constant->isSignedIntN(64))
    return Line{course.constant->getSExtValue(), 0};
  return std::nullopt;
}

Course PhaseFinder::getLine(std::optional<APInt> first, const APInt &step) {
  if (!first || first->getBitWidth() > 64 || step.getBitWidth() > 64)
    return {};
  return {Course::Straight, {first->getSExtValue(), step.getSExtValue()}, {}};
}

/// The course of an induction variable, or of another argument.
Course PhaseFinder::findVariable(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  bool isFirst = argument.getArgNumber() == 0;
  if (auto scfFor = dyn_cast_or_null<scf::ForOp>(parent); scfFor && isFirst) {
    std::optional<APInt> step = getConstant(scfFor.getStep());
    if (parent == loop)
      return step ? getLine(getConstant(scfFor.getLowerBound()), *step)
                  : Course();
    // What it is in an iteration of its loop follows from where it begins.
    return repeat({scfFor.getLowerBound(), scfFor.getStep()})
               ? Course{Course::Free, {}, {}}
               : Course();
  }
  if (auto affineFor = dyn_cast_or_null<affine::AffineForOp>(parent);
      affineFor && isFirst) {
    if (parent == loop)
      return affineFor.hasConstantLowerBound()
                 ? getLine(APInt(64, affineFor.getConstantLowerBound(), true),
                           APInt(64, affineFor.getStepAsInt()))
                 : Course();
    return repeat(affineFor.getLowerBoundOperands())
               ? Course{Course::Free, {}, {}}
               : Course();
  }
  return {Course::Free, {}, getConstant(argument)};
}

Course PhaseFinder::find(Value value) {
  auto [entry, isNew] = known.try_emplace(value);
  if (!isNew || known.size() > kMostValues)
    return entry->second;
  Course course = compute(value);
  return known[value] = course;
}

/// The course of a comparison of lines: both are read without a sign, or with
/// one, and may not pass the end of their type.
Course PhaseFinder::compare(arith::CmpIOp op) {
  Course lhs = find(op.getLhs()), rhs = find(op.getRhs());
  unsigned width = getWidth(op.getLhs());
  if (lhs.kind != Course::Straight && rhs.kind != Course::Straight)
    return repeat(op->getOperands()) ? Course{Course::Repeating, {}, {}}
                                     : Course();
  std::optional<Line> a = asLine(lhs), b = asLine(rhs);
  if (!a || !b)
    return {};
  // Constants are read as the comparison does.
  bool isEquality = op.getPredicate() == arith::CmpIPredicate::eq ||
                    op.getPredicate() == arith::CmpIPredicate::ne;
  bool ignoresSign = op.getPredicate() == arith::CmpIPredicate::ult ||
                     op.getPredicate() == arith::CmpIPredicate::ule ||
                     op.getPredicate() == arith::CmpIPredicate::ugt ||
                     op.getPredicate() == arith::CmpIPredicate::uge;
  bool areUnsigned = isUnsigned(*a, width) && isUnsigned(*b, width);
  bool areSigned = isSigned(*a, width) && isSigned(*b, width);
  bool isKnown = isEquality    ? areUnsigned || areSigned
                 : ignoresSign ? areUnsigned
                               : areSigned;
  std::optional<Line> negated = multiply(*b, -1);
  std::optional<Line> difference = negated ? ::add(*a, *negated) : std::nullopt;
  return isKnown && difference && addPassing(*difference)
             ? Course{Course::Repeating, {}, {}}
             : Course();
}

Course PhaseFinder::compute(Value value) {
  if (counters) {
    if (Value alias = counters->getAlias(value))
      return find(alias);
    if (Operation *counted = counters->getLoop(value)) {
      for (const LoopCounter &counter : counters->getCounters(counted)) {
        if (counter.value != value)
          continue;
        if (counted == loop)
          return getLine(getConstant(counter.initial), counter.step);
        return repeat(counter.initial) ? Course{Course::Free, {}, {}}
                                       : Course();
      }
      for (const LoopSequence &sequence : counters->getSequences(counted)) {
        if (sequence.value != value)
          continue;
        if (counted != loop)
          return {Course::Free, {}, {}};
        if (sequence.period == 0 || sequence.period > kLongestPeriod)
          return {};
        uint64_t begin = sequence.values.size() - sequence.period;
        // What comes before it repeats is different in each iteration.
        if (begin > kMostPhases)
          return {};
        for (uint64_t i = 1; i <= std::min(begin, numIterations - 1); ++i)
          begins.insert(i);
        period = std::lcm(period, sequence.period);
        return period > kLongestPeriod ? Course()
                                       : Course{Course::Repeating, {}, {}};
      }
      return {};
    }
  }
  if (auto argument = dyn_cast<BlockArgument>(value))
    return findVariable(argument);
  Operation *op = value.getDefiningOp();
  // (A region may see the variables in ways of its own.)
  if (op->getNumRegions() > 0)
    return standsForCondition(value) || !value.getType().isIntOrIndex()
               ? Course()
               : Course{Course::Free, {}, {}};
  SmallVector<Course> operands;
  for (Value operand : op->getOperands())
    operands.push_back(find(operand));
  // (In an iteration that does not execute it, it is no such constant; but what
  // it is there repeats as well.)
  if (llvm::all_of(operands,
                   [](const Course &c) { return c.kind == Course::Free; }))
    return {Course::Free, {}, getConstant(value)};
  auto toCourse = [](std::optional<Line> line) {
    return line ? Course{Course::Straight, *line, {}} : Course();
  };
  auto isStraight = [&](unsigned i) {
    return operands[i].kind == Course::Straight;
  };
  // All operations with one operand that is a line and another one that is a
  // line or a constant.
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
      (isStraight(0) || isStraight(1))) {
    std::optional<Line> lhs = asLine(operands[0]), rhs = asLine(operands[1]);
    if (!lhs || !rhs)
      return {};
    if (isa<arith::MulIOp>(op))
      return lhs->step == 0   ? toCourse(multiply(*rhs, lhs->first))
             : rhs->step == 0 ? toCourse(multiply(*lhs, rhs->first))
                              : Course();
    if (isa<arith::SubIOp>(op))
      rhs = multiply(*rhs, -1);
    return rhs ? toCourse(::add(*lhs, *rhs)) : Course();
  }
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return compare(cmp);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return evaluate(apply.getAffineMap().getResult(0), operands,
                    apply.getAffineMap().getNumDims());
  if (!operands.empty() && isStraight(0)) {
    Line line = operands[0].line;
    unsigned from = getWidth(op->getOperand(0));
    if (isa<arith::TruncIOp>(op))
      return operands[0];
    if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
      return getWidth(value) <= from || isUnsigned(line, from) ? operands[0]
                                                               : Course();
    if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
      return getWidth(value) <= from || isSigned(line, from) ? operands[0]
                                                             : Course();
    if (isa<arith::RemUIOp, arith::RemSIOp, arith::AndIOp>(op) &&
        operands[1].constant && !operands[1].constant->isZero() && from <= 64) {
      const APInt &number = *operands[1].constant;
      if (isa<arith::AndIOp>(op)) {
        unsigned bits = number.getActiveBits();
        return bits < 63 ? repeatAfter(line, uint64_t(1) << bits) : Course();
      }
      if (isa<arith::RemUIOp>(op))
        return isUnsigned(line, from) && number.getActiveBits() < 63
                   ? repeatAfter(line, number.getZExtValue())
                   : Course();
      // The sign of the remainder is that of the line.
      bool isOne =
          isSigned(line, from) &&
          (isWithin(line, APInt::getZero(64), APInt::getSignedMaxValue(64)) ||
           isWithin(line, APInt::getSignedMinValue(64).sext(65),
                    APInt::getZero(64)));
      return isOne && !number.isMinSignedValue()
                 ? repeatAfter(line, number.abs().getZExtValue())
                 : Course();
    }
  }
  for (auto [operand, course] : llvm::zip_equal(op->getOperands(), operands))
    if (course.kind != Course::Free && !settle(course, getWidth(operand)))
      return {};
  return {Course::Repeating, {}, {}};
}

/// The course of an affine expression, of which no part may pass 64 bits.
Course PhaseFinder::evaluate(AffineExpr expr, ArrayRef<Course> operands,
                             unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {Course::Free, {}, APInt(64, constant.getValue(), true)};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Course lhs = evaluate(binary.getLHS(), operands, numDims);
  Course rhs = evaluate(binary.getRHS(), operands, numDims);
  if (lhs.kind == Course::Unknown || rhs.kind == Course::Unknown)
    return {};
  bool isStraight =
      lhs.kind == Course::Straight || rhs.kind == Course::Straight;
  if (!isStraight)
    return {lhs.kind == Course::Free && rhs.kind == Course::Free
                ? Course::Free
                : Course::Repeating,
            {},
            {}};
  std::optional<Line> a = asLine(lhs), b = asLine(rhs);
  if (!a || !b || !isSigned(*a, 64) || !isSigned(*b, 64))
    return {};
  std::optional<Line> result;
  if (expr.getKind() == AffineExprKind::Add)
    result = ::add(*a, *b);
  else if (expr.getKind() == AffineExprKind::Mul)
    result = b->step == 0   ? multiply(*a, b->first)
             : a->step == 0 ? multiply(*b, a->first)
                            : std::nullopt;
  else if (expr.getKind() == AffineExprKind::Mod && b->step == 0 &&
           b->first > 0)
    return repeatAfter(*a, uint64_t(b->first));
  return result ? Course{Course::Straight, *result, {}} : Course();
}

bool PhaseFinder::add(affine::AffineIfOp op) {
  SmallVector<Course> operands;
  for (Value operand : op->getOperands())
    operands.push_back(find(operand));
  IntegerSet set = op.getIntegerSet();
  return llvm::all_of(set.getConstraints(), [&](AffineExpr expr) {
    Course course = evaluate(expr, operands, set.getNumDims());
    return course.kind == Course::Straight ? addPassing(course.line)
                                           : course.kind != Course::Unknown;
  });
}

bool PhaseFinder::add(Operation *op, Value value) {
  Course course = find(value);
  auto switchOp = dyn_cast_or_null<scf::IndexSwitchOp>(op);
  if (course.kind != Course::Straight || !switchOp)
    return settle(course, getWidth(value));
  return isSigned(course.line, 64) &&
         llvm::all_of(switchOp.getCases(), [&](int64_t number) {
           std::optional<Line> difference =
               number == INT64_MIN ? std::nullopt
                                   : ::add(course.line, {-number, 0});
           return difference && addPassing(*difference);
         });
}

std::optional<IterationPhases>
mlir::noisy::findPhases(Operation *decider, ArrayRef<Value> values,
                        Operation *loop, uint64_t numIterations,
                        const IterationRanges::GeneralRange &rangeOf,
                        const LoopCounters *counters) {
  if (numIterations < 2)
    return std::nullopt;
  PhaseFinder finder(loop, numIterations, rangeOf, counters);
  auto ifOp = dyn_cast_or_null<affine::AffineIfOp>(decider);
  if (ifOp && !finder.add(ifOp))
    return std::nullopt;
  for (Value value : values) {
    bool isOfSet = ifOp && (standsForCondition(value) ||
                            llvm::is_contained(ifOp->getOperands(), value));
    if (!isOfSet && !finder.add(decider, value))
      return std::nullopt;
  }
  return finder.get();
}
