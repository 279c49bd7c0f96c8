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
#include <poll.h>
#include <unistd.h>

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

/// The output of a server, and its exit status.
struct ServerRun {
  std::string Output;
  std::optional<int> Status;
};

/// Runs our server on all of its input.
inline ServerRun runServer(std::vector<std::string> Arguments,
                           const std::string &Input) {
  std::string Error;
  Arguments.insert(Arguments.begin(),
                   {"-c", "exec \"$0\" \"$@\" 2>/dev/null", ourServer()});
  auto Server = ChildProcess::start("/bin/sh", Arguments, Error);
  INFO(Error);
  REQUIRE(Server);
  Server->writeAll(Input);
  Server->closeInput();
  ServerRun Result;
  char Buffer[4096];
  pollfd Poll = {Server->outputFd(), POLLIN, 0};
  while (::poll(&Poll, 1, 60000) > 0) {
    ssize_t Count = ::read(Server->outputFd(), Buffer, sizeof(Buffer));
    if (Count <= 0)
      break;
    Result.Output.append(Buffer, Count);
  }
  Result.Status = Server->waitFor(LspSession::DefaultTimeout);
  return Result;
}

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

  /// The result of `initialize`.
  json Info;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_SERVERSESSION_H
