//===- NoiseGroup.cpp - The noise of units that use each other ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/NoiseGroup.h"
#include "analysis/NoiseReport.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

NoiseGroup::NoiseGroup(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
                       llvm::ArrayRef<size_t> Members)
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
    for (const LastGood &Old : S.Behind)
      if (Old.ForNoise && !Old.Of->isDropped() && Symbols.fits(*Old.Of, I))
        this->Members.push_back({I, Old.Of, /*IsCurrent=*/false});
  }
}

uint64_t NoiseGroup::key() const {
  llvm::hash_code Hash(RestsOnStale);
  for (const Member &M : Members)
    Hash = llvm::hash_combine(Hash, M.Of->Id, M.IsCurrent);
  return Hash;
}

bool NoiseGroup::hasNoise() const {
  return llvm::any_of(Members, [](const Member &M) { return M.Of->HasNoise; });
}

const NoiseGroup::Member *NoiseGroup::memberOf(Operation *Op) const {
  for (; Op; Op = Op->getParentOp())
    if (auto Found = Owners.find(Op); Found != Owners.end())
      return &Members[Found->second];
  return nullptr;
}

static Operation *ownerOf(Value V) { return V.getParentBlock()->getParentOp(); }

/// The operation to ask for the member that a value belongs to.
static Operation *placeOf(Value V) {
  Operation *Op = V.getDefiningOp();
  return Op ? Op : ownerOf(V);
}

std::string NoiseGroup::nameOf(Value V) const {
  const Member *Of = memberOf(placeOf(V));
  Section::Index Number = Of ? Of->Of->indexOf(V) : Section::None;
  return Number == Section::None ? "<unnamed>" : Of->Of->Data->nameOf(Number);
}

ByteRange NoiseGroup::rangeOf(Value V) const {
  const Member *Of = memberOf(placeOf(V));
  Section::Index Number = Of ? Of->Of->indexOf(V) : Section::None;
  return Number == Section::None
             ? ByteRange()
             : ByteRange(Of->Of->Data->values()[Number].Name);
}

namespace {
/// All members as one program. They are taken out of their own, and given back
/// in the end.
class Program {
public:
  ~Program() {
    for (auto [Op, Home] : llvm::reverse(Taken))
      Op->moveBefore(Home, Home->begin());
  }

  Operation *root() { return Root ? Root->getOperation() : Single; }

  void add(const Unit &Of, std::pair<uint32_t, uint32_t> Container,
           bool Alone) {
    if (Alone) {
      Single = Of.module();
      return;
    }
    if (!Root)
      Root = ModuleOp::create(UnknownLoc::get(Of.In->Context.get()));
    Block *&Inside = Containers[Container];
    if (!Inside)
      Inside = makeContainer(Of);
    for (Operation *Op : Of.roots()) {
      Taken.push_back({Op, Of.body()});
      Op->moveBefore(Inside, Inside->end());
    }
  }

private:
  /// Operations as those around the unit, without what else is in them.
  Block *makeContainer(const Unit &Of) {
    llvm::SmallVector<Operation *> Around;
    for (Operation *Op = Of.body()->getParentOp(); Op && Op != Of.module();
         Op = Op->getParentOp())
      Around.push_back(Op);
    Block *Inside = Root->getBody();
    for (Operation *Op : llvm::reverse(Around)) {
      Operation *Copy = Op->cloneWithoutRegions();
      Inside->push_back(Copy);
      Inside = &Copy->getRegion(0).emplaceBlock();
    }
    return Inside;
  }

  OwningOpRef<ModuleOp> Root;
  Operation *Single = nullptr;
  std::map<std::pair<uint32_t, uint32_t>, Block *> Containers;
  std::vector<std::pair<Operation *, Block *>> Taken;
};
} // namespace

std::vector<std::shared_ptr<const SectionFacts>> NoiseGroup::analyse() {
  std::vector<std::shared_ptr<const SectionFacts>> Result(Given.size());
  std::vector<std::shared_ptr<SectionFacts>> New(Members.size());
  for (auto [I, M] : llvm::enumerate(Members)) {
    New[I] = std::make_shared<SectionFacts>();
    New[I]->RestsOnStale = RestsOnStale;
  }
  if (hasNoise()) {
    Program All;
    for (auto [I, M] : llvm::enumerate(Members)) {
      const Slot &S = Slots[M.InSlot];
      All.add(*M.Of, {S.Chunk, S.Container}, Members.size() == 1);
      for (Operation *Root : M.Of->roots())
        Owners[Root] = I;
    }
    NoiseFacts Facts = NoiseFacts::compute(All.root());
    auto name = [&](Value V) { return nameOf(V); };
    for (Value V : Facts.getValues()) {
      const Member *Of = memberOf(placeOf(V));
      if (!Of || !Of->IsCurrent)
        continue;
      NoiseInfo Info;
      Info.Value = Of->Of->indexOf(V);
      Info.Bound = Facts.getBound(V);
      const NoiseFact &Fact = *Facts.find(V);
      Info.Limit = Fact.model.max;
      Info.IsSpoiled = bool(Fact.spoiledBy);
      Info.IsAssumed = Fact.assumed || Fact.restsOn;
      Info.Equation = describeBound(Facts, V);
      Info.Remarks = describeOrigin(Facts, V, name);
      New[Of - Members.data()]->Noise.push_back(std::move(Info));
    }
    for (const NoiseFinding &Finding : Facts.getFindings()) {
      Operation *Place =
          Finding.use ? Finding.use : Finding.value.getDefiningOp();
      const Member *Of = memberOf(Place ? Place : ownerOf(Finding.value));
      if (!Of || !Of->IsCurrent)
        continue;
      // What comes from a function that does not parse is not known for now;
      // that is said where it does not parse.
      if (Finding.kind == NoiseFindingKind::Unknown && Place &&
          Symbols.namesBroken(Place, Of->InSlot))
        continue;
      Problem Found;
      Found.Severity = isError(Finding.kind) ? Problem::Level::Error
                                             : Problem::Level::Warning;
      Found.Source = "noisy";
      Found.Code = getFindingCode(Finding.kind).str();
      Found.Message = describeFinding(Facts, Finding, name);
      Found.Where = Finding.use ? Of->Of->rangeOfName(Finding.use)
                                : rangeOf(Finding.value);
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
  }
  for (auto [I, M] : llvm::enumerate(Members)) {
    if (!M.IsCurrent)
      continue;
    llvm::sort(New[I]->Noise, [](const NoiseInfo &A, const NoiseInfo &B) {
      return A.Value < B.Value;
    });
    size_t Place = llvm::find(Given, M.InSlot) - Given.begin();
    Result[Place] = std::move(New[I]);
  }
  return Result;
}
