//===- JsonMembersTest.cpp - Structs as JSON ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspParams.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

namespace mlir::noisy::lsp {
struct Sample {
  std::string Name;
  std::optional<int64_t> Version;
  std::vector<int> Numbers;
  bool IsGood = false;
  std::string Inner;

  template <typename Io> void map(Io &Json) {
    Json.required("name", Name);
    Json.required("version", Version);
    Json.optional("numbers", Numbers);
    Json.optional("isGood", IsGood);
    Json.optional("a/b", Inner);
  }
};
} // namespace mlir::noisy::lsp

TEST_CASE("JsonMembers: what is written", "[json]") {
  Sample Value;
  CHECK(json(Value) == json({{"name", ""}, {"version", nullptr}}));
  Value = {"x", 3, {1}, true, "y"};
  CHECK(json(Value) == json::parse(R"({"name": "x", "version": 3,
      "numbers": [1], "isGood": true, "a": {"b": "y"}})"));
}

TEST_CASE("JsonMembers: what is read", "[json]") {
  auto Read = [](const char *Input) {
    json Value = json::parse(Input);
    return decode<Sample>(Value);
  };
  Sample Value = Read(R"({"name": "x", "version": 3, "numbers": [1],
                          "isGood": true, "a": {"b": "y"}, "more": 1})");
  CHECK(Value.Version == 3);
  CHECK(Value.Numbers == std::vector{1});
  CHECK(Value.IsGood);
  CHECK(Value.Inner == "y");
  for (const char *Bare :
       {R"({"name": "x"})", R"({"name": "x", "version": null, "a": null})",
        R"({"name": "x", "a": 1})", R"({"name": "x", "a": {"b": null}})"}) {
    Value = Read(Bare);
    CHECK_FALSE(Value.Version);
    CHECK(Value.Inner == "");
  }
  for (const char *Wrong :
       {"null", "[]", "{}", R"({"name": null})", R"({"name": 1})",
        R"({"name": "x", "numbers": {}})", R"({"name": "x", "a": {"b": 1}})"})
    CHECK_THROWS_AS(Read(Wrong), json::exception);
}

TEST_CASE("JsonMembers: places are made on the way", "[json]") {
  json Value = {{"a", true}};
  makeMember(Value, "a/b/c") = 1;
  makeMember(Value, "d") = 2;
  CHECK(Value == json::parse(R"({"a": {"b": {"c": 1}}, "d": 2})"));
  CHECK(*findMember(Value, "a/b/c") == 1);
  CHECK(findMember(Value, "a/b/c/d") == nullptr);
}

TEST_CASE("LspParams: changes from the last whole text on", "[json]") {
  auto Read = [](const char *Changes) {
    json Value = {{"textDocument", {{"uri", "a:a"}, {"version", 2}}}};
    Value["contentChanges"] = json::parse(Changes);
    return decode<DidChangeParams>(Value);
  };
  DidChangeParams Params = Read(R"([{"text": 5}, {"text": "x"},
      {"range": {"start": {"line": 0, "character": 0},
                 "end": {"line": 0, "character": 1}}, "text": "y"}])");
  CHECK(Params.Uri == "a:a");
  CHECK(Params.Version == 2);
  REQUIRE(Params.Changes);
  REQUIRE(Params.Changes->size() == 2);
  CHECK_FALSE(Params.Changes->at(0).Range);
  CHECK(Params.Changes->at(0).Text == "x");
  CHECK(Params.Changes->at(1).Range == Range{{0, 0}, {0, 1}});
  CHECK(Read("[]").Changes->empty());
  for (const char *Wrong :
       {"null", "{}", "[1]", R"([{"text": "x"}, {"text": 5}])",
        R"([{"range": 1, "text": "x"}])"})
    CHECK_FALSE(Read(Wrong).Changes);
}
