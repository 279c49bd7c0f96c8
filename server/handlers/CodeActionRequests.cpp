//===- CodeActionRequests.cpp - Fixes, offered and computed ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CodeActionRequests.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/handlers/DiagnosticRequests.h"
#include "server/handlers/Handlers.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

CodeActionRequests::CodeActionRequests(Workspace &Documents,
                                       const ClientConnection &Client,
                                       FixComputer Compute,
                                       UpstreamActions AskUpstream)
    : Documents(Documents), Client(Client), AskUpstream(std::move(AskUpstream)),
      Shown(Client.Peer, Clock, Client.Capabilities),
      Jobs(std::move(Compute), Shown, Client.Capabilities) {}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

static const char *kindOf(FixGroup Group) {
  switch (Group) {
  case FixGroup::QuickFix:
    return QuickFixKind;
  case FixGroup::Rewrite:
    return RefactorRewriteKind;
  case FixGroup::FixAll:
    return FixAllKind;
  }
  llvm_unreachable("all groups are handled");
}

/// Whether a client that asks for `Only` wants actions of a kind: that one, or
/// one around it (`refactor` has `refactor.rewrite`).
static bool wants(llvm::ArrayRef<std::string> Only, llvm::StringRef Kind) {
  return llvm::any_of(Only, [&](llvm::StringRef Wanted) {
    // The empty kind is all that a menu may have.
    if (Wanted.empty())
      return Kind != FixAllKind;
    llvm::StringRef Rest = Kind;
    return Rest.consume_front(Wanted) && (Rest.empty() || Rest.front() == '.');
  });
}

FixFilter CodeActionRequests::filter(const CodeActionParams &Params) const {
  FixFilter Wanted;
  if (Params.Only) {
    Wanted.QuickFixes = wants(*Params.Only, QuickFixKind);
    Wanted.Rewrites = wants(*Params.Only, RefactorRewriteKind);
    Wanted.FixAll = wants(*Params.Only, FixAllKind);
  }
  Wanted.IsAutomatic = Params.IsAutomatic;
  Wanted.Ranges = Documents.settings(Params.Uri).ShowRangeFindings;
  return Wanted;
}

json CodeActionRequests::listActions(const Snapshot &State,
                                     const std::string &Uri, ByteRange Asked,
                                     const FixFilter &Wanted) const {
  const ClientCapabilities &Can = Client.Capabilities;
  json Actions = json::array();
  for (OfferedFix &Offer : listFixes(State, Asked, Wanted)) {
    CodeAction Action;
    Action.Title = Offer.Title;
    Action.Kind = kindOf(Offer.Group);
    Action.IsPreferred = Offer.IsPreferred;
    for (const Problem &Found : Offer.Problems)
      Action.Diagnostics.push_back(toDiagnostic(
          Found, State.text(), Uri, Can.RelatedInformation, Client.encoding()));
    adaptToClient(Action.Diagnostics, Can);
    if (!Offer.Refusal.empty()) {
      if (Can.CodeActionLiterals && Can.CodeActionDisabled) {
        Action.Disabled = Offer.Refusal;
        Action.IsPreferred = false;
        Actions.push_back(Action);
      }
      continue;
    }
    FixRequest Request = {
        Offer.Kind, Uri, State.version(),
        State.text().positionAt(Offer.Place, Client.encoding())};
    // Whoever only saves does not want to hear why something stays broken.
    Request.IsQuiet = Offer.Group == FixGroup::FixAll && Wanted.IsAutomatic;
    lsp::Command AsCommand = toCommand(Request);
    AsCommand.Title = Offer.Title;
    if (!Can.CodeActionLiterals) {
      Actions.push_back(AsCommand);
      continue;
    }
    if (Can.CodeActionResolveEdit && Can.CodeActionData)
      Action.Data = Request;
    else
      Action.Command = std::move(AsCommand);
    Actions.push_back(Action);
  }
  return Actions;
}

void CodeActionRequests::onList(CodeActionParams Params, Reply Answer) {
  Workspace::DocumentPtr Open = Documents.get(Params.Uri);
  FixFilter Wanted = filter(Params);
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  Open->withCurrent([this, Shared, Wanted,
                     Params = std::move(Params)](const Reading &From) {
    if (!From.State)
      return Shared->error(ErrorCode::ContentModified,
                           "the document changed meanwhile");
    const Text &Contents = From.State->text();
    ByteRange Place = {Contents.offsetAt(Params.Range.Start, Client.encoding()),
                       Contents.offsetAt(Params.Range.End, Client.encoding())};
    json Actions = listActions(*From.State, Params.Uri, Place, Wanted);
    // LLVM's server has actions on its own diagnostics.
    if (Wanted.QuickFixes && !Params.Upstream.is_null())
      addUpstream(Params, Contents, std::move(Actions), Shared);
    else
      (*Shared)(std::move(Actions));
  });
}

/// Completes the list with LLVM's actions, or without where these take long.
void CodeActionRequests::addUpstream(CodeActionParams Params,
                                     const Text &Contents, json Actions,
                                     const std::shared_ptr<Reply> &Answer) {
  // What comes second is dropped.
  auto Ours = std::make_shared<const json>(std::move(Actions));
  Clock.after(UpstreamPatience, [Answer, Ours] { (*Answer)(*Ours); });
  AskUpstream(Params.Uri, Contents, std::move(Params.Upstream), Answer,
              [Answer, Ours](const Outcome &FromMlir) {
                json All = *Ours;
                if (FromMlir && FromMlir.Result.is_array())
                  for (const json &Action : FromMlir.Result)
                    All.push_back(Action);
                (*Answer)(std::move(All));
              });
}

