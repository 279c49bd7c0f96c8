//===- MlirText.h - Texts that look like MLIR, by chance --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests of what reads text without knowing operations: brackets, strings,
// comments, aliases, modules and lines are as in MLIR; types need not match.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_MLIRTEXT_H
#define NOISY_TESTS_SUPPORT_MLIRTEXT_H

#include <string>

namespace mlir::noisy::test {

/// One to three chunks of some functions, modules, aliases and the like,
/// indented as usual, by 2 or 4 blanks or a tab. The same for the same seed.
std::string randomMlirText(unsigned seed);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_MLIRTEXT_H
