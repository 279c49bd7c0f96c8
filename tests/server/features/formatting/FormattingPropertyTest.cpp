//===- FormattingPropertyTest.cpp - What holds of every formatting --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On random texts and on the files of the tests and examples, as they are, with
// another layout, and damaged.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "server/features/formatting/Formatting.h"
#include "server/syntax/Lexer.h"
#include "tests/server/AnnotatedText.h"
#include "tests/support/MlirText.h"
#include "tests/support/RandomDocument.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/SourceRoot.h"
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using namespace mlir::noisy::test;
using llvm::StringRef;

static std::vector<std::string> filesBelow(const char *Folder) {
  namespace fs = std::filesystem;
  std::vector<fs::path> Paths;
  for (const auto &Entry :
       fs::recursive_directory_iterator(sourceRoot() / Folder))
    if (Entry.path().extension() == ".mlir")
      Paths.push_back(Entry.path());
  std::sort(Paths.begin(), Paths.end());
  std::vector<std::string> Texts;
  for (const fs::path &Path : Paths) {
    std::ifstream Stream(Path, std::ios::binary);
    Texts.emplace_back(std::istreambuf_iterator<char>(Stream),
                       std::istreambuf_iterator<char>());
  }
  return Texts;
}

static const std::vector<std::string> &allTexts() {
  static const std::vector<std::string> Texts = [] {
    std::vector<std::string> Result = filesBelow("tests");
    for (std::string &Text : filesBelow("examples"))
      Result.push_back(std::move(Text));
    std::mt19937 Random(randomSeed(18));
    for (unsigned I = 0; I < 60; ++I) {
      Result.push_back(makeDocument(Random));
      Result.push_back(randomMlirText(Random()));
    }
    return Result;
  }();
  return Texts;
}

/// The tokens, and the comments without the blanks at their ends; line feeds
/// between them, where there are any.
static std::vector<std::string> tokensOf(StringRef Text) {
  std::vector<std::string> Result;
  Lexer Tokens(Text);
  size_t End = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (End > 0 && Text.slice(End, Token->Range.Begin).find_first_of("\r\n") !=
                       StringRef::npos)
      Result.push_back("\n");
    Result.push_back(Token->isComment() ? Token->Text.rtrim(" \t").str()
                                        : Token->Text.str());
    End = Token->Range.End;
  }
  return Result;
}

/// Formats, and checks what holds of any text.
static std::string formatChecked(const std::string &Text) {
  std::vector<ByteEdit> Edits = formatText(Text);
  size_t End = 0;
  for (const ByteEdit &Edit : Edits) {
    REQUIRE(Edit.Range.Begin >= End);
    REQUIRE(Edit.Range.Begin <= Edit.Range.End);
    REQUIRE(Edit.Range.End <= Text.size());
    End = Edit.Range.End;
    // Only blanks and line ends, and none that stay.
    StringRef Old = StringRef(Text).slice(Edit.Range.Begin, Edit.Range.End);
    REQUIRE(Old.trim().empty());
    REQUIRE(StringRef(Edit.NewText).trim(" \r\n").empty());
    REQUIRE(Old != Edit.NewText);
    if (!Old.empty() && !Edit.NewText.empty()) {
      REQUIRE(Old.front() != Edit.NewText.front());
      REQUIRE(Old.back() != Edit.NewText.back());
    }
  }
  std::string Result = applyEdits(Text, Edits);
  INFO(Text);
  INFO(Result);
  REQUIRE(tokensOf(Result) == tokensOf(Text));
  REQUIRE(formatText(Result).empty());
  return Result;
}

/// The text with other blanks, where they mean nothing to MLIR.
static std::string disturb(StringRef Text, std::mt19937 &Random) {
  std::string Result;
  Lexer Tokens(Text);
  size_t End = 0;
  bool IsIndented = Random() % 2;
  // The open brackets < in which blanks stay.
  unsigned Frozen = 0;
  bool FollowsOpening = false;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    StringRef Gap = Text.slice(End, Token->Range.Begin);
    bool IsSign = Token->is("=") || Token->is(":") || Token->is("->");
    bool IsInside =
        FollowsOpening || Token->is(")") || Token->is("]") || Token->is(",");
    size_t LastLine = Gap.find_last_of("\r\n") + 1;
    if (Frozen == 0 && LastLine > 0 && !Token->isComment())
      Result += Gap.take_front(LastLine).str() +
                std::string(IsIndented ? Random() % 9 : 0, ' ');
    else if (Frozen == 0 && LastLine == 0 && IsSign && !Gap.empty())
      Result += std::string(1 + Random() % 3, ' ');
    else if (Frozen == 0 && End > 0 && Gap.empty() && IsInside)
      Result += std::string(Random() % 3, ' ');
    else
      Result += Gap;
    FollowsOpening = Token->is("(") || Token->is("[");
    Result += Token->Text;
    End = Token->Range.End;
    Frozen += Token->is("<");
    Frozen -= Frozen > 0 && Token->is(">");
  }
  return Result + Text.substr(End).str();
}

