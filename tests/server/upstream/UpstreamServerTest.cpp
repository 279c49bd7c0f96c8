//===- UpstreamServerTest.cpp - LLVM's own server in a child --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamServer.h"
#include "server/syntax/Nesting.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

/// LLVM's server; NOISY_TEST_UPSTREAM names another one.
static std::string upstreamProgram() {
  const char *Given = std::getenv("NOISY_TEST_UPSTREAM");
  return Given ? Given : "/usr/lib/llvm-22/bin/mlir-lsp-server";
}

static UpstreamOptions realServer() {
  UpstreamOptions Options;
  Options.Program = upstreamProgram();
  Options.Arguments = {"--log=error"};
  // Loading LLVM under a sanitizer, beside other tests, takes its time.
  Options.Deadline = 60s;
  return Options;
}

/// A child that is a shell script; `$0` is LLVM's server, and `$1` a file of
/// its own, which is empty.
static UpstreamOptions script(const std::string &Script,
                              const std::string &File = "/dev/null") {
  UpstreamOptions Options = realServer();
  Options.Program = "/bin/sh";
  Options.Arguments = {"-c", Script, upstreamProgram(), File};
  return Options;
}

namespace {
/// An empty file that is removed in the end.
class TemporaryFile {
public:
  TemporaryFile() {
    char Template[] = "/tmp/noisy-upstream-XXXXXX";
    close(mkstemp(Template));
    Path = Template;
  }
  ~TemporaryFile() { std::filesystem::remove(Path); }

  std::vector<std::string> lines() const {
    std::ifstream Stream(Path);
    std::vector<std::string> Lines;
    for (std::string Line; std::getline(Stream, Line);)
      Lines.push_back(Line);
    return Lines;
  }

  std::string Path;
};
} // namespace

static std::future<Outcome> ask(UpstreamServer &Server,
                                std::optional<UpstreamServer::Document> About,
                                std::string Method, json Params,
                                UpstreamServer::RequestId *Id = nullptr) {
  auto Promise = std::make_shared<std::promise<Outcome>>();
  std::future<Outcome> Answer = Promise->get_future();
  UpstreamServer::RequestId New = Server.request(
      std::move(About), std::move(Method), std::move(Params),
      [Promise](Outcome Given) { Promise->set_value(std::move(Given)); });
  if (Id)
    *Id = New;
  return Answer;
}

static std::future<Outcome> askAt(UpstreamServer &Server,
                                  const UpstreamServer::Document &About,
                                  const std::string &Method, int Line,
                                  int Character) {
  return ask(Server, About, Method,
             {{"textDocument", {{"uri", About.Uri}}},
              {"position", {{"line", Line}, {"character", Character}}}});
}

static json range(int Line, int Begin, int End) {
  return {{"start", {{"line", Line}, {"character", Begin}}},
          {"end", {{"line", Line}, {"character", End}}}};
}

// Before each token on its line: two emoji and an e acute in an attribute,
// which are 5 UTF-16 units and 10 bytes.
#define WIDE "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xC3\xA9"
static const char Sample[] =
    "func.func @f(%a: i32) -> i32 {\r\n"
    "  // " WIDE "\r"
    "  %0 = arith.addi %a, %a {s = \"" WIDE "\"} : i32\r\n"
    "  \"x.y\"() {s = \"" WIDE R"mlir("} : () -> () "x.z"(%0) : (i32) -> ()
  return %0 : i32
}
)mlir";

TEST_CASE("Upstream: hover and definition in UTF-16", "[upstream]") {
  UpstreamServer Server(realServer());
  for (const char *Uri : {"file:///home/me/x%20y.mlir", "untitled:Untitled-1",
                          "vscode-notebook-cell:/a.mlir#W0"}) {
    UpstreamServer::Document About{Uri, Text(Sample)};
    // `%0` is the operand of x.z.
    size_t Use = About.Contents.bytes().find("(%0)") + 1;
    Position Where = About.Contents.positionAt(Use, PositionEncoding::UTF16);
    REQUIRE(Where.Line == 3);
    Outcome Definition =
        askAt(Server, About, "textDocument/definition", 3, Where.Character)
            .get();
    REQUIRE(Definition);
    CHECK(Definition.Result ==
          json::array({json{{"uri", Uri}, {"range", range(2, 2, 4)}}}));

    size_t Name = About.Contents.bytes().find("\"x.z\"");
    Where = About.Contents.positionAt(Name, PositionEncoding::UTF16);
    Outcome Hover =
        askAt(Server, About, "textDocument/hover", 3, Where.Character + 1)
            .get();
    REQUIRE(Hover);
    CHECK(Hover.Result["range"] ==
          range(3, Where.Character, Where.Character + 5));
    CHECK(Hover.Result["contents"]["value"].get<std::string>().find("x.z") !=
          std::string::npos);

    Outcome References =
        askAt(Server, About, "textDocument/references", 2, 3).get();
    REQUIRE(References);
    CHECK(References.Result.size() == 3);
    CHECK(References.Result[0]["uri"] == Uri);
  }
}

