//===- SnapshotComparison.cpp - What edited snapshots must be -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/build/SnapshotComparison.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/syntax/IdentifiedTypes.h"
#include "tests/server/SnapshotText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The chunks in which something is broken. The last good text of that, which
/// need not be shown, may have named anything in the chunk.
static std::set<uint32_t> findBrokenChunks(const Snapshot &State) {
  std::set<uint32_t> Result;
  for (const Snapshot::Part &P : State.parts())
    if (!isGood(P))
      Result.insert(P.Chunk);
  return Result;
}

//===----------------------------------------------------------------------===//
// Comparing with a snapshot from scratch
//===----------------------------------------------------------------------===//

std::string
mlir::noisy::lsp::test::compareWithScratch(const Snapshot &State,
                                           const Snapshot &Scratch) {
  if (State.parts().size() != Scratch.parts().size())
    return std::to_string(State.parts().size()) + " parts, from scratch " +
           std::to_string(Scratch.parts().size());
  std::set<uint32_t> BrokenChunks = findBrokenChunks(State);
  std::set<uint64_t> Ids;
  for (size_t I = 0; I < State.parts().size(); ++I) {
    const Snapshot::Part &Mine = State.parts()[I], &New = Scratch.parts()[I];
    auto partMessage = [&](const std::string &Message) {
      return "part " + std::to_string(I) + ": " + Message;
    };
    if (std::string D = difference(describePiece(Mine), describePiece(New));
        !D.empty())
      return partMessage(D);
    if (Mine.Kind != PieceKind::Separator && !Ids.insert(Mine.Id).second)
      return partMessage("its identity is that of another part");
    std::vector<std::string> Wrong = describeProblems(Mine, State);
    std::vector<std::string> WrongThere = describeProblems(New, Scratch);
    if (Wrong != WrongThere)
      return partMessage("problems\n" + llvm::join(Wrong, "") +
                         "from scratch\n" + llvm::join(WrongThere, ""));
    const PlacedSection *OwnPlacement = currentSection(Mine),
                        *ScratchPlacement = currentSection(New);
    if (bool(OwnPlacement) != bool(ScratchPlacement))
      return partMessage(OwnPlacement
                             ? "parses after the edit, not from scratch"
                             : "parses from scratch, not after the edit");
    if (!OwnPlacement) {
      if (!New.Sections.empty())
        return partMessage("stale from scratch");
      continue;
    }
    if (OwnPlacement->Data->text() != ScratchPlacement->Data->text() ||
        OwnPlacement->Range != ScratchPlacement->Range)
      return partMessage("texts");
    if (std::string D = difference(describe(*OwnPlacement->Data),
                                   describe(*ScratchPlacement->Data));
        !D.empty())
      return partMessage(D);
    if (OwnPlacement->FactsAreStale != ScratchPlacement->FactsAreStale)
      return partMessage("verifies only one time");
    if (OwnPlacement->FactsAreStale) {
      if (ScratchPlacement->Facts)
        return partMessage("facts of what does not verify");
      if (OwnPlacement->Facts && (!OwnPlacement->Facts->RestsOnStale ||
                                  !OwnPlacement->Facts->Problems.empty()))
        return partMessage("facts of before look like those of now");
      continue;
    }
    if (bool(OwnPlacement->Facts) != bool(ScratchPlacement->Facts))
      return partMessage("facts only one time");
    if (!OwnPlacement->Facts)
      continue;
    if (ScratchPlacement->Facts->RestsOnStale &&
        !OwnPlacement->Facts->RestsOnStale)
      return partMessage("does not say that it rests on what is broken");
    if (OwnPlacement->Facts->RestsOnStale) {
      if (!BrokenChunks.contains(Mine.Chunk))
        return partMessage("rests on stale facts, but of what?");
      continue;
    }
    if (std::string D = difference(describe(*OwnPlacement->Facts, State),
                                   describe(*ScratchPlacement->Facts, Scratch));
        !D.empty())
      return partMessage(D);
    if (OwnPlacement->DetailsAreStale || ScratchPlacement->DetailsAreStale)
      continue;
    if (bool(OwnPlacement->Details) != bool(ScratchPlacement->Details) ||
        (OwnPlacement->Details &&
         *OwnPlacement->Details != *ScratchPlacement->Details))
      return partMessage("details");
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Comparing with the snapshot before
//===----------------------------------------------------------------------===//

std::string mlir::noisy::lsp::test::checkStale(const Snapshot &State,
                                               const Snapshot *OldState,
                                               const OffsetMap &Edits) {
  std::set<const Section *> KnownSections;
  if (OldState)
    for (const Snapshot::Part &P : OldState->parts())
      for (const PlacedSection &S : P.Sections)
        KnownSections.insert(S.Data.get());
  llvm::StringRef Bytes = State.text().bytes();
  for (auto [I, P] : llvm::enumerate(State.parts())) {
    auto partMessage = [&, I = I](const std::string &Message) {
      return "part " + std::to_string(I) + ": " + Message;
    };
    for (const PlacedSection &S : P.Sections) {
      if (!S.Data)
        return partMessage("a section without data");
      if (S.Range.End > Bytes.size() || S.Range.Begin > S.Range.End)
        return partMessage("a section out of the text");
      if (!S.isStale()) {
        if (P.Sections.size() != 1 || S.Range != P.Range ||
            S.Data->text() != Bytes.slice(P.Range.Begin, P.Range.End))
          return partMessage("a section that is not its text");
        continue;
      }
      if (!S.FactsAreStale)
        return partMessage("stale names with facts of now");
      if (!KnownSections.contains(S.Data.get()))
        return partMessage("a stale section from nowhere");
      if (S.Range.empty())
        return partMessage("a stale section of which nothing is left");
      for (const Section::Token &T : S.Data->tokens()) {
        std::optional<ByteRange> TokenRange = S.toText(T.Range);
        if (!TokenRange)
          continue;
        if (!S.Range.contains(*TokenRange) ||
            Bytes.slice(TokenRange->Begin, TokenRange->End) !=
                S.Data->textOf(T.Range))
          return partMessage(
              "a name that is not there: " + S.Data->textOf(T.Range).str() +
              " at " + std::to_string(TokenRange->Begin) + " of " +
              std::to_string(S.Range.Begin) + ".." +
              std::to_string(S.Range.End) + ": " +
              Bytes.slice(TokenRange->Begin, TokenRange->End).str());
        if (S.toSection(TokenRange->Begin) != T.Range.Begin)
          return partMessage("a name that is not found again: " +
                             S.Data->textOf(T.Range).str());
      }
    }
  }
  if (!OldState)
    return "";

  // Where an edit is inside of one part that stays one part, this has what it
  // had, or what was in it when it last parsed.
  ByteRange EditedRange = Edits.hull().Old;
  for (auto [I, Old] : llvm::enumerate(OldState->parts())) {
    if (Edits.isIdentity() || Old.Range.Begin >= EditedRange.Begin ||
        EditedRange.End >= Old.Range.End)
      continue;
    ByteRange NewRange = Edits.toTargetClamped(Old.Range);
    for (auto [J, New] : llvm::enumerate(State.parts())) {
      if (New.Range != NewRange || New.Kind != Old.Kind || currentSection(New))
        continue;
      for (const PlacedSection &NeededSection : Old.Sections)
        if (!Edits.toTargetClamped(NeededSection.Range).empty() &&
            llvm::none_of(New.Sections, [&](const PlacedSection &S) {
              return S.Data == NeededSection.Data;
            }))
          return "part " + std::to_string(J) +
                 ": not what parsed last in its place";
    }
  }
  return "";
}

bool mlir::noisy::lsp::test::hasCrash(const Snapshot &State) {
  bool HasCrashed = false;
  State.forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    HasCrashed |= llvm::StringRef(Issue.Message).starts_with("MLIR crashed");
  });
  return HasCrashed;
}

