//===- LanguageServer.cpp - The language server ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/LanguageServer.h"
#include "Version.h"
#include "server/handlers/RequestTable.h"
#include <future>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

LanguageServer::LanguageServer(const DialectRegistry &Registry,
                               MessageReader &Reader,
                               std::shared_ptr<MessageWriter> Writer,
                               ServerOptions InitialOptions)
    : Reader(Reader), Options(std::move(InitialOptions)),
      Peer(std::move(Writer), Options.Log), Documents(Registry, Client, *this),
      Actions(Documents, Client, makeFixComputer(Options.CoverWorkerPath),
              [this](const std::string &Uri, const Text &Contents, json Params,
                     const std::shared_ptr<Reply> &Answer,
                     llvm::unique_function<void(Outcome)> OnOutcome) {
                Upstream.ask(UpstreamServer::Document{Uri, Contents},
                             "textDocument/codeAction", std::move(Params),
                             Answer, std::move(OnOutcome));
              }) {
  Peer.onRequest("initialize", [this](json &Params, Reply Answer) {
    initialize(decode<InitializeParams>(Params), std::move(Answer));
  });
  addHandlers(Peer, {&Client, &Documents, &Reads, &Actions, &Completions,
                     &Settings, &Diagnostics, &Upstream, &Ods, &Checks});
}

LanguageServer::~LanguageServer() {
  Completions.stop();
  // Their readings and reports rebuild documents.
  Ods.stop();
  Checks.stop();
  Documents.stop();
  // The waiters may still use LLVM's server, so it is stopped last.
  Upstream.stop();
  WorkerPool::get().setHandlers(nullptr, nullptr);
}

int LanguageServer::run() {
  if (!Options.OneAtATime)
    return Peer.run(Reader);
  return Peer.run(Reader, [this] { settle(); });
}

void LanguageServer::settle() {
  for (const Workspace::DocumentPtr &Open : Documents.documents()) {
    std::promise<void> Completion;
    Open->withComplete([&](const Reading &) { Completion.set_value(); });
    Completion.get_future().wait();
    std::promise<void> Check;
    Checks.whenChecked(Open->uri(), [&] { Check.set_value(); });
    Check.get_future().wait();
  }
  Peer.waitForAnswers(std::chrono::minutes(1));
}

void LanguageServer::onProblemsChanged(const std::string &Uri) {
  Refreshes.noteChange(ShownLenses);
  if (Client.Capabilities.PullDiagnostics)
    Refreshes.noteChange(ShownDiagnostics);
  else
    Documents.rebuild(Uri);
}

void LanguageServer::onClosed(const std::string &Uri) {
  Checks.onClosed(Uri);
  Upstream.onClosed(Uri);
  Diagnostics.clear(Uri);
}

/// Ends the server when the process of the client has ended.
void LanguageServer::watchClient(int64_t ProcessId) {
  if (ProcessId != static_cast<pid_t>(ProcessId) ||
      !Reader.endWith(static_cast<pid_t>(ProcessId)))
    Client.log("there is no process " + std::to_string(ProcessId) +
               " here; its end cannot be detected");
}

void LanguageServer::initialize(InitializeParams Params, Reply Answer) {
  if (Params.ProcessId)
    watchClient(*Params.ProcessId);
  Client.Capabilities = Params.Capabilities;
  Checks.initialize(Params, Options.Programs);
  Ods.initialize(Params);
  Settings.initialize(Params.InitializationOptions);
  for (const std::string &Problem : Options.StartProblems)
    Client.show(MessageType::Warning, Problem);

  UpstreamOptions Child;
  Child.Program = Options.UpstreamProgram;
  Child.Arguments = Options.UpstreamArguments;
  Child.MoreArguments = [] {
    LoadedDialectsPtr Added = currentDialects();
    return Added ? Added->files().options() : std::vector<std::string>();
  };
  if (!Checks.server().empty()) {
    Child.Program = Checks.server();
    Child.Name = programName(Child.Program);
    // As LLVM's, it would log every message.
    Child.Arguments = {"--log=error"};
    Child.MoreArguments = nullptr;
  }
  Child.Encoding = Client.encoding();
  Child.Log = Options.Log;
  Upstream.start(std::move(Child));

  json Capabilities = announceRequests(Client.Capabilities);
  Capabilities["textDocumentSync"] = {{"openClose", true},
                                      {"change", 2 /*incremental*/},
                                      {"willSave", true},
                                      {"save", true}};
  if (!Client.Capabilities.PositionEncodings.empty())
    Capabilities["positionEncoding"] = nameOf(Client.encoding());
  Answer({{"capabilities", std::move(Capabilities)},
          {"serverInfo",
           {{"name", "noisy-lsp-server"}, {"version", NOISY_VERSION}}}});
  WorkerPool::get().setHandlers(
      [this](const std::string &Message) {
        Client.show(MessageType::Warning, Message);
      },
      Options.Log);
}
