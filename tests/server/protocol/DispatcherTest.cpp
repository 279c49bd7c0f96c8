//===- DispatcherTest.cpp - JSON-RPC 2.0 as LSP uses it -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Dispatcher.h"
#include "tests/server/TestPipe.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// A server with a few methods, and the client at the other end of its pipes.
class Session {
public:
  Session() {
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
      Kept.push_back(std::move(Answer));
    });
    Server.onNotification("note", [this](const json &Params) {
      Notes.push_back(Params.at("n").get<int>());
    });
    // Answers what is kept, from another thread.
    Server.onNotification("release", [this](const json &) {
      std::thread([this] {
        for (Reply &Answer : Kept)
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
    TestPipe In;
    std::thread Writer([&] {
      In.write(Input);
      In.closeWriteEnd();
    });
    MessageReader Reader(In.readEnd());
    Status = Server.run(Reader);
    Writer.join();
    Kept.clear();
    return written();
  }

  std::vector<json> written() {
    Out.closeWriteEnd();
    MessageReader Reader(Out.readEnd());
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

  TestPipe Out;
  Dispatcher Server{std::make_shared<MessageWriter>(Out.writeEnd())};
  std::vector<Reply> Kept;
  std::vector<int> Notes;
  int Status = -1;

private:
  std::string Input;
};
} // namespace

/// The error codes that the messages, one each, are answered with.
static std::vector<int> errorsFor(std::initializer_list<const char *> Texts) {
  Session S;
  S.start();
  for (const char *Text : Texts)
    S.send(Text);
  // It has to be alive afterwards.
  S.send(R"({"jsonrpc":"2.0","id":"alive","method":"echo"})");
  S.end();
  std::vector<json> Messages = S.run();
  CHECK(S.Status == 0);
  REQUIRE_FALSE(Messages.empty());
  CHECK(Messages.back() == json({{"id", "alive"}, {"result", nullptr}}));
  Messages.pop_back();
  std::vector<int> Codes;
  for (const json &Message : Messages)
    Codes.push_back(
        Message.contains("error") ? Message["error"]["code"].get<int>() : 0);
  return Codes;
}

using Codes = std::vector<int>;

TEST_CASE("Dispatcher: requests and notifications", "[dispatcher]") {
  Session S;
  S.start();
  S.send(R"({"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":[1]}})");
  S.send(R"({"jsonrpc":"2.0","method":"note","params":{"n":1}})");
  S.send(
      R"({"jsonrpc":"2.0","id":"s","method":"number",
             "params":{"number":2}})");
  S.send(R"({"jsonrpc":"2.0","method":"note","params":{"n":2}})");
  S.send(R"({"jsonrpc":"2.0","id":2,"method":"fail"})");
  S.end();
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 3);
  CHECK(Messages[0] == json::parse(R"({"id":1,"result":{"a":[1]}})"));
  CHECK(Messages[1] == json::parse(R"({"id":"s","result":3})"));
  CHECK(Messages[2] == json::parse(
                           R"({"id":2,"error":{"code":-32803,"message":"failed",
                              "data":{"why":1}}})"));
  CHECK(S.Notes == std::vector<int>{1, 2});
  CHECK(S.Status == 0);
}

