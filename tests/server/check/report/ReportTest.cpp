//===- ReportTest.cpp - The formats of a check ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/Report.h"
#include "server/check/report/FindingKinds.h"
#include "tests/server/check/CheckRun.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What a check of one file prints in a format.
static std::string reportOf(ReportFormat Format, const std::string &Text,
                            const std::string &Name = "overflow.mlir") {
  CheckRun Files;
  Files.Options.TryFeatures = false;
  Files.Options.Format = Format;
  CHECK(Files.run({Files.write(Name, Text)}) == CheckStatus::Errors);
  return Files.Findings;
}

TEST_CASE("Report: JSON", "[check]") {
  json All = json::parse(reportOf(ReportFormat::Json, Overflow));
  CHECK(All["version"] == 1);
  REQUIRE(All["files"].size() == 1);
  const json &File = All["files"][0];
  CHECK(File["file"] == "overflow.mlir");
  CHECK(File["internalErrors"].empty());
  REQUIRE(File["findings"].size() == 1);
  const json &Finding = File["findings"][0];
  CHECK(Finding["severity"] == "error");
  CHECK(Finding["code"] == "noise-overflow");
  CHECK(Finding["line"] == 4);
  CHECK(Finding["column"] == 3);
  CHECK(Finding["endColumn"] == 5);
  REQUIRE(Finding["notes"].size() == 2);
  CHECK(Finding["notes"][1]["message"] == "%a has 12 (fresh encryption)");
  CHECK(Finding["notes"][1]["line"] == 2);
}

TEST_CASE("Report: SARIF", "[check]") {
  json Log = json::parse(reportOf(ReportFormat::Sarif, Overflow));
  CHECK(Log["version"] == "2.1.0");
  REQUIRE(Log["runs"].size() == 1);
  const json &Run = Log["runs"][0];
  CHECK(Run["columnKind"] == "utf16CodeUnits");
  CHECK(Run["invocations"][0]["executionSuccessful"] == true);
  const json &Rules = Run["tool"]["driver"]["rules"];
  for (const json &Rule : Rules) {
    INFO(Rule);
    CHECK_FALSE(Rule["help"]["text"].get<std::string>().empty());
  }
  REQUIRE(Run["results"].size() == 1);
  const json &Result = Run["results"][0];
  CHECK(Result["ruleId"] == "noise-overflow");
  CHECK(Rules[Result["ruleIndex"].get<size_t>()]["id"] == "noise-overflow");
  CHECK(Result["level"] == "error");
  CHECK(Result["locations"][0]["physicalLocation"]["region"] ==
        json({{"startLine", 4},
              {"startColumn", 3},
              {"endLine", 4},
              {"endColumn", 5}}));
  CHECK(Result["partialFingerprints"].size() == 1);

  // From what is fresh to the overflow.
  const json &Steps = Result["codeFlows"][0]["threadFlows"][0]["locations"];
  std::vector<int> Lines;
  for (const json &Step : Steps)
    Lines.push_back(
        Step["location"]["physicalLocation"]["region"]["startLine"]);
  CHECK(Lines == std::vector<int>{2, 3, 4});

  // The optimizer's fix makes the program legal.
  REQUIRE(Result.contains("fixes"));
  const json &Change = Result["fixes"][0]["artifactChanges"][0];
  CHECK(Change["artifactLocation"] ==
        Result["locations"][0]["physicalLocation"]["artifactLocation"]);
  std::string New;
  for (const json &Each : Change["replacements"])
    New += Each["insertedContent"]["text"];
  CHECK_THAT(New, Catch::Contains("noisy.reduce_noise"));
}

TEST_CASE("Report: columns of SARIF and GitHub are units of UTF-16",
          "[check]") {
  const std::string Text =
      "func.func @f() {\n  \"a.b\"() {s = \"\u00e9\U0001F600\"} : () -> () "
      "\"c.d\"(%x) : (i1) -> ()\n  return\n}\n";
  auto Column = uint32_t(Text.find("%x") - Text.find("  \"a.b"));
  // One byte and two bytes less.
  uint32_t Units = Column - 1 - 2;
  json Log = json::parse(reportOf(ReportFormat::Sarif, Text));
  const json &Result = Log["runs"][0]["results"][0];
  CHECK(Result["ruleId"] == MlirCode.str());
  CHECK(Result["locations"][0]["physicalLocation"]["region"]["startColumn"] ==
        Units + 1);
  CHECK_THAT(reportOf(ReportFormat::Github, Text),
             Catch::Contains(",line=2,col=" + std::to_string(Units + 1) + ","));
}

TEST_CASE("Report: annotations of GitHub", "[check]") {
  CHECK(reportOf(ReportFormat::Github, Overflow) ==
        "::error file=overflow.mlir,line=4,col=3,endColumn=5,title=Noise "
        "overflow::noise overflow: %25c can have 36 = 24 + 12 bits of noise, "
        "limit 26%0Aline 3: %25b has 24 = 12 + 12%0Aline 2: %25a has 12 (fresh "
        "encryption)\n");
  // What would end a property is escaped.
  CHECK_THAT(reportOf(ReportFormat::Github, Overflow, "a,b:c.mlir"),
             Catch::StartsWith("::error file=a%2Cb%3Ac.mlir,line=4"));
}

TEST_CASE("Report: JUnit", "[check]") {
  std::string Xml = reportOf(ReportFormat::Junit, Overflow, "a<&b.mlir");
  CHECK_THAT(Xml, Catch::StartsWith("<?xml version=\"1.0\" "
                                    "encoding=\"UTF-8\"?>\n<testsuites "));
  CHECK_THAT(Xml, Catch::Contains("tests=\"1\" failures=\"1\" errors=\"0\""));
  CHECK_THAT(Xml, Catch::Contains("<testsuite name=\"a&lt;&amp;b.mlir\""));
  CHECK_THAT(Xml, Catch::Contains("<failure type=\"noise-overflow\" "
                                  "message=\"noise overflow: %c can have 36"));
  // A warning passes, unless it fails the check.
  CheckRun Files;
  Files.Options.TryFeatures = false;
  Files.Options.Format = ReportFormat::Junit;
  std::string Odd = Files.write("odd.mlir", "// \xff\n");
  CHECK(Files.run({Odd}) == CheckStatus::Fine);
  CHECK_FALSE(Files.finds("<failure"));
  CHECK(Files.finds("<system-out>not UTF-8"));
  Files.Options.FailsFrom = DiagnosticSeverity::Warning;
  CHECK(Files.run({Odd}) == CheckStatus::Errors);
  CHECK(Files.finds("<failure"));
  CHECK(Files.run({Files.write("fine.mlir", "module {}\n")}) ==
        CheckStatus::Fine);
  CHECK(Files.finds("name=\"no findings\"/>"));
}
