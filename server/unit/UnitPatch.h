//===- UnitPatch.h - What a patch of a unit needs ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UNIT_UNITPATCH_H
#define NOISY_SERVER_UNIT_UNITPATCH_H

namespace mlir::noisy::lsp {

class Unit;

/// Makes the tables that `Unit::patch` needs of a large function, so that the
/// first edit does not wait for them. On the thread of the build.
void prepareForPatch(Unit &Old);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UNIT_UNITPATCH_H
