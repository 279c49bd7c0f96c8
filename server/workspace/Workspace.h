//===- Workspace.h - The open documents -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_WORKSPACE_WORKSPACE_H
#define NOISY_SERVER_WORKSPACE_WORKSPACE_H

#include "server/document/Document.h"
#include "server/protocol/ClientConnection.h"
#include "server/protocol/LspParams.h"
#include "server/settings/Configuration.h"
#include "server/settings/ModelRegistries.h"
#include <list>
#include <map>
#include <set>

namespace mlir::noisy::lsp {

/// The open documents, by URI: the text of each with its builds, its settings,
/// and the dialects with its noise model. It knows no requests.
///
/// All functions are for the thread of Dispatcher::run, unless they say more.
class Workspace {
public:
  using DocumentPtr = std::shared_ptr<Document>;

  struct OpenDocument {
    Settings Options;
    /// The present opening of the document, of those with this URI.
    uint64_t Opening = 0;
    /// For the listener: problems of it are shown that may come late.
    bool ShowsDetails = false;
    /// Of the thread of Dispatcher::run.
    DocumentPtr Contents = nullptr;
  };

  /// Told of changes; does nothing by itself.
  class Listener {
  public:
    virtual ~Listener() = default;
    virtual void onOpened(const std::string &Uri) {}
    virtual void onTextChanged(const std::string &Uri) {}
    virtual void onModelChanged(const std::string &Uri) {}
    /// Settings of any document changed, and all documents know them.
    virtual void onSettingsChanged() {}
    /// A snapshot was built. No two run at a time, nor any for a document that
    /// was closed. On the thread of a build; it must not use the workspace.
    virtual void onBuilt(const std::string &Uri, OpenDocument &Open,
                         const Snapshot &State) {}
    /// No onBuilt comes after it; a document that was not open may be closed.
    /// It must not use the workspace.
    virtual void onClosed(const std::string &Uri) {}
  };

  /// Documents are built with the dialects of `Registry`, or with another noise
  /// model where their settings say so.
  Workspace(const DialectRegistry &Registry, ClientConnection &Client,
            Listener &Events)
      : Registries(Registry), Client(Client), Events(Events) {}
  /// stop().
  ~Workspace() { stop(); }
  /// Closes all documents, and waits for their builds.
  void stop();

  /// The document of that name, or null.
  DocumentPtr find(const std::string &Uri) const;
  /// As find; throws ResponseError (InvalidParams) where it is not open.
  DocumentPtr get(const std::string &Uri) const;
  std::vector<DocumentPtr> documents() const;
  /// The settings of an open document, or those of all. Any thread.
  Settings settings(const std::string &Uri) const;
  /// The dialects, with the default model of a document. Any thread.
  const DialectRegistry &registry(const std::string &Uri);

  // The notifications of the client.
  void open(DidOpenParams Params);
  void change(const DidChangeParams &Params);
  void close(const DocumentParams &Params);
  /// Adds a document that somebody else builds.
  void add(DocumentPtr New);

  /// Where settings come from; applySettings() makes what is changed there
  /// those of the documents.
  Configuration &configuration() { return Config; }
  void applySettings();

private:
  void open(const std::string &Uri, Text Contents, int64_t Version);
  void remove(DocumentPtr Last);

  ModelRegistries Registries;
  ClientConnection &Client;
  Listener &Events;
  Configuration Config;
  /// Held while a listener hears of a snapshot or a closed document, which may
  /// take long; and to write `Documents`, on the thread of Dispatcher::run.
  std::mutex BuiltMutex;
  /// Held to write them, too, and to read them on other threads.
  mutable std::mutex Mutex;
  std::map<std::string, OpenDocument> Documents;
  uint64_t LastOpening = 0;
  /// Documents that are open for the client and closed here, because nobody
  /// knows their text any more.
  std::set<std::string> LostDocuments;
  /// Documents whose last build may still run.
  std::list<std::weak_ptr<Document>> Closing;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_WORKSPACE_WORKSPACE_H