TEST_CASE("Dispatcher: life cycle", "[dispatcher]") {
  SECTION("before initialize") {
    Session S;
    S.send(R"({"jsonrpc":"2.0","id":1,"method":"echo"})");
    S.send(R"({"jsonrpc":"2.0","id":2,"method":"unknown"})");
    S.send(R"({"jsonrpc":"2.0","method":"note","params":{"n":1}})");
    S.start();
    S.send(R"({"jsonrpc":"2.0","method":"note","params":{"n":2}})");
    std::vector<json> Messages = S.run();
    REQUIRE(Messages.size() == 2);
    CHECK(Messages[0]["error"]["code"] == -32002);
    CHECK(Messages[1]["error"]["code"] == -32002);
    CHECK(S.Notes == std::vector<int>{2});
    CHECK(S.Status == 1);
  }
  SECTION("a second initialize") {
    CHECK(errorsFor({R"({"jsonrpc":"2.0","id":1,"method":"initialize"})"}) ==
          Codes{-32600});
  }
  SECTION("initialize that fails can be repeated") {
    Session S;
    S.send(R"({"jsonrpc":"2.0","id":1,"method":"initialize",
               "params":{"fail":true}})");
    S.send(R"({"jsonrpc":"2.0","id":2,"method":"echo"})");
    S.send(R"({"jsonrpc":"2.0","id":3,"method":"initialize"})");
    S.send(R"({"jsonrpc":"2.0","id":4,"method":"echo"})");
    std::vector<json> Messages = S.run();
    REQUIRE(Messages.size() == 4);
    CHECK(Messages[0]["error"]["code"] == -32603);
    CHECK(Messages[1]["error"]["code"] == -32002);
    CHECK(Messages[2].contains("result"));
    CHECK(Messages[3].contains("result"));
  }
  SECTION("after shutdown") {
    Session S;
    S.start();
    S.send(R"({"jsonrpc":"2.0","id":"end","method":"shutdown"})");
    S.send(R"({"jsonrpc":"2.0","id":1,"method":"echo"})");
    S.send(R"({"jsonrpc":"2.0","id":2,"method":"initialize"})");
    S.send(R"({"jsonrpc":"2.0","method":"note","params":{"n":1}})");
    std::vector<json> Messages = S.run();
    REQUIRE(Messages.size() == 2);
    CHECK(Messages[0]["error"]["code"] == -32600);
    CHECK(Messages[1]["error"]["code"] == -32600);
    CHECK(S.Notes.empty());
    // The end of the stream after shutdown is as good as exit.
    CHECK(S.Status == 0);
  }
  SECTION("exit without shutdown, and nothing is read after it") {
    Session S;
    S.start();
    S.send(R"({"jsonrpc":"2.0","method":"exit"})");
    S.send(R"({"jsonrpc":"2.0","id":1,"method":"echo"})");
    CHECK(S.run().empty());
    CHECK(S.Status == 1);
  }
  SECTION("exit before initialize") {
    Session S;
    S.send(R"({"jsonrpc":"2.0","method":"exit"})");
    CHECK(S.run().empty());
    CHECK(S.Status == 1);
  }
}

TEST_CASE("Dispatcher: messages that are not right", "[dispatcher]") {
  CHECK(errorsFor({"", "{", "nonsense", "{\"a\":1e999}"}) ==
        Codes{-32700, -32700, -32700, -32700});
  CHECK(errorsFor({"[]", "5", "null", "\"x\"", "{}",
                   R"([{"jsonrpc":"2.0","id":1,"method":"echo"}])"}) ==
        Codes{-32600, -32600, -32600, -32600, -32600, -32600});
  CHECK(errorsFor({R"({"id":1,"method":"echo"})",
                   R"({"jsonrpc":2.0,"id":1,"method":"echo"})",
                   R"({"jsonrpc":"1.0","id":1,"method":"echo"})",
                   R"({"jsonrpc":"2.0","id":1,"method":5})",
                   R"({"jsonrpc":"2.0","id":1})",
                   R"({"jsonrpc":"2.0","id":null,"method":"echo"})",
                   R"({"jsonrpc":"2.0","id":[1],"method":"echo"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"echo","params":5})"}) ==
        Codes(8, -32600));
  // Nobody waits for an answer to these.
  CHECK(
      errorsFor({R"({"method":"note"})",
                 R"({"jsonrpc":"2.0","method":"note","params":7})",
                 R"({"jsonrpc":"2.0","method":"note","params":{"n":"x"}})",
                 R"({"jsonrpc":"2.0","method":"unknown"})",
                 R"({"jsonrpc":"2.0","method":"$/unknown"})",
                 R"({"jsonrpc":"2.0","method":"$/cancelRequest"})",
                 R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":[]})",
                 R"({"jsonrpc":"2.0","id":1,"result":5})",
                 R"({"jsonrpc":"2.0","id":{},"error":{}})"}) == Codes{});
  CHECK(errorsFor({R"({"jsonrpc":"2.0","id":1,"method":"unknown"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"$/unknown"})"}) ==
        Codes{-32601, -32601});
}

