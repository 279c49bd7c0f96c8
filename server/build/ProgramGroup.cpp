//===- ProgramGroup.cpp - Units that use each other -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/ProgramGroup.h"
#include "analysis/flow/ValueNames.h"
#include "analysis/noise/NoiseTexts.h"
#include "analysis/program/SelectedOperand.h"
#include "dialect/NoisyOps.h"
#include "optimizer/rewrites/NoiseSavings.h"
#include "server/build/DetailsMaker.h"
#include "server/build/StubLoops.h"
#include "server/parse/NoiseProblems.h"
#include "server/parse/Stubs.h"
#include "server/snapshot/CallPlaces.h"
#include "server/snapshot/InternedModels.h"
#include "server/snapshot/ProblemCodes.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The most reasons in other sections that are told apart.
static constexpr size_t MaxOuterReasons = 16;

ProgramGroup::ProgramGroup(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
                           llvm::ArrayRef<size_t> Members, bool HasOlder)
    : Slots(Slots), Symbols(Symbols), SlotIndices(Members) {
  for (size_t I : SlotIndices) {
    const Slot &S = Slots[I];
    if (S.Kind != PieceKind::Operation)
      continue;
    if (S.isGood()) {
      HasStubs |= !S.Parsed->isIntact() || S.Parsed->isAltered();
      this->Members.push_back({I, S.Parsed, /*IsCurrent=*/true});
      continue;
    }
    RestsOnStale = true;
    // Older headers and footers of containers are no operations of the program.
    for (const LastGood &Old : S.LastGoodUnits)
      if (HasOlder && Old.ForNoise &&
          Old.Parsed->Kind == PieceKind::Operation &&
          !Old.Parsed->isDropped() && Symbols.fits(*Old.Parsed, I))
        this->Members.push_back({I, Old.Parsed, /*IsCurrent=*/false});
  }
}

static llvm::hash_code addToKey(llvm::hash_code Hash, uint64_t Id,
                                const Unit &Member, bool IsCurrent) {
  llvm::ArrayRef<Section::Index> Invalid = Member.invalidOperations();
  return llvm::hash_combine(
      Hash, Id, IsCurrent,
      llvm::hash_combine_range(Invalid.begin(), Invalid.end()));
}

uint64_t ProgramGroup::noiseKey() const {
  llvm::hash_code Hash(RestsOnStale);
  for (const Member &M : Members)
    Hash = addToKey(Hash, M.Parsed->NoiseId, *M.Parsed, M.IsCurrent);
  return Hash;
}

uint64_t ProgramGroup::detailsKey() const {
  llvm::hash_code Hash(RestsOnStale);
  for (const Member &M : Members)
    Hash = addToKey(Hash, M.Parsed->Id, *M.Parsed, M.IsCurrent);
  return Hash;
}

uint64_t ProgramGroup::noiseKeyOf(const Unit &Alone) {
  return addToKey(llvm::hash_code(false), Alone.NoiseId, Alone,
                  /*IsCurrent=*/true);
}

bool ProgramGroup::hasNoise() const {
  return llvm::any_of(Members,
                      [](const Member &M) { return M.Parsed->HasNoise; });
}

const ProgramGroup::Member *ProgramGroup::memberOf(Operation *Op) const {
  for (; Op; Op = Op->getParentOp())
    if (auto Entry = Owners.find(Op); Entry != Owners.end())
      return &Members[Entry->second];
  return nullptr;
}

static Operation *ownerOf(Value V) { return V.getParentBlock()->getParentOp(); }

/// The operation that determines the member of a value.
static Operation *placeOf(Value V) {
  Operation *Op = V.getDefiningOp();
  return Op ? Op : ownerOf(V);
}

ProgramGroup::Place ProgramGroup::locate(Value V) const {
  // Faster than the index of a unit, which has to be made.
  if (CurrentFacts && CurrentFacts->find(V))
    return CurrentPlaces[CurrentFacts->getIndex(V)];
  const Member *Owner = memberOf(placeOf(V));
  return {Owner, Owner ? Owner->Parsed->indexOf(V) : Section::None};
}

