//===- UnitComparison.h - Units that must be the same -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_UNIT_UNITCOMPARISON_H
#define NOISY_TESTS_SERVER_UNIT_UNITCOMPARISON_H

#include "server/unit/Unit.h"
#include <string>

namespace mlir::noisy::lsp::test {

/// The IR of a unit.
std::string print(const Unit &U);

/// The problems of a unit, one in a line.
std::string describeProblems(const Unit &U);

/// Checks that a unit is the same as the one that MLIR's parser makes of the
/// whole text.
void compare(const Unit &New, const Unit &Fresh);

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_UNIT_UNITCOMPARISON_H
