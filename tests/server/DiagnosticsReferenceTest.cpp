//===- DiagnosticsReferenceTest.cpp - docs/diagnostics.md -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/FindingKinds.h"
#include "server/features/annotations/Diagnostics.h"
#include "tests/server/AnnotatedText.h"
#include "tests/support/SourceRoot.h"
#include "llvm/ADT/StringExtras.h"
#include <fstream>
#include <iterator>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {

/// What the document says of a code.
struct Entry {
  std::string Code;
  /// The text of its section, with single blanks.
  std::string Words;
  /// The first has the problem, the second is as it should be.
  std::vector<std::string> Examples;
};

} // namespace

static std::string readReference() {
  std::ifstream File(mlir::noisy::test::sourceRoot() / "docs/diagnostics.md");
  REQUIRE(File);
  return std::string(std::istreambuf_iterator<char>(File), {});
}

static std::string withSingleBlanks(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Words;
  llvm::SplitString(Text, Words);
  return llvm::join(Words, " ");
}

static std::vector<Entry> readEntries(const std::string &Document) {
  std::vector<Entry> Result;
  llvm::SmallVector<llvm::StringRef> Sections;
  llvm::StringRef(Document).split(Sections, "\n## ");
  for (llvm::StringRef Section : llvm::drop_begin(Sections)) {
    auto [Code, Body] = Section.split('\n');
    Entry New = {Code.str(), withSingleBlanks(Body), {}};
    llvm::SmallVector<llvm::StringRef> Blocks;
    Body.split(Blocks, "```mlir\n");
    for (llvm::StringRef Block : llvm::drop_begin(Blocks))
      New.Examples.push_back(Block.split("```").first.str());
    Result.push_back(std::move(New));
  }
  return Result;
}

static std::vector<Diagnostic> diagnose(const std::string &Example) {
  DiagnosticFilter Filter;
  Filter.UnsignedFindings = Filter.IdleCode = true;
  return getDiagnostics(*snapshotOf(Example), "file:///a.mlir",
                        /*SupportsRelated=*/true, PositionEncoding::UTF8,
                        Filter);
}

static std::string severityWord(const Diagnostic &Issue) {
  switch (*Issue.Severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Information:
    return "information";
  case DiagnosticSeverity::Hint:
    return "hint";
  }
  return "";
}

TEST_CASE("DiagnosticsReference: each code has its entry, and no other",
          "[documentation]") {
  std::vector<std::string> Documented, Known;
  for (const Entry &Each : readEntries(readReference()))
    Documented.push_back(Each.Code);
  for (const FindingKind &Kind : findingKinds())
    Known.push_back(Kind.Code.str());
  CHECK(Documented == Known);
}

TEST_CASE("DiagnosticsReference: the document says what reports say",
          "[documentation]") {
  for (const Entry &Each : readEntries(readReference())) {
    INFO(Each.Code);
    const FindingKind *Kind = findKind(Each.Code);
    REQUIRE(Kind);
    CHECK(llvm::StringRef(Each.Words).contains(Kind->Meaning));
    CHECK(llvm::StringRef(Each.Words).contains("**What to do**: "));
  }
}

TEST_CASE("DiagnosticsReference: each example has just its problem",
          "[documentation]") {
  const std::string Document = readReference();
  for (const Entry &Each : readEntries(Document)) {
    INFO(Each.Code);
    if (Each.Code == InternalErrorCode) {
      CHECK(Each.Examples.empty());
      continue;
    }
    REQUIRE(!Each.Examples.empty());
    std::vector<Diagnostic> Problems = diagnose(Each.Examples.front());
    REQUIRE(Problems.size() == 1);
    CHECK(Problems[0].Code == (Each.Code == MlirCode ? "" : Each.Code));
    // The table says how it is reported.
    llvm::StringRef Line = Document;
    Line = Line.drop_front(
        Line.find("\n| [" + Each.Code + "](#" + Each.Code + ") |") + 1);
    CHECK(Line.split('\n').first.contains("| " + severityWord(Problems[0])));
  }
}

TEST_CASE("DiagnosticsReference: what is corrected has no problem",
          "[documentation]") {
  size_t Corrected = 0;
  for (const Entry &Each : readEntries(readReference()))
    if (Each.Examples.size() > 1) {
      INFO(Each.Code);
      CHECK(diagnose(Each.Examples[1]).empty());
      ++Corrected;
    }
  CHECK(Corrected >= 15);
}
