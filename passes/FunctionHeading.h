//===- FunctionHeading.h - What a function is called -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_FUNCTIONHEADING_H
#define NOISY_PASSES_FUNCTIONHEADING_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::noisy {

/// "func.func @f", with the modules around it: "func.func @inner::@f"; for null
/// "outside of functions".
std::string getHeading(Operation *function);

} // namespace mlir::noisy

#endif // NOISY_PASSES_FUNCTIONHEADING_H
