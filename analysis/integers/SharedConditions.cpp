//===- SharedConditions.cpp - Conditions that decide together -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/SharedConditions.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/Conditions.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/NarrowedRange.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;
using arith::CmpIPredicate;

/// The conditions that are told apart, and those that are looked at.
static constexpr size_t kMostConditions = 6, kMostCandidates = 16;
/// How deep conditions that are made of others are looked into.
static constexpr unsigned kDeepest = 8;

//===----------------------------------------------------------------------===//
// What can be together
//===----------------------------------------------------------------------===//

/// How two integers compare, as unsigned and as signed numbers: all five ways,
/// by bits.
static unsigned getOrders(CmpIPredicate predicate) {
  enum { Equal = 1, SltUlt = 2, SltUgt = 4, SgtUlt = 8, SgtUgt = 16 };
  switch (predicate) {
  case CmpIPredicate::eq:
    return Equal;
  case CmpIPredicate::ne:
    return SltUlt | SltUgt | SgtUlt | SgtUgt;
  case CmpIPredicate::slt:
    return SltUlt | SltUgt;
  case CmpIPredicate::sle:
    return SltUlt | SltUgt | Equal;
  case CmpIPredicate::sgt:
    return SgtUlt | SgtUgt;
  case CmpIPredicate::sge:
    return SgtUlt | SgtUgt | Equal;
  case CmpIPredicate::ult:
    return SltUlt | SgtUlt;
  case CmpIPredicate::ule:
    return SltUlt | SgtUlt | Equal;
  case CmpIPredicate::ugt:
    return SltUgt | SgtUgt;
  case CmpIPredicate::uge:
    return SltUgt | SgtUgt | Equal;
  }
  llvm_unreachable("all predicates are handled");
}

namespace {
/// Conditions that are assumed to hold, or not to hold, in one run of the code.
class Assumptions {
public:
  Assumptions(const SharedConditions::IsFixed &isFixed, RangeOf rangeOf)
      : isFixed(isFixed), rangeOf(rangeOf) {}

  void add(Value condition, bool holds, unsigned depth = 0);
  /// False if they contradict each other.
  bool areConsistent();

private:
  struct Comparison {
    Value lhs, rhs;
    CmpIPredicate predicate;
  };

  std::optional<bool> evaluate(Value condition, unsigned depth = 0) const;
  bool narrowRanges();

  const SharedConditions::IsFixed &isFixed;
  RangeOf rangeOf;
  bool areContradicted = false;
  SmallVector<std::pair<Value, bool>> all;
  std::map<ConditionKey, bool> known;
  /// The orders that are left for each pair of operands.
  std::map<std::vector<const void *>, unsigned> orders;
  SmallVector<Comparison> comparisons;
};
} // namespace

void Assumptions::add(Value condition, bool holds, unsigned depth) {
  auto key = getConditionKey(condition, isFixed);
  if (!key)
    return;
  auto [entry, isNew] = known.try_emplace(key->first, holds != key->second);
  if (!isNew) {
    areContradicted |= entry->second != (holds != key->second);
    return;
  }
  all.push_back({condition, holds});
  auto [inner, isNegated] = withoutNegations(condition);
  holds ^= isNegated;
  if (key->first.predicate >= 0) {
    auto predicate = CmpIPredicate(key->first.predicate);
    if (!entry->second)
      predicate = arith::invertPredicate(predicate);
    auto [left, isFirst] = orders.try_emplace(key->first.operands, ~0u);
    left->second &= getOrders(predicate);
    areContradicted |= left->second == 0;
    Operation *op = inner.getDefiningOp();
    CmpIPredicate own = *getComparisonPredicate(op);
    comparisons.push_back({op->getOperand(0), op->getOperand(1),
                           holds ? own : arith::invertPredicate(own)});
    return;
  }
  Operation *op = inner.getDefiningOp();
  if (op && depth < kDeepest &&
      (holds ? isa<arith::AndIOp>(op) : isa<arith::OrIOp>(op)))
    for (Value operand : op->getOperands())
      add(operand, holds, depth + 1);
}