std::string ProgramGroup::nameOf(Value V) const {
  Place Home = locate(V);
  return Home.Number == Section::None
             ? nameHidden(V)
             : nameInText(*Home.Owner->Parsed->Data, Home.Number, V);
}

ByteRange ProgramGroup::rangeOf(Value V) const {
  Place Home = locate(V);
  ByteRange Range;
  if (Home.Number != Section::None)
    Range = Home.Owner->Parsed->Data->values()[Home.Number].Name;
  for (Operation *Op = placeOf(V); Op && Home.Owner && Range.empty();
       Op = Op->getParentOp())
    Range = Home.Owner->Parsed->rangeOf(Op);
  return Range;
}

/// All members as one program. Their operations are moved here from their
/// units, and back on destruction.
class ProgramGroup::Program {
public:
  explicit Program(llvm::ArrayRef<Slot> Slots) : Slots(Slots) {}
  ~Program() {
    for (auto [Op, Name] : Renamed)
      SymbolTable::setSymbolName(Op, Name);
    for (auto [Op, Home] : llvm::reverse(Homes))
      Op->moveBefore(Home, Home->begin());
  }

  Operation *root() { return Root ? Root->getOperation() : Single; }

  /// Returns true if a symbol of the unit is defined before: uses mean that. A
  /// unit that defines one twice is not analysed (Linker::check).
  bool add(const Unit &Source, const Slot &Owner, bool Alone) {
    if (Alone) {
      Single = Source.module();
      return false;
    }
    if (!Root)
      Root = ModuleOp::create(
          UnknownLoc::get(Source.OwnGeneration->Context.get()));
    Block *Body = containerOf(Source.body()->getParentOp(), Owner.Container);
    bool IsRedefinition = false;
    for (Operation *Op : Source.roots()) {
      Homes.push_back({Op, Source.body()});
      IsRedefinition |= rename(Op, *Body);
      Op->moveBefore(Body, Body->end());
    }
    return IsRedefinition;
  }

private:
  /// Gives an operation another name if its own is taken. Returns true if so.
  bool rename(Operation *Op, Block &Body) {
    auto Name = Op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (!Name || Names[&Body].insert(Name).second)
      return false;
    Renamed.push_back({Op, Name});
    std::string New = stubName.str() + "." + std::to_string(Renamed.size()) +
                      "." + Name.str();
    SymbolTable::setSymbolName(Op, StringAttr::get(Op->getContext(), New));
    return true;
  }

  /// The block for the contents of `Container`, an operation around a unit
  /// whose header is a slot: a copy without its other contents, in copies of
  /// the operations around it.
  Block *containerOf(Operation *Container, uint32_t Header) {
    // An older unit may have been in fewer containers.
    if (Header == Piece::None || !Container || !Container->getParentOp())
      return Root->getBody();
    Block *&Body = Containers[Header];
    if (!Body) {
      Operation *Copy = Container->cloneWithoutRegions();
      Block *Outer =
          containerOf(Container->getParentOp(), Slots[Header].Container);
      rename(Copy, *Outer);
      Outer->push_back(Copy);
      Body = &Copy->getRegion(0).emplaceBlock();
    }
    return Body;
  }

  llvm::ArrayRef<Slot> Slots;
  OwningOpRef<ModuleOp> Root;
  Operation *Single = nullptr;
  std::map<uint32_t, Block *> Containers;
  std::vector<std::pair<Operation *, Block *>> Homes;
  std::vector<std::pair<Operation *, StringAttr>> Renamed;
  llvm::DenseMap<Block *, llvm::DenseSet<StringAttr>> Names;
};

size_t ProgramGroup::size() const {
  size_t Result = 0;
  for (const Member &M : Members)
    Result += M.Parsed->textSize();
  return Result;
}

