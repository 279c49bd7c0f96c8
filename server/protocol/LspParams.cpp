//===- LspParams.cpp - The parameters of requests -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspParams.h"
#include "llvm/ADT/ArrayRef.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::from_json(const json &Value, InitializeParams &Params) {
  if (const json *Pid = findMember(Value, "processId");
      Pid && Pid->is_number_integer())
    Params.ProcessId = Pid->get<int64_t>();
  if (const json *Capabilities = findMember(Value, "capabilities"))
    Capabilities->get_to(Params.Capabilities);
  if (const json *Options = findMember(Value, "initializationOptions"))
    Params.InitializationOptions = *Options;
  const json *Folders = findMember(Value, "workspaceFolders");
  const json *Root = Folders && Folders->is_array() && !Folders->empty()
                         ? findMember(Folders->front(), "uri")
                         : findMember(Value, "rootUri");
  if (Root && Root->is_string())
    Root->get_to(Params.RootUri);
  const json *Watches = findMember(
      Value,
      "capabilities/workspace/didChangeWatchedFiles/dynamicRegistration");
  Params.WatchesFiles = Watches && *Watches == true;
}

void lsp::from_json(const json &Value, DidChangeWatchedFilesParams &Params) {
  for (const json &Change : memberAt(Value, "changes"))
    memberAt(Change, "uri").get_to(Params.Uris.emplace_back());
}

/// The version of a document; 0 if the client sends none.
static int64_t readVersion(const json &Params) {
  const json *Version = findMember(Params, "textDocument/version");
  return Version && Version->is_number() ? Version->get<int64_t>() : 0;
}

void lsp::from_json(json &Value, DidOpenParams &Params) {
  memberAt(Value, "textDocument/uri").get_to(Params.Uri);
  Params.Version = readVersion(Value);
  json &Document = Value.at("textDocument");
  Params.Text = std::move(Document.at("text").get_ref<std::string &>());
}

/// True if a change of any form has the whole text.
static bool isWholeText(const json &Change) {
  const json *NewText = findMember(Change, "text");
  return NewText && NewText->is_string() && !findMember(Change, "range");
}

static std::vector<ContentChange> takeChanges(json &Value) {
  // Iterating over another value would visit its members.
  llvm::MutableArrayRef<json> ChangesJson = Value.get_ref<json::array_t &>();
  for (size_t I = ChangesJson.size(); I-- != 0;)
    if (isWholeText(ChangesJson[I])) {
      ChangesJson = ChangesJson.drop_front(I);
      break;
    }
  std::vector<ContentChange> Changes;
  for (json &ChangeJson : ChangesJson) {
    ContentChange &Change = Changes.emplace_back();
    Change.Text = std::move(ChangeJson.at("text").get_ref<std::string &>());
    if (const json *Range = findMember(ChangeJson, "range"))
      Range->get_to(Change.Range.emplace());
  }
  return Changes;
}

void lsp::from_json(json &Value, DidChangeParams &Params) {
  memberAt(Value, "textDocument/uri").get_to(Params.Uri);
  Params.Version = readVersion(Value);
  try {
    Params.Changes = takeChanges(Value.at("contentChanges"));
  } catch (const json::exception &) {
    Params.Changes.reset();
  }
}
