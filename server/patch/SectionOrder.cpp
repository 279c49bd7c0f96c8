//===- SectionOrder.cpp - Numbers of operations in a section --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/SectionOrder.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// The blocks of an operation that come before one of them.
static Index countBlocksBefore(Block *B) {
  Index Result = 0;
  for (Region &R : B->getParentOp()->getRegions())
    for (Block &Other : R) {
      if (&Other == B)
        return Result;
      ++Result;
    }
  llvm_unreachable("a block is in the operation around it");
}

/// True if an operation comes before another one around the same operation.
static bool isBeforeSibling(Operation *A, Operation *B) {
  return A->getBlock() == B->getBlock() ? A->isBeforeInBlock(B)
                                        : countBlocksBefore(A->getBlock()) <
                                              countBlocksBefore(B->getBlock());
}

/// True if the operation with this number comes before the last one of `Path`,
/// which has all operations around that, the outermost first.
bool SectionOrder::isBefore(Index Number,
                            llvm::ArrayRef<Operation *> Path) const {
  llvm::SmallVector<Operation *, 8> Mine;
  for (Index I = Number; I != Section::None; I = Data.operations()[I].Parent)
    Mine.push_back(Operations[I]);
  for (Operation *Other : Path) {
    // One around the other comes first.
    if (Mine.empty())
      return true;
    if (Operation *Op = Mine.pop_back_val(); Op != Other)
      return isBeforeSibling(Op, Other);
  }
  return false;
}

Index SectionOrder::numberOf(Operation *Op) const {
  llvm::SmallVector<Operation *, 8> Path;
  for (Operation *Around = Op; Path.empty() || Path.back() != Operations[0];
       Around = Around->getParentOp())
    Path.push_back(Around);
  std::reverse(Path.begin(), Path.end());
  auto Numbers = llvm::seq<Index>(0, Index(Operations.size()));
  return *llvm::partition_point(
      Numbers, [&](Index Number) { return isBefore(Number, Path); });
}

Index SectionOrder::numberOf(Block *B) const {
  Index Around = numberOf(B->getParentOp()), Left = countBlocksBefore(B);
  for (auto [I, Candidate] : llvm::enumerate(Data.blocks()))
    if (Candidate.Parent == Around && Left-- == 0)
      return Index(I);
  llvm_unreachable("a section has all blocks");
}

Index SectionOrder::numberOf(Value V) const {
  if (auto Argument = dyn_cast<BlockArgument>(V))
    return Data.blocks()[numberOf(Argument.getOwner())].FirstArgument +
           Argument.getArgNumber();
  auto Result = cast<OpResult>(V);
  return Data.operations()[numberOf(Result.getOwner())].FirstResult +
         Result.getResultNumber();
}

/// The most operations for which a place between others is looked for.
static constexpr size_t MaxBetween = 16;

/// Inserts operations, each with its number in the order. A number is in the
/// middle between those beside it, so the operation in the middle comes first:
/// else the numbers run out, and all of the block gets new ones.
static void insertBetween(Block &Body, Block::iterator Next,
                          llvm::ArrayRef<Operation *> Operations) {
  if (Operations.empty())
    return;
  size_t Middle = Operations.size() / 2;
  Operation *Op = Operations[Middle];
  Op->remove();
  Body.getOperations().insert(Next, Op);
  Operation *Neighbor =
      Op->getPrevNode() ? Op->getPrevNode() : Op->getNextNode();
  if (Neighbor && Body.isOpOrderValid())
    Op->isBeforeInBlock(Neighbor);
  insertBetween(Body, Op->getIterator(), Operations.take_front(Middle));
  insertBetween(Body, Next, Operations.drop_front(Middle + 1));
}

void mlir::noisy::lsp::insertInOrder(Block &Body, Block::iterator Next,
                                     llvm::ArrayRef<Operation *> Operations) {
  if (Operations.size() <= MaxBetween)
    return insertBetween(Body, Next, Operations);
  for (Operation *Op : Operations) {
    Op->remove();
    Body.getOperations().insert(Next, Op);
  }
  Body.recomputeOpOrder();
}
