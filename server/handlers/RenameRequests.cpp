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

static void refuse(const std::string &Reason) {
  throw ResponseError(ErrorCode::RequestFailed, Reason);
}

std::optional<PreparedRename> lsp::prepareRename(const PositionParams &Params,
                                                 const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Params.Position);
  std::optional<RenamePlace> Place;
  if (Offset)
    Place = prepareRename(View.state(), *Offset);
  if (!Place)
    return std::nullopt;
  if (!Place->Refusal.empty())
    refuse(Place->Refusal);
  return PreparedRename{View.Places.toClientClamped(Place->Range), Place->Name};
}

WorkspaceEdit lsp::rename(const RenameParams &Params,
                          const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Params.Position);
  RenameResult Result;
  if (Offset)
    Result = rename(View.state(), *Offset, Params.NewName);
  if (!Offset || !Result.Refusal.empty())
    refuse(Offset ? Result.Refusal : "there is no name here");
  TextDocumentEdit Changes{View.Uri, View.state().version(), {}};
  for (ByteEdit &Change : Result.Edits)
    Changes.Edits.push_back(
        {View.Places.toClientClamped(Change.Range), std::move(Change.NewText)});
  return WorkspaceEdit(View.Client, {std::move(Changes)});
}
