//===- UnusedFunctions.cpp - Functions that nothing uses ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/UnusedFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;

namespace {
/// The private functions of one chunk that nothing seen so far uses.
using Candidates = llvm::StringMap<std::vector<Problem>>;
} // namespace

static Problem describe(llvm::StringRef Name, ByteRange Range) {
  Problem Result;
  Result.Severity = Problem::Level::Hint;
  Result.Source = "noisy";
  Result.Code = "unused-function";
  Result.Message = "the private function @" + Name.str() + " is never used";
  Result.Range = Range;
  Result.IsUnnecessary = true;
  return Result;
}

/// In generic form the word is elsewhere, but nobody writes that by hand.
static bool isPrivate(const Section::Operation &Function, const Section &Data) {
  return Data.text().substr(Function.Name.End).ltrim().starts_with("private ");
}

static void addFunctions(const PlacedSection &Section, Candidates &Unused) {
  for (const auto &Symbol : Section.Data->symbols()) {
    const auto &Operation = Section.Data->operations()[Symbol.Operation];
    if (!Operation.IsFunction || !isPrivate(Operation, *Section.Data))
      continue;
    if (std::optional<ByteRange> Range = Section.toText(Symbol.Range))
      Unused[Symbol.Name].push_back(describe(Symbol.Name, *Range));
  }
}

/// Removes what the text names, whether it parses or not.
static void dropNamedIn(llvm::StringRef Text, Candidates &Unused) {
  for (auto Next = Unused.begin(); Next != Unused.end();) {
    auto Entry = Next++;
    if (Text.contains(("@" + Entry->getKey().str())) ||
        Text.contains(("@\"" + Entry->getKey().str())))
      Unused.erase(Entry);
  }
}

static void dropUsed(const Snapshot::Part &P, const Snapshot &State,
                     Candidates &Unused) {
  if (P.Kind != PieceKind::Separator &&
      (P.Sections.size() != 1 || P.Sections.front().FactsAreStale)) {
    dropNamedIn(State.text().bytes().slice(P.Range.Begin, P.Range.End), Unused);
    return;
  }
  for (const PlacedSection &Section : P.Sections) {
    for (const auto &Use : Section.Data->symbolUses())
      for (const std::string &Name : Use.Path.names())
        Unused.erase(Name);
    for (ByteRange Broken : Section.Data->brokenRanges())
      dropNamedIn(Section.Data->textOf(Broken), Unused);
  }
}

std::vector<Problem>
mlir::noisy::lsp::findUnusedFunctions(const Snapshot &State) {
  std::vector<Problem> Result;
  llvm::ArrayRef<Snapshot::Part> Rest = State.parts();
  while (!Rest.empty()) {
    uint32_t Number = Rest.front().Chunk;
    auto Chunk = Rest.take_while(
        [&](const Snapshot::Part &P) { return P.Chunk == Number; });
    Rest = Rest.drop_front(Chunk.size());
    Candidates Unused;
    for (const Snapshot::Part &P : Chunk)
      if (P.Sections.size() == 1 && !P.Sections.front().FactsAreStale)
        addFunctions(P.Sections.front(), Unused);
    for (const Snapshot::Part &P : Chunk) {
      if (Unused.empty())
        break;
      dropUsed(P, State, Unused);
    }
    for (auto &Entry : Unused)
      llvm::append_range(Result, std::move(Entry.second));
  }
  llvm::sort(Result, [](const Problem &A, const Problem &B) {
    return A.Range.Begin < B.Range.Begin;
  });
  return Result;
}
