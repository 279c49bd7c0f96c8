//===- JsonRpcTest.cpp - Texts of messages -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/JsonRpc.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static std::string errorOf(const std::string &Text) {
  std::string Error;
  bool IsRead = parseJson(Text, Error).has_value();
  CHECK(IsRead == Error.empty());
  return Error;
}

static std::string nested(size_t Depth, const std::string &Inner = "") {
  return std::string(Depth, '[') + Inner + std::string(Depth, ']');
}

TEST_CASE("JsonRpc: how deep JSON may nest", "[json]") {
  const std::string TooDeep = "JSON nested more than 256 levels deep";
  CHECK(errorOf(nested(MaxJsonDepth)) == "");
  CHECK(errorOf(nested(MaxJsonDepth + 1)) == TooDeep);
  CHECK(errorOf(nested(MaxJsonDepth, "{}")) == TooDeep);
  CHECK(errorOf(std::string(100000, '[')) == TooDeep);
  // Siblings are not deeper, and letters of strings are no brackets.
  CHECK(errorOf(nested(1, "[],{}" + std::string(1000, ' ') + ",[{}]")) == "");
  std::string Siblings = "0";
  for (unsigned I = 0; I < 2 * MaxJsonDepth; ++I)
    Siblings += ",[{}]";
  CHECK(errorOf(nested(1, Siblings)) == "");
  const std::string Brackets(2 * MaxJsonDepth, '[');
  CHECK(errorOf(nested(1, '"' + Brackets + "\\\"" + Brackets + "\\\\\"")) ==
        "");
  CHECK(errorOf("[\"\\\\\"," + nested(MaxJsonDepth) + "]") == TooDeep);
}

TEST_CASE("JsonRpc: what is no JSON", "[json]") {
  for (const char *Text : {"", "[", "]", "[1", "\"", "\"\\", "{\"a\"}", "[]]"})
    CHECK(errorOf(Text) == "malformed JSON");
  // Bytes that are no UTF-8 are replaced.
  CHECK(errorOf("[\"\xff\"]") == "");
}