TEST_CASE("Dispatcher: ids come back as they were", "[dispatcher]") {
  Session S;
  S.start();
  S.send(R"({"id":7,"method":"echo"})");
  S.send(R"({"jsonrpc":"2.0","id":-1,"method":"echo"})");
  S.send(R"({"jsonrpc":"2.0","id":"7","method":"echo"})");
  S.send(R"({"jsonrpc":"2.0","id":true,"method":"echo"})");
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 4);
  CHECK(Messages[0]["id"] == 7);
  CHECK(Messages[1]["id"] == -1);
  CHECK(Messages[2]["id"] == "7");
  CHECK(Messages[3]["id"].is_null());
}

TEST_CASE("Dispatcher: deep nesting is refused and harmless", "[dispatcher]") {
  std::string Arrays(500000, '[');
  std::string Objects;
  for (int I = 0; I < 200000; ++I)
    Objects += "{\"a\":";
  std::string Closed = R"({"jsonrpc":"2.0","id":1,"method":"echo","params":)" +
                       Arrays + std::string(Arrays.size(), ']') + "}";
  std::string Allowed = R"({"jsonrpc":"2.0","id":1,"method":"echo","params":)" +
                        std::string(MaxJsonDepth - 1, '[') +
                        std::string(MaxJsonDepth - 1, ']') + "}";
  std::string InString = R"({"jsonrpc":"2.0","id":1,"method":"echo",
      "params":["\"\\)" + Arrays.substr(0, 5000) +
                         "\"]}";
  CHECK(errorsFor({Objects.c_str()}) == Codes{-32700});
  CHECK(errorsFor({Closed.substr(0, 400000).c_str(), Allowed.c_str(),
                   InString.c_str()}) == Codes{-32700, 0, 0});
}

TEST_CASE("Dispatcher: text that is not Unicode is mended", "[dispatcher]") {
  Session S;
  S.start();
  S.send(
      R"({"jsonrpc":"2.0","id":1,"method":"echo",
             "params":["\ud83dx\\ud83d"]})");
  S.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"echo\",\"params\":"
         "[\"a\xFF\xC3\xA9\", \"\\uDC00\\ud83d\\ude00\"]}");
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 2);
  CHECK(Messages[0]["result"] == json::array({"\xEF\xBF\xBDx\\ud83d"}));
  CHECK(Messages[1]["result"] ==
        json::array({"a\xEF\xBF\xBD\xC3\xA9", "\xEF\xBF\xBD\xF0\x9F\x98\x80"}));
  CHECK(dumpJson("\xFF") == "\"\xEF\xBF\xBD\"");
}

TEST_CASE("Dispatcher: every request gets one reply", "[dispatcher]") {
  CHECK(errorsFor({R"({"jsonrpc":"2.0","id":1,"method":"forget"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"throw"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"twice"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"answerAndThrow"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"number"})",
                   R"({"jsonrpc":"2.0","id":1,"method":"number",
                       "params":{"number":"x"}})",
                   R"({"jsonrpc":"2.0","id":1,"method":"number",
                       "params":[5]})"}) ==
        Codes{-32603, -32603, 0, 0, -32602, -32602, -32602});
}

TEST_CASE("Dispatcher: errors are in our words", "[dispatcher]") {
  Session S;
  S.start();
  S.send(R"({"jsonrpc":"2.0","id":1,"method":"number"})");
  S.send(R"({"jsonrpc":"2.0","id":2,"method":"number","params":{}})");
  S.send(
      R"({"jsonrpc":"2.0","id":3,"method":"number","params":{"number":"x"}})");
  S.send(R"({"jsonrpc":"2.0","id":4,"method":"throw"})");
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 4);
  std::string Begin = "the parameters of number are not what they have to be: ";
  CHECK(Messages[0]["error"]["message"] ==
        Begin + "a member is of the wrong kind");
  CHECK(Messages[1]["error"]["message"] == Begin + "a member is missing");
  CHECK(Messages[2]["error"]["message"] ==
        Begin + "a member is of the wrong kind");
  CHECK(Messages[3]["error"]["message"] == "the server failed at throw");
}

