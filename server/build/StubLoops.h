//===- StubLoops.h - Loops that turn by broken operations -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_STUBLOOPS_H
#define NOISY_SERVER_BUILD_STUBLOOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::noisy::lsp {

/// True for a loop whose number of iterations depends on a broken operation, as
/// far as the definitions of its bounds or of its condition tell: how the noise
/// grows in it is unknown then.
bool turnsByStub(Operation *Op);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_STUBLOOPS_H
