//===- noisy-fuzz-deletions.cpp - Files without one of their tokens -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/AllDialects.h"
#include "fuzz/CommandLine.h"
#include "fuzz/TextSource.h"
#include "fuzz/TokenDeletion.h"
#include "server/syntax/LineStart.h"
#include "server/threads/Thread.h"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

static const char *const Usage =
    R"(usage: noisy-fuzz-deletions [OPTION...] FILE or FOLDER...

Deletes random tokens of the given files, one at a time, and looks whether all
operations outside of the one with the token are still known. Prints the files
with lost ones, and how many there are. Ends with 1 when an operation was lost.

  --seed S    which tokens (1)
  --tokens N  how many of each file, or of each part of a large one (1)
  --out DIR   where to write the texts that lose operations: lost-N.mlir
)";

/// Writes a text without a token. Returns false if that is not possible.
static bool writeText(const std::filesystem::path &Path, llvm::StringRef Text,
                      lsp::ByteRange Token) {
  std::error_code Ignored;
  std::filesystem::create_directories(Path.parent_path(), Ignored);
  std::ofstream File(Path);
  File << Text.take_front(Token.Begin).str()
       << Text.drop_front(Token.End).str();
  return bool(File.flush());
}

/// The tokens of a text but its comments.
static std::vector<lsp::MlirToken> tokensOf(const std::string &Text) {
  std::vector<lsp::MlirToken> Result;
  lsp::Lexer Tokens(Text);
  while (std::optional<lsp::MlirToken> Token = lsp::nextCode(Tokens))
    Result.push_back(*Token);
  return Result;
}

int main(int Count, char **Arguments) {
  uint64_t Seed = 1;
  size_t TokensEach = 1;
  CommandLine Line;
  Line.addCount("seed", Seed);
  Line.addCount("tokens", TokensEach);
  std::string OutFolder;
  Line.addText("out", OutFolder);
  if (CommandLine::asksForHelp(Count, Arguments)) {
    std::cout << Usage;
    return 0;
  }
  TextSource Source;
  std::string Error = Line.parse(Count, Arguments);
  for (const std::string &Path : Line.Paths)
    if (Error.empty())
      Error = Source.addFiles(Path);
  if (Error.empty() && Source.files().empty())
    Error = "name files or folders with .mlir files";
  if (!Error.empty()) {
    std::cerr << "noisy-fuzz-deletions: " << Error << "\n" << Usage;
    return 2;
  }

  lsp::enableCrashRecovery();
  DialectRegistry Registry;
  registerAllDialects(Registry);
  std::mt19937_64 Random(Seed);
  size_t Deleted = 0, Asked = 0, Lost = 0, WithLosses = 0;
  for (const std::string &Text : Source.files()) {
    std::vector<lsp::MlirToken> Tokens = tokensOf(Text);
    if (Tokens.empty())
      continue;
    TokenDeletion Deletion(Registry, Text);
    for (size_t I = 0; I < TokensEach; ++I) {
      lsp::MlirToken Token = Tokens[Random() % Tokens.size()];
      TokenDeletion::Outcome Result =
          Deletion.without(Token.Range, Deletion.findAround(Token.Range));
      ++Deleted;
      Asked += Result.ExpectedCount;
      Lost += Result.LostOperations.size();
      if (Result.LostOperations.empty())
        continue;
      ++WithLosses;
      if (!OutFolder.empty() &&
          !writeText(std::filesystem::path(OutFolder) /
                         ("lost-" + std::to_string(WithLosses) + ".mlir"),
                     Text, Token.Range)) {
        std::cerr << "noisy-fuzz-deletions: cannot write into '" << OutFolder
                  << "': name another folder with --out\n";
        return 2;
      }
      size_t LineOfToken =
          1 + llvm::StringRef(Text).take_front(Token.Range.Begin).count('\n');
      std::cout << "without '" << Token.Text.str() << "' in line "
                << LineOfToken << " of the text that begins with '"
                << Text.substr(0, Text.find('\n')) << "', "
                << Result.LostOperations.size() << " of "
                << Result.ExpectedCount << " are lost, "
                << Result.LostOperations.front() << " first\n  "
                << llvm::StringRef(Text)
                       .drop_front(llvm::StringRef(Text).rfind(
                                       '\n', Token.Range.Begin) +
                                   1)
                       .take_until([](char C) { return C == '\n'; })
                       .str()
                << "\n";
    }
  }
  std::cout << Deleted << " tokens deleted, " << Asked
            << " operations outside of theirs, " << Lost << " lost, by "
            << WithLosses << " tokens" << std::endl;
  return Lost ? 1 : 0;
}
