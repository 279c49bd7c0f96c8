//===- NoisePatch.cpp - Noise facts after a change of a function ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the facts in the order of the text. Those of values that none
// of the changed ones flow into are copied, with other numbers. The others are
// computed anew; where the result is the same, the change ends.
//
//===----------------------------------------------------------------------===//

#include "server/patch/NoisePatch.h"
#include "analysis/integers/RangeAnalysis.h"
#include "analysis/memory/TensorFlow.h"
#include "analysis/noise/NoiseReport.h"
#include "analysis/noise/StraightNoise.h"
#include "analysis/noise/UncheckedStatements.h"
#include "analysis/program/SelectedOperand.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/parse/NoiseProblems.h"
#include "server/parse/OuterValues.h"
#include "server/parse/Stubs.h"
#include "server/patch/QuietEdit.h"
#include "server/recovery/UnfinishedBlocks.h"
#include "server/snapshot/InternedModels.h"
#include "server/snapshot/WordTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

namespace {

class NoisePatcher : public NoiseFactSource {
public:
  NoisePatcher(const SectionFacts &Old, const PatchedFunction &Patched)
      : Old(Old), Patched(Patched), Change(Patched.Change),
        Model(NoiseModel::get(Patched.Function)),
        Result(std::make_shared<SectionFacts>()), Words(Old.Words),
        Changed(Patched.Data.values().size()),
        Computed(Patched.Data.values().size()),
        Outdated(Patched.Data.values().size()), Numbers(Patched.Outer),
        Outer(Old, Patched.Function->getContext()) {
    const ValueChange &Run = Patched.Run;
    for (Index I = Run.FirstValue; I < Run.FirstValue + Run.NewCount; ++I)
      Numbers[Patched.Values[I]] = I;
  }

  std::shared_ptr<const SectionFacts> run();

  const NoiseFact *find(Value V) const override;
  unsigned getIndex(Value V) const override {
    return Outer.find(V) ? Outer.placeOf(V)
                         : OuterValues::MaxEarlier + Numbers.lookup(V);
  }

private:
  struct NumberedProblem {
    Problem Issue;
    std::vector<Index> Values;
  };

  bool isStraightAround() const;
  bool mayPatch() const;
  bool dependsOnOperandsOnly() const;
  bool mayCompute(OpResult V, llvm::ArrayRef<Index> Inputs) const;
  bool isStraightCause(Value Cause) const;
  bool haveOtherCauses(llvm::ArrayRef<Index> Inputs) const;
  bool isDueToStub(Value Cause) const;
  bool staysInside() const;
  bool changesIntegers() const;
  bool hasCases() const;
  bool mayTellAtCalls() const;
  bool pairRun();
  Index moved(Index Value) const;
  void addRun();
  bool addRest();
  void compute(Index Number, llvm::ArrayRef<Index> Inputs, NoiseInfo &Info);
  bool keepProblems();
  bool addProblems();
  void addProblem(Index Number, NoiseProblem New, ByteRange Range,
                  std::vector<NumberedProblem> &List);
  Value valueAt(Index Number) const;
  std::string nameOf(Value V) const {
    const OuterReason *Reason = Outer.find(V);
    return Reason ? Reason->Name
                  : nameInText(Patched.Data, Numbers.lookup(V), V);
  }
  ByteRange rangeOfOperation(Index Number) const;
  void addNumber(Value V) const;

  const SectionFacts &Old;
  const PatchedFunction &Patched;
  const ValueChange &Change;
  const NoiseModel Model;
  std::shared_ptr<SectionFacts> Result;
  WordTable Words;
  /// The values whose facts are not those of before; those whose facts were
  /// computed; and those about which a problem of before does not hold any
  /// more.
  llvm::BitVector Changed, Computed, Outdated;
  size_t ComputedCount = 0;
  /// True once the fact of a value depends on more than the facts of before.
  bool NeedsWhole = false;
  /// The new numbers of replaced values, where there is one of the same name.
  llvm::DenseMap<Index, Index> SameName;
  /// The values that were looked at, and their facts.
  mutable llvm::DenseMap<Value, Index> Numbers;
  mutable llvm::DenseMap<Value, std::unique_ptr<NoiseFact>> Facts;
  OuterValues Outer;
  /// `mayTellAtCalls`, once that was asked.
  mutable std::optional<bool> TellsAtCalls;
  std::vector<NumberedProblem> Hints, Findings;
};

} // namespace

