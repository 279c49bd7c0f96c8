//===- UnfinishedBlocks.h - Blocks without their ends -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_UNFINISHEDBLOCKS_H
#define NOISY_SERVER_RECOVERY_UNFINISHEDBLOCKS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::noisy::lsp {

/// The starts of MLIR's messages for a block whose last operation is no
/// terminator, reported at that operation, and for one without operations,
/// reported at the operation around it.
inline constexpr llvm::StringLiteral noTerminatorMessage =
    "block with no terminator";
inline constexpr llvm::StringLiteral emptyBlockMessage = "empty block";

/// True if an operation has a buffer as operand or result.
bool hasMemory(Operation *Op);

/// Ends a block by a stub that may branch to the blocks that nothing else
/// branches to; it also may return.
void addBranch(Block &Unended, Location Place);

/// Lets blocks that end with a stub branch to those that nothing branches to:
/// by letters not every label is found.
void addBranches(Operation *Root);

/// The first block without operations that needs some; null if there is none.
Block *findEmptyBlock(Operation *Root);

/// Says of blocks that end with a stub that they do not end, where its
/// operation is no terminator, whatever it will be.
void reportUnended(Operation *Root);

/// True for a loop, or the end of its body, that is not after a stub: what it
/// lacks is not the fault of what stands further up.
bool lacksEnd(Operation *Place);

/// A loop whose body has an end now, and the stub for its results.
struct FinishedLoop {
  Operation *Loop;
  Operation *Stub;
};

/// Ends the body of a loop that passes on too few values, or others: so a loop
/// looks that is being written. The noise in the body is that of the first
/// iteration then, and its results are those of a stub. Not if the body shows
/// its noise to others. `Place` is the loop, or the end of its body. Returns
/// nothing if it is not such a loop.
std::optional<FinishedLoop> endLoop(Operation *Place, Operation *Root);

/// True for a loop whose end is there, if all noise that it passes on follows
/// from stubs in its body, and could end as above: so a loop looks in which a
/// line is being typed. Not if integers that differ between iterations decide
/// in it: what only later ones do would be told of the first.
bool isStubbedLoop(Operation *Op);

/// Ends such loops below `Root` in the same way.
SmallVector<FinishedLoop> endStubbedLoops(Operation *Root);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_UNFINISHEDBLOCKS_H
