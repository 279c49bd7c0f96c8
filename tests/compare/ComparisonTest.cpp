//===- ComparisonTest.cpp - Servers, compared ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Comparison.h"
#include "system/ChildProcess.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using Kind = DifferenceKind;
using Differences = std::vector<Difference>;

static FileComparison compareText(const std::string &Text,
                                  const CompareOptions &Options) {
  std::string File = std::filesystem::temp_directory_path() /
                     ("noisy-compare-" + std::to_string(::getpid()) + ".mlir");
  std::ofstream(File) << Text;
  FileComparison Result = compareFile(File, Options);
  std::filesystem::remove(File);
  return Result;
}

static CompareOptions options() {
  CompareOptions Options;
  setServers(Options, executableFolder() + "/noisy-lsp-server");
  return Options;
}

static const char BrokenText[] = "func.func @f(%a: foo) {\n  return\n}\n"
                                 "func.func @g(%a: foo) {\n  return\n}\n";

TEST_CASE("a file is given to both servers") {
  FileComparison Comparison = compareText(BrokenText, options());
  CHECK(Comparison.Llvm.Errors == 1);
  CHECK(Comparison.Ours.Errors == 2);
  CHECK(Comparison.Ours.Peak > 10);
  CHECK(Comparison.Differences ==
        Differences{{Kind::Additional, 3, "expected a type; 'foo' is none"}});
}

TEST_CASE("a server that ends is a crash, one that does not answer hangs") {
  CompareOptions Options = options();
  Options.Ours = {"/bin/false", {}, true};
  FileComparison Comparison = compareText(BrokenText, Options);
  REQUIRE(Comparison.Differences.size() == 1);
  CHECK(Comparison.Differences[0].Kind == Kind::Crash);

  Options = options();
  Options.Llvm = {"/bin/sleep", {"100"}, false};
  Options.Timeout = std::chrono::milliseconds(300);
  Comparison = compareText("", Options);
  REQUIRE(Comparison.Differences.size() >= 1);
  CHECK(Comparison.Differences.back().Kind == Kind::LlvmHang);
}
