//===- FileUriTest.cpp - The URI of a file --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/FileUri.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

TEST_CASE("FileUri: as LLVM's server writes it", "[protocol]") {
  CHECK(fileUri("/a/b.mlir") == "file:///a/b.mlir");
  CHECK(fileUri("/a b/ä%#?:~-_.") == "file:///a%20b/%C3%A4%25%23%3F:~-_.");
  CHECK(fileUri("b.mlir") == "");
  CHECK(fileUri("") == "");
}
