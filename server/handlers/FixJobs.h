//===- FixJobs.h - Jobs that compute fixes ----------------------*- C++ -*-===//
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
#include "server/protocol/Progress.h"
#include "server/settings/Settings.h"
#include "server/threads/WorkerPool.h"
#include <atomic>
#include <list>

namespace mlir::noisy::lsp {

/// The error message for a fix of an older text.
inline constexpr char FixIsOutdated[] =
    "the document changed since the fix was offered; request it again";
/// The error message for a fix that was computed for other settings.
inline constexpr char FixModelChanged[] =
    "the settings changed: another noise model applies now; request the fix "
    "again";

/// The outcome of a fix's computation.
struct FixResult {
  /// The edit, for the version that was asked for, which is the newest.
  std::optional<WorkspaceEdit> Edit;
  /// The message to the user, with or without an edit.
  std::string Message;
  /// The reason if there is no edit: RequestFailed if none was found.
  ErrorCode Code = ErrorCode::RequestFailed;
  /// The graph of the fixed function, if the task requests it (getFixedGraph).
  std::optional<NoiseGraph> Graph = std::nullopt;
  /// What the edit would do (Fix::Proposal); never empty with an edit.
  std::string Proposal = {};
  /// If the time limit or the user ended the search: the best fix of the task's
  /// text. A longer search may find a better one.
  std::shared_ptr<const Fix> BestSoFar = nullptr;
  /// The title of a button for that; empty if there is none.
  std::string SearchLonger = {};
  /// The message says what the new text does not show (Fix::IsNotable).
  bool IsNotable = false;
};

/// Computes a fix, on any thread with a large stack.
using FixComputer = std::function<llvm::Expected<Fix>(
    const FixTask &Task, const FixControl &Control)>;

/// The computation that this server uses: the optimizer with the worker at
/// `WorkerPath` (see `CoverOptions::WorkerPath`), or a small fix.
FixComputer makeFixComputer(std::string WorkerPath);

/// The fixes that are being computed, two at a time (WorkerPool), with
/// progress. A fix ends at once for the client when it withdraws the request,
/// or when the text or the noise model changes: its edit is then useless. A
/// user who cancels the progress does not want to wait, and gets the best fix
/// so far, if there is any.
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
  /// Cancels all jobs, and waits for them.
  ~FixJobs();

  /// Computes `Request` by `Task`, whose text has the request's version, and
  /// shows the progress (ProgressTokens::begin). `OnResult` is to complete
  /// `Answer`, if there is one.
  void start(const FixRequest &Request, FixTask Task, const json &WorkDoneToken,
             const std::shared_ptr<Reply> &Answer, Handler OnResult);

  /// Ends the fixes of a document whose text was changed, or closed.
  void textChanged(const std::string &Uri) { endAll(Uri, FixIsOutdated); }
  /// Ends the fixes of a document whose noise model was changed.
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
  TaskQueue Tasks{WorkKind::Fix};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_FIXJOBS_H
