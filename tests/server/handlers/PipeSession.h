//===- PipeSession.h - A dispatcher and its client --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HANDLERS_PIPESESSION_H
#define NOISY_TESTS_SERVER_HANDLERS_PIPESESSION_H

#include "server/client/LspSession.h"
#include "server/protocol/Dispatcher.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <thread>

namespace mlir::noisy::lsp::test {

struct SessionPipes {
  TestPipe InputPipe, OutputPipe;
};

/// A dispatcher in this process, and the client at the other end of its pipes,
/// which answers requests of the server when the test says so. Add handlers
/// before start().
class PipeSession : SessionPipes, public LspSession {
public:
  PipeSession() : LspSession(InputPipe.writeEnd(), OutputPipe.readEnd()) {
    answerLater();
    Server.onRequest("initialize",
                     [](const json &, Reply Answer) { Answer(nullptr); });
    Server.onRequest("test/echo",
                     [](const json &Params, Reply Answer) { Answer(Params); });
  }
  ~PipeSession() { end(); }

  void start() {
    ServerThread = std::thread([this] {
      MessageReader Reader(InputPipe.readEnd());
      Server.run(Reader);
    });
    ask("initialize", json::object());
  }

  /// The client leaves; run() has returned then.
  void end() {
    if (!ServerThread.joinable())
      return;
    InputPipe.closeWriteEnd();
    ServerThread.join();
  }

  void refuse(const json &Request) {
    answer(Request, Outcome::failure(ErrorCode::InternalError, "no"));
  }
  /// The code of the error that answers a request which was sent.
  int errorOf(int64_t Id) {
    Outcome Answer = wait(Id);
    REQUIRE_FALSE(Answer);
    return Answer.Error->Code;
  }
  /// Everything that was sent so far has been handled, and what was said then
  /// is in `unread`.
  void settle() { ask("test/echo", json::object()); }

  Dispatcher Server{std::make_shared<MessageWriter>(OutputPipe.writeEnd())};

private:
  std::thread ServerThread;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_PIPESESSION_H
