//===- QuietEdit.cpp - How far edits can reach ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/QuietEdit.h"
#include "analysis/program/HiddenFlow.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "server/parse/Stubs.h"
#include "server/patch/SectionPatch.h"
#include "server/recovery/UnfinishedBlocks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

namespace {
class QuietEditFinder : RunEdit {
public:
  explicit QuietEditFinder(const RunEdit &Source) : RunEdit(Source) {}

  EditReach find() const;

private:
  /// The numbers of operations, at the beginning and at the end of the run,
  /// that are the same before and after.
  using Ends = std::pair<size_t, size_t>;
  Ends findSameEnds() const;
  llvm::ArrayRef<Operation *> oldOperations(Ends Same) const {
    return OldRun.drop_front(Same.first).drop_back(Same.second);
  }
  llvm::ArrayRef<Operation *> newOperations(Ends Same) const {
    return NewRun.operations().drop_front(Same.first).drop_back(Same.second);
  }
  bool isQuiet(Ends Same) const;
  bool isLocal(Ends Same) const;
  /// The end of the values of the run before an operation of it, or its end.
  Index endOfValues(Index Operation) const {
    return Operation == Place.FirstOperation
               ? OldData.operations()[Operation].FirstResult
               : endOfResults(OldData, Operation - 1);
  }
  bool isMoved(const TextChange &Moving, size_t InOld, size_t InNew) const;
  std::optional<TextChange> findTextChange(size_t Front, size_t Back) const;
  bool isSame(size_t InOld, size_t InNew,
              llvm::DenseMap<Value, Value> &Pairs) const;
};
} // namespace

bool mlir::noisy::lsp::mayState(Operation *Op) {
  return !Op->getDiscardableAttrs().empty();
}

/// True if an operation is a call, or names a function.
static bool mayCall(Operation *Op) {
  bool NamesSymbols = false;
  Op->getAttrDictionary().walk([&](SymbolRefAttr) { NamesSymbols = true; });
  return NamesSymbols || isa<CallOpInterface>(Op);
}

/// True if nothing depends on an operation, and it has to do with no noise.
static bool isQuiet(Operation *Op) {
  // Encrypted memory counts, too.
  auto carries = [](Value V) {
    return isNoisyType(V.getType()) || carriesNoise(V);
  };
  // What an unknown one does with its operands is unknown.
  if (!Op->isRegistered() && !isStub(Op) && Op->getNumOperands() > 0)
    return false;
  return Op->use_empty() && !mayState(Op) && !mayCall(Op) &&
         llvm::none_of(Op->getOperands(), carries) &&
         llvm::none_of(Op->getResults(), carries);
}

/// True if there are encrypted values in memory among these of a function. What
/// a broken operation does to them is unknown.
static bool haveBuffers(llvm::ArrayRef<Value> Values) {
  // Mostly a value has the type of the one before.
  Type LastType;
  return llvm::any_of(Values, [&](Value V) {
    return std::exchange(LastType, V.getType()) != V.getType() &&
           isNoisyType(V.getType()) && !carriesNoise(V);
  });
}

bool mlir::noisy::lsp::isPlainOperation(Operation *Op) {
  // A stub has no operands that it could pass out of sight, but at the end of a
  // block it may return.
  if (isStub(Op))
    return Op->getAttrs().empty() && Op != &Op->getBlock()->back();
  if (isa_and_nonnull<func::FuncDialect>(Op->getDialect()) || mayState(Op))
    return false;
  HiddenFlow Flow = HiddenFlow::compute(Op);
  return !Flow.exits.hasNoise && Flow.exits.numbers.empty() &&
         Flow.names.empty();
}

/// True if an operation can matter only through the noise of its results. Not
/// for the end of a block.
static bool isLocal(Operation *Op) {
  auto isOtherwiseUsed = [](Value V) {
    return !carriesNoise(V) && !V.use_empty();
  };
  if (mayCall(Op) || llvm::any_of(Op->getResults(), isOtherwiseUsed))
    return false;
  return isStub(Op) ||
         (Op->isRegistered() && !mayState(Op) && Op->getNumRegions() == 0 &&
          !Op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(Op) &&
          !hasMemory(Op));
}

/// True if an old operation of the run and a new one do the same, with results
/// of the same names. Adds these to `Pairs`, which has those of the operations
/// before.
bool QuietEditFinder::isSame(size_t InOld, size_t InNew,
                             llvm::DenseMap<Value, Value> &Pairs) const {
  Operation *A = OldRun[InOld], *B = NewRun.operations()[InNew];
  auto checkOperand = [&](Value OfA, Value OfB) {
    return success(OfA == OfB || Pairs.lookup(OfA) == OfB);
  };
  if (!OperationEquivalence::isEquivalentTo(
          A, B, checkOperand, /*markEquivalent=*/nullptr,
          OperationEquivalence::IgnoreLocations))
    return false;
  Index OfA = OldData.operations()[Place.FirstOperation + InOld].FirstResult;
  Index OfB = NewRun.data().operations()[1 + InNew].FirstResult;
  for (auto [I, Pair] :
       llvm::enumerate(llvm::zip(A->getResults(), B->getResults()))) {
    if (OldData.textOf(OldData.values()[OfA + I].Name) !=
        NewRun.data().textOf(NewRun.data().values()[OfB + I].Name))
      return false;
    Pairs[std::get<0>(Pair)] = std::get<1>(Pair);
  }
  return true;
}

