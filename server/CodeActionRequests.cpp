//===- CodeActionRequests.cpp - Fixes, offered and computed ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/LanguageServer.h"
#include "server/features/Diagnostics.h"
#include "server/features/ReductionFix.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void LanguageServer::onCodeAction(const json &Params, Reply Answer) {
  DocumentPtr Open = find(Params);
  if (!Open)
    return Answer.error(ErrorCode::InvalidParams, "the document is not open");
  Range Asked = Params.at("range").get<Range>();
  const json &Context = Params.at("context");
  bool WantsFixes = true;
  if (auto Only = Context.find("only");
      Only != Context.end() && !Only->is_null())
    WantsFixes = llvm::any_of(*Only, [](const json &Kind) {
      return Kind == QuickFixKind || Kind == "";
    });
  // LLVM's server has actions on its own diagnostics.
  bool AskMlir = llvm::any_of(Context.at("diagnostics"), [](const json &Given) {
    return Given.is_object() && Given.value("source", json()) == "mlir";
  });

  auto Shared = std::make_shared<Reply>(std::move(Answer));
  Open->withCurrent([this, Shared, Uri = Open->uri(), Asked, WantsFixes,
                     AskMlir, Params](const Reading &From) {
    const Document::SnapshotPtr &State = From.State;
    if (!State)
      return Shared->error(ErrorCode::ContentModified,
                           "the document changed meanwhile");
    json Actions = json::array();
    ByteRange Range = {State->text().offsetAt(Asked.Start, Encoding),
                       State->text().offsetAt(Asked.End, Encoding)};
    // One for each program that has something to mend there.
    std::map<uint32_t, CodeAction> Fixes;
    State->forEachProblem([&](const Snapshot::Part &Part, Problem Found) {
      if (WantsFixes && isFixable(Found) && Found.Where.touches(Range))
        Fixes[Part.Chunk].Diagnostics.push_back(toDiagnostic(
            Found, State->text(), Uri, Client.RelatedInformation, Encoding));
    });
    for (auto &[Chunk, Fix] : Fixes) {
      FixRequest Request = {FixKind::ReduceChunk, Uri, State->version(),
                            Fix.Diagnostics.front().Range.Start};
      Fix.Title = titleOf(Request.Kind);
      Fix.Kind = QuickFixKind;
      Fix.IsPreferred = true;
      lsp::Command AsCommand = toCommand(Request);
      if (!Client.CodeActionLiterals) {
        Actions.push_back(AsCommand);
        continue;
      }
      if (Client.CodeActionResolveEdit && Client.CodeActionData)
        Fix.Data = Request;
      else
        Fix.Command = std::move(AsCommand);
      Actions.push_back(Fix);
    }
    if (!AskMlir) {
      (*Shared)(std::move(Actions));
      return;
    }
    askUpstream(
        UpstreamServer::Document{Uri, State->text()}, "textDocument/codeAction",
        Params, Shared,
        [Shared, Actions = std::move(Actions)](Outcome FromMlir) mutable {
          if (FromMlir && FromMlir.Result.is_array())
            for (json &Action : FromMlir.Result)
              Actions.push_back(std::move(Action));
          (*Shared)(std::move(Actions));
        });
  });
}

void LanguageServer::startFix(const FixRequest &What,
                              std::shared_ptr<Reply> Answer, FixHandler Then) {
  DocumentPtr Open = findByUri(What.Uri);
  if (!Open || Open->version() != What.Version)
    return Answer->error(ErrorCode::ContentModified,
                         "the document changed since the fix was offered; ask "
                         "for it again");
  Text Contents = Open->text();
  size_t Offset = Contents.offsetAt(What.Where, Encoding);
  collectJobs(/*All=*/false);
  Job &Running = Jobs.emplace_back();
  Answer->onCancel([&Running] { Running.Cancelled = true; });
  Running.Thread = std::thread([this, &Running, Contents, Offset, What,
                                Then = std::move(Then)]() mutable {
    OptimizerOptions Limits;
    Limits.cancelled = [&Running] { return Running.Cancelled.load(); };
    Limits.workerPath = Options.CoverWorkerPath;
    Fix Given = computeReductionFix(Registry, Contents, Offset, Limits);
    std::optional<WorkspaceEdit> Edit;
    if (!Given.Edits.empty()) {
      TextDocumentEdit Changes{What.Uri, What.Version, {}};
      for (ByteEdit &Change : Given.Edits)
        Changes.Edits.push_back(
            {Contents.rangeAt(Change.Where.Begin, Change.Where.End, Encoding),
             std::move(Change.NewText)});
      Edit.emplace(Client, std::vector{std::move(Changes)});
    }
    Then(std::move(Edit), std::move(Given.Message));
    Then = nullptr;
    Running.Finished = true;
  });
}

void LanguageServer::onResolveCodeAction(const json &Params, Reply Answer) {
  // An action of LLVM's server is complete.
  if (!Params.contains("data") && Params.contains("title"))
    return Answer(Params);
  FixRequest What = Params.at("data").get<FixRequest>();
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  startFix(What, Shared,
           [this, Shared, Action = Params](std::optional<WorkspaceEdit> Edit,
                                           std::string Message) mutable {
             if (!Edit) {
               Peer.notify("window/showMessage",
                           showMessage(MessageType::Error, Message));
               return Shared->error(ErrorCode::RequestFailed, Message);
             }
             Action["edit"] = *Edit;
             (*Shared)(std::move(Action));
           });
}

void LanguageServer::onExecuteCommand(const json &Params, Reply Answer) {
  const json &Command = Params.at("command");
  if (Command != ApplyFixCommand)
    return Answer.error(ErrorCode::InvalidParams,
                        "unknown command " + dumpJson(Command));
  FixRequest What = Params.at("arguments").at(0).get<FixRequest>();
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  startFix(What, Shared,
           [this, Shared, Kind = What.Kind](std::optional<WorkspaceEdit> Edit,
                                            std::string Message) {
             Peer.notify(
                 "window/showMessage",
                 showMessage(Edit ? MessageType::Info : MessageType::Error,
                             Message));
             if (!Edit)
               return Shared->error(ErrorCode::RequestFailed, Message);
             // Answered first: the client may wait for that.
             (*Shared)(nullptr);
             Peer.call("workspace/applyEdit",
                       {{"label", titleOf(Kind)}, {"edit", *Edit}},
                       [this](Outcome Result) {
                         if (!Result)
                           log("the client did not apply the fix: " +
                               Result.Error->Message);
                       });
           });
}
