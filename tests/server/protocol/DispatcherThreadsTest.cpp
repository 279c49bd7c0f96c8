//===- DispatcherThreadsTest.cpp - Late answers, and cancelling -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/protocol/DispatcherSession.h"
#include <atomic>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Dispatcher: it is read on while a handler works", "[dispatcher]") {
  // Writes more than the pipe holds while the handler waits for the last of it:
  // a client that writes first and reads then is not to wait for ever.
  TestPipe InputPipe, OutputPipe;
  std::atomic<bool> AllWritten = false;
  Dispatcher Server(std::make_shared<MessageWriter>(OutputPipe.writeEnd()));
  Server.onRequest("initialize", [&](const json &, Reply Answer) {
    for (int I = 0; I < 3000 && !AllWritten; ++I)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    Answer(AllWritten.load());
  });
  std::string Input =
      framedMessage(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})") +
      framedMessage(R"({"jsonrpc":"2.0","method":"x","params":[")" +
                    std::string(3 << 20, 'x') + "\"]}");
  std::thread Writer([&] {
    InputPipe.write(Input);
    AllWritten = true;
    InputPipe.closeWriteEnd();
  });
  MessageReader Reader(InputPipe.readEnd());
  Server.run(Reader);
  Writer.join();
  OutputPipe.closeWriteEnd();
  CHECK(json::parse(
            MessageReader(OutputPipe.readEnd()).next().Text)["result"] == true);
}

TEST_CASE("Dispatcher: replies of other threads", "[dispatcher]") {
  DispatcherSession S;
  S.start();
  S.send(R"({"jsonrpc":"2.0","id":1,"method":"keep"})");
  S.send(R"({"jsonrpc":"2.0","id":2,"method":"keep"})");
  // The same id again, while the first is not answered.
  S.send(R"({"jsonrpc":"2.0","id":2,"method":"echo"})");
  S.send(R"({"jsonrpc":"2.0","method":"release"})");
  S.send(R"({"jsonrpc":"2.0","id":2,"method":"echo"})");
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 4);
  CHECK(Messages[0]["error"]["code"] == -32600);
  CHECK(Messages[1] == json({{"id", 1}, {"result", "late"}}));
  CHECK(Messages[2] == json({{"id", 2}, {"result", "late"}}));
  CHECK(Messages[3] == json({{"id", 2}, {"result", nullptr}}));
}

TEST_CASE("Dispatcher: a reply may outlive everything; the request has its "
          "answer by then",
          "[dispatcher]") {
  TestPipe OutputPipe;
  std::optional<Reply> PendingReply;
  {
    Dispatcher Server(std::make_shared<MessageWriter>(OutputPipe.writeEnd()));
    Server.onRequest("initialize", [&](const json &, Reply Answer) {
      PendingReply.emplace(std::move(Answer));
    });
    TestPipe InputPipe(
        framedMessage(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})"));
    MessageReader Reader(InputPipe.readEnd());
    CHECK(Server.run(Reader) == 1);
  }
  (*PendingReply)(5);
  PendingReply.reset();
  OutputPipe.closeWriteEnd();
  CHECK(OutputPipe.readAll() ==
        framedMessage(
            R"({"error":{"code":-32802,"message":"the server ends"},"id":1,)"
            R"("jsonrpc":"2.0"})"));
}

TEST_CASE("Dispatcher: cancelling", "[dispatcher]") {
  DispatcherSession S;
  int Cancellations = 0;
  std::vector<bool> PriorStates;
  S.Server.onRequest("cancellable", [&](const json &, Reply Answer) {
    PriorStates.push_back(Answer.isCancelled());
    Answer.onCancel([&] { ++Cancellations; });
    S.PendingReplies.push_back(std::move(Answer));
  });
  S.Server.onNotification("look", [&](const json &) {
    CHECK(S.PendingReplies[0].isCancelled());
    CHECK_FALSE(S.PendingReplies[1].isCancelled());
    S.PendingReplies[0].onCancel([&] { Cancellations += 10; });
  });
  S.start();
  S.send(R"({"jsonrpc":"2.0","id":1,"method":"cancellable"})");
  S.send(R"({"jsonrpc":"2.0","id":"1","method":"cancellable"})");
  S.send(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}})");
  S.send(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}})");
  S.send(R"({"jsonrpc":"2.0","method":"look"})");
  S.send(R"({"jsonrpc":"2.0","method":"release"})");
  S.send(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"1"}})");
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 2);
  CHECK(Messages[0]["id"] == 1);
  CHECK(Messages[0]["error"]["code"] == -32800);
  CHECK(Messages[1] == json({{"id", "1"}, {"result", "late"}}));
  CHECK(PriorStates == std::vector<bool>{false, false});
  CHECK(Cancellations == 11);
}

