//===- Snapshot.cpp - A document at one version ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Snapshot.h"
#include "server/snapshot/StaleProblems.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;

std::vector<ByteRange> mlir::noisy::lsp::findChunks(llvm::StringRef Text) {
  std::vector<ByteRange> Chunks;
  size_t Begin = 0;
  for (size_t MarkerBegin; (MarkerBegin = lex::findSplitMarker(Text, Begin)) !=
                           llvm::StringRef::npos;
       Begin = MarkerBegin + lex::SplitMarker.size())
    Chunks.push_back({Begin, MarkerBegin});
  Chunks.push_back({Begin, Text.size()});
  return Chunks;
}

ByteRange mlir::noisy::lsp::findChunkAt(llvm::StringRef Text, size_t Offset) {
  std::vector<ByteRange> Chunks = findChunks(Text);
  auto Next = llvm::upper_bound(
      Chunks, Offset, [](size_t O, const ByteRange &C) { return O < C.Begin; });
  return *std::prev(Next);
}

Snapshot::Snapshot(Text Contents, int64_t Version, std::vector<Part> Parts,
                   Completeness Details)
    : Contents(std::move(Contents)), Version(Version), Parts(std::move(Parts)),
      Details(Details) {}

Snapshot::~Snapshot() = default;

const Snapshot::Part *Snapshot::findPart(uint64_t Id) const {
  auto Match = llvm::find_if(Parts, [&](const Part &P) { return P.Id == Id; });
  return Match == Parts.end() || Id == 0 ? nullptr : &*Match;
}

const Snapshot::Part *Snapshot::partAt(size_t Offset) const {
  auto Next = llvm::upper_bound(
      Parts, Offset, [](size_t O, const Part &P) { return O < P.Range.Begin; });
  if (Next == Parts.begin())
    return nullptr;
  const Part &Candidate = *std::prev(Next);
  return Offset <= Candidate.Range.End ? &Candidate : nullptr;
}

Snapshot::TokenPlace Snapshot::tokenAt(size_t Offset) const {
  const Part *OwnerPart = partAt(Offset);
  if (!OwnerPart)
    return {};
  for (const PlacedSection &Section : OwnerPart->Sections)
    if (std::optional<size_t> SectionOffset = Section.toSection(Offset))
      if (const auto *Token = Section.Data->tokenAt(*SectionOffset)) {
        // Text typed right after a name is not part of it.
        std::optional<ByteRange> TokenRange = Section.toText(Token->Range);
        if (TokenRange && TokenRange->Begin <= Offset &&
            Offset <= TokenRange->End)
          return {OwnerPart, &Section, Token};
      }
  return {};
}

ByteRange Snapshot::chunkAt(size_t Offset) const {
  ByteRange Result = {0, Contents.size()};
  for (const Part &P : Parts) {
    if (P.Kind != PieceKind::Separator)
      continue;
    if (P.Range.Begin >= Offset) {
      Result.End = P.Range.Begin;
      break;
    }
    Result.Begin = P.Range.End;
  }
  return Result;
}

void Snapshot::visitProblems(
    const ByteRange *Window,
    llvm::function_ref<bool(const Part &, Problem)> Visit) const {
  // A problem without a place is reported at the beginning of the part.
  auto place = [](const Part &P, ByteRange PartRange) {
    return PartRange.End == 0 ? ByteRange{P.Range.Begin, P.Range.Begin}
                              : PartRange.shift(P.Range.Begin);
  };
  auto visit = [&](const Part &P, const std::vector<Problem> &Problems) {
    for (const Problem &Original : Problems) {
      ByteRange TextRange = place(P, Original.Range);
      if (Window && !TextRange.touches(*Window))
        continue;
      Problem PlacedProblem = Original;
      PlacedProblem.Range = TextRange;
      for (Problem::Note &Note : PlacedProblem.Notes) {
        const Part *NotePart = Note.Part ? findPart(Note.Part) : &P;
        Note.Range = place(NotePart ? *NotePart : P,
                           NotePart ? Note.Range : ByteRange());
        Note.Part = 0;
      }
      if (!Visit(P, std::move(PlacedProblem)))
        return false;
    }
    return true;
  };
  auto visitDetails = [&](const Part &P, const std::vector<Problem> &Problems) {
    // Code without effect is no problem (getIdleHints).
    auto isProblem = [](const Problem &Issue) { return !Issue.IsUnnecessary; };
    if (llvm::all_of(Problems, isProblem))
      return visit(P, Problems);
    std::vector<Problem> Rest;
    llvm::copy_if(Problems, std::back_inserter(Rest), isProblem);
    return visit(P, Rest);
  };
  auto visitFacts = [&](const Part &P, const PlacedSection &Section) {
    const std::vector<Problem> &All = Section.Facts->Problems;
    if (!Section.Earlier)
      return visit(P, All);
    std::vector<Problem> Rest;
    for (size_t I = 0; I < All.size(); ++I)
      if (!isReplacedByEarlier(Section, I))
        Rest.push_back(All[I]);
    return visit(P, Rest);
  };
  for (const Part &P : Parts) {
    if (Window && P.Range.Begin > Window->End)
      return;
    if (Window && !P.Range.touches(*Window))
      continue;
    if (P.Problems && !visit(P, *P.Problems))
      return;
    for (const PlacedSection &Section : P.Sections) {
      if (!visit(P, findStaleProblems(Section)))
        return;
      if (Section.FactsAreStale)
        continue;
      if (Section.Details && !visitDetails(P, Section.Details->Problems))
        return;
      if (Section.Facts && !visitFacts(P, Section))
        return;
    }
  }
}

