//===- CountedLoop.h - Loops of a known number of turns ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_COUNTEDLOOP_H
#define NOISY_OPTIMIZER_REWRITES_COUNTEDLOOP_H

#include "mlir/IR/Builders.h"
#include <map>
#include <optional>

namespace mlir::noisy {

/// An `scf.for` or `affine.for` whose bounds and step are constants; and others
/// of its kind, each of which has a part of its turns.
class CountedLoop {
public:
  /// A loop that is being made: its body has no operations yet, or just the
  /// computation of the counter.
  struct Made {
    Operation *op;
    Block *body;
    /// That of the original loop, in the first of the turns that one turn has.
    Value counter;
    /// What comes in from the turn before.
    ValueRange carried;
  };

  /// Nothing, and the reason, for operations that are no such loop and for
  /// loops that cannot be made anew: with attributes of their own, or numbers
  /// near the end of their type. The reason is null where it is no loop.
  static std::optional<CountedLoop> read(Operation *op, const char *&reason);

  Operation *getOperation() const { return op; }
  Block &getBody() const { return op->getRegion(0).front(); }
  int64_t getTurns() const { return turns; }
  Value getCounter() const { return getBody().getArgument(0); }
  Block::BlockArgListType getCarried() const {
    return getBody().getArguments().drop_front();
  }
  OperandRange getInits() const;
  ValueRange getYielded() const;

  /// Makes a loop at the place of `builder` for `turns` turns of the original,
  /// from its turn `first` on; one turn does the work of `stride`.
  Made makeOuter(OpBuilder &builder, int64_t first, int64_t turns,
                 int64_t stride, ValueRange inits) const;
  /// The same in the body of another one, from the counter of that on.
  Made makeInner(OpBuilder &builder, Value counter, int64_t turns,
                 int64_t stride, ValueRange inits) const;
  void makeYield(OpBuilder &builder, ValueRange values) const;
  /// The counter at the turn `first`.
  Value makeCounter(OpBuilder &builder, int64_t first) const;
  /// The counter `turns` turns after that where it is `counter`.
  Value advance(OpBuilder &builder, Value counter, int64_t turns) const;

private:
  CountedLoop(Operation *op, int64_t lower, int64_t step, int64_t turns)
      : op(op), lower(lower), step(step), turns(turns), front(op) {}
  Value makeNumber(OpBuilder &builder, int64_t number) const;

  Operation *op;
  int64_t lower, step, turns;
  /// Where constants are made: in front of all loops that are made.
  mutable Operation *front;
  /// The constants that are there.
  mutable std::map<int64_t, Value> numbers;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_COUNTEDLOOP_H
