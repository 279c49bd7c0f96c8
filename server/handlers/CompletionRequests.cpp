//===- CompletionRequests.cpp - Completion requests -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CompletionRequests.h"
#include "server/document/Positions.h"
#include "server/features/completion/BrokenText.h"
#include "server/features/completion/CompletionList.h"
#include "server/features/completion/PlaceNoise.h"
#include "server/features/completion/SignatureHelp.h"
#include "server/features/hover/OperationDocs.h"
#include "server/handlers/Handlers.h"
#include "server/handlers/ReadingRequests.h"
#include "server/protocol/JsonPrinter.h"
#include "server/text/SnippetText.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static std::vector<SnippetText> snippetsOf(const Completions &Candidates) {
  std::vector<SnippetText> Result;
  for (const Completions::Item &Each : Candidates.Items)
    if (!Each.Snippet.empty())
      Result.push_back(readSnippet(Each.Snippet));
  return Result;
}

void CompletionRequests::onCompletion(CompletionParams Params, Reply Answer) {
  Workspace::DocumentPtr Open = Documents.get(Params.Uri);
  Text Contents = Open->text();
  CompletionQuery Query;
  Query.Offset = Contents.offsetAt(Params.Position, Client.encoding());
  Query.HasSnippets = Client.Capabilities.CompletionSnippets;
  Query.Trigger = Params.Trigger.size() == 1 ? Params.Trigger.front() : 0;
  Tasks.post([this, Contents, Query, State = Open->latest(), Uri = Params.Uri,
              Answer = std::move(Answer)]() mutable {
    Query.IsStopped = [&] { return IsStopped || Answer.isCancelled(); };
    if (Query.IsStopped())
      return;
    answer(Answer, "this completion", [&] {
      if (State) {
        std::shared_ptr<const Snapshot> Analysed = State->State;
        Positions Places(std::move(*State), Client.encoding());
        size_t Offset = Places.toSnapshot(Query.Offset, Contents,
                                          Positions::Nearest::Preceding);
        if (Contents == Places.currentText())
          for (ByteRange Broken : findBrokenText(*Analysed, Offset))
            Query.Broken.push_back(Places.toNowClamped(Broken));
        Query.Noise = findPlaceNoise(std::move(Analysed), Offset);
      }
      Outline Pieces = Outline::scan(Contents.bytes());
      Completions Candidates = getCompletions(
          Documents.registry(Uri), Contents.bytes(), Pieces.pieces(), Query);
      Documents.snippets().offer(Uri, Candidates.ReplacedRange.Begin,
                                 snippetsOf(Candidates));
      return toJsonText(
          toCompletionList(Candidates, Contents, Client.encoding(),
                           Client.Capabilities.CompletionLabelDetails));
    });
  });
}

void CompletionRequests::onSignatureHelp(SignatureHelpParams Params,
                                         Reply Answer) {
  Text Contents = Documents.get(Params.Uri)->text();
  size_t Offset = Contents.offsetAt(Params.Position, Client.encoding());
  Tasks.post([Contents, Offset, IsAskedFor = Params.isAskedFor(),
              Answer = std::move(Answer)]() mutable {
    answer(Answer, "this signature", [&] {
      Outline Pieces = Outline::scan(Contents.bytes());
      std::optional<OperationSignature> Signature =
          getSignature(Contents.bytes(), Pieces.pieces(), Offset, IsAskedFor);
      if (!Signature)
        return std::string("null");
      SignatureInformation Information{std::move(Signature->Label), {}};
      for (ByteRange Range : Signature->Parameters)
        Information.Parameters.push_back({{Range.Begin, Range.End}});
      return toJsonText(SignatureHelp{
          {std::move(Information)}, 0, unsigned(Signature->ActiveParameter)});
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
    MarkupKind Kind = Client.completionKind();
    Params.Item["documentation"] = MarkupContent{Kind, Doc->render(Kind)};
  }
  return std::move(Params.Item);
}
