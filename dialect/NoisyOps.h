//===- NoisyOps.h - Operations of the noisy dialect -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISYOPS_H
#define NOISY_DIALECT_NOISYOPS_H

#include "dialect/NoiseModel.h"
#include "dialect/NoisyDialect.h"
#include "dialect/units/NoiseBound.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/NoiseInterface.h.inc"

#define GET_OP_CLASSES
#include "dialect/NoisyOps.h.inc"

#endif // NOISY_DIALECT_NOISYOPS_H