Value NoisePatcher::valueAt(Index Number) const {
  if (Number == Section::None)
    return nullptr;
  Value V = Patched.Values[Number];
  Numbers[V] = Number;
  return V;
}

/// Finds the number of a value that is named, but has no fact.
void NoisePatcher::addNumber(Value V) const {
  if (!Numbers.contains(V))
    Numbers[V] = Index(llvm::find(Patched.Values, V) - Patched.Values.begin());
}

const NoiseFact *NoisePatcher::find(Value V) const {
  if (const NoiseFact *Elsewhere = Outer.factOf(V))
    return Elsewhere;
  std::unique_ptr<NoiseFact> &Fact = Facts[V];
  if (Fact)
    return Fact.get();
  const NoiseInfo *Info = Result->find(Numbers.lookup(V));
  if (!Info)
    return nullptr;
  auto New = std::make_unique<NoiseFact>();
  New->bound = Info->Bound;
  New->model = Model;
  New->isCause = Info->IsCause;
  New->isAssumed = Info->IsSetOutside;
  if (auto Argument = dyn_cast<BlockArgument>(V)) {
    New->unknown = Info->Bound.isUnknown();
    if (getArgumentContract(Patched.Function, Argument.getArgNumber()))
      New->source = NoiseFlowKind::Contract;
  } else if (std::optional<NoiseFlow> Flow =
                 getOperandFlow(V.getDefiningOp())) {
    New->source = Flow->kind;
    New->unknown = Flow->unknown;
    for (Index Source : Result->sourcesOf(*Info))
      New->inputs.push_back(valueAt(Source));
  } else {
    New->unknown = Info->Bound.isUnknown();
  }
  New->restsOn = Info->OuterRestsOn ? Outer.valueAt(Info->OuterRestsOn)
                                    : valueAt(Info->RestsOn);
  New->unreliableCause = Info->OuterCause ? Outer.valueAt(Info->OuterCause)
                                          : valueAt(Info->UnreliableCause);
  // `valueAt` and others may have moved the entry, but not the fact.
  return (Facts[V] = std::move(New)).get();
}

/// True if the range of the condition may tell the operand that is selected. Of
/// an argument of a function that nothing names only a statement tells more.
static bool dependsOnRange(arith::SelectOp Select) {
  auto Argument = dyn_cast<BlockArgument>(Select.getCondition());
  return !getSelectedOperand(Select) &&
         (!Argument || getStatedRange(Argument).has_value());
}

/// True if what else the condition decides may tell which operand is selected.
static bool sharesCondition(arith::SelectOp Select) {
  return !getSelectedOperand(Select) && !Select.getCondition().hasOneUse();
}

/// True if the noise of an operation's results follows from its operands, or is
/// unknown because the operation is broken.
static bool isStraight(Operation *Op) {
  return isStub(Op) || getOperandFlow(Op);
}

/// True if the facts of the inputs tell that of a value: it is in no loop and
/// in no other region.
bool NoisePatcher::mayCompute(OpResult V, llvm::ArrayRef<Index> Inputs) const {
  if (Patched.IsSimple)
    return true;
  Operation *Op = V.getOwner();
  return Op->getParentOp() == Patched.Function && isStraight(Op) &&
         llvm::none_of(Inputs, [&](Index Input) {
           return Result->find(Input)->IsPerRun;
         });
}

/// True if a value that is the origin of unknown noise is so because of a stub.
bool NoisePatcher::isDueToStub(Value Cause) const {
  if (const OuterReason *Reason = Outer.find(Cause))
    return Reason->IsDueToBroken;
  Operation *Definer = Cause.getDefiningOp();
  if (Definer && isStraight(Definer))
    return isStub(Definer);
  const NoiseInfo *Info = Result->find(Numbers.lookup(Cause));
  return Info && Info->IsDueToBroken;
}

/// True if unknown noise begins at a value as it does in straight code. What
/// follows a call that never returns, or a circle, may be unknown even if it
/// was reduced.
bool NoisePatcher::isStraightCause(Value Cause) const {
  Operation *Definer = Cause.getDefiningOp();
  return Definer && Definer->getNumRegions() == 0 &&
         !isa<CallOpInterface>(Definer);
}

