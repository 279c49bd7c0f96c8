//===- ValueNamer.h - Names of values ---------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_VALUENAMER_H
#define NOISY_ANALYSIS_FLOW_VALUENAMER_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace mlir::noisy {

/// Returns the name of a value as it is in the text, such as "%4".
using ValueNamer = llvm::function_ref<std::string(Value)>;

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_VALUENAMER_H
