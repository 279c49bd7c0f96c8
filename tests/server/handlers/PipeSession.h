//===- PipeSession.h - A dispatcher and its client --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HANDLERS_PIPESESSION_H
#define NOISY_TESTS_SERVER_HANDLERS_PIPESESSION_H

#include "server/protocol/Dispatcher.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <thread>

namespace mlir::noisy::lsp::test {

/// A dispatcher in this process, and the client at the other end of its pipes,
/// which also hears what the server says by itself. Add handlers before
/// start().
class PipeSession {
public:
  PipeSession() {
    Server.onRequest("initialize",
                     [](const json &, Reply Answer) { Answer(nullptr); });
    Server.onRequest("test/echo",
                     [](const json &Params, Reply Answer) { Answer(Params); });
  }
  ~PipeSession() { end(); }

  void start() {
    Running = std::thread([this] {
      MessageReader Reader(In.readEnd());
      Server.run(Reader);
    });
    ask("initialize", json::object());
  }

  /// The client leaves; run() has returned then.
  void end() {
    if (!Running.joinable())
      return;
    In.closeWriteEnd();
    Running.join();
  }

  int send(const std::string &Method, json Params) {
    write({{"jsonrpc", "2.0"},
           {"id", ++LastId},
           {"method", Method},
           {"params", std::move(Params)}});
    return LastId;
  }
  void notify(const std::string &Method, json Params) {
    write({{"jsonrpc", "2.0"},
           {"method", Method},
           {"params", std::move(Params)}});
  }
  /// Answers a request of the server.
  void answer(const json &Request, json Result = nullptr) {
    write({{"jsonrpc", "2.0"},
           {"id", Request.at("id")},
           {"result", std::move(Result)}});
  }
  void refuse(const json &Request) {
    write({{"jsonrpc", "2.0"},
           {"id", Request.at("id")},
           {"error", {{"code", -32603}, {"message", "no"}}}});
  }

  /// The message that answers a request.
  json wait(int Id) {
    return waitFor([&](const json &Message) {
      return !Message.contains("method") && Message["id"] == Id;
    });
  }
  /// The next notification or request of the server of that method.
  json waitFor(const std::string &Method) {
    return waitFor([&](const json &Message) {
      return Message.contains("method") && Message["method"] == Method;
    });
  }
  json ask(const std::string &Method, json Params) {
    json Message = wait(send(Method, std::move(Params)));
    INFO(Message);
    REQUIRE(Message.contains("result"));
    return Message["result"];
  }
  /// Everything that was sent so far has been handled, and what was said then
  /// is in `Unread`.
  void settle() { ask("test/echo", json::object()); }

  /// What came and was not waited for.
  std::deque<json> Unread;

private:
  void write(const json &Message) { In.write(frameMessage(Message)); }

  json waitFor(const std::function<bool(const json &)> &Wanted) {
    for (auto I = Unread.begin(); I != Unread.end(); ++I)
      if (Wanted(*I)) {
        json Found = std::move(*I);
        Unread.erase(I);
        return Found;
      }
    while (true) {
      Frame Next = Replies.next();
      REQUIRE(Next.Type == Frame::Kind::Message);
      json Message = json::parse(Next.Text);
      if (Wanted(Message))
        return Message;
      Unread.push_back(std::move(Message));
    }
  }

  TestPipe In, Out;
  MessageReader Replies{Out.readEnd()};
  int LastId = 0;
  std::thread Running;

public:
  Dispatcher Server{std::make_shared<MessageWriter>(Out.writeEnd())};
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_PIPESESSION_H
