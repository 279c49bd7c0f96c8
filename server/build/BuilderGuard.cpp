//===- BuilderGuard.cpp - Builds that survive crashes ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/BuilderGuard.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

BuilderGuard::BuilderGuard(const DialectRegistry &Registry,
                           std::string FileName,
                           std::function<void(const std::string &)> OnCrash)
    : Registry(&Registry), FileName(std::move(FileName)),
      OnCrash(std::move(OnCrash)),
      Builder(std::make_unique<SnapshotBuilder>(Registry, this->FileName)) {}

void BuilderGuard::useRegistry(const DialectRegistry &New) {
  Registry = &New;
  Builder->useRegistry(New);
}

void BuilderGuard::restart() {
  Builder = std::make_unique<SnapshotBuilder>(*Registry, FileName);
}

template <typename Function>
std::optional<std::shared_ptr<const Snapshot>>
BuilderGuard::attempt(Function Work) {
  auto Result = survive(Builder, Work);
  if (!Builder)
    Builder = std::make_unique<SnapshotBuilder>(*Registry, FileName);
  return Result;
}

/// All of a text that cannot be built, with an error on its first line.
static Snapshot::Part makeCrashedPart(const Text &Contents) {
  Problem Crash;
  Crash.Source = "noisy";
  Crash.Range = {0, Contents.lineEnd(0)};
  Crash.Message = "the server crashed on this document; there are no results "
                  "until it changes";
  Snapshot::Part Part;
  Part.Id = 1;
  Part.Range = {0, Contents.size()};
  Part.Problems = std::make_shared<const std::vector<Problem>>(1, Crash);
  return Part;
}

std::shared_ptr<const Snapshot>
BuilderGuard::build(Text Contents, int64_t Version, const OffsetMap &Edits,
                    Effort MaxEffort, const std::function<bool()> &ShouldStop) {
  const OffsetMap NoEdits;
  for (const OffsetMap *Known : {&Edits, &NoEdits})
    if (auto Result = attempt([&](SnapshotBuilder &Current) {
          return Current.build(Contents, Version, *Known, MaxEffort,
                               ShouldStop);
        }))
      return *Result;
  OnCrash("The server crashed on " + FileName +
          " and recovered; there are no results for this document until it "
          "changes. Please report this with the text.");
  return std::make_shared<const Snapshot>(
      Contents, Version,
      std::vector<Snapshot::Part>{makeCrashedPart(Contents)});
}

std::shared_ptr<const Snapshot>
BuilderGuard::complete(const Snapshot &Last,
                       const std::function<bool()> &ShouldStop) {
  // After a crash the last snapshot stays, without the details.
  return attempt([&](SnapshotBuilder &Current) {
           return Current.complete(Last, ShouldStop);
         })
      .value_or(nullptr);
}
