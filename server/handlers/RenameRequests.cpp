//===- RenameRequests.cpp - Renaming, in LSP ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/rename/Rename.h"
#include "server/handlers/Handlers.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static void refuse(const std::string &Why) {
  throw ResponseError(ErrorCode::RequestFailed, Why);
}

std::optional<PreparedRename> lsp::prepareRename(const PositionParams &Params,
                                                 const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Params.Position);
  std::optional<RenamePlace> Found;
  if (Offset)
    Found = prepareRename(View.state(), *Offset);
  if (!Found)
    return std::nullopt;
  if (!Found->Refusal.empty())
    refuse(Found->Refusal);
  return PreparedRename{View.Places.toClientClamped(Found->Where), Found->Name};
}

WorkspaceEdit lsp::rename(const RenameParams &Params,
                          const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Params.Position);
  Renaming Found;
  if (Offset)
    Found = rename(View.state(), *Offset, Params.NewName);
  if (!Offset || !Found.Refusal.empty())
    refuse(Offset ? Found.Refusal : "there is no name here");
  TextDocumentEdit Changes{View.Uri, View.state().version(), {}};
  for (ByteEdit &Change : Found.Edits)
    Changes.Edits.push_back(
        {View.Places.toClientClamped(Change.Where), std::move(Change.NewText)});
  return WorkspaceEdit(View.Client, {std::move(Changes)});
}