void ProgramGroup::enter(Program &WholeProgram) {
  for (auto [I, M] : llvm::enumerate(Members)) {
    const Slot &S = Slots[M.InSlot];
    M.IsRedefinition = WholeProgram.add(*M.Parsed, S, Members.size() == 1);
    for (Operation *Root : M.Parsed->roots())
      Owners[Root] = I;
  }
}

template <typename T>
std::vector<std::shared_ptr<const T>>
ProgramGroup::bySlot(std::vector<std::shared_ptr<T>> OfMembers) const {
  std::vector<std::shared_ptr<const T>> Result(SlotIndices.size());
  for (auto [I, M] : llvm::enumerate(Members))
    if (M.IsCurrent)
      Result[llvm::lower_bound(SlotIndices, M.InSlot) - SlotIndices.begin()] =
          std::move(OfMembers[I]);
  return Result;
}

/// Finds all values with noise in the program.
std::vector<ProgramGroup::Place>
ProgramGroup::findPlaces(const NoiseFacts &Facts) const {
  std::vector<Place> Result(Facts.getValues().size());
  // The first number of each member that was not passed.
  std::vector<size_t> NextNumbers(Members.size());
  Operation *Around = nullptr;
  const Member *OwnerAround = nullptr;
  for (auto [V, Found] : llvm::zip_equal(Facts.getValues(), Result)) {
    if (ownerOf(V) != Around) {
      Around = ownerOf(V);
      OwnerAround = memberOf(Around);
    }
    Found.Owner = OwnerAround ? OwnerAround : memberOf(placeOf(V));
    if (!Found.Owner)
      continue;
    const Unit &Parsed = *Found.Owner->Parsed;
    // A unit has its values in the same order.
    size_t &Next = NextNumbers[Found.Owner - Members.data()];
    while (Next < Parsed.values().size() && Parsed.values()[Next] != V)
      ++Next;
    Found.Number = Next < Parsed.values().size() ? Section::Index(Next++)
                                                 : Parsed.indexOf(V);
  }
  return Result;
}

/// The mark for the place of a call, which readers replace by its line.
std::string ProgramGroup::markPlaceOf(Operation *Call) const {
  const Member *Owner = memberOf(Call);
  std::string Symbol = Owner ? Owner->Parsed->lexicalSymbol() : "";
  // A list defines several.
  if (Owner && Symbol.empty() && !Owner->Parsed->Data->symbols().empty())
    Symbol = Owner->Parsed->Data->symbols().front().Name;
  // The name of a copy leads to the first one.
  if (Symbol.empty() || Owner->IsRedefinition)
    return "";
  std::vector<std::string> Path = {Symbol};
  for (uint32_t I = Slots[Owner->InSlot].Container; I != Piece::None;
       I = Slots[I].Container)
    Path.insert(Path.begin(),
                Slots[I].Parsed ? Slots[I].Parsed->lexicalSymbol() : "");
  std::vector<Section::Index> Calls = findCalls(*Owner->Parsed->Data);
  auto Match = llvm::lower_bound(Calls, Owner->Parsed->indexOf(Call));
  return Match == Calls.end() || *Match != Owner->Parsed->indexOf(Call)
             ? ""
             : markCallPlace(Path, size_t(Match - Calls.begin()));
}

/// The number of a value, or null, in a member; none for values elsewhere.
Section::Index ProgramGroup::numberIn(const Member &Owner, Value V) const {
  Place Home = V && CurrentFacts->find(V) ? locate(V) : Place();
  return Home.Owner == &Owner ? Home.Number : Section::None;
}

/// Adds a problem to the facts of a member.
void ProgramGroup::add(NoiseProblem &New, const Member &Owner,
                       SectionFacts &Facts) const {
  std::vector<Section::Index> Numbers;
  for (Value V : New.Values)
    if (Section::Index Number = numberIn(Owner, V); Number != Section::None)
      Numbers.push_back(Number);
  removeStubNotes(New.Issue);
  Facts.add(std::move(New.Issue), std::move(Numbers));
}

