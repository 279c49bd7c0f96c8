//===- IntegerReport.h - The texts on integers ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts on integers that the command line and the editor share. Nothing
// here prints.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_INTEGERREPORT_H
#define NOISY_ANALYSIS_INTEGERS_INTEGERREPORT_H

#include "analysis/flow/ValueNamer.h"
#include "analysis/integers/IntegerFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace mlir::noisy {

/// A range of values of type `type`: "[0, 63]", "5", "any i32", "at least 0".
/// Read as signed or as unsigned, whichever is narrower; an unsigned reading
/// that makes a difference is named. Large numbers are written as "2^63 - 2".
std::string describeRange(const ConstantIntRanges &range, Type type);

/// A basis as text, "stated by 'noisy.range'"; empty for none.
std::string describeBasis(IntegerBasis basis);

/// The range of a value and its basis: "[0, 63], stated by 'noisy.range'",
/// "never executed".
std::string describeFact(const IntegerFact &fact, Type type);

/// A predicate as words between two operands: "less than".
llvm::StringRef describePredicate(arith::CmpIPredicate predicate);

/// The code of a kind of finding: "int-constant".
llvm::StringRef getFindingCode(IntegerFindingKind kind);

/// A finding in one line, with its reason: "always 0: %i is in [0, 3] and
/// divided by 8".
std::string describeIntegerFinding(const IntegerFacts &facts,
                                   const IntegerFinding &finding,
                                   ValueNamer name);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_INTEGERREPORT_H