TEST_CASE("Upstream: the text it has is the text of the request",
          "[upstream]") {
  UpstreamServer Server(realServer());
  Text First("func.func @first() { return }\n");
  Text Second = First.replace(11, 16, "second");
  auto Name = [&](const Text &Contents) {
    Outcome Symbols =
        ask(Server, UpstreamServer::Document{"a:b", Contents},
            "textDocument/documentSymbol", {{"textDocument", {{"uri", "a:b"}}}})
            .get();
    REQUIRE(Symbols);
    return Symbols.Result.at(0)["name"].get<std::string>();
  };
  CHECK(Name(First) == "first");
  CHECK(Name(Second) == "second");
  CHECK(Name(Second) == "second");
  Server.closeDocument("a:b");
  Server.closeDocument("never:opened");
  CHECK(Name(Second) == "second");
  CHECK(Name(First) == "first");
}

TEST_CASE("Upstream: what it is sent", "[upstream]") {
  // A child that writes down what it reads, and passes it on.
  TemporaryFile File;
  {
    UpstreamServer Server(script("tee \"$1\" | \"$0\" --log=error", File.Path));
    UpstreamServer::Document About{"a:b", Text("func.func @f() { return }\n")};
    CHECK(askAt(Server, About, "textDocument/hover", 0, 1).get());
    CHECK(askAt(Server, About, "textDocument/hover", 0, 1).get());
    About.Contents = Text("module {}\n");
    CHECK(askAt(Server, About, "textDocument/hover", 0, 1).get());
    // The same text, though not the same object.
    About.Contents = Text("module {}\n");
    CHECK(askAt(Server, About, "textDocument/hover", 0, 1).get());
    Server.closeDocument("a:b");
    // Were the next request about it, closing would come after that.
    CHECK_FALSE(ask(Server, std::nullopt, "no/such", nullptr).get());
    CHECK(askAt(Server, About, "textDocument/hover", 0, 1).get());
  }
  std::ifstream Stream(File.Path);
  std::string All((std::istreambuf_iterator<char>(Stream)), {});
  auto Count = [&](const std::string &Method) {
    size_t Found = 0;
    for (size_t I = All.find(Method); I != std::string::npos;
         I = All.find(Method, I + 1))
      ++Found;
    return Found;
  };
  CHECK(Count("\"initialize\"") == 1);
  CHECK(Count("\"textDocument/didOpen\"") == 2);
  CHECK(Count("\"textDocument/didChange\"") == 1);
  CHECK(Count("\"textDocument/didClose\"") == 1);
  CHECK(Count("\"exit\"") == 1);
  CHECK(Count("a:b") == 0);
}

TEST_CASE("Upstream: its errors are passed on", "[upstream]") {
  UpstreamServer Server(realServer());
  Outcome Unknown = ask(Server, std::nullopt, "no/such", json::object()).get();
  REQUIRE_FALSE(Unknown);
  CHECK(Unknown.Error->Code == static_cast<int>(ErrorCode::MethodNotFound));
  // Without a document nothing is translated; the file is not there.
  Outcome Bytecode = ask(Server, std::nullopt, "mlir/convertFromBytecode",
                         {{"uri", "file:///does/not/exist.mlirbc"}})
                         .get();
  REQUIRE_FALSE(Bytecode);
  CHECK_FALSE(Bytecode.Error->Message.empty());
}

