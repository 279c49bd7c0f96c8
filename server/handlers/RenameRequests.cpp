//===- RenameRequests.cpp - Renaming, in LSP ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/RenameRequests.h"
#include "server/features/rename/Rename.h"
#include "server/protocol/LspRename.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Question = ReadingRequests::Question;

static void refuse(const std::string &Why) {
  throw ResponseError(ErrorCode::RequestFailed, Why);
}

static json prepare(const Question &Asked) {
  std::optional<size_t> Offset = Asked.offset();
  std::optional<RenamePlace> Found;
  if (Offset)
    Found = prepareRename(Asked.Places.state(), *Offset);
  if (!Found)
    return nullptr;
  if (!Found->Refusal.empty())
    refuse(Found->Refusal);
  return PreparedRename{Asked.Places.toClientClamped(Found->Where),
                        Found->Name};
}

static json renameAt(const Question &Asked, const ClientCapabilities &Client) {
  std::string NewName = Asked.Params.at("newName").get<std::string>();
  std::optional<size_t> Offset = Asked.offset();
  Renaming Found;
  if (Offset)
    Found = rename(Asked.Places.state(), *Offset, NewName);
  if (!Offset || !Found.Refusal.empty())
    refuse(Offset ? Found.Refusal : "there is no name here");
  TextDocumentEdit Changes{Asked.Uri, Asked.Places.state().version(), {}};
  for (ByteEdit &Change : Found.Edits)
    Changes.Edits.push_back({Asked.Places.toClientClamped(Change.Where),
                             std::move(Change.NewText)});
  return WorkspaceEdit(Client, {std::move(Changes)});
}

void lsp::addRename(ReadingRequests &Requests,
                    const ClientCapabilities &Client) {
  // An edit is of the text as it is.
  Requests.add("textDocument/prepareRename", prepare,
               ReadingRequests::Which::Current);
  Requests.add(
      "textDocument/rename",
      [&](const Question &Asked) { return renameAt(Asked, Client); },
      ReadingRequests::Which::Current);
}

void lsp::announceRename(json &Capabilities, const ClientCapabilities &Client) {
  if (Client.RenamePrepare)
    Capabilities["renameProvider"] = {{"prepareProvider", true}};
  else
    Capabilities["renameProvider"] = true;
}
