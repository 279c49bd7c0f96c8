//===- NoisyDialect.h - The noisy dialect -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISYDIALECT_H
#define NOISY_DIALECT_NOISYDIALECT_H

#include "dialect/NoiseModel.h"
#include "dialect/StatedParameters.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/Types.h"

#include "dialect/NoisyDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/NoisyAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/NoisyTypes.h.inc"

namespace mlir::noisy {

/// True if values of this type are encrypted: `!noisy.i32` and shaped types of
/// it.
bool isNoisyType(Type type);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISYDIALECT_H
