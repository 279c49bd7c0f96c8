//===- SplitTextTest.cpp - Chunks, as both servers see them --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/SplitText.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::compare;

TEST_CASE("a marker at the end of a line begins a chunk") {
  SplitText Text("a\n// -----\nb\n} // -----  \r\nc\n// ----- x\n// -----");
  REQUIRE(Text.chunkCount() == 4);
  CHECK(Text.chunkStart(0) == 0);
  CHECK(Text.chunkStart(1) == 1);
  CHECK(Text.chunkStart(2) == 3);
  CHECK(Text.chunkStart(3) == 6);
  CHECK(Text.chunkAt(0) == 0);
  CHECK(Text.chunkAt(1) == 1);
  CHECK(Text.chunkAt(2) == 1);
  CHECK(Text.chunkAt(5) == 2);
  CHECK(Text.line(3) == "} // -----  ");
}

TEST_CASE(
    "a marker may have a comment behind it, and lines end with \\r, too") {
  SplitText Text("a\rb\n// -----// IR Dump\nc\r\n");
  REQUIRE(Text.chunkCount() == 2);
  CHECK(Text.chunkStart(1) == 2);
  CHECK(Text.line(0) == "a");
  CHECK(Text.llvmText() == "a\nb\n// -----// IR Dump\nc\r\n");
}

TEST_CASE("a comment that only begins like a marker is hidden from LLVM") {
  SplitText Text("// -----\n// ------ x\n// ----- x\na // -----\n");
  CHECK(Text.llvmText() == "// -----\n//=------ x\n//=----- x\na // -----\n");
}
