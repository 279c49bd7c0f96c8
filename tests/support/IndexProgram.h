//===- IndexProgram.h - Programs on indices, and running them ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_INDEXPROGRAM_H
#define NOISY_TESTS_SUPPORT_INDEXPROGRAM_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::test {

/// The text of a function `@f(%n0: index, %n1: index, %n2: index, %p: i1,
/// %t0: tensor<?xi8>, %t1: tensor<?x4xi8>)` of about so many operations:
/// arithmetic of all dialects that have indices, sizes of tensors, branches,
/// and loops, nested. It may divide by 0, make tensors of negative size and so
/// on; a run ends there.
std::string makeIndexProgram(std::mt19937 &random, unsigned operations);

/// An index, a truth value, or the sizes of a tensor: what these programs are
/// about. Elements of tensors do not exist.
struct IndexValue {
  int64_t number = 0;
  std::vector<int64_t> sizes;
};

/// One run of a function, with indices of 64 bits that wrap. It knows nothing
/// of ranges and bounds.
class IndexRun {
public:
  /// Is called whenever a value gets a value.
  std::function<void(Value)> onValue;
  /// Is called with each arith.cmpi and index.cmp, and how it came out.
  std::function<void(Operation *, bool)> onComparison;

  /// Runs until the end, to the first thing that has no meaning (a tensor of
  /// negative size, a step of 0, an overflow in the affine dialect) or for
  /// `operations` operations and turns of loops.
  void run(FunctionOpInterface function, std::vector<IndexValue> arguments,
           unsigned operations = 2000);

  /// Whether an addition, subtraction or multiplication wrapped so far.
  bool hasWrapped() const { return isWrapped; }
  /// The number that a value has now, or the size of one of its dimensions.
  int64_t get(Value value, std::optional<int64_t> dim) const;

private:
  struct Stop {};

  std::vector<IndexValue> runBlock(Block &block);
  void runOperation(Operation *op);
  void runIf(Operation *op);
  void runLoop(Operation *op);
  void runArithmetic(Operation *op);
  void runAffine(Operation *op);
  void runTensor(Operation *op);
  void divide(Operation *op, bool isUnsigned,
              llvm::function_ref<__int128(__int128, __int128)> compute);
  void compare(Operation *op, arith::CmpIPredicate predicate);
  void countOperation();
  void set(Value value, IndexValue newValue);
  void set(Value value, int64_t number) { set(value, {number, {}}); }
  int64_t number(Value value) const { return values.lookup(value).number; }
  int64_t wrap(Operation *op, __int128 exact);
  __int128 evaluate(AffineExpr expr, ValueRange operands, unsigned dims);
  std::vector<__int128> evaluate(AffineMap map, ValueRange operands);

  llvm::DenseMap<Value, IndexValue> values;
  unsigned operationsLeft = 0;
  bool isWrapped = false;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_INDEXPROGRAM_H
