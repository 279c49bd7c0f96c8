//===- RequestSession.h - A client of requests that read --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H
#define NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H

#include "server/handlers/RequestTable.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/handlers/PipeSession.h"
#include <map>

namespace mlir::noisy::lsp::test {

/// The requests of the server that only read, answered in this process, and the
/// client at the other end of the pipes. Set what it can do and add methods
/// before start(), documents and settings at any time while no request is under
/// way.
class RequestSession : public PipeSession {
public:
  RequestSession() { addHandlers(Server, Parts); }

  ~RequestSession() {
    end();
    for (auto &[Uri, Open] : Documents)
      Open->close();
    Documents.clear();
    OpenDocuments.stop();
  }

  /// One more method.
  void add(const char *Method, RequestHandler Handler) {
    Server.onRequest(Method,
                     [this, Method, Handler](json &Params, Reply Answer) {
                       Handler(Parts, Method, Params, std::move(Answer));
                     });
  }

  /// Settings of every document.
  void configure(const json &Params) {
    OpenDocuments.configuration().push(Params);
    OpenDocuments.applySettings();
  }

  void open(const std::string &Uri, const std::string &Contents,
            Document::Build Build) {
    Documents[Uri] =
        std::make_shared<Document>(Uri, Text(Contents), 1, std::move(Build),
                                   [](const Document::SnapshotPtr &) {});
    OpenDocuments.add(Documents[Uri]);
  }

  std::vector<std::string> Log;
  ClientConnection Connection{
      Server, [this](const std::string &Line) { Log.push_back(Line); }};
  ClientCapabilities &Client = Connection.Capabilities;
  std::map<std::string, std::shared_ptr<Document>> Documents;

private:
  Workspace::Listener Nobody;
  Workspace OpenDocuments{allDialects(), Connection, Nobody};
  ReadingRequests Reads{OpenDocuments, Connection};
  const Services Parts = {&Connection, &OpenDocuments, &Reads,  nullptr,
                          nullptr,     nullptr,        nullptr, nullptr,
                          nullptr,     nullptr};
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H
