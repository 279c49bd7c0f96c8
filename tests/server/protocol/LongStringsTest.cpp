//===- LongStringsTest.cpp - The long strings of a JSON text --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LongStrings.h"
#include "server/protocol/JsonRpc.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

static const std::string Filler(LongStrings::MinBytes, 'x');

TEST_CASE("LongStrings: what is taken out is put back", "[json]") {
  std::string Text = R"({"a": [1, {"b": ")" + Filler +
                     R"(\n\"é\u00e9\ud83d\ude00\\"}], "c": "short", "d": ")" +
                     Filler + "\" }";
  LongStrings Strings(Text);
  REQUIRE_FALSE(Strings.empty());
  CHECK(Strings.rest().size() < 200);
  json Value = json::parse(Strings.rest());
  REQUIRE(Strings.putBack(Value));
  CHECK(Value == json::parse(Text));
  CHECK(Value["a"][1]["b"].get<std::string>().size() == Filler.size() + 11);

  // The whole text is one string.
  LongStrings Alone("\"" + Filler + "\"");
  CHECK(Alone.empty());
}

TEST_CASE("LongStrings: names and what is not well-formed stay", "[json]") {
  for (std::string Text :
       {"{\"" + Filler + "\" : 1}", "[\"" + Filler + "\\x\", 1]",
        "[\"" + Filler + "\\u12g4\", 1]", "[\"" + Filler + "\\ud83d\", 1]",
        "[\"" + Filler + "\\ude00\", 1]", "[\"" + Filler + "\n\", 1]",
        "[\"" + Filler + "\xff\", 1]", "[\"" + Filler, "[\"" + Filler + "\\\"",
        std::string("[\"short\", 1]")}) {
    INFO(Text.substr(Text.size() > 20 ? Text.size() - 20 : 0));
    CHECK(LongStrings(Text).empty());
  }
  // Half a surrogate is read as before.
  std::string Error;
  std::optional<json> Value = parseJson("[\"" + Filler + "\\ud83d\"]", Error);
  REQUIRE(Value);
  CHECK(Value->at(0) == Filler + "\xEF\xBF\xBD");
}

TEST_CASE("LongStrings: a text that has what stands for them", "[json]") {
  std::string Text = R"(["noisy:long-string:0", ")" + Filler + R"(", 2])";
  LongStrings Strings(Text);
  json Value = json::parse(Strings.rest());
  CHECK_FALSE(Strings.putBack(Value));
  std::string Error;
  CHECK(parseJson(Text, Error) == json::parse(Text));
}

TEST_CASE("LongStrings: random strings are read as the parser reads them",
          "[json][random]") {
  std::mt19937 Random(mlir::noisy::test::randomSeed(5));
  const char *const Pieces[] = {
      "a",       "\\n", "\\\"", "\\\\", "\\u0041", "\\ud83d\\ude00",
      "\\ud83d", "é",   "\xff", "\\/",  "\\t",     "\t",
      "\\q",     ":",   "{"};
  unsigned Taken = 0;
  for (unsigned I = 0; I < 60; ++I) {
    std::string Text = "{\"id\": 1, \"text\": \"" + Filler;
    // Most are well-formed.
    unsigned Last = Random() % 3 ? 6 : std::size(Pieces);
    for (unsigned Count = Random() % 2000; Count > 0; --Count)
      Text += Pieces[Random() % Last];
    Text += "\", \"more\": [\"}\"]}";
    json Expected = json::parse(Text, nullptr, /*allow_exceptions=*/false);
    LongStrings Strings(Text);
    if (Strings.empty())
      continue;
    ++Taken;
    json Value = json::parse(Strings.rest());
    REQUIRE(Strings.putBack(Value));
    CHECK(Value == Expected);
  }
  CHECK(Taken > 20);
}
