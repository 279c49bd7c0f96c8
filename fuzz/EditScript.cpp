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

static json toJson(const Step &Each) {
  json Result = {{"do", KindNames[size_t(Each.What)]},
                 {"document", Each.Document}};
  switch (Each.What) {
  case Step::Kind::Open:
  case Step::Kind::Replace:
  case Step::Kind::Configure:
    Result["text"] = Each.Text;
    break;
  case Step::Kind::Edit:
    Result["changes"] = json::array();
    for (const RandomEdit &Change : Each.Changes)
      Result["changes"].push_back(
          {{"begin", Change.Begin}, {"end", Change.End}, {"new", Change.New}});
    break;
  case Step::Kind::Wait:
    Result["complete"] = Each.Complete;
    break;
  case Step::Kind::Ask:
    Result["text"] = Each.Text;
    Result["place"] = Each.Place;
    break;
  case Step::Kind::Compare:
    Result["place"] = Each.Place;
    break;
  case Step::Kind::Close:
  case Step::Kind::Cancel:
    break;
  }
  return Result;
}

static Step stepFromJson(const json &From) {
  Step Result;
  Result.What = Step::Kind(indexIn(KindNames, From.at("do")));
  Result.Document = From.value("document", 0u);
  Result.Text = From.value("text", "");
  Result.Place = From.value("place", uint64_t(0));
  Result.Complete = From.value("complete", false);
  for (const json &Change : From.value("changes", json::array()))
    Result.Changes.push_back(
        {Change.at("begin"), Change.at("end"), Change.at("new")});
  return Result;
}

json fuzz::toJson(const EditScript &Script) {
  json Steps = json::array();
  for (const Step &Each : Script.Steps)
    Steps.push_back(::toJson(Each));
  return {{"encoding", EncodingNames[size_t(Script.Encoding)]},
          {"pulls", Script.Pulls},
          {"steps", std::move(Steps)}};
}

EditScript fuzz::scriptFromJson(const json &From) {
  EditScript Result;
  Result.Encoding = PositionEncoding(
      indexIn(EncodingNames, From.value("encoding", "utf-16")));
  Result.Pulls = From.value("pulls", false);
  for (const json &Each : From.at("steps"))
    Result.Steps.push_back(stepFromJson(Each));
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
  json Parsed = json::parse(lsp::dumpJson(json(Bytes)));
  return Parsed.get<std::string>();
}
