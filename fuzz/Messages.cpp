//===- Messages.cpp - Messages and errors in them -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Attacks.h"

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;

static json place(std::mt19937 &Random) {
  return {{"line", Random() % 8}, {"character", Random() % 30}};
}

namespace {

struct MessageForm {
  const char *Method;
  json Params;
};

/// Random parts of parameters.
struct Parameters {
  Parameters(std::mt19937 &Random, const std::string &Uri)
      : Uri(Uri), Number(Random() % 50), Document({{"uri", Uri}}),
        Place(place(Random)),
        Range({{"start", place(Random)}, {"end", place(Random)}}),
        Position({{"textDocument", Document}, {"position", Place}}) {}

  /// The parameters of a request at a position, and \p Extra.
  json merge(const json &Extra) const {
    json Result = Position;
    Result.merge_patch(Extra);
    return Result;
  }
  std::vector<MessageForm> requests() const;
  std::vector<MessageForm> notifications() const;

  std::string Uri;
  int Number;
  json Document, Place, Range, Position;
};

} // namespace

std::vector<MessageForm> Parameters::requests() const {
  const json Item = {{"name", "@f"},
                     {"kind", 12},
                     {"uri", Uri},
                     {"range", Range},
                     {"selectionRange", Range},
                     {"data", {{"version", 1}}}};
  return {
      {"textDocument/hover", Position},
      {"textDocument/definition", Position},
      {"textDocument/typeDefinition", Position},
      {"textDocument/documentLink", {{"textDocument", Document}}},
      {"textDocument/references",
       merge({{"context", {{"includeDeclaration", true}}}})},
      {"textDocument/documentHighlight", Position},
      {"textDocument/completion",
       merge({{"context", {{"triggerKind", 2}, {"triggerCharacter", "."}}}})},
      {"completionItem/resolve",
       {{"label", "noisy.mul"}, {"kind", 3}, {"data", {{"name", "x"}}}}},
      {"textDocument/rename", merge({{"newName", "%other"}})},
      {"textDocument/prepareRename", Position},
      {"textDocument/documentSymbol", {{"textDocument", Document}}},
      {"textDocument/foldingRange", {{"textDocument", Document}}},
      {"textDocument/selectionRange",
       {{"textDocument", Document}, {"positions", {Place}}}},
      {"textDocument/formatting", {{"textDocument", Document}}},
      {"textDocument/rangeFormatting",
       {{"textDocument", Document}, {"range", Range}}},
      {"textDocument/onTypeFormatting", merge({{"ch", "}"}})},
      {"textDocument/semanticTokens/full", {{"textDocument", Document}}},
      {"textDocument/semanticTokens/full/delta",
       {{"textDocument", Document}, {"previousResultId", "1"}}},
      {"textDocument/semanticTokens/range",
       {{"textDocument", Document}, {"range", Range}}},
      {"textDocument/inlayHint",
       {{"textDocument", Document}, {"range", Range}}},
      {"textDocument/codeLens", {{"textDocument", Document}}},
      {"textDocument/codeAction",
       {{"textDocument", Document},
        {"range", Range},
        {"context", {{"diagnostics", json::array()}, {"only", {"quickfix"}}}}}},
      {"codeAction/resolve",
       {{"title", "x"}, {"kind", "quickfix"}, {"data", {{"uri", Uri}}}}},
      {"textDocument/diagnostic",
       {{"textDocument", Document}, {"previousResultId", "x"}}},
      {"textDocument/prepareCallHierarchy", Position},
      {"callHierarchy/incomingCalls", {{"item", Item}}},
      {"callHierarchy/outgoingCalls", {{"item", Item}}},
      {"workspace/symbol", {{"query", "f"}}},
      {"workspace/executeCommand",
       {{"command", "noisy.applyFix"},
        {"arguments", {{{"uri", Uri}, {"version", 1}, {"fix", "reduce"}}}}}},
      {"noisy/noiseGraph", merge({{"maxNodes", 50}})},
      {"noisy/proposeFix", merge({{"scope", "function"}, {"withGraph", true}})},
      {"mlir/convertToBytecode", {{"uri", Uri}}},
      {"mlir/convertFromBytecode", {{"uri", "file:///none.mlirbc"}}},
  };
}

