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

template <typename T> static T valueOrThrow(llvm::Expected<T> Result) {
  if (Result)
    return std::move(*Result);
  throw ResponseError(ErrorCode::RequestFailed,
                      llvm::toString(Result.takeError()));
}

std::optional<PreparedRename> lsp::prepareRename(const PositionParams &Params,
                                                 const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Params.Position);
  std::optional<RenamePlace> Place;
  if (Offset)
    Place = valueOrThrow(prepareRename(View.state(), *Offset));
  if (!Place)
    return std::nullopt;
  return PreparedRename{View.Places.toClientClamped(Place->Range), Place->Name};
}

WorkspaceEdit lsp::rename(const RenameParams &Params,
                          const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Params.Position);
  if (!Offset)
    throw ResponseError(ErrorCode::RequestFailed, "there is no name here");
  std::vector<ByteEdit> Edits =
      valueOrThrow(rename(View.state(), *Offset, Params.NewName));
  TextDocumentEdit Changes{View.Uri, View.state().version(), {}};
  for (ByteEdit &Change : Edits)
    Changes.Edits.push_back(
        {View.Places.toClientClamped(Change.Range), std::move(Change.NewText)});
  return WorkspaceEdit(View.Client, {std::move(Changes)});
}
