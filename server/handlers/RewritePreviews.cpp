//===- RewritePreviews.cpp - What rewriting would save --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/RewritePreviews.h"
#include "server/threads/Thread.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using SteadyClock = std::chrono::steady_clock;

std::string mlir::noisy::lsp::inBrackets(llvm::StringRef Proposal) {
  Proposal.consume_front("would insert ");
  return (" (" + Proposal + ")").str();
}

struct RewritePreviews::List {
  std::vector<Subject> Subjects;
  bool KeepsRefused;
  std::mutex Mutex;
  json Actions;
  /// Null once it was called.
  llvm::unique_function<void(json)> OnEnd;
  std::atomic<bool> IsOver = false;

  void end();
};

void RewritePreviews::List::end() {
  json Result;
  llvm::unique_function<void(json)> Callback;
  {
    std::lock_guard Lock(Mutex);
    IsOver = true;
    if (!OnEnd)
      return;
    Callback = std::move(OnEnd);
    Result = std::move(Actions);
  }
  // A null is an action that is dropped.
  Result.erase(std::remove(Result.begin(), Result.end(), json()), Result.end());
  Callback(std::move(Result));
}

void RewritePreviews::compute(List &Open) const {
  for (Subject &Next : Open.Subjects) {
    auto IsCancelled = [&] { return IsEnding.load() || Open.IsOver.load(); };
    if (IsCancelled())
      return;
    Next.Task.Options.TimeLimit = std::min<std::chrono::milliseconds>(
        Next.Task.Options.TimeLimit, Patience);
    SteadyClock::time_point Begin = SteadyClock::now();
    FixControl Control;
    Control.IsCancelled = IsCancelled;
    llvm::Expected<Fix> Computed = Compute(Next.Task, Control);
    // What a longer search could find is not said.
    bool IsHasty = Computed ? Computed->EndedEarly
                            : SteadyClock::now() - Begin > Patience / 2;
    std::string Refusal;
    if (!Computed)
      Refusal = llvm::toString(Computed.takeError());
    std::lock_guard Lock(Open.Mutex);
    if (IsHasty || IsCancelled())
      continue;
    json &Action = Open.Actions[Next.Index];
    if (Refusal.empty()) {
      Action["title"] =
          Action["title"].get<std::string>() +
          inBrackets(Computed->Proposal.empty() ? Computed->Message
                                                : Computed->Proposal);
    } else if (Open.KeepsRefused) {
      Action["disabled"] = {{"reason", Refusal}};
      Action.erase("data");
      Action.erase("command");
    } else {
      Action = nullptr;
    }
  }
}

void RewritePreviews::complete(json Actions, std::vector<Subject> Subjects,
                               bool KeepsRefused,
                               llvm::unique_function<void(json)> OnEnd) {
  if (Subjects.empty())
    return OnEnd(std::move(Actions));
  auto Open = std::make_shared<List>();
  Open->Subjects = std::move(Subjects);
  Open->KeepsRefused = KeepsRefused;
  Open->Actions = std::move(Actions);
  Open->OnEnd = std::move(OnEnd);
  Clock.schedule(Patience, [Open] { Open->end(); });
  Tasks.post([this, Open] {
    survive([&] {
      compute(*Open);
      return true;
    });
    Open->end();
  });
}
