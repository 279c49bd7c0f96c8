//===- CodeActionRequests.cpp - Fixes, offered and computed ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CodeActionRequests.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/DiagnosticData.h"
#include "server/handlers/NoiseGraphRequests.h"
#include "server/protocol/LspWindow.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

CodeActionRequests::CodeActionRequests(Dispatcher &Peer,
                                       const ClientCapabilities &Client,
                                       const PositionEncoding &Encoding,
                                       Environment Server)
    : Peer(Peer), Client(Client), Encoding(Encoding), Server(std::move(Server)),
      Shown(Peer, Clock, Client),
      Jobs(this->Server.Compute, Shown, Client, Encoding) {
  auto Request = [&](const char *Method,
                     void (CodeActionRequests::*Handler)(const json &, Reply)) {
    Peer.onRequest(Method, [this, Handler](const json &Params, Reply Answer) {
      (this->*Handler)(Params, std::move(Answer));
    });
  };
  Request("textDocument/codeAction", &CodeActionRequests::onList);
  Request("codeAction/resolve", &CodeActionRequests::onResolve);
  Request("workspace/executeCommand", &CodeActionRequests::onCommand);
  Request("noisy/proposeFix", &CodeActionRequests::onPropose);
}

void CodeActionRequests::announce(json &Capabilities) {
  Capabilities["codeActionProvider"] = {
      {"codeActionKinds", {QuickFixKind, RefactorRewriteKind, FixAllKind}},
      {"resolveProvider", true},
      {"workDoneProgress", true}};
  Capabilities["executeCommandProvider"] = {{"commands", {ApplyFixCommand}},
                                            {"workDoneProgress", true}};
  Capabilities["experimental"]["noisy"]["proposeFix"] = true;
}

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
static bool wants(const json &Only, llvm::StringRef Kind) {
  return llvm::any_of(Only, [&](const json &Wanted) {
    if (!Wanted.is_string())
      return false;
    llvm::StringRef Rest = Kind;
    // The empty kind is all that a menu may have.
    llvm::StringRef Given = Wanted.get_ref<const std::string &>();
    if (Given.empty())
      return Kind != FixAllKind;
    return Rest.consume_front(Given) && (Rest.empty() || Rest.front() == '.');
  });
}

FixFilter CodeActionRequests::readFilter(const json &Context,
                                         const std::string &Uri) const {
  FixFilter Wanted;
  if (auto Only = Context.find("only");
      Only != Context.end() && !Only->is_null()) {
    Wanted.QuickFixes = wants(*Only, QuickFixKind);
    Wanted.Rewrites = wants(*Only, RefactorRewriteKind);
    Wanted.FixAll = wants(*Only, FixAllKind);
  }
  if (auto Trigger = Context.find("triggerKind"); Trigger != Context.end())
    Wanted.IsAutomatic = *Trigger == 2;
  Wanted.Ranges = Server.SettingsOf(Uri).ShowRangeFindings;
  return Wanted;
}

json CodeActionRequests::listActions(const Snapshot &State,
                                     const std::string &Uri, ByteRange Asked,
                                     const FixFilter &Wanted) const {
  json Actions = json::array();
  for (OfferedFix &Offer : listFixes(State, Asked, Wanted)) {
    CodeAction Action;
    Action.Title = Offer.Title;
    Action.Kind = kindOf(Offer.Group);
    Action.IsPreferred = Offer.IsPreferred;
    for (const Problem &Found : Offer.Problems)
      Action.Diagnostics.push_back(toDiagnostic(
          Found, State.text(), Uri, Client.RelatedInformation, Encoding));
    adaptToClient(Action.Diagnostics, Client);
    if (!Offer.Refusal.empty()) {
      if (Client.CodeActionLiterals && Client.CodeActionDisabled) {
        Action.Disabled = Offer.Refusal;
        Action.IsPreferred = false;
        Actions.push_back(Action);
      }
      continue;
    }
    FixRequest Request = {Offer.Kind, Uri, State.version(),
                          State.text().positionAt(Offer.Place, Encoding)};
    // Whoever only saves does not want to hear why something stays broken.
    Request.IsQuiet = Offer.Group == FixGroup::FixAll && Wanted.IsAutomatic;
    lsp::Command AsCommand = toCommand(Request);
    AsCommand.Title = Offer.Title;
    if (!Client.CodeActionLiterals) {
      Actions.push_back(AsCommand);
      continue;
    }
    if (Client.CodeActionResolveEdit && Client.CodeActionData)
      Action.Data = Request;
    else
      Action.Command = std::move(AsCommand);
    Actions.push_back(Action);
  }
  return Actions;
}

void CodeActionRequests::onList(const json &Params, Reply Answer) {
  const std::string &Uri =
      Params.at("textDocument").at("uri").get_ref<const std::string &>();
  DocumentPtr Open = Server.Find(Uri);
  if (!Open)
    return Answer.error(ErrorCode::InvalidParams, "the document is not open");
  Range Asked = Params.at("range").get<Range>();
  const json &Context = Params.at("context");
  FixFilter Wanted = readFilter(Context, Uri);
  // LLVM's server has actions on its own diagnostics.
  bool AskMlir =
      Wanted.QuickFixes &&
      llvm::any_of(Context.at("diagnostics"), [](const json &Given) {
        return Given.is_object() && Given.value("source", json()) == "mlir";
      });

  auto Shared = std::make_shared<Reply>(std::move(Answer));
  Open->withCurrent(
      [this, Shared, Uri, Asked, Wanted, AskMlir, Params](const Reading &From) {
        const Document::SnapshotPtr &State = From.State;
        if (!State)
          return Shared->error(ErrorCode::ContentModified,
                               "the document changed meanwhile");
        ByteRange Where = {State->text().offsetAt(Asked.Start, Encoding),
                           State->text().offsetAt(Asked.End, Encoding)};
        json Actions = listActions(*State, Uri, Where, Wanted);
        if (AskMlir)
          addUpstream(Uri, State->text(), Params, std::move(Actions), Shared);
        else
          (*Shared)(std::move(Actions));
      });
}