/// The number of a reason, or null, that is in another member.
uint16_t ProgramGroup::addOuterReason(Value V, const Member &Owner,
                                      SectionFacts &Facts) const {
  if (!V)
    return 0;
  unsigned Place = CurrentFacts->getIndex(V);
  auto Match =
      llvm::find_if(Facts.OuterReasons, [&](const OuterReason &Reason) {
        return Reason.Place == Place;
      });
  size_t Number = size_t(Match - Facts.OuterReasons.begin()) + 1;
  if (Match != Facts.OuterReasons.end())
    return uint16_t(Number);
  if (Number > MaxOuterReasons) {
    Facts.HasAllReasons = false;
    return 0;
  }
  const Member *Other = locate(V).Owner;
  bool IsUnknown = CurrentFacts->getBound(V).isUnknown();
  Facts.OuterReasons.push_back({nameOf(V), Place, Other && Other < &Owner,
                                IsUnknown, IsUnknown && isDueToStub(V)});
  return uint16_t(Number);
}

/// Finds the values that depend on what a loop carries that is not finished, by
/// their positions; empty if there is none.
llvm::BitVector ProgramGroup::findUnfinished(const NoiseFacts &Facts) const {
  llvm::BitVector Result;
  for (const Member &M : Members)
    for (Operation *Loop : M.Parsed->unfinishedLoops())
      for (Value V : Loop->getRegion(0).getArguments())
        if (Facts.find(V)) {
          Result.resize(unsigned(Facts.getValues().size()));
          Result.set(Facts.getIndex(V));
        }
  // Mostly in the order of the text; loops within go back.
  for (bool HasChanged = Result.any(); HasChanged;) {
    HasChanged = false;
    for (auto [Source, Target] : Facts.getFlows())
      if (Result.test(Source) && !Result.test(Target)) {
        Result.set(Target);
        HasChanged = true;
      }
  }
  return Result;
}

