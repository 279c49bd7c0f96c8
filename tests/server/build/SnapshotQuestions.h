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
