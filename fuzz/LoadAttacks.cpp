//===- LoadAttacks.cpp - Large messages, races, heavy load ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/Programs.h"
#include "fuzz/Attacks.h"
#include "tests/support/RandomDocument.h"

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::SessionError;

static std::string uri(unsigned Number) {
  return "file:///fuzz/" + std::to_string(Number) + ".mlir";
}

static std::string repeat(const std::string &Pattern, size_t Bytes) {
  std::string Result;
  Result.reserve(Bytes + Pattern.size());
  while (Result.size() < Bytes)
    Result += Pattern;
  return Result;
}

/// Sends 100 MB in one message: parameters, and a text.
static void attackSize(AttackContext &Context) {
  constexpr size_t Bytes = size_t(100) << 20;
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.request("textDocument/hover", repeat("x", Bytes));
  Server.probe();
  Server.open(uri(1), repeat("// a comment of some length\n", Bytes));
  Server.request("textDocument/hover", lsp::positionParams(uri(1), 5, 5));
  Server.probe();
  Server.close(uri(1));
  // One line.
  Server.open(uri(2), "// " + repeat("x", Bytes / 4));
  Server.request("textDocument/hover", lsp::positionParams(uri(2), 0, 5));
  Context.Messages += 3;
  Server.probe();
  Server.end();
}

/// Sends texts that nest deeper than any stack.
static void attackDepth(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  const char *const Brackets[][2] = {
      {"(", ")"}, {"{", "}"}, {"[", "]"}, {"<", ">"}, {"-", ""}};
  unsigned Document = 0;
  for (const auto &Bracket : Brackets) {
    unsigned Depth = 60000;
    std::string Text = "func.func @f() {\n  \"x\"() : ";
    for (unsigned I = 0; I < Depth; ++I)
      Text += Bracket[0];
    size_t Middle = Text.size() - 28;
    for (unsigned I = 0; I < Depth; ++I)
      Text += Bracket[1];
    std::string Uri = uri(++Document);
    Server.open(Uri, Text + "\n}\n");
    json Place = {{"line", 1}, {"character", Middle}};
    for (const char *Method :
         {"textDocument/selectionRange", "textDocument/foldingRange",
          "textDocument/documentSymbol", "textDocument/hover",
          "textDocument/semanticTokens/full"})
      Server.send(Method, {{"textDocument", {{"uri", Uri}}},
                           {"position", Place},
                           {"positions", json::array({Place})}});
    Server.finishRequests();
    Server.close(Uri);
    ++Context.Messages;
  }
  Server.probe();
  Server.end();
}

/// Sends more requests than can be answered, from a client that does not read
/// until it has written them all.
static void attackNumber(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(uri(1), bench::makeFunctions(5, 10).text);
  Server.stopReading();
  for (unsigned I = 0; I < 100000; ++I)
    Server.send("textDocument/hover",
                lsp::positionParams(uri(1), I % 50, I % 40));
  Context.Messages += 100000;
  Server.finishRequests();
  Server.probe();
  Server.end();
}

/// Opens, edits, queries and closes documents, with no wait between any two
/// messages.
static void attackRaces(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  std::vector<std::string> Texts;
  for (unsigned I = 0; I < 6; ++I)
    Texts.push_back(test::makeDocument(Context.Random));
  constexpr unsigned Documents = 8;
  int64_t Version = 0, Id = 100000;
  for (unsigned I = 0; I < 3000; ++I) {
    std::string Uri = uri(Context.randomBelow(Documents));
    switch (Context.randomBelow(10)) {
    case 0:
      Server.open(Uri, Texts[Context.randomBelow(Texts.size())], ++Version);
      break;
    case 1:
      Server.close(Uri);
      break;
    case 2:
    case 3:
    case 4: {
      json Place = {{"line", Context.randomBelow(40)},
                    {"character", Context.randomBelow(30)}};
      static const char *const Keys[] = {"x", "}", "\n", "%v0", " ", "{"};
      Server.changeRanges(Uri,
                          {{{"range", {{"start", Place}, {"end", Place}}},
                            {"text", Keys[Context.randomBelow(6)]}}},
                          ++Version);
      break;
    }
    case 5:
      Server.notify("$/cancelRequest", {{"id", Id - Context.randomBelow(5)}});
      break;
    default: {
      json Message = makeMessage(Context.Random, Uri);
      if (!Message.contains("id"))
        break;
      Message["id"] = ++Id;
      Server.expectAnswer(Id);
      Server.sendMessage(Message);
    }
    }
    ++Context.Messages;
    if (I % 1000 == 999)
      Server.finishRequests();
  }
  Server.finishRequests();
  Server.probe();
  Server.end();
}

/// Opens more documents at once than there are threads.
static void attackDocuments(AttackContext &Context) {
  constexpr unsigned Documents = 150;
  AttackedServer Server(Context.Server);
  Server.initialize();
  std::string Text = bench::makeFunctions(1, 5).text;
  for (unsigned I = 0; I < Documents; ++I) {
    Server.open(uri(I), Text);
    Server.send("textDocument/hover", lsp::positionParams(uri(I), 1, 3));
  }
  Context.Messages += 2 * Documents;
  Server.finishRequests();
  Server.probe();
  for (unsigned I = 0; I < Documents; I += 2)
    Server.close(uri(I));
  Server.probe();
  Server.end();
}

/// Ends the server while all its threads are busy.
static void attackEnd(AttackContext &Context) {
  for (unsigned I = 0; I < 3; ++I) {
    AttackedServer Server(Context.Server);
    Server.initialize();
    Server.open(uri(1), bench::makeFunctions(500, 10).text);
    for (unsigned J = 0; J < 5; ++J) {
      json Message = makeMessage(Context.Random, uri(1));
      if (Message.contains("id")) {
        Message["id"] = 9000 + J;
        Server.expectAnswer(9000 + J);
      }
      Server.sendMessage(Message);
    }
    ++Context.Messages;
    if (I == 0) {
      Server.closeInput();
      Server.expectEnd({1});
    } else {
      Server.end();
    }
  }
}

llvm::ArrayRef<Attack> fuzz::getLoadAttacks() {
  static constexpr Attack Attacks[] = {
      {"messages of 100 MB", attackSize},
      {"text that nests", attackDepth},
      {"100,000 requests at once", attackNumber},
      {"races", attackRaces},
      {"many documents", attackDocuments},
      {"the end while it builds", attackEnd},
  };
  return Attacks;
}
