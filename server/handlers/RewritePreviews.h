//===- RewritePreviews.h - What rewriting would save ---------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_REWRITEPREVIEWS_H
#define NOISY_SERVER_HANDLERS_REWRITEPREVIEWS_H

#include "server/handlers/FixJobs.h"

namespace mlir::noisy::lsp {

/// Completes lists of code actions: an action that rewrites gets what that
/// saves into its title, "... (0 reductions instead of 1)", or is disabled with
/// the reason if it saves nothing. Actions of which neither is known in time
/// stay: what they save is then computed when they are chosen.
class RewritePreviews {
public:
  /// The longest that a list is held back, where nothing else is said.
  static constexpr std::chrono::milliseconds UsualPatience{250};
  /// Larger texts are not tried, in bytes.
  static constexpr size_t MostBytes = 100000;

  RewritePreviews(FixComputer Compute, std::chrono::milliseconds Patience)
      : Compute(std::move(Compute)), Patience(Patience) {}
  /// Waits for what is being computed.
  ~RewritePreviews() { IsEnding = true; }

  /// An action that rewrites.
  struct Subject {
    /// Its place in the list.
    size_t Index;
    FixTask Task;
  };
  /// Calls `OnEnd` once with the completed list: at once if there are no
  /// subjects, else on any thread. `KeepsRefused`: actions that save nothing
  /// stay, disabled; otherwise they are dropped.
  void complete(json Actions, std::vector<Subject> Subjects, bool KeepsRefused,
                llvm::unique_function<void(json)> OnEnd);

private:
  struct List;
  void compute(List &Open) const;

  const FixComputer Compute;
  const std::chrono::milliseconds Patience;
  std::atomic<bool> IsEnding = false;
  TaskQueue Clock{WorkKind::Timing};
  TaskQueue Tasks{WorkKind::Fix};
};

/// What a fix would do, behind its title: " (3 reductions, the fewest
/// possible)".
std::string inBrackets(llvm::StringRef Proposal);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_REWRITEPREVIEWS_H
