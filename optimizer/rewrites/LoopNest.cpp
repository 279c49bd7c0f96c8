//===- LoopNest.cpp - Nested loops in place of one ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/LoopNest.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

namespace {
/// What is joined to a sum, or to a product.
struct Term {
  Value value;
  bool isNegative;
  Location location;
};

/// Makes a nest in place of a loop.
class NestMaker {
public:
  NestMaker(const CountedLoop &loop, ArrayRef<CarriedValue> carried,
            const LoopSchedule &schedule, OpBuilder &builder)
      : loop(loop), carried(carried), schedule(schedule), builder(builder) {}

  /// Returns what takes the place of the loop's results.
  SmallVector<Value> make();

private:
  SmallVector<Value> makeLoop(size_t depth, Value counter, ValueRange values);
  SmallVector<Value> fill(CountedLoop::Made made, size_t depth);
  SmallVector<Value> copyBody(Value counter, ValueRange values, int64_t copies);
  Value joinTerms(const CarriedValue &value, Value before,
                  ArrayRef<Term> terms);
  Value getNeutral(const CarriedValue &value);
  Value join(const CarriedValue &value, Value before, Value part);

  const CountedLoop &loop;
  ArrayRef<CarriedValue> carried;
  const LoopSchedule &schedule;
  OpBuilder &builder;
  Value zero, one;
};
} // namespace

Value NestMaker::getNeutral(const CarriedValue &value) {
  Value &neutral = value.isProduct ? one : zero;
  if (!neutral)
    neutral = encodeConstant(builder, loop.getOperation()->getLoc(),
                             value.isProduct ? 1 : 0);
  return neutral;
}

Value NestMaker::join(const CarriedValue &value, Value before, Value part) {
  Location location = value.joins.back()->getLoc();
  if (value.isProduct)
    return MulOp::create(builder, location, before, part);
  return AddOp::create(builder, location, before, part);
}

/// Joins all terms, and the value from before as the last one: otherwise it
/// would get noisier with each of them.
Value NestMaker::joinTerms(const CarriedValue &value, Value before,
                           ArrayRef<Term> terms) {
  SmallVector<Term> ordered(terms);
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const Term &term) { return !term.isNegative; });
  const bool isNegative = ordered.front().isNegative;
  Value part = ordered.front().value;
  for (const Term &term : llvm::drop_begin(ordered)) {
    if (value.isProduct)
      part = MulOp::create(builder, term.location, part, term.value);
    else if (term.isNegative == isNegative)
      part = AddOp::create(builder, term.location, part, term.value);
    else
      part = SubOp::create(builder, term.location, part, term.value);
  }
  if (isNegative)
    return SubOp::create(builder, terms.back().location, before, part);
  return join(value, before, part);
}

/// Appends copies of the body for that many turns, one after the other.
SmallVector<Value> NestMaker::copyBody(Value counter, ValueRange values,
                                       int64_t copies) {
  llvm::DenseSet<Operation *> joins;
  for (const CarriedValue &value : carried)
    joins.insert(value.joins.begin(), value.joins.end());
  SmallVector<SmallVector<Term>> terms(carried.size());
  SmallVector<Value> current(values);
  for (int64_t turn = 0; turn < copies; ++turn) {
    IRMapping mapping;
    if (!loop.getCounter().use_empty())
      mapping.map(loop.getCounter(), loop.advance(builder, counter, turn));
    mapping.map(loop.getCarried(), current);
    for (Operation &op : loop.getBody().without_terminator())
      if (!joins.contains(&op))
        builder.clone(op, mapping);
    for (auto [i, value] : llvm::enumerate(carried)) {
      if (!value.isSum())
        current[i] = mapping.lookupOrDefault(loop.getYielded()[i]);
      Value before = loop.getCarried()[i];
      for (Operation *op : value.joins) {
        Value term = op->getOperand(op->getOperand(0) == before ? 1 : 0);
        terms[i].push_back(
            {mapping.lookupOrDefault(term), isa<SubOp>(op), op->getLoc()});
        before = op->getResult(0);
      }
    }
  }
  for (auto [i, value] : llvm::enumerate(carried))
    if (value.isSum())
      current[i] = joinTerms(value, values[i], terms[i]);
  return current;
}

SmallVector<Value> NestMaker::fill(CountedLoop::Made made, size_t depth) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(made.body);
  SmallVector<Value> values =
      depth < schedule.turns.size()
          ? makeLoop(depth, made.counter, made.carried)
          : copyBody(made.counter, made.carried, schedule.joined);
  loop.makeYield(builder, values);
  return SmallVector<Value>(made.op->getResults());
}

SmallVector<Value> NestMaker::makeLoop(size_t depth, Value counter,
                                       ValueRange values) {
  ArrayRef<int64_t> turns = schedule.turns;
  int64_t stride = schedule.joined;
  for (int64_t inner : turns.drop_front(depth + 1))
    stride *= inner;
  if (depth == 0)
    return fill(loop.makeOuter(builder, 0, turns[0] * stride, stride, values),
                1);
  SmallVector<Value> inits(values);
  for (auto [init, value] : llvm::zip_equal(inits, carried))
    if (value.isSum())
      init = getNeutral(value);
  SmallVector<Value> results = fill(
      loop.makeInner(builder, counter, turns[depth] * stride, stride, inits),
      depth + 1);
  for (auto [i, value] : llvm::enumerate(carried))
    if (value.isSum())
      results[i] = join(value, values[i], results[i]);
  return results;
}

SmallVector<Value> NestMaker::make() {
  SmallVector<Value> values(loop.getInits());
  // In front of all loops, though only inner ones may need it.
  if (schedule.turns.size() > 1)
    for (const CarriedValue &value : carried)
      if (value.isSum())
        getNeutral(value);
  for (auto [init, value] : llvm::zip_equal(values, carried))
    if (value.isApart)
      init = getNeutral(value);
  values = schedule.turns.empty()
               ? copyBody(loop.makeCounter(builder, 0), values, schedule.joined)
               : makeLoop(0, {}, values);
  if (int64_t rest = schedule.rest) {
    CountedLoop::Made made = loop.makeOuter(builder, loop.getTurns() - rest,
                                            rest, /*stride=*/1, values);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(made.body);
    loop.makeYield(builder, copyBody(made.counter, made.carried, 1));
    values.assign(made.op->result_begin(), made.op->result_end());
  }
  for (auto [i, value] : llvm::enumerate(carried))
    if (value.isApart)
      values[i] = join(value, loop.getInits()[i], values[i]);
  return values;
}

SmallVector<Value> mlir::noisy::makeNest(const CountedLoop &loop,
                                         ArrayRef<CarriedValue> carried,
                                         const LoopSchedule &schedule,
                                         OpBuilder &builder) {
  return NestMaker(loop, carried, schedule, builder).make();
}
