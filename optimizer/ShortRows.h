//===- ShortRows.h - Rows that are known from the start ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_SHORTROWS_H
#define NOISY_OPTIMIZER_SHORTROWS_H

#include "optimizer/NoiseOracle.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy {

/// Returns the rows of few columns, sorted, without those that contain another:
/// every way to pass a limit, for every value at once. There are few of them in
/// practice, in proportion to the program, and they leave little for the oracle
/// to find. Not complete: long rows, rows through cycles, and rows of a value
/// that has too many are left out, and the rest once `isOver`, polled now and
/// then, returns true.
std::vector<std::vector<uint32_t>>
enumerateShortRows(const NoiseOracle &oracle,
                   llvm::function_ref<bool()> isOver = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_SHORTROWS_H