void ProgramGroup::addNoise(const NoiseFacts &Facts, MemberFacts New) const {
  auto name = [&](Value V) { return nameOf(V); };
  // The same calls are told of at many values.
  llvm::DenseMap<Operation *, std::string> MarkOf;
  auto place = [&](Operation *Call) {
    auto [Known, IsNew] = MarkOf.try_emplace(Call);
    if (IsNew)
      Known->second = markPlaceOf(Call);
    return Known->second;
  };
  NoiseTexts Texts(Facts, name, place);
  const uint32_t StubRemarks = Texts.addSentences({stubRemark.str()});
  const llvm::BitVector Unfinished = findUnfinished(Facts);
  const uint32_t UnfinishedRemarks =
      Unfinished.empty() ? 0 : Texts.addSentences({unfinishedRemark.str()});
  const NoiseModel *LastModel = nullptr;
  const NoiseFacts::Flow *NextFlow = Facts.getFlows().begin();
  for (auto [I, V] : llvm::enumerate(Facts.getValues())) {
    const NoiseFacts::Flow *FirstFlow = NextFlow;
    while (NextFlow != Facts.getFlows().end() && NextFlow->second == I)
      ++NextFlow;
    llvm::ArrayRef<NoiseFacts::Flow> Flows(FirstFlow, NextFlow);
    auto [Owner, Number] = CurrentPlaces[I];
    // The results of loops that are not finished are those of their stubs.
    if (!Owner || !Owner->IsCurrent || Number == Section::None)
      continue;
    SectionFacts &OwnerFacts = *New[Owner - Members.data()];
    NoiseInfo &Info = OwnerFacts.Noise.emplace_back();
    OwnerFacts.ReadsIntegers |= selectsNoise(V.getDefiningOp());
    const NoiseFact &Fact = Facts.getFacts()[I];
    Info.Value = Number;
    Info.FirstSource = uint32_t(OwnerFacts.Sources.size());
    for (NoiseFacts::Flow Flow : Flows)
      if (auto [Source, SourceNumber] = CurrentPlaces[Flow.first];
          Source == Owner && SourceNumber != Section::None)
        OwnerFacts.Sources.push_back(SourceNumber);
    Info.SourceCount = uint32_t(OwnerFacts.Sources.size()) - Info.FirstSource;
    Info.Bound = Fact.bound;
    Info.Limit = Fact.model.max;
    Info.Unit = Fact.model.unit;
    if (Fact.model != NoiseModel()) {
      if (!LastModel || *LastModel != Fact.model)
        LastModel = internModel(Fact.model);
      Info.Model = LastModel;
    }
    Info.IsUnreliable = bool(Fact.unreliableCause);
    Info.IsAssumed = Fact.isAssumed || Fact.restsOn;
    Info.IsSetOutside = Fact.isAssumed;
    Info.IsPerRun = Fact.perRun;
    Info.IsCause = Fact.isCause;
    bool IsOpen = Fact.bound.isUnknown() || Fact.bound.isUnbounded();
    Info.IsDueToBroken = Fact.unreliableCause
                             ? isDueToStub(Fact.unreliableCause)
                             : IsOpen && isDueToStub(V);
    // It may as well turn a few times.
    if (Info.IsDueToBroken && Fact.bound.isUnbounded())
      Info.Bound = NoiseBound::unknown();
    bool IsUnfinished = !Unfinished.empty() && Unfinished.test(I);
    // What overflows in the first iteration does so whatever the others do.
    Info.IsDueToBroken |= IsUnfinished && !Fact.unreliableCause;
    OwnerFacts.HasNoiseOfBroken |= Info.IsDueToBroken;
    Info.RestsOn = numberIn(*Owner, Fact.restsOn);
    Info.UnreliableCause = numberIn(*Owner, Fact.unreliableCause);
    if (Info.RestsOn == Section::None)
      Info.OuterRestsOn = addOuterReason(Fact.restsOn, *Owner, OwnerFacts);
    if (Info.UnreliableCause == Section::None)
      Info.OuterCause =
          addOuterReason(Fact.unreliableCause, *Owner, OwnerFacts);
    Info.Equation = Texts.addEquation(I, Flows);
    bool IsOfStub = HasStubs && V.getDefiningOp() && isStub(V.getDefiningOp());
    Info.Remarks = IsOfStub       ? StubRemarks
                   : IsUnfinished ? UnfinishedRemarks
                                  : Texts.addOrigin(I);
    if (std::optional<NoiseProblem> Idle = findIdleReduction(Facts, V, name)) {
      Idle->Issue.Range = Owner->Parsed->rangeOf(V.getDefiningOp());
      add(*Idle, *Owner, OwnerFacts);
    }
  }
  auto Words = std::make_shared<const NoiseWords>(
      NoiseWords{std::move(Texts.equations), std::move(Texts.origins)});
  for (std::shared_ptr<SectionFacts> &OwnerFacts : New) {
    OwnerFacts->Words = Words;
    OwnerFacts->Sources.shrink_to_fit();
    llvm::sort(OwnerFacts->Noise, [](const NoiseInfo &A, const NoiseInfo &B) {
      return A.Value < B.Value;
    });
  }
}

static bool hasStubAtEnd(Operation *Op) {
  return llvm::any_of(Op->getRegions(), [](Region &Inner) {
    return llvm::any_of(Inner, endsWithStub);
  });
}

/// Finds what stubs make unknown beside their own results: the functions that
/// they name, and those that they may return from.
void ProgramGroup::findReachOfStubs(Operation *Root) {
  if (!HasStubs)
    return;
  Root->walk([&](Operation *Op) {
    if (isStub(Op)) {
      if (auto Names = Op->getAttrOfType<ArrayAttr>(stubSymbolsName))
        for (auto Name : Names.getAsRange<SymbolRefAttr>())
          FunctionsOfStubs.insert(Name.getLeafReference());
    } else if (auto Function = dyn_cast<FunctionOpInterface>(Op);
               Function && hasStubAtEnd(Op)) {
      FunctionsOfStubs.insert(Function.getNameAttr());
    }
  });
}

