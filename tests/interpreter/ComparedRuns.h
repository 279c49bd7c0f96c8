//===- ComparedRuns.h - Programs that compute the same -------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_INTERPRETER_COMPAREDRUNS_H
#define NOISY_TESTS_INTERPRETER_COMPAREDRUNS_H

#include "mlir/IR/Operation.h"
#include <random>
#include <string>

namespace mlir::noisy::test {

/// Runs each function of `before` and the one at its place in `after` on the
/// same arguments, `runs` times, with as much noise as there can be. Returns
/// what is not the same plain text, or empty. Adds the number of runs that both
/// finished to `finished`.
std::string compareRuns(Operation *before, Operation *after,
                        std::mt19937 &random, unsigned runs,
                        unsigned &finished);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_INTERPRETER_COMPAREDRUNS_H