/// True if the inputs are unreliable because of different values, or of one
/// elsewhere whose noise is unknown. Those in straight code of this function
/// are in the order of the text; others have an order of their own.
bool NoisePatcher::haveOtherCauses(llvm::ArrayRef<Index> Inputs) const {
  auto isInOrder = [&](Value V) {
    Operation *Definer = V.getDefiningOp();
    return Definer && Definer->getParentOp() == Patched.Function &&
           isStraight(Definer) && !Outer.find(V);
  };
  Value Cause;
  for (Index Input : Inputs) {
    const NoiseFact &Fact = *find(Patched.Values[Input]);
    for (Value Next :
         {Fact.isCause ? Patched.Values[Input] : Value(), Fact.unreliableCause})
      if (Next) {
        if ((Cause && Cause != Next &&
             !(isInOrder(Cause) && isInOrder(Next))) ||
            (Fact.bound.isUnknown() && !isStraightCause(Next)))
          return true;
        Cause = Next;
      }
  }
  return false;
}

/// True for a value that overflows.
static bool isOverflow(const NoiseInfo &Info) {
  return Info.IsCause && !Info.Bound.isUnknown();
}

/// True if a call passes encrypted values, or gets some.
static bool passesNoise(CallOpInterface Call) {
  auto isNoisy = [](Type T) { return isNoisyType(T); };
  return llvm::any_of(Call->getOperandTypes(), isNoisy) ||
         llvm::any_of(Call->getResultTypes(), isNoisy);
}

/// True if it may be told at a call that a value overflows: which values do
/// decides that, at the calls of the function and at those of its callers.
bool NoisePatcher::mayTellAtCalls() const {
  if (Patched.IsSimple)
    return false;
  if (!TellsAtCalls) {
    TellsAtCalls = !Old.IsUncalled || Patched.Function
                                          ->walk([](CallOpInterface Call) {
                                            return passesNoise(Call)
                                                       ? WalkResult::interrupt()
                                                       : WalkResult::advance();
                                          })
                                          .wasInterrupted();
  }
  return *TellsAtCalls;
}

/// Computes the fact of a value, whose inputs have these numbers.
void NoisePatcher::compute(Index Number, llvm::ArrayRef<Index> Inputs,
                           NoiseInfo &Info) {
  auto V = cast<OpResult>(valueAt(Number));
  NeedsWhole |= !mayCompute(V, Inputs);
  if (selectsNoise(V.getOwner())) {
    Result->ReadsIntegers = true;
    auto Select = cast<arith::SelectOp>(V.getOwner());
    NeedsWhole |= Patched.IsSimple
                      ? dependsOnRange(Select) || sharesCondition(Select)
                      : !getSelectedOperand(Select);
  }
  for (Index Input : Inputs)
    (void)valueAt(Input);
  if (!Patched.IsSimple)
    NeedsWhole |= haveOtherCauses(Inputs);
  auto Fact = std::make_unique<NoiseFact>(computeStraightFact(V, Model, *this));
  auto numberOf = [&](Value Reason) {
    return Reason && !Outer.find(Reason) ? Numbers.lookup(Reason)
                                         : Section::None;
  };
  Info.Value = Number;
  Info.Bound = Fact->bound;
  Info.Limit = Model.max;
  Info.Unit = Model.unit;
  Info.Model = Model == NoiseModel() ? nullptr : internModel(Model);
  Info.IsUnreliable = bool(Fact->unreliableCause);
  Info.IsAssumed = bool(Fact->restsOn);
  Info.IsCause = Fact->isCause;
  Info.IsSetOutside = Info.IsPerRun = false;
  Info.IsDueToBroken = Fact->unreliableCause
                           ? isDueToStub(Fact->unreliableCause)
                           : Fact->bound.isUnknown() && isStub(V.getOwner());
  Result->HasNoiseOfBroken |= Info.IsDueToBroken;
  Info.RestsOn = numberOf(Fact->restsOn);
  Info.UnreliableCause = numberOf(Fact->unreliableCause);
  Info.OuterRestsOn = Outer.numberOf(Fact->restsOn);
  Info.OuterCause = Outer.numberOf(Fact->unreliableCause);
  NeedsWhole = NeedsWhole || (isOverflow(Info) && mayTellAtCalls());
  const NoiseFact &Kept = *(Facts[V] = std::move(Fact));
  auto Name = [&](Value Other) { return nameOf(Other); };
  Info.Equation = Kept.source == NoiseFlowKind::Transfer && Kept.bound.isBits()
                      ? Words.addEquation(describeBound(*this, V))
                      : 0;
  Info.Remarks = Words.addRemarks(
      isStub(V.getOwner()) ? std::vector<std::string>{stubRemark.str()}
                           : describeOrigin(*this, V, Name));
  Computed.set(Number);
  ++ComputedCount;
}

