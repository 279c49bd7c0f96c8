//===- CompletionRequests.cpp - Completion requests -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CompletionRequests.h"
#include "server/features/completion/Completion.h"
#include "server/features/hover/OperationDocs.h"
#include "server/handlers/Handlers.h"
#include "server/handlers/ReadingRequests.h"
#include "server/protocol/JsonPrinter.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void CompletionRequests::onCompletion(PositionParams Params, Reply Answer) {
  Text Contents = Documents.get(Params.Uri)->text();
  size_t Offset = Contents.offsetAt(Params.Position, Client.encoding());
  Tasks.post([this, Contents, Offset, Uri = Params.Uri,
              Answer = std::move(Answer)]() mutable {
    auto isStopped = [&] { return IsStopped || Answer.isCancelled(); };
    if (isStopped())
      return;
    answer(Answer, "this completion", [&] {
      Outline Pieces = Outline::scan(Contents.bytes());
      return toJsonText(toCompletionList(
          getCompletions(Documents.registry(Uri), Contents.bytes(),
                         Pieces.pieces(), Offset, isStopped),
          Contents, Client.encoding()));
    });
  });
}

void lsp::from_json(json &Value, CompletionResolveParams &Params) {
  if (const json *Operation = findMember(Value, "data/operation"))
    Operation->get_to(Params.Operation);
  // Throws if it is no object.
  Params.Item = std::move(Value.get_ref<json::object_t &>());
}

json lsp::resolveCompletion(CompletionResolveParams Params,
                            const ClientCapabilities &Client) {
  if (std::optional<OperationDoc> Doc = findOperationDoc(Params.Operation)) {
    MarkupKind Kind = Client.CompletionMarkdown ? MarkupKind::Markdown
                                                : MarkupKind::PlainText;
    Params.Item["documentation"] = MarkupContent{Kind, Doc->render(Kind)};
  }
  return std::move(Params.Item);
}
