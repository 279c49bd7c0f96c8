//===- UnfinishedBlocks.cpp - Blocks without their ends -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/UnfinishedBlocks.h"
#include "analysis/program/HiddenFlow.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "server/parse/Stubs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::hasMemory(Operation *Op) {
  auto isMemory = [](Value V) { return isa<BaseMemRefType>(V.getType()); };
  return llvm::any_of(Op->getOperands(), isMemory) ||
         llvm::any_of(Op->getResults(), isMemory);
}

void mlir::noisy::lsp::addBranch(Block &Unended, Location Place) {
  OpBuilder Builder(Place.getContext());
  OperationState State(Place, stubName);
  for (Block &Target : llvm::drop_begin(*Unended.getParent()))
    if (Target.hasNoPredecessors())
      State.addSuccessors(&Target);
  if (!State.successors.empty()) {
    Block &End = Unended.getParent()->emplaceBlock();
    Builder.setInsertionPointToEnd(&End);
    Builder.create(OperationState(Place, stubName));
    State.addSuccessors(&End);
  }
  Builder.setInsertionPointToEnd(&Unended);
  Builder.create(State);
}

void mlir::noisy::lsp::addBranches(Operation *Root) {
  SmallVector<Block *> Ends;
  auto findEnds = [&](Region &Blocks) {
    if (Blocks.empty() || llvm::none_of(llvm::drop_begin(Blocks), [](Block &B) {
          return B.hasNoPredecessors();
        }))
      return;
    // The block of a stub's own is where that may return.
    for (Block &B : Blocks)
      if (endsWithStub(B) && B.back().getNumSuccessors() == 0 &&
          !(llvm::hasSingleElement(B) && !B.hasNoPredecessors()))
        Ends.push_back(&B);
  };
  Root->walk([&](Operation *Op) {
    for (Region &Inner : Op->getRegions())
      findEnds(Inner);
  });
  for (Block *B : Ends)
    addBranch(*B, B->back().getLoc());
}

/// The name of the operation that ends the body of a loop with carried values;
/// empty for other operations.
static llvm::StringRef endOfLoop(Operation *Op) {
  if (isa<scf::ForOp>(Op))
    return scf::YieldOp::getOperationName();
  return isa<affine::AffineForOp>(Op)
             ? affine::AffineYieldOp::getOperationName()
             : "";
}

/// True if the operands of a loop are those of its bounds and its initial
/// values; in generic form there may be too few for these to be asked for.
static bool hasAllOperands(Operation *Loop) {
  if (isa<scf::ForOp>(Loop))
    return Loop->getNumOperands() == 3 + Loop->getNumResults();
  llvm::ArrayRef<int32_t> Sizes =
      cast<affine::AffineForOp>(Loop).getProperties().operandSegmentSizes;
  return llvm::none_of(Sizes, [](int32_t Size) { return Size < 0; }) &&
         llvm::sum_of(Sizes, int64_t(0)) == int64_t(Loop->getNumOperands());
}

/// The loop with one block that `Place` is, or whose body it ends; null if
/// there is none.
static Operation *findLoopOf(Operation *Place) {
  Operation *Op = Place;
  if (endOfLoop(Op).empty() && Op == &Op->getBlock()->back())
    Op = Op->getParentOp();
  bool IsLoop = Op && !endOfLoop(Op).empty() && Op->getNumRegions() == 1 &&
                Op->getRegion(0).hasOneBlock();
  return IsLoop ? Op : nullptr;
}

/// True if noise leaves an operation by results and by what its regions pass on
/// only. A stub may do anything, with whatever it has.
static bool passesValuesOnly(Operation *Op) {
  return isStub(Op) || (getNoiseExit(Op) == NoiseExit::None && !hasMemory(Op));
}

bool mlir::noisy::lsp::lacksEnd(Operation *Place) {
  Operation *Loop = findLoopOf(Place);
  if (!Loop || Loop->getRegion(0).front().empty())
    return false;
  Operation *End = &Loop->getRegion(0).front().back();
  return !isStub(End) && !(End->getPrevNode() && isStub(End->getPrevNode()));
}

/// The values that an unfinished loop passes on: noise as it came, so that the
/// body is that of the first iteration; the others are unknown results of a
/// stub, because they may decide what is executed.
static SmallVector<Value> passOn(ValueRange Carried, Location Place,
                                 OpBuilder &Builder) {
  OperationState State(Place, stubName);
  for (Value V : Carried)
    if (!carriesNoise(V))
      State.addTypes(V.getType());
  SmallVector<Value> Result;
  Operation *Stub = State.types.empty() ? nullptr : Builder.create(State);
  unsigned Next = 0;
  for (Value V : Carried)
    Result.push_back(carriesNoise(V) ? V : Stub->getResult(Next++));
  return Result;
}

/// True if the body of a loop ends as it has to, whatever it passes on.
static bool hasEnd(Operation *Loop) {
  Block &Body = Loop->getRegion(0).front();
  return !Body.empty() &&
         Body.back().getName().getStringRef() == endOfLoop(Loop);
}

/// True for a loop that can be ended by what it carries: its noise leaves it by
/// its results only.
static bool canBeEnded(Operation *Op) {
  auto Loop = cast<LoopLikeOpInterface>(Op);
  Block &Body = Op->getRegion(0).front();
  // The first argument is the iteration.
  if (Body.getNumArguments() != 1 + Op->getNumResults() ||
      Op->getNumResults() == 0 || !hasAllOperands(Op) ||
      ValueRange(Body.getArguments()).drop_front().getTypes() !=
          Op->getResultTypes() ||
      Loop.getInits().getTypes() != Op->getResultTypes())
    return false;
  WalkResult Outcome = Body.walk([](Operation *Inner) {
    return passesValuesOnly(Inner) ? WalkResult::advance()
                                   : WalkResult::interrupt();
  });
  return !Outcome.wasInterrupted();
}

