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
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void CompletionRequests::stop() {
  for (const std::weak_ptr<std::atomic<bool>> &Entry : Stops)
    if (std::shared_ptr<std::atomic<bool>> IsStopped = Entry.lock())
      *IsStopped = true;
}

static CompletionList complete(const DialectRegistry &Dialects,
                               const Text &CurrentText, size_t Offset,
                               PositionEncoding Encoding,
                               const std::atomic<bool> &IsStopped) {
  Outline Pieces = Outline::scan(CurrentText.bytes());
  return toCompletionList(getCompletions(Dialects, CurrentText.bytes(),
                                         Pieces.pieces(), Offset,
                                         [&] { return IsStopped.load(); }),
                          CurrentText, Encoding);
}

void CompletionRequests::onCompletion(PositionParams Params, Reply Answer) {
  Text CurrentText = Documents.get(Params.Uri)->text();
  size_t Offset = CurrentText.offsetAt(Params.Position, Client.encoding());
  auto SharedAnswer = std::make_shared<Reply>(std::move(Answer));
  auto IsStopped = std::make_shared<std::atomic<bool>>(false);
  Stops.remove_if([](const auto &Entry) { return Entry.expired(); });
  Stops.push_back(IsStopped);
  SharedAnswer->onCancel([IsStopped] { *IsStopped = true; });
  Tasks.post(
      [this, IsStopped, CurrentText, Offset, Uri = Params.Uri, SharedAnswer] {
        if (*IsStopped)
          return;
        json Result;
        if (!survive([&] {
              Result = complete(Documents.registry(Uri), CurrentText, Offset,
                                Client.encoding(), *IsStopped);
            }))
          return SharedAnswer->error(
              ErrorCode::InternalError,
              "the server crashed at this completion and goes on; "
              "please report this with the text");
        (*SharedAnswer)(std::move(Result));
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
