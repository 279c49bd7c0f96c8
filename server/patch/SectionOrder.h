//===- SectionOrder.h - Numbers of operations in a section ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_SECTIONORDER_H
#define NOISY_SERVER_PATCH_SECTIONORDER_H

#include "mlir/IR/Operation.h"
#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// Finds the numbers of operations and values in a section by binary searches,
/// where an index of all would take too long. All operations must be in the
/// IR.
class SectionOrder {
public:
  /// `Operations` are those of the section, by number.
  SectionOrder(const Section &Data, llvm::ArrayRef<Operation *> Operations)
      : Data(Data), Operations(Operations) {}

  Section::Index numberOf(Operation *Op) const;
  Section::Index numberOf(Block *B) const;
  Section::Index numberOf(Value V) const;

private:
  bool isBefore(Section::Index Number, llvm::ArrayRef<Operation *> Path) const;

  const Section &Data;
  llvm::ArrayRef<Operation *> Operations;
};

/// Moves operations into a block, in front of `Next`, so that the block still
/// knows its order, which the searches need. Takes linear time in the size of
/// the block for many operations, and hardly any for a few.
void insertInOrder(Block &Body, Block::iterator Next,
                   llvm::ArrayRef<Operation *> Operations);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_SECTIONORDER_H
