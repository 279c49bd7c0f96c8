//===- Snapshot.cpp - A document at one version ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Snapshot.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;

std::vector<ByteRange> mlir::noisy::lsp::findChunks(llvm::StringRef Text) {
  std::vector<ByteRange> Chunks;
  size_t Begin = 0;
  for (size_t Found;
       (Found = lex::findSplitMarker(Text, Begin)) != llvm::StringRef::npos;
       Begin = Found + lex::SplitMarker.size())
    Chunks.push_back({Begin, Found});
  Chunks.push_back({Begin, Text.size()});
  return Chunks;
}

ByteRange mlir::noisy::lsp::findChunkAt(llvm::StringRef Text, size_t Offset) {
  std::vector<ByteRange> Chunks = findChunks(Text);
  auto After = llvm::upper_bound(
      Chunks, Offset, [](size_t O, const ByteRange &C) { return O < C.Begin; });
  return *std::prev(After);
}

Snapshot::Snapshot(Text Contents, int64_t Version, std::vector<Part> Parts,
                   Completeness Details)
    : Contents(std::move(Contents)), Version(Version), Parts(std::move(Parts)),
      Details(Details) {}

Snapshot::~Snapshot() = default;

const Snapshot::Part *Snapshot::findPart(uint64_t Id) const {
  auto Found = llvm::find_if(Parts, [&](const Part &P) { return P.Id == Id; });
  return Found == Parts.end() || Id == 0 ? nullptr : &*Found;
}

const Snapshot::Part *Snapshot::partAt(size_t Offset) const {
  auto After = llvm::upper_bound(
      Parts, Offset, [](size_t O, const Part &P) { return O < P.Where.Begin; });
  if (After == Parts.begin())
    return nullptr;
  const Part &Before = *std::prev(After);
  return Offset <= Before.Where.End ? &Before : nullptr;
}

Snapshot::Found Snapshot::tokenAt(size_t Offset) const {
  const Part *In = partAt(Offset);
  if (!In)
    return {};
  for (const Placed &Section : In->Sections)
    if (std::optional<size_t> Inside = Section.toSection(Offset))
      if (const auto *Token = Section.Data->tokenAt(*Inside)) {
        // Text typed right after a name is not part of it.
        std::optional<ByteRange> Where = Section.toText(Token->Where);
        if (Where && Where->Begin <= Offset && Offset <= Where->End)
          return {In, &Section, Token};
      }
  return {};
}

ByteRange Snapshot::chunkAt(size_t Offset) const {
  ByteRange Result = {0, Contents.size()};
  for (const Part &P : Parts) {
    if (P.Kind != PieceKind::Separator)
      continue;
    if (P.Where.Begin >= Offset) {
      Result.End = P.Where.Begin;
      break;
    }
    Result.Begin = P.Where.End;
  }
  return Result;
}

void Snapshot::visitProblems(
    const ByteRange *Asked,
    llvm::function_ref<bool(const Part &, Problem)> Visit) const {
  // A problem without a place is reported at the beginning of the part.
  auto place = [](const Part &P, ByteRange Where) {
    return Where.End == 0 ? ByteRange{P.Where.Begin, P.Where.Begin}
                          : Where.shifted(P.Where.Begin);
  };
  auto visit = [&](const Part &P, const std::vector<Problem> &All) {
    for (const Problem &Given : All) {
      ByteRange Where = place(P, Given.Where);
      if (Asked && !Where.touches(*Asked))
        continue;
      Problem Moved = Given;
      Moved.Where = Where;
      for (Problem::Note &Note : Moved.Notes) {
        const Part *In = Note.Part ? findPart(Note.Part) : &P;
        Note.Where = place(In ? *In : P, In ? Note.Where : ByteRange());
        Note.Part = 0;
      }
      if (!Visit(P, std::move(Moved)))
        return false;
    }
    return true;
  };
  for (const Part &P : Parts) {
    if (Asked && P.Where.Begin > Asked->End)
      return;
    if (Asked && !P.Where.touches(*Asked))
      continue;
    if (P.Problems && !visit(P, *P.Problems))
      return;
    for (const Placed &Section : P.Sections) {
      if (Section.FactsAreStale)
        continue;
      if (Section.Details && !visit(P, Section.Details->Problems))
        return;
      if (Section.Facts && !visit(P, Section.Facts->Problems))
        return;
    }
  }
}

