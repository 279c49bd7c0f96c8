//===- QuietEdit.cpp - Edits that change no noise -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/QuietEdit.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "server/parse/Recovery.h"
#include "server/parse/SectionPatch.h"
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

  std::optional<ValueChange> find() const;

private:
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
  auto carries = [](Value V) { return carriesNoise(V); };
  return Op->use_empty() && !mayState(Op) && !mayCall(Op) &&
         llvm::none_of(Op->getOperands(), carries) &&
         llvm::none_of(Op->getResults(), carries);
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

std::optional<ValueChange> QuietEditFinder::find() const {
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
  for (size_t I = Back; I > 0; --I)
    if (!isSame(A.size() - I, B.size() - I, Pairs))
      return std::nullopt;
  auto middle = [&](llvm::ArrayRef<Operation *> List) {
    return List.drop_front(Front).drop_back(Back);
  };
  if (!llvm::all_of(middle(A), isQuiet) || !llvm::all_of(middle(B), isQuiet))
    return std::nullopt;
  // With stubs, some findings about integers are not shown.
  bool WasBroken = !OldData.brokenRanges().empty(),
       IsBroken = !NewRun.data().brokenRanges().empty();
  if (WasBroken != IsBroken &&
      (mayState(Function) || llvm::any_of(B, mayState)))
    return std::nullopt;
  std::optional<TextChange> Moving = findTextChange(Front, Back);
  if (!Moving)
    return std::nullopt;
  ValueChange Result = {*Moving, endOfValues(Place.FirstOperation + Front),
                        endOfValues(Place.EndOperation - Back)};
  for (Operation *Op : middle(B))
    Result.NewCount += Op->getNumResults();
  return Result;
}

std::optional<ValueChange>
mlir::noisy::lsp::findQuietChange(const RunEdit &Edit) {
  return QuietEditFinder(Edit).find();
}