/// What a condition is under the assumptions, by what it is made of; none if
/// that is not known.
std::optional<bool> Assumptions::evaluate(Value condition,
                                          unsigned depth) const {
  auto [inner, isNegated] = withoutNegations(condition);
  Operation *op = inner.getDefiningOp();
  if (!isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op) || depth > kDeepest)
    return std::nullopt;
  bool decisive = isa<arith::OrIOp>(op);
  bool areAllKnown = true;
  for (Value operand : op->getOperands()) {
    std::optional<bool> content;
    if (auto key = getConditionKey(operand, isFixed))
      if (auto entry = known.find(key->first); entry != known.end())
        content = entry->second != key->second;
    if (!content)
      content = evaluate(operand, depth + 1);
    if (!content)
      if (std::optional<ConstantIntRanges> range = rangeOf(operand))
        if (std::optional<llvm::APInt> single = range->getConstantValue())
          content = !single->isZero();
    if (content == decisive)
      return decisive != isNegated;
    areAllKnown &= content.has_value();
  }
  return areAllKnown ? std::optional(decisive == isNegated) : std::nullopt;
}

/// Narrows the ranges of what is compared; false if one is empty then.
bool Assumptions::narrowRanges() {
  llvm::DenseMap<Value, ConstantIntRanges> ranges;
  auto getRange = [&](Value value) -> std::optional<ConstantIntRanges> {
    if (auto entry = ranges.find(value); entry != ranges.end())
      return entry->second;
    return rangeOf(value);
  };
  auto narrowOne = [&](Value value, CmpIPredicate predicate, Value other) {
    auto range = getRange(value), bound = getRange(other);
    if (!range || !bound || !fits(*range, value.getType()))
      return true;
    auto narrower = narrow(*range, predicate, *bound);
    if (!narrower)
      return false;
    ranges.insert_or_assign(value, *narrower);
    return true;
  };
  // What one comparison says may narrow what another one compares.
  for (unsigned round = 0; round < 2; ++round)
    for (const Comparison &comparison : comparisons)
      if (!narrowOne(comparison.lhs, comparison.predicate, comparison.rhs) ||
          !narrowOne(comparison.rhs, swapOperands(comparison.predicate),
                     comparison.lhs))
        return false;
  return true;
}

bool Assumptions::areConsistent() {
  return !areContradicted && llvm::all_of(all, [&](auto assumption) {
    auto [condition, holds] = assumption;
    return evaluate(condition).value_or(holds) == holds;
  }) && narrowRanges();
}

bool SharedConditions::areConsistent(ArrayRef<const Condition *> chosen,
                                     ArrayRef<bool> bits,
                                     RangeOf rangeOf) const {
  Assumptions assumptions(isFixed, rangeOf);
  for (auto [condition, bit] : llvm::zip_equal(chosen, bits)) {
    auto [value, isNegated] = condition->front();
    assumptions.add(value, bit != isNegated);
  }
  return assumptions.areConsistent();
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Adds what a condition is made of: comparisons by their operands.
static void addParts(Value condition, llvm::SmallSetVector<Value, 8> &parts,
                     unsigned depth = 0) {
  condition = withoutNegations(condition).first;
  Operation *op = condition.getDefiningOp();
  bool isPair = isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op);
  parts.insert(condition);
  if (getComparisonPredicate(op))
    parts.insert_range(op->getOperands());
  if (isPair && depth < kDeepest)
    for (Value operand : op->getOperands())
      addParts(operand, parts, depth + 1);
}