/// The operations of each chunk as MLIR prints them, by default in generic
/// form;
/// "" for one that does not parse.
static std::vector<std::string>
parseChunks(StringRef Text, mlir::OpPrintingFlags Flags =
                                mlir::OpPrintingFlags().printGenericOpForm()) {
  std::vector<std::string> Result;
  llvm::SmallVector<StringRef> Chunks;
  Text.split(Chunks, lex::SplitMarker);
  for (StringRef Chunk : Chunks) {
    mlir::MLIRContext Context(allDialects(),
                              mlir::MLIRContext::Threading::DISABLED);
    Context.allowUnregisteredDialects();
    mlir::ScopedDiagnosticHandler Silence(&Context, [](mlir::Diagnostic &) {});
    mlir::ParserConfig Config(&Context, /*verifyAfterParse=*/false);
    auto Module = mlir::parseSourceString<mlir::ModuleOp>(Chunk, Config);
    std::string Printed;
    llvm::raw_string_ostream OS(Printed);
    if (Module)
      Module->print(OS, Flags);
    Result.push_back(Printed);
  }
  return Result;
}

TEST_CASE("Formatting: tokens stay, and twice changes nothing",
          "[formatting][random]") {
  std::mt19937 Random(randomSeed(19));
  for (const std::string &Text : allTexts()) {
    formatChecked(Text);
    for (unsigned I = 0; I < 3; ++I)
      formatChecked(disturb(Text, Random));
  }
}

TEST_CASE("Formatting: damaged texts", "[formatting][random]") {
  std::mt19937 Random(randomSeed(20));
  for (const std::string &Text : allTexts())
    for (unsigned I = 0; I < 6; ++I) {
      std::string Damaged = disturb(Text, Random);
      for (unsigned Edits = 1 + Random() % 3; Edits > 0; --Edits) {
        size_t Offset = Random() % (Damaged.size() + 1);
        if (Random() % 2)
          Damaged.erase(Offset, 1 + Random() % 4);
        else
          Damaged.insert(Offset, 1,
                         "{}()[]<>\"=:-/\n \t\r%^#!@x"[Random() % 23]);
      }
      formatChecked(Damaged);
      size_t Offset = Random() % (Damaged.size() + 1);
      std::string Typed = applyEdits(Damaged, formatTyped(Damaged, Offset));
      REQUIRE(tokensOf(Typed) == tokensOf(Damaged));
      size_t End = Offset + Random() % (Damaged.size() + 1 - Offset);
      std::string Part =
          applyEdits(Damaged, formatLines(Damaged, {Offset, End}));
      REQUIRE(tokensOf(Part) == tokensOf(Damaged));
    }
}

TEST_CASE("Formatting: a formatted text is the same program",
          "[formatting][random]") {
  std::mt19937 Random(randomSeed(21));
  unsigned Parsed = 0;
  for (const std::string &Text : allTexts()) {
    std::vector<std::string> Before = parseChunks(Text);
    INFO(Text);
    CHECK(parseChunks(formatChecked(Text)) == Before);
    CHECK(parseChunks(formatChecked(disturb(Text, Random))) == Before);
    for (const std::string &Printed : Before)
      Parsed += !Printed.empty();
  }
  CHECK(Parsed > 100);
}

TEST_CASE("Formatting: what MLIR prints stays", "[formatting][random]") {
  auto check = [](const std::string &Printed) {
    INFO(Printed);
    std::vector<ByteEdit> Edits = formatText(Printed);
    CHECK(Edits.empty());
  };
  for (const std::string &Text : allTexts())
    for (const std::string &Printed : parseChunks(Text))
      check(Printed);
  std::mt19937 Random(randomSeed(22));
  for (unsigned I = 0; I < 60; ++I)
    for (const std::string &Printed :
         parseChunks(makeDocument(Random), mlir::OpPrintingFlags()))
      check(Printed);
}
