//===- Messages.cpp - Messages, and what can be wrong with them -----------===//
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

json fuzz::makeMessage(std::mt19937 &Random, const std::string &Uri) {
  json Document = {{"uri", Uri}};
  json Where = {{"start", place(Random)}, {"end", place(Random)}};
  json Position = {{"textDocument", Document}, {"position", place(Random)}};
  json Item = {{"name", "@f"},
               {"kind", 12},
               {"uri", Uri},
               {"range", Where},
               {"selectionRange", Where},
               {"data", {{"version", 1}}}};
  auto with = [&](json More) {
    json Result = Position;
    Result.merge_patch(More);
    return Result;
  };
  struct Form {
    const char *Method;
    bool IsRequest;
    json Params;
  };
  const Form Forms[] = {
      {"textDocument/hover", true, Position},
      {"textDocument/definition", true, Position},
      {"textDocument/references", true,
       with({{"context", {{"includeDeclaration", true}}}})},
      {"textDocument/documentHighlight", true, Position},
      {"textDocument/completion", true,
       with({{"context", {{"triggerKind", 2}, {"triggerCharacter", "."}}}})},
      {"completionItem/resolve",
       true,
       {{"label", "noisy.mul"}, {"kind", 3}, {"data", {{"name", "x"}}}}},
      {"textDocument/rename", true, with({{"newName", "%other"}})},
      {"textDocument/prepareRename", true, Position},
      {"textDocument/documentSymbol", true, {{"textDocument", Document}}},
      {"textDocument/foldingRange", true, {{"textDocument", Document}}},
      {"textDocument/selectionRange",
       true,
       {{"textDocument", Document}, {"positions", {place(Random)}}}},
      {"textDocument/semanticTokens/full", true, {{"textDocument", Document}}},
      {"textDocument/semanticTokens/full/delta",
       true,
       {{"textDocument", Document}, {"previousResultId", "1"}}},
      {"textDocument/semanticTokens/range",
       true,
       {{"textDocument", Document}, {"range", Where}}},
      {"textDocument/inlayHint",
       true,
       {{"textDocument", Document}, {"range", Where}}},
      {"textDocument/codeLens", true, {{"textDocument", Document}}},
      {"textDocument/codeAction",
       true,
       {{"textDocument", Document},
        {"range", Where},
        {"context", {{"diagnostics", json::array()}, {"only", {"quickfix"}}}}}},
      {"codeAction/resolve",
       true,
       {{"title", "x"}, {"kind", "quickfix"}, {"data", {{"uri", Uri}}}}},
      {"textDocument/diagnostic",
       true,
       {{"textDocument", Document}, {"previousResultId", "x"}}},
      {"textDocument/prepareCallHierarchy", true, Position},
      {"callHierarchy/incomingCalls", true, {{"item", Item}}},
      {"callHierarchy/outgoingCalls", true, {{"item", Item}}},
      {"workspace/symbol", true, {{"query", "f"}}},
      {"workspace/executeCommand",
       true,
       {{"command", "noisy.applyFix"},
        {"arguments", {{{"uri", Uri}, {"version", 1}, {"fix", "reduce"}}}}}},
      {"noisy/noiseGraph", true, with({{"maxNodes", 50}})},
      {"noisy/proposeFix", true,
       with({{"scope", "function"}, {"withGraph", true}})},
      {"mlir/convertToBytecode", true, {{"uri", Uri}}},
      {"mlir/convertFromBytecode", true, {{"uri", "file:///none.mlirbc"}}},
      {"textDocument/didOpen",
       false,
       {{"textDocument",
         {{"uri", Uri},
          {"languageId", "mlir"},
          {"version", 1},
          {"text", "func.func private @g()\n"}}}}},
      {"textDocument/didChange",
       false,
       {{"textDocument", {{"uri", Uri}, {"version", Random() % 100}}},
        {"contentChanges", {{{"range", Where}, {"text", "x"}}}}}},
      {"textDocument/didClose", false, {{"textDocument", Document}}},
      {"textDocument/didSave", false, {{"textDocument", Document}}},
      {"workspace/didChangeConfiguration",
       false,
       {{"settings", {{"noisy", {{"nearLimit", 3}}}}}}},
      {"workspace/didChangeWatchedFiles",
       false,
       {{"changes", {{{"uri", Uri}, {"type", 1}}}}}},
      {"$/cancelRequest", false, {{"id", Random() % 50}}},
      {"$/setTrace", false, {{"value", "verbose"}}},
      {"window/workDoneProgress/cancel", false, {{"token", "x"}}},
  };
  const Form &Chosen = Forms[Random() % std::size(Forms)];
  json Message = {
      {"jsonrpc", "2.0"}, {"method", Chosen.Method}, {"params", Chosen.Params}};
  if (Chosen.IsRequest)
    Message["id"] = 0;
  return Message;
}

//===----------------------------------------------------------------------===//
// What is wrong
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
    // As deep as messages may be, or deeper.
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
static void collect(const json &Value, const json::json_pointer &At,
                    std::vector<json::json_pointer> &Places) {
  Places.push_back(At);
  if (Value.is_object())
    for (const auto &[Name, Member] : Value.items())
      collect(Member, At / Name, Places);
  if (Value.is_array())
    for (size_t I = 0; I < Value.size(); ++I)
      collect(Value[I], At / I, Places);
}

json fuzz::mutate(json Message, std::mt19937 &Random) {
  if (!Message.contains("params"))
    return Message;
  for (unsigned Times = 1 + Random() % 2; Times > 0; --Times) {
    std::vector<json::json_pointer> Places;
    collect(Message["params"], json::json_pointer("/params"), Places);
    const json::json_pointer &At = Places[Random() % Places.size()];
    json &Parent = Message[At.parent_pointer()];
    switch (Random() % 4) {
    case 0:
      if (Parent.is_object())
        Parent.erase(At.back());
      break;
    case 1:
      if (Parent.is_object() && Parent != Message)
        Parent["more"] = makeNonsense(Random);
      break;
    default:
      Message[At] = makeNonsense(Random);
      break;
    }
    if (!Message.contains("params"))
      return Message;
  }
  return Message;
}
