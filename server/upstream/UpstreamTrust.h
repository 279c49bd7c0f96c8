//===- UpstreamTrust.h - What LLVM's server cannot be given -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_UPSTREAMTRUST_H
#define NOISY_SERVER_UPSTREAM_UPSTREAMTRUST_H

#include "server/text/Text.h"
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// Knows which texts LLVM's server has ended on, and refuses those on which it
/// does so again and again, until they change. Not thread-safe.
class UpstreamTrust {
public:
  /// What an end is counted by: the URI of a document and its text; of a
  /// request without one, the request.
  struct Subject {
    std::string Name;
    std::optional<Text> Contents;
  };

  UpstreamTrust(unsigned MaxDeaths, std::chrono::milliseconds Window)
      : MaxDeaths(MaxDeaths), Window(Window) {}

  /// The server ended when it had this in hand; or before it said anything,
  /// when no text is to blame.
  void addDeath(const Subject &Blamed);
  void addFailedStart();
  /// A document was closed.
  void forget(const std::string &Name);

  /// Why the server is not given this; empty when it is. `IsRunning`: it need
  /// not be started for it.
  std::string refusal(const Subject &Wanted, bool IsRunning);

private:
  using Clock = std::chrono::steady_clock;
  using Deaths = std::deque<Clock::time_point>;
  struct Suspect {
    std::optional<Text> Contents;
    Deaths Ended = {};
    bool IsCondemned = false;
  };

  bool isMany(Deaths &Ended) const;
  bool nestsTooDeep(const Text &Contents);

  const unsigned MaxDeaths;
  const std::chrono::milliseconds Window;
  std::map<std::string, Suspect> Suspects;
  Deaths FailedStarts;
  /// The text whose nesting was looked at last.
  std::optional<Text> LastText;
  bool LastNestsTooDeep = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMTRUST_H
