//===- CompletionResolve.cpp - What a completion stands for ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CompletionResolve.h"
#include "server/features/hover/OperationDocs.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The operation that an item is (CompletionItem::Operation), or "".
static std::string operationOf(const json &Item) {
  auto Data = Item.find("data");
  if (Data == Item.end() || !Data->is_object())
    return "";
  return Data->value("operation", "");
}

void lsp::addCompletionResolve(Dispatcher &Peer,
                               const ClientCapabilities &Client) {
  Peer.onRequest("completionItem/resolve", [&Client](const json &Params,
                                                     Reply Answer) {
    // Whatever the client has made of the item it gets back.
    json Item = Params;
    if (!Item.is_object())
      return Answer.error(ErrorCode::InvalidParams, "not an item");
    if (std::optional<OperationDoc> Doc = findOperationDoc(operationOf(Item))) {
      MarkupKind Kind = Client.CompletionMarkdown ? MarkupKind::Markdown
                                                  : MarkupKind::PlainText;
      Item["documentation"] = MarkupContent{Kind, Doc->render(Kind)};
    }
    Answer(std::move(Item));
  });
}
