//===- Xyz.h - A dialect with noise of its own ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef XYZ_H
#define XYZ_H

#include "dialect/NoisyOps.h"
#include "mlir/IR/Dialect.h"

#include "Xyz-dialect.h.inc"

#define GET_OP_CLASSES
#include "Xyz-op.h.inc"

#endif // XYZ_H
