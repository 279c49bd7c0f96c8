//===- DiagnosticsTest.cpp - What is wrong, for the editor ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/Diagnostics.h"
#include "tests/server/AnnotatedText.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::vector<lsp::Diagnostic>
diagnosticsOf(const AnnotatedText &T, bool HasRelated = true,
              PositionEncoding Encoding = PositionEncoding::UTF16) {
  return getDiagnostics(*snapshotOf(T.Text), TestUri, HasRelated, Encoding);
}

/// Range `I` of the text as LSP has it.
static lsp::Range rangeIn(const AnnotatedText &T, size_t I,
                          PositionEncoding Encoding = PositionEncoding::UTF16) {
  return Text(T.Text).rangeAt(T.Ranges.at(I).Begin, T.Ranges.at(I).End,
                              Encoding);
}

TEST_CASE("Diagnostics: errors of verifiers are where they were found",
          "[diagnostics]") {
  // Not something that the line before lacks, whatever the words.
  AnnotatedText T(R"mlir(
    func.func @f(%m: memref<8x16x4xf32>) {
      %a = arith.constant 0 : index
      %1 = [|memref.subview|] %m[0, 0][2, 2, 2][1, 1, 1] : memref<8x16x4xf32> to memref<8x16x4xf32>
      return
    }
  )mlir");
  auto Diagnostics = diagnosticsOf(T);
  REQUIRE(Diagnostics.size() == 1);
  CHECK(Diagnostics[0].Range == rangeIn(T, 0));
  CHECK(llvm::StringRef(Diagnostics[0].Message)
            .starts_with("expected mixed offsets rank"));
  // Something is missing there.
  AnnotatedText Missing(R"mlir(
    func.func @f(%a: !noisy.i32) {
      %1 = noisy.add %a[|,|]
      %2 = noisy.add %a, %a : !noisy.i32
      return
    }
  )mlir");
  Diagnostics = diagnosticsOf(Missing);
  REQUIRE(Diagnostics.size() == 1);
  CHECK(Diagnostics[0].Range == rangeIn(Missing, 0));
}

TEST_CASE("Diagnostics: an overflow and its chain", "[diagnostics]") {
  AnnotatedText T(R"mlir(
    func.func @f(%x: i5) -> !noisy.i32 {
      [|%a|] = noisy.encode %x : i5 -> !noisy.i32
      [|%b|] = noisy.mul %a, %a : !noisy.i32
      [|%c|] = noisy.mul %b, %a : !noisy.i32
      %d = noisy.mul %c, %c : !noisy.i32
      return %d : !noisy.i32
    }
  )mlir");
  auto Diagnostics = diagnosticsOf(T);
  REQUIRE(Diagnostics.size() == 1);
  CHECK(Diagnostics[0].Range == rangeIn(T, 2));
  CHECK(Diagnostics[0].Severity == lsp::DiagnosticSeverity::Error);
  CHECK(Diagnostics[0].Source == "noisy");
  CHECK(Diagnostics[0].Code == "noise-overflow");
  CHECK(Diagnostics[0].Message ==
        "noise overflow: %c can have 36 = 24 + 12 bits of "
        "noise, limit 26");
  REQUIRE(Diagnostics[0].RelatedInformation.size() == 2);
  CHECK(Diagnostics[0].RelatedInformation[0].Location ==
        lsp::Location{TestUri, rangeIn(T, 1)});
  CHECK(Diagnostics[0].RelatedInformation[0].Message == "%b has 24 = 12 + 12");
  CHECK(Diagnostics[0].RelatedInformation[1].Location ==
        lsp::Location{TestUri, rangeIn(T, 0)});

  // A client that cannot show related places reads them in the message.
  auto Flat = diagnosticsOf(T, /*Related=*/false);
  REQUIRE(Flat.size() == 1);
  CHECK(Flat[0].RelatedInformation.empty());
  CHECK(Flat[0].Message == Diagnostics[0].Message + "\n" +
                               Diagnostics[0].RelatedInformation[0].Message +
                               "\n" +
                               Diagnostics[0].RelatedInformation[1].Message);
}