TEST_CASE("Dispatcher: it is read on while a handler works", "[dispatcher]") {
  // Writes more than the pipe holds while the handler waits for the last of it:
  // a client that writes first and reads then is not to wait for ever.
  TestPipe In, Out;
  std::atomic<bool> AllWritten = false;
  Dispatcher Server(std::make_shared<MessageWriter>(Out.writeEnd()));
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
    In.write(Input);
    AllWritten = true;
    In.closeWriteEnd();
  });
  MessageReader Reader(In.readEnd());
  Server.run(Reader);
  Writer.join();
  Out.closeWriteEnd();
  CHECK(json::parse(MessageReader(Out.readEnd()).next().Text)["result"] ==
        true);
}

TEST_CASE("Dispatcher: replies of other threads", "[dispatcher]") {
  Session S;
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
  TestPipe Out;
  std::optional<Reply> Kept;
  {
    Dispatcher Server(std::make_shared<MessageWriter>(Out.writeEnd()));
    Server.onRequest("initialize", [&](const json &, Reply Answer) {
      Kept.emplace(std::move(Answer));
    });
    TestPipe In(
        framedMessage(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})"));
    MessageReader Reader(In.readEnd());
    CHECK(Server.run(Reader) == 1);
  }
  (*Kept)(5);
  Kept.reset();
  Out.closeWriteEnd();
  CHECK(Out.readAll() ==
        framedMessage(
            R"({"error":{"code":-32802,"message":"the server ends"},"id":1,)"
            R"("jsonrpc":"2.0"})"));
}

TEST_CASE("Dispatcher: cancelling", "[dispatcher]") {
  Session S;
  int Cancelled = 0;
  std::vector<bool> Before;
  S.Server.onRequest("cancellable", [&](const json &, Reply Answer) {
    Before.push_back(Answer.isCancelled());
    Answer.onCancel([&] { ++Cancelled; });
    S.Kept.push_back(std::move(Answer));
  });
  S.Server.onNotification("look", [&](const json &) {
    CHECK(S.Kept[0].isCancelled());
    CHECK_FALSE(S.Kept[1].isCancelled());
    S.Kept[0].onCancel([&] { Cancelled += 10; });
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
  CHECK(Before == std::vector<bool>{false, false});
  CHECK(Cancelled == 11);
}

TEST_CASE("Dispatcher: cancelling races with answering", "[dispatcher]") {
  Session S;
  std::vector<std::thread> Threads;
  std::atomic<int> Done = 0;
  S.Server.onRequest("race", [&](const json &, Reply Answer) {
    Threads.emplace_back([&, Answer = std::move(Answer)]() mutable {
      Answer.onCancel([] {});
      if (!Answer.isCancelled())
        Answer("won");
      ++Done;
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
  CHECK(Done == 50);
  for (const json &Message : Messages)
    CHECK((Message.contains("error") ? Message["error"]["code"] == -32800
                                     : Message["result"] == "won"));
}

TEST_CASE("Dispatcher: calls to the client", "[dispatcher]") {
  Session S;
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

TEST_CASE("Dispatcher: problems of the framing are told", "[dispatcher]") {
  TestPipe Out;
  TestPipe In("Content-Length: -5\r\n\r\n{}" +
              framedMessage(R"({"jsonrpc":"2.0","id":1,"method":"echo"})"));
  Dispatcher Server(std::make_shared<MessageWriter>(Out.writeEnd(), true));
  MessageReader Reader(In.readEnd());
  CHECK(Server.run(Reader) == 1);
  Out.closeWriteEnd();
  MessageReader Client(Out.readEnd());
  std::string First = Client.next().Text;
  CHECK(First.substr(0, 5) == "{\n  \"");
  CHECK(First.back() == '\n');
  CHECK(json::parse(First)["error"]["code"] == -32700);
  CHECK(json::parse(First)["id"].is_null());
  CHECK(json::parse(Client.next().Text)["error"]["code"] == -32002);
}
