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
#include "server/parse/SymbolUsers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

Linker::Linker(llvm::ArrayRef<Slot> Slots, std::string FileName)
    : Slots(Slots), FileName(std::move(FileName)) {
  for (size_t I = 0; I < Slots.size(); ++I)
    addSymbols(I);
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

void Linker::addSymbols(size_t Of) {
  const Slot &S = Slots[Of];
  if (S.Kind != PieceKind::Operation && S.Kind != PieceKind::Header)
    return;
  if (S.Of && S.Of->isParsed()) {
    for (Operation *Root : S.Of->roots())
      if (StringAttr Name = symbolOf(Root))
        Tables[keyOf(S)][Name].push_back({Of, Root});
    return;
  }
  if (std::string Name = S.Of ? S.Of->lexicalSymbol() : std::string();
      !Name.empty())
    Tables[keyOf(S)][Name].push_back({Of, nullptr});
}

const Linker::Definition *Linker::find(TableKey In,
                                       llvm::StringRef Name) const {
  auto Inside = Tables.find(In);
  if (Inside == Tables.end())
    return nullptr;
  auto Found = Inside->second.find(Name);
  return Found == Inside->second.end() ? nullptr : &Found->second.front();
}

void Linker::follow(size_t Of, llvm::ArrayRef<std::string> Path,
                    llvm::function_ref<bool(const Definition *)> Visit) const {
  TableKey In = keyOf(Slots[Of]);
  for (const std::string &Name : Path) {
    const Definition *Found = find(In, Name);
    if (!Visit(Found) || !Found)
      return;
    In = {Slots[Of].Chunk, uint32_t(Found->InSlot)};
  }
}

void Linker::collectUses(const Unit &U, size_t Of,
                         llvm::SmallVectorImpl<size_t> &Result) const {
  // A container on the way to a symbol is transparent if it uses no symbols
  // itself, so that its whole contents are not one group.
  auto isTransparent = [&](size_t Slot) {
    bool IsTransparent = Slots[Slot].Kind == PieceKind::Header;
    Slots[Slot].Of->forEachSymbolUse(
        [&](llvm::ArrayRef<std::string>) { IsTransparent = false; });
    return IsTransparent;
  };
  U.forEachSymbolUse([&](llvm::ArrayRef<std::string> Path) {
    size_t Depth = 0;
    follow(Of, Path, [&](const Definition *Found) {
      if (!Found) {
        collectNamesakes(Slots[Of].Chunk, Path.back(), Result);
        return true;
      }
      bool IsLast = ++Depth == Path.size();
      if (IsLast || !isTransparent(Found->InSlot))
        Result.push_back(Found->InSlot);
      // A use of a container is a use of all its contents.
      if (IsLast)
        collectInside(Found->InSlot, Result);
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
      if (S.Of && S.Of->isParsed())
        for (const Section::Symbol &Symbol : S.Of->Data->symbols())
          Namesakes[S.Chunk][Symbol.Name].push_back(I);
  auto InChunk = Namesakes.find(Chunk);
  if (InChunk == Namesakes.end())
    return;
  for (size_t I : InChunk->second.lookup(Name)) {
    Result.push_back(I);
    collectInside(I, Result);
  }
}

bool Linker::namesUnknown(size_t Of) const {
  bool IsUnknown = false;
  if (Slots[Of].Of)
    Slots[Of].Of->forEachSymbolUse([&](llvm::ArrayRef<std::string> Path) {
      follow(Of, Path, [&](const Definition *Found) {
        IsUnknown |= !Found || !Found->Op;
        return true;
      });
    });
  return IsUnknown;
}

bool Linker::mayMeanFunction(SymbolRefAttr Name, size_t Of) const {
  const Definition *Last = nullptr;
  follow(Of, pathOf(Name), [&](const Definition *Found) {
    Last = Found;
    return true;
  });
  if (!Last || !Last->Op || Slots[Last->InSlot].Kind == PieceKind::Header)
    return true;
  return Last->Op->getNumRegions() &&
         !Slots[Last->InSlot].Of->hiddenFlow().functions.empty();
}

llvm::SmallVector<size_t> Linker::usedBy(size_t Of) const {
  llvm::SmallVector<size_t> Result;
  const Slot &S = Slots[Of];
  if (S.Of) {
    collectUses(*S.Of, Of, Result);
    // With several definitions of a name, any may be meant once the others are
    // fixed.
    for (Operation *Root : S.Of->roots())
      if (StringAttr Name = symbolOf(Root))
        if (const Definition *First = find(keyOf(S), Name))
          Result.push_back(First->InSlot);
  }
  for (const LastGood &Old : S.Behind)
    if (Old.ForNoise)
      collectUses(*Old.Of, Of, Result);
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

/// A hash of the parts of a definition that a verifier can see: the type and
/// the attributes of a function, and the whole contents of operations of other
/// dialects.
uint64_t Linker::interfaceOf(const Definition &Of) const {
  const Unit &U = *Slots[Of.InSlot].Of;
  return Of.Op->getName().getStringRef() == "func.func" ? U.Interface : U.Id;
}

void Linker::forEachMeaning(const Unit &U, size_t Of,
                            llvm::function_ref<void(Meaning)> Visit) const {
  llvm::DenseSet<size_t> Known = {Of};
  llvm::SmallVector<std::pair<const Unit *, size_t>> Next = {{&U, Of}};
  for (size_t I = 0; I < Next.size(); ++I) {
    auto [Each, Place] = Next[I];
    Each->forEachSymbolUse(
        [&, Place = Place](llvm::ArrayRef<std::string> Names) {
          llvm::SmallVector<const Definition *, 2> Path;
          follow(Place, Names, [&](const Definition *Found) {
            Path.push_back(Found);
            return true;
          });
          Visit(Path);
          const Definition *First = Path.empty() ? nullptr : Path.front();
          if (First && First->Op && !isa<FunctionOpInterface>(First->Op) &&
              Known.insert(First->InSlot).second)
            Next.push_back({Slots[First->InSlot].Of.get(), First->InSlot});
        });
  }
}

uint64_t Linker::hashMeanings(
    size_t Of, llvm::function_ref<uint64_t(const Definition &)> Number) const {
  llvm::hash_code Hash(0);
  forEachMeaning(*Slots[Of].Of, Of, [&](Meaning Path) {
    for (const Definition *Found : Path)
      Hash = llvm::hash_combine(Hash, bool(Found), Found ? Number(*Found) : 0);
  });
  return Hash;
}

const Unit *Linker::rivalOf(Operation *Root, size_t Of) const {
  StringAttr Name = symbolOf(Root);
  const Definition *First = Name ? find(keyOf(Slots[Of]), Name) : nullptr;
  return First && First->InSlot != Of ? Slots[First->InSlot].Of.get() : nullptr;
}

uint64_t Linker::surroundingsOf(size_t Of) const {
  const Slot &S = Slots[Of];
  llvm::hash_code Hash(S.Behind.size());
  for (Operation *Root : S.Of->roots())
    if (const Unit *Rival = rivalOf(Root, Of))
      Hash = llvm::hash_combine(Hash, Rival->Id);
  return llvm::hash_combine(
      Hash, hashMeanings(Of, [&](const Definition &Found) -> uint64_t {
        return Found.Op ? interfaceOf(Found) : 1;
      }));
}

uint64_t Linker::textsAround(size_t Of) const {
  const Slot &S = Slots[Of];
  llvm::hash_code Hash = llvm::hash_value(S.Of->TextKey);
  for (Operation *Root : S.Of->roots())
    if (const Unit *Rival = rivalOf(Root, Of))
      Hash = llvm::hash_combine(Hash, Rival->TextKey);
  return llvm::hash_combine(Hash,
                            hashMeanings(Of, [&](const Definition &Found) {
                              return Slots[Found.InSlot].Of->TextKey;
                            }));
}

bool Linker::namesBroken(Operation *User, size_t Of) const {
  bool Broken = false;
  User->getAttrDictionary().walk([&](SymbolRefAttr Name) {
    follow(Of, pathOf(Name), [&](const Definition *Found) {
      Broken |= Found && !Found->Op;
      return true;
    });
  });
  return Broken;
}

bool Linker::namesBroken(size_t Of) const {
  bool Broken = false;
  forEachMeaning(*Slots[Of].Of, Of, [&](Meaning Path) {
    Broken |= llvm::any_of(
        Path, [](const Definition *Found) { return Found && !Found->Op; });
  });
  return Broken;
}

/// Runs `Work` and adds MLIR's diagnostics about the unit's operations.
void Linker::collect(const Unit &U, std::vector<Problem> &Found,
                     llvm::function_ref<void()> Work) const {
  std::string Buffer = U.Around->Prefix + U.Data->text().str();
  std::vector<Problem> New;
  {
    ProblemCollector Collector(*U.In->Context, Buffer, FileName, New);
    Work();
  }
  for (Problem &P : New) {
    U.moveIntoText(P);
    Found.push_back(std::move(P));
  }
}

/// Moves the used operations next to those of the unit.
void Linker::invite(const Unit &U, size_t Of, Block &Host,
                    BorrowedOperations &Guests) const {
  forEachMeaning(U, Of, [&](Meaning Path) {
    Block *Inside = &Host;
    for (const Definition *Used : Path) {
      if (!Used || !Used->Op || !Inside)
        return;
      // Operations around the unit stay where they are.
      if (Used->InSlot != Of)
        Guests.borrow(Used->Op, *Inside);
      // The unit of a container is only its header: its contents come next.
      bool IsContainer = Slots[Used->InSlot].Kind == PieceKind::Header;
      Inside = IsContainer && !Used->Op->getRegion(0).empty()
                   ? &Used->Op->getRegion(0).front()
                   : nullptr;
    }
  });
}

/// The most problems that are shown with their operation: printing it numbers
/// all values of its function. Further problems have only their message.
static constexpr size_t MaxShown = 64;

void Linker::verifyUses(const Unit &U, size_t Of,
                        std::vector<Problem> &Found) const {
  if (U.SymbolUsers.empty())
    return;
  collect(U, Found, [&] {
    SymbolTableCollection Symbols;
    size_t Wrong = 0;
    for (Operation *User : U.SymbolUsers)
      if (!namesBroken(User, Of) && failed(verifySymbolUser(User, Symbols)) &&
          ++Wrong == MaxShown)
        U.In->Context->printOpOnDiagnostic(false);
    U.In->Context->printOpOnDiagnostic(true);
  });
}

std::vector<Problem> Linker::check(size_t Of) const {
  const Slot &S = Slots[Of];
  std::vector<Problem> Result;
  for (Operation *Root : S.Of->roots()) {
    StringAttr Name = symbolOf(Root);
    const Definition *First = Name ? find(keyOf(S), Name) : nullptr;
    if (!First || First->Op == Root || !First->Op)
      continue;
    const Unit &Other = *Slots[First->InSlot].Of;
    // The message is MLIR's own; its note shows the operation.
    size_t Before = Result.size();
    collect(*S.Of, Result, [&] {
      Root->emitError() << "redefinition of symbol named '" << Name.getValue()
                        << "'";
    });
    for (size_t I = Before; I < Result.size(); ++I)
      Result[I].Notes.insert(Result[I].Notes.begin(),
                             {Other.rangeOfName(First->Op),
                              "see existing symbol definition here",
                              Other.Id == S.Of->Id ? 0 : Other.Id});
  }
  BorrowedOperations Guests;
  if (S.Of->body())
    invite(*S.Of, Of, *S.Of->body(), Guests);
  if (!S.Of->isVerifiedAlone())
    collect(*S.Of, Result, [&] { S.Of->verify(); });
  if (S.Of->isValid())
    verifyUses(*S.Of, Of, Result);
  return Result;
}

bool Linker::fits(const Unit &Older, size_t Of) const {
  std::vector<Problem> Found;
  BorrowedOperations Guests;
  if (Older.body())
    invite(Older, Of, *Older.body(), Guests);
  verifyUses(Older, Of, Found);
  return !haveError(Found);
}
