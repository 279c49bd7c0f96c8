//===- ParentWatch.h - End with the process that started this ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_PARENTWATCH_H
#define NOISY_SYSTEM_PARENTWATCH_H

namespace mlir::noisy {

/// Ends this process, from now on and whatever it is doing, within 50 ms of the
/// end of its parent process, however that ends, or once all writing ends of
/// the pipe \p Input are closed, even if it still holds data. Does nothing if
/// \p Input is no pipe: the program was started by hand then.
///
/// The parent is a process, not the thread of it that started this one.
void endWithParent(int Input);

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_PARENTWATCH_H
