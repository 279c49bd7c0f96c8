//===- LogStreamTest.cpp - Log lines that nobody need read ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/LogStream.h"
#include "tests/server/TestPipe.h"
#include "llvm/ADT/StringRef.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Log: lines, and long ones cut", "[log]") {
  TestPipe Pipe;
  LogStream Log(Pipe.writeEnd());
  Log.write("one");
  Log.write(std::string(10000, 'x'));
  Log.write("");
  Pipe.closeWriteEnd();
  std::string Bytes = Pipe.readAll();
  CHECK(Bytes.size() == 4 + 4096 + 1);
  CHECK(llvm::StringRef(Bytes).starts_with("one\nxxx"));
  CHECK(llvm::StringRef(Bytes).ends_with("x...\n\n"));
}

TEST_CASE("Log: where nobody reads lines are dropped and counted", "[log]") {
  TestPipe Pipe;
  LogStream Log(Pipe.writeEnd());
  std::string Line(99, 'x');
  // More than any pipe takes.
  unsigned Lines = 30000;
  for (unsigned I = 0; I != Lines; ++I)
    Log.write(Line);
  // Somebody reads: the rest of it, when all is over.
  std::string Bytes(65536, 0);
  ssize_t Count = ::read(Pipe.readEnd(), Bytes.data(), Bytes.size());
  REQUIRE(Count > 8192);
  Bytes.resize(Count);
  Log.write("news");
  Pipe.closeWriteEnd();
  Bytes += Pipe.readAll();
  llvm::StringRef LogText = Bytes;
  unsigned WrittenLines = LogText.count('\n') - 2;
  REQUIRE(WrittenLines < Lines);
  CHECK(LogText.ends_with(
      "\nnoisy-lsp-server: " + std::to_string(Lines - WrittenLines) +
      " lines were dropped here, because they were not read\n"
      "news\n"));
}

TEST_CASE("Log: a reader that is gone is no matter", "[log]") {
  TestPipe Pipe;
  LogStream Log(Pipe.writeEnd());
  Pipe.closeReadEnd();
  Log.write("one");
  Log.write("two");
}
