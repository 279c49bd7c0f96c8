//===- InvalidOperations.cpp - IR without invalid operations --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/InvalidOperations.h"
#include "analysis/program/HiddenFlow.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "server/parse/SafeVerify.h"
#include "server/parse/Stubs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The starts of MLIR's messages for a block whose last operation is no
/// terminator, reported at that operation, and for one without operations,
/// reported at the operation around it.
static constexpr llvm::StringLiteral noTerminatorMessage =
    "block with no terminator";
static constexpr llvm::StringLiteral emptyBlockMessage = "empty block";

/// MLIR's message for a use that the definition does not dominate.
static constexpr llvm::StringLiteral dominanceMessage =
    "does not dominate this use";

static SmallVector<SymbolRefAttr> findSymbolUses(Operation *Op) {
  SmallVector<SymbolRefAttr> Result;
  Op->getAttrDictionary().walk([&](SymbolRefAttr Name) {
    Result.push_back(Name);
    return WalkResult::skip();
  });
  return Result;
}

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

/// Ends a block by a stub that may branch to the blocks that nothing else
/// branches to; it also may return.
static void addBranch(Block &Unended, Location Place) {
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

void InvalidOperations::endBlock(Block &Unended, Location Place) {
  Unfinished.push_back(Unended.empty() ? Unended.getParentOp()
                                       : &Unended.back());
  addBranch(Unended, Place);
}

/// Lets blocks that end with a stub branch to those that nothing branches to:
/// by letters not every label is found.
static void addBranches(Operation *Root) {
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

bool mlir::noisy::lsp::hasMemory(Operation *Op) {
  auto isMemory = [](Value V) { return isa<BaseMemRefType>(V.getType()); };
  return llvm::any_of(Op->getOperands(), isMemory) ||
         llvm::any_of(Op->getResults(), isMemory);
}

/// True if noise leaves an operation by results and by what its regions pass on
/// only. A stub may do anything, with whatever it has.
static bool passesValuesOnly(Operation *Op) {
  return isStub(Op) || (getNoiseExit(Op) == NoiseExit::None && !hasMemory(Op));
}

/// True for a loop, or the end of its body, that is not after a stub: what it
/// lacks is not the fault of what stands further up.
static bool lacksEnd(Operation *Place) {
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

/// Ends the body of a loop that passes on too few values, or others: so a loop
/// looks that is being written. The noise in the body is that of the first
/// iteration then, and its results are those of a stub. Not if the body shows
/// its noise to others. `Place` is the loop, or the end of its body. Returns
/// false if it is not such a loop.
bool InvalidOperations::endLoop(Operation *Place, Operation *Root) {
  Operation *Op = findLoopOf(Place);
  if (!Op || Op == Root)
    return false;
  llvm::StringRef EndName = endOfLoop(Op);
  auto Loop = cast<LoopLikeOpInterface>(Op);
  Block &Body = Op->getRegion(0).front();
  // The first argument is the iteration.
  if (Body.getNumArguments() != 1 + Op->getNumResults() ||
      Op->getNumResults() == 0 || !hasAllOperands(Op))
    return false;
  ValueRange Carried = Body.getArguments().drop_front();
  if (Carried.getTypes() != Op->getResultTypes() ||
      Loop.getInits().getTypes() != Op->getResultTypes())
    return false;
  bool HasEnd =
      !Body.empty() && Body.back().getName().getStringRef() == EndName;
  if ((HasEnd && Body.back().getOperandTypes() == Op->getResultTypes()) ||
      (!HasEnd && !endsWithStub(Body)))
    return false;
  WalkResult Outcome = Body.walk([](Operation *Inner) {
    return passesValuesOnly(Inner) ? WalkResult::advance()
                                   : WalkResult::interrupt();
  });
  if (Outcome.wasInterrupted())
    return false;
  OpBuilder Builder(Op->getContext());
  if (HasEnd) {
    Builder.setInsertionPoint(&Body.back());
    Body.back().setOperands(passOn(Carried, Op->getLoc(), Builder));
  } else {
    Builder.setInsertionPointToEnd(&Body);
    OperationState State(Op->getLoc(), EndName);
    State.addOperands(passOn(Carried, Op->getLoc(), Builder));
    Builder.create(State);
  }
  OperationState State(Op->getLoc(), stubName);
  State.addTypes(Op->getResultTypes());
  Operation *Stub = Operation::create(State);
  Op->getBlock()->getOperations().insert(std::next(Op->getIterator()), Stub);
  Op->replaceAllUsesWith(Stub->getResults());
  Entries.push_back({Op, Stub});
  Loops.push_back(Op);
  return true;
}

namespace {
/// The errors of a verification, and what is known of their reasons.
class Verification {
public:
  explicit Verification(Operation *Root) : Root(Root) {}

  /// Verifies the root. Returns true if it is valid.
  bool run();
  /// Reports what the last run found.
  void report();
  void reportWarnings();

  llvm::StringRef message() const { return Message; }
  /// True if MLIR crashed, in the verifier of the operation that is the place.
  bool hasCrashed() const { return Crashed; }
  /// The operation that the first error is about, or the one around a stub that
  /// it is about; null if there is none.
  Operation *findPlace();
  /// True if the first error, about `Op`, may be due to a stub.
  bool isDueToStub(Operation *Op) const;

private:
  std::optional<bool> collect(std::vector<Diagnostic> &Messages);
  Operation *chooseByPlace(llvm::ArrayRef<Operation *> Candidates);

  Operation *Root, *Crashed = nullptr;
  std::vector<Diagnostic> Errors, Warnings;
  std::string Message;
};
} // namespace

/// Verifies the root as verifySafely() does.
std::optional<bool> Verification::collect(std::vector<Diagnostic> &Messages) {
  ScopedDiagnosticHandler Handler(Root->getContext(), [&](Diagnostic &Diag) {
    Messages.push_back(std::move(Diag));
    return success();
  });
  return verifySafely(Root);
}

bool Verification::run() {
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

void Verification::report() {
  for (Diagnostic &Diag : Errors)
    Root->getContext()->getDiagEngine().emit(std::move(Diag));
  Errors.clear();
}

void Verification::reportWarnings() {
  for (Diagnostic &Diag : Warnings)
    Root->getContext()->getDiagEngine().emit(std::move(Diag));
  Warnings.clear();
}

/// Verifies once more, with a place of its own for each of several operations
/// that seem to have the same.
Operation *Verification::chooseByPlace(llvm::ArrayRef<Operation *> Candidates) {
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
Operation *Verification::findPlace() {
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
bool Verification::isDueToStub(Operation *Op) const {
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
  if (message().contains(dominanceMessage))
    for (Region *Around = Op->getParentRegion(); Around;
         Around = Around->getParentRegion())
      if (llvm::any_of(*Around, endsWithBranchingStub))
        return true;
  return isNamedByStub(Root, findSymbolUses(Op));
}

/// The first block without operations that needs some.
static Block *findEmptyBlock(Operation *Root) {
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

/// Says of blocks that end with a stub that they do not end, where its
/// operation is no terminator, whatever it will be.
static void reportUnended(Operation *Root) {
  Root->walk([&](Block *B) {
    Operation *Last = B->empty() ? nullptr : &B->back();
    // A branching stub is followed by a block of its own.
    if (Last && isStub(Last) && Last->hasAttr(stubGoesOnName) &&
        !B->getParentOp()->mightHaveTrait<OpTrait::NoTerminator>())
      Last->emitError() << noTerminatorMessage
                        << ", has an unfinished operation";
  });
}

bool InvalidOperations::verify(Operation *Root, bool HasStubs,
                               bool IsUnclosed) {
  if (HasStubs && !IsUnclosed)
    reportUnended(Root);
  if (HasStubs)
    addBranches(Root);
  replaceBareReductions(Root);
  Verification Check(Root);
  while (true) {
    bool IsValid = Check.run();
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
    if (endLoop(Place, Root))
      continue;
    replace(Place, !Check.message().contains(dominanceMessage));
  }
}