void Snapshot::forEachProblem(
    llvm::function_ref<void(const Part &, Problem)> Visit) const {
  visitProblems(nullptr, [&](const Part &P, Problem Issue) {
    Visit(P, std::move(Issue));
    return true;
  });
}

void Snapshot::forEachProblemAt(
    ByteRange Window,
    llvm::function_ref<bool(const Part &, Problem)> Visit) const {
  visitProblems(&Window, Visit);
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
  std::map<uint32_t, llvm::StringMap<std::vector<TokenPlace>>> Aliases;
};

const Snapshot::SymbolIndex &Snapshot::symbolIndex() const {
  std::call_once(SymbolsOnce, [&] {
    auto New = std::make_unique<SymbolIndex>();
    for (const Part &P : Parts)
      for (const PlacedSection &Section : P.Sections) {
        for (auto [I, Symbol] : llvm::enumerate(Section.Data->symbols()))
          if (Section.Data->operations()[Symbol.Operation].Parent ==
              Section::None)
            New->Symbols[{P.Chunk, P.Container}][Symbol.Name].push_back(
                {&P, &Section, Section::Index(I)});
        if (P.Kind == PieceKind::Aliases)
          for (const Section::Token &Token : Section.Data->tokens())
            if (Token.TargetKind == Section::Kind::Alias &&
                Token.IsDefinition && Section.toText(Token.Range))
              New->Aliases[P.Chunk][Section.Data->aliases()[Token.Target].Name]
                  .push_back({&P, &Section, &Token});
      }
    Symbols = std::move(New);
  });
  return *Symbols;
}

std::vector<Snapshot::SymbolPlace>
Snapshot::findInTable(const Part &OwnerPart, const PlacedSection &Section,
                      Section::Index Table, llvm::StringRef Name) const {
  std::vector<SymbolPlace> Result;
  bool IsContainer = Table == Section::None;
  if (!IsContainer && OwnerPart.Kind != PieceKind::Header) {
    for (auto [I, Symbol] : llvm::enumerate(Section.Data->symbols()))
      if (Symbol.Name == Name &&
          Section.Data->operations()[Symbol.Operation].Parent == Table)
        Result.push_back({&OwnerPart, &Section, Section::Index(I)});
    return Result;
  }
  // The contents of a header are in other parts.
  const SymbolIndex &Index = symbolIndex();
  auto Match = Index.Symbols.find(
      {OwnerPart.Chunk, IsContainer ? OwnerPart.Container
                                    : uint32_t(&OwnerPart - Parts.data())});
  return Match == Index.Symbols.end() ? Result : Match->second.lookup(Name);
}

/// Removes the definitions in text that is broken now if there are others.
template <typename T> static void dropStale(std::vector<T> &Places) {
  auto isStale = [](const T &Place) { return Place.Section->isStale(); };
  if (!llvm::all_of(Places, isStale))
    llvm::erase_if(Places, isStale);
}

std::vector<Snapshot::SymbolPlace>
Snapshot::findSymbols(const Part &OwnerPart, const PlacedSection &Section,
                      const Section::SymbolUse &Use, size_t Depth) const {
  std::vector<SymbolPlace> Result;
  llvm::ArrayRef<std::string> Path = Use.Path.names();
  Path = Path.take_front(std::min(Depth, Path.size()));
  if (Path.empty())
    return Result;
  Result = findInTable(OwnerPart, Section, Use.Scope, Path.front());
  if (Result.empty() && Use.User != Section::None &&
      Section.Data->operations()[Use.User].IsSymbolTable)
    Result = findInTable(OwnerPart, Section, Use.User, Path.front());
  for (const std::string &Name : Path.drop_front()) {
    std::vector<SymbolPlace> InnerPlaces;
    for (const SymbolPlace &Outer : Result)
      llvm::append_range(InnerPlaces,
                         findInTable(*Outer.OwnerPart, *Outer.Section,
                                     Outer.symbol().Operation, Name));
    Result = std::move(InnerPlaces);
  }
  dropStale(Result);
  return Result;
}

std::vector<Snapshot::SymbolPlace>
Snapshot::findSymbolsOfChunk(uint32_t Chunk, llvm::StringRef Name) const {
  std::vector<SymbolPlace> Result;
  const SymbolIndex &Index = symbolIndex();
  for (auto Table = Index.Symbols.lower_bound({Chunk, 0});
       Table != Index.Symbols.end() && Table->first.first == Chunk; ++Table)
    llvm::append_range(Result, Table->second.lookup(Name));
  dropStale(Result);
  return Result;
}

std::vector<Snapshot::TokenPlace>
Snapshot::findAliases(uint32_t Chunk, llvm::StringRef Name) const {
  const SymbolIndex &Index = symbolIndex();
  auto Table = Index.Aliases.find(Chunk);
  if (Table == Index.Aliases.end())
    return {};
  std::vector<TokenPlace> Result = Table->second.lookup(Name);
  dropStale(Result);
  return Result;
}
