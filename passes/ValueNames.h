//===- ValueNames.h - What values are called --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_VALUENAMES_H
#define NOISY_PASSES_VALUENAMES_H

#include "mlir/IR/Value.h"
#include <string>

namespace mlir::noisy {

/// What a value is, "the result of 'noisy.mul'", for diagnostics: IR in memory
/// has no names, and the location tells where the value is.
std::string nameValue(Value value);

} // namespace mlir::noisy

#endif // NOISY_PASSES_VALUENAMES_H