/// True if there is any value without noise among those that go or come.
bool NoisePatcher::changesIntegers() const {
  auto New = Patched.Values.slice(Change.FirstValue, Change.NewCount);
  if (!llvm::all_of(New, [](Value V) { return carriesNoise(V); }))
    return true;
  for (Index I = Change.FirstValue; I < Change.EndValue; ++I)
    if (!Old.find(I))
      return true;
  return false;
}

/// True if conditions that decide several things are told apart.
bool NoisePatcher::hasCases() const {
  return llvm::any_of(
      Old.Noise, [](const NoiseInfo &Info) { return bool(Info.IsPerRun); });
}

/// True if the noise of straight code in the function follows from that before
/// it: the function is executed, and what flows out of it does not come back.
bool NoisePatcher::isStraightAround() const {
  // A run of the function for each call also tells what is told at the calls.
  auto isOfRun = [&](const NoiseInfo &Info) {
    Index Number = Patched.Run.moved(Info.Value);
    if (!Info.IsPerRun || Number == Section::None)
      return Info.IsPerRun;
    Value V = Patched.Values[Number];
    Operation *Definer = V.getDefiningOp();
    return V.getParentBlock()->getParentOp() == Patched.Function &&
           (!Definer || getOperandFlow(Definer));
  };
  auto isReplacedOverflow = [&](const NoiseInfo &Info) {
    return isOverflow(Info) && Change.FirstValue <= Info.Value &&
           Info.Value < Change.EndValue;
  };
  return Old.IsPassedOnce && !Old.Noise.empty() &&
         (llvm::none_of(Old.Noise, isReplacedOverflow) || !mayTellAtCalls()) &&
         llvm::none_of(Old.Noise, [&](const NoiseInfo &Info) {
           return Info.Bound.isUnreachable() || isOfRun(Info);
         });
}

/// True if a bound is stated for a result of the function.
static bool hasResultContract(FunctionOpInterface Function) {
  return llvm::any_of(llvm::seq(Function.getNumResults()), [&](unsigned I) {
    return getResultContract(Function, I).has_value();
  });
}

bool NoisePatcher::mayPatch() const {
  auto Function = dyn_cast<FunctionOpInterface>(Patched.Function);
  // Rules look at more than what flows into a value: one may overwrite it.
  if (getNoiseRules(Patched.Function->getContext()))
    return false;
  if (!Function || !Old.Words || !Old.InvalidOperations.empty() ||
      Old.RestsOnStale || !Old.HasAllReasons ||
      (Patched.IsSimple && Old.ReadsIntegers &&
       (changesIntegers() || hasCases())))
    return false;
  if (!Patched.IsSimple)
    return Function.getFunctionBody().hasOneBlock() && isStraightAround() &&
           dependsOnOperandsOnly();
  return !hasResultContract(Function) && dependsOnOperandsOnly();
}

/// True if no value depends on others than the operands of its operation: none
/// is loaded from a buffer, is an element that was put into a tensor somewhere,
/// or a tensor without elements; before and after the change.
bool NoisePatcher::dependsOnOperandsOnly() const {
  auto hasElements = [](const Section::Value &V) {
    return V.Kind == Section::ValueKind::CipherElements ||
           V.Kind == Section::ValueKind::CipherMemory;
  };
  llvm::ArrayRef<Section::Value> All = Patched.Data.values();
  if (llvm::any_of(Patched.OldData.values().slice(
                       Change.FirstValue, Change.EndValue - Change.FirstValue),
                   hasElements))
    return false;
  if (llvm::none_of(All, hasElements))
    return true;
  return llvm::all_of(Patched.Values, [](Value V) {
    if (!isNoisyType(V.getType()))
      return true;
    Operation *Op = V.getDefiningOp();
    if (isa<BaseMemRefType>(V.getType()) ||
        isa_and_nonnull<tensor::EmptyOp>(Op))
      return V.use_empty();
    if (!Op)
      return true;
    auto Extract = dyn_cast<tensor::ExtractOp>(Op);
    return !Extract || !mayFindElement(Extract);
  });
}

