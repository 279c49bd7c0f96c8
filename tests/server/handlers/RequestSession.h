//===- RequestSession.h - A client of requests that read --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H
#define NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H

#include "server/handlers/ReadingRequests.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <map>

namespace mlir::noisy::lsp::test {

/// Requests that only read, answered in this process, and the client at the
/// other end of the pipes. Add methods before start(), documents at any time
/// while no request is under way.
class RequestSession {
public:
  RequestSession() {
    Server.onRequest("initialize",
                     [](const json &, Reply Answer) { Answer(nullptr); });
  }

  ~RequestSession() {
    if (Running.joinable()) {
      In.closeWriteEnd();
      Running.join();
    }
    for (auto &[Uri, Open] : Documents)
      Open->close();
    Documents.clear();
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
      Incoming Next = Replies.next();
      REQUIRE(Next.What == Incoming::Kind::Message);
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
  void write(const json &Message) { In.write(framed(Message.dump())); }

  TestPipe In, Out;
  MessageReader Replies{Out.readEnd()};
  int LastId = 0;
  std::map<int, json> Answers;
  std::thread Running;

public:
  Dispatcher Server{std::make_shared<MessageWriter>(Out.writeEnd())};
  PositionEncoding Encoding = PositionEncoding::UTF16;
  std::vector<std::string> Log;
  /// Of every document.
  Settings Options;
  ReadingRequests Reads{
      Server,
      {[this](const json &Params) -> std::shared_ptr<Document> {
         const char *About = Params.contains("item") ? "item" : "textDocument";
         auto Found = Documents.find(Params.at(About).at("uri"));
         return Found == Documents.end() ? nullptr : Found->second;
       },
       [this] {
         std::vector<std::shared_ptr<Document>> All;
         for (auto &[Uri, Open] : Documents)
           All.push_back(Open);
         return All;
       },
       [this](const std::string &) { return Options; }},
      Encoding,
      [this](const std::string &Line) { Log.push_back(Line); }};
  std::map<std::string, std::shared_ptr<Document>> Documents;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_REQUESTSESSION_H
