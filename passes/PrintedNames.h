//===- PrintedNames.h - Names as the printed program has them --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_PRINTEDNAMES_H
#define NOISY_PASSES_PRINTEDNAMES_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::noisy {

/// "func.func @f", with the modules around it: "func.func @inner::@f"; for null
/// "outside of functions".
std::string getHeading(Operation *function);

/// "%4", by the numbers of `names`.
std::string printName(Value value, AsmState &names);

} // namespace mlir::noisy

#endif // NOISY_PASSES_PRINTEDNAMES_H
