//===- WorkspaceSymbols.cpp - Search for symbols by name ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/WorkspaceSymbols.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <tuple>

using namespace mlir::noisy::lsp;

/// True if a word begins at `Index`.
static bool beginsWord(llvm::StringRef Name, size_t Index) {
  if (Index == 0)
    return true;
  char Previous = Name[Index - 1], Current = Name[Index];
  return (!llvm::isAlnum(Previous) && llvm::isAlnum(Current)) ||
         (llvm::isLower(Previous) && llvm::isUpper(Current)) ||
         (llvm::isAlpha(Previous) && llvm::isDigit(Current));
}

std::optional<int> mlir::noisy::lsp::matchName(llvm::StringRef Pattern,
                                               llvm::StringRef Name) {
  if (Pattern.size() > Name.size())
    return std::nullopt;
  constexpr int NoMatch = -1;
  // Best[J] is the highest score of the letters so far if the last of them is
  // Name[J].
  std::vector<int> Best(Name.size(), 0), Next(Name.size());
  for (size_t I = 0; I != Pattern.size(); ++I) {
    // The best score of all places before the last one.
    int BestSoFar = I == 0 ? 0 : NoMatch;
    for (size_t J = 0; J != Name.size(); ++J) {
      int Score = NoMatch;
      if (llvm::toLower(Pattern[I]) == llvm::toLower(Name[J])) {
        int Worth = 1 + (Pattern[I] == Name[J]) + 4 * beginsWord(Name, J);
        if (BestSoFar != NoMatch)
          Score = BestSoFar + Worth;
        if (I == 0 && J == 0)
          Score += 4;
        if (I != 0 && J != 0 && Best[J - 1] != NoMatch)
          Score = std::max(Score, Best[J - 1] + Worth + 5);
      }
      Next[J] = Score;
      if (I != 0 && J != 0)
        BestSoFar = std::max(BestSoFar, Best[J - 1]);
    }
    std::swap(Best, Next);
  }
  if (Pattern.empty())
    return 0;
  int BestScore = *std::max_element(Best.begin(), Best.end());
  if (BestScore == NoMatch)
    return std::nullopt;
  return 16 * BestScore -
         static_cast<int>(std::min<size_t>(Name.size() - Pattern.size(), 255));
}

/// The parts of a query, without @.
static std::vector<llvm::StringRef> splitQuery(llvm::StringRef Query) {
  std::vector<llvm::StringRef> Result;
  while (true) {
    auto [Part, Rest] = Query.split("::");
    Result.push_back(Part.trim().ltrim('@'));
    if (Part.size() == Query.size())
      return Result;
    Query = Rest;
  }
}

/// True if the names around an entry match `OuterNames`, from the outside in.
static bool fitsAround(llvm::ArrayRef<SymbolEntry> Entries,
                       const SymbolEntry &Entry,
                       llvm::ArrayRef<llvm::StringRef> OuterNames) {
  size_t Parent = Entry.Parent;
  while (!OuterNames.empty() && Parent != SymbolEntry::None) {
    const SymbolEntry &Outer = Entries[Parent];
    if (Outer.Class != SymbolClass::Scope &&
        matchName(OuterNames.back(), Outer.Name))
      OuterNames = OuterNames.drop_back();
    Parent = Outer.Parent;
  }
  return OuterNames.empty();
}

std::vector<WorkspaceSymbol>
mlir::noisy::lsp::findWorkspaceSymbols(llvm::ArrayRef<const Snapshot *> States,
                                       llvm::StringRef Query, size_t Limit) {
  std::vector<llvm::StringRef> Parts = splitQuery(Query);
  llvm::ArrayRef<llvm::StringRef> OuterNames =
      llvm::ArrayRef(Parts).drop_back();

  struct Candidate {
    int Worth;
    WorkspaceSymbol Symbol;
  };
  std::vector<Candidate> Candidates;
  auto isBetter = [](const Candidate &A, const Candidate &B) {
    return std::tuple(-A.Worth, llvm::StringRef(A.Symbol.Symbol.Name),
                      A.Symbol.Document, A.Symbol.Symbol.Range.Begin) <
           std::tuple(-B.Worth, llvm::StringRef(B.Symbol.Symbol.Name),
                      B.Symbol.Document, B.Symbol.Symbol.Range.Begin);
  };
  for (size_t Document = 0; Document != States.size(); ++Document) {
    std::vector<SymbolEntry> Entries = findDocumentSymbols(*States[Document]);
    for (const SymbolEntry &Entry : Entries) {
      if (Entry.Class == SymbolClass::Scope)
        continue;
      std::optional<int> Worth = matchName(Parts.back(), Entry.Name);
      if (!Worth || !fitsAround(Entries, Entry, OuterNames))
        continue;
      std::string Container;
      for (size_t Outer = Entry.Parent;
           Outer != SymbolEntry::None && Container.empty();
           Outer = Entries[Outer].Parent)
        if (Entries[Outer].Class != SymbolClass::Scope)
          Container = Entries[Outer].Name;
      Candidates.push_back({*Worth, {Document, Entry, std::move(Container)}});
      // A heap with the worst on top keeps short queries cheap.
      std::push_heap(Candidates.begin(), Candidates.end(), isBetter);
      if (Candidates.size() > Limit) {
        std::pop_heap(Candidates.begin(), Candidates.end(), isBetter);
        Candidates.pop_back();
      }
    }
  }
  std::sort_heap(Candidates.begin(), Candidates.end(), isBetter);
  std::vector<WorkspaceSymbol> Result;
  for (Candidate &One : Candidates)
    Result.push_back(std::move(One.Symbol));
  return Result;
}