/// True if a value that is the origin of unknown noise is so because of a stub.
bool ProgramGroup::isDueToStub(Value V) const {
  if (!HasStubs)
    return false;
  Operation *Place = placeOf(V);
  if (isStub(Place) || hasStubAtEnd(Place))
    return true;
  if (isa<CallOpInterface>(Place))
    return callsNamedByStub(Place);
  auto Argument = dyn_cast<BlockArgument>(V);
  if (!Argument)
    return false;
  if (turnsByStub(Place))
    return true;
  auto Function = dyn_cast<FunctionOpInterface>(Place);
  if (Function && Argument.getOwner()->isEntryBlock())
    return FunctionsOfStubs.contains(Function.getNameAttr());
  // The branches of stubs are guesses, and so are the loops of blocks that
  // these make.
  return llvm::any_of(*Argument.getParentRegion(), [](Block &B) {
    return llvm::any_of(B, [](Operation &Op) { return mayBranch(&Op); });
  });
}

/// True for a call of a function that a stub names.
bool ProgramGroup::callsNamedByStub(Operation *Op) const {
  auto Call = dyn_cast<CallOpInterface>(Op);
  auto Callee = Call ? Call.getCallableForCallee().dyn_cast<SymbolRefAttr>()
                     : SymbolRefAttr();
  return Callee && FunctionsOfStubs.contains(Callee.getLeafReference());
}

/// True for a stub, and for what stands in a region of one: how often that is
/// executed is unknown.
static bool isInStub(Operation *Op) {
  while (Op && !isStub(Op))
    Op = Op->getParentOp();
  return Op != nullptr;
}

/// True if a buffer is not followed because of a stub.
bool ProgramGroup::isDueToStub(const UnknownReason &Reason) const {
  if (!HasStubs)
    return false;
  return (Reason.place &&
          (isInStub(Reason.place) || callsNamedByStub(Reason.place))) ||
         (Reason.buffer && isDueToStub(Reason.buffer));
}

bool ProgramGroup::isNamedByStub(Operation *Function) const {
  auto Callable = dyn_cast_or_null<FunctionOpInterface>(Function);
  return Callable && FunctionsOfStubs.contains(Callable.getNameAttr());
}

void ProgramGroup::addFindings(const NoiseFacts &Facts,
                               MemberFacts Results) const {
  auto name = [&](Value V) { return nameOf(V); };
  for (const NoiseFinding &Finding : Facts.getFindings()) {
    Operation *Place =
        Finding.use ? Finding.use : Finding.value.getDefiningOp();
    const Member *Owner = memberOf(Place ? Place : ownerOf(Finding.value));
    if (!Owner || !Owner->IsCurrent)
      continue;
    // What is unknown because of a function or an operation that does not parse
    // has a problem already.
    if (Finding.kind == NoiseFindingKind::Unknown &&
        (isDueToStub(Finding.value) ||
         (Finding.reason && isDueToStub(*Finding.reason)) ||
         (Place && Symbols.namesBroken(Place, Owner->InSlot))))
      continue;
    if (Finding.kind == NoiseFindingKind::Unbounded &&
        isDueToStub(Finding.value))
      continue;
    if (Finding.use && isStub(Finding.use))
      continue;
    // Who will call a copy is not known before it has a name of its own.
    bool IsOpen = Finding.kind == NoiseFindingKind::Unbounded ||
                  Finding.kind == NoiseFindingKind::Unknown;
    if (IsOpen && Owner->IsRedefinition)
      continue;
    // A broken operation that names a function need not let it out of sight.
    if (Finding.isHeld && isNamedByStub(Finding.function))
      continue;
    // An integer may be unknown for the same reasons.
    if (Finding.kind == NoiseFindingKind::StatedRange &&
        (HasStubs || RestsOnStale) && !isError(Finding))
      continue;
    NoiseProblem New = makeNoiseProblem(Facts, Finding, name);
    New.Issue.Range = Finding.use ? Owner->Parsed->rangeOfName(Finding.use)
                                  : rangeOf(Finding.value);
    for (auto [Note, V, Call] : llvm::zip_equal(
             New.Issue.Notes, llvm::drop_begin(New.Values), New.Calls)) {
      const Member *NoteOwner = memberOf(Call ? Call : placeOf(V));
      Note.Range = !Call       ? rangeOf(V)
                   : NoteOwner ? NoteOwner->Parsed->rangeOfName(Call)
                               : ByteRange();
      Note.Part = NoteOwner && NoteOwner != Owner ? NoteOwner->Parsed->Id : 0;
    }
    Operation *Reason = Finding.reason ? Finding.reason->place : nullptr;
    if (const Member *NoteOwner = Reason ? memberOf(Reason) : nullptr) {
      auto &Note = New.Issue.Notes.emplace_back();
      Note.Range = NoteOwner->Parsed->rangeOfName(Reason);
      Note.Message = describeReasonPlace(*Finding.reason, name);
      Note.Part = NoteOwner != Owner ? NoteOwner->Parsed->Id : 0;
    }
    add(New, *Owner, *Results[Owner - Members.data()]);
  }
}

