//===- FixJobs.cpp - Jobs that compute fixes ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/FixJobs.h"
#include "server/features/fixes/BetterFix.h"
#include "server/features/fixes/FixedGraph.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

FixComputer mlir::noisy::lsp::makeFixComputer(std::string WorkerPath) {
  return [WorkerPath = std::move(WorkerPath)](const FixTask &Task,
                                              const FixControl &Control) {
    return Task.Kind->compute(Task, {WorkerPath, Control});
  };
}

struct FixJobs::Job {
  std::string Uri;
  Progress Bar;
  Handler OnResult;
  std::atomic<bool> IsCancelled = false;
  /// There is something to keep; and the user wants no more than that.
  std::atomic<bool> HasChoice = false, IsStopped = false;
  /// Set by the thread that reports the result.
  std::atomic<bool> HasAnswer = false;

  void tell(FixResult Result) {
    if (HasAnswer.exchange(true))
      return;
    Bar.end(Result.Message);
    Handler Callback = std::move(OnResult);
    Callback(std::move(Result));
  }

  void cancel(ErrorCode Code, std::string Message) {
    IsCancelled = true;
    tell({std::nullopt, std::move(Message), Code});
  }

  /// The user does not want to wait any longer.
  void stop() {
    if (!HasChoice)
      return cancel(ErrorCode::RequestCancelled, "cancelled");
    IsStopped = true;
    // Writing and checking it may take a while.
    Bar.report("taking the best so far");
  }
};

FixJobs::~FixJobs() {
  for (const std::weak_ptr<Job> &Weak : Jobs)
    if (std::shared_ptr<Job> Open = Weak.lock())
      Open->cancel(ErrorCode::RequestCancelled, "the server ends");
}

void FixJobs::endAll(const std::string &Uri, const char *Reason) {
  for (const std::weak_ptr<Job> &Weak : Jobs)
    if (std::shared_ptr<Job> Open = Weak.lock(); Open && Open->Uri == Uri)
      Open->cancel(ErrorCode::ContentModified, Reason);
}

void FixJobs::start(const FixRequest &Request, FixTask Task,
                    const json &WorkDoneToken,
                    const std::shared_ptr<Reply> &Answer, Handler OnResult) {
  Jobs.remove_if([](const std::weak_ptr<Job> &Weak) { return Weak.expired(); });
  auto New = std::make_shared<Job>();
  New->Uri = Request.Uri;
  New->OnResult = std::move(OnResult);
  New->Bar = ProgressBars.begin(Request.Kind->title(), WorkDoneToken,
                                [Weak = std::weak_ptr(New)] {
                                  if (std::shared_ptr<Job> Open = Weak.lock())
                                    Open->stop();
                                });
  // Nobody waits for the answer any more.
  if (Answer)
    Answer->onCancel([Weak = std::weak_ptr(New)] {
      if (std::shared_ptr<Job> Open = Weak.lock())
        Open->cancel(ErrorCode::RequestCancelled, "cancelled");
    });
  Jobs.push_back(New);
  Tasks.post([this, New, Request, Task = std::move(Task)] {
    New->tell(survive([&] { return compute(*New, Request, Task); })
                  .value_or(FixResult{
                      std::nullopt,
                      "the server crashed in this fix and recovered; nothing "
                      "was changed; please report this with the text"}));
  });
}

FixResult FixJobs::compute(Job &Open, const FixRequest &Request,
                           const FixTask &Task) const {
  auto isCancelled = [&] { return Open.IsCancelled.load(); };
  FixResult Result;
  // The job may have been cancelled in the queue.
  if (isCancelled())
    return Result;
  FixControl Control;
  Control.IsCancelled = isCancelled;
  Control.IsStopped = [&] { return Open.IsStopped.load(); };
  Control.OnChoice = [&] { Open.HasChoice = true; };
  Control.Report = [&](std::string Message) {
    if (!Open.IsStopped)
      Open.Bar.report(std::move(Message));
  };
  llvm::Expected<Fix> Computed = Compute(Task, Control);
  // The graph of a refused fix is that of the unchanged text.
  bool IsFixed = bool(Computed);
  Fix Repair = IsFixed ? std::move(*Computed)
                       : Fix{{}, llvm::toString(Computed.takeError())};
  // The best so far changes nothing. A search that goes on has an answer then.
  if (Open.IsStopped && Repair.Edits.empty() && !Task.Applied)
    return {std::nullopt, "cancelled", ErrorCode::RequestCancelled};
  if (Task.Graph && !isCancelled())
    Result.Graph =
        getFixedGraph(*Task.Registry, Task.Contents, Task.Offset, Repair,
                      Task.Options.NearLimit, *Task.Graph, isCancelled);
  if (Repair.EndedEarly)
    Result.BestSoFar = std::make_shared<const Fix>(Repair);
  // The text of the edits.
  Text Base = Task.Contents;
  if (Task.Applied && IsFixed) {
    Repair =
        improveFix(Task.Contents.bytes(), *Task.Applied, std::move(Repair));
    Base = Text(applyEdits(Task.Contents.bytes(), Task.Applied->Edits));
    if (Repair.Edits.empty() && Result.BestSoFar)
      Result.BestSoFar = Task.Applied;
  }
  Result.Proposal =
      Repair.Proposal.empty() ? Repair.Message : std::move(Repair.Proposal);
  Result.Message = std::move(Repair.Message);
  Result.IsNotable = Repair.IsNotable;
  if (!Repair.Edits.empty()) {
    TextDocumentEdit Changes{Request.Uri, Request.Version, {}};
    for (ByteEdit &Change : Repair.Edits)
      Changes.Edits.push_back(
          {Base.rangeAt(Change.Range.Begin, Change.Range.End,
                        Client.positionEncoding()),
           std::move(Change.NewText)});
    Result.Edit.emplace(Client, std::vector{std::move(Changes)});
  }
  return Result;
}
