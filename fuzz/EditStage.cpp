//===- EditStage.cpp - Two servers that play a script ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/EditStage.h"
#include "server/protocol/Lsp.h"

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::SessionError;

void EditCounts::add(const EditCounts &OtherCounts) {
  Edits += OtherCounts.Edits;
  Messages += OtherCounts.Messages;
  Requests += OtherCounts.Requests;
  Comparisons += OtherCounts.Comparisons;
  for (const auto &[Kind, Count] : OtherCounts.ComparisonsByKind)
    ComparisonsByKind[Kind] += Count;
  Starts += OtherCounts.Starts;
  MostMemory = std::max(MostMemory, OtherCounts.MostMemory);
}

EditStage::EditStage(const ServerOptions &Options, EditCounts &Counts,
                     bool Thorough)
    : Options(Options), Counts(Counts), Thorough(Thorough),
      EditedServer(std::make_unique<FuzzedServer>(Options)),
      Fresh(std::make_unique<FuzzedServer>(Options)) {
  Counts.Starts += 2;
}

Finding EditStage::describeCrash(FuzzedServer &Server, const std::string &Name,
                                 const std::string &Reason) {
  HasCrashed = true;
  std::string Message = "the " + Name + " server: " + Reason;
  // A server that is waited for in vain still runs.
  bool Hangs = Reason.find("in vain") != std::string::npos ||
               Reason.find("does not read") != std::string::npos;
  if (!Hangs)
    if (std::optional<int> Status = Server.exitStatus())
      Message += "; exit status " + std::to_string(*Status);
  Message += "\n" + Server.session().errorOutput();
  return {Hangs ? "hang" : "crash", Message};
}

std::vector<Finding> EditStage::play(const Step &Next) {
  std::vector<Finding> Findings;
  if (HasCrashed)
    return Findings;
  IsFresh = false;
  try {
    playOn(Next, Findings);
  } catch (const SessionError &Error) {
    Findings.push_back(describeCrash(IsFresh ? *Fresh : *EditedServer,
                                     IsFresh ? "fresh" : "edited",
                                     Error.what()));
  } catch (const json::exception &Error) {
    Findings.push_back({"answer", Error.what()});
  }
  return Findings;
}

void EditStage::playOn(const Step &Next, std::vector<Finding> &Findings) {
  Document &Doc = Documents[Next.Document];
  const std::string Uri = uri(Next.Document);
  if (Next.Action != Step::Kind::Configure &&
      Doc.IsOpen == (Next.Action == Step::Kind::Open))
    return;
  lsp::LspSession &Session = EditedServer->session();
  switch (Next.Action) {
  case Step::Kind::Open:
    EditedServer->forget(Uri);
    Doc.IsOpen = true;
    // Analyses of the document that was open before do not count.
    Doc.Version += 1000;
    Doc.Text = lsp::Text(Next.Text);
    Doc.Tokens = nullptr;
    Session.open(Uri, Next.Text, Doc.Version);
    ++Counts.Messages;
    break;
  case Step::Kind::Close:
    Doc.IsOpen = false;
    Session.close(Uri);
    ++Counts.Messages;
    break;
  case Step::Kind::Edit:
    edit(Doc, Uri, Next);
    break;
  case Step::Kind::Replace:
    Doc.Text = lsp::Text(Next.Text);
    Session.change(Uri, Next.Text, ++Doc.Version);
    ++Counts.Edits;
    ++Counts.Messages;
    break;
  case Step::Kind::Wait:
    EditedServer->waitForAnalysis(Uri, Doc.Version, Next.Complete);
    break;
  case Step::Kind::Ask:
    ask(Doc, Uri, Next);
    break;
  case Step::Kind::Cancel:
    if (!RequestIds.empty())
      Session.notify("$/cancelRequest", {{"id", RequestIds.back()}});
    break;
  case Step::Kind::Configure:
    configure(Next.Text);
    break;
  case Step::Kind::Compare:
    compare(Doc, Uri, Next.Place, Findings);
    break;
  }
  takeAnswers(/*Wait=*/false);
}

void EditStage::configure(const std::string &Settings) {
  json Params = {{"settings", json::parse(Settings)}};
  EditedServer->session().notify("workspace/didChangeConfiguration", Params);
  Fresh->session().notify("workspace/didChangeConfiguration", Params);
  // A new version shows when the documents were analysed with the settings.
  for (auto &[Number, Doc] : Documents)
    if (Doc.IsOpen)
      EditedServer->session().change(uri(Number), Doc.Text.bytes().str(),
                                     ++Doc.Version);
  ++Counts.Messages;
}

