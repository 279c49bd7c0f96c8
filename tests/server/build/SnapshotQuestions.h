//===- SnapshotQuestions.h - What tests ask of snapshots --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_BUILD_SNAPSHOTQUESTIONS_H
#define NOISY_TESTS_SERVER_BUILD_SNAPSHOTQUESTIONS_H

#include "catch2/catch.hpp"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp::test {

using Lines = std::vector<std::string>;

/// The part that has the first `Text`.
inline const Snapshot::Part &
partWith(const std::shared_ptr<const Snapshot> &State, llvm::StringRef Text) {
  size_t Offset = State->text().bytes().find(Text);
  REQUIRE(Offset != llvm::StringRef::npos);
  const Snapshot::Part *Match = State->partAt(Offset);
  REQUIRE(Match);
  return *Match;
}

/// The parts of `NewState` whose section is not an object of `OldState`.
inline std::vector<std::string>
newParts(const std::shared_ptr<const Snapshot> &OldState,
         const std::shared_ptr<const Snapshot> &NewState) {
  std::vector<std::string> Result;
  for (const Snapshot::Part &P : NewState->parts()) {
    bool IsNew = true;
    for (const Snapshot::Part &Old : OldState->parts())
      if (!Old.Sections.empty() && !P.Sections.empty())
        IsNew &= Old.Sections[0].Data != P.Sections[0].Data;
    if (IsNew && P.Kind != PieceKind::Separator)
      Result.push_back(NewState->text()
                           .bytes()
                           .slice(P.Range.Begin, P.Range.End)
                           .take_until([](char C) { return C == '\n'; })
                           .str());
  }
  return Result;
}

/// All but the part with `Except` are the same objects with the same facts.
inline void checkOthers(const std::shared_ptr<const Snapshot> &OldState,
                        const std::shared_ptr<const Snapshot> &NewState,
                        llvm::StringRef Except) {
  for (const Snapshot::Part &P : OldState->parts()) {
    llvm::StringRef Text =
        OldState->text().bytes().slice(P.Range.Begin, P.Range.End);
    if (P.Sections.empty() || P.Kind == PieceKind::Footer ||
        Text.contains(Except))
      continue;
    INFO(Text.str());
    const Snapshot::Part &NewPart = partWith(NewState, Text);
    CHECK(NewPart.Id == P.Id);
    REQUIRE(NewPart.Sections.size() == 1);
    CHECK(NewPart.Sections[0].Data == P.Sections[0].Data);
    CHECK(NewPart.Sections[0].Facts == P.Sections[0].Facts);
    CHECK_FALSE(NewPart.Sections[0].isStale());
    CHECK_FALSE(NewPart.Sections[0].FactsAreStale);
  }
}

/// What is wrong: "range: message", for each problem its line.
inline std::vector<std::string>
problemsOf(const std::shared_ptr<const Snapshot> &State) {
  std::vector<std::string> Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    Result.push_back(
        State->text().bytes().slice(Issue.Range.Begin, Issue.Range.End).str() +
        ": " + Issue.Message);
  });
  return Result;
}
inline const NoiseInfo *noiseOf(const std::shared_ptr<const Snapshot> &State,
                                llvm::StringRef Name) {
  Snapshot::TokenPlace Place = State->tokenAt(State->text().bytes().find(Name));
  if (!Place || Place.Token->TargetKind != Section::Kind::Value ||
      !Place.Section->Facts)
    return nullptr;
  return Place.Section->Facts->find(Place.Token->Target);
}
inline int bitsOf(const std::shared_ptr<const Snapshot> &State,
                  llvm::StringRef Name) {
  const NoiseInfo *Info = noiseOf(State, Name);
  return Info && Info->Bound.isBits() ? int(Info->Bound.getBits()) : -1;
}

/// A function of one value, which one operation makes of a fresh one:
/// `%Name_2`.
inline std::string function(const std::string &Name, const std::string &Op) {
  return "  func.func @" + Name +
         "(%x: i5) -> !noisy.i32 {\n"
         "    %" +
         Name + " = noisy.encode %x : i5 -> !noisy.i32\n    %" + Name +
         "_2 = noisy." + Op + " %" + Name + ", %" + Name +
         " : !noisy.i32\n    return %" + Name + "_2 : !noisy.i32\n  }\n";
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_BUILD_SNAPSHOTQUESTIONS_H
