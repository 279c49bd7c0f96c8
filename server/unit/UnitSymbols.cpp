//===- UnitSymbols.cpp - What others need to know of a unit ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseCarriers.h"
#include "dialect/StatedRange.h"
#include "mlir/IR/SymbolTable.h"
#include "server/parse/SymbolUsers.h"
#include "server/syntax/SymbolName.h"
#include "server/unit/Unit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// A hash of the visible parts of a symbol: its attributes, which include its
/// type, and the symbols in it.
static llvm::hash_code hashSymbol(Operation *Op) {
  llvm::hash_code Hash = llvm::hash_combine(
      Op->getName().getAsOpaquePointer(),
      Op->getAttrDictionary().getAsOpaquePointer(), Op->getNumRegions() == 0);
  for (Region &Inner : Op->getRegions())
    Hash = llvm::hash_combine(Hash, Inner.empty());
  if (Op->hasTrait<OpTrait::SymbolTable>())
    for (Region &Inner : Op->getRegions())
      for (Operation &InnerOp : Inner.getOps())
        if (InnerOp.hasAttr(SymbolTable::getSymbolAttrName()))
          Hash = llvm::hash_combine(Hash, hashSymbol(&InnerOp));
  return Hash;
}

void Unit::addSymbolsIn(llvm::StringRef Text) {
  forEachSymbolPath(Text, [&](llvm::ArrayRef<ByteRange> Path) {
    std::vector<std::string> &Names = OtherSymbols.emplace_back();
    for (ByteRange Part : Path)
      Names.push_back(symbolName(Text.slice(Part.Begin, Part.End)));
  });
}

void Unit::addSymbolsOfAliases() {
  addSymbolsIn(llvm::StringRef(SurroundingText->Prefix)
                   .take_front(SurroundingText->AliasBytes));
}

void Unit::forEachSymbolUse(
    llvm::function_ref<void(llvm::ArrayRef<std::string>)> Visit) const {
  for (Section::Index Use : OuterUses)
    Visit(Data->symbolUses()[Use].Path.names());
  for (const std::vector<std::string> &Path : OtherSymbols)
    Visit(Path);
}

/// Finds the uses of symbols that are looked up in the container: verifiers may
/// look for a symbol in any symbol table around its use (irdl.dialect).
void Unit::findOuterUses() {
  auto operation = [&](Section::Index I) -> const Section::Operation & {
    return Data->operations()[I];
  };
  llvm::DenseSet<std::pair<Section::Index, llvm::StringRef>> Inner;
  for (const Section::Symbol &Symbol : Data->symbols())
    if (Section::Index Parent = operation(Symbol.Operation).Parent;
        Parent != Section::None)
      Inner.insert({Parent, Symbol.Name});
  for (auto [I, Use] : llvm::enumerate(Data->symbolUses())) {
    // `@a` of `@a::@b` comes right before it, and is only on its path.
    if (I + 1 < Data->symbolUses().size() &&
        Data->symbolUses()[I + 1].Path.names().data() ==
            Use.Path.names().data())
      continue;
    Section::Index Table = Use.Scope;
    while (Table != Section::None &&
           !Inner.contains({Table, llvm::StringRef(Use.Path.front())}))
      Table = operation(Table).Parent;
    if (Table == Section::None)
      OuterUses.push_back(Section::Index(I));
  }
}

static bool anyCarriesNoise(llvm::ArrayRef<Value> Values) {
  // Mostly a value has the type of the one before.
  Type LastType;
  return llvm::any_of(Values, [&](Value V) {
    return V && std::exchange(LastType, V.getType()) != V.getType() &&
           carriesNoise(V);
  });
}

/// Finds what other units and the noise analysis need to know, in the list of
/// all operations: a walk of the IR takes many times as long.
void Unit::findSymbols() {
  llvm::hash_code Hash(0);
  for (Operation *Op : Roots)
    if (Op->hasAttr(SymbolTable::getSymbolAttrName()))
      Hash = llvm::hash_combine(Hash, hashSymbol(Op));
  // Linker::verifyUses says nothing of its uses.
  Interface = HasRepairedHeader ? llvm::hash_combine(Hash, true) : Hash;
  HasNoise = anyCarriesNoise(Values);
  std::vector<bool> IsInTable(Operations.size());
  for (auto [I, Op] : llvm::enumerate(Operations)) {
    const Section::Operation &Info = Data->operations()[I];
    IsInTable[I] = Info.Parent != Section::None &&
                   (IsInTable[Info.Parent] ||
                    Data->operations()[Info.Parent].IsSymbolTable);
    if (isAltered() && Invalid->contains(Op))
      continue;
    HasNoise = HasNoise || (Info.IsFunction && statesRange(Op));
    // Users inside of a symbol table were verified with it.
    if (!IsInTable[I] && !Info.IsSymbolTable && isSymbolUser(Op))
      SymbolUsers.push_back(Op);
  }
}