void EditStage::compare(Document &Doc, const std::string &Uri, uint64_t Seed,
                        std::vector<Finding> &Findings) {
  Comparison Compare(Doc.Text, Uri, Options.Encoding, Seed, Thorough);
  // Details come after a pause in editing: both servers wait at the same time.
  IsFresh = true;
  Fresh->session().open(Uri, Doc.Text.bytes().str(), 1);
  IsFresh = false;
  EditedServer->waitForAnalysis(Uri, Doc.Version, /*Complete=*/true);
  takeAnswers(/*Wait=*/true);
  Counts.MostMemory =
      std::max(Counts.MostMemory, EditedServer->residentMemory());
  IsFresh = true;
  Fresh->waitForAnalysis(Uri, 1, /*Complete=*/true);
  std::vector<json> FreshAnswers = Compare.ask(*Fresh, 1);
  Fresh->session().close(Uri);
  Fresh->forget(Uri);
  IsFresh = false;
  std::vector<json> EditedAnswers = Compare.ask(*EditedServer, Doc.Version);
  Compare.compare(EditedAnswers, FreshAnswers, EditedServer->capabilities());
  compareTokens(Doc, Uri, Findings);
  WasGood = Compare.isGood();
  ++Counts.Comparisons;
  Counts.Requests += EditedAnswers.size();
  for (const auto &[Kind, Count] : Compare.counts())
    Counts.ComparisonsByKind[Kind] += Count;
  for (const Comparison::Difference &Diff : Compare.differences())
    Findings.push_back({Diff.Kind, Diff.Message});
}

/// The tokens after the edits of the server.
static json applyTokenEdits(const json &OldTokens, const json &Delta) {
  if (Delta.contains("data"))
    return Delta["data"];
  json Result = OldTokens;
  // Edits use the indices from before them.
  const json &Edits = Delta.at("edits");
  for (size_t I = Edits.size(); I > 0; --I) {
    const json &Edit = Edits[I - 1];
    size_t Start = Edit.at("start"), DeleteCount = Edit.at("deleteCount");
    if (Start + DeleteCount > Result.size())
      return nullptr;
    auto InsertPoint = Result.erase(Result.begin() + Start,
                                    Result.begin() + Start + DeleteCount);
    if (Edit.contains("data"))
      Result.insert(InsertPoint, Edit["data"].begin(), Edit["data"].end());
  }
  return Result;
}

void EditStage::compareTokens(Document &Doc, const std::string &Uri,
                              std::vector<Finding> &Findings) {
  static const std::string Method = "textDocument/semanticTokens/full";
  lsp::LspSession &Session = EditedServer->session();
  json PatchedTokens;
  if (Doc.Tokens.is_object() && Doc.Tokens.contains("resultId")) {
    json Params = lsp::documentParams(Uri);
    Params["previousResultId"] = Doc.Tokens["resultId"];
    PatchedTokens = applyTokenEdits(Doc.Tokens["data"],
                                    Session.ask(Method + "/delta", Params));
    ++Counts.ComparisonsByKind[Method + "/delta"];
  }
  bool WasAsked = Doc.Tokens.is_object();
  Doc.Tokens = Session.ask(Method, lsp::documentParams(Uri));
  if (WasAsked && PatchedTokens != Doc.Tokens["data"])
    Findings.push_back(
        {Method + "/delta",
         "the tokens after the edits differ from those in full"});
}

void EditStage::edit(Document &Doc, const std::string &Uri, const Step &Next) {
  json Changes = json::array();
  for (const RandomEdit &StepChange : Next.Changes) {
    RandomEdit Change = snap(Doc.Text, StepChange);
    lsp::Range ChangeRange =
        Doc.Text.rangeAt(Change.Begin, Change.End, Options.Encoding);
    Changes.push_back({{"range", ChangeRange}, {"text", Change.New}});
    std::string Bytes = Doc.Text.bytes().str();
    Bytes.replace(Change.Begin, Change.End - Change.Begin, Change.New);
    Doc.Text = lsp::Text(std::move(Bytes));
    ++Counts.Edits;
  }
  EditedServer->session().changeRanges(Uri, std::move(Changes), ++Doc.Version);
  ++Counts.Messages;
}

void EditStage::ask(const Document &Doc, const std::string &Uri,
                    const Step &Next) {
  lsp::Position Place = Doc.Text.positionAt(
      Doc.Text.size() ? Next.Place % Doc.Text.size() : 0, Options.Encoding);
  json Params = lsp::positionParams(Uri, Place.Line, Place.Character);
  lsp::Range Whole = Doc.Text.rangeAt(0, Doc.Text.size(), Options.Encoding);
  // Each request takes the parameters that it knows.
  Params["range"] =
      Next.Text == "textDocument/codeAction" ? lsp::Range{Place, Place} : Whole;
  Params["positions"] = json::array({Place});
  Params["context"] = {{"includeDeclaration", true},
                       {"diagnostics", json::array()}};
  Params["newName"] = "other";
  Params["query"] = "f";
  Params["scope"] = "function";
  RequestIds.push_back(
      EditedServer->session().send(Next.Text, std::move(Params)));
  ++Counts.Requests;
}

void EditStage::takeAnswers(bool Wait) {
  std::vector<int64_t> OpenIds;
  for (int64_t Id : RequestIds) {
    if (Wait)
      EditedServer->session().wait(Id);
    else if (!EditedServer->session().takeAnswer(Id))
      OpenIds.push_back(Id);
  }
  RequestIds = std::move(OpenIds);
}

std::vector<Finding> EditStage::end() {
  std::vector<Finding> Findings;
  if (HasCrashed)
    return Findings;
  try {
    IsFresh = false;
    takeAnswers(/*Wait=*/true);
    EditedServer->shutdown();
    IsFresh = true;
    Fresh->shutdown();
  } catch (const SessionError &Error) {
    Findings.push_back(describeCrash(IsFresh ? *Fresh : *EditedServer,
                                     IsFresh ? "fresh" : "edited",
                                     Error.what()));
  }
  return Findings;
}
