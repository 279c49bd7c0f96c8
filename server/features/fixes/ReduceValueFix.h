//===- ReduceValueFix.h - Reduce one value ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REDUCEVALUEFIX_H
#define NOISY_SERVER_FEATURES_FIXES_REDUCEVALUEFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// A `noisy.reduce_noise` right behind the definition of the value at `Offset`
/// (a name, or an operation of one encrypted result), or at the top of its
/// block; all uses get its result. It is refused for what is fresh already,
/// and for what has too much noise itself: that is not repaired by it.
extern const SmallFixKind &ReduceValue;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REDUCEVALUEFIX_H
