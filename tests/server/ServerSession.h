//===- ServerSession.h - A session with noisy-lsp-server --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_SERVERSESSION_H
#define NOISY_TESTS_SERVER_SERVERSESSION_H

#include "server/client/LspSession.h"
#include "server/protocol/Lsp.h"
#include "server/text/Text.h"
#include "tests/server/OverflowText.h"
#include "tests/support/SourceRoot.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace mlir::noisy::lsp::test {

/// noisy-lsp-server, which is beside the tests.
inline std::string ourServer() {
  const char *Setting = std::getenv("NOISY_TEST_SERVER");
  return Setting ? Setting : executableFolder() + "/noisy-lsp-server";
}

/// LLVM's server.
inline std::string stockServer() {
  const char *Setting = std::getenv("NOISY_TEST_UPSTREAM");
  return Setting ? Setting : "/usr/lib/llvm-22/bin/mlir-lsp-server";
}

inline std::string readFile(const std::filesystem::path &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  INFO(Path);
  REQUIRE(Stream);
  return std::string(std::istreambuf_iterator<char>(Stream), {});
}

/// The program of the article: %p2, in line 6, overflows.
inline std::string overflowProgram() {
  return readFile(mlir::noisy::test::sourceRoot() / "examples/overflow.mlir");
}

inline const std::string Uri = "file:///overflow.mlir";

inline json rangeJson(int64_t Line, int64_t Begin, int64_t EndLine,
                      int64_t End) {
  return {{"start", {{"line", Line}, {"character", Begin}}},
          {"end", {{"line", EndLine}, {"character", End}}}};
}
inline json rangeJson(int64_t Line, int64_t Begin, int64_t End) {
  return rangeJson(Line, Begin, Line, End);
}

inline json insertion(int Line, int Character, const std::string &Text) {
  return {{"range", rangeJson(Line, Character, Character)}, {"text", Text}};
}

inline size_t countOf(const std::string &Text, const std::string &Part) {
  size_t Count = 0;
  for (size_t I = Text.find(Part); I != std::string::npos;
       I = Text.find(Part, I + 1))
    ++Count;
  return Count;
}

inline bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

/// A session with our server, initialized as by a modern client.
struct ServerSession : LspSession {
  explicit ServerSession(json Capabilities = modernCapabilities(),
                         const std::vector<std::string> &Arguments = {})
      : LspSession(ourServer(), Arguments) {
    Info = initialize(std::move(Capabilities));
  }

  /// Opens the program of the article and gives its diagnostics.
  json openOverflow(const std::string &Text = overflowProgram()) {
    open(Uri, Text);
    return waitForDiagnostics(Uri, 1);
  }

  std::string hover(const std::string &Document, uint32_t Line,
                    uint32_t Character) {
    json Hover =
        ask("textDocument/hover", positionParams(Document, Line, Character));
    return Hover.is_null() ? "" : Hover["contents"]["value"].get<std::string>();
  }

  /// The code of the error that answers a request; 0 for a result.
  int codeOf(const std::string &Method, json Params) {
    Outcome Answer = request(Method, std::move(Params));
    return Answer ? 0 : Answer.Error->Code;
  }

  /// The result of `initialize`.
  json Info;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_SERVERSESSION_H
