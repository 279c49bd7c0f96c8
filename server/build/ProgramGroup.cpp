//===- ProgramGroup.cpp - Units that use each other -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/ProgramGroup.h"
#include "analysis/noise/NoiseReport.h"
#include "analysis/noise/UncheckedStatements.h"
#include "dialect/NoisyOps.h"
#include "server/build/DetailsMaker.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

ProgramGroup::ProgramGroup(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
                           llvm::ArrayRef<size_t> Members, bool HasOlder)
    : Slots(Slots), Symbols(Symbols), Given(Members) {
  for (size_t I : Given) {
    const Slot &S = Slots[I];
    if (S.Kind != PieceKind::Operation)
      continue;
    if (S.isGood()) {
      this->Members.push_back({I, S.Of, /*IsCurrent=*/true});
      continue;
    }
    RestsOnStale = true;
    // Older headers and footers of containers are no operations of the program.
    for (const LastGood &Old : S.Behind)
      if (HasOlder && Old.ForNoise && Old.Of->Kind == PieceKind::Operation &&
          !Old.Of->isDropped() && Symbols.fits(*Old.Of, I))
        this->Members.push_back({I, Old.Of, /*IsCurrent=*/false});
  }
}

uint64_t ProgramGroup::key() const {
  llvm::hash_code Hash(RestsOnStale);
  for (const Member &M : Members)
    Hash = llvm::hash_combine(Hash, M.Of->Id, M.IsCurrent);
  return Hash;
}

bool ProgramGroup::hasNoise() const {
  return llvm::any_of(Members, [](const Member &M) { return M.Of->HasNoise; });
}

const ProgramGroup::Member *ProgramGroup::memberOf(Operation *Op) const {
  for (; Op; Op = Op->getParentOp())
    if (auto Found = Owners.find(Op); Found != Owners.end())
      return &Members[Found->second];
  return nullptr;
}

static Operation *ownerOf(Value V) { return V.getParentBlock()->getParentOp(); }

/// The operation that determines the member of a value.
static Operation *placeOf(Value V) {
  Operation *Op = V.getDefiningOp();
  return Op ? Op : ownerOf(V);
}

std::string ProgramGroup::nameOf(Value V) const {
  const Member *Of = memberOf(placeOf(V));
  Section::Index Number = Of ? Of->Of->indexOf(V) : Section::None;
  return Number == Section::None ? "<unnamed>" : Of->Of->Data->nameOf(Number);
}

ByteRange ProgramGroup::rangeOf(Value V) const {
  const Member *Of = memberOf(placeOf(V));
  Section::Index Number = Of ? Of->Of->indexOf(V) : Section::None;
  return Number == Section::None
             ? ByteRange()
             : ByteRange(Of->Of->Data->values()[Number].Name);
}

/// All members as one program. Their operations are moved here from their
/// units, and back on destruction.
class ProgramGroup::Program {
public:
  explicit Program(llvm::ArrayRef<Slot> Slots) : Slots(Slots) {}
  ~Program() {
    for (auto [Op, Home] : llvm::reverse(Taken))
      Op->moveBefore(Home, Home->begin());
  }

  Operation *root() { return Root ? Root->getOperation() : Single; }

  void add(const Unit &Of, const Slot &Where, bool Alone) {
    if (Alone) {
      Single = Of.module();
      return;
    }
    if (!Root)
      Root = ModuleOp::create(UnknownLoc::get(Of.In->Context.get()));
    Block *Inside = containerOf(Of.body()->getParentOp(), Where.Container);
    for (Operation *Op : Of.roots()) {
      Taken.push_back({Op, Of.body()});
      Op->moveBefore(Inside, Inside->end());
    }
  }

private:
  /// The block for the contents of `Around`, an operation around a unit whose
  /// header is a slot: a copy without its other contents, in copies of the
  /// operations around it.
  Block *containerOf(Operation *Around, uint32_t Header) {
    // An older unit may have been in fewer containers.
    if (Header == Piece::None || !Around || !Around->getParentOp())
      return Root->getBody();
    Block *&Inside = Containers[Header];
    if (!Inside) {
      Operation *Copy = Around->cloneWithoutRegions();
      containerOf(Around->getParentOp(), Slots[Header].Container)
          ->push_back(Copy);
      Inside = &Copy->getRegion(0).emplaceBlock();
    }
    return Inside;
  }