/// Completes the list with LLVM's actions, or without where these take long.
void CodeActionRequests::addUpstream(const std::string &Uri,
                                     const Text &Contents, const json &Params,
                                     json Actions,
                                     const std::shared_ptr<Reply> &Answer) {
  // What comes second is dropped.
  auto Ours = std::make_shared<const json>(std::move(Actions));
  Clock.after(UpstreamPatience, [Answer, Ours] { (*Answer)(*Ours); });
  Server.AskUpstream(Uri, Contents, Params, Answer,
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

void CodeActionRequests::start(const FixRequest &What, const json &Params,
                               const std::shared_ptr<Reply> &Answer,
                               FixJobs::Handler Then,
                               std::optional<size_t> GraphNodes) {
  DocumentPtr Open = Server.Find(What.Uri);
  if (!Open || Open->version() != What.Version)
    return Then({std::nullopt, FixIsOutdated, ErrorCode::ContentModified});
  FixTask Task;
  Task.Kind = What.Kind;
  Task.Contents = Open->text();
  Task.Offset = Task.Contents.offsetAt(What.Place, Encoding);
  Task.Options = Server.SettingsOf(What.Uri);
  Task.Registry = &Server.RegistryOf(What.Uri);
  Task.GraphNodes = GraphNodes;
  Jobs.start(What, std::move(Task), Params, Answer, std::move(Then));
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
  Peer.notify(What.IsQuiet ? "window/logMessage" : "window/showMessage",
              showMessage(Type, Result.Message));
}

void CodeActionRequests::onResolve(const json &Params, Reply Answer) {
  // An action of LLVM's server is complete.
  if (!Params.contains("data") && Params.contains("title"))
    return Answer(Params);
  FixRequest What = Params.at("data").get<FixRequest>();
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  start(What, Params, Shared,
        [this, What, Shared, Action = Params](FixResult Result) mutable {
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

void CodeActionRequests::onCommand(const json &Params, Reply Answer) {
  const json &Command = Params.at("command");
  if (Command != ApplyFixCommand)
    return Answer.error(ErrorCode::InvalidParams,
                        "unknown command " + dumpJson(Command));
  FixRequest What = Params.at("arguments").at(0).get<FixRequest>();
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  start(What, Params, Shared, [this, What, Shared](FixResult Result) {
    if (!Result.Edit) {
      show(What, Result);
      return Shared->error(Result.Why, std::move(Result.Message));
    }
    json Edit = {{"label", What.Kind->title() + std::string(" (") +
                               Result.Message + ")"},
                 {"edit", *Result.Edit}};
    Peer.call(
        "workspace/applyEdit", std::move(Edit),
        [this, What, Result = std::move(Result)](Outcome Applied) mutable {
          bool IsDone = Applied && Applied.Result.is_object() &&
                        Applied.Result.value("applied", json(true)) == true;
          if (!IsDone) {
            std::string Reason = "the client did not apply the fix";
            if (Applied.Error)
              Reason += ": " + Applied.Error->Message;
            if (Server.Log)
              Server.Log(Reason);
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
// What is to be looked at
//===----------------------------------------------------------------------===//

/// The fix that the parameters of noisy/proposeFix ask for; throws
/// json::exception where there is none.
static const FixKind &readScope(const json &Params) {
  const json &Scope = Params.at("scope");
  if (Scope == "function")
    return fixes::ReduceFunction;
  if (Scope == "chunk")
    return fixes::ReduceChunk;
  if (Scope == "document")
    return fixes::ReduceDocument;
  throw json::other_error::create(501, "no scope is called " + dumpJson(Scope),
                                  &Params);
}

void CodeActionRequests::onPropose(const json &Params, Reply Answer) {
  FixRequest What = {&readScope(Params),
                     Params.at("textDocument").at("uri").get<std::string>(),
                     /*Version=*/0, Params.at("position").get<Position>()};
  std::optional<size_t> GraphNodes;
  if (Params.value("withGraph", json(false)) == true)
    GraphNodes = readMaxNodes(Params);
  DocumentPtr Open = Server.Find(What.Uri);
  if (!Open)
    return Answer.error(ErrorCode::InvalidParams, "the document is not open");
  What.Version = Open->version();
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  auto Then = [this, What, Contents = Open->text(), Shared](FixResult Result) {
    // That there is none is an answer, too.
    if (!Result.Edit && Result.Why != ErrorCode::RequestFailed)
      return Shared->error(Result.Why, std::move(Result.Message));
    json Told = {{"version", What.Version},
                 {"edit", nullptr},
                 {"message", std::move(Result.Message)},
                 {"graph", nullptr}};
    if (Result.Edit)
      Told["edit"] = *Result.Edit;
    if (Result.Graph)
      Told["graph"] = toJson(*Result.Graph, What.Version, [&](ByteRange Where) {
        return Contents.rangeAt(Where.Begin, Where.End, Encoding);
      });
    (*Shared)(std::move(Told));
  };
  start(What, Params, Shared, std::move(Then), GraphNodes);
}