/// Lets a loop pass on what it carries, and gives its results to a stub.
static FinishedLoop finishLoop(Operation *Op) {
  Block &Body = Op->getRegion(0).front();
  ValueRange Carried = ValueRange(Body.getArguments()).drop_front();
  OpBuilder Builder(Op->getContext());
  if (hasEnd(Op)) {
    Builder.setInsertionPoint(&Body.back());
    Body.back().setOperands(passOn(Carried, Op->getLoc(), Builder));
  } else {
    Builder.setInsertionPointToEnd(&Body);
    OperationState State(Op->getLoc(), endOfLoop(Op));
    State.addOperands(passOn(Carried, Op->getLoc(), Builder));
    Builder.create(State);
  }
  OperationState State(Op->getLoc(), stubName);
  State.addTypes(Op->getResultTypes());
  Operation *Stub = Operation::create(State);
  Op->getBlock()->getOperations().insert(std::next(Op->getIterator()), Stub);
  Op->replaceAllUsesWith(Stub->getResults());
  return FinishedLoop{Op, Stub};
}

std::optional<FinishedLoop> mlir::noisy::lsp::endLoop(Operation *Place,
                                                      Operation *Root) {
  Operation *Op = findLoopOf(Place);
  if (!Op || Op == Root || !canBeEnded(Op))
    return std::nullopt;
  Block &Body = Op->getRegion(0).front();
  if (hasEnd(Op) ? Body.back().getOperandTypes() == Op->getResultTypes()
                 : !endsWithStub(Body))
    return std::nullopt;
  return finishLoop(Op);
}

/// True if the noise of a value follows from results of a stub in the body of a
/// loop.
static bool restsOnStub(Value Passed, Block &Body) {
  llvm::SetVector<Operation *> Definers;
  auto add = [&](Value V) {
    Operation *Definer = carriesNoise(V) ? V.getDefiningOp() : nullptr;
    if (Definer && Body.findAncestorOpInBlock(*Definer))
      Definers.insert(Definer);
  };
  add(Passed);
  for (unsigned I = 0; I < Definers.size(); ++I) {
    if (isStub(Definers[I]))
      return true;
    // What it leaves is known whatever it reduces.
    if (getReducedOperand(Definers[I]))
      continue;
    Definers[I]->walk([&](Operation *Inner) {
      if (!getReducedOperand(Inner))
        llvm::for_each(Inner->getOperands(), add);
    });
  }
  return false;
}

/// True if integers that differ between the iterations of a loop may decide
/// what these do, or with which element. Then the noise of the first one says
/// nothing of others.
static bool decidesByIteration(Block &Body) {
  llvm::SetVector<Value> Integers;
  for (Value Argument : Body.getArguments())
    if (!carriesNoise(Argument))
      Integers.insert(Argument);
  for (size_t I = 0; I < Integers.size(); ++I)
    for (Operation *User : Integers[I].getUsers()) {
      if (User == &Body.back())
        continue;
      if (User->getNumRegions() > 0 || User->getNumSuccessors() > 0 ||
          User->hasTrait<OpTrait::IsTerminator>())
        return true;
      // What is encoded has the same noise.
      if (llvm::any_of(User->getResults(), carriesNoise) &&
          !isa<EncodeOp>(User))
        return true;
      Integers.insert_range(llvm::make_filter_range(
          User->getResults(), [](Value V) { return !carriesNoise(V); }));
    }
  return false;
}

bool mlir::noisy::lsp::isStubbedLoop(Operation *Op) {
  if (endOfLoop(Op).empty() || findLoopOf(Op) != Op)
    return false;
  Block &Body = Op->getRegion(0).front();
  // Beside values that are known, those that are not count as such.
  return hasEnd(Op) && llvm::any_of(Body.back().getOperands(), carriesNoise) &&
         llvm::all_of(Body.back().getOperands(),
                      [&](Value V) {
                        return !carriesNoise(V) || restsOnStub(V, Body);
                      }) &&
         !decidesByIteration(Body) && canBeEnded(Op);
}

SmallVector<FinishedLoop> mlir::noisy::lsp::endStubbedLoops(Operation *Root) {
  SmallVector<Operation *> Stubbed;
  Root->walk([&](Operation *Op) {
    if (Op != Root && isStubbedLoop(Op))
      Stubbed.push_back(Op);
  });
  return llvm::map_to_vector(Stubbed, finishLoop);
}

Block *mlir::noisy::lsp::findEmptyBlock(Operation *Root) {
  Block *Result = nullptr;
  Root->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    for (Region &Inner : Op->getRegions())
      for (Block &Candidate : Inner)
        if (Candidate.empty() &&
            (!llvm::hasSingleElement(Inner) ||
             !Op->mightHaveTrait<OpTrait::NoTerminator>())) {
          Result = &Candidate;
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return Result;
}

void mlir::noisy::lsp::reportUnended(Operation *Root) {
  Root->walk([&](Block *B) {
    Operation *Last = B->empty() ? nullptr : &B->back();
    // A branching stub is followed by a block of its own.
    if (Last && isStub(Last) && Last->hasAttr(stubGoesOnName) &&
        !B->getParentOp()->mightHaveTrait<OpTrait::NoTerminator>())
      Last->emitError() << noTerminatorMessage
                        << ", has an unfinished operation";
  });
}