TEST_CASE("Diagnostics: the other kinds of findings", "[diagnostics]") {
  struct Case {
    const char *Code;
    lsp::DiagnosticSeverity Severity;
    const char *MarkedText;
  };
  for (const Case &C : {
           Case{"noise-unbounded", lsp::DiagnosticSeverity::Error, R"mlir(
    func.func @f(%x: i5, %n: index, %0: index, %1: index) -> !noisy.i32 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %0 to %n step %1 iter_args([|%v|] = %a) -> (!noisy.i32) {
        %w = noisy.add %v, %a : !noisy.i32
        scf.yield %w : !noisy.i32
      }
      return %r : !noisy.i32
    })mlir"},
           Case{"noise-unknown", lsp::DiagnosticSeverity::Warning, R"mlir(
    func.func private @g() -> !noisy.i32
    func.func @f() -> !noisy.i32 {
      [|%a|] = call @g() : () -> !noisy.i32
      return %a : !noisy.i32
    })mlir"},
           Case{"noise-contract", lsp::DiagnosticSeverity::Error, R"mlir(
    func.func private @g(!noisy.i32 {noisy.bound = 20 : i64})
    func.func @f(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %b = noisy.mul %a, %a : !noisy.i32
      [|call|] @g(%b) : (!noisy.i32) -> ()
      return
    })mlir"},
       }) {
    AnnotatedText T(C.MarkedText);
    auto Diagnostics = diagnosticsOf(T);
    REQUIRE(Diagnostics.size() == 1);
    CHECK(Diagnostics[0].Code == C.Code);
    CHECK(Diagnostics[0].Severity == C.Severity);
    CHECK(Diagnostics[0].Source == "noisy");
    CHECK(Diagnostics[0].Category.empty());
    CHECK(Diagnostics[0].Range == rangeIn(T, 0));
  }
}

TEST_CASE("Diagnostics: what MLIR says", "[diagnostics]") {
  // A parse error, with a note; a verifier error; one in each chunk.
  AnnotatedText T("func.func @f([|%a|]: i32) -> i32 {\n"
                  "  return [|%a|] : i64\n"
                  "}\n"
                  "// -----\n"
                  "func.func @f(%a: i32) -> i64 {\n"
                  "  [|return|] %a : i32\n"
                  "}\n");
  auto Diagnostics = diagnosticsOf(T);
  REQUIRE(Diagnostics.size() == 2);
  CHECK(Diagnostics[0].Source == "mlir");
  CHECK(Diagnostics[0].Category == "Parse Error");
  CHECK(Diagnostics[0].Code.empty());
  CHECK(Diagnostics[0].Severity == lsp::DiagnosticSeverity::Error);
  CHECK(Diagnostics[0].Range == rangeIn(T, 1));
  REQUIRE(Diagnostics[0].RelatedInformation.size() == 1);
  CHECK(Diagnostics[0].RelatedInformation[0].Message ==
        "it has its type from here");
  CHECK(Diagnostics[0].RelatedInformation[0].Location.Range == rangeIn(T, 0));
  CHECK(Diagnostics[1].Range == rangeIn(T, 2));
  CHECK(Diagnostics[1].Message.find(", but @") != std::string::npos);
}

TEST_CASE("Diagnostics: an operation that comes from another file",
          "[diagnostics]") {
  AnnotatedText T("module {}\n// -----\nfunc.func @f(%a: i32) -> i64 {\n"
                  "  [|return|] %a : i32 loc(\"elsewhere\":1:2)\n}\n");
  auto Diagnostics = diagnosticsOf(T);
  REQUIRE(Diagnostics.size() == 1);
  CHECK(Diagnostics[0].Range == rangeIn(T, 0));
}

TEST_CASE("Diagnostics: an error at the end of a line stays on it",
          "[diagnostics]") {
  AnnotatedText T("\"unclosed\n\n");
  auto Diagnostics = diagnosticsOf(T);
  REQUIRE_FALSE(Diagnostics.empty());
  CHECK(Diagnostics[0].Range.Start.Line == 0);
  CHECK(Diagnostics[0].Range.End.Line == 0);
}

