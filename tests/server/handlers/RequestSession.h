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
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <map>

namespace mlir::noisy::lsp::test {

/// The requests of the server that only read, answered in this process, and the
/// client at the other end of the pipes. Set what it can do and add methods
/// before start(), documents and settings at any time while no request is under
/// way.
class RequestSession {
public:
  RequestSession() {
    Server.onRequest("initialize",
                     [](const json &, Reply Answer) { Answer(nullptr); });
    addHandlers(Server, Parts);
  }

  ~RequestSession() {
    if (Running.joinable()) {
      In.closeWriteEnd();
      Running.join();
    }
    for (auto &[Uri, Open] : Documents)
      Open->close();
    Documents.clear();
    Opened.stop();
  }

  /// One more method.
  void add(const char *Method, RequestHandler Handler) {
    Server.onRequest(Method,
                     [this, Method, Handler](json &Params, Reply Answer) {
                       Handler(Parts, Method, Params, std::move(Answer));
                     });
  }

  /// Settings of every document.
  void configure(const json &Given) {
    Opened.configuration().push(Given);
    Opened.applySettings();
  }

  void start() {
    Running = std::thread([this] {
      MessageReader Reader(In.readEnd());
      Server.run(Reader);
    });
    ask("initialize", json::object());
  }

  void open(const std::string &Uri, const std::string &Contents,
            Document::Build Build) {
    Documents[Uri] =
        std::make_shared<Document>(Uri, Text(Contents), 1, std::move(Build),
                                   [](const Document::SnapshotPtr &) {});
    Opened.add(Documents[Uri]);
  }

  /// Sends a request, and gives its number.
  int send(const std::string &Method, json Params) {
    write({{"jsonrpc", "2.0"},
           {"id", ++LastId},
           {"method", Method},
           {"params", std::move(Params)}});
    return LastId;
  }
  void notify(const std::string &Method, json Params) {
    write({{"jsonrpc", "2.0"}, {"method", Method}, {"params", Params}});
  }
  /// The whole message that answers a request.
  json wait(int Id) {
    while (!Answers.count(Id)) {
      Frame Next = Replies.next();
      REQUIRE(Next.Type == Frame::Kind::Message);
      json Message = json::parse(Next.Text);
      int Answered = Message.at("id");
      REQUIRE(Answers.emplace(Answered, std::move(Message)).second);
    }
    return Answers.at(Id);
  }
  /// The result of a request.
  json ask(const std::string &Method, json Params) {
    json Message = wait(send(Method, std::move(Params)));
    INFO(Message);
    REQUIRE(Message.contains("result"));
    return Message["result"];
  }
  /// The number of the error of a request.
  int askWrongly(const std::string &Method, json Params) {
    json Message = wait(send(Method, std::move(Params)));
    INFO(Message);
    REQUIRE(Message.contains("error"));
    return Message["error"]["code"];
  }

private:
  void write(const json &Message) { In.write(frameMessage(Message)); }

  TestPipe In, Out;
  MessageReader Replies{Out.readEnd()};
  int LastId = 0;
  std::map<int, json> Answers;
  std::thread Running;

public:
  Dispatcher Server{std::make_shared<MessageWriter>(Out.writeEnd())};
  std::vector<std::string> Log;
  ClientConnection Connection{
      Server, [this](const std::string &Line) { Log.push_back(Line); }};
  ClientCapabilities &Client = Connection.Capabilities;
  std::map<std::string, std::shared_ptr<Document>> Documents;

private:
  Workspace::Listener Nobody;
  Workspace Opened{allDialects(), Connection, Nobody};
  ReadingRequests Reads{Opened, Connection};
  const Services Parts = {&Connection, &Opened, &Reads,  nullptr,
                          nullptr,     nullptr, nullptr, nullptr};
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H
