//===- EditScriptTest.cpp - What a client does, to be replayed ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/EditScript.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

TEST_CASE("EditScript: is written and read", "[fuzz]") {
  EditScript Script;
  Script.Encoding = lsp::PositionEncoding::UTF32;
  Script.Pulls = true;
  for (Step::Kind Kind :
       {Step::Kind::Open, Step::Kind::Close, Step::Kind::Edit,
        Step::Kind::Replace, Step::Kind::Wait, Step::Kind::Ask,
        Step::Kind::Cancel, Step::Kind::Configure, Step::Kind::Compare}) {
    Step New;
    New.Action = Kind;
    New.Document = 3;
    New.Text = "\xC3\xA9";
    New.Changes = {{1, 2, "x"}, {3, 3, ""}};
    New.Place = uint64_t(1) << 40;
    New.Complete = true;
    Script.Steps.push_back(New);
  }
  lsp::json ScriptJson = toJson(Script);
  EditScript ParsedScript = scriptFromJson(lsp::json::parse(ScriptJson.dump()));
  CHECK(toJson(ParsedScript) == ScriptJson);
  CHECK(ParsedScript.Encoding == Script.Encoding);
  CHECK(ParsedScript.Pulls);
  REQUIRE(ParsedScript.Steps.size() == Script.Steps.size());
  CHECK(ParsedScript.Steps[2].Changes.size() == 2);
  CHECK_THROWS_AS(scriptFromJson(lsp::json::array()), lsp::json::exception);
}

TEST_CASE("EditScript: edits are between characters", "[fuzz]") {
  const lsp::Text Text("a\xC3\xA9\r\nb");
  CHECK(snap(Text, 2) == 1);
  CHECK(snap(Text, 4) == 3);
  CHECK(snap(Text, 5) == 5);
  CHECK(snap(Text, 99) == 6);
  RandomEdit Edit = snap(Text, RandomEdit{2, 4, "x"});
  CHECK(Edit.Begin == 1);
  CHECK(Edit.End == 3);
  Edit = snap(Text, RandomEdit{5, 2, "x"});
  CHECK(Edit.Begin == 5);
  CHECK(Edit.End == 5);
  CHECK(toUtf8("a\xC3") == "a\xEF\xBF\xBD");
}
