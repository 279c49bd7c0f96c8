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
bool UpstreamTrust::isMany(Deaths &Ended) const {
  Clock::time_point Now = Clock::now();
  while (!Ended.empty() && Now - Ended.front() > Window)
    Ended.pop_front();
  return Ended.size() >= MaxDeaths;
}

void UpstreamTrust::addDeath(const Subject &Blamed) {
  Suspect &Known = Suspects[Blamed.Name];
  if (Known.Contents != Blamed.Contents)
    Known = {Blamed.Contents};
  Known.Ended.push_back(Clock::now());
  Known.IsCondemned |= isMany(Known.Ended);
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

std::string UpstreamTrust::refusal(const Subject &Wanted, bool IsRunning) {
  if (!IsRunning && isMany(FailedStarts))
    return "LLVM's server does not start";
  if (Wanted.Contents && nestsTooDeep(*Wanted.Contents))
    return "the text nests deeper than " + std::to_string(maxNesting()) +
           " levels, which LLVM's server cannot be given";
  auto Known = Suspects.find(Wanted.Name);
  if (Known == Suspects.end())
    return "";
  if (Known->second.Contents != Wanted.Contents) {
    Suspects.erase(Known);
    return "";
  }
  if (!Known->second.IsCondemned)
    return "";
  return "LLVM's server has ended on this text again and again; it will be "
         "tried again when the text changes";
}
