//===- MessageAttacks.cpp - Malformed messages ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Attacks.h"
#include <cstring>
#include <limits>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;

static constexpr char Uri[] = "file:///fuzz/a.mlir";
static constexpr char Text[] =
    "module @m {\n  func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
    "    %b = noisy.mul %a, %a : !noisy.i32\n"
    "    return %b : !noisy.i32\n  }\n}\n";

/// Sends a message; counts the reply that the server owes.
static void deliver(AttackedServer &Server, json Message, int64_t Id) {
  if (Message.contains("id")) {
    Message["id"] = Id;
    Server.expectAnswer(Id);
  }
  Server.sendMessage(Message);
}

static void attackParameters(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  for (unsigned I = 0; I < 600; ++I) {
    if (I % 20 == 0)
      Server.open(Uri, Text, I);
    json Message = makeMessage(Context.Random, Uri);
    deliver(Server, mutate(std::move(Message), Context.Random), 1000000 + I);
    ++Context.Messages;
    if (I % 100 == 99) {
      Server.finishRequests();
      Server.probe();
    }
  }
  Server.end();
}

static void attackInitialize(AttackContext &Context) {
  for (unsigned I = 0; I < 6; ++I) {
    AttackedServer Server(Context.Server);
    json Params = {{"processId", nullptr},
                   {"rootUri", nullptr},
                   {"initializationOptions", {{"noisy", {{"nearLimit", 2}}}}},
                   {"capabilities",
                    {{"general", {{"positionEncodings", {"utf-16"}}}},
                     {"textDocument", {{"hover", json::object()}}},
                     {"workspace", {{"configuration", false}}}}}};
    json Message = mutate({{"jsonrpc", "2.0"},
                           {"id", 1000},
                           {"method", "initialize"},
                           {"params", std::move(Params)}},
                          Context.Random);
    // A process id that does not exist counts as one that has ended.
    if (Message.contains("params") && Message["params"].is_object())
      Message["params"]["processId"] = nullptr;
    Server.expectAnswer(1000);
    Server.sendMessage(Message);
    ++Context.Messages;
    if (!Server.wait(1000))
      Server.initialize();
    Server.notify("initialized", json::object());
    Server.probe();
    Server.end();
  }
}

/// Sends messages with a malformed envelope. None gets a reply with an id.
static void attackEnvelopes(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  const char *const Bodies[] = {
      "",
      " ",
      "{",
      "[]",
      "[[[[]]]]",
      "null",
      "1",
      "\"x\"",
      "true",
      "{}",
      R"({"jsonrpc":"2.0"})",
      R"({"jsonrpc":"2.0","id":null})",
      R"({"jsonrpc":"2.0","method":5})",
      R"({"jsonrpc":"2.0","method":null,"params":{}})",
      R"({"jsonrpc":"2.0","method":"textDocument/hover"})",
      R"({"jsonrpc":"2.0","method":"no/such","params":[1,2]})",
      R"({"jsonrpc":"2.0","id":{},"method":"shutdown"})",
      R"({"jsonrpc":"2.0","id":[],"method":"textDocument/hover","params":{}})",
      R"({"jsonrpc":"2.0","id":true,"method":"textDocument/hover"})",
      R"({"jsonrpc":"2.0","id":77,"result":5})",
      R"({"jsonrpc":"2.0","id":77,"error":"no"})",
      R"({"jsonrpc":"2.0","id":-1,"result":5,"error":{"code":1}})",
      R"({"jsonrpc":"2.0","id":"x","result":null})",
      R"({"jsonrpc":"2.0","method":"$/cancelRequest"})",
      R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}})",
      R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":[]})",
      R"([{"jsonrpc":"2.0","method":"no/such"},{"jsonrpc":"2.0"}])",
      R"({"jsonrpc":"2.0","method":"x","params":NaN})",
      R"({"jsonrpc":"2.0","method":"x","params":1e99999})",
      R"({"jsonrpc":"2.0","method":"x","params":{"a":1,"a":2},})",
      "{\"jsonrpc\":\"2.0\",\"method\":\"\xFF\xFE\",\"params\":\"\xC3\"}",
      "\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"method\":\"x\"}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"\\ud83d\",\"params\":[\"\\udc00\"]}",
      "\0\0\0\0",
  };
  for (const char *Body : Bodies) {
    Server.sendRaw("Content-Length: " + std::to_string(std::strlen(Body)) +
                   "\r\n\r\n" + Body);
    ++Context.Messages;
  }
  Server.probe();
  // Deeper than any stack.
  for (const char *Bracket : {"[", "{\"a\":"}) {
    std::string Body = "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":";
    for (unsigned I = 0; I < 200000; ++I)
      Body += Bracket;
    Server.sendRaw("Content-Length: " + std::to_string(Body.size()) +
                   "\r\n\r\n" + Body);
  }
  Server.probe();
  Server.end();
}

