//===- CodeActionRequests.h - Fixes, offered and computed -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_CODEACTIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_CODEACTIONREQUESTS_H

#include "server/document/Document.h"
#include "server/features/fixes/CodeActions.h"
#include "server/handlers/FixJobs.h"

namespace mlir::noisy::lsp {

/// Answers textDocument/codeAction, codeAction/resolve, the command that
/// computes a fix (workspace/executeCommand), and noisy/proposeFix, which gives
/// one to look at. The list is made from a snapshot, and none of it is computed
/// until it is chosen (FixJobs).
///
/// Construct and call it on the thread of Dispatcher::run. It has to outlive
/// the workers of the documents that it asked.
class CodeActionRequests {
public:
  using DocumentPtr = std::shared_ptr<Document>;

  /// What it is given by the server.
  struct Environment {
    /// The document of that name, or null.
    std::function<DocumentPtr(const std::string &Uri)> Find;
    std::function<Settings(const std::string &Uri)> SettingsOf;
    /// The dialects, with the noise model of a document.
    std::function<const DialectRegistry &(const std::string &Uri)> RegistryOf;
    /// Has LLVM's server answer textDocument/codeAction; withdrawn when the
    /// client cancels `Answer`.
    std::function<void(const std::string &Uri, const Text &Contents,
                       const json &Params, const std::shared_ptr<Reply> &Answer,
                       llvm::unique_function<void(Outcome)> Then)>
        AskUpstream;
    FixComputer Compute;
    /// May be empty.
    std::function<void(const std::string &)> Log;
  };

  /// How long the list waits for LLVM's actions; VS Code drops what takes two
  /// seconds.
  static constexpr std::chrono::milliseconds UpstreamPatience{1000};

  CodeActionRequests(Dispatcher &Peer, const ClientCapabilities &Client,
                     const PositionEncoding &Encoding, Environment Server);

  /// Tells the client what it can ask for.
  static void announce(json &Capabilities);

  /// The text of a document was changed, or closed.
  void textChanged(const std::string &Uri) { Jobs.textChanged(Uri); }
  /// Another noise model holds for a document.
  void modelChanged(const std::string &Uri) { Jobs.modelChanged(Uri); }

private:
  void onList(const json &Params, Reply Answer);
  void onResolve(const json &Params, Reply Answer);
  void onCommand(const json &Params, Reply Answer);
  void onPropose(const json &Params, Reply Answer);

  FixFilter readFilter(const json &Context, const std::string &Uri) const;
  json listActions(const Snapshot &State, const std::string &Uri,
                   ByteRange Asked, const FixFilter &Wanted) const;
  void addUpstream(const std::string &Uri, const Text &Contents,
                   const json &Params, json Actions,
                   const std::shared_ptr<Reply> &Answer);
  void start(const FixRequest &What, const json &Params,
             const std::shared_ptr<Reply> &Answer, FixJobs::Handler Then,
             std::optional<size_t> GraphNodes = std::nullopt);
  void show(const FixRequest &What, const FixResult &Result);

  Dispatcher &Peer;
  const ClientCapabilities &Client;
  const PositionEncoding &Encoding;
  const Environment Server;
  Timer Clock;
  ProgressTokens Shown;
  FixJobs Jobs;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_CODEACTIONREQUESTS_H
