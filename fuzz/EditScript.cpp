//===- EditScript.cpp - Replayable client actions -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/EditScript.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::PositionEncoding;

static const char *const KindNames[] = {"open",    "close",     "edit",
                                        "replace", "wait",      "ask",
                                        "cancel",  "configure", "compare"};
static const char *const EncodingNames[] = {"utf-8", "utf-16", "utf-32"};

template <size_t N>
static size_t indexIn(const char *const (&Names)[N], const std::string &Name) {
  return std::find(Names, Names + N - 1, Name) - Names;
}

static json toJson(const Step &ScriptStep) {
  json Result = {{"do", KindNames[size_t(ScriptStep.Action)]},
                 {"document", ScriptStep.Document}};
  switch (ScriptStep.Action) {
  case Step::Kind::Open:
  case Step::Kind::Replace:
  case Step::Kind::Configure:
    Result["text"] = ScriptStep.Text;
    break;
  case Step::Kind::Edit:
    Result["changes"] = json::array();
    for (const RandomEdit &Change : ScriptStep.Changes)
      Result["changes"].push_back(
          {{"begin", Change.Begin}, {"end", Change.End}, {"new", Change.New}});
    break;
  case Step::Kind::Wait:
    Result["complete"] = ScriptStep.Complete;
    break;
  case Step::Kind::Ask:
    Result["text"] = ScriptStep.Text;
    Result["place"] = ScriptStep.Place;
    break;
  case Step::Kind::Compare:
    Result["place"] = ScriptStep.Place;
    break;
  case Step::Kind::Close:
  case Step::Kind::Cancel:
    break;
  }
  return Result;
}

static Step stepFromJson(const json &StepJson) {
  Step Result;
  Result.Action = Step::Kind(indexIn(KindNames, StepJson.at("do")));
  Result.Document = StepJson.value("document", 0u);
  Result.Text = StepJson.value("text", "");
  Result.Place = StepJson.value("place", uint64_t(0));
  Result.Complete = StepJson.value("complete", false);
  for (const json &Change : StepJson.value("changes", json::array()))
    Result.Changes.push_back(
        {Change.at("begin"), Change.at("end"), Change.at("new")});
  return Result;
}

json fuzz::toJson(const EditScript &Script) {
  json Steps = json::array();
  for (const Step &ScriptStep : Script.Steps)
    Steps.push_back(::toJson(ScriptStep));
  return {{"encoding", EncodingNames[size_t(Script.Encoding)]},
          {"pulls", Script.Pulls},
          {"steps", std::move(Steps)}};
}

EditScript fuzz::scriptFromJson(const json &ScriptJson) {
  EditScript Result;
  Result.Encoding = PositionEncoding(
      indexIn(EncodingNames, ScriptJson.value("encoding", "utf-16")));
  Result.Pulls = ScriptJson.value("pulls", false);
  for (const json &StepJson : ScriptJson.at("steps"))
    Result.Steps.push_back(stepFromJson(StepJson));
  return Result;
}

size_t fuzz::snap(const lsp::Text &Text, size_t Offset) {
  constexpr PositionEncoding Bytes = PositionEncoding::UTF8;
  return Text.offsetAt(Text.positionAt(Offset, Bytes), Bytes);
}

RandomEdit fuzz::snap(const lsp::Text &Text, RandomEdit Edit) {
  Edit.Begin = snap(Text, Edit.Begin);
  Edit.End = std::max(Edit.Begin, snap(Text, Edit.End));
  return Edit;
}

std::string fuzz::toUtf8(const std::string &Bytes) {
  json Value = json::parse(lsp::dumpJson(json(Bytes)));
  return Value.get<std::string>();
}