std::vector<MessageForm> Parameters::notifications() const {
  return {
      {"textDocument/didOpen",
       {{"textDocument",
         {{"uri", Uri},
          {"languageId", "mlir"},
          {"version", 1},
          {"text", "func.func private @g()\n"}}}}},
      {"textDocument/didChange",
       {{"textDocument", {{"uri", Uri}, {"version", Number}}},
        {"contentChanges", {{{"range", Range}, {"text", "x"}}}}}},
      {"textDocument/didClose", {{"textDocument", Document}}},
      {"textDocument/didSave", {{"textDocument", Document}}},
      {"workspace/didChangeConfiguration",
       {{"settings", {{"noisy", {{"nearLimit", 3}}}}}}},
      {"workspace/didChangeWatchedFiles",
       {{"changes", {{{"uri", Uri}, {"type", 1}}}}}},
      {"$/cancelRequest", {{"id", Number}}},
      {"$/setTrace", {{"value", "verbose"}}},
      {"window/workDoneProgress/cancel", {{"token", "x"}}},
  };
}

json fuzz::makeMessage(std::mt19937 &Random, const std::string &Uri) {
  const Parameters Parts(Random, Uri);
  std::vector<MessageForm> Forms = Parts.requests();
  const size_t NumRequests = Forms.size();
  for (MessageForm &Form : Parts.notifications())
    Forms.push_back(std::move(Form));
  const size_t Index = Random() % Forms.size();
  json Message = {{"jsonrpc", "2.0"},
                  {"method", Forms[Index].Method},
                  {"params", Forms[Index].Params}};
  if (Index < NumRequests)
    Message["id"] = 0;
  return Message;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static json makeNonsense(std::mt19937 &Random) {
  switch (Random() % 18) {
  case 0:
    return nullptr;
  case 1:
    return -1;
  case 2:
    return int64_t(1) << 62;
  case 3:
    return 1e300;
  case 4:
    return "";
  case 5:
    return std::string(1 + Random() % 3000, 'x');
  case 6:
    return json::array();
  case 7:
    return json::object();
  case 8:
    return true;
  case 9:
    return false;
  case 10: {
    // As deep as the limit of messages, or deeper.
    json Deep = 1;
    for (unsigned I = 0; I < 100 + Random() % 200; ++I)
      Deep = Random() % 2 ? json{{"a", std::move(Deep)}}
                          : json::array({std::move(Deep)});
    return Deep;
  }
  case 11:
    return std::string("a\0b", 3);
  case 12:
    return "file:///fuzz/%00%zz%F0";
  case 13:
    return uint64_t(-1);
  case 14:
    return -2147483648.5;
  case 15:
    return "\xF0\x9F\x98\x80";
  case 16:
    return json::array({1, "x", nullptr, json::object()});
  default:
    return Random() % 4294967295u;
  }
}

/// All places in a message, as pointers.
static void collect(const json &Value, const json::json_pointer &Pointer,
                    std::vector<json::json_pointer> &Places) {
  Places.push_back(Pointer);
  if (Value.is_object())
    for (const auto &[Name, Member] : Value.items())
      collect(Member, Pointer / Name, Places);
  if (Value.is_array())
    for (size_t I = 0; I < Value.size(); ++I)
      collect(Value[I], Pointer / I, Places);
}

json fuzz::mutate(json Message, std::mt19937 &Random) {
  if (!Message.contains("params"))
    return Message;
  for (unsigned Times = 1 + Random() % 2; Times > 0; --Times) {
    std::vector<json::json_pointer> Places;
    collect(Message["params"], json::json_pointer("/params"), Places);
    const json::json_pointer &Pointer = Places[Random() % Places.size()];
    json &Parent = Message[Pointer.parent_pointer()];
    switch (Random() % 4) {
    case 0:
      if (Parent.is_object())
        Parent.erase(Pointer.back());
      break;
    case 1:
      if (Parent.is_object() && Parent != Message)
        Parent["more"] = makeNonsense(Random);
      break;
    default:
      Message[Pointer] = makeNonsense(Random);
      break;
    }
    if (!Message.contains("params"))
      return Message;
  }
  return Message;
}