TEST_CASE("Diagnostics: columns in the units of the client", "[diagnostics]") {
  // An emoji and an e acute, six bytes, before the name.
  AnnotatedText T("func.func @f(%x: !noisy.i32) -> !noisy.i32 {\n"
                  "  %a = noisy.mul %x, %x {s = \"\xF0\x9F\x98\x80\xC3\xA9\"} "
                  ": !noisy.i32 [|%b|] = noisy.mul %a, %a : !noisy.i32\n"
                  "  return %b : !noisy.i32\n}\n");
  auto Column = [&](PositionEncoding Encoding) {
    auto Diagnostics = diagnosticsOf(T, true, Encoding);
    REQUIRE(Diagnostics.size() == 1);
    CHECK(Diagnostics[0].Range == rangeIn(T, 0, Encoding));
    return Diagnostics[0].Range.Start.Character;
  };
  uint32_t Bytes = Column(PositionEncoding::UTF8);
  CHECK(Column(PositionEncoding::UTF16) == Bytes - 3);
  CHECK(Column(PositionEncoding::UTF32) == Bytes - 4);
}

TEST_CASE("Diagnostics: all levels", "[diagnostics]") {
  Problem Issue;
  Issue.Range = {1, 2};
  Issue.Message = "m";
  auto SeverityOf = [&](Problem::Level Level) {
    Issue.Severity = Level;
    return toDiagnostic(Issue, *snapshotOf("abc"), TestUri, true,
                        PositionEncoding::UTF16)
        .Severity;
  };
  CHECK(SeverityOf(Problem::Level::Error) == lsp::DiagnosticSeverity::Error);
  CHECK(SeverityOf(Problem::Level::Warning) ==
        lsp::DiagnosticSeverity::Warning);
  CHECK(SeverityOf(Problem::Level::Information) ==
        lsp::DiagnosticSeverity::Information);
}

TEST_CASE("Diagnostics: a report is named by what it says", "[diagnostics]") {
  lsp::Diagnostic One;
  One.Message = "m";
  One.Severity = lsp::DiagnosticSeverity::Error;
  DiagnosticReport Empty = getDiagnosticReport({}, "");
  REQUIRE(Empty.Items);
  CHECK(Empty.Items->empty());
  DiagnosticReport First = getDiagnosticReport({One}, Empty.ResultId);
  REQUIRE(First.Items);
  CHECK(*First.Items == std::vector{One});
  CHECK_FALSE(getDiagnosticReport({One}, First.ResultId).Items);
  CHECK_FALSE(getDiagnosticReport({}, Empty.ResultId).Items);

  // Whatever is another makes another report, and so does where it stands.
  std::vector<std::vector<lsp::Diagnostic>> Reports = {{}, {One}, {One, One}};
  auto add = [&](auto Change) {
    lsp::Diagnostic OtherDiagnostic = One;
    Change(OtherDiagnostic);
    Reports.push_back({OtherDiagnostic});
  };
  add([](lsp::Diagnostic &D) { D.Range.Start.Line = 1; });
  add([](lsp::Diagnostic &D) { D.Range.Start.Character = 1; });
  add([](lsp::Diagnostic &D) { D.Range.End.Line = 1; });
  add([](lsp::Diagnostic &D) { D.Range.End.Character = 1; });
  add([](lsp::Diagnostic &D) { D.Severity.reset(); });
  add([](lsp::Diagnostic &D) {
    D.Severity = lsp::DiagnosticSeverity::Warning;
  });
  add([](lsp::Diagnostic &D) { D.Code = "m"; });
  add([](lsp::Diagnostic &D) { D.Source = "m"; });
  add([](lsp::Diagnostic &D) { D.Message = "n"; });
  add([](lsp::Diagnostic &D) { D.Message = ""; });
  add([](lsp::Diagnostic &D) { D.Code = "m", D.Message = ""; });
  add([](lsp::Diagnostic &D) { D.Data = 1; });
  add([](lsp::Diagnostic &D) { D.Data = "1"; });
  add([](lsp::Diagnostic &D) { D.Tags = {DiagnosticTag::Deprecated}; });
  add([](lsp::Diagnostic &D) { D.RelatedInformation.emplace_back(); });
  add([](lsp::Diagnostic &D) {
    D.RelatedInformation.emplace_back();
    D.RelatedInformation[0].Location.Uri = "u";
  });
  add([](lsp::Diagnostic &D) {
    D.RelatedInformation.emplace_back();
    D.RelatedInformation[0].Message = "u";
  });
  std::set<std::string> Names;
  for (const std::vector<lsp::Diagnostic> &Items : Reports)
    Names.insert(getDiagnosticReport(Items, "").ResultId);
  CHECK(Names.size() == Reports.size());
}

