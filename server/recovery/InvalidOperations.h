//===- InvalidOperations.h - IR without invalid operations ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_INVALIDOPERATIONS_H
#define NOISY_SERVER_RECOVERY_INVALIDOPERATIONS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include <vector>

namespace mlir::noisy::lsp {

/// True if an operand is defined outside of `Limit`, the innermost isolated
/// operation around its use; false if there is none.
bool isForeign(Value Operand, Operation *Limit);

/// Replaces operations that do not verify by stubs (Recovery), so that the
/// rest can be analysed, and keeps them. A loop that does not say yet what it
/// carries stays, with a stub for its results.
class InvalidOperations {
public:
  /// The most operations that are replaced in one unit: each costs another
  /// verification of all.
  static constexpr unsigned MaxReplaced = 32;

  InvalidOperations() = default;
  InvalidOperations(const InvalidOperations &) = delete;
  InvalidOperations &operator=(const InvalidOperations &) = delete;

  /// Verifies `Root`, which stays, with all that is in it. Replaces what does
  /// not verify, ends blocks that lack an end, and verifies again. MLIR reports
  /// an error for each operation; those that a stub may be the reason of are
  /// not shown, nor, if `IsUnclosed`, those of regions and their ends: the
  /// brackets of the text do not match. Returns false if `Root` itself is
  /// invalid, or the operation of an error is unknown.
  bool verify(Operation *Root, bool HasStubs, bool IsUnclosed);
  /// Replaces `Op` by a stub, which uses the operands unless one of these may
  /// be what is wrong. The results of `Op` have no uses any more.
  void replace(Operation *Op, bool HasRightOperands = true);

  bool empty() const { return Entries.empty() && Unfinished.empty(); }
  /// True if a replaced operation used a value that is defined outside of the
  /// isolated operation around it.
  bool hadForeignValues() const { return HadForeignValues; }
  /// The replaced operations, and those that blocks without an end end with, or
  /// are in, if they are empty.
  SmallVector<Operation *> operations() const;
  /// The loops that are known as far as they are written: they carry values of
  /// which the text does not say yet what they are in the next iteration. Their
  /// bodies are those of the first one; their results are those of their stubs.
  llvm::ArrayRef<Operation *> unfinishedLoops() const { return Loops; }
  /// The stub of a replaced operation; null if it was not replaced.
  Operation *stubOf(Operation *Op) const;
  /// True if `Op` was replaced, or is inside of an operation that was.
  bool contains(Operation *Op) const;

private:
  void endBlock(Block &Unended, Location Place);
  void replaceBareReductions(Operation *Root);

  struct Entry {
    Operation *Invalid;
    Operation *Stub;
  };
  std::vector<Entry> Entries;
  /// The replaced operations; they use nothing.
  Block Kept;
  std::vector<Operation *> Unfinished;
  SmallVector<Operation *> Loops;
  bool HadForeignValues = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_INVALIDOPERATIONS_H