void Snapshot::forEachProblem(
    llvm::function_ref<void(const Part &, Problem)> Visit) const {
  visitProblems(nullptr, [&](const Part &P, Problem Found) {
    Visit(P, std::move(Found));
    return true;
  });
}

void Snapshot::forEachProblemAt(
    ByteRange Asked,
    llvm::function_ref<bool(const Part &, Problem)> Visit) const {
  visitProblems(&Asked, Visit);
}

//===----------------------------------------------------------------------===//
// Symbols and aliases
//===----------------------------------------------------------------------===//

struct Snapshot::SymbolIndex {
  /// The symbols by chunk and container.
  std::map<std::pair<uint32_t, uint32_t>,
           llvm::StringMap<std::vector<SymbolPlace>>>
      Symbols;
  /// The aliases by chunk.
  std::map<uint32_t, llvm::StringMap<std::vector<Found>>> Aliases;
};

const Snapshot::SymbolIndex &Snapshot::symbolIndex() const {
  std::call_once(SymbolsOnce, [&] {
    auto New = std::make_unique<SymbolIndex>();
    for (const Part &P : Parts)
      for (const Placed &Section : P.Sections) {
        for (auto [I, Symbol] : llvm::enumerate(Section.Data->symbols()))
          if (Section.Data->operations()[Symbol.Operation].Parent ==
              Section::None)
            New->Symbols[{P.Chunk, P.Container}][Symbol.Name].push_back(
                {&P, &Section, Section::Index(I)});
        if (P.Kind == PieceKind::Aliases)
          for (const Section::Token &Token : Section.Data->tokens())
            if (Token.Of == Section::Kind::Alias && Token.IsDefinition &&
                Section.toText(Token.Where))
              New->Aliases[P.Chunk][Section.Data->aliases()[Token.What].Name]
                  .push_back({&P, &Section, &Token});
      }
    Symbols = std::move(New);
  });
  return *Symbols;
}

std::vector<Snapshot::SymbolPlace>
Snapshot::findInTable(const Part &In, const Placed &Section,
                      Section::Index Table, llvm::StringRef Name) const {
  std::vector<SymbolPlace> Result;
  bool IsContainer = Table == Section::None;
  if (!IsContainer && In.Kind != PieceKind::Header) {
    for (auto [I, Symbol] : llvm::enumerate(Section.Data->symbols()))
      if (Symbol.Name == Name &&
          Section.Data->operations()[Symbol.Operation].Parent == Table)
        Result.push_back({&In, &Section, Section::Index(I)});
    return Result;
  }
  // The contents of a header are in other parts.
  const SymbolIndex &Index = symbolIndex();
  auto Found = Index.Symbols.find(
      {In.Chunk, IsContainer ? In.Container : uint32_t(&In - Parts.data())});
  return Found == Index.Symbols.end() ? Result : Found->second.lookup(Name);
}

/// Removes the definitions in text that is broken now if there are others.
template <typename T> static void dropStale(std::vector<T> &Places) {
  auto isStale = [](const T &Place) { return Place.Section->isStale(); };
  if (!llvm::all_of(Places, isStale))
    llvm::erase_if(Places, isStale);
}

std::vector<Snapshot::SymbolPlace>
Snapshot::findSymbols(const Part &In, const Placed &Section,
                      const Section::SymbolUse &Use, size_t Depth) const {
  std::vector<SymbolPlace> Result;
  llvm::ArrayRef<std::string> Path = Use.Path.names();
  Path = Path.take_front(std::min(Depth, Path.size()));
  if (Path.empty())
    return Result;
  Result = findInTable(In, Section, Use.Scope, Path.front());
  if (Result.empty() && Use.User != Section::None &&
      Section.Data->operations()[Use.User].IsSymbolTable)
    Result = findInTable(In, Section, Use.User, Path.front());
  for (const std::string &Name : Path.drop_front()) {
    std::vector<SymbolPlace> Inside;
    for (const SymbolPlace &Outer : Result)
      llvm::append_range(Inside, findInTable(*Outer.In, *Outer.Section,
                                             Outer.symbol().Operation, Name));
    Result = std::move(Inside);
  }
  dropStale(Result);
  return Result;
}

std::vector<Snapshot::Found> Snapshot::findAliases(uint32_t Chunk,
                                                   llvm::StringRef Name) const {
  const SymbolIndex &Index = symbolIndex();
  auto Table = Index.Aliases.find(Chunk);
  if (Table == Index.Aliases.end())
    return {};
  std::vector<Found> Result = Table->second.lookup(Name);
  dropStale(Result);
  return Result;
}