/// True if the change of the text moves what is left of an old operation of the
/// run to its place in the new text. Stubs have no places.
bool QuietEditFinder::isMoved(const TextChange &Moving, size_t InOld,
                              size_t InNew) const {
  ByteRange From = OldData.operations()[Place.FirstOperation + InOld].Range;
  ByteRange To = ByteRange(NewRun.data().operations()[1 + InNew].Range)
                     .shift(Place.Change.Old.Begin);
  if (From.empty())
    return true;
  size_t Shift = Moving.NewSize - Moving.Old.size();
  return To.Begin == (From.Begin < Moving.Old.Begin ? From.Begin
                                                    : From.Begin + Shift) &&
         To.End == (From.End <= Moving.Old.Begin ? From.End : From.End + Shift);
}

/// The change of the text, so that it moves all operations that stay. An
/// insertion or a removal may have several places: in front of an equal
/// beginning of a line as well as behind it.
std::optional<TextChange> QuietEditFinder::findTextChange(size_t Front,
                                                          size_t Back) const {
  size_t OldCount = OldRun.size(), NewCount = NewRun.operations().size();
  llvm::StringRef OldText = OldData.text();
  TextChange Moving = Edit;
  auto movesAll = [&] {
    for (size_t I = 0; I < Front; ++I)
      if (!isMoved(Moving, I, I))
        return false;
    for (size_t I = 1; I <= Back; ++I)
      if (!isMoved(Moving, OldCount - I, NewCount - I))
        return false;
    return true;
  };
  while (!movesAll()) {
    bool IsInsertion = Moving.Old.empty();
    if ((!IsInsertion && Moving.NewSize > 0) ||
        Moving.Old.Begin <= Place.Change.Old.Begin)
      return std::nullopt;
    size_t Begin = Moving.Old.Begin - 1;
    char Last = IsInsertion ? NewText[Begin + Moving.NewSize]
                            : OldText[Begin + Moving.Old.size()];
    if (OldText[Begin] != Last)
      return std::nullopt;
    Moving.Old = {Begin, Begin + Moving.Old.size()};
  }
  return Moving;
}

QuietEditFinder::Ends QuietEditFinder::findSameEnds() const {
  llvm::ArrayRef<Operation *> A = OldRun, B = NewRun.operations();
  llvm::DenseMap<Value, Value> Pairs;
  size_t Least = std::min(A.size(), B.size()), Front = 0, Back = 0;
  while (Front < Least && isSame(Front, Front, Pairs))
    ++Front;
  // The name of a stub tells nothing.
  while (Back < Least - Front &&
         A[A.size() - 1 - Back]->getName() ==
             B[B.size() - 1 - Back]->getName() &&
         !isStub(A[A.size() - 1 - Back]))
    ++Back;
  // Those that use what changed are not the same.
  for (size_t I = Back; I > 0; --I)
    if (!isSame(A.size() - I, B.size() - I, Pairs))
      Back = I - 1;
  return {Front, Back};
}

bool QuietEditFinder::isQuiet(Ends Same) const {
  // With stubs, some findings about integers are not shown.
  bool WasBroken = !OldData.brokenRanges().empty(),
       IsBroken = !NewRun.data().brokenRanges().empty();
  if (WasBroken != IsBroken &&
      (mayState(Function) || llvm::any_of(NewRun.operations(), mayState)))
    return false;
  return llvm::all_of(oldOperations(Same), ::isQuiet) &&
         llvm::all_of(newOperations(Same), ::isQuiet);
}

bool QuietEditFinder::isLocal(Ends Same) const {
  // What ends the block has no operation behind it.
  bool HasEnd = Same.second == 0 && Place.EndsBlock;
  auto check = [&](llvm::ArrayRef<Operation *> Operations) {
    return llvm::all_of(Operations, ::isLocal) &&
           !(HasEnd && !Operations.empty() && isStub(Operations.back()));
  };
  return check(oldOperations(Same)) && check(newOperations(Same));
}

EditReach QuietEditFinder::find() const {
  Ends Same = findSameEnds();
  EditReach Result;
  if ((llvm::any_of(oldOperations(Same), isStub) ||
       llvm::any_of(newOperations(Same), isStub)) &&
      haveBuffers(OldValues))
    return Result;
  bool IsQuiet = isQuiet(Same), IsLocal = isLocal(Same);
  std::optional<TextChange> Moving;
  if (IsQuiet || IsLocal)
    Moving = findTextChange(Same.first, Same.second);
  if (!Moving)
    return Result;
  ValueChange Change = {*Moving, endOfValues(Place.FirstOperation + Same.first),
                        endOfValues(Place.EndOperation - Same.second)};
  for (Operation *Op : newOperations(Same))
    Change.NewCount += Op->getNumResults();
  if (IsQuiet)
    Result.Quiet = Change;
  if (IsLocal)
    Result.Local = Change;
  return Result;
}

EditReach mlir::noisy::lsp::findReach(const RunEdit &Edit) {
  return QuietEditFinder(Edit).find();
}
