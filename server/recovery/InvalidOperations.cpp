//===- InvalidOperations.cpp - IR without invalid operations --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/InvalidOperations.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "server/parse/Stubs.h"
#include "server/recovery/UnfinishedBlocks.h"
#include "server/recovery/VerifierErrors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isForeign(Value Operand, Operation *Limit) {
  return Limit && !Limit->isAncestor(Operand.getParentRegion()->getParentOp());
}

/// Makes a stub that uses what `Op` uses, branches where it does, and takes its
/// regions.
static Operation *makeStub(Operation *Op, bool KeepsOperands) {
  OperationState State(Op->getLoc(), stubName);
  if (KeepsOperands)
    State.addOperands(Op->getOperands());
  State.addTypes(Op->getResultTypes());
  State.addSuccessors(Op->getSuccessors());
  llvm::SetVector<Attribute> Symbols;
  for (SymbolRefAttr Name : findSymbolUses(Op))
    Symbols.insert(Name);
  if (!Symbols.empty())
    State.addAttribute(stubSymbolsName,
                       ArrayAttr::get(Op->getContext(), Symbols.getArrayRef()));
  for (Region &Inner : Op->getRegions())
    State.addRegion()->takeBody(Inner);
  // MLIR takes what has one region, and no dialect, for a table of symbols.
  if (Op->getNumRegions() == 1)
    State.addRegion();
  return Operation::create(State);
}

void InvalidOperations::replace(Operation *Op, bool HasRightOperands) {
  Operation *Limit = Op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  bool UsesForeign = llvm::any_of(Op->getOperands(), [&](Value Operand) {
    return isForeign(Operand, Limit);
  });
  HadForeignValues |= UsesForeign;
  Operation *Stub = makeStub(Op, HasRightOperands && !UsesForeign);
  Op->getBlock()->getOperations().insert(Op->getIterator(), Stub);
  Op->replaceAllUsesWith(Stub->getResults());
  Op->remove();
  Op->dropAllReferences();
  Kept.push_back(Op);
  Entries.push_back({Op, Stub});
}

Operation *InvalidOperations::stubOf(Operation *Op) const {
  auto Match = llvm::find_if(
      Entries, [&](const Entry &Replaced) { return Replaced.Invalid == Op; });
  return Match == Entries.end() ? nullptr : Match->Stub;
}

bool InvalidOperations::contains(Operation *Op) const {
  while (Op->getBlock() != &Kept && Op->getParentOp())
    Op = Op->getParentOp();
  return Op->getBlock() == &Kept;
}

SmallVector<Operation *> InvalidOperations::operations() const {
  SmallVector<Operation *> Result(Unfinished.begin(), Unfinished.end());
  for (const Entry &Replaced : Entries)
    Result.push_back(Replaced.Invalid);
  return Result;
}

void InvalidOperations::endBlock(Block &Unended, Location Place) {
  Unfinished.push_back(Unended.empty() ? Unended.getParentOp()
                                       : &Unended.back());
  addBranch(Unended, Place);
}

/// The first reduction with a region without arguments, to which MLIR's
/// verifier of `scf.reduce.return` would refer.
static scf::ReduceOp findBareReduction(Operation *Root) {
  scf::ReduceOp Result;
  Root->walk([&](scf::ReduceReturnOp End) {
    auto Reduction = dyn_cast_or_null<scf::ReduceOp>(End->getParentOp());
    if (!Reduction || End->getBlock()->getNumArguments() > 0)
      return WalkResult::advance();
    Result = Reduction;
    return WalkResult::interrupt();
  });
  return Result;
}

void InvalidOperations::replaceBareReductions(Operation *Root) {
  while (scf::ReduceOp Bare = findBareReduction(Root)) {
    for (auto [I, Type] : llvm::enumerate(Bare->getOperandTypes()))
      if (I < Bare->getNumRegions() &&
          Bare->getRegion(I).getNumArguments() == 0) {
        // The words are those of MLIR.
        Bare.emitOpError() << "expected two block arguments with type " << Type
                           << " in the " << I << "-th reduction region";
        break;
      }
    replace(Bare);
  }
}

bool InvalidOperations::verify(Operation *Root, bool HasStubs,
                               bool IsUnclosed) {
  if (HasStubs && !IsUnclosed)
    reportUnended(Root);
  if (HasStubs)
    addBranches(Root);
  replaceBareReductions(Root);
  VerifierErrors Check(Root);
  while (true) {
    bool IsValid = Check.run();
    if (IsValid && (HasStubs || !empty()))
      for (auto [Loop, Stub] : endStubbedLoops(Root)) {
        Entries.push_back({Loop, Stub});
        Loops.push_back(Loop);
      }
    if (IsValid || Check.message().empty() ||
        Entries.size() + Unfinished.size() >= MaxReplaced) {
      Check.report();
      Check.reportWarnings();
      return IsValid;
    }
    if (Check.message().starts_with(emptyBlockMessage))
      if (Block *Empty = findEmptyBlock(Root)) {
        if (!IsUnclosed)
          Check.report();
        endBlock(*Empty, Empty->getParentOp()->getLoc());
        continue;
      }
    Operation *Place = Check.findPlace();
    if (!Place || Place == Root) {
      // The root has errors already if there are stubs; some may be the reason.
      if (!HasStubs && empty())
        Check.report();
      return false;
    }
    if (Check.message().starts_with(noTerminatorMessage)) {
      if (!IsUnclosed)
        Check.report();
      endBlock(*Place->getBlock(), Place->getLoc());
      continue;
    }
    // Where brackets are guessed, so are regions and their ends.
    bool IsGuess = IsUnclosed && (Place->getNumRegions() > 0 ||
                                  Place->hasTrait<OpTrait::IsTerminator>());
    bool IsDueToStub = Check.isDueToStub(Place) ||
                       (Check.hasCrashed() && (HasStubs || !empty()));
    if (IsDueToStub && !mentionsStub(Check.message()) && lacksEnd(Place))
      IsDueToStub = false;
    if (!IsGuess && !IsDueToStub)
      Check.report();
    if (std::optional<FinishedLoop> Finished = endLoop(Place, Root)) {
      Entries.push_back({Finished->Loop, Finished->Stub});
      Loops.push_back(Finished->Loop);
      continue;
    }
    replace(Place, !Check.isOfDominance());
  }
}
