//===- ServerProcessTest.cpp - How the server and its child end -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using namespace std::chrono_literals;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// The parent of a process, and its state; nothing when it is gone.
static std::optional<std::pair<pid_t, char>> lookUp(const std::string &Pid) {
  std::ifstream Stream("/proc/" + Pid + "/stat");
  std::string Contents((std::istreambuf_iterator<char>(Stream)), {});
  size_t NameEnd = Contents.rfind(')');
  if (NameEnd == std::string::npos)
    return std::nullopt;
  std::istringstream Rest(Contents.substr(NameEnd + 1));
  char State;
  pid_t Parent;
  Rest >> State >> Parent;
  return std::pair(Parent, State);
}

static bool isRunning(pid_t Pid) {
  auto Match = lookUp(std::to_string(Pid));
  return Match && Match->second != 'Z';
}

static std::vector<pid_t> childrenOf(pid_t Parent) {
  std::vector<pid_t> Children;
  for (const auto &Entry : std::filesystem::directory_iterator("/proc")) {
    std::string Name = Entry.path().filename();
    if (Name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    auto Match = lookUp(Name);
    if (Match && Match->first == Parent && Match->second != 'Z')
      Children.push_back(std::stoi(Name));
  }
  return Children;
}

/// The only child of the only server that runs: LLVM's server.
static pid_t findUpstream() {
  std::vector<pid_t> Servers = childrenOf(::getpid());
  REQUIRE(Servers.size() == 1);
  std::vector<pid_t> Upstreams = childrenOf(Servers[0]);
  REQUIRE(Upstreams.size() == 1);
  return Upstreams[0];
}

/// Something that only LLVM's server answers, so that it runs.
static Outcome askUpstream(LspSession &S) {
  return S.request("mlir/convertFromBytecode", {{"uri", "file:///none"}});
}

static bool waitUntil(const std::function<bool()> &Condition) {
  auto Deadline = std::chrono::steady_clock::now() + 60s;
  while (!Condition()) {
    if (std::chrono::steady_clock::now() > Deadline)
      return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

TEST_CASE("Server: exit without shutdown is an error", "[server]") {
  ServerSession S;
  S.openOverflow();
  S.notify("exit", nullptr);
  CHECK(S.waitForExit() == 1);
}

TEST_CASE("Server: the end of its input ends it, and its child", "[server]") {
  ServerSession S;
  S.openOverflow();
  askUpstream(S);
  pid_t Upstream = findUpstream();
  CHECK(isRunning(Upstream));
  S.closeInput();
  CHECK(S.waitForExit() == 1);
  CHECK(waitUntil([&] { return !isRunning(Upstream); }));
}

TEST_CASE("Server: shutdown ends its child", "[server]") {
  ServerSession S;
  S.openOverflow();
  askUpstream(S);
  pid_t Upstream = findUpstream();
  CHECK(S.shutdown() == 0);
  CHECK(waitUntil([&] { return !isRunning(Upstream); }));
}

TEST_CASE("Server: killed, it leaves no child behind", "[server]") {
  ServerSession S;
  S.openOverflow();
  askUpstream(S);
  pid_t Upstream = findUpstream();
  ::kill(childrenOf(::getpid()).at(0), SIGKILL);
  CHECK(S.waitForExit() == 128 + SIGKILL);
  CHECK(waitUntil([&] { return !isRunning(Upstream); }));
}

//===----------------------------------------------------------------------===//

// Crashes
//===----------------------------------------------------------------------===//

TEST_CASE("Server: its child is killed, and nobody notices", "[server]") {
  ServerSession S;
  S.openOverflow();
  Outcome OldReply = askUpstream(S);
  REQUIRE_FALSE(OldReply);
  pid_t First = findUpstream();
  ::kill(First, SIGKILL);
  Outcome NewReply = askUpstream(S);
  REQUIRE_FALSE(NewReply);
  CHECK(NewReply.Error->Message == OldReply.Error->Message);
  CHECK(waitUntil([&] { return !isRunning(First); }));
  pid_t Second = findUpstream();
  CHECK(Second != First);
  // In the middle of a request.
  ::kill(Second, SIGSTOP);
  int64_t RequestId =
      S.send("mlir/convertFromBytecode", {{"uri", "file:///none"}});
  // It is not needed for what is known here.
  CHECK(contains(S.hover(Uri, 6, 3), "Noise: 48"));
  CHECK_FALSE(
      S.ask("textDocument/completion", positionParams(Uri, 6, 2)).is_null());
  ::kill(Second, SIGKILL);
  Outcome Answer = S.wait(RequestId);
  REQUIRE_FALSE(Answer);
  CHECK(Answer.Error->Message == OldReply.Error->Message);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: text that nests too deep", "[server]") {
  std::string Regions, Brackets(100000, '['), Attribute;
  for (int I = 0; I < 5000; ++I)
    Regions += "module {";
  Regions += std::string(5000, '}');
  Attribute =
      "\"a.b\"() {x = " + Brackets + std::string(100000, ']') + "} : () -> ()";
  ServerSession S;
  std::string Signs = "\"a.b\"() {x = affine_map<(d0) -> (" +
                      std::string(3000000, '-') + "d0)>} : () -> ()";
  for (const std::string &Deep : {Regions, Brackets, Attribute, Signs}) {
    S.open(Uri, Deep);
    json Diagnostics = S.waitForDiagnostics(Uri, 1);
    REQUIRE(Diagnostics.size() == 1);
    CHECK(contains(Diagnostics[0]["message"], "nests deeper than"));
    // LLVM's server may die of it; an answer comes all the same.
    S.request("textDocument/hover", positionParams(Uri, 0, 3));
    S.request("textDocument/documentSymbol", documentParams(Uri));
    // And it goes on, with this document and with others.
    S.change(Uri, overflowProgram(), 2);
    CHECK(S.waitForDiagnostics(Uri, 2).size() == 1);
    std::string Hover = S.hover(Uri, 6, 3);
    CHECK(contains(Hover, "Noise: 48"));
    CHECK(contains(Hover, "noisy.mul"));
    S.close(Uri);
    CHECK(S.waitForDiagnostics(Uri) == json::array());
  }
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a loop that ends MLIR's own range analysis", "[server]") {
  // `mlir-opt --int-range-optimizations` crashes on a bound that is no
  // constant.
  ServerSession S;
  S.open(Uri, "func.func @f(%n: index, %a: !noisy.i32) -> !noisy.i32 {\n"
              "  %b = noisy.mul %a, %a : !noisy.i32\n"
              "  %c = noisy.mul %b, %a : !noisy.i32\n"
              "  affine.for %i = 0 to %n {\n"
              "    \"a.use\"(%i) : (index) -> ()\n"
              "  }\n"
              "  return %c : !noisy.i32\n}\n");
  json Diagnostics = S.waitForDiagnostics(Uri, 1);
  REQUIRE(Diagnostics.size() == 1);
  CHECK(Diagnostics[0]["range"] == rangeJson(2, 2, 4));
  CHECK(S.shutdown() == 0);
}
