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

#include "server/parse/NoisePatch.h"
#include "analysis/noise/StraightNoise.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/parse/NoiseProblems.h"
#include "server/parse/Recovery.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// The words that facts may have in any case.
static constexpr size_t MinWords = 4096;

namespace {

/// The words of facts with new ones. Equal texts get the same number.
class WordTable {
public:
  explicit WordTable(std::shared_ptr<const NoiseWords> Old)
      : Words(std::move(Old)) {}

  uint32_t addEquation(const std::string &Text) {
    return add(Equations, Text, &NoiseWords::Equations, Text);
  }
  uint32_t addRemarks(const std::vector<std::string> &Sentences) {
    return Sentences.empty() ? 0
                             : add(Remarks, llvm::join(Sentences, "\n"),
                                   &NoiseWords::Remarks, Sentences);
  }
  std::shared_ptr<const NoiseWords> take() { return std::move(Words); }

private:
  static std::string keyOf(const std::string &Text) { return Text; }
  static std::string keyOf(const std::vector<std::string> &Sentences) {
    return llvm::join(Sentences, "\n");
  }

  template <typename T>
  uint32_t add(llvm::StringMap<uint32_t> &Numbers, llvm::StringRef Key,
               std::vector<T> NoiseWords::*List, const T &Text) {
    if (Numbers.empty())
      for (auto [I, Known] : llvm::enumerate((*Words).*List))
        Numbers.try_emplace(keyOf(Known), uint32_t(I));
    auto [Entry, IsNew] =
        Numbers.try_emplace(Key, uint32_t(((*Words).*List).size()));
    if (IsNew) {
      if (!Own)
        Words = Own = std::make_shared<NoiseWords>(*Words);
      ((*Own).*List).push_back(Text);
    }
    return Entry->second;
  }

  std::shared_ptr<const NoiseWords> Words;
  /// The words, once there are new ones.
  std::shared_ptr<NoiseWords> Own;
  llvm::StringMap<uint32_t> Equations, Remarks;
};

class NoisePatcher : public NoiseFactSource {
public:
  NoisePatcher(const SectionFacts &Old, const PatchedFunction &Patched)
      : Old(Old), Patched(Patched), Change(Patched.Change),
        Model(NoiseModel::get(Patched.Function)),
        Result(std::make_shared<SectionFacts>()), Words(Old.Words),
        Changed(Patched.Data.values().size()),
        Computed(Patched.Data.values().size()), Numbers(Patched.Outer) {}

  std::shared_ptr<const SectionFacts> run();

  const NoiseFact *find(Value V) const override;
  unsigned getIndex(Value V) const override { return Numbers.lookup(V); }

private:
  struct NumberedProblem {
    Problem Issue;
    std::vector<Index> Values;
  };

  bool mayPatch() const;
  void pairRun();
  Index moved(Index Value) const;
  void addRun();
  bool addRest();
  void compute(Index Number, llvm::ArrayRef<Index> Inputs, NoiseInfo &Info);
  bool keepProblems();
  void addProblems();
  void addProblem(Index Number, NoiseProblem New, ByteRange Range,
                  std::vector<NumberedProblem> &List);
  Value valueAt(Index Number) const;
  std::string nameOf(Value V) const {
    return Patched.Data.nameOf(Numbers.lookup(V));
  }
  ByteRange rangeOfOperation(Index Number) const;