TEST_CASE("Upstream: killed at rest and at work", "[upstream]") {
  TemporaryFile Pids;
  UpstreamServer Server(
      script("echo $$ >> \"$1\"; exec \"$0\" --log=error", Pids.Path));
  UpstreamServer::Document About{"file:///a.mlir", Text(Sample)};
  CHECK(askAt(Server, About, "textDocument/hover", 2, 8)
            .get()
            .Result.is_object());
  REQUIRE(Pids.lines().size() == 1);
  kill(std::stoi(Pids.lines()[0]), SIGKILL);
  CHECK(askAt(Server, About, "textDocument/hover", 2, 8)
            .get()
            .Result.is_object());
  REQUIRE(Pids.lines().size() == 2);

  // Stopped, it is in the middle of the request when it is killed.
  pid_t Second = std::stoi(Pids.lines()[1]);
  kill(Second, SIGSTOP);
  std::future<Outcome> Hover = askAt(Server, About, "textDocument/hover", 2, 8);
  CHECK(Hover.wait_for(300ms) == std::future_status::timeout);
  kill(Second, SIGKILL);
  CHECK(Hover.get().Result.is_object());
  CHECK(Pids.lines().size() == 3);
}

TEST_CASE("Upstream: a child that always ends", "[upstream]") {
  UpstreamOptions Options = realServer();
  Options.Program = "/bin/false";
  Options.Arguments = {};
  UpstreamServer Server(Options);
  std::string Last;
  for (int I = 0; I < 5; ++I) {
    UpstreamServer::Document About{"file:///a.mlir", Text(std::to_string(I))};
    Outcome Hover = askAt(Server, About, "textDocument/hover", 0, 0).get();
    REQUIRE_FALSE(Hover);
    CHECK(Hover.Error->Code == static_cast<int>(ErrorCode::RequestFailed));
    Last = Hover.Error->Message;
  }
  CHECK(Last == "LLVM's server does not start");
}

TEST_CASE("Upstream: a program that is not there", "[upstream]") {
  UpstreamOptions Options = realServer();
  Options.Program = "/does/not/exist";
  UpstreamServer Server(Options);
  Outcome Answer = ask(Server, std::nullopt, "x", nullptr).get();
  REQUIRE_FALSE(Answer);
  CHECK(Answer.Error->Message.find("/does/not/exist") != std::string::npos);
}

TEST_CASE("Upstream: a child that speaks no LSP", "[upstream]") {
  UpstreamServer Server(script("echo hello; echo; cat"));
  CHECK_FALSE(ask(Server, std::nullopt, "x", nullptr).get());
}

/// A shell loop that reads messages and answers `initialize` only; it ends at
/// the first text with CRASH in it, and has left a line in its file before.
static const char Fragile[] = R"sh(
  echo start >> "$1"
  printf 'Content-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":0,"result":{}}'
  while read -r Line; do
    case "$Line" in
    *CRASH*) exit 3 ;;
    esac
  done)sh";

TEST_CASE("Upstream: a text that it ends on again and again is left alone",
          "[upstream]") {
  TemporaryFile Starts;
  UpstreamOptions Options = script(Fragile, Starts.Path);
  Options.MaxDeaths = 5;
  UpstreamServer Server(Options);
  auto Crash = [&](const std::string &Contents) {
    UpstreamServer::Document About{"file:///a.mlir", Text(Contents)};
    // The message behind has no line end, but the header of the next has.
    return askAt(Server, About, "textDocument/hover", 0, 0).get();
  };
  for (int I = 0; I < 4; ++I)
    CHECK_FALSE(Crash("CRASH"));
  // Two tries each, until the fifth.
  CHECK(Starts.lines().size() == 5);
  Outcome Refused = Crash("CRASH");
  REQUIRE_FALSE(Refused);
  CHECK(Refused.Error->Message.find("repeatedly") != std::string::npos);
  CHECK(Starts.lines().size() == 5);
  CHECK_FALSE(Crash("CRASH, but another"));
  CHECK(Starts.lines().size() == 7);
}

