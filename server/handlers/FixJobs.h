//===- FixJobs.h - Fixes that are being computed ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_FIXJOBS_H
#define NOISY_SERVER_HANDLERS_FIXJOBS_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/fixes/ReductionFix.h"
#include "server/features/noise/NoiseGraph.h"
#include "server/handlers/FixRequest.h"
#include "server/handlers/Progress.h"
#include "server/settings/Settings.h"
#include "server/threads/WorkerPool.h"
#include <atomic>
#include <list>

namespace mlir::noisy::lsp {

/// What is told of a fix whose text is not the newest.
inline constexpr char FixIsOutdated[] =
    "the document changed since the fix was offered; ask for it again";
/// What is told of one that was computed for other settings.
inline constexpr char FixModelChanged[] =
    "the settings changed: another noise model holds now; ask for the fix "
    "again";

/// How the computation of a fix ended.
struct FixResult {
  /// For the version that it was asked for, which is the newest.
  std::optional<WorkspaceEdit> Edit;
  /// In either case, what to tell the user.
  std::string Message;
  /// Why there is no edit: RequestFailed where none was found.
  ErrorCode Code = ErrorCode::RequestFailed;
  /// Of the function after it, where the task asks for that (getMendedGraph).
  std::optional<NoiseGraph> Graph = std::nullopt;
};

/// Computes a fix, on any thread with a large stack, until `IsCancelled` says
/// that nobody waits for it.
using FixComputer = std::function<Fix(const FixTask &Task,
                                      const std::function<bool()> &IsCancelled,
                                      const ReportHandler &Report)>;

/// The one of this server: the optimizer with the worker at `WorkerPath` (see
/// `CoverOptions::WorkerPath`), or one of the small fixes.
FixComputer makeFixComputer(std::string WorkerPath);

/// The fixes that are being computed, two at a time (WorkerPool), with
/// progress. One ends at once, as far as anybody can see, when the user cancels
/// it, or when its text or the noise model changes: nobody could use its edit
/// any more.
///
/// All functions are for the thread of Dispatcher::run.
class FixJobs {
public:
  /// Called once, on any thread.
  using Handler = llvm::unique_function<void(FixResult)>;

  FixJobs(FixComputer Compute, ProgressTokens &ProgressBars,
          const ClientCapabilities &Client)
      : Compute(std::move(Compute)), ProgressBars(ProgressBars),
        Client(Client) {}
  /// Cancels all, and waits for them.
  ~FixJobs();

  /// Computes `Request` by `Task`, whose text is of that version, and shows the
  /// progress (ProgressTokens::begin). `OnResult` is to complete `Answer`.
  void start(const FixRequest &Request, FixTask Task, const json &WorkDoneToken,
             const std::shared_ptr<Reply> &Answer, Handler OnResult);

  /// The text of a document was changed, or closed: fixes of it are outdated.
  void textChanged(const std::string &Uri) { endAll(Uri, FixIsOutdated); }
  /// The noise model of a document is another one: so would be its fixes.
  void modelChanged(const std::string &Uri) { endAll(Uri, FixModelChanged); }

private:
  struct Job;
  void endAll(const std::string &Uri, const char *Reason);
  FixResult compute(Job &Open, const FixRequest &Request,
                    const FixTask &Task) const;

  const FixComputer Compute;
  ProgressTokens &ProgressBars;
  const ClientCapabilities &Client;
  std::list<std::weak_ptr<Job>> Jobs;
  TaskGroup Tasks{WorkKind::Fix};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_FIXJOBS_H