SharedConditions::SharedConditions(
    const llvm::MapVector<Value, unsigned> &counts, IsFixed fixed,
    RangeOf rangeOf, uint64_t most)
    : isFixed(std::move(fixed)) {
  struct Candidate {
    unsigned count = 0;
    Condition condition;
    llvm::SmallSetVector<Value, 8> parts = {};
    bool isRelated = false;
  };
  std::map<ConditionKey, unsigned> positions;
  SmallVector<Candidate, 0> candidates;
  for (auto [value, count] : counts) {
    auto key = getConditionKey(value, isFixed);
    if (!key)
      continue;
    auto [position, isNew] =
        positions.try_emplace(key->first, candidates.size());
    if (isNew)
      candidates.emplace_back();
    Candidate &candidate = candidates[position->second];
    candidate.count += count;
    candidate.condition.push_back({value, key->second});
  }
  llvm::erase_if(candidates, [&](const Candidate &candidate) {
    Value first = candidate.condition.front().first;
    std::optional<ConstantIntRanges> range = rangeOf(first);
    return !standsForCondition(first) && (!range || range->getConstantValue());
  });
  // Those that decide one thing count if they exclude something.
  for (Candidate &candidate : candidates)
    addParts(candidate.condition.front().first, candidate.parts);
  for (size_t i = 0; i < candidates.size() && i < kMostCandidates; ++i)
    for (size_t j = 0; j < i; ++j) {
      Candidate &first = candidates[j], &second = candidates[i];
      if (llvm::none_of(first.parts, [&](Value part) {
            return second.parts.contains(part);
          }))
        continue;
      for (unsigned both = 0; both < 4; ++both)
        if (!areConsistent({&first.condition, &second.condition},
                           {bool(both & 1), bool(both & 2)}, rangeOf)) {
          first.isRelated = second.isRelated = true;
          break;
        }
    }
  std::vector<const Condition *> chosen;
  for (Candidate &candidate : candidates) {
    if (candidate.count < 2 && !candidate.isRelated)
      continue;
    if (chosen.size() == kMostConditions)
      break;
    chosen.push_back(&candidate.condition);
    std::vector<SmallVector<bool, 4>> next;
    for (const auto &bits : combinations)
      for (bool bit : {false, true}) {
        next.push_back(bits);
        next.back().push_back(bit);
        if (!areConsistent(chosen, next.back(), rangeOf))
          next.pop_back();
      }
    if (next.empty() || next.size() > most) {
      chosen.pop_back();
      continue;
    }
    combinations = std::move(next);
  }
  for (const Condition *condition : chosen) {
    conditions.push_back(*condition);
    for (auto [value, isNegated] : *condition)
      values.push_back(value);
  }
}

SmallVector<std::optional<uint64_t>, 2>
SharedConditions::get(unsigned combination) const {
  SmallVector<std::optional<uint64_t>, 2> contents;
  for (auto [condition, bit] :
       llvm::zip_equal(conditions, combinations[combination]))
    for (auto [value, isNegated] : condition)
      contents.push_back(bit != isNegated);
  return contents;
}

SmallVector<Value> SharedConditions::getSources() const {
  SmallVector<Value> sources = values;
  for (Value value : values)
    if (standsForCondition(value))
      llvm::append_range(sources, value.getDefiningOp()->getOperands());
  return sources;
}

/// The content of a condition, if integers with these ranges say it.
static std::optional<bool> evaluate(Value value, RangeOf rangeOf) {
  if (standsForCondition(value)) {
    std::optional<unsigned> branch = findBranch(value.getDefiningOp(), rangeOf);
    return branch ? std::optional(*branch == 0) : std::nullopt;
  }
  std::optional<ConstantIntRanges> range = rangeOf(value);
  std::optional<llvm::APInt> single =
      range ? range->getConstantValue() : std::nullopt;
  return single ? std::optional(!single->isZero()) : std::nullopt;
}

bool SharedConditions::mayBe(unsigned combination, RangeOf rangeOf) const {
  SmallVector<const Condition *> all;
  for (auto [condition, bit] :
       llvm::zip_equal(conditions, combinations[combination])) {
    all.push_back(&condition);
    for (auto [value, isNegated] : condition)
      if (evaluate(value, rangeOf) == (bit == isNegated))
        return false;
  }
  return areConsistent(all, combinations[combination], rangeOf);
}
