//===- UpstreamTrust.cpp - Texts that LLVM's server must not get ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamTrust.h"
#include "server/syntax/Nesting.h"

using namespace mlir::noisy::lsp;

/// True if there were too many deaths recently; forgets older ones.
bool UpstreamTrust::isMany(Deaths &DeathTimes) const {
  Clock::time_point CurrentTime = Clock::now();
  while (!DeathTimes.empty() && CurrentTime - DeathTimes.front() > Window)
    DeathTimes.pop_front();
  return DeathTimes.size() >= MaxDeaths;
}

void UpstreamTrust::addDeath(const Subject &Culprit) {
  Suspect &Record = Suspects[Culprit.Name];
  if (Record.Contents != Culprit.Contents)
    Record = {Culprit.Contents};
  Record.DeathTimes.push_back(Clock::now());
  Record.IsCondemned |= isMany(Record.DeathTimes);
}

void UpstreamTrust::addFailedStart() { FailedStarts.push_back(Clock::now()); }

void UpstreamTrust::forget(const std::string &Name) {
  Suspects.erase(Name);
  LastText.reset();
}

/// True if the text nests too deep: the server never survives such a text.
bool UpstreamTrust::nestsTooDeep(const Text &Contents) {
  if (LastText != Contents) {
    LastText = Contents;
    LastNestsTooDeep = findDeepNesting(Contents.bytes()).has_value();
  }
  return LastNestsTooDeep;
}

llvm::Error UpstreamTrust::check(const Subject &Candidate, bool IsRunning) {
  if (!IsRunning && isMany(FailedStarts))
    return refuse("LLVM's server does not start");
  if (Candidate.Contents && nestsTooDeep(*Candidate.Contents))
    return refuse("the text nests deeper than " + std::to_string(maxNesting()) +
                  " levels, too deep for LLVM's server");
  auto It = Suspects.find(Candidate.Name);
  if (It != Suspects.end() && It->second.Contents != Candidate.Contents)
    Suspects.erase(It);
  else if (It != Suspects.end() && It->second.IsCondemned)
    return refuse("LLVM's server ended repeatedly on this text; it "
                  "will be tried again when the text changes");
  return llvm::Error::success();
}
