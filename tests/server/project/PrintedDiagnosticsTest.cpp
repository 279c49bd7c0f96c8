//===- PrintedDiagnosticsTest.cpp - Tests of printed diagnostics ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/PrintedDiagnostics.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static const PrintedFile File = {"/proc/1/fd/7",
                                 Text("func.func @f(%a: i32) {\n"
                                      "  %b = my.op %a, %cd\n"
                                      "  return\n"
                                      "}\n"),
                                 "file:///a.mlir", PositionEncoding::UTF8};

static std::vector<Diagnostic> read(const std::string &Output,
                                    const PrintedFile &From = File) {
  return readPrintedDiagnostics(Output, From, "my-opt");
}

TEST_CASE("PrintedDiagnostics: an error with its place and its notes") {
  std::vector<Diagnostic> Items =
      read("/proc/1/fd/7:2:18: error: use of undeclared SSA value name\n"
           "  %b = my.op %a, %cd\n"
           "                 ^\n"
           "/proc/1/fd/7:1:14: note: did you mean %a?\n"
           "func.func @f(%a: i32) {\n"
           "             ^\n"
           "/proc/1/fd/7:2:8: note: see current operation: \"my.op\"(%0)\n");
  REQUIRE(Items.size() == 1);
  CHECK(Items[0].Message == "use of undeclared SSA value name");
  CHECK(Items[0].Source == "my-opt");
  CHECK(Items[0].Severity == DiagnosticSeverity::Error);
  CHECK(Items[0].Range == Range{{1, 17}, {1, 20}});
  REQUIRE(Items[0].RelatedInformation.size() == 1);
  CHECK(Items[0].RelatedInformation[0].Message == "did you mean %a?");
  CHECK(Items[0].RelatedInformation[0].Location.Range.Start == Position{0, 13});

  PrintedFile Plain = File;
  Plain.SupportsRelated = false;
  Items = read("/proc/1/fd/7:2:18: error: bad\n"
               "/proc/1/fd/7:1:14: note: here\n",
               Plain);
  CHECK(Items.at(0).Message == "bad\nhere");
}

TEST_CASE("PrintedDiagnostics: messages of several lines, and several errors") {
  std::vector<Diagnostic> Items =
      read("/proc/1/fd/7:2:8: error: 'my.op' op failed: error: inner\n"
           "second line\n"
           "  %b = my.op %a, %cd\n"
           "       ^~~~~\n"
           "/proc/1/fd/7:3:3: warning: unused\n"
           "/proc/1/fd/7:3:3: remark: seen\n");
  REQUIRE(Items.size() == 3);
  CHECK(Items[0].Message == "'my.op' op failed: error: inner\nsecond line");
  CHECK(Items[1].Severity == DiagnosticSeverity::Warning);
  CHECK(Items[2].Severity == DiagnosticSeverity::Information);
}

TEST_CASE("PrintedDiagnostics: lines are those of the text, in any LLVM") {
  // Before LLVM 19, lines count from the separator before a chunk.
  std::vector<Diagnostic> Items =
      read("within split at /proc/1/fd/7:2 offset :2:3: error: bad\n");
  REQUIRE(Items.size() == 1);
  CHECK(Items[0].Range.Start == Position{2, 2});
}

TEST_CASE("PrintedDiagnostics: places in other files, or in none") {
  std::vector<Diagnostic> Items = read("foo.cc:3:4: error: bad\n"
                                       "<unknown>:0: error: worse\n"
                                       "error: no place\n"
                                       "/proc/1/fd/7:90:1: error: far away\n"
                                       "/proc/1/fd/7:1:900: error: wide\n");
  REQUIRE(Items.size() == 5);
  CHECK(Items[0].Message == "foo.cc:3:4: bad");
  CHECK(Items[0].Range == Range());
  CHECK(Items[1].Message == "worse");
  CHECK(Items[2].Message == "no place");
  CHECK(Items[3].Range.Start.Line == 4);
  CHECK(Items[4].Range.Start == Position{0, 23});
}

TEST_CASE("PrintedDiagnostics: what else a program prints is none") {
  CHECK(read("").empty());
  CHECK(read("my-opt: Unknown command line argument '--x'.\n"
             "loading plugin\n")
            .empty());
}
