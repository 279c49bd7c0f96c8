//===- PropagationTrace.h - The steps of the analyses ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_PROPAGATIONTRACE_H
#define NOISY_PASSES_PROPAGATIONTRACE_H

#include "analysis/flow/ValueNamer.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"
#include <string>
#include <vector>

namespace mlir::noisy {
class ValueSources;

/// The visits of operations and arguments of blocks that have one of `values`,
/// in the order in which an analysis makes them: "%2 = arith.addi(%1: 4, %0: 4)
/// -> 8". Each function runs the analysis on all below `root` once more.
std::vector<std::string> traceRanges(Operation *root,
                                     const llvm::SetVector<Value> &values,
                                     const ValueSources &sources,
                                     ValueNamer name);
std::vector<std::string> traceMetadata(Operation *root,
                                       const llvm::SetVector<Value> &values,
                                       const ValueSources &sources,
                                       ValueNamer name);
/// The same of noise, which is computed once for each value, after all that it
/// comes from: in the order of the text.
std::vector<std::string> traceNoise(Operation *root,
                                    const llvm::SetVector<Value> &values,
                                    const ValueSources &sources,
                                    ValueNamer name);

} // namespace mlir::noisy

#endif // NOISY_PASSES_PROPAGATIONTRACE_H
