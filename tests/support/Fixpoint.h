//===- Fixpoint.h - Whether nothing is left to be found ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_FIXPOINT_H
#define NOISY_TESTS_SUPPORT_FIXPOINT_H

#include "analysis/integers/ProgramFlow.h"
#include <string>

namespace mlir::noisy::test {

/// Evaluates everything in the program of `flow` once more. The first thing
/// that this changes, such as "the range of %3", with its place; empty where
/// what was found before is a fixpoint, as it has to be.
std::string findChange(ProgramFlow &flow);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_FIXPOINT_H
