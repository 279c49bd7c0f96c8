//===- BufferUses.h - The uses of a buffer -------------------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_BUFFERUSES_H
#define NOISY_ANALYSIS_MEMORY_BUFFERUSES_H

#include "analysis/flow/ElementBodies.h"
#include "analysis/memory/ElementPlaces.h"
#include "analysis/memory/UnknownReason.h"
#include <vector>

namespace mlir::noisy {

/// A load from a buffer, or a write into it.
struct BufferAccess {
  Operation *op = nullptr;
  /// The value that is loaded or stored; for a copy, the buffer that is copied.
  Value value;
  /// The element; none if it may be any.
  ElementPlace place = std::nullopt;
  bool isCopy = false;
  /// True if it writes all elements.
  bool isWhole = false;
};

/// All uses of a buffer that is allocated in a function.
///
/// A buffer that does not escape is used by loads, stores, copies and
/// deallocations only, through its allocation, or through views of that which
/// are used in the same way. No other code can have its address, so what is in
/// it are the values of these stores. Each execution of the allocation makes
/// another buffer.
struct BufferUses {
  /// Finds the uses of the result of `alloc` (`isAllocation`).
  static BufferUses find(Operation *alloc);

  Operation *alloc = nullptr;
  ElementIndices sizes;
  std::vector<BufferAccess> loads, writes;
  /// Why it escapes; none if it does not.
  std::optional<UnknownReason> escape;
  /// True if no two indices have the same address.
  bool isInjective = true;
  /// True if one thread executes all loads and writes, in the order of the
  /// text where that is the order of control.
  bool isSequential = true;
};

/// True if an operation of linalg may read elements through `operand`, a
/// memref, that it has written itself, at another point or through another
/// operand. What it has written there through `operand` itself counts as well
/// if two indices of that may have the same address.
bool mayReadOwnWrites(linalg::LinalgOp op, OpOperand &operand);

/// True for an operation that makes a buffer which only the code that has its
/// result can access: in the default memory space, without contents.
bool isAllocation(Operation *op);

/// The buffer that a memref is a view of: the result of an allocation or of
/// another operation, or an argument.
Value getViewedBuffer(Value memref);

/// The names of operations that stand for others in a text, or for names that
/// nothing defines there: what is not seen may use any visible value.
inline constexpr llvm::StringLiteral kOpaqueOperation = "broken.operation",
                                     kOpaqueName = "broken.name";

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_BUFFERUSES_H
