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
  return [WorkerPath = std::move(WorkerPath)](
             const FixTask &Task, const std::function<bool()> &IsCancelled,
             const ReportHandler &Report) {
    return Task.Kind->compute(Task, {WorkerPath, IsCancelled, Report});
  };
}

struct FixJobs::Job {
  std::string Uri;
  Progress Bar;
  Handler OnResult;
  std::atomic<bool> IsCancelled = false;
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
  auto cancel = [Weak = std::weak_ptr(New)] {
    if (std::shared_ptr<Job> Open = Weak.lock())
      Open->cancel(ErrorCode::RequestCancelled, "cancelled");
  };
  New->Bar = ProgressBars.begin(Request.Kind->title(), WorkDoneToken, cancel);
  if (Answer)
    Answer->onCancel(cancel);
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
  llvm::Expected<Fix> Computed =
      Compute(Task, isCancelled, [&](std::string Message) {
        Open.Bar.report(std::move(Message));
      });
  // The graph of a refused fix is that of the unchanged text.
  bool IsFixed = bool(Computed);
  Fix Repair = IsFixed ? std::move(*Computed)
                       : Fix{{}, llvm::toString(Computed.takeError())};
  if (Task.Graph && !isCancelled())
    Result.Graph =
        getFixedGraph(*Task.Registry, Task.Contents, Task.Offset, Repair,
                      Task.Options.NearLimit, *Task.Graph, isCancelled);
  if (Repair.IsOutOfTime)
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
