//===- DispatcherTest.cpp - JSON-RPC 2.0 as LSP uses it -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/protocol/DispatcherSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The error codes that the messages, one each, are answered with.
static std::vector<int> errorsFor(std::initializer_list<const char *> Texts) {
  DispatcherSession S;
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
  DispatcherSession S;
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
    DispatcherSession S;
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
    DispatcherSession S;
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
    DispatcherSession S;
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
    DispatcherSession S;
    S.start();
    S.send(R"({"jsonrpc":"2.0","method":"exit"})");
    S.send(R"({"jsonrpc":"2.0","id":1,"method":"echo"})");
    CHECK(S.run().empty());
    CHECK(S.Status == 1);
  }
  SECTION("exit before initialize") {
    DispatcherSession S;
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
  DispatcherSession S;
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
  DispatcherSession S;
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
  DispatcherSession S;
  S.start();
  S.send(R"({"jsonrpc":"2.0","id":1,"method":"number"})");
  S.send(R"({"jsonrpc":"2.0","id":2,"method":"number","params":{}})");
  S.send(
      R"({"jsonrpc":"2.0","id":3,"method":"number","params":{"number":"x"}})");
  S.send(R"({"jsonrpc":"2.0","id":4,"method":"throw"})");
  std::vector<json> Messages = S.run();
  REQUIRE(Messages.size() == 4);
  std::string Begin = "the parameters of number are invalid: ";
  CHECK(Messages[0]["error"]["message"] ==
        Begin + "a member has the wrong type");
  CHECK(Messages[1]["error"]["message"] == Begin + "a member is missing");
  CHECK(Messages[2]["error"]["message"] ==
        Begin + "a member has the wrong type");
  CHECK(Messages[3]["error"]["message"] == "the server failed at throw");
}

TEST_CASE("Dispatcher: problems of the framing are told", "[dispatcher]") {
  TestPipe OutputPipe;
  TestPipe InputPipe(
      "Content-Length: -5\r\n\r\n{}" +
      framedMessage(R"({"jsonrpc":"2.0","id":1,"method":"echo"})"));
  Dispatcher Server(
      std::make_shared<MessageWriter>(OutputPipe.writeEnd(), true));
  MessageReader Reader(InputPipe.readEnd());
  CHECK(Server.run(Reader) == 1);
  OutputPipe.closeWriteEnd();
  MessageReader Client(OutputPipe.readEnd());
  std::string First = Client.next().Text;
  CHECK(First.substr(0, 5) == "{\n  \"");
  CHECK(First.back() == '\n');
  CHECK(json::parse(First)["error"]["code"] == -32700);
  CHECK(json::parse(First)["id"].is_null());
  CHECK(json::parse(Client.next().Text)["error"]["code"] == -32002);
}
