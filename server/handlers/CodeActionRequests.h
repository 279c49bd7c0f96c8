//===- CodeActionRequests.h - Code actions and fixes ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_CODEACTIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_CODEACTIONREQUESTS_H

#include "server/features/fixes/CodeActions.h"
#include "server/handlers/FixJobs.h"
#include "server/handlers/RewritePreviews.h"
#include "server/workspace/Workspace.h"
#include <mutex>

namespace mlir::noisy::lsp {

/// Answers textDocument/codeAction, codeAction/resolve, the command that
/// computes a fix (workspace/executeCommand), and noisy/proposeFix, which
/// returns a fix as a preview. The list is made from a snapshot; a fix is
/// computed when it is chosen (FixJobs).
///
/// Constructed and called on the thread of Dispatcher::run. Must outlive the
/// workers of the documents that it asked.
class CodeActionRequests {
public:
  /// Asks LLVM's server for its code actions; withdrawn when the client cancels
  /// `Answer`.
  using UpstreamActions =
      std::function<void(const std::string &Uri, const Text &Contents,
                         json Params, const std::shared_ptr<Reply> &Answer,
                         llvm::unique_function<void(Outcome)> OnOutcome)>;

  /// The longest wait for LLVM's actions; VS Code drops answers that take two
  /// seconds.
  static constexpr std::chrono::milliseconds UpstreamPatience{1000};

  /// `MenuPatience`: the longest that menus wait for what rewriting saves.
  CodeActionRequests(
      Workspace &Documents, const ClientConnection &Client, FixComputer Compute,
      UpstreamActions AskUpstream,
      std::chrono::milliseconds MenuPatience = RewritePreviews::UsualPatience);

  void onList(CodeActionParams Params, Reply Answer);
  void onResolve(ResolveActionParams Params, Reply Answer);
  void onCommand(FixCommandParams Params, Reply Answer);
  void onPropose(ProposeFixParams Params, Reply Answer);

  /// All progress that is shown; one for each client.
  ProgressTokens &progressBars() { return ProgressBars; }
  /// To be called when the text of a document was changed, or closed.
  void textChanged(const std::string &Uri) { Jobs.textChanged(Uri); }
  /// To be called when another noise model applies to a document.
  void modelChanged(const std::string &Uri) { Jobs.modelChanged(Uri); }

private:
  FixFilter filter(const CodeActionParams &Params) const;
  json listActions(const Snapshot &State, const std::string &Uri,
                   ByteRange Selection, const FixFilter &Filter,
                   const Settings &Options,
                   std::vector<RewritePreviews::Subject> &Rewritings) const;
  void addMissingRules(const Snapshot &State, const std::string &Uri,
                       ByteRange Selection, json &Actions) const;
  void addUpstream(CodeActionParams Params, const Text &Contents, json Actions,
                   const std::shared_ptr<Reply> &Answer);
  void start(FixRequest Request, const json &WorkDoneToken,
             const std::shared_ptr<Reply> &Answer, FixJobs::Handler OnResult,
             std::optional<GraphPart> Graph = std::nullopt);
  void run(const FixRequest &Request, FixTask Task, const json &WorkDoneToken,
           const std::shared_ptr<Reply> &Answer, FixJobs::Handler OnResult);
  void show(const FixRequest &Request, const FixResult &Result);
  void apply(const FixRequest &Request, FixResult Result);
  void searchLonger(const std::string &Uri, const json &WorkDoneToken,
                    const std::shared_ptr<Reply> &Answer);

  Workspace &Documents;
  const ClientConnection &Client;
  const UpstreamActions AskUpstream;
  TaskQueue Clock{WorkKind::Timing};
  ProgressTokens ProgressBars;
  /// The last search that ended early; any thread, under the mutex.
  struct StoppedSearch {
    FixRequest Request;
    FixTask Task;
    std::shared_ptr<const Fix> BestSoFar;
  };
  std::mutex StoppedMutex;
  std::optional<StoppedSearch> Stopped;
  FixJobs Jobs;
  RewritePreviews Previews;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_CODEACTIONREQUESTS_H
