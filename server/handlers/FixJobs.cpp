//===- FixJobs.cpp - Fixes that are being computed ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/FixJobs.h"
#include "server/features/fixes/MendedGraph.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

FixComputer mlir::noisy::lsp::makeFixComputer(std::string WorkerPath) {
  return [WorkerPath = std::move(WorkerPath)](
             const FixTask &What, const std::function<bool()> &Cancelled,
             const ReportHandler &Report) {
    return What.Kind->compute(What, {WorkerPath, Cancelled, Report});
  };
}

struct FixJobs::Job {
  std::string Uri;
  Progress Shown;
  Handler Then;
  std::atomic<bool> Cancelled = false;
  /// Whoever sets it tells the result.
  std::atomic<bool> Told = false;

  void tell(FixResult Result) {
    if (Told.exchange(true))
      return;
    Shown.end(Result.Message);
    Handler Now = std::move(Then);
    Now(std::move(Result));
  }

  void cancel(ErrorCode Why, std::string Message) {
    Cancelled = true;
    tell({std::nullopt, std::move(Message), Why});
  }
};

FixJobs::~FixJobs() {
  for (const std::weak_ptr<Job> &Each : Jobs)
    if (std::shared_ptr<Job> Open = Each.lock())
      Open->cancel(ErrorCode::RequestCancelled, "the server ends");
}

void FixJobs::endAll(const std::string &Uri, const char *Why) {
  for (const std::weak_ptr<Job> &Each : Jobs)
    if (std::shared_ptr<Job> Open = Each.lock(); Open && Open->Uri == Uri)
      Open->cancel(ErrorCode::ContentModified, Why);
}

void FixJobs::start(const FixRequest &What, FixTask Task,
                    const json &WorkDoneToken,
                    const std::shared_ptr<Reply> &Answer, Handler Then) {
  Jobs.remove_if([](const std::weak_ptr<Job> &Each) { return Each.expired(); });
  auto New = std::make_shared<Job>();
  New->Uri = What.Uri;
  New->Then = std::move(Then);
  auto cancel = [Weak = std::weak_ptr(New)] {
    if (std::shared_ptr<Job> Found = Weak.lock())
      Found->cancel(ErrorCode::RequestCancelled, "cancelled");
  };
  New->Shown = Shown.begin(What.Kind->title(), WorkDoneToken, cancel);
  Answer->onCancel(cancel);
  Jobs.push_back(New);
  Running.post([this, New, What, Task = std::move(Task)] {
    FixResult Result;
    if (!survive([&] { Result = compute(*New, What, Task); }))
      Result = {std::nullopt,
                "the server crashed at this fix and goes on, nothing was "
                "changed; please report this with the text"};
    New->tell(std::move(Result));
  });
}

FixResult FixJobs::compute(Job &Open, const FixRequest &What,
                           const FixTask &Task) const {
  auto isCancelled = [&] { return Open.Cancelled.load(); };
  FixResult Result;
  // It may have waited for its turn.
  if (isCancelled())
    return Result;
  Fix Given = Compute(Task, isCancelled, [&](std::string Message) {
    Open.Shown.report(std::move(Message));
  });
  if (Task.GraphNodes && !isCancelled())
    Result.Graph =
        getMendedGraph(*Task.Registry, Task.Contents, Task.Offset, Given,
                       Task.Options.NearLimit, *Task.GraphNodes, isCancelled);
  Result.Message = std::move(Given.Message);
  if (!Given.Edits.empty()) {
    TextDocumentEdit Changes{What.Uri, What.Version, {}};
    for (ByteEdit &Change : Given.Edits)
      Changes.Edits.push_back(
          {Task.Contents.rangeAt(Change.Where.Begin, Change.Where.End,
                                 Client.positionEncoding()),
           std::move(Change.NewText)});
    Result.Edit.emplace(Client, std::vector{std::move(Changes)});
  }
  return Result;
}
