//===- ParentWatch.h - End with the process that started this ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_PARENTWATCH_H
#define NOISY_SYSTEM_PARENTWATCH_H

namespace mlir::noisy {

/// From now on ends this process, whatever it is doing, within 50 ms of the end
/// of the process that started it, however that ends, or once nobody can write
/// to the pipe \p Input any more, even if there is something left to read in
/// it. Does nothing where \p Input is no pipe: then somebody runs this by hand.
///
/// The parent is a process, not the thread of it that started this one.
void endWithParent(int Input);

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_PARENTWATCH_H