//===----------------------------------------------------------------------===//
// What was chosen
//===----------------------------------------------------------------------===//

void CodeActionRequests::start(const FixRequest &What,
                               const json &WorkDoneToken,
                               const std::shared_ptr<Reply> &Answer,
                               FixJobs::Handler Then,
                               std::optional<size_t> GraphNodes) {
  Workspace::DocumentPtr Open = Documents.find(What.Uri);
  if (!Open || Open->version() != What.Version)
    return Then({std::nullopt, FixIsOutdated, ErrorCode::ContentModified});
  FixTask Task;
  Task.Kind = What.Kind;
  Task.Contents = Open->text();
  Task.Offset = Task.Contents.offsetAt(What.Place, Client.encoding());
  Task.Options = Documents.settings(What.Uri);
  Task.Registry = &Documents.registry(What.Uri);
  Task.GraphNodes = GraphNodes;
  Jobs.start(What, std::move(Task), WorkDoneToken, Answer, std::move(Then));
}

/// Tells the user how it went.
void CodeActionRequests::show(const FixRequest &What, const FixResult &Result) {
  // Who cancels knows.
  if (!Result.Edit && Result.Why == ErrorCode::RequestCancelled)
    return;
  MessageType Type = Result.Edit ? MessageType::Info
                     : Result.Why == ErrorCode::ContentModified
                         ? MessageType::Warning
                         : MessageType::Error;
  Client.Peer.notify(What.IsQuiet ? "window/logMessage" : "window/showMessage",
                     showMessage(Type, Result.Message));
}

void CodeActionRequests::onResolve(ResolveActionParams Params, Reply Answer) {
  if (!Params.Fix)
    return Answer(std::move(Params.Action));
  FixRequest What = *Params.Fix;
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  start(What, Params.WorkDoneToken, Shared,
        [this, What, Shared,
         Action = std::move(Params.Action)](FixResult Result) mutable {
          show(What, Result);
          if (!Result.Edit &&
              (!What.IsQuiet || Result.Why != ErrorCode::RequestFailed))
            return Shared->error(Result.Why, std::move(Result.Message));
          if (Result.Edit) {
            Action["edit"] = *Result.Edit;
            // What it is called says how good it is, for those who look.
            if (auto Title = Action.find("title");
                Title != Action.end() && Title->is_string())
              *Title = Title->get<std::string>() + " (" + Result.Message + ")";
          }
          (*Shared)(std::move(Action));
        });
}

void CodeActionRequests::onCommand(FixCommandParams Params, Reply Answer) {
  FixRequest What = Params.Fix;
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  start(
      What, Params.WorkDoneToken, Shared,
      [this, What, Shared](FixResult Result) {
        if (!Result.Edit) {
          show(What, Result);
          return Shared->error(Result.Why, std::move(Result.Message));
        }
        json Edit = {{"label", What.Kind->title() + std::string(" (") +
                                   Result.Message + ")"},
                     {"edit", *Result.Edit}};
        Client.Peer.call(
            "workspace/applyEdit", std::move(Edit),
            [this, What, Result = std::move(Result)](Outcome Applied) mutable {
              bool IsDone = Applied && Applied.Result.is_object() &&
                            Applied.Result.value("applied", json(true)) == true;
              if (!IsDone) {
                std::string Reason = "the client did not apply the fix";
                if (Applied.Error)
                  Reason += ": " + Applied.Error->Message;
                Client.log(Reason);
                Result = {std::nullopt, Reason, ErrorCode::RequestFailed};
              }
              show(What, Result);
            });
        // Behind the edit: what comes with the reply in one piece Emacs leaves
        // unread until there is more (jsonrpc.el throws out of its filter).
        (*Shared)(nullptr);
      });
}

//===----------------------------------------------------------------------===//
// Proposals
//===----------------------------------------------------------------------===//

void CodeActionRequests::onPropose(ProposeFixParams Params, Reply Answer) {
  Workspace::DocumentPtr Open = Documents.get(Params.Uri);
  FixRequest What = {Params.Kind, Params.Uri, Open->version(), Params.Position};
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  auto Then = [this, What, Contents = Open->text(), Shared](FixResult Result) {
    // That there is none is an answer, too.
    if (!Result.Edit && Result.Why != ErrorCode::RequestFailed)
      return Shared->error(Result.Why, std::move(Result.Message));
    json Proposal = {{"version", What.Version},
                     {"edit", nullptr},
                     {"message", std::move(Result.Message)},
                     {"graph", nullptr}};
    if (Result.Edit)
      Proposal["edit"] = *Result.Edit;
    if (Result.Graph)
      Proposal["graph"] =
          toJson(*Result.Graph, What.Version, [&](ByteRange Place) {
            return Contents.rangeAt(Place.Begin, Place.End, Client.encoding());
          });
    (*Shared)(std::move(Proposal));
  };
  start(What, Params.WorkDoneToken, Shared, std::move(Then), Params.GraphNodes);
}
