//===- ProgramReportTest.cpp - Tests of reports of programs ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProgramReport.h"
#include "server/snapshot/ForeignDialectCode.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static Diagnostic item(const char *Source, uint32_t Line,
                       const std::string &Message) {
  Diagnostic Result;
  Result.Range = {{Line, 2}, {Line, 5}};
  Result.Severity = DiagnosticSeverity::Error;
  Result.Source = Source;
  Result.Message = Message;
  return Result;
}
static Diagnostic ours(uint32_t Line, const std::string &Message) {
  return item("mlir", Line, Message);
}
static Diagnostic theirs(uint32_t Line, const std::string &Message) {
  return item("my-opt", Line, Message);
}
static Diagnostic guess() {
  Diagnostic Result = item("noisy", 0, "its own rules are not checked");
  Result.Severity = DiagnosticSeverity::Information;
  Result.Code = foreignDialectCode;
  return Result;
}

/// "1:message 4:other".
static std::string show(const std::vector<Diagnostic> &Items) {
  std::string Result;
  for (const Diagnostic &Item : Items)
    Result += (Result.empty() ? "" : " ") +
              std::to_string(Item.Range.Start.Line) + ":" + Item.Message;
  return Result;
}

static std::string corrected(ProgramReport &Report,
                             std::vector<Diagnostic> Ours,
                             const Text &Current) {
  Report.correct(Ours, Current);
  return show(Ours);
}

static const Text Lines("a\nb\nc\nd\ne\nf\n");

TEST_CASE("ProgramReport: what a program accepts is no error") {
  ProgramReport Clean(Lines, ProgramAnswer{});
  CHECK(corrected(Clean, {guess(), ours(1, "misread"), ours(4, "wrong")},
                  Lines) == "");
  // Noise is not its matter.
  CHECK(corrected(Clean, {guess(), item("noisy", 2, "overflow")}, Lines) ==
        "2:overflow");
}

TEST_CASE("ProgramReport: its errors win, and what lies before them is right") {
  ProgramReport Report(Lines, {{theirs(3, "bad type")}});
  CHECK(corrected(
            Report,
            {guess(), ours(1, "misread"), ours(3, "same"), ours(5, "after")},
            Lines) == "5:after 3:bad type");
}

TEST_CASE("ProgramReport: each chunk is read to its own first error") {
  Text Chunks("a\nb\n// -----\nc\nd\n// -----\ne\n");
  ProgramReport Report(Chunks, {{theirs(4, "bad")}});
  CHECK(corrected(Report,
                  {guess(), ours(1, "one"), ours(3, "two"), ours(6, "three")},
                  Chunks) == "4:bad");
}

TEST_CASE("ProgramReport: an error of ours that has a fix stays") {
  ProgramReport Report(Lines, {{theirs(3, "bad type"), theirs(4, "bad too")}});
  CHECK(corrected(Report, {ours(3, "did you mean x?"), ours(4, "other")},
                  Lines) == "3:did you mean x? 4:bad too");
}

TEST_CASE("ProgramReport: what both say is said once") {
  ProgramReport Report(Lines, {{theirs(3, "bad type")}});
  std::vector<Diagnostic> Items = {ours(3, "bad type")};
  Report.correct(Items, Lines);
  REQUIRE(Items.size() == 1);
  CHECK(Items[0].Source == "mlir");
}

TEST_CASE("ProgramReport: after an edit, what was said moves along") {
  ProgramReport Report(Lines, {{theirs(1, "bad b"), theirs(4, "bad e")}});
  CHECK(corrected(Report, {guess(), ours(0, "misread a")}, Lines) ==
        "1:bad b 4:bad e");
  Text Longer("a\nb\nNEW\nc\nd\ne\nf\n");
  // An error that was there is still none; a new one is.
  CHECK(corrected(
            Report,
            {guess(), ours(0, "misread a"), ours(0, "new a"), ours(6, "new f")},
            Longer) == "0:new a 6:new f 1:bad b 5:bad e");
  // What stood in a line that was edited is gone.
  CHECK(corrected(Report, {guess()}, Text("a\nB\nc\nd\ne\nf\n")) == "4:bad e");
  CHECK(corrected(Report, {guess()}, Text("")) == "");
}

TEST_CASE("ProgramReport: errors of a later text are not refuted") {
  ProgramReport Clean(Lines, ProgramAnswer{});
  CHECK(corrected(Clean, {guess(), ours(1, "misread")},
                  Text("a\nb\nc\nd\ne\nF\n")) == "1:misread");
}

TEST_CASE("ProgramReport: a program that could not judge only says why") {
  ProgramReport Report(Lines,
                       ProgramAnswer::failure("my-opt", "my-opt has crashed",
                                              DiagnosticSeverity::Warning));
  CHECK(corrected(Report, {guess(), ours(1, "misread")}, Lines) ==
        "0:its own rules are not checked 1:misread 0:my-opt has crashed");
}