/// Pairs replaced values and new ones of the same name. Returns false if some
/// have changed places: of several causes, the first in the text is told.
bool NoisePatcher::pairRun() {
  llvm::StringMap<Index> New;
  for (Index I = Change.FirstValue; I < Change.FirstValue + Change.NewCount;
       ++I)
    if (!Patched.Data.values()[I].Name.empty())
      New[Patched.Data.nameOf(I)] = I;
  Index Last = 0;
  for (Index I = Change.FirstValue; I < Change.EndValue; ++I)
    if (!Patched.OldData.values()[I].Name.empty())
      if (auto Match = New.find(Patched.OldData.nameOf(I));
          Match != New.end()) {
        if (Match->second < Last)
          return false;
        Last = Match->second;
        SameName[I] = Last;
      }
  return true;
}

/// The new number of an old value, or of the one that took its place.
Index NoisePatcher::moved(Index Value) const {
  bool IsReplaced = Change.FirstValue <= Value && Value < Change.EndValue;
  if (!IsReplaced)
    return Change.moved(Value);
  auto Match = SameName.find(Value);
  return Match == SameName.end() ? Section::None : Match->second;
}

/// True if all that other values take from one is the same. Remarks are part of
/// that: they say what is wrong with the cause.
static bool isSameForUsers(const NoiseInfo &A, const NoiseInfo &B) {
  return A.Remarks == B.Remarks && A.Bound == B.Bound &&
         A.IsUnreliable == B.IsUnreliable && A.IsAssumed == B.IsAssumed &&
         A.IsCause == B.IsCause && A.IsDueToBroken == B.IsDueToBroken &&
         A.RestsOn == B.RestsOn && A.UnreliableCause == B.UnreliableCause &&
         A.OuterRestsOn == B.OuterRestsOn && A.OuterCause == B.OuterCause;
}

/// Adds the facts of the new operations.
void NoisePatcher::addRun() {
  llvm::DenseMap<Index, Index> OldNumbers;
  for (auto [OldNumber, Number] : SameName)
    OldNumbers[Number] = OldNumber;
  for (Index I = Change.FirstValue; I < Change.FirstValue + Change.NewCount;
       ++I) {
    auto V = cast<OpResult>(valueAt(I));
    if (!carriesNoise(V))
      continue;
    NoiseInfo Info;
    Info.FirstSource = uint32_t(Result->Sources.size());
    if (std::optional<NoiseFlow> Flow = getOperandFlow(V.getOwner()))
      for (Value Input : Flow->inputs)
        Result->Sources.push_back(Numbers.lookup(Input));
    Info.SourceCount = uint32_t(Result->Sources.size()) - Info.FirstSource;
    compute(I, llvm::ArrayRef(Result->Sources).take_back(Info.SourceCount),
            Info);
    if (NeedsWhole)
      return;
    const NoiseInfo *Before =
        OldNumbers.contains(I) ? Old.find(OldNumbers.lookup(I)) : nullptr;
    NoiseInfo Expected;
    if (Before) {
      Expected = *Before;
      Expected.RestsOn = moved(Expected.RestsOn);
      Expected.UnreliableCause = moved(Expected.UnreliableCause);
    }
    if (!Before || !isSameForUsers(Info, Expected))
      Changed.set(I);
    Result->Noise.push_back(Info);
  }
}

/// Adds the facts of the values behind the new operations; returns false if too
/// many have to be computed.
bool NoisePatcher::addRest() {
  const size_t MaxComputed = 1024 + Old.Noise.size() / 16;
  auto First = llvm::partition_point(Old.Noise, [&](const NoiseInfo &Info) {
    return Info.Value < Change.EndValue;
  });
  for (const NoiseInfo &Before : llvm::make_range(First, Old.Noise.end())) {
    NoiseInfo &Info = Result->Noise.emplace_back(Before);
    Info.Value = Change.moved(Before.Value);
    Info.RestsOn = moved(Before.RestsOn);
    Info.UnreliableCause = moved(Before.UnreliableCause);
    Info.FirstSource = uint32_t(Result->Sources.size());
    bool IsReached = false;
    for (Index Source : Old.sourcesOf(Before)) {
      Index Number = moved(Source);
      if (Number == Section::None)
        return false;
      Result->Sources.push_back(Number);
      IsReached |= Changed.test(Number);
    }
    if (!IsReached)
      continue;
    if (ComputedCount > MaxComputed || !isa<OpResult>(valueAt(Info.Value)))
      return false;
    NoiseInfo New = Info;
    // An entry that is looked for must not be the one that is made.
    Result->Noise.pop_back();
    compute(New.Value,
            llvm::ArrayRef(Result->Sources).take_back(New.SourceCount), New);
    NeedsWhole = NeedsWhole || (isOverflow(Before) && mayTellAtCalls());
    if (NeedsWhole)
      return false;
    if (!isSameForUsers(New, Info))
      Changed.set(New.Value);
    Result->Noise.push_back(New);
  }
  return true;
}

