//===- DocumentSymbols.cpp - The symbols of a document --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/DocumentSymbols.h"
#include "server/features/navigation/Containers.h"
#include "server/snapshot/Handles.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

/// A symbol's name, without the @ and quotes.
static std::string plainName(llvm::StringRef Symbol) {
  Symbol.consume_front("@");
  if (Symbol.size() >= 2 && Symbol.front() == '"' && Symbol.back() == '"')
    Symbol = Symbol.drop_front().drop_back();
  return Symbol.str();
}

static ByteRange clampTo(ByteRange Range, ByteRange Outer) {
  Range.Begin = std::clamp(Range.Begin, Outer.Begin, Outer.End);
  Range.End = std::clamp(Range.End, Range.Begin, Outer.End);
  return Range;
}

/// The displayed name of a symbol. A name that is being typed may be `@` alone,
/// and clients do not show symbols without a name.
static std::string shownName(std::string Plain) {
  return Plain.empty() ? "@" : std::move(Plain);
}

namespace {
class Collector {
public:
  explicit Collector(const Snapshot &State) : State(State) {}

  std::vector<SymbolEntry> run();

private:
  void addChunks();
  void addPart(size_t Number);
  void addSection(const PlacedSection &Section, size_t Parent);
  /// The symbol of a piece, as found by its letters.
  std::optional<SymbolEntry> fromLetters(const Snapshot::Part &Part) const;
  /// Corrects the entries that stale sections added from `First` on.
  void addLetters(const Snapshot::Part &Part, size_t First, size_t Parent);
  void extendContainers();

  const Snapshot &State;
  std::vector<SymbolEntry> Result;
  /// The entry around the contents of each part.
  std::vector<size_t> EntryOfPart;
  /// The number of entries that are chunks.
  size_t ChunkCount = 0;
};
} // namespace

std::vector<SymbolEntry> Collector::run() {
  addChunks();
  EntryOfPart.assign(State.parts().size(), SymbolEntry::None);
  for (size_t I = 0, E = State.parts().size(); I != E; ++I)
    addPart(I);
  extendContainers();
  // Each chunk is inserted before its first symbol.
  if (ChunkCount == 0)
    return std::move(Result);
  std::vector<size_t> Order(Result.size()), NewIndex(Result.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    return Result[A].Range.Begin < Result[B].Range.Begin;
  });
  std::vector<SymbolEntry> SortedEntries;
  for (size_t Old : Order) {
    NewIndex[Old] = SortedEntries.size();
    SortedEntries.push_back(std::move(Result[Old]));
  }
  for (SymbolEntry &Entry : SortedEntries)
    if (Entry.Parent != SymbolEntry::None)
      Entry.Parent = NewIndex[Entry.Parent];
  return SortedEntries;
}

void Collector::addChunks() {
  const Text &Contents = State.text();
  std::vector<ByteRange> Chunks = findChunks(Contents.bytes());
  if (Chunks.size() < 2)
    return;
  auto lineOf = [&](size_t Offset) {
    return Contents.lineStart(Contents.lineAt(Offset));
  };
  // The range includes the line that begins the chunk.
  ChunkCount = Chunks.size();
  for (size_t I = 0; I != ChunkCount; ++I) {
    size_t Begin = lineOf(Chunks[I].Begin);
    size_t End =
        I + 1 == ChunkCount ? Contents.size() : lineOf(Chunks[I + 1].Begin);
    Result.push_back({"<file-split-" + std::to_string(I) + ">",
                      SymbolClass::Scope,
                      {Begin, End},
                      {Begin, Begin}});
  }
}

void Collector::addPart(size_t Number) {
  const Snapshot::Part &Part = State.parts()[Number];
  if (Part.Kind != PieceKind::Operation && Part.Kind != PieceKind::Header)
    return;
  size_t Parent = Part.Chunk < ChunkCount ? Part.Chunk : SymbolEntry::None;
  if (Part.Container != Piece::None &&
      EntryOfPart[Part.Container] != SymbolEntry::None)
    Parent = EntryOfPart[Part.Container];

  size_t First = Result.size();
  bool IsStale = Part.Sections.empty();
  for (const PlacedSection &Section : Part.Sections) {
    addSection(Section, Parent);
    IsStale |= Section.isStale();
  }
  if (IsStale)
    addLetters(Part, First, Parent);
  EntryOfPart[Number] = First < Result.size() ? First : Parent;
}