  llvm::ArrayRef<Slot> Slots;
  OwningOpRef<ModuleOp> Root;
  Operation *Single = nullptr;
  std::map<uint32_t, Block *> Containers;
  std::vector<std::pair<Operation *, Block *>> Taken;
};

size_t ProgramGroup::size() const {
  size_t Result = 0;
  for (const Member &M : Members)
    Result += M.Of->textSize();
  return Result;
}

void ProgramGroup::enter(Program &All) {
  for (auto [I, M] : llvm::enumerate(Members)) {
    const Slot &S = Slots[M.InSlot];
    All.add(*M.Of, S, Members.size() == 1);
    for (Operation *Root : M.Of->roots())
      Owners[Root] = I;
  }
}

template <typename T>
std::vector<std::shared_ptr<const T>>
ProgramGroup::bySlot(std::vector<std::shared_ptr<T>> OfMembers) const {
  std::vector<std::shared_ptr<const T>> Result(Given.size());
  for (auto [I, M] : llvm::enumerate(Members))
    if (M.IsCurrent)
      Result[llvm::lower_bound(Given, M.InSlot) - Given.begin()] =
          std::move(OfMembers[I]);
  return Result;
}

/// True if a noise reduction gets a value that is as fresh as possible, for
/// every caller.
static bool reducesNothing(const NoiseFacts &Facts, Value Reduced) {
  auto Op = Reduced.getDefiningOp<ReduceNoiseOp>();
  const NoiseFact *Before = Op ? Facts.find(Op.getOperand()) : nullptr;
  return Before && !Before->assumed && !Before->restsOn && !Before->spoiledBy &&
         !Before->unknown &&
         Before->bound == NoiseBound::bits(Before->model.initial);
}

static void addUncheckedStatements(const Unit &Of,
                                   std::vector<Problem> &Problems) {
  for (Operation *Root : Of.roots())
    for (UncheckedStatement &Statement : findUncheckedStatements(Root)) {
      Problem &Found = Problems.emplace_back();
      Found.Severity = Problem::Level::Warning;
      Found.Source = "noisy";
      Found.Code = uncheckedStatementCode.str();
      Found.Message = std::move(Statement.message);
      Found.Where = Of.rangeOfName(Statement.op);
    }
}