TEST_CASE("Upstream: text that nests too deep is kept from it", "[upstream]") {
  TemporaryFile Starts;
  UpstreamServer Server(
      script("echo start >> \"$1\"; exec \"$0\" --log=error", Starts.Path));
  std::string Deep;
  for (unsigned I = 0; I <= MaxNesting; ++I)
    Deep += "module {";
  UpstreamServer::Document About{"a:b", Text(Deep)};
  for (int I = 0; I < 2; ++I) {
    Outcome Refused = askAt(Server, About, "textDocument/hover", 0, 0).get();
    REQUIRE_FALSE(Refused);
    CHECK(Refused.Error->Code == static_cast<int>(ErrorCode::RequestFailed));
    CHECK(Refused.Error->Message.find("nests deeper than") !=
          std::string::npos);
  }
  CHECK(Starts.lines().empty());
  // Another text, or this one when it has changed.
  About.Contents = Text("module {}");
  CHECK(askAt(Server, About, "textDocument/hover", 0, 0).get());
  CHECK(Starts.lines().size() == 1);
}

TEST_CASE("Upstream: a child that never answers", "[upstream]") {
  TemporaryFile Starts;
  // The grandchild keeps the pipes open when its parent is killed.
  UpstreamOptions Options =
      script("echo start >> \"$1\"; sleep 8 2>/dev/null", Starts.Path);
  Options.Deadline = 300ms;
  UpstreamServer Server(Options);
  // More than a pipe holds: the caller must not wait for it.
  UpstreamServer::Document Big{"file:///a.mlir",
                               Text(std::string(4000000, 'x'))};
  auto Begin = std::chrono::steady_clock::now();
  auto Passed = [&] { return std::chrono::steady_clock::now() - Begin; };
  UpstreamServer::RequestId First, Second;
  auto Late = ask(Server, Big, "a", json::object());
  auto Behind = ask(Server, Big, "b", json::object(), &First);
  auto Cancelled = ask(Server, Big, "c", json::object(), &Second);
  Server.cancel(Second);
  CHECK(Passed() < 200ms);
  Outcome CancelledAnswer = Cancelled.get();
  CHECK(CancelledAnswer.Error->Code ==
        static_cast<int>(ErrorCode::RequestCancelled));
  CHECK(Passed() < 250ms);
  Outcome LateAnswer = Late.get();
  REQUIRE_FALSE(LateAnswer);
  CHECK(LateAnswer.Error->Message.find("300 ms") != std::string::npos);
  CHECK_FALSE(Behind.get());
  CHECK(Passed() < 5s);

  // The destructor does not wait for it either, and fails what is open.
  auto Open = std::make_unique<UpstreamServer>(Options);
  auto Unanswered = ask(*Open, Big, "d", json::object());
  std::this_thread::sleep_for(50ms);
  Begin = std::chrono::steady_clock::now();
  Open.reset();
  CHECK(Passed() < 1s);
  CHECK(Unanswered.get().Error->Code ==
        static_cast<int>(ErrorCode::ServerCancelled));
}

TEST_CASE("Upstream: cancelling what it works on", "[upstream]") {
  TemporaryFile Pids;
  UpstreamServer Server(
      script("echo $$ >> \"$1\"; exec \"$0\" --log=error", Pids.Path));
  UpstreamServer::Document About{"file:///a.mlir", Text(Sample)};
  CHECK(askAt(Server, About, "textDocument/hover", 2, 8).get());
  pid_t Child = std::stoi(Pids.lines()[0]);
  kill(Child, SIGSTOP);
  UpstreamServer::RequestId Id;
  auto Hover = ask(Server, About, "textDocument/hover",
                   {{"textDocument", {{"uri", About.Uri}}},
                    {"position", {{"line", 2}, {"character", 8}}}},
                   &Id);
  std::this_thread::sleep_for(50ms);
  Server.cancel(Id);
  CHECK(Hover.get().Error->Code ==
        static_cast<int>(ErrorCode::RequestCancelled));
  Server.cancel(Id);
  kill(Child, SIGCONT);
  // Its late answer is not taken for that of the next request.
  Outcome Next = askAt(Server, About, "textDocument/definition", 4, 10).get();
  REQUIRE(Next);
  CHECK(Next.Result.is_array());
  CHECK(Pids.lines().size() == 1);
}

TEST_CASE("Upstream: a server that nobody asked starts no child",
          "[upstream]") {
  TemporaryFile Starts;
  {
    UpstreamServer Server(script("echo start >> \"$1\"", Starts.Path));
  }
  CHECK(Starts.lines().empty());
}
