//===- UpstreamTrust.h - Texts that LLVM's server must not get --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_UPSTREAMTRUST_H
#define NOISY_SERVER_UPSTREAM_UPSTREAMTRUST_H

#include "server/text/Refusal.h"
#include "server/text/Text.h"
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// Counts the texts on which LLVM's server has ended, and refuses those on
/// which it ends again and again, until they change. Not thread-safe.
class UpstreamTrust {
public:
  /// The key under which an end is counted: the URI of a document and its text;
  /// for a request without a document, the request.
  struct Subject {
    std::string Name;
    std::optional<Text> Contents;
  };

  UpstreamTrust(unsigned MaxDeaths, std::chrono::milliseconds Window)
      : MaxDeaths(MaxDeaths), Window(Window) {}

  /// Records an end of the server while it worked on this; or before its first
  /// message, when no text is to blame.
  void addDeath(const Subject &Culprit);
  void addFailedStart();
  /// Forgets a document that was closed.
  void forget(const std::string &Name);

  /// Refuses what the server must not get. `IsRunning`: it need not be started
  /// for it.
  llvm::Error check(const Subject &Candidate, bool IsRunning);

private:
  using Clock = std::chrono::steady_clock;
  using Deaths = std::deque<Clock::time_point>;
  struct Suspect {
    std::optional<Text> Contents;
    Deaths DeathTimes = {};
    bool IsCondemned = false;
  };

  bool isMany(Deaths &DeathTimes) const;
  bool nestsTooDeep(const Text &Contents);

  const unsigned MaxDeaths;
  const std::chrono::milliseconds Window;
  std::map<std::string, Suspect> Suspects;
  Deaths FailedStarts;
  /// The last text whose nesting was checked.
  std::optional<Text> LastText;
  bool LastNestsTooDeep = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMTRUST_H
