//===- NoiseBranches.cpp - What is executed in which states ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that finds the branches that units are in:
// the conditionals around them that are decided by states.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ReachedCode.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The most blocks of a region that are looked at for what is reached in each
/// case: all of them once for each case.
static constexpr uint64_t kMostBlocksOfCases = 1u << 16;

/// Finds the blocks where ways meet that are not reached in some cases of their
/// function, because no way to them is taken. (`findBranchAround` finds those
/// that one branch leads to.)
void NoiseProgram::Builder::findReachedBlocks() {
  llvm::MapVector<Region *, const Variable *> regions;
  for (Operation *op : deciders)
    if (const Choice *choice = choiceOf.lookup(op);
        choice && isa<cf::CondBranchOp>(op) && isDecidedByCase(*choice))
      regions.insert({op->getParentRegion(), choice->variables.front()});
  std::vector<std::pair<Block *, Choice *>> joins;
  for (auto [region, variable] : regions) {
    const uint64_t numCases = variable->numStates;
    if (numCases * region->getBlocks().size() > kMostBlocksOfCases)
      continue;
    llvm::MapVector<Block *, std::vector<std::optional<unsigned>>> reached;
    for (uint64_t number = 0; number < numCases; ++number)
      for (Block *block : findReached(*region, *variable, number)) {
        auto [entry, isNew] = reached.try_emplace(block);
        if (isNew)
          entry->second.assign(numCases, 0);
        entry->second[number] = 1;
      }
    for (auto &[block, cases] : reached) {
      if (block->isEntryBlock() || block->getSinglePredecessor() ||
          !llvm::is_contained(cases, 0u))
        continue;
      auto choice = std::make_unique<Choice>();
      choice->variables = {variable};
      choice->values = std::move(cases);
      reachedOf[block] = choice.get();
      joins.push_back({block, choice.get()});
      program.choices.push_back(std::move(choice));
    }
  }
  for (auto [block, choice] : joins)
    if (Block *dominator = getDominator(block, dominance))
      choice->around = findBranchAround(&dominator->front());
}

/// True if the case of the function decides alone.
bool NoiseProgram::Builder::isDecidedByCase(const Choice &choice) const {
  return choice.variables.size() == 1 &&
         llvm::is_contained(caseVariables, choice.variables.front());
}

/// The blocks of a region that are reached if its function runs in a case.
llvm::SetVector<Block *>
NoiseProgram::Builder::findReached(Region &region, const Variable &cases,
                                   uint64_t number) const {
  llvm::SetVector<Block *> blocks;
  blocks.insert(&region.front());
  for (unsigned i = 0; i < blocks.size(); ++i) {
    Operation *end = blocks[i]->empty() ? nullptr : &blocks[i]->back();
    std::optional<unsigned> taken;
    if (const Choice *choice = choiceOf.lookup(end);
        choice && isDecidedByCase(*choice))
      taken = choice->values[number];
    for (auto [successor, block] : llvm::enumerate(blocks[i]->getSuccessors()))
      if (!taken || *taken == successor)
        blocks.insert(block);
  }
  return blocks;
}

/// Where an edge to a block comes from: what a conditional branch passes is in
/// one of its branches.
NoiseProgram::Branch
NoiseProgram::Builder::findEdge(Block::pred_iterator predecessor) {
  Operation *end = (*predecessor)->getTerminator();
  if (auto choice = choiceOf.find(end); choice != choiceOf.end())
    return {choice->second, predecessor.getSuccessorIndex()};
  return findBranchAround(end);
}

/// The innermost branch around an operation of a conditional that is decided by
/// states. A conditional branch is around what one of its edges dominates. That
/// is in all loops that are run and have the branch, because these have no
/// other way out than their test, which is none of these conditionals.
NoiseProgram::Branch NoiseProgram::Builder::findBranchAround(Operation *op) {
  Branch branch;
  if (choiceOf.empty())
    return branch;
  SmallVector<Block *> blocks;
  while (op && !isa<CallableOpInterface>(op) && op->getBlock()) {
    Block *block = op->getBlock();
    if (auto known = branchOf.find(block); known != branchOf.end()) {
      branch = known->second;
      break;
    }
    blocks.push_back(block);
    if (auto reached = reachedOf.find(block); reached != reachedOf.end()) {
      branch = {reached->second, 1};
      break;
    }
    if (auto edge = getEdgeTo(block, dominance))
      if (auto choice = choiceOf.find(edge->first); choice != choiceOf.end()) {
        branch = {choice->second, edge->second};
        break;
      }
    if (Block *dominator = getDominator(block, dominance)) {
      op = &dominator->front();
      continue;
    }
    if (!block->isEntryBlock())
      break;
    Region *region = block->getParent();
    op = region->getParentOp();
    if (auto choice = choiceOf.find(op); choice != choiceOf.end()) {
      branch = {choice->second, region->getRegionNumber()};
      break;
    }
  }
  for (Block *block : blocks)
    branchOf[block] = branch;
  return branch;
}

/// Sets what decides a unit, and whether it is executed.
void NoiseProgram::Builder::setChoices(Unit &unit, Value value) {
  Operation *op = value.getDefiningOp();
  Block *block = value.getParentBlock();
  if (!op && !block->isEntryBlock())
    return setEdges(unit, cast<BlockArgument>(value));
  unit.around = findBranchAround(op ? op : block->getParentOp());
  auto choice = choiceOf.find(op);
  // (A call is one of each function that it may be.)
  if (!op || choice == choiceOf.end() || unit.kind != UnitKind::Join ||
      unit.bound.isUnknown() || isa<CallOpInterface>(op))
    return;
  SmallVector<Value, 2> origins;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    origins = {select.getTrueValue(), select.getFalseValue()};
  else
    for (Region &region : op->getRegions())
      origins.push_back(region.front().getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber()));
  // All must be what flows in: no branch is dead in all states.
  ArrayRef<Slot> inputs = number(origins);
  ArrayRef<Slot> known = program.slotFlows[program.getSlot(value)].inputs;
  if (!llvm::all_of(inputs,
                    [&](Slot slot) { return llvm::is_contained(known, slot); }))
    return;
  unit.choice = choice->second;
  unit.inputs = getAllSeen(inputs, value.getParentBlock());
}

/// Sets what decides a join of what blocks pass to an argument.
void NoiseProgram::Builder::setEdges(Unit &unit, BlockArgument argument) {
  Block *block = argument.getOwner();
  if (!block->empty())
    unit.around = findBranchAround(&block->front());
  if (unit.kind != UnitKind::Join || unit.bound.isUnknown())
    return;
  ArrayRef<Slot> known = program.slotFlows[program.getSlot(argument)].inputs;
  SmallVector<Value, 2> operands;
  SmallVector<Branch, 2> edges;
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return;
    Value operand = branch.getSuccessorOperands(
        it.getSuccessorIndex())[argument.getArgNumber()];
    // What comes along an edge that is not live does not flow in.
    if (!operand || !carriesNoise(operand) ||
        !llvm::is_contained(known, program.getSlot(operand)))
      continue;
    operands.push_back(operand);
    edges.push_back(findEdge(it));
  }
  Branch *list = program.lists.Allocate<Branch>(edges.size());
  std::uninitialized_copy(edges.begin(), edges.end(), list);
  unit.edges = ArrayRef<Branch>(list, edges.size());
  unit.inputs = getAllSeen(number(operands), block);
}
