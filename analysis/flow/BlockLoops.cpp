//===- BlockLoops.cpp - Loops of blocks with one test ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/BlockLoops.h"
#include "analysis/flow/Components.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

bool BlockLoop::defines(Value value) const {
  Block *block =
      header->getParent()->findAncestorBlockInRegion(*value.getParentBlock());
  return block && contains(block);
}

/// The most loops within each other that are looked for.
static constexpr unsigned kDeepest = 64;

/// The operands that the edges to an argument pass to it, from outside of the
/// loop or from within; null for one that is unknown.
static SmallVector<Value, 1>
getOperands(const BlockLoop &loop, BlockArgument argument, bool fromWithin) {
  SmallVector<Value, 1> operands;
  Block *header = loop.header;
  for (auto it = header->pred_begin(), e = header->pred_end(); it != e; ++it) {
    if (loop.contains(*it) != fromWithin)
      continue;
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    operands.push_back(
        branch ? branch.getSuccessorOperands(
                     it.getSuccessorIndex())[argument.getArgNumber()]
               : Value());
  }
  return operands;
}

Value BlockLoop::getInitial(BlockArgument argument) const {
  return getOperands(*this, argument, /*fromWithin=*/false).front();
}

SmallVector<Value, 1> BlockLoop::getPassedBack(BlockArgument argument) const {
  return getOperands(*this, argument, /*fromWithin=*/true);
}

/// The loop of these blocks, which are in the order of the text, if it is of
/// the kind.
static std::optional<BlockLoop> recognise(ArrayRef<Block *> blocks) {
  BlockLoop loop;
  loop.blocks.assign(blocks.begin(), blocks.end());
  loop.members.insert(blocks.begin(), blocks.end());
  loop.header = blocks.front();
  for (auto [block, next] : llvm::zip(blocks, blocks.drop_front()))
    if (block->getNextNode() != next)
      return std::nullopt;
  loop.test = dyn_cast<cf::CondBranchOp>(loop.header->getTerminator());
  if (!loop.test)
    return std::nullopt;
  bool isTrueWithin = loop.contains(loop.test.getTrueDest());
  if (isTrueWithin == loop.contains(loop.test.getFalseDest()))
    return std::nullopt;
  loop.goesOnIf = isTrueWithin;
  unsigned entries = 0;
  for (Block *block : blocks)
    for (Block *predecessor : block->getPredecessors())
      if (!loop.contains(predecessor)) {
        if (block != loop.header)
          return std::nullopt;
        ++entries;
      }
  if (entries != 1)
    return std::nullopt;
  // No other way out: neither a branch, nor an end of the region.
  for (Block *block : blocks.drop_front()) {
    Operation *end = block->getTerminator();
    if (end->getNumSuccessors() == 0 ||
        !llvm::all_of(end->getSuccessors(),
                      [&](Block *next) { return loop.contains(next); }))
      return std::nullopt;
  }
  return loop;
}

Graph mlir::noisy::findEdgesInCircles(
    ArrayRef<Block *> blocks, const llvm::DenseMap<Block *, unsigned> &numbers,
    ArrayRef<unsigned> circles) {
  Graph edges;
  for (auto [block, circle] : llvm::zip_equal(blocks, circles)) {
    edges.addNode();
    for (Block *successor : block->getSuccessors())
      if (unsigned target = numbers.lookup(successor);
          circle && circles[target] == circle)
        edges.addEdge(target);
  }
  return edges;
}

std::vector<BlockLoop> mlir::noisy::findBlockLoops(Region &region) {
  std::vector<BlockLoop> loops;
  if (region.empty() || region.hasOneBlock())
    return loops;
  // The cycles; then those that are left in each without its first block, and
  // so on. For each block, the cycle that is searched next; 0 for none. What is
  // left may be any blocks: `recognise` relies on nothing.
  std::vector<Block *> blocks;
  llvm::DenseMap<Block *, unsigned> numbers;
  for (Block &block : region) {
    if (block.empty())
      return loops;
    numbers[&block] = blocks.size();
    blocks.push_back(&block);
  }
  std::vector<unsigned> circles(blocks.size(), 1);
  unsigned numCircles = 1;
  bool isDone = false;
  for (unsigned depth = 0; !isDone && depth < kDeepest; ++depth) {
    isDone = true;
    Graph edges = findEdgesInCircles(blocks, numbers, circles);
    std::vector<unsigned> inner(blocks.size(), 0);
    visitComponents(edges, [&](ArrayRef<unsigned> component) {
      if (component.size() == 1 &&
          !llvm::is_contained(edges.getTargets(component[0]), component[0]))
        return;
      SmallVector<unsigned> members(component);
      llvm::sort(members);
      SmallVector<Block *> memberBlocks;
      for (unsigned member : members)
        memberBlocks.push_back(blocks[member]);
      if (std::optional<BlockLoop> loop = recognise(memberBlocks))
        loops.push_back(std::move(*loop));
      isDone = false;
      ++numCircles;
      for (unsigned member : ArrayRef(members).drop_front())
        inner[member] = numCircles;
    });
    circles = std::move(inner);
  }
  llvm::stable_sort(loops, [&](const BlockLoop &a, const BlockLoop &b) {
    return numbers[a.header] < numbers[b.header];
  });
  return loops;
}
