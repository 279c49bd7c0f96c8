//===- Linker.cpp - Symbols between units ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/Linker.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/parse/ProblemCollector.h"
#include "server/parse/Stubs.h"
#include "server/parse/SymbolUsers.h"
#include "server/snapshot/ProblemCodes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

Linker::Linker(llvm::ArrayRef<Slot> Slots, std::string FileName)
    : Slots(Slots), FileName(std::move(FileName)) {
  for (size_t I = 0; I < Slots.size(); ++I)
    addSymbols(I);
  for (size_t I = 0; I < Slots.size(); ++I)
    addBrokenSymbols(I);
}

static StringAttr symbolOf(Operation *Op) {
  return Op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

static llvm::SmallVector<std::string, 2> pathOf(SymbolRefAttr Name) {
  llvm::SmallVector<std::string, 2> Path = {Name.getRootReference().str()};
  for (FlatSymbolRefAttr Part : Name.getNestedReferences())
    Path.push_back(Part.getValue().str());
  return Path;
}

void Linker::addSymbols(size_t SlotIndex) {
  const Slot &S = Slots[SlotIndex];
  if (S.Kind != PieceKind::Operation && S.Kind != PieceKind::Header)
    return;
  if (S.Parsed && S.Parsed->isParsed()) {
    for (Operation *Root : S.Parsed->roots())
      if (StringAttr Name = symbolOf(Root))
        Tables[keyOf(S)][Name].push_back({SlotIndex, Root});
    return;
  }
  if (std::string Name = S.Parsed ? S.Parsed->lexicalSymbol() : std::string();
      !Name.empty())
    Tables[keyOf(S)][Name].push_back({SlotIndex, nullptr});
}

/// Adds the symbols that broken operations of a list may define, if nothing
/// else does: of each the first one that it names.
void Linker::addBrokenSymbols(size_t SlotIndex) {
  const Slot &S = Slots[SlotIndex];
  if (!S.Parsed || !S.Parsed->isParsed() || !S.Parsed->Info->IsList)
    return;
  for (Operation *Root : S.Parsed->roots()) {
    auto Names = Root->getAttrOfType<ArrayAttr>(stubSymbolsName);
    if (!isStub(Root) || !Names || Names.empty())
      continue;
    auto First = dyn_cast<SymbolRefAttr>(Names[0]);
    if (First && !find(keyOf(S), First.getRootReference()))
      Tables[keyOf(S)][First.getRootReference()].push_back(
          {SlotIndex, nullptr});
  }
}

const Linker::Definition *Linker::find(TableKey Key,
                                       llvm::StringRef Name) const {
  auto TableEntry = Tables.find(Key);
  if (TableEntry == Tables.end())
    return nullptr;
  auto Match = TableEntry->second.find(Name);
  return Match == TableEntry->second.end() ? nullptr : &Match->second.front();
}

void Linker::follow(size_t SlotIndex, llvm::ArrayRef<std::string> Path,
                    llvm::function_ref<bool(const Definition *)> Visit) const {
  TableKey Key = keyOf(Slots[SlotIndex]);
  for (const std::string &Name : Path) {
    const Definition *Def = find(Key, Name);
    if (!Visit(Def) || !Def)
      return;
    Key = {Slots[SlotIndex].Chunk, uint32_t(Def->InSlot)};
  }
}

void Linker::collectUses(const Unit &U, size_t SlotIndex,
                         llvm::SmallVectorImpl<size_t> &Result) const {
  // A container on the way to a symbol is transparent if it uses no symbols
  // itself, so that its whole contents are not one group.
  auto isTransparent = [&](size_t Slot) {
    bool IsTransparent = Slots[Slot].Kind == PieceKind::Header;
    Slots[Slot].Parsed->forEachSymbolUse(
        [&](llvm::ArrayRef<std::string>) { IsTransparent = false; });
    return IsTransparent;
  };
  U.forEachSymbolUse([&](llvm::ArrayRef<std::string> Path) {
    size_t Depth = 0;
    follow(SlotIndex, Path, [&](const Definition *Def) {
      if (!Def) {
        collectNamesakes(Slots[SlotIndex].Chunk, Path.back(), Result);
        return true;
      }
      bool IsLast = ++Depth == Path.size();
      if (IsLast || !isTransparent(Def->InSlot))
        Result.push_back(Def->InSlot);
      // A use of a container is a use of all its contents.
      if (IsLast)
        collectInside(Def->InSlot, Result);
      return true;
    });
  });
}

void Linker::collectInside(size_t Header,
                           llvm::SmallVectorImpl<size_t> &Result) const {
  if (Slots[Header].Kind != PieceKind::Header)
    return;
  llvm::DenseSet<uint32_t> Headers = {uint32_t(Header)};
  // The contents follow, up to the footer, if there is one.
  for (size_t I = Header + 1; I < Slots.size(); ++I) {
    const Slot &S = Slots[I];
    bool IsInside = S.Container != Piece::None && Headers.contains(S.Container);
    if (!IsInside || (S.Kind == PieceKind::Footer && S.Container == Header))
      return;
    Result.push_back(I);
    if (S.Kind == PieceKind::Header)
      Headers.insert(uint32_t(I));
  }
}

void Linker::collectNamesakes(uint32_t Chunk, llvm::StringRef Name,
                              llvm::SmallVectorImpl<size_t> &Result) const {
  if (Namesakes.empty())
    for (auto [I, S] : llvm::enumerate(Slots))
      if (S.Parsed && S.Parsed->isParsed())
        for (const Section::Symbol &Symbol : S.Parsed->Data->symbols())
          Namesakes[S.Chunk][Symbol.Name].push_back(I);
  auto InChunk = Namesakes.find(Chunk);
  if (InChunk == Namesakes.end())
    return;
  for (size_t I : InChunk->second.lookup(Name)) {
    Result.push_back(I);
    collectInside(I, Result);
  }
}

bool Linker::namesUnknown(size_t SlotIndex) const {
  bool IsUnknown = false;
  if (Slots[SlotIndex].Parsed)
    Slots[SlotIndex].Parsed->forEachSymbolUse(
        [&](llvm::ArrayRef<std::string> Path) {
          follow(SlotIndex, Path, [&](const Definition *Meaning) {
            IsUnknown |= !Meaning || !Meaning->Op;
            return true;
          });
        });
  return IsUnknown;
}

bool Linker::mayMeanFunction(SymbolRefAttr Name, size_t SlotIndex) const {
  const Definition *Last = nullptr;
  follow(SlotIndex, pathOf(Name), [&](const Definition *Meaning) {
    Last = Meaning;
    return true;
  });
  if (!Last || !Last->Op || Slots[Last->InSlot].Kind == PieceKind::Header)
    return true;
  return Last->Op->getNumRegions() &&
         !Slots[Last->InSlot].Parsed->hiddenFlow().functions.empty();
}

llvm::SmallVector<size_t> Linker::usedBy(size_t SlotIndex) const {
  llvm::SmallVector<size_t> Result;
  const Slot &S = Slots[SlotIndex];
  if (S.Parsed) {
    collectUses(*S.Parsed, SlotIndex, Result);
    // With several definitions of a name, any may be meant once the others are
    // fixed.
    for (Operation *Root : S.Parsed->roots())
      if (StringAttr Name = symbolOf(Root))
        if (const Definition *First = find(keyOf(S), Name))
          Result.push_back(First->InSlot);
  }
  for (const LastGood &Old : S.LastGoodUnits)
    if (Old.ForNoise)
      collectUses(*Old.Parsed, SlotIndex, Result);
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

/// A hash of the parts of a definition that a verifier can see: the type and
/// the attributes of a function, and the whole contents of operations of other
/// dialects.
uint64_t Linker::interfaceOf(const Definition &Def) const {
  const Unit &U = *Slots[Def.InSlot].Parsed;
  return Def.Op->getName().getStringRef() == "func.func" ? U.Interface : U.Id;
}

void Linker::forEachMeaning(const Unit &U, size_t SlotIndex,
                            llvm::function_ref<void(Meaning)> Visit) const {
  llvm::DenseSet<size_t> Visited = {SlotIndex};
  llvm::SmallVector<std::pair<const Unit *, size_t>> Next = {{&U, SlotIndex}};
  for (size_t I = 0; I < Next.size(); ++I) {
    auto [NextUnit, Place] = Next[I];
    NextUnit->forEachSymbolUse(
        [&, Place = Place](llvm::ArrayRef<std::string> Names) {
          llvm::SmallVector<const Definition *, 2> Path;
          follow(Place, Names, [&](const Definition *Def) {
            Path.push_back(Def);
            return true;
          });
          Visit(Path);
          const Definition *First = Path.empty() ? nullptr : Path.front();
          if (First && First->Op && !isa<FunctionOpInterface>(First->Op) &&
              Visited.insert(First->InSlot).second)
            Next.push_back({Slots[First->InSlot].Parsed.get(), First->InSlot});
        });
  }
}

uint64_t Linker::hashMeanings(
    size_t SlotIndex,
    llvm::function_ref<uint64_t(const Definition &)> Number) const {
  llvm::hash_code Hash(0);
  forEachMeaning(*Slots[SlotIndex].Parsed, SlotIndex, [&](Meaning Path) {
    for (const Definition *Def : Path)
      Hash = llvm::hash_combine(Hash, bool(Def), Def ? Number(*Def) : 0);
  });
  return Hash;
}

const Unit *Linker::rivalOf(Operation *Root, size_t SlotIndex) const {
  StringAttr Name = symbolOf(Root);
  const Definition *First =
      Name ? find(keyOf(Slots[SlotIndex]), Name) : nullptr;
  return First && First->InSlot != SlotIndex ? Slots[First->InSlot].Parsed.get()
                                             : nullptr;
}

uint64_t Linker::surroundingsOf(size_t SlotIndex) const {
  const Slot &S = Slots[SlotIndex];
  llvm::hash_code Hash(S.LastGoodUnits.size());
  for (Operation *Root : S.Parsed->roots())
    if (const Unit *Rival = rivalOf(Root, SlotIndex))
      Hash = llvm::hash_combine(Hash, Rival->Id);
  return llvm::hash_combine(
      Hash, hashMeanings(SlotIndex, [&](const Definition &Def) -> uint64_t {
        return Def.Op ? interfaceOf(Def) : 1;
      }));
}

uint64_t Linker::keyOf(size_t SlotIndex) const {
  return llvm::hash_combine(Slots[SlotIndex].Parsed->Id,
                            surroundingsOf(SlotIndex));
}

uint64_t Linker::textsAround(size_t SlotIndex) const {
  const Slot &S = Slots[SlotIndex];
  llvm::hash_code Hash = llvm::hash_value(S.Parsed->TextKey);
  for (Operation *Root : S.Parsed->roots())
    if (const Unit *Rival = rivalOf(Root, SlotIndex))
      Hash = llvm::hash_combine(Hash, Rival->TextKey);
  return llvm::hash_combine(Hash,
                            hashMeanings(SlotIndex, [&](const Definition &Def) {
                              return Slots[Def.InSlot].Parsed->TextKey;
                            }));
}

/// True if a symbol that an operation names has a definition of this kind.
bool Linker::namesAny(
    Operation *User, size_t SlotIndex,
    llvm::function_ref<bool(const Definition &)> IsOfKind) const {
  bool Result = false;
  User->getAttrDictionary().walk([&](SymbolRefAttr Name) {
    follow(SlotIndex, pathOf(Name), [&](const Definition *Def) {
      Result |= Def && IsOfKind(*Def);
      return true;
    });
  });
  return Result;
}

bool Linker::namesBroken(Operation *User, size_t SlotIndex) const {
  return namesAny(User, SlotIndex,
                  [](const Definition &Def) { return !Def.Op; });
}

/// True if an operation names a function whose header is a guess.
bool Linker::namesGuess(Operation *User, size_t SlotIndex) const {
  return namesAny(User, SlotIndex, [&](const Definition &Def) {
    return Slots[Def.InSlot].Parsed->hasRepairedHeader();
  });
}

/// True if an operation names a function with bounds that nobody can read, so
/// that nothing is known of what it gives.
bool Linker::namesUnbound(Operation *User, size_t SlotIndex) const {
  return namesAny(User, SlotIndex, [&](const Definition &Def) {
    return Slots[Def.InSlot].Parsed->losesBounds();
  });
}

bool Linker::namesBroken(size_t SlotIndex) const {
  bool IsBroken = false;
  forEachMeaning(*Slots[SlotIndex].Parsed, SlotIndex, [&](Meaning Path) {
    IsBroken |= llvm::any_of(
        Path, [](const Definition *Def) { return Def && !Def->Op; });
  });
  return IsBroken;
}

/// Runs `Work` and adds MLIR's diagnostics about the unit's operations.
void Linker::collect(const Unit &U, std::vector<Problem> &Problems,
                     llvm::function_ref<void()> Work) const {
  std::string Buffer = U.SurroundingText->Prefix + U.Data->text().str();
  std::vector<Problem> New;
  {
    ProblemCollector Collector(*U.OwnGeneration->Context, Buffer, FileName,
                               New);
    Work();
  }
  for (Problem &P : New) {
    U.moveIntoText(P);
    Problems.push_back(std::move(P));
  }
}

/// Moves the used operations next to those of the unit.
void Linker::invite(const Unit &U, size_t SlotIndex, Block &Host,
                    BorrowedOperations &Guests) const {
  forEachMeaning(U, SlotIndex, [&](Meaning Path) {
    Block *CurrentBlock = &Host;
    for (const Definition *Def : Path) {
      if (!Def || !Def->Op || !CurrentBlock)
        return;
      // Operations around the unit stay where they are.
      if (Def->InSlot != SlotIndex)
        Guests.borrow(Def->Op, *CurrentBlock);
      // The unit of a container is only its header: its contents come next.
      bool IsContainer = Slots[Def->InSlot].Kind == PieceKind::Header;
      CurrentBlock = IsContainer && !Def->Op->getRegion(0).empty()
                         ? &Def->Op->getRegion(0).front()
                         : nullptr;
    }
  });
}

/// The most problems that are shown with their operation: printing it numbers
/// all values of its function. Further problems have only their message.
static constexpr size_t MaxShown = 64;

std::vector<Operation *>
Linker::verifyUses(const Unit &U, size_t SlotIndex,
                   std::vector<Problem> &Problems) const {
  std::vector<Operation *> Wrong;
  if (U.SymbolUsers.empty())
    return Wrong;
  collect(U, Problems, [&] {
    SymbolTableCollection Symbols;
    for (Operation *User : U.SymbolUsers) {
      if (namesBroken(User, SlotIndex))
        continue;
      auto verifySilently = [&] {
        ScopedDiagnosticHandler Silence(User->getContext(),
                                        [](Diagnostic &) { return success(); });
        return succeeded(verifySymbolUser(User, Symbols));
      };
      // Its errors may be gone once the header can be read.
      if (namesGuess(User, SlotIndex)) {
        if (namesUnbound(User, SlotIndex) || !verifySilently())
          Wrong.push_back(User);
        continue;
      }
      if (U.hasOldPlaces()) {
        if (verifySilently())
          continue;
        U.updatePlace(User, FileName);
      }
      if (succeeded(verifySymbolUser(User, Symbols)))
        continue;
      Wrong.push_back(User);
      if (Wrong.size() == MaxShown)
        U.OwnGeneration->Context->printOpOnDiagnostic(false);
    }
    U.OwnGeneration->Context->printOpOnDiagnostic(true);
  });
  return Wrong;
}

/// Replaces operations with wrong uses of symbols. Returns false if one of them
/// must stay.
static bool replaceAll(Unit &U, llvm::ArrayRef<Operation *> Wrong) {
  if (U.repairChoice() == Unit::Repair::No)
    return Wrong.empty();
  for (Operation *Op : Wrong)
    if (llvm::is_contained(U.roots(), Op))
      return false;
  // An operation may be inside of another.
  for (Operation *Op : Wrong)
    if (llvm::none_of(Wrong, [&](Operation *Outer) {
          return Outer->isProperAncestor(Op);
        }))
      U.replace(Op);
  return true;
}

Linker::Outcome Linker::check(size_t SlotIndex) const {
  const Slot &S = Slots[SlotIndex];
  Outcome Whole;
  std::vector<Problem> &Result = Whole.Problems;
  for (Operation *Root : S.Parsed->roots()) {
    StringAttr Name = symbolOf(Root);
    const Definition *First = Name ? find(keyOf(S), Name) : nullptr;
    if (!First || First->Op == Root || !First->Op)
      continue;
    const Unit &FirstUnit = *Slots[First->InSlot].Parsed;
    // The message is MLIR's own; its note shows the operation.
    size_t OldSize = Result.size();
    // In a list of operations nobody can tell both apart.
    Whole.IsWrong |= First->InSlot == SlotIndex;
    collect(*S.Parsed, Result, [&] {
      Root->emitError() << redefinedSymbolMessage << Name.getValue() << "'";
    });
    for (size_t I = OldSize; I < Result.size(); ++I)
      Result[I].Notes.insert(Result[I].Notes.begin(),
                             {FirstUnit.rangeOfName(First->Op),
                              "see existing symbol definition here",
                              FirstUnit.Id == S.Parsed->Id ? 0 : FirstUnit.Id});
  }
  BorrowedOperations Guests;
  if (S.Parsed->body())
    invite(*S.Parsed, SlotIndex, *S.Parsed->body(), Guests);
  if (!S.Parsed->isVerifiedAlone())
    collect(*S.Parsed, Result, [&] { S.Parsed->verify(FileName); });
  if (!S.Parsed->isValid())
    Whole.IsWrong = true;
  else
    Whole.IsWrong |=
        !replaceAll(*S.Parsed, verifyUses(*S.Parsed, SlotIndex, Result));
  return Whole;
}

bool Linker::fits(const Unit &Older, size_t SlotIndex) const {
  std::vector<Problem> Problems;
  BorrowedOperations Guests;
  if (Older.body())
    invite(Older, SlotIndex, *Older.body(), Guests);
  verifyUses(Older, SlotIndex, Problems);
  return !haveError(Problems);
}