TEST_CASE("Diagnostics: many are counted, but for those of the noise",
          "[diagnostics]") {
  std::string Text;
  for (size_t I = 0; I < MaxDiagnostics + 10; ++I)
    Text += "func.func private @f" + std::to_string(I) + "(\n";
  Text += "func.func @g(%a: !noisy.i32) -> !noisy.i32 {\n"
          "  %b = noisy.mul %a, %a : !noisy.i32\n"
          "  %c = noisy.mul %b, %b : !noisy.i32\n"
          "  return %c : !noisy.i32\n}\n";
  auto Diagnostics = diagnosticsOf(AnnotatedText(Text));
  REQUIRE(Diagnostics.size() == MaxDiagnostics + 2);
  CHECK(Diagnostics[MaxDiagnostics].Code == "noise-overflow");
  CHECK(Diagnostics.back().Message == "10 more problems are not shown");
  CHECK(Diagnostics.back().Severity == lsp::DiagnosticSeverity::Information);
}

TEST_CASE("Diagnostics: findings about ranges can be left out",
          "[diagnostics]") {
  Problem Issue;
  Issue.Source = "noisy";
  Issue.Range = {0, 1};
  std::vector<std::string> Codes = {"int-constant",
                                    "noise-overflow",
                                    "less-noise",
                                    "int-comparison",
                                    "int-unsigned",
                                    "int-stated-range",
                                    ""};
  auto AllProblems = std::make_shared<std::vector<Problem>>();
  for (const std::string &Code : Codes) {
    AllProblems->push_back(Issue);
    AllProblems->back().Code = Code;
  }
  Snapshot::Part Part;
  Part.Range = {0, 1};
  Part.Problems = AllProblems;
  Snapshot State(Text("x"), 1, {Part});
  auto codesOf = [&](bool RangeFindings, bool UnsignedFindings,
                     bool NoiseSavings) {
    DiagnosticFilter Filter;
    Filter.RangeFindings = RangeFindings;
    Filter.UnsignedFindings = UnsignedFindings;
    Filter.NoiseSavings = NoiseSavings;
    std::vector<std::string> Result;
    for (const lsp::Diagnostic &Item :
         getDiagnostics(State, TestUri, true, PositionEncoding::UTF16, Filter))
      Result.push_back(Item.Code);
    return Result;
  };
  CHECK(codesOf(true, true, true) == Codes);
  CHECK(codesOf(true, false, false) ==
        std::vector<std::string>{"int-constant", "noise-overflow",
                                 "int-comparison", "int-stated-range", ""});
  // Noise rests on what is stated.
  CHECK(codesOf(false, true, true) ==
        std::vector<std::string>{"noise-overflow", "less-noise",
                                 "int-stated-range", ""});
}

/// Line from 1, code and text of what is faded.
static std::vector<std::string> fadedIn(const std::string &Contents) {
  std::vector<std::string> Result;
  auto State = snapshotOf(Contents);
  DiagnosticFilter Filter;
  Filter.IdleCode = true;
  for (const lsp::Diagnostic &Item :
       getDiagnostics(*State, TestUri, true, PositionEncoding::UTF8, Filter))
    if (!Item.Tags.empty()) {
      CHECK(Item.Severity == lsp::DiagnosticSeverity::Hint);
      Result.push_back(std::to_string(Item.Range.Start.Line + 1) + " " +
                       Item.Code + ": " + Item.Message);
    }
  return Result;
}

