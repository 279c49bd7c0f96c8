//===- RunLinesTest.cpp - The commands of a test --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/RunLines.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

using Strings = std::vector<std::string>;

static Strings commandsIn(llvm::StringRef Text) {
  Strings Result;
  for (const RunLine &Run : findRunLines(Text))
    Result.push_back(Run.command(Text));
  return Result;
}

TEST_CASE("RunLines: a command in a line, and in several", "[syntax]") {
  const char Text[] = "// RUN: noisy-opt %s | FileCheck %s  \r\n"
                      "//   RUN:  mlir-opt %s \\\n"
                      "// a word in between\n"
                      "// RUN:   --canonicalize \\  \n"
                      "// RUN: -o %t\n"
                      "module {} // RUN: last";
  CHECK(commandsIn(Text) == Strings{"noisy-opt %s | FileCheck %s",
                                    "mlir-opt %s --canonicalize -o %t",
                                    "last"});
  std::vector<RunLine> Runs = findRunLines(Text);
  CHECK(Runs[0].Keyword == ByteRange{3, 7});
  CHECK(Runs[1].Pieces.size() == 3);
}

TEST_CASE("RunLines: what is none", "[syntax]") {
  CHECK(commandsIn("") == Strings{});
  CHECK(commandsIn("RUN: in code") == Strings{});
  CHECK(commandsIn("// X-RUN: off\n// NORUN: off\n// RUN:   \n") == Strings{});
  CHECK(commandsIn("#a = \"// RUN: in a string\"") == Strings{});
  // A backslash at the end, and nothing after it.
  CHECK(commandsIn("// RUN: a \\") == Strings{"a"});
  CHECK(commandsIn("// RUN: \\\n// RUN: b") == Strings{"b"});
}