void Collector::addSection(const PlacedSection &Section, size_t Parent) {
  // The entry around an operation's contents; its own entry if it has one.
  std::vector<size_t> EntryOf(Section.Data->operations().size(), Parent);
  for (OperationRef Op : operationsOf(Section)) {
    size_t &EntryIndex = EntryOf[Op.number()];
    if (OperationRef Outer = Op.parent())
      EntryIndex = EntryOf[Outer.number()];
    if (Op->Name.empty() || (!Op.symbol() && !Op->IsSymbolTable))
      continue;
    SymbolEntry Entry;
    Entry.Name = Op.symbol() ? shownName(Op.symbol()->Name)
                             : "<" + Op.name().str() + ">";
    Entry.Class = !Op.symbol()     ? SymbolClass::Scope
                  : Op->IsFunction ? SymbolClass::Function
                                   : SymbolClass::Symbol;
    Entry.Range = Section.toTextClamped({Op->Name.Begin, Op->Range.End});
    Entry.Head = clampTo(Section.toTextClamped(Op->Name), Entry.Range);
    Entry.Parent = EntryIndex;
    EntryIndex = Result.size();
    Result.push_back(std::move(Entry));
  }
}

std::optional<SymbolEntry>
Collector::fromLetters(const Snapshot::Part &Part) const {
  if (!Part.Info)
    return std::nullopt;
  SymbolEntry Entry;
  Entry.Range = Part.Range;
  llvm::StringRef Operation = Part.Info->Operation;
  if (!Part.Info->Symbol.empty()) {
    Entry.Head = Part.Info->Symbol.shift(Part.Range.Begin);
    Entry.Name = shownName(plainName(
        State.text().bytes().slice(Entry.Head.Begin, Entry.Head.End)));
    Entry.Class = Operation.ends_with("func") ? SymbolClass::Function
                                              : SymbolClass::Symbol;
    return Entry;
  }
  if (Part.Kind != PieceKind::Header)
    return std::nullopt;
  Entry.Head = {Part.Range.Begin, Part.Range.Begin};
  Entry.Name =
      "<" + (Operation == "module" ? "builtin.module" : Operation.str()) + ">";
  Entry.Class = SymbolClass::Scope;
  return Entry;
}

void Collector::addLetters(const Snapshot::Part &Part, size_t First,
                           size_t Parent) {
  std::optional<SymbolEntry> Entry = fromLetters(Part);
  if (!Entry)
    return;
  // A stale section that begins where the piece does has the old name.
  if (First < Result.size() && Result[First].Range.Begin == Part.Range.Begin) {
    if (Result[First].Class != SymbolClass::Scope &&
        Entry->Class != SymbolClass::Scope)
      Result[First].Name = std::move(Entry->Name);
    return;
  }
  if (First < Result.size())
    Entry->Range.End = std::max(Entry->Head.End, Result[First].Range.Begin);
  Entry->Parent = Parent;
  for (size_t I = First; I != Result.size(); ++I)
    if (Result[I].Parent != SymbolEntry::None && Result[I].Parent >= First)
      ++Result[I].Parent;
  Result.insert(Result.begin() + First, std::move(*Entry));
}

void Collector::extendContainers() {
  std::vector<Container> Containers = findContainers(State);
  for (size_t I = 0; I != Containers.size(); ++I) {
    if (!Containers[I].Exists || EntryOfPart[I] == SymbolEntry::None)
      continue;
    // A header without an entry has the entry around it.
    SymbolEntry &Entry = Result[EntryOfPart[I]];
    if (State.parts()[I].Range.contains(Entry.Range.Begin))
      Entry.Range.End = Containers[I].Whole.End;
  }
}

std::vector<SymbolEntry>
mlir::noisy::lsp::findDocumentSymbols(const Snapshot &State) {
  return Collector(State).run();
}
