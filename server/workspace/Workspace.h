//===- Workspace.h - The open documents -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_WORKSPACE_WORKSPACE_H
#define NOISY_SERVER_WORKSPACE_WORKSPACE_H

#include "server/document/Document.h"
#include "server/document/OpenSnippets.h"
#include "server/protocol/ClientConnection.h"
#include "server/protocol/LspParams.h"
#include "server/settings/Configuration.h"
#include "server/settings/ModelRegistries.h"
#include <list>
#include <map>
#include <set>

namespace mlir::noisy::lsp {

/// The open documents, by URI: the text of each with its builds, its settings,
/// and the dialects with its noise model. Knows no requests.
///
/// All functions are for the thread of Dispatcher::run, unless they say more.
class Workspace {
public:
  using DocumentPtr = std::shared_ptr<Document>;

  struct OpenDocument {
    Settings Options;
    /// The number of this opening, among all openings of the URI.
    uint64_t Opening = 0;
    /// For the listener: true if problems may be shown late; and the name of
    /// the diagnostics that were sent last (DiagnosticReport::ResultId).
    bool ShowsDetails = false;
    std::string LastReport = {};
    /// Written on the thread of Dispatcher::run.
    DocumentPtr Contents = nullptr;
  };

  /// Receives the changes; ignores them by default.
  class Listener {
  public:
    virtual ~Listener() = default;
    virtual void onOpened(const std::string &Uri) {}
    virtual void onTextChanged(const std::string &Uri) {}
    virtual void onModelChanged(const std::string &Uri) {}
    /// Other problems of a document are to be shown, though its text has not
    /// changed. Any thread.
    virtual void onProblemsChanged(const std::string &Uri) {}
    /// Settings of a document changed, and all documents have them.
    virtual void onSettingsChanged() {}
    /// A snapshot was built. Calls never overlap, and none comes after the
    /// document was closed. On a build thread; must not use the workspace.
    virtual void onBuilt(const std::string &Uri, OpenDocument &Open,
                         const Snapshot &State) {}
    /// No onBuilt follows; also called for a document that was not open. Must
    /// not use the workspace.
    virtual void onClosed(const std::string &Uri) {}
  };

  /// Documents are built with the dialects of `Registry`, or with another noise
  /// model if their settings have one.
  Workspace(const DialectRegistry &Registry, ClientConnection &Client,
            Listener &Events)
      : Registries(Registry), Client(Client), Events(Events) {}
  /// Calls stop().
  ~Workspace() { stop(); }
  /// Closes all documents, and waits for their builds.
  void stop();

  /// The document with that URI, or null.
  DocumentPtr find(const std::string &Uri) const;
  /// The document with that URI; throws ResponseError (InvalidParams) if it is
  /// not open.
  DocumentPtr get(const std::string &Uri) const;
  std::vector<DocumentPtr> documents() const;
  /// The settings of an open document, or the general ones. Any thread.
  Settings settings(const std::string &Uri) const;
  /// The dialects, with the default model of a document. Any thread.
  const DialectRegistry &registry(const std::string &Uri);
  /// The dialects that are linked in, with none of that. Any thread.
  const DialectRegistry &linkedDialects() {
    return Registries.registryFor(std::nullopt);
  }

  // The notifications of the client.
  void open(DidOpenParams Params);
  void change(const DidChangeParams &Params);
  void close(const DocumentParams &Params);
  /// `IsAutomatic`: the user did not ask for it.
  void willSave(const std::string &Uri, bool IsAutomatic);
  void saved(const DocumentParams &Params);
  /// The user's cursor is at a place, as a request shows.
  void noteCursor(const std::string &Uri, Position Cursor);
  /// Adds a document that is built elsewhere.
  void add(DocumentPtr New);

  /// The snippets that the user is filling in. Any thread.
  OpenSnippets &snippets() { return Snippets; }

  /// The sources of settings; applySettings() applies their changes to the
  /// documents.
  Configuration &configuration() { return Config; }
  void applySettings();
  /// Builds all documents again, because the dialects of the project changed.
  /// Any thread.
  void rebuild();
  /// Builds a document again, because more is known of it than its text says.
  /// Any thread.
  void rebuild(const std::string &Uri);

private:
  void open(const std::string &Uri, Text Contents, int64_t Version);
  void remove(DocumentPtr Last);
  void closeSnippetsLater(const std::string &Uri, int64_t Version);

  ModelRegistries Registries;
  ClientConnection &Client;
  Listener &Events;
  Configuration Config;
  /// Held during a listener's call about a snapshot or a closed document, which
  /// may take long, and to write `Documents`, on the thread of Dispatcher::run.
  std::mutex BuiltMutex;
  /// Held to write `Documents`, too, and to read it on other threads.
  mutable std::mutex Mutex;
  std::map<std::string, OpenDocument> Documents;
  uint64_t LastOpening = 0;
  OpenSnippets Snippets;
  /// Documents that are about to be saved without the user's doing.
  std::set<std::string> AutomaticSaves;
  /// Documents that are open for the client and closed here, because their text
  /// is unknown.
  std::set<std::string> LostDocuments;
  /// Documents whose last build may still run.
  std::list<std::weak_ptr<Document>> Closing;
  /// Last, so that its tasks end first.
  TaskQueue Clock{WorkKind::Timing};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_WORKSPACE_WORKSPACE_H