  const SectionFacts &Old;
  const PatchedFunction &Patched;
  const ValueChange &Change;
  const NoiseModel Model;
  std::shared_ptr<SectionFacts> Result;
  WordTable Words;
  /// The values whose facts are not those of before; and all whose facts were
  /// computed, or whose problems have to be made anew.
  llvm::BitVector Changed, Computed;
  size_t ComputedCount = 0;
  /// The new numbers of replaced values, where there is one of the same name.
  llvm::DenseMap<Index, Index> SameName;
  /// The values that were looked at, and their facts.
  mutable llvm::DenseMap<Value, Index> Numbers;
  mutable llvm::DenseMap<Value, std::unique_ptr<NoiseFact>> Facts;
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

const NoiseFact *NoisePatcher::find(Value V) const {
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
  if (auto Argument = dyn_cast<BlockArgument>(V)) {
    New->isAssumed = Info->IsAssumed;
    New->unknown = Info->Bound.isUnknown();
    if (getArgumentContract(Patched.Function, Argument.getArgNumber()))
      New->source = NoiseFlowKind::Contract;
  } else if (std::optional<NoiseFlow> Flow = getOperandFlow(
                 V.getDefiningOp(), [](Value Operand) { return Operand; })) {
    New->source = Flow->kind;
    New->unknown = Flow->unknown;
    New->inputs = Flow->inputs;
    for (auto [Input, Number] :
         llvm::zip_equal(New->inputs, Result->sourcesOf(*Info)))
      Numbers[Input] = Number;
  } else {
    New->unknown = true;
  }
  New->restsOn = valueAt(Info->RestsOn);
  New->unreliableCause = valueAt(Info->UnreliableCause);
  // `valueAt` and others may have moved the entry, but not the fact.
  return (Facts[V] = std::move(New)).get();
}

/// Computes the fact of a value, whose inputs have these numbers.
void NoisePatcher::compute(Index Number, llvm::ArrayRef<Index> Inputs,
                           NoiseInfo &Info) {
  auto V = cast<OpResult>(valueAt(Number));
  for (Index Input : Inputs)
    (void)valueAt(Input);
  auto Fact = std::make_unique<NoiseFact>(computeStraightFact(V, Model, *this));
  auto numberOf = [&](Value Reason) {
    return Reason ? Numbers.lookup(Reason) : Section::None;
  };
  Info.Value = Number;
  Info.Bound = Fact->bound;
  Info.Limit = Model.max;
  Info.IsUnreliable = bool(Fact->unreliableCause);
  Info.IsAssumed = bool(Fact->restsOn);
  Info.IsCause = Fact->isCause;
  Info.RestsOn = numberOf(Fact->restsOn);
  Info.UnreliableCause = numberOf(Fact->unreliableCause);
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

bool NoisePatcher::mayPatch() const {
  auto Function = dyn_cast<FunctionOpInterface>(Patched.Function);
  if (!Function || !Old.Words || !Old.InvalidOperations.empty() ||
      Old.RestsOnStale)
    return false;
  // Each change adds words, and none are removed.
  if (Old.Words->Equations.size() + Old.Words->Remarks.size() >
      MinWords + Old.Noise.size())
    return false;
  for (unsigned I = 0; I < Function.getNumResults(); ++I)
    if (getResultContract(Function, I))
      return false;
  return true;
}

/// Pairs replaced values and new ones of the same name.
void NoisePatcher::pairRun() {
  llvm::StringMap<Index> New;
  for (Index I = Change.FirstValue; I < Change.FirstValue + Change.NewCount;
       ++I)
    if (!Patched.Data.values()[I].Name.empty())
      New[Patched.Data.nameOf(I)] = I;
  for (Index I = Change.FirstValue; I < Change.EndValue; ++I)
    if (!Patched.OldData.values()[I].Name.empty())
      if (auto Match = New.find(Patched.OldData.nameOf(I)); Match != New.end())
        SameName[I] = Match->second;
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
         A.IsCause == B.IsCause && A.RestsOn == B.RestsOn &&
         A.UnreliableCause == B.UnreliableCause;
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
    if (auto Flow =
            getOperandFlow(V.getOwner(), [](Value Operand) { return Operand; }))
      for (Value Input : Flow->inputs)
        Result->Sources.push_back(Numbers.lookup(Input));
    Info.SourceCount = uint32_t(Result->Sources.size()) - Info.FirstSource;
    compute(I, llvm::ArrayRef(Result->Sources).take_back(Info.SourceCount),
            Info);
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
    if (ComputedCount > MaxComputed)
      return false;
    NoiseInfo New = Info;
    // An entry that is looked for must not be the one that is made.
    Result->Noise.pop_back();
    compute(New.Value,
            llvm::ArrayRef(Result->Sources).take_back(New.SourceCount), New);
    if (!isSameForUsers(New, Info))
      Changed.set(New.Value);
    Result->Noise.push_back(New);
  }
  return true;
}

/// Takes the problems that tell of nothing that was computed anew; notes what
/// the others are about. Returns false if one cannot be moved.
bool NoisePatcher::keepProblems() {
  for (auto [Issue, Values] :
       llvm::zip_equal(Old.Problems, Old.ProblemValues)) {
    if (Values.empty())
      continue;
    NumberedProblem Kept = {Issue, {}};
    bool IsOutdated = false;
    for (Index Value : Values) {
      Index Number = Change.moved(Value);
      IsOutdated |= Number == Section::None || Computed.test(Number);
      Kept.Values.push_back(Number);
    }
    if (IsOutdated) {
      if (Kept.Values.front() != Section::None)
        Changed.set(Kept.Values.front());
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

void NoisePatcher::addProblems() {
  auto Name = [&](Value Other) { return nameOf(Other); };
  Computed |= Changed;
  for (unsigned Number : Computed.set_bits()) {
    Value V = valueAt(Number);
    const NoiseFact *Fact = find(V);
    if (!Fact || !V.getDefiningOp())
      continue;
    if (std::optional<NoiseProblem> Idle = findIdleReduction(*this, V, Name))
      addProblem(Number, std::move(*Idle), {}, Hints);
    // An operation with an error has that already.
    if (std::optional<NoiseFinding> Finding = makeStraightFinding(V, *Fact);
        Finding && !isStub(V.getDefiningOp()))
      addProblem(Number, makeNoiseProblem(*this, *Finding, Name),
                 Patched.Data.values()[Number].Name, Findings);
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
  pairRun();
  addRun();
  if (!addRest() || !keepProblems())
    return nullptr;
  addProblems();
  Result->Words = Words.take();
  return std::move(Result);
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::patchNoise(const SectionFacts &Old,
                             const PatchedFunction &Patched) {
  return NoisePatcher(Old, Patched).run();
}
