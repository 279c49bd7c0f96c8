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

void EditCounts::add(const EditCounts &Other) {
  Edits += Other.Edits;
  Messages += Other.Messages;
  Requests += Other.Requests;
  Comparisons += Other.Comparisons;
  for (const auto &[Kind, Count] : Other.Compared)
    Compared[Kind] += Count;
  Starts += Other.Starts;
  MostMemory = std::max(MostMemory, Other.MostMemory);
}

EditStage::EditStage(const ServerOptions &Options, EditCounts &Counts,
                     bool Thorough)
    : Options(Options), Counts(Counts), Thorough(Thorough),
      Edited(std::make_unique<FuzzedServer>(Options)),
      Fresh(std::make_unique<FuzzedServer>(Options)) {
  Counts.Starts += 2;
}

Finding EditStage::describeCrash(FuzzedServer &Of, const std::string &Name,
                                 const std::string &Reason) {
  Crashed = true;
  std::string Message = "the " + Name + " server: " + Reason;
  // A server that is waited for in vain still runs.
  bool Hangs = Reason.find("in vain") != std::string::npos ||
               Reason.find("does not read") != std::string::npos;
  if (!Hangs)
    if (std::optional<int> Status = Of.exitStatus())
      Message += "; exit status " + std::to_string(*Status);
  Message += "\n" + Of.errorOutput();
  return {Hangs ? "hang" : "crash", Message};
}

std::vector<Finding> EditStage::play(const Step &Next) {
  std::vector<Finding> Found;
  if (Crashed)
    return Found;
  IsFresh = false;
  try {
    playOn(Next, Found);
  } catch (const SessionError &Error) {
    Found.push_back(describeCrash(IsFresh ? *Fresh : *Edited,
                                  IsFresh ? "fresh" : "edited", Error.what()));
  } catch (const json::exception &Error) {
    Found.push_back({"answer", Error.what()});
  }
  return Found;
}

void EditStage::playOn(const Step &Next, std::vector<Finding> &Found) {
  Document &On = Documents[Next.Document];
  const std::string Uri = uri(Next.Document);
  if (Next.What != Step::Kind::Configure &&
      On.IsOpen == (Next.What == Step::Kind::Open))
    return;
  lsp::LspSession &Session = Edited->session();
  switch (Next.What) {
  case Step::Kind::Open:
    Edited->forget(Uri);
    On.IsOpen = true;
    // Analyses of the document that was open before do not count.
    On.Version += 1000;
    On.Text = lsp::Text(Next.Text);
    On.Tokens = nullptr;
    Session.open(Uri, Next.Text, On.Version);
    ++Counts.Messages;
    break;
  case Step::Kind::Close:
    On.IsOpen = false;
    Session.close(Uri);
    ++Counts.Messages;
    break;
  case Step::Kind::Edit:
    edit(On, Uri, Next);
    break;
  case Step::Kind::Replace:
    On.Text = lsp::Text(Next.Text);
    Session.change(Uri, Next.Text, ++On.Version);
    ++Counts.Edits;
    ++Counts.Messages;
    break;
  case Step::Kind::Wait:
    Edited->waitForAnalysis(Uri, On.Version, Next.Complete);
    break;
  case Step::Kind::Ask:
    ask(On, Uri, Next);
    break;
  case Step::Kind::Cancel:
    if (!Asked.empty())
      Session.notify("$/cancelRequest", {{"id", Asked.back()}});
    break;
  case Step::Kind::Configure:
    configure(Next.Text);
    break;
  case Step::Kind::Compare:
    compare(On, Uri, Next.Place, Found);
    break;
  }
  takeAnswers(/*Wait=*/false);
}

void EditStage::configure(const std::string &Settings) {
  json Params = {{"settings", json::parse(Settings)}};
  Edited->session().notify("workspace/didChangeConfiguration", Params);
  Fresh->session().notify("workspace/didChangeConfiguration", Params);
  // A new version shows when the documents were analysed with the settings.
  for (auto &[Number, On] : Documents)
    if (On.IsOpen)
      Edited->session().change(uri(Number), On.Text.bytes().str(),
                               ++On.Version);
  ++Counts.Messages;
}

