//===- VerifierErrors.cpp - What a verification says of IR ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/VerifierErrors.h"
#include "server/parse/SafeVerify.h"
#include "server/parse/Stubs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::noisy::lsp;

SmallVector<SymbolRefAttr> mlir::noisy::lsp::findSymbolUses(Operation *Op) {
  SmallVector<SymbolRefAttr> Result;
  Op->getAttrDictionary().walk([&](SymbolRefAttr Name) {
    Result.push_back(Name);
    return WalkResult::skip();
  });
  return Result;
}

/// Verifies the root as verifySafely() does.
std::optional<bool> VerifierErrors::collect(std::vector<Diagnostic> &Messages) {
  ScopedDiagnosticHandler Handler(Root->getContext(), [&](Diagnostic &Diag) {
    Messages.push_back(std::move(Diag));
    return success();
  });
  return verifySafely(Root);
}

bool VerifierErrors::run() {
  std::vector<Diagnostic> Messages;
  std::optional<bool> Outcome = collect(Messages);
  Errors.clear();
  Warnings.clear();
  Crashed = nullptr;
  if (!Outcome) {
    Crashed = findCrashingVerifier(Root);
    // For whoever survives the crash of all of this.
    if (!Crashed)
      std::abort();
    // Without the note that shows the operation, because MLIR verifies what it
    // prints.
    Errors.emplace_back(Crashed->getLoc(), DiagnosticSeverity::Error);
    Errors.back() << "MLIR's verifier of '" << Crashed->getName()
                  << "' crashes on this; the operation counts as broken";
  }
  for (Diagnostic &Diag : Messages)
    (Diag.getSeverity() == DiagnosticSeverity::Error ? Errors : Warnings)
        .push_back(std::move(Diag));
  Message = Errors.empty() ? "" : Errors.front().str();
  return Outcome.value_or(false);
}

void VerifierErrors::report() {
  for (Diagnostic &Diag : Errors)
    Root->getContext()->getDiagEngine().emit(std::move(Diag));
  Errors.clear();
}

void VerifierErrors::reportWarnings() {
  for (Diagnostic &Diag : Warnings)
    Root->getContext()->getDiagEngine().emit(std::move(Diag));
  Warnings.clear();
}

/// Verifies once more, with a place of its own for each of several operations
/// that seem to have the same.
Operation *
VerifierErrors::chooseByPlace(llvm::ArrayRef<Operation *> Candidates) {
  Location Shared = Candidates.front()->getLoc();
  llvm::DenseMap<Location, Operation *> ByPlace;
  for (Operation *Op : Candidates) {
    Op->setLoc(OpaqueLoc::get(Op, Shared));
    ByPlace[Op->getLoc()] = Op;
  }
  std::vector<Diagnostic> Messages;
  collect(Messages);
  for (Operation *Op : Candidates)
    Op->setLoc(Shared);
  for (const Diagnostic &Diag : Messages)
    if (Diag.getSeverity() == DiagnosticSeverity::Error)
      return ByPlace.lookup(Diag.getLocation());
  return nullptr;
}

/// Operations that the text omits, and stubs, have the place of another one.
Operation *VerifierErrors::findPlace() {
  if (Crashed || Errors.empty())
    return Crashed;
  const Diagnostic &Error = Errors.front();
  SmallVector<Operation *> Candidates;
  Operation *Stub = nullptr;
  Root->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (Op->getLoc() != Error.getLocation())
      return;
    if (!isStub(Op))
      Candidates.push_back(Op);
    else if (!Stub)
      Stub = Op;
  });
  llvm::StringRef Name = Message;
  if (Name.consume_front("'")) {
    Name = Name.take_until([](char C) { return C == '\''; });
    auto isNamed = [&](Operation *Op) {
      return Op->getName().getStringRef() == Name;
    };
    if (llvm::any_of(Candidates, isNamed))
      llvm::erase_if(Candidates, [&](Operation *Op) { return !isNamed(Op); });
  }
  if (Candidates.empty())
    return Stub && Stub != Root ? Stub->getParentOp() : nullptr;
  return Candidates.size() == 1 ? Candidates.front()
                                : chooseByPlace(Candidates);
}

bool VerifierErrors::isOfDominance() const {
  return message().contains("does not dominate this use");
}

/// True if a stub in `Root` names one of these symbols. It may define it.
static bool isNamedByStub(Operation *Root,
                          llvm::ArrayRef<SymbolRefAttr> Symbols) {
  if (Symbols.empty())
    return false;
  WalkResult Outcome = Root->walk([&](Operation *Op) {
    auto Names = isStub(Op) ? Op->getAttrOfType<ArrayAttr>(stubSymbolsName)
                            : ArrayAttr();
    if (Names && llvm::any_of(Symbols, [&](SymbolRefAttr Use) {
          return llvm::any_of(
              Names.getAsRange<SymbolRefAttr>(), [&](SymbolRefAttr Name) {
                return Name.getRootReference() == Use.getRootReference();
              });
        }))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return Outcome.wasInterrupted();
}

static bool endsWithBranchingStub(Block &B) {
  return endsWithStub(B) && B.back().getNumSuccessors() > 0;
}

/// A stub may define what the operation uses, or be what is wrong with an
/// operation right around it, or with a block.
bool VerifierErrors::isDueToStub(Operation *Op) const {
  if (mentionsStub(Message) || isStub(Op) || isStub(Op->getParentOp()))
    return true;
  auto isOfStub = [](Value Operand) {
    return Operand.getDefiningOp() && isStub(Operand.getDefiningOp());
  };
  if (llvm::any_of(Op->getOperands(), isOfStub))
    return true;
  // MLIR has ended a region, because its own end is a stub.
  if (Op->hasTrait<OpTrait::IsTerminator>() && Op->getPrevNode() &&
      isStub(Op->getPrevNode()) && Op->getLoc() == Op->getParentOp()->getLoc())
    return true;
  auto hasStub = [](Block &Inner) {
    return llvm::any_of(Inner, [](Operation &Op) { return isStub(&Op); });
  };
  for (Region &Inner : Op->getRegions())
    if (llvm::any_of(Inner, hasStub))
      return true;
  if (llvm::any_of(Op->getSuccessors(),
                   [&](Block *Target) { return hasStub(*Target); }))
    return true;
  // The branches of stubs are guesses.
  if (isOfDominance())
    for (Region *Around = Op->getParentRegion(); Around;
         Around = Around->getParentRegion())
      if (llvm::any_of(*Around, endsWithBranchingStub))
        return true;
  return isNamedByStub(Root, findSymbolUses(Op));
}
