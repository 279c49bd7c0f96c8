//===- LspWindowTest.cpp - What LSP tells users ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspWindow.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static std::string shownMessage(const std::string &Text) {
  json Params = showMessage(MessageType::Warning, Text);
  CHECK(Params.size() == 2);
  CHECK(Params["type"] == 2);
  return Params["message"];
}

TEST_CASE("LspWindow: messages are short, and on one line", "[lsp]") {
  CHECK(shownMessage("") == "");
  CHECK(shownMessage(" reduced  %a of 24 bits ") == " reduced  %a of 24 bits ");
  // What is longer than any word of ours is a name.
  std::string Name = "%" + std::string(99, 'a');
  CHECK(shownMessage(Name + " is fresh") == Name + " is fresh");
  CHECK(shownMessage("the " + Name + "b is fresh") ==
        "the " + Name + "... is fresh");
  CHECK(shownMessage(std::string(3000000, 'a')).size() == 103);
  // Not in the middle of a character.
  CHECK(shownMessage(std::string(99, 'a') + "\xC3\xA4") ==
        std::string(99, 'a') + "...");
  CHECK(shownMessage("a\nb\r\t\x1B c\x7F") == "a\\nb\\x0D\\x09\\x1B c\\x7F");
}
