//===- CodeActionRequests.cpp - Code actions and fixes --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CodeActionRequests.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/features/fixes/MissingRule.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/DiagnosticRequests.h"
#include "server/handlers/Handlers.h"
#include "server/ods/OdsConfiguration.h"
#include "server/ods/OdsFiles.h"
#include "server/protocol/FileUri.h"
#include "server/settings/ProjectRules.h"
#include <tuple>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

CodeActionRequests::CodeActionRequests(Workspace &Documents,
                                       const ClientConnection &Client,
                                       FixComputer Compute,
                                       UpstreamActions AskUpstream,
                                       std::chrono::milliseconds MenuPatience)
    : Documents(Documents), Client(Client), AskUpstream(std::move(AskUpstream)),
      ProgressBars(Client.Peer, Clock, Client.Capabilities),
      Jobs(Compute, ProgressBars, Client.Capabilities),
      Previews(std::move(Compute), MenuPatience) {}

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
  case FixGroup::SimplifyAll:
    return SimplifyAllKind;
  }
  llvm_unreachable("all groups are handled");
}

/// True if a client that wants `WantedKinds` wants actions of a kind: the kind
/// itself, or one around it (`refactor` contains `refactor.rewrite`).
static bool wants(llvm::ArrayRef<std::string> WantedKinds,
                  llvm::StringRef Kind) {
  return llvm::any_of(WantedKinds, [&](llvm::StringRef Prefix) {
    // The empty kind means every kind of a menu.
    if (Prefix.empty())
      return !Kind.starts_with("source.");
    llvm::StringRef Rest = Kind;
    return Rest.consume_front(Prefix) && (Rest.empty() || Rest.front() == '.');
  });
}

FixFilter CodeActionRequests::filter(const CodeActionParams &Params) const {
  FixFilter Filter;
  if (Params.WantedKinds) {
    Filter.QuickFixes = wants(*Params.WantedKinds, QuickFixKind);
    Filter.Rewrites = wants(*Params.WantedKinds, RefactorRewriteKind);
    Filter.FixAll = wants(*Params.WantedKinds, FixAllKind);
    Filter.SimplifyAll = wants(*Params.WantedKinds, SimplifyAllKind);
  }
  Filter.IsAutomatic = Params.IsAutomatic;
  Settings Options = Documents.settings(Params.Uri);
  Filter.Ranges = Options.ShowRangeFindings;
  Filter.Unsigned = Options.ShowUnsignedFindings;
  Filter.LessNoise = Options.ShowNoiseSavings;
  Filter.RemoveExisting = Options.RemoveExisting;
  return Filter;
}

