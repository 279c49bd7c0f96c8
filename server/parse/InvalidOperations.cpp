//===- InvalidOperations.cpp - IR without invalid operations --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/InvalidOperations.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "server/parse/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The start of MLIR's message for a block whose last operation is no
/// terminator; it is reported at that operation.
static constexpr llvm::StringLiteral noTerminatorMessage =
    "block with no terminator";

/// Lets the last operation of a block branch to all blocks that it may mean.
static void addSuccessors(Block *Parent, OperationState &State) {
  for (Block &Target : llvm::drop_begin(*Parent->getParent()))
    State.addSuccessors(&Target);
}

/// Makes a stub that names the symbols of `Op`, and takes its regions.
static Operation *makeStub(Operation *Op) {
  llvm::SetVector<Attribute> Symbols;
  Op->getAttrDictionary().walk([&](SymbolRefAttr Name) {
    Symbols.insert(Name);
    return WalkResult::skip();
  });
  OperationState State(Op->getLoc(), stubName);
  State.addTypes(Op->getResultTypes());
  if (Op->getNumSuccessors() > 0)
    State.addSuccessors(Op->getSuccessors());
  else if (Op == &Op->getBlock()->back())
    addSuccessors(Op->getBlock(), State);
  if (!Symbols.empty())
    State.addAttribute("symbols",
                       ArrayAttr::get(Op->getContext(), Symbols.getArrayRef()));
  for (Region &Inner : Op->getRegions())
    State.addRegion()->takeBody(Inner);
  return Operation::create(State);
}

void InvalidOperations::replace(Operation *Op) {
  Operation *Limit = Op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  HadForeignValues |= llvm::any_of(Op->getOperands(), [&](Value Operand) {
    return Limit &&
           !Limit->isAncestor(Operand.getParentRegion()->getParentOp());
  });
  Operation *Stub = makeStub(Op);
  Op->getBlock()->getOperations().insert(Op->getIterator(), Stub);
  Op->replaceAllUsesWith(Stub->getResults());
  Op->remove();
  Op->dropAllReferences();
  Kept.push_back(Op);
  Entries.push_back({Op, Stub});
}

Operation *InvalidOperations::stubOf(Operation *Op) const {
  auto Match = llvm::find_if(
      Entries, [&](const Entry &Known) { return Known.Invalid == Op; });
  return Match == Entries.end() ? nullptr : Match->Stub;
}

bool InvalidOperations::contains(Operation *Op) const {
  while (Op->getBlock() != &Kept && Op->getParentOp())
    Op = Op->getParentOp();
  return Op->getBlock() == &Kept;
}

static bool isStubRef(Operation &Op) { return isStub(&Op); }

/// True if an error of `Op` may be due to a stub: it uses a result of one, or
/// one is right around it, directly in a region of it, or in a block that it
/// branches to.
static bool dependsOnStub(Operation *Op) {
  if (Op->getParentOp() && isStub(Op->getParentOp()))
    return true;
  auto isOfStub = [](Value Operand) {
    return Operand.getDefiningOp() && isStub(Operand.getDefiningOp());
  };
  if (llvm::any_of(Op->getOperands(), isOfStub))
    return true;
  auto hasStub = [](Block &Inner) { return llvm::any_of(Inner, isStubRef); };
  for (Region &Inner : Op->getRegions())
    if (llvm::any_of(Inner, hasStub))
      return true;
  return llvm::any_of(Op->getSuccessors(),
                      [&](Block *Target) { return hasStub(*Target); });
}

/// Ends the block of its last operation, which is no terminator, by a stub.
void InvalidOperations::endBlock(Operation *Last) {
  OpBuilder Builder(Last->getContext());
  Builder.setInsertionPointToEnd(Last->getBlock());
  OperationState State(Last->getLoc(), stubName);
  addSuccessors(Last->getBlock(), State);
  Builder.create(State);
  ++StubCount;
}

/// The operation that an error is about: by its place, and by its name if the
/// message begins with that. Operations that the text omits, and stubs, have
/// the place of another one. Null if there is none.
static Operation *findOperation(Operation *Root, const Diagnostic &Error) {
  std::string Message = Error.str();
  llvm::StringRef Name = Message;
  Name = Name.consume_front("'")
             ? Name.take_until([](char C) { return C == '\''; })
             : llvm::StringRef();
  Operation *Result = nullptr;
  Root->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (Op->getLoc() != Error.getLocation() || isStub(Op))
      return WalkResult::advance();
    bool IsNamed = Op->getName().getStringRef() == Name;
    if (IsNamed || !Result)
      Result = Op;
    return IsNamed ? WalkResult::interrupt() : WalkResult::advance();
  });
  return Result;
}

bool InvalidOperations::verify(Operation *Root, bool HasStubs,
                               bool IsUnclosed) {
  DiagnosticEngine &Engine = Root->getContext()->getDiagEngine();
  while (true) {
    std::vector<Diagnostic> Errors;
    bool IsValid;
    {
      ScopedDiagnosticHandler Handler(Root->getContext(),
                                      [&](Diagnostic &Diag) {
                                        Errors.push_back(std::move(Diag));
                                        return success();
                                      });
      IsValid = succeeded(mlir::verify(Root));
    }
    auto report = [&] {
      for (Diagnostic &Diag : Errors)
        Engine.emit(std::move(Diag));
    };
    // Warnings come again when the rest is verified.
    if (!IsValid)
      llvm::erase_if(Errors, [](const Diagnostic &Diag) {
        return Diag.getSeverity() != DiagnosticSeverity::Error;
      });
    if (IsValid || Errors.empty() ||
        Entries.size() + StubCount >= MaxReplaced) {
      report();
      return IsValid;
    }
    Operation *Place = findOperation(Root, Errors.front());
    bool IsUnfinished =
        llvm::StringRef(Errors.front().str()).starts_with(noTerminatorMessage);
    bool MentionsStub = mentionsStub(Errors.front().str());
    if (!Place || Place == Root) {
      // The root has errors already if there are stubs; some may be the reason.
      if (!HasStubs && empty())
        report();
      return false;
    }
    if (IsUnfinished) {
      if (!IsUnclosed && !MentionsStub)
        report();
      endBlock(Place);
      continue;
    }
    if (!dependsOnStub(Place) && !MentionsStub)
      report();
    replace(Place);
  }
}