/// True if no value whose fact has changed flows into anything but straight
/// code, or to callers.
bool NoisePatcher::staysInside() const {
  auto Function = cast<FunctionOpInterface>(Patched.Function);
  bool MayReturn = Old.IsUncalled && !hasResultContract(Function);
  auto isStraightUser = [&](Operation *User) {
    if (MayReturn && isa<func::ReturnOp>(User))
      return true;
    if (User->getParentOp() != Patched.Function || User->getNumRegions() > 0 ||
        User->hasTrait<OpTrait::IsTerminator>() || isa<CallOpInterface>(User))
      return false;
    return isStub(User) || (isPlainOperation(User) && !hasMemory(User) &&
                            (getOperandFlow(User) ||
                             llvm::none_of(User->getResults(), carriesNoise)));
  };
  return llvm::all_of(Changed.set_bits(), [&](unsigned Number) {
    return llvm::all_of(Patched.Values[Number].getUsers(), isStraightUser);
  });
}

/// True for a problem about the operation that defines the value, by which it
/// was found.
static bool isStraightProblem(const Problem &Issue,
                              const Section::Value &Subject) {
  return Issue.Code == idleReductionCode ||
         ((Issue.Code == getFindingCode(NoiseFindingKind::Overflow) ||
           Issue.Code == getFindingCode(NoiseFindingKind::Unknown)) &&
          Issue.Range == ByteRange(Subject.Name));
}

/// Takes the problems that tell of nothing that was computed anew; notes what
/// the others are about. Returns false if one cannot be moved.
bool NoisePatcher::keepProblems() {
  for (auto [Issue, Values] :
       llvm::zip_equal(Old.Problems, Old.ProblemValues)) {
    if (Values.empty()) {
      if (Issue.Code == uncheckedStatementCode)
        continue;
      // An integer out of its stated range.
      if (!Patched.IsSimple)
        return false;
      continue;
    }
    NumberedProblem Kept = {Issue, {}};
    bool IsOutdated = false;
    for (Index Value : Values) {
      Index Number = Change.moved(Value);
      IsOutdated |= Number == Section::None || Computed.test(Number);
      Kept.Values.push_back(Number);
    }
    if (IsOutdated) {
      // Others are about calls, regions and arguments.
      const Section::Value &Before = Patched.OldData.values()[Values.front()];
      if (!Patched.IsSimple && !isStraightProblem(Issue, Before))
        return false;
      if (Index Subject = Kept.Values.front(); Subject != Section::None)
        Outdated.set(Subject);
      continue;
    }
    if (!shiftProblem(Kept.Issue, Change.Text))
      return false;
    bool IsHint = Issue.Severity == Problem::Level::Hint;
    (IsHint ? Hints : Findings).push_back(std::move(Kept));
  }
  return true;
}

/// The range of the operation that defines a value.
ByteRange NoisePatcher::rangeOfOperation(Index Number) const {
  llvm::ArrayRef<Section::Operation> Operations = Patched.Data.operations();
  auto Next = llvm::partition_point(
      Operations, [&](const auto &Op) { return Op.FirstResult <= Number; });
  return std::prev(Next)->Range;
}