json CodeActionRequests::listActions(
    const Snapshot &State, const std::string &Uri, ByteRange Selection,
    const FixFilter &Filter, const Settings &Options,
    std::vector<RewritePreviews::Subject> &Rewritings) const {
  const ClientCapabilities &Can = Client.Capabilities;
  json Actions = json::array();
  for (OfferedFix &Offer : listFixes(State, Selection, Filter)) {
    // A light bulb at each stop of the cursor is not worth a search.
    if (Filter.IsAutomatic && isRewriting(*Offer.Kind))
      continue;
    CodeAction Action;
    Action.Title = Offer.Title;
    Action.Kind = kindOf(Offer.Group);
    Action.IsPreferred = Offer.IsPreferred;
    for (const Problem &Issue : Offer.Problems)
      Action.Diagnostics.push_back(toDiagnostic(
          Issue, State, Uri, Can.RelatedInformation, Client.encoding()));
    adaptToClient(Action.Diagnostics, Can);
    if (!Offer.Refusal.empty()) {
      if (Can.CodeActionLiterals && Can.CodeActionDisabled) {
        Action.Disabled = Offer.Refusal;
        Action.IsPreferred = false;
        Actions.push_back(Action);
      }
      continue;
    }
    if (isRewriting(*Offer.Kind) &&
        State.text().size() <= RewritePreviews::MostBytes) {
      FixTask Task;
      Task.Kind = Offer.Kind;
      Task.Contents = State.text();
      Task.Offset = Offer.Place;
      Task.Options = Options;
      Task.Registry = &Documents.registry(Uri);
      Rewritings.push_back({Actions.size(), std::move(Task)});
    }
    FixRequest Request = {
        Offer.Kind, Uri, State.version(),
        State.text().positionAt(Offer.Place, Client.encoding())};
    // A failed fix is not reported to a user who only saves.
    Request.IsQuiet = (Offer.Group == FixGroup::FixAll ||
                       Offer.Group == FixGroup::SimplifyAll) &&
                      Filter.IsAutomatic;
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

/// Adds actions that write a rule into the file of the project, where the noise
/// of an operation is unknown for want of one.
void CodeActionRequests::addMissingRules(const Snapshot &State,
                                         const std::string &Uri,
                                         ByteRange Selection,
                                         json &Actions) const {
  const ClientCapabilities &Can = Client.Capabilities;
  NoiseRulesPtr Rules = currentRules();
  std::string Path = currentRulesPath();
  if (!Rules || Path.empty() || !Can.CodeActionLiterals)
    return;
  std::vector<MissingRule> Missing =
      findMissingRules(State, Selection, *Rules, Documents.registry(Uri));
  if (Missing.empty())
    return;
  // What is open may have changes that are not saved.
  std::optional<OpenRuleFile> Open = openRuleFile();
  const bool IsOpen = Open.has_value();
  if (!IsOpen) {
    std::optional<std::string> OnDisk = readRegularFile(Path, maxOdsYamlBytes);
    if (!OnDisk)
      return;
    Open = OpenRuleFile{Text(std::move(*OnDisk)), 0};
  }
  const Text &File = Open->Contents;
  for (const MissingRule &Rule : Missing) {
    ByteEdit Edit = addRule(File.bytes(), Rule.Operation);
    CodeAction Action;
    Action.Title = "Write a rule for '" + Rule.Operation + "' into " +
                   odsConfigurationName.str();
    Action.Kind = QuickFixKind;
    Action.Diagnostics.push_back(toDiagnostic(
        Rule.Issue, State, Uri, Can.RelatedInformation, Client.encoding()));
    adaptToClient(Action.Diagnostics, Can);
    TextDocumentEdit Change;
    Change.Uri = fileUri(Path);
    if (IsOpen)
      Change.Version = Open->Version;
    Change.Edits.push_back(
        {File.rangeAt(Edit.Range.Begin, Edit.Range.End, Client.encoding()),
         Edit.NewText});
    Action.Edit = WorkspaceEdit(Can, {std::move(Change)});
    Actions.push_back(Action);
  }
}

/// True for a test of diagnostics: mlir-opt compares those with what comments
/// expect.
static bool checksDiagnostics(llvm::StringRef Contents) {
  while (!Contents.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Contents) = Contents.split('\n');
    if (Line.contains("RUN:") && Line.contains("-verify-diagnostics"))
      return true;
  }
  return false;
}

void CodeActionRequests::onList(CodeActionParams Params, Reply Answer) {
  Workspace::DocumentPtr Open = Documents.get(Params.Uri);
  FixFilter Filter = filter(Params);
  auto SharedAnswer = std::make_shared<Reply>(std::move(Answer));
  Open->withCurrent([this, SharedAnswer, Filter,
                     Options = Documents.settings(Params.Uri),
                     Params = std::move(Params)](const Reading &View) {
    if (!View.State)
      return SharedAnswer->error(ErrorCode::ContentModified,
                                 "the document changed meanwhile");
    const Text &Contents = View.State->text();
    ByteRange Place = {Contents.offsetAt(Params.Range.Start, Client.encoding()),
                       Contents.offsetAt(Params.Range.End, Client.encoding())};
    std::vector<RewritePreviews::Subject> Rewritings;
    json Actions = listActions(*View.State, Params.Uri, Place, Filter, Options,
                               Rewritings);
    if (Filter.QuickFixes)
      addMissingRules(*View.State, Params.Uri, Place, Actions);
    // LLVM's server has an action on its own diagnostics that writes tests:
    // nobody else knows what that is. Who follows the cursor has not asked for
    // it.
    bool WantsChecks =
        !Params.WantedKinds || wants(*Params.WantedKinds, RefactorKind);
    if (WantsChecks && !Filter.IsAutomatic && !Params.Upstream.is_null() &&
        checksDiagnostics(Contents.bytes()))
      addUpstream(Params, Contents, std::move(Actions), SharedAnswer);
    else
      Previews.complete(std::move(Actions), std::move(Rewritings),
                        Client.Capabilities.CodeActionLiterals &&
                            Client.Capabilities.CodeActionDisabled,
                        [SharedAnswer](json Completed) {
                          (*SharedAnswer)(std::move(Completed));
                        });
  });
}

/// LLVM's action "Add expected-error diagnostic checks" as what it is: it fixes
/// nothing, though LLVM calls it a quick fix.
static json asRefactoring(json Action) {
  if (Action.is_object() && Action.contains("kind")) {
    Action["kind"] = RefactorKind;
    Action.erase("diagnostics");
    Action.erase("isPreferred");
  }
  return Action;
}

/// Completes the list with LLVM's actions, or without them if they take long.
void CodeActionRequests::addUpstream(CodeActionParams Params,
                                     const Text &Contents, json Actions,
                                     const std::shared_ptr<Reply> &Answer) {
  // The second completion is dropped.
  auto Ours = std::make_shared<const json>(std::move(Actions));
  Clock.schedule(UpstreamPatience, [Answer, Ours] { (*Answer)(*Ours); });
  // It gives actions to those who want quick fixes.
  Params.Upstream.at("context").erase("only");
  AskUpstream(Params.Uri, Contents, std::move(Params.Upstream), Answer,
              [Answer, Ours](const Outcome &FromMlir) {
                json Actions = *Ours;
                if (FromMlir && FromMlir.Result.is_array())
                  for (const json &Action : FromMlir.Result)
                    Actions.push_back(asRefactoring(Action));
                (*Answer)(std::move(Actions));
              });
}

//===----------------------------------------------------------------------===//
// The chosen action
//===----------------------------------------------------------------------===//

void CodeActionRequests::start(FixRequest Request, const json &WorkDoneToken,
                               const std::shared_ptr<Reply> &Answer,
                               FixJobs::Handler OnResult,
                               std::optional<GraphPart> Graph) {
  Workspace::DocumentPtr Open = Documents.find(Request.Uri);
  // One of several that are applied on save has changed the text.
  if (Open && Request.Kind->isOfDocument())
    Request.Version = Open->version();
  if (!Open || Open->version() != Request.Version)
    return OnResult({std::nullopt, FixIsOutdated, ErrorCode::ContentModified});
  FixTask Task;
  Task.Kind = Request.Kind;
  Task.Contents = Open->text();
  Task.Offset = Task.Contents.offsetAt(Request.Place, Client.encoding());
  Task.Options = Documents.settings(Request.Uri);
  Task.Registry = &Documents.registry(Request.Uri);
  Task.Graph = Graph;
  run(Request, std::move(Task), WorkDoneToken, Answer, std::move(OnResult));
}

/// How much longer each search is than the one before.
static constexpr int LongerFactor = 6;

/// The title of a button: "Search longer (1 min)".
static std::string searchLongerTitle(const Settings &Options) {
  auto Seconds =
      std::chrono::ceil<std::chrono::seconds>(Options.TimeLimit * LongerFactor)
          .count();
  bool IsShort = Seconds < 60;
  return "Search longer (" +
         std::to_string(IsShort ? Seconds : (Seconds + 59) / 60) +
         (IsShort ? " s)" : " min)");
}

/// Computes a fix, and remembers a search that ended early.
void CodeActionRequests::run(const FixRequest &Request, FixTask Task,
                             const json &WorkDoneToken,
                             const std::shared_ptr<Reply> &Answer,
                             FixJobs::Handler OnResult) {
  auto OnEnd = [this, Request, Task,
                OnResult = std::move(OnResult)](FixResult Result) mutable {
    if (Result.BestSoFar) {
      std::lock_guard Lock(StoppedMutex);
      Stopped = {Request, Task, Result.BestSoFar};
      Result.SearchLonger = searchLongerTitle(Task.Options);
    }
    OnResult(std::move(Result));
  };
  Jobs.start(Request, std::move(Task), WorkDoneToken, Answer, std::move(OnEnd));
}

/// Shows the outcome to the user.
void CodeActionRequests::show(const FixRequest &Request,
                              const FixResult &Result) {
  if (!Result.SearchLonger.empty() && !Request.IsQuiet &&
      Client.Capabilities.MessageActions) {
    json Params = showMessage(MessageType::Info, Result.Message);
    Params["actions"] = json::array({{{"title", Result.SearchLonger}}});
    Client.Peer.call("window/showMessageRequest", std::move(Params),
                     [this, Uri = Request.Uri](const Outcome &Choice) {
                       if (Choice && Choice.Result.is_object())
                         searchLonger(Uri, nullptr, nullptr);
                     });
    return;
  }
  // A user who cancels needs no message.
  if (!Result.Edit && Result.Code == ErrorCode::RequestCancelled)
    return;
  MessageType Type = Result.Edit ? MessageType::Info
                     : Result.Code == ErrorCode::ContentModified
                         ? MessageType::Warning
                         : MessageType::Error;
  // Users see what was done, and a menu or a title has said how well.
  bool IsSilent = Request.IsQuiet || (Result.Edit && !Result.IsNotable);
  Client.Peer.notify(IsSilent ? "window/logMessage" : "window/showMessage",
                     showMessage(Type, Result.Message));
}

/// The title of an action without what was found out for the menu.
static llvm::StringRef withoutPreview(const FixKind &Kind,
                                      llvm::StringRef Title) {
  // What was found out may have brackets of its own; a bare title has none.
  return isRewriting(Kind) ? Title.substr(0, Title.find(" (")) : Title;
}

void CodeActionRequests::onResolve(ResolveActionParams Params, Reply Answer) {
  if (!Params.Fix)
    return Answer(std::move(Params.Action));
  FixRequest Request = *Params.Fix;
  auto SharedAnswer = std::make_shared<Reply>(std::move(Answer));
  start(
      Request, Params.WorkDoneToken, SharedAnswer,
      [this, Request, SharedAnswer,
       Action = std::move(Params.Action)](FixResult Result) mutable {
        if (!Result.Edit)
          show(Request, Result);
        if (!Result.Edit &&
            (!Request.IsQuiet || Result.Code != ErrorCode::RequestFailed))
          return SharedAnswer->error(Result.Code, std::move(Result.Message));
        if (Result.Edit) {
          Action["edit"] = *Result.Edit;
          // The title after the search says how good the result is.
          if (auto Title = Action.find("title");
              Title != Action.end() && Title->is_string())
            *Title =
                withoutPreview(*Request.Kind, Title->get<std::string>()).str() +
                inBrackets(Result.Proposal);
        }
        // First the edit: a client that asks for a choice may wait for it.
        (*SharedAnswer)(std::move(Action));
        if (Result.Edit)
          show(Request, Result);
      });
}

/// Has the client apply a fix, and shows the outcome.
void CodeActionRequests::apply(const FixRequest &Request, FixResult Result) {
  json Edit = {{"label", Request.Kind->title() + inBrackets(Result.Proposal)},
               {"edit", *Result.Edit}};
  Client.Peer.call(
      "workspace/applyEdit", std::move(Edit),
      [this, Request, Result = std::move(Result)](Outcome EditOutcome) mutable {
        bool IsDone = EditOutcome && EditOutcome.Result.is_object() &&
                      EditOutcome.Result.value("applied", json(true)) == true;
        if (!IsDone) {
          std::string Reason = "the client did not apply the fix";
          if (EditOutcome.Error)
            Reason += ": " + EditOutcome.Error->Message;
          Client.log(Reason);
          Result = {std::nullopt, Reason, ErrorCode::RequestFailed};
        }
        show(Request, Result);
      });
}

void CodeActionRequests::onCommand(FixCommandParams Params, Reply Answer) {
  auto SharedAnswer = std::make_shared<Reply>(std::move(Answer));
  if (!Params.Fix)
    return searchLonger(Params.Uri, Params.WorkDoneToken, SharedAnswer);
  FixRequest Request = *Params.Fix;
  start(Request, Params.WorkDoneToken, SharedAnswer,
        [this, Request, SharedAnswer](FixResult Result) {
          if (!Result.Edit) {
            show(Request, Result);
            return SharedAnswer->error(Result.Code, std::move(Result.Message));
          }
          apply(Request, std::move(Result));
          // The answer follows the edit: if both arrive together, Emacs leaves
          // the second unread until more arrives (jsonrpc.el throws out of its
          // filter).
          (*SharedAnswer)(nullptr);
        });
}

/// Goes on with the last search that ended early, if the text is that
/// from before or after its fix. Without `Answer` it is not a request.
void CodeActionRequests::searchLonger(const std::string &Uri,
                                      const json &WorkDoneToken,
                                      const std::shared_ptr<Reply> &Answer) {
  std::optional<StoppedSearch> Search;
  {
    std::lock_guard Lock(StoppedMutex);
    Search = Stopped;
  }
  Workspace::DocumentPtr Open = Documents.find(Uri);
  bool IsKnown = Open && Search && Search->Request.Uri == Uri;
  auto isText = [&](llvm::StringRef Bytes) {
    return IsKnown && Open->text().bytes() == Bytes;
  };
  llvm::StringRef Before =
      IsKnown ? Search->Task.Contents.bytes() : llvm::StringRef();
  bool IsApplied =
      IsKnown && isText(lsp::applyEdits(Before, Search->BestSoFar->Edits));
  if (!IsApplied && !isText(Before)) {
    Client.Peer.notify("window/showMessage",
                       showMessage(MessageType::Warning, FixIsOutdated));
    if (Answer)
      (*Answer)(nullptr);
    return;
  }
  FixRequest Request = Search->Request;
  Request.Version = Open->version();
  FixTask Task = Search->Task;
  Task.Applied = IsApplied ? Search->BestSoFar : nullptr;
  Task.Options = Documents.settings(Uri);
  Task.Options.TimeLimit =
      std::max(Task.Options.TimeLimit, Search->Task.Options.TimeLimit) *
      LongerFactor;
  Task.Registry = &Documents.registry(Uri);
  Task.Graph = std::nullopt;
  run(Request, std::move(Task), WorkDoneToken, Answer,
      [this, Request, Answer](FixResult Result) {
        if (Result.Edit)
          apply(Request, std::move(Result));
        else if (Result.Code == ErrorCode::RequestFailed &&
                 Result.SearchLonger.empty())
          Client.Peer.notify("window/showMessage",
                             showMessage(MessageType::Info, Result.Message));
        else
          show(Request, Result);
        if (Answer)
          (*Answer)(nullptr);
      });
}

//===----------------------------------------------------------------------===//
// Proposals
//===----------------------------------------------------------------------===//

void CodeActionRequests::onPropose(ProposeFixParams Params, Reply Answer) {
  Workspace::DocumentPtr Open = Documents.get(Params.Uri);
  FixRequest Request = {Params.Kind, Params.Uri, Open->version(),
                        Params.Position};
  auto SharedAnswer = std::make_shared<Reply>(std::move(Answer));
  auto OnResult = [this, Request, Contents = Open->text(),
                   SharedAnswer](FixResult Result) {
    // "There is none" is an answer, too.
    if (!Result.Edit && Result.Code != ErrorCode::RequestFailed)
      return SharedAnswer->error(Result.Code, std::move(Result.Message));
    json Proposal = {{"version", Request.Version},
                     {"edit", nullptr},
                     {"message", Result.Message},
                     {"graph", nullptr}};
    if (Result.Edit) {
      Proposal["edit"] = *Result.Edit;
      Proposal["done"] = std::move(Result.Message);
      Proposal["message"] = std::move(Result.Proposal);
      if (Result.IsNotable)
        Proposal["isNotable"] = true;
      if (!Result.SearchLonger.empty())
        Proposal["searchLonger"] = std::move(Result.SearchLonger);
    }
    if (Result.Graph)
      Proposal["graph"] =
          toJson(*Result.Graph, Request.Version, [&](ByteRange Place) {
            return Contents.rangeAt(Place.Begin, Place.End, Client.encoding());
          });
    (*SharedAnswer)(std::move(Proposal));
  };
  start(Request, Params.WorkDoneToken, SharedAnswer, std::move(OnResult),
        Params.Graph);
}
