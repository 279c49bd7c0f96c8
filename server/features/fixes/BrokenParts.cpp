//===- BrokenParts.cpp - Parts of a text with errors ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/BrokenParts.h"
#include "server/build/SnapshotBuilder.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// True for an error that MLIR finds.
static bool isError(const Problem &Issue) {
  return Issue.Severity == Problem::Level::Error &&
         (Issue.Code.empty() || Issue.Source == "mlir");
}

bool mlir::noisy::lsp::isBroken(const Snapshot::Part &P) {
  if (P.Problems && llvm::any_of(*P.Problems, isError))
    return true;
  return llvm::any_of(P.Sections, [&](const PlacedSection &Section) {
    return Section.isStale() || Section.FactsAreStale ||
           (Section.Facts && llvm::any_of(Section.Facts->Problems, isError));
  });
}

std::string mlir::noisy::lsp::explainBroken(const Snapshot &State,
                                            const Snapshot::Part &Broken) {
  std::optional<size_t> First;
  State.forEachProblemAt(Broken.Range, [&](const Snapshot::Part &P,
                                           const Problem &Issue) {
    if (&P == &Broken && isError(Issue))
      First = std::min(First.value_or(Issue.Range.Begin), Issue.Range.Begin);
    return true;
  });
  if (!First)
    return FixErrorsFirst;
  return "line " + std::to_string(State.text().lineAt(*First) + 1) +
         " has errors; fix them first";
}

/// Visits the symbols that a text names anywhere: comments, or text that looks
/// like one, count because the text may be broken there.
static void forEachNamed(llvm::StringRef Text,
                         llvm::function_ref<void(const std::string &)> Visit) {
  for (size_t Offset = Text.find('@'); Offset != llvm::StringRef::npos;
       Offset = Text.find('@', Offset + 1)) {
    llvm::StringRef Rest = Text.substr(Offset);
    Visit(symbolName(Rest.take_front(symbolLength(Rest))));
  }
}

/// True if a text names one of `Names`.
static bool mentionsAny(llvm::StringRef Text, const llvm::StringSet<> &Names) {
  bool Result = false;
  forEachNamed(
      Text, [&](const std::string &Name) { Result |= Names.contains(Name); });
  return Result;
}

/// The parts that `Start` names, directly or not, and itself.
static llvm::SmallPtrSet<const Snapshot::Part *, 8>
findNamed(const Snapshot &State, const Snapshot::Part &Start) {
  llvm::StringMap<llvm::SmallVector<const Snapshot::Part *, 1>> Definers;
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &Section : P.Sections)
      for (const Section::Symbol &Symbol : Section.Data->symbols())
        Definers[Symbol.Name].push_back(&P);
  llvm::SmallPtrSet<const Snapshot::Part *, 8> Result = {&Start};
  llvm::SmallVector<const Snapshot::Part *> Open = {&Start};
  while (!Open.empty()) {
    ByteRange Range = Open.pop_back_val()->Range;
    forEachNamed(State.text().bytes().slice(Range.Begin, Range.End),
                 [&](const std::string &Name) {
                   for (const Snapshot::Part *P : Definers.lookup(Name))
                     if (Result.insert(P).second)
                       Open.push_back(P);
                 });
  }
  return Result;
}

std::string mlir::noisy::lsp::blankBrokenParts(const DialectRegistry &Registry,
                                               llvm::StringRef Chunk,
                                               size_t Offset) {
  std::shared_ptr<const Snapshot> State =
      SnapshotBuilder(Registry, "broken-parts.mlir")
          .build(Text(Chunk.str()), /*Version=*/0, OffsetMap(), Effort::Full,
                 /*Stopped=*/nullptr);
  // What it calls may be known but for a line.
  llvm::SmallPtrSet<const Snapshot::Part *, 8> Kept =
      findNamed(*State, *State->partAt(Offset));
  llvm::StringSet<> Names;
  for (const Snapshot::Part &P : State->parts())
    if (Kept.contains(&P) || !isBroken(P))
      for (const PlacedSection &Section : P.Sections)
        for (const Section::Symbol &Symbol : Section.Data->symbols())
          Names.insert(Symbol.Name);
  std::string Result = Chunk.str();
  for (const Snapshot::Part &P : State->parts())
    if (!Kept.contains(&P) && isBroken(P) && P.Kind == PieceKind::Operation &&
        !mentionsAny(Chunk.slice(P.Range.Begin, P.Range.End), Names))
      for (size_t I = P.Range.Begin; I < P.Range.End; ++I)
        if (Chunk[I] != '\n' && Chunk[I] != '\r')
          Result[I] = ' ';
  return Result;
}