/// True for a call in straight code, which is executed once each time that its
/// function is.
static bool isStraightCall(Operation *Op) {
  auto Function = dyn_cast_or_null<FunctionOpInterface>(Op->getParentOp());
  return isa<CallOpInterface>(Op) && Function &&
         Function.getFunctionBody().hasOneBlock();
}

/// Marks the functions that no noise can flow through twice: those that nothing
/// names, and those that only one straight call in such a function names. And
/// those that nothing names.
void ProgramGroup::markPassedOnce(MemberFacts Results) const {
  constexpr size_t None = SIZE_MAX, Several = SIZE_MAX - 1;
  llvm::StringMap<llvm::SmallVector<size_t, 1>> ByName;
  for (auto [I, M] : llvm::enumerate(Members))
    ByName[M.Parsed->lexicalSymbol()].push_back(I);
  std::vector<size_t> Callers(Members.size(), None);
  for (auto [I, M] : llvm::enumerate(Members))
    for (const Section::SymbolUse &Use : M.Parsed->Data->symbolUses()) {
      auto Match = ByName.find(Use.Path.back());
      if (Match == ByName.end())
        continue;
      bool IsCall = Use.User != Section::None &&
                    isStraightCall(M.Parsed->operations()[Use.User]);
      for (size_t Target : Match->second)
        Callers[Target] =
            IsCall && Callers[Target] == None ? size_t(I) : Several;
    }
  auto isNamedByStubs = [&](size_t I) {
    return llvm::any_of(FunctionsOfStubs, [&](StringAttr Name) {
      return Name == Members[I].Parsed->lexicalSymbol();
    });
  };
  for (size_t I = 0; I < Members.size(); ++I) {
    // From caller to caller; a circle has no end.
    size_t Next = I, Steps = 0;
    while (Callers[Next] < Members.size() && !isNamedByStubs(Next) &&
           !Results[Next]->IsPassedOnce && ++Steps <= Members.size())
      Next = Callers[Next];
    Results[I]->IsPassedOnce = Results[Next]->IsPassedOnce ||
                               (Callers[Next] == None && !isNamedByStubs(Next));
    Results[I]->IsUncalled = Callers[I] == None && !isNamedByStubs(I);
  }
}

std::vector<std::shared_ptr<const SectionFacts>> ProgramGroup::analyse() {
  std::vector<std::shared_ptr<SectionFacts>> New(Members.size());
  for (auto [I, M] : llvm::enumerate(Members)) {
    New[I] = std::make_shared<SectionFacts>();
    New[I]->RestsOnStale = RestsOnStale;
    if (!M.IsCurrent)
      continue;
    for (const Problem &Issue : M.Parsed->uncheckedStatements())
      New[I]->add(Issue);
    New[I]->InvalidOperations = M.Parsed->invalidOperations();
  }
  if (!hasNoise())
    return bySlot(std::move(New));
  Program WholeProgram(Slots);
  enter(WholeProgram);
  findReachOfStubs(WholeProgram.root());
  NoiseFacts Facts = NoiseFacts::compute(WholeProgram.root());
  CurrentPlaces = findPlaces(Facts);
  CurrentFacts = &Facts;
  addNoise(Facts, New);
  addFindings(Facts, New);
  markPassedOnce(New);
  CurrentFacts = nullptr;
  CurrentPlaces = {};
  Owners.clear();
  return bySlot(std::move(New));
}

