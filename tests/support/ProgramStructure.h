//===- ProgramStructure.h - What is where in random programs ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_PROGRAMSTRUCTURE_H
#define NOISY_TESTS_SUPPORT_PROGRAMSTRUCTURE_H

#include "tests/support/RandomProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace mlir::noisy::test {

/// Adds the functions that these blocks call; not those that only dead code
/// calls, when just what is `live` is asked for.
void collectCallees(const std::vector<BasicBlock> &blocks, bool live,
                    std::set<int> &callees);

/// Whether a function may call itself, others between; `callees` are those of
/// each function.
bool isRecursive(const std::vector<std::set<int>> &callees, int function);

/// The blocks that control comes to when it comes to the first, and goes on
/// behind those that satisfy `ends`.
std::set<int> reachBlocks(const std::vector<BasicBlock> &blocks,
                          llvm::function_ref<bool(const Body &)> ends);

/// Whether every function can return, and every region be left: what goes round
/// for ever makes what is behind it dead.
bool allEnd(const RandomProgram &program);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_PROGRAMSTRUCTURE_H
