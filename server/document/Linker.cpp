//===- Linker.cpp - What the units of a text say of each other ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Linker.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/document/ProblemCollector.h"
#include "server/document/SymbolUsers.h"
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
  U.forEachSymbolUse([&](llvm::ArrayRef<std::string> Path) {
    size_t Depth = 0;
    follow(Of, Path, [&](const Definition *Found) {
      if (!Found)
        return true;
      Result.push_back(Found->InSlot);
      // Whoever names a container has all that is in it in hand.
      if (++Depth == Path.size())
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
  // All that is inside follows, up to the footer, if there is one.
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

llvm::SmallVector<size_t> Linker::usedBy(size_t Of) const {
  llvm::SmallVector<size_t> Result;
  const Slot &S = Slots[Of];
  if (S.Of) {
    collectUses(*S.Of, Of, Result);
    // Of several with one name any may be meant once the others are mended.
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

/// What a verifier can see of a definition: of a function the type and the
/// attributes, of what other dialects define all that is inside.
uint64_t Linker::interfaceOf(const Definition &Of) const {
  const Unit &U = *Slots[Of.InSlot].Of;
  return Of.Op->getName().getStringRef() == "func.func" ? U.Interface : U.Id;
}

uint64_t Linker::surroundingsOf(size_t Of) const {
  const Slot &S = Slots[Of];
  llvm::hash_code Hash(S.Behind.size());
  // Whoever defines what this slot does as well.
  for (Operation *Root : S.Of->roots())
    if (StringAttr Name = symbolOf(Root))
      if (const Definition *First = find(keyOf(S), Name))
        Hash = llvm::hash_combine(
            Hash, First->InSlot == Of ? 0 : Slots[First->InSlot].Of->Id);
  S.Of->forEachSymbolUse([&](llvm::ArrayRef<std::string> Path) {
    follow(Of, Path, [&](const Definition *Found) {
      uint64_t Seen = 0;
      if (Found)
        Seen = Found->Op ? interfaceOf(*Found) : 1;
      Hash = llvm::hash_combine(Hash, bool(Found), Seen);
      return true;
    });
  });
  return Hash;
}

bool Linker::namesBroken(Operation *User, size_t Of) const {
  bool Broken = false;
  User->getAttrDictionary().walk([&](SymbolRefAttr Name) {
    llvm::SmallVector<std::string, 2> Path = {Name.getRootReference().str()};
    for (FlatSymbolRefAttr Part : Name.getNestedReferences())
      Path.push_back(Part.getValue().str());
    follow(Of, Path, [&](const Definition *Found) {
      Broken |= Found && !Found->Op;
      return true;
    });
  });
  return Broken;
}

/// Puts the operations whose symbols are used beside those of the unit, and
/// takes them home in the end: some verifiers look at all that is in them.
class Linker::Neighbours {
public:
  ~Neighbours() {
    for (const Guest &G : llvm::reverse(Guests))
      G.Op->moveBefore(G.Home, G.Before);
  }

  /// Whether it was not there yet.
  bool add(Operation *Op, Block &Beside) {
    if (Op->getBlock() == &Beside || !Known.insert(Op).second)
      return false;
    Guests.push_back({Op, Op->getBlock(), std::next(Op->getIterator())});
    Op->moveBefore(&Beside, Beside.end());
    return true;
  }

private:
  struct Guest {
    Operation *Op;
    Block *Home;
    Block::iterator Before;
  };
  std::vector<Guest> Guests;
  llvm::DenseSet<Operation *> Known;
};

/// Runs `Work` and adds what MLIR says meanwhile of the unit's operations.
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

void Linker::invite(const Unit &U, size_t Of, Block &Host,
                    Neighbours &Beside) const {
  U.forEachSymbolUse([&](llvm::ArrayRef<std::string> Path) {
    Block *Inside = &Host;
    follow(Of, Path, [&](const Definition *Used) {
      if (!Used || !Used->Op || !Inside)
        return false;
      // Those that surround the unit stay where they are.
      if (Used->InSlot != Of && Beside.add(Used->Op, *Inside) &&
          Inside == &Host && !isa<FunctionOpInterface>(Used->Op))
        // Whoever asks what an alias stands for looks at what that names.
        invite(*Slots[Used->InSlot].Of, Used->InSlot, Host, Beside);
      // Of a container only the header is its unit: what is in it comes next.
      bool IsContainer = Slots[Used->InSlot].Kind == PieceKind::Header;
      Inside = IsContainer && !Used->Op->getRegion(0).empty()
                   ? &Used->Op->getRegion(0).front()
                   : nullptr;
      return true;
    });
  });
}

/// Showing an operation numbers all values of its function; after so many
/// problems there is only what is wrong.
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
    // In MLIR's own words; the note that it adds shows the operation.
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
  Neighbours Beside;
  if (S.Of->body())
    invite(*S.Of, Of, *S.Of->body(), Beside);
  if (!S.Of->isVerifiedAlone())
    collect(*S.Of, Result, [&] { S.Of->verify(); });
  if (S.Of->isValid())
    verifyUses(*S.Of, Of, Result);
  return Result;
}

bool Linker::fits(const Unit &Older, size_t Of) const {
  std::vector<Problem> Found;
  Neighbours Beside;
  if (Older.body())
    invite(Older, Of, *Older.body(), Beside);
  verifyUses(Older, Of, Found);
  return !haveError(Found);
}