/// Whether a part is broken and names identified types: what their bodies are
/// in its context depends on the others, and on what was there before.
static bool hasUncertainTypes(const Snapshot &State, const Snapshot::Part &P) {
  return P.Problems && !P.Problems->empty() &&
         !findIdentifiedBodies(
              State.text().bytes().slice(P.Range.Begin, P.Range.End))
              .empty();
}

std::string mlir::noisy::lsp::test::checkReuse(const Snapshot &State,
                                               const Snapshot &OldState,
                                               const OffsetMap &Edits) {
  if (State.parts().size() != OldState.parts().size() || hasCrash(State) ||
      hasCrash(OldState))
    return "";
  for (auto [Old, New] : llvm::zip(OldState.parts(), State.parts())) {
    // Operations that share values have all between in one part.
    bool IsPlain = Old.Kind == PieceKind::Operation &&
                   Old.Info->Aliases.empty() && New.Info->Aliases.empty();
    if (Old.Kind != New.Kind || Old.Container != New.Container ||
        (!IsPlain && !(*Old.Info == *New.Info)))
      return "";
  }
  for (size_t I = 0; I < State.parts().size(); ++I) {
    const Snapshot::Part &Old = OldState.parts()[I], &New = State.parts()[I];
    std::optional<ByteRange> NewRange = Edits.toTarget(Old.Range);
    // With another indentation of its beginning, the same text may be one piece
    // instead of several, which are parsed as a list.
    if (!NewRange || *NewRange != New.Range || !currentSection(Old) ||
        hasUncertainTypes(State, New) || Old.Info->IsList != New.Info->IsList)
      continue;
    if (New.Id != Old.Id || !currentSection(New) ||
        currentSection(New)->Data != currentSection(Old)->Data)
      return "part " + std::to_string(I) + " is made again";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Nothing is silent
//===----------------------------------------------------------------------===//

/// In how many other parts of its chunk, as a part's notes tell, the same is
/// wrong (foldUnknownDialects).
static unsigned countPlacesNoted(const Snapshot::Part &P) {
  unsigned Result = 0;
  if (P.Problems)
    for (const Problem &Issue : *P.Problems)
      for (const Problem::Note &Note : Issue.Notes) {
        llvm::StringRef Message = Note.Message;
        unsigned Places = 0;
        if (Message.consume_front("the same in ") &&
            !Message.consumeInteger(10, Places) &&
            Message.starts_with(" more place"))
          Result += Places;
      }
  return Result;
}

std::string mlir::noisy::lsp::test::checkTold(const Snapshot &State) {
  // By chunk.
  std::map<uint32_t, unsigned> NoteCounts;
  for (const Snapshot::Part &P : State.parts())
    NoteCounts[P.Chunk] += countPlacesNoted(P);
  auto hasError = [](const Snapshot::Part &P) {
    return P.Problems && haveError(*P.Problems);
  };
  // An operation of a dialect that is not known may have a form that cannot be
  // read: an information says so.
  auto isForeign = [](const Snapshot::Part &P) {
    return P.Problems && llvm::any_of(*P.Problems, [](const Problem &Issue) {
             return Issue.Code == foreignDialectCode;
           });
  };
  auto isBelowError = [&](const Snapshot::Part &P) {
    for (uint32_t I = P.Container; I != Piece::None;
         I = State.parts()[I].Container)
      if (hasError(State.parts()[I]))
        return true;
    return false;
  };
  // Nobody can tell whether its use of a symbol is right whose definition is
  // broken.
  auto namesWrong = [&](const Snapshot::Part &P) {
    llvm::StringRef Bytes = State.text().bytes();
    return llvm::any_of(State.parts(), [&](const Snapshot::Part &Other) {
      ByteRange Name = Other.Info->Symbol.shift(Other.Range.Begin);
      return hasError(Other) && !Name.empty() &&
             Bytes.slice(P.Range.Begin, P.Range.End)
                 .contains(Bytes.slice(Name.Begin, Name.End));
    });
  };
  for (auto [I, P] : llvm::enumerate(State.parts())) {
    if (P.Kind == PieceKind::Separator || hasError(P))
      continue;
    const PlacedSection *CurrentPlacement = currentSection(P);
    if (!CurrentPlacement) {
      if (!isForeign(P) && NoteCounts[P.Chunk]-- == 0)
        return "part " + std::to_string(I) + " does not parse, in silence";
      continue;
    }
    bool IsKnown = !CurrentPlacement->FactsAreStale &&
                   (CurrentPlacement->Facts || P.Kind != PieceKind::Operation);
    if (!IsKnown && !isBelowError(P) && !namesWrong(P))
      return "part " + std::to_string(I) + " is not analysed, in silence";
  }
  return "";
}
