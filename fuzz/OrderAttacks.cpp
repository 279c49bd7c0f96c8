//===- OrderAttacks.cpp - Messages at the wrong time ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Attacks.h"
#include <limits>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::SessionError;

static constexpr char Uri[] = "file:///fuzz/o.mlir";
static constexpr char Text[] = "func.func @f(%a: i32) -> i32 {\n"
                               "  return %a : i32\n}\n";

static void expectError(const lsp::Outcome &Reply, int Code,
                        const char *Description) {
  if (Reply)
    throw SessionError(std::string(Description) + " was answered " +
                       lsp::dumpJson(Reply.Result).substr(0, 500));
  if (Reply.Error->Code != Code)
    throw SessionError(std::string(Description) +
                       " got another error: " + Reply.Error->Message);
}

static json edit(int Line, int Character, const char *New) {
  json Place = {{"line", Line}, {"character", Character}};
  return {{"range", {{"start", Place}, {"end", Place}}}, {"text", New}};
}

static void attackBeforeInitialize(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.open(Uri, Text);
  Server.notify("initialized", json::object());
  expectError(
      Server.request("textDocument/hover", lsp::positionParams(Uri, 0, 0)),
      -32002, "a request before initialize");
  Server.initialize();
  expectError(Server.request("initialize", {{"capabilities", json::object()}}),
              -32600, "a second initialize");
  Server.probe();
  Server.end();
}

static void attackAfterShutdown(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.probe();
  Server.request("shutdown", nullptr);
  expectError(
      Server.request("textDocument/hover", lsp::positionParams(Uri, 0, 0)),
      -32600, "a request after shutdown");
  expectError(Server.request("shutdown", nullptr), -32600, "a second shutdown");
  Server.open(Uri, Text);
  Server.notify("exit", nullptr);
  Server.expectEnd({0});
}

static void attackExits(AttackContext &Context) {
  {
    AttackedServer Server(Context.Server);
    Server.notify("exit", nullptr);
    Server.expectEnd({1});
  }
  {
    AttackedServer Server(Context.Server);
    Server.initialize();
    Server.open(Uri, Text);
    Server.notify("exit", nullptr);
    Server.expectEnd({1});
  }
  {
    // In the middle of a message.
    AttackedServer Server(Context.Server);
    Server.initialize();
    Server.open(Uri, Text);
    std::string Message = lsp::frameMessage(makeMessage(Context.Random, Uri));
    Server.sendRaw(Message.substr(0, Context.randomBelow(Message.size())));
    Server.closeInput();
    Server.expectEnd({1});
  }
  {
    AttackedServer Server(Context.Server);
    Server.closeInput();
    Server.expectEnd({1});
  }
}

static void attackDocuments(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  // Documents that are not open.
  Server.changeRanges(Uri, {edit(0, 0, "x")}, 2);
  Server.close(Uri);
  Server.notify("textDocument/didSave", lsp::documentParams(Uri));
  Server.request("textDocument/hover", lsp::positionParams(Uri, 0, 0));
  Server.probe();
  // Opened twice, then closed.
  Server.open(Uri, "oops", 5);
  Server.open(Uri, Text, 3);
  Server.request("textDocument/documentSymbol", lsp::documentParams(Uri));
  Server.close(Uri);
  Server.close(Uri);
  // Versions of all kinds.
  Server.open(Uri, Text, 10);
  for (int64_t Version :
       {int64_t(11), int64_t(11), int64_t(3), int64_t(-1), int64_t(0),
        int64_t(1) << 40, std::numeric_limits<int64_t>::max(), int64_t(12)})
    Server.changeRanges(Uri, {edit(0, 0, " ")}, Version);
  // Ranges of all kinds.
  for (auto [Line, Character] :
       {std::pair(1000000, 0), {0, 1000000}, {-1, 0}, {0, -1}, {2147483647, 1}})
    Server.changeRanges(Uri, {edit(Line, Character, "y")}, 20);
  Server.changeRanges(Uri, json::array(), 21);
  Server.changeRanges(Uri, json{{"text", "z"}}, 22);
  Server.finishRequests();
  Server.probe();
  // The whole text restores the document, whatever came before.
  Server.change(Uri, Text, 30);
  json Symbols =
      Server.ask("textDocument/documentSymbol", lsp::documentParams(Uri));
  if (Symbols.size() != 1)
    throw SessionError("a change of the whole text does not bring a document "
                       "back: " +
                       lsp::dumpJson(Symbols).substr(0, 500));
  Server.end();
}

static void attackCancellation(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  for (unsigned I = 0; I < 200; ++I) {
    json Message = makeMessage(Context.Random, Uri);
    Message["id"] = 5000 + I;
    Server.expectAnswer(5000 + I);
    bool IsFirst = Context.randomBelow(4) == 0;
    if (IsFirst)
      Server.notify("$/cancelRequest", {{"id", 5000 + I}});
    Server.sendMessage(Message);
    if (Context.randomBelow(2))
      Server.notify(
          "$/cancelRequest",
          {{"id", 5000 + I - Context.randomBelow(std::min(I + 1, 5u))}});
    if (Context.randomBelow(20) == 0)
      Server.open(Uri, Text, I);
    ++Context.Messages;
  }
  Server.notify("$/cancelRequest", {{"id", 999999}});
  Server.finishRequests();
  Server.probe();
  Server.end();
}

/// Sends replies that were not requested, and withholds those that were.
static void attackAnswers(AttackContext &Context) {
  for (const json &Answer :
       {json(nullptr), json(5), json("x"), json::array(),
        json::array({1, "x", nullptr, json::object()}),
        json{{"applied", "yes"}}, json{{"noisy", {{"nearLimit", "many"}}}}}) {
    AttackedServer Server(Context.Server);
    Server.answerWith(
        "", [&](const json &) { return lsp::Outcome{Answer, std::nullopt}; });
    Server.initialize(
        {{"capabilities",
          {{"workspace",
            {{"configuration", true},
             {"didChangeConfiguration", {{"dynamicRegistration", true}}},
             {"applyEdit", true}}}}}});
    Server.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    for (int64_t Id = 0; Id < 5; ++Id)
      Server.sendMessage({{"jsonrpc", "2.0"}, {"id", Id}, {"result", Answer}});
    Server.probe();
    Server.end();
    ++Context.Messages;
  }
}

llvm::ArrayRef<Attack> fuzz::getOrderAttacks() {
  static constexpr Attack Attacks[] = {
      {"requests before initialize", attackBeforeInitialize},
      {"requests after shutdown", attackAfterShutdown},
      {"ends without shutdown", attackExits},
      {"documents that are not open, or twice", attackDocuments},
      {"cancellations of anything", attackCancellation},
      {"answers that make no sense", attackAnswers},
  };
  return Attacks;
}