static void attackIds(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  const json Ids[] = {0,
                      -5,
                      int64_t(1) << 53,
                      std::numeric_limits<int64_t>::max(),
                      std::numeric_limits<int64_t>::min(),
                      "",
                      "x",
                      std::string(100000, 'i'),
                      "\xF0\x9F\x98\x80",
                      "1"};
  // Twice each: two requests, two replies.
  for (unsigned Twice = 0; Twice < 2; ++Twice)
    for (const json &Id : Ids) {
      Server.expectAnswer(Id);
      Server.sendMessage({{"jsonrpc", "2.0"},
                          {"id", Id},
                          {"method", "textDocument/hover"},
                          {"params", lsp::positionParams(Uri, 2, 5)}});
      if (Context.randomBelow(2))
        Server.notify("$/cancelRequest", {{"id", Id}});
      ++Context.Messages;
    }
  Server.finishRequests();
  Server.probe();
  Server.end();
}

/// Sends malformed headers, each followed by valid messages.
static void attackHeaders(AttackContext &Context) {
  std::string Body = R"({"jsonrpc":"2.0","method":"no/such"})";
  std::string Size = std::to_string(Body.size());
  const std::string Streams[] = {
      "\r\n\r\n\r\n",
      "hello\r\n\r\n",
      "Content-Length:\r\n\r\n" + Body,
      "Content-Length: -5\r\n\r\n" + Body,
      "Content-Length: 99999999999999999999999\r\n\r\n" + Body,
      "Content-Length: 4000000000\r\n\r\n" + Body,
      "Content-Length: 0x10\r\n\r\n" + Body,
      "Content-Length: " + Size + "\n\n" + Body,
      "content-length:" + Size + "\r\n\r\n" + Body,
      "Content-Type: application/x; charset=utf-16\r\nContent-Length: " + Size +
          "\r\n\r\n" + Body,
      "Content-Length: " + Size + "\r\nContent-Length: 5\r\n\r\n" + Body,
      "Content-Length: 5\r\n\r\n" + Body,
      "Content-Length: 500\r\n\r\n" + Body,
      std::string(100000, 'A') + "\r\n\r\n",
      std::string(3000, '\n'),
      std::string("\0\1\2\3", 4),
      "Content-Length: " + Size + "\r\n" + Body + "\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + Size + "\r\n\r\n" +
          Body,
  };
  AttackedServer Server(Context.Server);
  Server.initialize();
  for (const std::string &Stream : Streams) {
    Server.sendRaw(Stream);
    // A wrong length may cost the next message.
    Server.notify("$/nothing", json::object());
    Server.notify("$/nothing", json::object());
    Server.probe();
    ++Context.Messages;
  }
  Server.end();
}

/// Sends a stream of messages in which some bytes are changed, removed or
/// repeated.
static void attackBytes(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  for (unsigned I = 0; I < 40; ++I) {
    std::string Stream;
    for (unsigned Messages = 1 + Context.randomBelow(4); Messages > 0;
         --Messages) {
      json Message = makeMessage(Context.Random, Uri);
      // The server owes no reply in any case.
      Message.erase("id");
      Stream += lsp::frameMessage(Message);
      ++Context.Messages;
    }
    for (unsigned Times = 1 + Context.randomBelow(3); Times > 0; --Times) {
      size_t Offset = Context.randomBelow(Stream.size());
      switch (Context.randomBelow(3)) {
      case 0:
        Stream[Offset] = char(Context.randomBelow(256));
        break;
      case 1:
        Stream.erase(Offset, 1 + Context.randomBelow(8));
        break;
      case 2:
        Stream.insert(Offset,
                      Stream.substr(Offset / 2, Context.randomBelow(40)));
        break;
      }
    }
    Server.sendRaw(Stream);
    Server.sendRaw("\r\n");
    Server.notify("$/nothing", json::object());
    Server.notify("$/nothing", json::object());
    if (I % 8 == 7)
      Server.probe();
  }
  Server.end();
}

llvm::ArrayRef<Attack> fuzz::getMessageAttacks() {
  static constexpr Attack Attacks[] = {
      {"parameters that make no sense", attackParameters},
      {"initialize with parameters that make no sense", attackInitialize},
      {"messages that are none", attackEnvelopes},
      {"ids of all kinds, twice", attackIds},
      {"headers that make no sense", attackHeaders},
      {"bytes that are others", attackBytes},
  };
  return Attacks;
}
