//===- DispatcherSession.h - A dispatcher and its client --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_PROTOCOL_DISPATCHERSESSION_H
#define NOISY_TESTS_SERVER_PROTOCOL_DISPATCHERSESSION_H

#include "server/protocol/Dispatcher.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <thread>

namespace mlir::noisy::lsp::test {

/// A server with a few methods, and the client at the other end of its pipes.
class DispatcherSession {
public:
  DispatcherSession() {
    Server.onRequest("initialize", [](const json &Params, Reply Answer) {
      if (Params.is_object() && Params.value("fail", false))
        throw std::runtime_error("no");
      Answer({{"capabilities", json::object()}});
    });
    Server.onRequest("echo",
                     [](const json &Params, Reply Answer) { Answer(Params); });
    Server.onRequest("number", [](const json &Params, Reply Answer) {
      Answer(Params.at("number").get<int>() + 1);
    });
    Server.onRequest("fail", [](const json &, Reply Answer) {
      Answer.error(ErrorCode::RequestFailed, "failed", {{"why", 1}});
    });
    Server.onRequest("forget", [](const json &, Reply) {});
    Server.onRequest("throw", [](const json &, Reply) {
      throw std::runtime_error("thrown");
    });
    Server.onRequest("twice", [](const json &, Reply Answer) {
      Answer(1);
      Answer(2);
      Answer.error(ErrorCode::RequestFailed, "three");
    });
    Server.onRequest("answerAndThrow", [](const json &, Reply Answer) {
      Answer(1);
      throw std::runtime_error("too late");
    });
    Server.onRequest("keep", [this](const json &, Reply Answer) {
      PendingReplies.push_back(std::move(Answer));
    });
    Server.onNotification("note", [this](const json &Params) {
      Notes.push_back(Params.at("n").get<int>());
    });
    // Answers what is kept, from another thread.
    Server.onNotification("release", [this](const json &) {
      std::thread([this] {
        for (Reply &Answer : PendingReplies)
          Answer("late");
      }).join();
    });
  }

  void send(const char *Text) { Input += framedMessage(Text); }
  void start() {
    send(R"({"jsonrpc":"2.0","id":"start","method":"initialize","params":{}})");
  }
  void end() {
    send(R"({"jsonrpc":"2.0","id":"end","method":"shutdown"})");
    send(R"({"jsonrpc":"2.0","method":"exit"})");
  }

  /// Handles what was sent; the messages of the server, those of start() and
  /// end() left out.
  std::vector<json> run() {
    TestPipe InputPipe;
    std::thread Writer([&] {
      InputPipe.write(Input);
      InputPipe.closeWriteEnd();
    });
    MessageReader Reader(InputPipe.readEnd());
    Status = Server.run(Reader);
    Writer.join();
    PendingReplies.clear();
    return messages();
  }

  std::vector<json> messages() {
    OutputPipe.closeWriteEnd();
    MessageReader Reader(OutputPipe.readEnd());
    std::vector<json> Messages;
    for (Frame Next = Reader.next(); Next.Type == Frame::Kind::Message;
         Next = Reader.next()) {
      json Message = json::parse(Next.Text);
      CHECK(Message["jsonrpc"] == "2.0");
      Message.erase("jsonrpc");
      if (!Message.contains("id") ||
          (Message["id"] != "start" && Message["id"] != "end"))
        Messages.push_back(Message);
    }
    return Messages;
  }

  TestPipe OutputPipe;
  Dispatcher Server{std::make_shared<MessageWriter>(OutputPipe.writeEnd())};
  std::vector<Reply> PendingReplies;
  std::vector<int> Notes;
  int Status = -1;

private:
  std::string Input;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_PROTOCOL_DISPATCHERSESSION_H
