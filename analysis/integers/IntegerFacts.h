//===- IntegerFacts.h - The facts on integers -------------------*- C++ -*-===//
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

/// The statement that the range of an integer relies on, besides the program.
enum class IntegerBasis {
  None,
  /// `noisy.range` of a function's argument, which is checked at all calls.
  StatedRange,
  /// `noisy.range` that callers out of sight are assumed to keep.
  AssumedRange,
  /// `noisy.range` of an operation that its operands confirm.
  CheckedRange,
  /// `noisy.range` of an operation that nothing confirms.
  ReliedOnRange,
  /// `upper_bound` of an operation like `gpu.thread_id`.
  UpperBound,
  /// `upper_bound` that no launch in sight confirms.
  AssumedUpperBound
};

/// The facts on one integer.
struct IntegerFact {
  /// The range of the value, or of each element of a vector or tensor.
  ConstantIntRanges range;
  IntegerBasis basis = IntegerBasis::None;
  /// True if no value reaches it: it is in code that is never executed, or
  /// after a call that never returns. The range has no meaning then.
  bool isUnreached = false;
};

/// True if the range is narrower than the full range of the type.
bool saysMoreThanType(const IntegerFact &fact);

/// The kind of a finding on integers. Broken statements, on which the noise
/// relies, are findings of `NoiseFacts`. Consequences of constants alone are
/// not reported: 4 * 8 is always 32.
enum class IntegerFindingKind {
  /// The result of an operation with a variable operand is always the same.
  Constant,
  /// A comparison with a variable operand is always true, or always false.
  Comparison,
  /// A division, or a remainder, whose divisor is always 0.
  DivisionByZero,
  /// A signed operation on numbers that are never negative, and that has an
  /// unsigned equivalent.
  Unsigned,
  /// A result that is outside of the range that its operation states, which is
  /// not relied on then.
  Contradiction,
};

/// The severity of a finding.
enum class IntegerSeverity {
  /// The operation is wrong if it is ever executed.
  Warning,
  /// The operation could be simpler, or does not do what was meant.
  Information,
  /// The operation could be written in another way; shown on demand.
  Hint,
};

/// A finding to report. Only code that may be executed has findings.
struct IntegerFinding {
  IntegerFindingKind kind;
  IntegerSeverity severity;
  Operation *op;
  /// The result that the finding is about; the divisor of a division by zero.
  Value value;
  /// Of a contradiction, what is computed where nothing is as stated.
  std::optional<ConstantIntRanges> range = std::nullopt;
};

/// The unsigned operation that does what `op` does as long as no operand and no
/// result is negative: "arith.divui" for "arith.divsi"; for comparisons with
/// the predicate, "arith.cmpi ult". Empty if `op` is no signed operation, or
/// has no equivalent. The operations are those of MLIR's pass
/// arith-unsigned-when-equivalent.
llvm::StringRef getUnsignedEquivalent(Operation *op);

class IntegerFacts;

/// The number of the operand that the only result of `op` always equals: %x of
/// `arith.remsi %x, %c64` with %x in [0, 63], and of a minimum that it never
/// exceeds; the operand that a select with a known condition selects. None if
/// the ranges do not show it.
std::optional<unsigned> findEqualOperand(const IntegerFacts &facts,
                                         Operation *op);

/// The ranges of all integers below one operation, and the findings on them:
/// plain data, which does not change and may be read from any thread as long as
/// the IR is neither changed nor destroyed. Unknown values take no space.
class IntegerFacts {
public:
  static IntegerFacts compute(ProgramFlow &flow);

  /// The fact on an integer, a value of `index`, or a vector or tensor of
  /// these; none for other types.
  std::optional<IntegerFact> find(Value value) const;

  /// The range alone; the full range for a value that is not reached.
  ConstantIntRanges getRange(Value value) const;

  /// The findings in the order of the text.
  ArrayRef<IntegerFinding> getFindings() const { return findings; }

private:
  void addRegion(ProgramFlow &flow, Region &region);
  void add(ProgramFlow &flow, Value value);
  void addBasis(ProgramFlow &flow, Operation *op);
  void addFindings(ProgramFlow &flow, Operation *op);
  bool addConstant(Operation *op);
  void addDivisionByZero(Operation *op);
  void addUnsigned(Operation *op);

  /// The index of each range that is narrower than the type.
  llvm::DenseMap<Value, unsigned> indices;
  std::vector<ConstantIntRanges> ranges;
  llvm::DenseMap<Value, IntegerBasis> bases;
  llvm::DenseSet<Value> unreachedValues;
  std::vector<IntegerFinding> findings;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_INTEGERFACTS_H