TEST_CASE("Diagnostics: code without effect is faded", "[diagnostics]") {
  const std::string Contents = "func.func private @unused() { return }\n"
                               "func.func @f(%a: i32) -> i32 {\n"
                               "  %0 = arith.addi %a, %a : i32\n"
                               "  %1 = arith.muli %a, %a : i32\n"
                               "  %2 = arith.subi %1, %1 : i32\n"
                               "  return %0 : i32\n}\n";
  CHECK(fadedIn(Contents) ==
        std::vector<std::string>{
            "5 unused-value: %2 is never used",
            "1 unused-function: the private function @unused is never used"});
  // Not for clients that would mark it.
  for (const lsp::Diagnostic &Item : getDiagnostics(
           *snapshotOf(Contents), TestUri, true, PositionEncoding::UTF8))
    CHECK(Item.Code == "int-constant");
  // What is being typed uses what it names.
  std::string BrokenText = Contents;
  BrokenText.insert(BrokenText.find("  return %0"), "  foo.bar %2, @unused,\n");
  CHECK(fadedIn(BrokenText).empty());
}

TEST_CASE("Diagnostics: nothing is faded in a function that is being written",
          "[diagnostics]") {
  const std::string Begin = "func.func @f(%a: i32) -> i32 {\n"
                            "  %0 = arith.addi %a, %a : i32\n"
                            "  %1 = arith.muli %a, %a : i32\n";
  CHECK(fadedIn(Begin + "}\n").empty());
  CHECK(fadedIn(Begin + "  return %\n}\n").empty());
  CHECK(fadedIn(Begin + "  return %0 : i32\n}\n") ==
        std::vector<std::string>{"3 unused-value: %1 is never used"});
  // Of other values a line that is begun says nothing, so that they stay faded.
  CHECK(fadedIn(Begin + "  %2 = arith.addi %0,\n  return %0 : i32\n}\n") ==
        std::vector<std::string>{"3 unused-value: %1 is never used"});
  CHECK(
      fadedIn(Begin + "  %2 = arith.addi %1,\n  return %0 : i32\n}\n").empty());
}

TEST_CASE("Diagnostics: of two indices the wrong one is marked",
          "[diagnostics]") {
  auto State = snapshotOf("func.func @f(%m: memref<4x9xi32>) -> i32 {\n"
                          "  %c = arith.constant 7 : index\n"
                          "  %0 = memref.load %m[%c, %c] : memref<4x9xi32>\n"
                          "  return %0 : i32\n}\n");
  auto Items = getDiagnostics(*State, TestUri, true, PositionEncoding::UTF8);
  REQUIRE(Items.size() == 1);
  CHECK(Items[0].Range.Start.Line == 2);
  CHECK(Items[0].Range.Start.Character == 22);
}

TEST_CASE("Diagnostics: an index that is out of bounds", "[diagnostics]") {
  auto State = snapshotOf("func.func @f(%m: memref<4xi32>) -> i32 {\n"
                          "  %c = arith.constant 4 : index\n"
                          "  %0 = memref.load %m[%c] : memref<4xi32>\n"
                          "  return %0 : i32\n}\n");
  auto Items = getDiagnostics(*State, TestUri, true, PositionEncoding::UTF8);
  REQUIRE(Items.size() == 1);
  CHECK(Items[0].Code == "int-out-of-bounds");
  CHECK(Items[0].Severity == lsp::DiagnosticSeverity::Warning);
  // At the index.
  CHECK(Items[0].Range.Start.Line == 2);
  CHECK(Items[0].Range.Start.Character == 22);
  CHECK(Items[0].Range.End.Character == 24);
  CHECK(Items[0].Message ==
        "index %c is out of bounds: it is 4, and dimension 0 has 4 elements");
  DiagnosticFilter Filter;
  Filter.RangeFindings = false;
  CHECK(getDiagnostics(*State, TestUri, true, PositionEncoding::UTF8, Filter)
            .empty());
}