void EditStage::compare(Document &On, const std::string &Uri, uint64_t Seed,
                        std::vector<Finding> &Found) {
  Comparison Compare(On.Text, Uri, Options.Encoding, Seed, Thorough);
  // Details come after a pause in editing: both servers wait at the same time.
  IsFresh = true;
  Fresh->session().open(Uri, On.Text.bytes().str(), 1);
  IsFresh = false;
  Edited->waitForAnalysis(Uri, On.Version, /*Complete=*/true);
  takeAnswers(/*Wait=*/true);
  Counts.MostMemory = std::max(Counts.MostMemory, Edited->residentMemory());
  IsFresh = true;
  Fresh->waitForAnalysis(Uri, 1, /*Complete=*/true);
  std::vector<json> There = Compare.ask(*Fresh, 1);
  Fresh->session().close(Uri);
  Fresh->forget(Uri);
  IsFresh = false;
  std::vector<json> Here = Compare.ask(*Edited, On.Version);
  Compare.compare(Here, There, Edited->capabilities());
  compareTokens(On, Uri, Found);
  WasGood = Compare.isGood();
  ++Counts.Comparisons;
  Counts.Requests += Here.size();
  for (const auto &[Kind, Count] : Compare.counts())
    Counts.Compared[Kind] += Count;
  for (const Comparison::Difference &Each : Compare.differences())
    Found.push_back({Each.Kind, Each.Message});
}

/// The tokens after the edits of the server.
static json applyTokenEdits(const json &Before, const json &Delta) {
  if (Delta.contains("data"))
    return Delta["data"];
  json Result = Before;
  // Edits use the indices from before them.
  const json &Edits = Delta.at("edits");
  for (size_t I = Edits.size(); I > 0; --I) {
    const json &Edit = Edits[I - 1];
    size_t Start = Edit.at("start"), Deleted = Edit.at("deleteCount");
    if (Start + Deleted > Result.size())
      return nullptr;
    auto At =
        Result.erase(Result.begin() + Start, Result.begin() + Start + Deleted);
    if (Edit.contains("data"))
      Result.insert(At, Edit["data"].begin(), Edit["data"].end());
  }
  return Result;
}

void EditStage::compareTokens(Document &On, const std::string &Uri,
                              std::vector<Finding> &Found) {
  static const std::string Method = "textDocument/semanticTokens/full";
  lsp::LspSession &Session = Edited->session();
  json Changed;
  if (On.Tokens.is_object() && On.Tokens.contains("resultId")) {
    json Params = lsp::documentParams(Uri);
    Params["previousResultId"] = On.Tokens["resultId"];
    Changed = applyTokenEdits(On.Tokens["data"],
                              Session.ask(Method + "/delta", Params));
    ++Counts.Compared[Method + "/delta"];
  }
  bool WasAsked = On.Tokens.is_object();
  On.Tokens = Session.ask(Method, lsp::documentParams(Uri));
  if (WasAsked && Changed != On.Tokens["data"])
    Found.push_back({Method + "/delta",
                     "the tokens after the edits differ from those in full"});
}

void EditStage::edit(Document &On, const std::string &Uri, const Step &Next) {
  json Changes = json::array();
  for (const RandomEdit &Each : Next.Changes) {
    RandomEdit Change = snap(On.Text, Each);
    lsp::Range Where =
        On.Text.rangeAt(Change.Begin, Change.End, Options.Encoding);
    Changes.push_back({{"range", Where}, {"text", Change.New}});
    std::string Bytes = On.Text.bytes().str();
    Bytes.replace(Change.Begin, Change.End - Change.Begin, Change.New);
    On.Text = lsp::Text(std::move(Bytes));
    ++Counts.Edits;
  }
  Edited->session().changeRanges(Uri, std::move(Changes), ++On.Version);
  ++Counts.Messages;
}

void EditStage::ask(const Document &On, const std::string &Uri,
                    const Step &Next) {
  lsp::Position At = On.Text.positionAt(
      On.Text.size() ? Next.Place % On.Text.size() : 0, Options.Encoding);
  json Params = lsp::positionParams(Uri, At.Line, At.Character);
  lsp::Range Whole = On.Text.rangeAt(0, On.Text.size(), Options.Encoding);
  // Each request takes the parameters that it knows.
  Params["range"] =
      Next.Text == "textDocument/codeAction" ? lsp::Range{At, At} : Whole;
  Params["positions"] = json::array({At});
  Params["context"] = {{"includeDeclaration", true},
                       {"diagnostics", json::array()}};
  Params["newName"] = "other";
  Params["query"] = "f";
  Params["scope"] = "function";
  Asked.push_back(Edited->session().send(Next.Text, std::move(Params)));
  ++Counts.Requests;
}

void EditStage::takeAnswers(bool Wait) {
  std::vector<int64_t> Left;
  for (int64_t Id : Asked) {
    if (Wait)
      Edited->session().wait(Id);
    else if (!Edited->session().takeAnswer(Id))
      Left.push_back(Id);
  }
  Asked = std::move(Left);
}

std::vector<Finding> EditStage::end() {
  std::vector<Finding> Found;
  if (Crashed)
    return Found;
  try {
    IsFresh = false;
    takeAnswers(/*Wait=*/true);
    Edited->shutdown();
    IsFresh = true;
    Fresh->shutdown();
  } catch (const SessionError &Error) {
    Found.push_back(describeCrash(IsFresh ? *Fresh : *Edited,
                                  IsFresh ? "fresh" : "edited", Error.what()));
  }
  return Found;
}