std::vector<std::shared_ptr<const SectionFacts>> ProgramGroup::analyse() {
  std::vector<std::shared_ptr<SectionFacts>> New(Members.size());
  for (auto [I, M] : llvm::enumerate(Members)) {
    New[I] = std::make_shared<SectionFacts>();
    New[I]->RestsOnStale = RestsOnStale;
    if (M.IsCurrent)
      addUncheckedStatements(*M.Of, New[I]->Problems);
  }
  if (!hasNoise())
    return bySlot(std::move(New));
  Program All(Slots);
  enter(All);
  NoiseFacts Facts = NoiseFacts::compute(All.root());
  auto name = [&](Value V) { return nameOf(V); };
  // The member and the number of each value.
  std::vector<std::pair<const Member *, Section::Index>> Places;
  Places.reserve(Facts.getValues().size());
  for (Value V : Facts.getValues()) {
    const Member *Of = memberOf(placeOf(V));
    Places.push_back({Of, Of ? Of->Of->indexOf(V) : Section::None});
  }
  const NoiseFacts::Flow *Flow = Facts.getFlows().begin();
  for (auto [I, V] : llvm::enumerate(Facts.getValues())) {
    const NoiseFacts::Flow *FirstFlow = Flow;
    while (Flow != Facts.getFlows().end() && Flow->second == I)
      ++Flow;
    const Member *Of = Places[I].first;
    if (!Of || !Of->IsCurrent)
      continue;
    SectionFacts &Told = *New[Of - Members.data()];
    NoiseInfo &Info = Told.Noise.emplace_back();
    const NoiseFact &Fact = Facts.getFacts()[I];
    Info.Value = Places[I].second;
    Info.FirstSource = uint32_t(Told.Sources.size());
    for (auto [From, To] : llvm::ArrayRef(FirstFlow, Flow))
      if (Places[From].first == Of && Places[From].second != Section::None)
        Told.Sources.push_back(Places[From].second);
    Info.SourceCount = uint32_t(Told.Sources.size()) - Info.FirstSource;
    Info.Bound = Fact.bound;
    Info.Limit = Fact.model.max;
    Info.IsSpoiled = bool(Fact.spoiledBy);
    Info.IsAssumed = Fact.assumed || Fact.restsOn;
    Info.Equation = describeBound(Facts, V);
    Info.Remarks = describeOrigin(Facts, V, name);
    if (!reducesNothing(Facts, V))
      continue;
    Problem &Idle = Told.Problems.emplace_back();
    Idle.Severity = Problem::Level::Hint;
    Idle.Source = "noisy";
    Idle.Code = "noise-no-effect";
    Idle.Message =
        "this changes nothing: " + name(V.getDefiningOp()->getOperand(0)) +
        " has no more noise than a fresh value";
    Idle.Where = Of->Of->rangeOf(V.getDefiningOp());
    Idle.IsUnnecessary = true;
  }
  for (const NoiseFinding &Finding : Facts.getFindings()) {
    Operation *Place =
        Finding.use ? Finding.use : Finding.value.getDefiningOp();
    const Member *Of = memberOf(Place ? Place : ownerOf(Finding.value));
    if (!Of || !Of->IsCurrent)
      continue;
    // A value from a function that does not parse is unknown for now; the
    // function has a problem already.
    if (Finding.kind == NoiseFindingKind::Unknown && Place &&
        Symbols.namesBroken(Place, Of->InSlot))
      continue;
    // An unknown integer may depend on text that does not parse as well.
    if (Finding.kind == NoiseFindingKind::StatedRange && RestsOnStale &&
        !isError(Finding))
      continue;
    Problem Found;
    Found.Severity =
        isError(Finding) ? Problem::Level::Error : Problem::Level::Warning;
    Found.Source = "noisy";
    Found.Code = getFindingCode(Finding.kind).str();
    Found.Message = describeFinding(Facts, Finding, name);
    Found.Where =
        Finding.use ? Of->Of->rangeOfName(Finding.use) : rangeOf(Finding.value);
    if (Found.Where.empty() && Place)
      Found.Where = Of->Of->rangeOf(Place);
    for (NoiseNote &Note : explainFinding(Facts, Finding, name)) {
      const Member *Other = memberOf(placeOf(Note.value));
      Found.Notes.push_back({rangeOf(Note.value), std::move(Note.message),
                             Other && Other != Of ? Other->Of->Id : 0});
    }
    New[Of - Members.data()]->Problems.push_back(std::move(Found));
  }
  Owners.clear();
  for (std::shared_ptr<SectionFacts> &Told : New) {
    Told->Sources.shrink_to_fit();
    llvm::sort(Told->Noise, [](const NoiseInfo &A, const NoiseInfo &B) {
      return A.Value < B.Value;
    });
  }
  return bySlot(std::move(New));
}

std::vector<std::shared_ptr<const SectionDetails>>
ProgramGroup::analyseDetails(llvm::function_ref<bool()> Stopped) {
  std::vector<std::shared_ptr<SectionDetails>> New(Members.size());
  if (llvm::any_of(Members,
                   [](const Member &M) { return !M.Of->values().empty(); })) {
    Program All(Slots);
    enter(All);
    DetailsMaker Maker(All.root());
    auto name = [&](Value V) { return nameOf(V); };
    for (auto [I, M] : llvm::enumerate(Members)) {
      if (!M.IsCurrent)
        continue;
      std::optional<SectionDetails> Known =
          Maker.describe(*M.Of, name, Stopped);
      if (!Known)
        return {};
      New[I] = std::make_shared<SectionDetails>(std::move(*Known));
      New[I]->RestsOnStale = RestsOnStale;
    }
    for (const IntegerFinding &Finding : Maker.findings()) {
      const Member *Of = memberOf(Finding.op);
      if (Of && Of->IsCurrent && !RestsOnStale)
        New[Of - Members.data()]->Problems.push_back(
            Maker.describe(Finding, *Of->Of, name));
    }
    Owners.clear();
    for (const Member &M : Members)
      M.Of->dropIndex();
  }
  return bySlot(std::move(New));
}

bool ProgramGroup::hasQuickDetails() const {
  return llvm::none_of(Members, [](const Member &M) {
    return DetailsMaker::mayTakeLong(*M.Of);
  });
}
