//===- CallPlaces.cpp - The places of calls in words ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/CallPlaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// What a mark begins and ends with: a byte that no name has.
static constexpr char Edge = '\x01';
/// What stands between the names in it.
static constexpr char Separator = '\x02';

std::vector<Section::Index> mlir::noisy::lsp::findCalls(const Section &Data) {
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  llvm::BitVector NamesSymbol(unsigned(Operations.size()));
  for (const Section::SymbolUse &Use : Data.symbolUses())
    if (Use.User != Section::None)
      NamesSymbol.set(Use.User);
  std::vector<Section::Index> Result;
  for (auto [I, Operation] : llvm::enumerate(Operations)) {
    if (Operation.Kind != Section::OperationKind::Call)
      continue;
    auto Results =
        Data.values().slice(Operation.FirstResult, Operation.ResultCount);
    if (NamesSymbol.test(unsigned(I)) ||
        llvm::any_of(Results, [](const Section::Value &V) {
          return V.Kind >= Section::ValueKind::Cipher;
        }))
      Result.push_back(Section::Index(I));
  }
  return Result;
}

/// The text of a path in a mark.
static std::string writePath(llvm::ArrayRef<std::string> Path) {
  return llvm::join(Path, std::string(1, Separator));
}

std::string mlir::noisy::lsp::markCallPlace(llvm::ArrayRef<std::string> Path,
                                            size_t Number) {
  return Edge + std::to_string(Number) + " " + writePath(Path) + Edge;
}

/// The names of a symbol that a part defines, and of the containers around it.
static std::vector<std::string> pathOf(const Snapshot &State,
                                       const Snapshot::SymbolPlace &Place) {
  std::vector<std::string> Path = {Place.symbol().Name};
  for (uint32_t I = Place.OwnerPart->Container; I != Piece::None;
       I = State.parts()[I].Container) {
    const Snapshot::Part &Around = State.parts()[I];
    bool HasName =
        !Around.Sections.empty() && !Around.Sections[0].Data->symbols().empty();
    Path.push_back(HasName ? Around.Sections[0].Data->symbols()[0].Name : "");
  }
  std::reverse(Path.begin(), Path.end());
  return Path;
}

/// Replaces each mark by what `place` says of what is in it.
static void replace(std::vector<std::string> &Sentences,
                    llvm::function_ref<std::string(StringRef)> place) {
  for (std::string &Sentence : Sentences) {
    size_t Begin = Sentence.find(Edge);
    while (Begin != std::string::npos) {
      size_t End = Sentence.find(Edge, Begin + 1);
      if (End == std::string::npos)
        break;
      std::string Place = place(StringRef(Sentence).slice(Begin + 1, End));
      Sentence.replace(Begin, End + 1 - Begin, Place);
      Begin = Sentence.find(Edge, Begin + Place.size());
    }
  }
}

std::string CallPlaces::placeOf(StringRef Mark) {
  auto [Digits, Path] = Mark.split(' ');
  size_t Number = 0;
  if (Digits.getAsInteger(10, Number))
    return "";
  std::vector<Snapshot::SymbolPlace> Owners =
      State.findSymbolsOfChunk(Chunk, Path.substr(Path.rfind(Separator) + 1));
  llvm::erase_if(Owners, [&, Path = Path](const Snapshot::SymbolPlace &Place) {
    return writePath(pathOf(State, Place)) != Path;
  });
  // Of several functions with this name nobody knows which one is meant.
  if (Owners.size() != 1)
    return "";
  const PlacedSection &Owner = *Owners.front().Section;
  auto [Known, IsNew] = Calls.try_emplace(Owner.Data.get());
  if (IsNew)
    Known->second = findCalls(*Owner.Data);
  if (Number >= Known->second.size())
    return "";
  std::optional<ByteRange> Name =
      Owner.toText(Owner.Data->operations()[Known->second[Number]].Name);
  return Name ? " at line " +
                    std::to_string(State.text().lineAt(Name->Begin) + 1)
              : "";
}

void CallPlaces::replaceMarks(std::vector<std::string> &Sentences) {
  replace(Sentences, [&](StringRef Mark) { return placeOf(Mark); });
}

void CallPlaces::removeMarks(std::vector<std::string> &Sentences) {
  replace(Sentences, [](StringRef) { return std::string(); });
}
