//===- BorrowedOperations.h - Temporary moves of operations -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_BORROWEDOPERATIONS_H
#define NOISY_SERVER_PARSE_BORROWEDOPERATIONS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace mlir::noisy::lsp {

/// Moves operations next to those of another unit, and back on destruction:
/// some verifiers look at everything around an operation, or inside it.
class BorrowedOperations {
public:
  BorrowedOperations() = default;
  BorrowedOperations(const BorrowedOperations &) = delete;
  BorrowedOperations &operator=(const BorrowedOperations &) = delete;
  ~BorrowedOperations() { giveBack(); }

  /// Moves `Op` to the end of `Host`, unless it is already in it or borrowed.
  void borrow(Operation *Op, Block &Host) {
    if (Op->getBlock() == &Host || !GuestSet.insert(Op).second)
      return;
    Guests.push_back({Op, Op->getBlock(), std::next(Op->getIterator())});
    Op->moveBefore(&Host, Host.end());
  }

  void giveBack() {
    for (const Guest &G : llvm::reverse(Guests))
      G.Op->moveBefore(G.Home, G.NextOp);
    Guests.clear();
    GuestSet.clear();
  }

private:
  struct Guest {
    Operation *Op;
    Block *Home;
    Block::iterator NextOp;
  };
  std::vector<Guest> Guests;
  llvm::DenseSet<Operation *> GuestSet;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_BORROWEDOPERATIONS_H
