//===- LanguageServer.h - The language server -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_LANGUAGESERVER_H
#define NOISY_SERVER_HANDLERS_LANGUAGESERVER_H

#include "mlir/IR/DialectRegistry.h"
#include "server/document/Document.h"
#include "server/handlers/CodeActionRequests.h"
#include "server/handlers/ReadingRequests.h"
#include "server/handlers/Refresh.h"
#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"
#include "server/protocol/LspWindow.h"
#include "server/settings/Configuration.h"
#include "server/settings/ModelRegistries.h"
#include "server/upstream/UpstreamServer.h"
#include <atomic>
#include <list>
#include <map>
#include <mutex>
#include <set>

namespace mlir::noisy::lsp {

/// How the server is started.
struct ServerOptions {
  /// The program and arguments that run LLVM's own server.
  std::string UpstreamProgram;
  std::vector<std::string> UpstreamArguments;
  /// Empty: the worker is found beside the executable.
  std::string CoverWorkerPath;
  /// Finishes all that a message sets off before the next one is read, so that
  /// a recorded session has one outcome. For tests (--lit-test).
  bool OneAtATime = false;
  /// Where log lines go; may be empty.
  std::function<void(const std::string &)> Log;
};

/// Connects the protocol with documents and features: it holds the handlers of
/// all methods, and no knowledge of MLIR. Handlers run on the thread of `run`
/// and only pass things on: texts to documents, requests to snapshots, to
/// LLVM's server, or to a job.
class LanguageServer {
public:
  LanguageServer(const DialectRegistry &Registry, MessageReader &Reader,
                 std::shared_ptr<MessageWriter> Writer, ServerOptions Options);
  ~LanguageServer();

  /// Serves until the client leaves; gives the exit status of the process.
  int run();

private:
  using DocumentPtr = std::shared_ptr<Document>;

  void onInitialize(const json &Params, Reply Answer);
  void onDidOpen(json &Params);
  void onDidChange(json &Params);
  void onDidClose(json &Params);
  void onDiagnostic(const json &Params, Reply Answer);
  void onCompletion(const json &Params, Reply Answer);
  /// The answer to a completion at a byte of `Now`. Any thread.
  json complete(const std::string &Uri, const Text &Now, size_t Offset,
                const std::atomic<bool> &IsStopped);
  // ConfigurationRequests.cpp
  void onInitialized(json &Params);
  void onDidChangeConfiguration(json &Params);

  /// Asks the client for the settings of these documents, where it can be
  /// asked; what it says later is applied then.
  void askForSettings(std::vector<std::string> Uris);
  void tell(const Configuration::Report &What);
  /// Brings the documents up to the settings as they are now.
  void applySettings();
  /// The settings of an open document, or those of all. Any thread.
  Settings settingsOf(const std::string &Uri);
  /// The dialects, with the default model of a document. Any thread.
  const DialectRegistry &registryOf(const std::string &Uri);

  /// Shows the diagnostics of a document that was opened as `Opening`, unless
  /// it was closed since or the client asks for them (onDiagnostic), and then
  /// says that it was analysed, where the client wants to hear of that. Any
  /// thread.
  void publish(const std::string &Uri, uint64_t Opening,
               const Document::SnapshotPtr &State);
  /// Has LLVM's server answer, about the document that `Params` name.
  void forward(const std::string &Method, const json &Params, Reply Answer);
  /// Asks LLVM's server; `Then` answers, and the request is withdrawn when
  /// the client cancels `Answer`.
  void askUpstream(std::optional<UpstreamServer::Document> About,
                   const std::string &Method, json Params,
                   const std::shared_ptr<Reply> &Answer,
                   UpstreamServer::Callback Then);
  void open(const std::string &Uri, Text Contents, int64_t Version);
  /// Takes a text again that was lost by an edit that nobody understood, where
  /// these changes have all of it.
  void reopen(const std::string &Uri, const json &Params);
  void close(DocumentPtr Closing);
  DocumentPtr find(const json &Params);
  DocumentPtr findByUri(const std::string &Uri);

  void settle();
  void log(const std::string &Text) const;

  ModelRegistries Registries;
  MessageReader &Reader;
  ServerOptions Options;
  Dispatcher Peer;
  ClientCapabilities Client;
  /// To be told of what changes answers, other than an edit.
  Refresh Refreshing{Peer, Client};
  Configuration Configured;
  PositionEncoding Encoding = PositionEncoding::UTF16;
  std::unique_ptr<UpstreamServer> Upstream;
  /// Goes after the documents, whose workers give it answers.
  ReadingRequests Reads;
  CodeActionRequests Actions;
  std::map<std::string, DocumentPtr> Documents;
  /// Those that are open for the client and closed here, because nobody knows
  /// their text any more.
  std::set<std::string> LostDocuments;

  /// Held while diagnostics are sent, so that none of a document that was
  /// closed come after those that clear it.
  std::mutex PublishMutex;
  /// The present opening of a document, and the settings that it was given.
  struct OpenedAs {
    uint64_t Number = 0;
    Settings Options;
    /// Its problems have findings among them that may come late.
    bool HasDetails = false;
  };
  /// Guarded by PublishMutex, for the workers.
  std::map<std::string, OpenedAs> Openings;
  uint64_t LastOpening = 0;

  /// Documents whose last build may still run, and completions.
  std::list<std::weak_ptr<Document>> Closing;
  std::list<std::weak_ptr<std::atomic<bool>>> CompletionStops;
  TaskGroup Completing{WorkKind::Completion};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_LANGUAGESERVER_H
