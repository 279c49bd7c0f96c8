//===- RandomAliases.h - Texts with aliases by chance -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMALIASES_H
#define NOISY_TESTS_RANDOM_RANDOMALIASES_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// The text with locations at the ends of operations, most of them aliases, as
/// `--mlir-print-debuginfo` prints them, and with aliases of types and
/// constants. Definitions are at the ends of chunks, or at their beginnings,
/// and many name others. Works by lines, and leaves alone what it does not
/// know.
std::string addAliases(const std::string &text, std::mt19937 &random);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMALIASES_H
