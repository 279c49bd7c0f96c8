//===- CheckedPrograms.h - Counts random programs ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_CHECKEDPROGRAMS_H
#define NOISY_TESTS_SUPPORT_CHECKEDPROGRAMS_H

namespace mlir::noisy::test {

/// Counts a random program that was checked, by what it is made of and what it
/// was held against. `./dev fuzz programs` adds the counts up: where
/// NOISY_TEST_SEED is set, they are printed when the tests end, a line each:
/// "checked 1200 programs: integers, against runs".
void countChecked(const char *kind);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_CHECKEDPROGRAMS_H
