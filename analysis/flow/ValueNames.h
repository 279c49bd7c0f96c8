//===- ValueNames.h - Names of values in diagnostics ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_VALUENAMES_H
#define NOISY_ANALYSIS_FLOW_VALUENAMES_H

#include "mlir/IR/Value.h"
#include <string>

namespace mlir::noisy {

/// A description of a value for diagnostics, "the result of 'noisy.mul'": IR in
/// memory has no names, and the location tells where the value is.
std::string nameValue(Value value);

/// A description of a value that has no name in the text, such as one in a body
/// in short form: "the result of 'noisy.mul' in 'linalg.map'".
std::string nameHidden(Value value);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_VALUENAMES_H
