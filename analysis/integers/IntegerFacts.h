//===- IntegerFacts.h - What is known of the integers -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_INTEGERFACTS_H
#define NOISY_ANALYSIS_INTEGERS_INTEGERFACTS_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace mlir::noisy {
class ProgramFlow;

/// What the range of an integer rests on beside the program.
enum class IntegerBasis {
  None,
  /// `noisy.range` of a function's argument.
  StatedRange,
  /// The same, and callers out of sight are assumed to keep it.
  AssumedRange,
  /// `upper_bound` of an operation like `gpu.thread_id`.
  UpperBound,
  /// The same, where no launch tells whether it holds.
  AssumedUpperBound
};

/// What is known of one integer.
struct IntegerFact {
  /// Where the value can lie; of a vector or tensor, each of its elements.
  ConstantIntRanges range;
  IntegerBasis basis = IntegerBasis::None;
  /// Nothing comes to the value: it is in code that is never executed, or
  /// behind a call that never returns. The range means nothing then.
  bool isUnreached = false;
};

/// Whether a fact is news: not the full range of the type.
bool saysMoreThanType(const IntegerFact &fact);

/// What is worth saying of integers, broken statements apart, on which the
/// noise rests (`NoiseFacts`). Only what does not follow from constants alone
/// is said: that 4 * 8 is always 32 is news to nobody.
enum class IntegerFindingKind {
  /// The result of an operation on something that varies is always the same.
  Constant,
  /// A comparison with something that varies is always true, or always false.
  Comparison,
  /// A division, or a remainder, whose divisor is always 0.
  DivisionByZero,
  /// A signed operation on numbers that are never negative, of which there is
  /// an unsigned one.
  Unsigned,
};

/// How much it matters to the reader.
enum class IntegerSeverity {
  /// It is wrong if it ever gets there.
  Warning,
  /// It could be simpler, or says something else than was meant.
  Information,
  /// It could be written in another way; for those who ask.
  Hint,
};

/// One thing to report. Only what may be executed has findings.
struct IntegerFinding {
  IntegerFindingKind kind;
  IntegerSeverity severity;
  Operation *op;
  /// The result that the finding is about; the divisor of a division by zero.
  Value value;
};

/// The unsigned operation that does what `op` does as long as no operand and no
/// result is negative: "arith.divui" for "arith.divsi"; of comparisons the
/// predicate too, "arith.cmpi ult". Empty if `op` is no signed operation, or
/// there is none. The same as MLIR's pass arith-unsigned-when-equivalent knows.
llvm::StringRef getUnsignedEquivalent(Operation *op);

/// The ranges of all integers below one operation, and what is to be said of
/// them: plain data, which does not change and may be read from any thread as
/// long as the IR is neither changed nor gone. Values of which nothing is known
/// take no space.
class IntegerFacts {
public:
  static IntegerFacts compute(ProgramFlow &flow);

  /// What is known of an integer, a value of `index`, or a vector or tensor of
  /// these; none for other types.
  std::optional<IntegerFact> find(Value value) const;

  /// The range alone; the full one where nothing comes to the value.
  ConstantIntRanges getRange(Value value) const;

  /// In the order of the text.
  ArrayRef<IntegerFinding> getFindings() const { return findings; }

private:
  void addRegion(ProgramFlow &flow, Region &region);
  void add(ProgramFlow &flow, Value value);
  void addBasis(ProgramFlow &flow, Operation *op);
  void addFindings(ProgramFlow &flow, Operation *op);
  bool addConstant(Operation *op);
  void addDivisionByZero(Operation *op);
  void addUnsigned(Operation *op);

  /// Ranges that say something.
  llvm::DenseMap<Value, unsigned> indices;
  std::vector<ConstantIntRanges> ranges;
  llvm::DenseMap<Value, IntegerBasis> bases;
  llvm::DenseSet<Value> unreached;
  std::vector<IntegerFinding> findings;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_INTEGERFACTS_H
