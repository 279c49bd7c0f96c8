//===- LanguageServer.h - The language server -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_LANGUAGESERVER_H
#define NOISY_SERVER_HANDLERS_LANGUAGESERVER_H

#include "server/handlers/CodeActionRequests.h"
#include "server/handlers/CompletionRequests.h"
#include "server/handlers/ConfigurationRequests.h"
#include "server/handlers/DiagnosticRequests.h"
#include "server/handlers/ReadingRequests.h"
#include "server/handlers/UpstreamRequests.h"
#include "server/project/OdsRequests.h"
#include "server/project/ProjectChecks.h"

namespace mlir::noisy::lsp {

/// The options of a server.
struct ServerOptions {
  /// The program and arguments that run LLVM's own server.
  std::string UpstreamProgram;
  std::vector<std::string> UpstreamArguments;
  /// The programs of the project that the command line names.
  ProjectPrograms Programs;
  /// Runs programs that are not ours (OdsTask::Launcher).
  std::vector<std::string> Launcher;
  /// What was wrong with the files of the command line, for the user.
  std::vector<std::string> StartProblems;
  /// The path of the worker; empty for the one beside the executable.
  std::string CoverWorkerPath;
  /// True to finish everything that a message causes before the next one is
  /// read, so that a recorded session has one outcome. For tests (--lit-test).
  bool OneAtATime = false;
  /// Receives log lines; may be empty.
  std::function<void(const std::string &)> Log;
};

/// The server: its life cycle, and the parts that answer messages
/// (RequestTable.h). Handlers run on the thread of `run` and delegate: texts to
/// documents, requests to snapshots, to LLVM's server, or to a job.
class LanguageServer : Workspace::Listener {
public:
  LanguageServer(const DialectRegistry &Registry, MessageReader &Reader,
                 std::shared_ptr<MessageWriter> Writer, ServerOptions Options);
  ~LanguageServer();

  /// Serves until the client leaves; returns the exit status of the process.
  int run();

private:
  void initialize(InitializeParams Params, Reply Answer);
  void watchClient(int64_t ProcessId);
  void settle();

  void onOpened(const std::string &Uri) override { Settings.ask({Uri}); }
  void onTextChanged(const std::string &Uri) override {
    Actions.textChanged(Uri);
  }
  void onModelChanged(const std::string &Uri) override {
    Actions.modelChanged(Uri);
  }
  void onProblemsChanged(const std::string &Uri) override;
  void onSettingsChanged() override { Refreshes.noteChange(ShownAll); }
  void onBuilt(const std::string &Uri, Workspace::OpenDocument &Open,
               const Snapshot &State) override {
    Diagnostics.publish(Uri, Open, State);
  }
  void onClosed(const std::string &Uri) override;

  MessageReader &Reader;
  ServerOptions Options;
  Dispatcher Peer;
  ClientConnection Client{Peer, Options.Log};
  /// Notified of every change of answers that is not an edit.
  Refresh Refreshes{Peer, Client.Capabilities};
  Workspace Documents;
  UpstreamRequests Upstream{Documents};
  /// Destroyed after the documents are stopped, whose workers complete its
  /// answers.
  ReadingRequests Reads{Documents, Client};
  CodeActionRequests Actions;
  ConfigurationRequests Settings{Documents, Client};
  ProjectChecks Checks{
      Documents, Client, Options.Launcher,
      [this](UpstreamServer::Document Document,
             UpstreamServer::Callback OnAnswer) {
        Upstream.diagnose(std::move(Document), std::move(OnAnswer));
      },
      [this](const std::string &Uri) { onProblemsChanged(Uri); }};
  DiagnosticRequests Diagnostics{Documents, Client, Refreshes, Checks};
  CompletionRequests Completions{Documents, Client};
  OdsRequests Ods{Documents, Client, Actions.progressBars(), Options.Launcher,
                  Options.UpstreamProgram};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_LANGUAGESERVER_H
