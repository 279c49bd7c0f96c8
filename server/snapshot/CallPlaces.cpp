//===- CallPlaces.cpp - The places of calls in words ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/CallPlaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// What a mark begins and ends with: a byte that no name has.
static constexpr char Edge = '\x01';

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

std::string mlir::noisy::lsp::markCallPlace(StringRef Symbol, size_t Number) {
  return Edge + std::to_string(Number) + " " + Symbol.str() + Edge;
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
  auto [Digits, Symbol] = Mark.split(' ');
  size_t Number = 0;
  if (Digits.getAsInteger(10, Number))
    return "";
  std::vector<Snapshot::SymbolPlace> Owners =
      State.findSymbolsOfChunk(Chunk, Symbol);
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