void ProgramGroup::addNoiseSavings(
    Operation *Root, llvm::function_ref<bool()> ShouldStop,
    llvm::MutableArrayRef<std::shared_ptr<SectionDetails>> New) const {
  auto noise = [&](Value V) -> std::optional<KnownNoise> {
    auto [Owner, Number] = locate(V);
    const SectionFacts *Facts =
        Owner && Owner->IsCurrent ? Slots[Owner->InSlot].Facts.get() : nullptr;
    const NoiseInfo *Info =
        Facts && Number != Section::None ? Facts->find(Number) : nullptr;
    if (!Info)
      return std::nullopt;
    return KnownNoise{Info->Bound, Info->IsUnreliable, Info->IsPerRun};
  };
  for (const NoiseSaving &Saving : findNoiseSavings(Root, noise, ShouldStop)) {
    const Member *Owner = memberOf(Saving.root);
    Problem Issue;
    Issue.Severity = Problem::Level::Hint;
    Issue.Source = "noisy";
    Issue.Code = LessNoiseCode.str();
    Issue.Message = "could have less noise: " + Saving.text;
    Issue.Range = Owner->Parsed->rangeOfName(Saving.root);
    New[Owner - Members.data()]->Problems.push_back(std::move(Issue));
  }
}

std::vector<std::shared_ptr<const SectionDetails>>
ProgramGroup::analyseDetails(llvm::function_ref<bool()> ShouldStop) {
  std::vector<std::shared_ptr<SectionDetails>> New(Members.size());
  if (llvm::any_of(Members, [](const Member &M) {
        return !M.Parsed->values().empty();
      })) {
    Program WholeProgram(Slots);
    enter(WholeProgram);
    DetailsMaker Maker(WholeProgram.root(), ShouldStop);
    auto name = [&](Value V) { return nameOf(V); };
    for (auto [I, M] : llvm::enumerate(Members)) {
      if (!M.IsCurrent)
        continue;
      std::optional<SectionDetails> Details = Maker.describe(*M.Parsed, name);
      if (!Details)
        return {};
      New[I] = std::make_shared<SectionDetails>(std::move(*Details));
      New[I]->RestsOnStale = RestsOnStale;
    }
    auto add = [&](Operation *Op, const auto &Finding) {
      const Member *Owner = memberOf(Op);
      if (Owner && Owner->IsCurrent)
        New[Owner - Members.data()]->Problems.push_back(
            Maker.describe(Finding, *Owner->Parsed, name));
    };
    if (!RestsOnStale) {
      for (const IntegerFinding &Finding : Maker.findings())
        add(Finding.op, Finding);
      for (const IndexFinding &Finding : Maker.findIndices())
        add(Finding.op, Finding);
      for (const ComparisonFinding &Finding : Maker.findComparisons())
        add(Finding.op, Finding);
      // A stub may go anywhere. What may use a value is left to readers.
      for (const IdleCode &Code : Maker.findIdle())
        if (const Member *Owner = memberOf(Code.first);
            Owner && !(HasStubs && Code.kind == IdleCode::Kind::NeverExecuted))
          add(Code.first, Code);
      StopCheck Stop(ShouldStop);
      if (hasNoise())
        addNoiseSavings(WholeProgram.root(), Stop, New);
      if (Maker.isStopped() || Stop())
        return {};
    }
    Owners.clear();
    for (const Member &M : Members)
      M.Parsed->dropIndex();
  }
  return bySlot(std::move(New));
}

bool ProgramGroup::hasQuickDetails() const {
  return llvm::none_of(Members, [](const Member &M) {
    return DetailsMaker::mayTakeLong(*M.Parsed);
  });
}
