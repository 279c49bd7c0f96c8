//===- CompletionResolve.cpp - What a completion stands for ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/OperationDocs.h"
#include "server/handlers/Handlers.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::from_json(json &Value, CompletionResolveParams &Params) {
  if (const json *Operation = findMember(Value, "data/operation"))
    Operation->get_to(Params.Operation);
  // Throws where it is no object.
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