void NoisePatcher::addProblem(Index Number, NoiseProblem New, ByteRange Range,
                              std::vector<NumberedProblem> &List) {
  auto rangeOf = [&](Value V) -> ByteRange {
    return Patched.Data.values()[Numbers.lookup(V)].Name;
  };
  New.Issue.Range = Range.empty() ? rangeOfOperation(Number) : Range;
  NumberedProblem Result;
  for (auto [Note, V] :
       llvm::zip(New.Issue.Notes, llvm::drop_begin(New.Values)))
    Note.Range = rangeOf(V);
  for (Value V : New.Values)
    Result.Values.push_back(Numbers.lookup(V));
  removeStubNotes(New.Issue);
  Result.Issue = std::move(New.Issue);
  List.push_back(std::move(Result));
}

/// Adds the problems that have to be made anew. Returns false if the noise of
/// one comes from other functions or out of a region.
bool NoisePatcher::addProblems() {
  auto isOfStraightCode = [&](Value V) {
    Operation *Definer = V.getDefiningOp();
    return Definer ? getOperandFlow(Definer).has_value()
                   : Old.IsUncalled &&
                         V.getParentBlock()->getParentOp() == Patched.Function;
  };
  auto Name = [&](Value Other) { return nameOf(Other); };
  Computed |= Changed;
  Computed |= Outdated;
  for (unsigned Number : Computed.set_bits()) {
    Value V = valueAt(Number);
    const NoiseFact *Fact = find(V);
    if (!Fact || !V.getDefiningOp())
      continue;
    if (std::optional<NoiseProblem> Idle = findIdleReduction(*this, V, Name))
      addProblem(Number, std::move(*Idle), {}, Hints);
    // An operation with an error has that already.
    std::optional<NoiseFinding> Finding = makeStraightFinding(V, *Fact);
    if (!Finding || isStub(V.getDefiningOp()))
      continue;
    // One problem tells of all results of an operation.
    if (Finding->kind == NoiseFindingKind::Unknown &&
        V.getDefiningOp()->getNumResults() > 1)
      return false;
    if (Finding->reason)
      addNumber(Finding->reason->buffer);
    NoiseProblem New = makeNoiseProblem(*this, *Finding, Name);
    if (!Patched.IsSimple && !llvm::all_of(New.Values, isOfStraightCode))
      return false;
    addProblem(Number, std::move(New), Patched.Data.values()[Number].Name,
               Findings);
  }
  for (const Problem &Issue : Patched.Statements)
    Result->add(Issue);
  for (std::vector<NumberedProblem> *List : {&Hints, &Findings}) {
    llvm::sort(*List, [](const NumberedProblem &A, const NumberedProblem &B) {
      return A.Values.front() < B.Values.front();
    });
    for (NumberedProblem &Entry : *List)
      Result->add(std::move(Entry.Issue), std::move(Entry.Values));
  }
  return true;
}

std::shared_ptr<const SectionFacts> NoisePatcher::run() {
  if (!mayPatch())
    return nullptr;
  auto Replaced = llvm::partition_point(Old.Noise, [&](const NoiseInfo &Info) {
    return Info.Value < Change.FirstValue;
  });
  Result->Noise.reserve(Old.Noise.size() + Change.NewCount);
  Result->Sources.reserve(Old.Sources.size() + 4 * Change.NewCount);
  Result->Noise.assign(Old.Noise.begin(), Replaced);
  size_t SourceCount =
      Replaced == Old.Noise.end() ? Old.Sources.size() : Replaced->FirstSource;
  Result->Sources.assign(Old.Sources.begin(),
                         Old.Sources.begin() + SourceCount);
  Result->ReadsIntegers = Old.ReadsIntegers;
  Result->OuterReasons = Old.OuterReasons;
  Result->IsPassedOnce = Old.IsPassedOnce;
  Result->IsUncalled = Old.IsUncalled;
  if (!pairRun())
    return nullptr;
  addRun();
  if (NeedsWhole || !addRest() || !(Patched.IsSimple || staysInside()) ||
      !keepProblems() || !addProblems())
    return nullptr;
  if (Old.HasNoiseOfBroken && !Result->HasNoiseOfBroken)
    Result->HasNoiseOfBroken =
        llvm::any_of(Result->Noise,
                     [](const NoiseInfo &Info) { return Info.IsDueToBroken; });
  Result->Words = Words.take();
  return std::move(Result);
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::patchNoise(const SectionFacts &Old,
                             const PatchedFunction &Patched) {
  if (!Old.Words || !hasNeedlessWords(Old))
    return NoisePatcher(Old, Patched).run();
  SectionFacts Same = dropNeedlessWords(Old);
  return NoisePatcher(Same, Patched).run();
}
