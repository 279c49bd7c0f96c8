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
  size_t At = State->text().bytes().find(Text);
  REQUIRE(At != llvm::StringRef::npos);
  const Snapshot::Part *Found = State->partAt(At);
  REQUIRE(Found);
  return *Found;
}

/// What is wrong: "range: message", for each problem its line.
inline std::vector<std::string>
problemsOf(const std::shared_ptr<const Snapshot> &State) {
  std::vector<std::string> Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Found) {
    Result.push_back(
        State->text().bytes().slice(Found.Where.Begin, Found.Where.End).str() +
        ": " + Found.Message);
  });
  return Result;
}
inline const NoiseInfo *noiseOf(const std::shared_ptr<const Snapshot> &State,
                                llvm::StringRef Name) {
  Snapshot::Found At = State->tokenAt(State->text().bytes().find(Name));
  if (!At || At.Token->Of != Section::Kind::Value || !At.Section->Facts)
    return nullptr;
  return At.Section->Facts->find(At.Token->What);
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