TEST_CASE("Dispatcher: cancelling races with answering", "[dispatcher]") {
  DispatcherSession S;
  std::vector<std::thread> Threads;
  std::atomic<int> AnswerCount = 0;
  S.Server.onRequest("race", [&](const json &, Reply Answer) {
    Threads.emplace_back([&, Answer = std::move(Answer)]() mutable {
      Answer.onCancel([] {});
      if (!Answer.isCancelled())
        Answer("won");
      ++AnswerCount;
    });
  });
  S.start();
  for (int I = 0; I < 50; ++I) {
    std::string Id = std::to_string(I);
    S.send((R"({"jsonrpc":"2.0","method":"race","id":)" + Id + "}").c_str());
    S.send((R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":)" +
            Id + "}}")
               .c_str());
  }
  S.Server.onRequest("shutdown", [&](const json &, Reply Answer) {
    for (std::thread &Thread : Threads)
      Thread.join();
    Answer(nullptr);
  });
  S.end();
  std::vector<json> Messages = S.run();
  CHECK(Messages.size() == 50);
  CHECK(AnswerCount == 50);
  for (const json &Message : Messages)
    CHECK((Message.contains("error") ? Message["error"]["code"] == -32800
                                     : Message["result"] == "won"));
}

TEST_CASE("Dispatcher: calls to the client", "[dispatcher]") {
  DispatcherSession S;
  std::vector<json> Answers;
  auto Keep = [&](Outcome Answer) {
    Answers.push_back(Answer ? Answer.Result
                             : json({{"code", Answer.Error->Code},
                                     {"message", Answer.Error->Message}}));
  };
  S.Server.onNotification("go", [&](const json &) {
    S.Server.notify("told", {{"a", 1}});
    S.Server.call("ask", {{"q", 1}}, Keep);
    S.Server.call("ask", nullptr, Keep);
    S.Server.call("ask", nullptr, Keep);
    S.Server.call("ask", nullptr,
                  [](Outcome) { throw std::runtime_error(""); });
    S.Server.call("ask", nullptr, Keep);
  });
  S.start();
  S.send(R"({"jsonrpc":"2.0","method":"go"})");
  S.send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}})");
  S.send(R"({"jsonrpc":"2.0","id":1,"result":[5]})");
  S.send(R"({"jsonrpc":"2.0","id":1,"result":"again"})");
  S.send(R"({"jsonrpc":"2.0","id":"1","result":"a string"})");
  S.send(R"({"jsonrpc":"2.0","id":3})"); // some leave out null
  S.send(R"({"jsonrpc":"2.0","id":4,"result":null})");
  std::vector<json> Messages = S.run();

  REQUIRE(Messages.size() == 6);
  CHECK(Messages[0] == json({{"method", "told"}, {"params", {{"a", 1}}}}));
  CHECK(Messages[1] ==
        json({{"id", 1}, {"method", "ask"}, {"params", {{"q", 1}}}}));
  CHECK(Messages[2] == json({{"id", 2}, {"method", "ask"}}));
  REQUIRE(Answers.size() == 4);
  CHECK(Answers[0] == json({{"code", -1}, {"message", "no"}}));
  CHECK(Answers[1] == json::array({5}));
  CHECK(Answers[2].is_null());
  // The one without an answer fails at the end of the stream, and later ones
  // at once.
  CHECK(Answers[3]["code"] == -32803);
  S.Server.call("ask", nullptr, Keep);
  CHECK(Answers.size() == 5);
}
