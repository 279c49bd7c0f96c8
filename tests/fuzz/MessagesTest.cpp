//===- MessagesTest.cpp - Messages, and what can be wrong with them -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Attacks.h"
#include <catch2/catch.hpp>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

TEST_CASE("Messages: keep their envelope when something in them is wrong",
          "[fuzz]") {
  std::mt19937 Random(1);
  std::set<std::string> Methods;
  size_t Changes = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    lsp::json Right = makeMessage(Random, "file:///a.mlir");
    lsp::json Wrong = mutate(Right, Random);
    Methods.insert(Right["method"]);
    Changes += Wrong != Right;
    Right.erase("params");
    Wrong.erase("params");
    CHECK(Wrong == Right);
  }
  CHECK(Methods.size() > 30);
  CHECK(Changes > 1500);
}
