//===- DiagnosticRequests.cpp - Diagnostics, pushed and pulled ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/DiagnosticRequests.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/features/fixes/CodeActions.h"
#include "server/protocol/Documentation.h"
#include "server/protocol/JsonPrinter.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void mlir::noisy::lsp::adaptToClient(std::vector<Diagnostic> &Items,
                                     const ClientCapabilities &Client) {
  for (Diagnostic &Item : Items) {
    if (Client.DiagnosticData && Item.Source == "noisy")
      for (const FixKind *Kind : allFixKinds())
        if (Kind->fixes(Item.Code))
          Item.Data["fixes"].push_back(Kind->id());
    if (Client.CodeDescriptions)
      Item.CodeDescription = helpUri(Item.Code);
    if (!Client.DiagnosticTags)
      Item.Tags.clear();
  }
}

std::vector<lsp::Diagnostic>
DiagnosticRequests::diagnostics(const Snapshot &State, const std::string &Uri,
                                const Settings &Options) const {
  DiagnosticFilter Filter;
  Filter.RangeFindings = Options.ShowRangeFindings;
  Filter.UnsignedFindings = Options.ShowUnsignedFindings;
  Filter.NoiseSavings = Options.ShowNoiseSavings;
  Filter.IdleCode = Client.Capabilities.DiagnosticTags;
  std::vector<Diagnostic> Items =
      getDiagnostics(State, Uri, Client.Capabilities.RelatedInformation,
                     Client.encoding(), Filter);
  Checks.correct(Items, Uri, State.text());
  // What nobody wrote is not wrong yet.
  auto isIn = [&](const Diagnostic &Item, ByteRange Unfinished) {
    return Unfinished.contains(
        {State.text().offsetAt(Item.Range.Start, Client.encoding()),
         State.text().offsetAt(Item.Range.End, Client.encoding())});
  };
  // A client that asks by itself only would not learn when it is.
  std::vector<ByteRange> Unfinished;
  if (!Client.Capabilities.PullDiagnostics ||
      Client.Capabilities.DiagnosticRefresh)
    Unfinished = Documents.snippets().unfinished(Uri, State.version());
  llvm::erase_if(Items, [&](const Diagnostic &Item) {
    return Item.Source != "noisy" &&
           llvm::any_of(Unfinished,
                        [&](ByteRange Each) { return isIn(Item, Each); });
  });
  adaptToClient(Items, Client.Capabilities);
  return Items;
}

/// True if a detail of the snapshot is a problem, or its absence is.
static bool hasDetailProblems(const Snapshot &State) {
  return llvm::any_of(State.parts(), [](const Snapshot::Part &P) {
    return P.LacksDetails ||
           llvm::any_of(P.Sections, [](const PlacedSection &Section) {
             return Section.Details && !Section.Details->Problems.empty();
           });
  });
}

void DiagnosticRequests::publish(const std::string &Uri,
                                 Workspace::OpenDocument &Open,
                                 const Snapshot &State) {
  bool HadDetails = std::exchange(Open.ShowsDetails, hasDetailProblems(State));
  bool AreSame = State.completesAnother() && !HadDetails && !Open.ShowsDetails;
  if (State.completesAnother())
    Refreshes.noteChange((Open.Options.ShowRanges ? ShownHints : 0u) |
                         (AreSame ? 0u : ShownDiagnostics));
  // A client that pulls diagnostics is pushed none: Neovim and VS Code would
  // show all problems twice. rust-analyzer does the same.
  if (!AreSame && !Client.Capabilities.PullDiagnostics) {
    // What completes a snapshot has its version, which needs no second answer.
    DiagnosticReport Report =
        getDiagnosticReport(diagnostics(State, Uri, Open.Options),
                            State.completesAnother() ? Open.LastReport : "");
    if (Report.Items)
      Client.Peer.notifyText(
          "textDocument/publishDiagnostics",
          toJsonText(PublishDiagnosticsParams{Uri, State.version(),
                                              std::move(*Report.Items)}));
    Open.LastReport = std::move(Report.ResultId);
  }
  if (State.isComplete())
    Checks.onComplete(Uri, State.text());
  if (Client.Capabilities.AnalysedNotification)
    Client.Peer.notify("noisy/analysed", {{"uri", Uri},
                                          {"version", State.version()},
                                          {"isComplete", State.isComplete()}});
}

void DiagnosticRequests::clear(const std::string &Uri) {
  if (!Client.Capabilities.PullDiagnostics)
    Client.Peer.notify("textDocument/publishDiagnostics",
                       {{"uri", Uri}, {"diagnostics", json::array()}});
}

void DiagnosticRequests::onDiagnostic(ChangesParams Params, Reply Answer) {
  Workspace::DocumentPtr Open = Documents.get(Params.Uri);
  // Answered when the current text is built. Later changes, by details or
  // settings, are announced by a refresh; a client without refreshes is
  // answered after the details.
  auto OnSnapshot = [this, Params = std::move(Params),
                     Answer = std::move(Answer)](Reading View) mutable {
    if (!View.State)
      return Answer.error(ErrorCode::ServerCancelled,
                          "the document changed meanwhile",
                          {{"retriggerRequest", true}});
    auto Complete = [this, Params, State = View.State,
                     Answer = std::move(Answer)]() mutable {
      Answer.completeText(toJsonText(getDiagnosticReport(
          diagnostics(*State, Params.Uri, Documents.settings(Params.Uri)),
          Params.PreviousResultId)));
    };
    // What programs of the project say later is announced, too.
    if (Client.Capabilities.DiagnosticRefresh)
      return Complete();
    Checks.onComplete(Params.Uri, View.State->text());
    Checks.whenChecked(Params.Uri, std::move(Complete));
  };
  if (Client.Capabilities.DiagnosticRefresh)
    Open->withCurrent(std::move(OnSnapshot));
  else
    Open->withComplete(std::move(OnSnapshot));
}
