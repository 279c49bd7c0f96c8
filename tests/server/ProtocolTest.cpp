//===- ProtocolTest.cpp - LSP as clients speak it, well or badly ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of LSP 3.17 that hold for any server, over the standard input and
// output of noisy-lsp-server. What the session reads has to be the protocol and
// nothing else (LspSession).
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"
#include "tests/server/TestPipe.h"
#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The server is there, and has OverflowText.
static void checkAlive(ServerSession &S) {
  CHECK(contains(S.hover(Uri, 2, 3), "48 bits, limit 26"));
}

//===----------------------------------------------------------------------===//
// The life of a server
//===----------------------------------------------------------------------===//

TEST_CASE("Protocol: before initialize", "[protocol]") {
  LspSession S(ourServer());
  for (const char *Method :
       {"textDocument/hover", "shutdown", "no/such", "$/no"}) {
    Outcome Reply = S.request(Method, json::object());
    REQUIRE_FALSE(Reply);
    CHECK(Reply.Error->Code == int(ErrorCode::ServerNotInitialized));
  }
  // Dropped: nothing is open afterwards.
  S.open(Uri, OverflowText);
  S.notify("initialized", json::object());
  S.initialize();
  Outcome NotOpen = S.request("textDocument/hover", positionParams(Uri, 2, 3));
  REQUIRE_FALSE(NotOpen);
  CHECK(NotOpen.Error->Code == int(ErrorCode::InvalidParams));
  CHECK(NotOpen.Error->Message == "the document is not open");
  CHECK(S.unread().empty());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: exit before initialize", "[protocol]") {
  LspSession S(ourServer());
  S.notify("exit", nullptr);
  CHECK(S.waitForExit() == 1);
}

TEST_CASE("Protocol: after shutdown", "[protocol]") {
  ServerSession S;
  S.openOverflow(OverflowText);
  CHECK(S.errorCode("initialize", json::object()) ==
        int(ErrorCode::InvalidRequest));
  CHECK(S.ask("shutdown", nullptr).is_null());
  for (const char *Method : {"textDocument/hover", "initialize", "shutdown"})
    CHECK(S.errorCode(Method, positionParams(Uri, 2, 3)) ==
          int(ErrorCode::InvalidRequest));
  S.change(Uri, "module {", 2);
  S.notify("exit", nullptr);
  CHECK(S.waitForExit() == 0);
  CHECK(S.unread().empty());
}

TEST_CASE("Protocol: $/ methods may be ignored, but not requests",
          "[protocol]") {
  ServerSession S;
  S.openOverflow(OverflowText);
  S.notify("$/setTrace", {{"value", "verbose"}});
  S.notify("$/setTrace", 5);
  S.notify("$/progress", {{"token", 1}, {"value", nullptr}});
  S.notify("$/whatever", json::array());
  CHECK(S.errorCode("$/whatever", json::object()) ==
        int(ErrorCode::MethodNotFound));
  checkAlive(S);
  CHECK(S.unread().empty());
  CHECK(S.shutdown() == 0);
}

/// A process that waits to be killed.
static pid_t startSleeper() {
  pid_t Pid = ::fork();
  if (Pid == 0) {
    ::pause();
    ::_exit(0);
  }
  return Pid;
}

TEST_CASE("Protocol: the server ends with its client", "[protocol]") {
  // The pipes stay open, as where the client is started by a script.
  pid_t Client = startSleeper();
  REQUIRE(Client > 0);
  LspSession S(ourServer());
  S.ask("initialize",
        {{"processId", Client}, {"capabilities", json::object()}});
  S.open(Uri, OverflowText);
  CHECK(S.waitForDiagnostics(Uri).size() == 1);
  ::kill(Client, SIGKILL);
  ::waitpid(Client, nullptr, 0);
  CHECK(S.waitForExit() == 1);
}

TEST_CASE("Protocol: a client that is not among our processes", "[protocol]") {
  // It is on the other side of a container, or says nonsense.
  pid_t DeadPid = startSleeper();
  ::kill(DeadPid, SIGKILL);
  ::waitpid(DeadPid, nullptr, 0);
  for (const json &Pid : {json(DeadPid), json(-1), json(0), json(nullptr),
                          json("me"), json(1.5), json(int64_t(1) << 40)}) {
    LspSession S(ourServer());
    S.ask("initialize", {{"processId", Pid}, {"capabilities", nullptr}});
    S.open(Uri, OverflowText);
    CHECK(S.waitForDiagnostics(Uri).size() == 1);
    CHECK(S.shutdown() == 0);
  }
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

namespace {
/// The messages of a server that was given all of its input at once.
struct Talk {
  std::vector<json> Messages;
  std::optional<int> Status;
};
} // namespace

static Talk talk(const std::string &Input) {
  ServerRun Run = runServer({}, Input);
  Talk Result = {{}, Run.Status};
  FrameDecoder Decoder;
  Decoder.feed(Run.Output);
  while (std::optional<Frame> Next = Decoder.next()) {
    // Nothing but the protocol.
    CHECK(Next->Type == Frame::Kind::Message);
    Result.Messages.push_back(json::parse(Next->Text));
    CHECK(Result.Messages.back()["jsonrpc"] == "2.0");
  }
  return Result;
}

static std::string request(const std::string &Id, const std::string &Method,
                           const json &Params = json::object()) {
  return framedMessage(R"({"jsonrpc":"2.0","id":)" + Id + R"(,"method":")" +
                       Method + R"(","params":)" + Params.dump() + "}");
}

TEST_CASE("Protocol: a session that is cut short ends cleanly", "[protocol]") {
  json Open =
      notification("textDocument/didOpen", openParams(Uri, OverflowText, 1));
  std::string Bytes =
      request("1", "initialize") + framedMessage(Open.dump()) +
      request("2", "textDocument/hover", positionParams(Uri, 2, 3));
  size_t BeforeShutdown = Bytes.size();
  Bytes += request("3", "shutdown");
  // Each boundary is tried on the decoder (FramingTest); here those where
  // something changes.
  for (size_t Size :
       {size_t(0), size_t(1), size_t(21), size_t(60), BeforeShutdown / 2,
        BeforeShutdown - 1, BeforeShutdown, Bytes.size() - 1}) {
    CAPTURE(Size);
    CHECK(talk(Bytes.substr(0, Size)).Status == 1);
  }
  CHECK(talk(Bytes).Status == 0);
}

TEST_CASE("Protocol: messages of any kind of nonsense", "[protocol]") {
  ServerSession S;
  S.openOverflow(OverflowText);
  auto NullAnswer = [&](const std::string &Raw) {
    S.sendRaw(Raw);
    return S.waitForNullAnswer().Code;
  };
  int Parse = int(ErrorCode::ParseError);
  int Invalid = int(ErrorCode::InvalidRequest);
  CHECK(NullAnswer(framedMessage("")) == Parse);
  CHECK(NullAnswer(framedMessage("{\"jsonrpc\":")) == Parse);
  CHECK(NullAnswer(framedMessage("{} {}")) == Parse);
  CHECK(NullAnswer(framedMessage(std::string("{\"a\0b\":1}", 9))) == Parse);
  CHECK(NullAnswer(framedMessage("\xEF\xBB\xBF{\"a\":")) == Parse);
  CHECK(NullAnswer(framedMessage("[]")) == Invalid);
  CHECK(NullAnswer(framedMessage("null")) == Invalid);
  CHECK(NullAnswer(framedMessage(
            R"([{"jsonrpc":"2.0","id":1,"method":"x"}])")) == Invalid);
  CHECK(NullAnswer(framedMessage(
            R"({"jsonrpc":"2.0","id":null,"method":"x"})")) == Invalid);
  CHECK(NullAnswer(framedMessage(
            R"({"jsonrpc":"2.0","id":{},"method":"x"})")) == Invalid);
  CHECK(NullAnswer(framedMessage(std::string(300, '['))) == Parse);
  // A length that is too great by a little, and by much: what was cut short is
  // told, and the message behind it is read.
  for (const char *Length : {"100", "1000000", "1000000000"}) {
    CHECK(NullAnswer("Content-Length: " + std::string(Length) +
                     "\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\"}" +
                     framedMessage("{}")) == Parse);
    CHECK(S.waitForNullAnswer().Code == Invalid);
  }
  checkAlive(S);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: ids of all kinds", "[protocol]") {
  std::string Input = request("0", "initialize");
  std::vector<std::string> Ids = {"\"a\"",
                                  "\"\"",
                                  "\"0\"",
                                  "-1",
                                  "1.5",
                                  "0",
                                  "9007199254740993",
                                  "\"\xC3\xA9\xF0\x9F\x98\x80\"",
                                  "0"};
  for (const std::string &Id : Ids)
    Input += request(Id, "no/such");
  std::vector<json> Messages = talk(Input).Messages;
  REQUIRE(Messages.size() == 1 + Ids.size());
  for (size_t I = 0; I < Ids.size(); ++I) {
    CHECK(Messages[I + 1]["id"] == json::parse(Ids[I]));
    CHECK(Messages[I + 1]["error"]["code"] == int(ErrorCode::MethodNotFound));
  }
}

TEST_CASE("Protocol: text that is no Unicode", "[protocol]") {
  ServerSession S;
  // Half a surrogate pair and a stray byte, in comments: U+FFFD, one unit each.
  S.sendRaw(framedMessage(
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":"
      "{\"textDocument\":{\"uri\":\"file:///overflow.mlir\",\"version\":1,"
      "\"text\":"
      "\"// \\ud83d \xFF \\ude00\\n\"}}}"));
  CHECK(S.waitForDiagnostics(Uri, 1) == json::array());
  json Edit = {{"range", rangeJson(0, 0, 0, 8)}, {"text", "module {} "}};
  S.changeRanges(Uri, json::array({Edit}), 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// Standard output
//===----------------------------------------------------------------------===//

TEST_CASE("Protocol: what anybody prints goes to standard error",
          "[protocol]") {
  std::filesystem::path PidFile =
      std::filesystem::temp_directory_path() /
      ("noisy-protocol-pid-" + std::to_string(::getpid()));
  std::string Error;
  auto Server = ChildProcess::start(
      "/bin/sh",
      {"-c", "echo $$ >\"$1\"; exec \"$0\" 2>/dev/null", ourServer(), PidFile},
      Error);
  REQUIRE(Server);
  Server->writeAll(request("1", "initialize"));
  MessageReader Reader(Server->outputFd());
  REQUIRE(Reader.next().Type == Frame::Kind::Message);
  std::string Pid;
  std::ifstream(PidFile) >> Pid;
  std::filesystem::remove(PidFile);
  // Descriptor 1, which printf and llvm::outs() write to, is not the pipe that
  // we read from.
  std::filesystem::path Files = "/proc/" + Pid + "/fd";
  CHECK(std::filesystem::read_symlink(Files / "1") == "/dev/null");
  Server->writeAll(request("2", "shutdown"));
  Server->closeInput();
  CHECK(Server->waitFor(LspSession::DefaultTimeout) == 0);
}

TEST_CASE("Protocol: LLVM's server ends with ours, in the middle of a parse",
          "[protocol]") {
  std::string Error;
  auto Server = ChildProcess::start(ourServer(), {"--upstream"}, Error);
  INFO(Error);
  REQUIRE(Server);
  Server->writeAll(request("1", "initialize"));
  MessageReader Reader(Server->outputFd());
  REQUIRE(Reader.next().Type == Frame::Kind::Message);
  std::string Contents = "%x = arith.constant 1 : i64\n";
  for (int Line = 0; Line != 300000; ++Line)
    Contents += "%x" + std::to_string(Line) + " = arith.addi %x, %x : i64\n";
  json Open =
      notification("textDocument/didOpen", openParams(Uri, Contents, 1));
  // Once all is written it has most of it, and begins to parse.
  REQUIRE(Server->writeAll(framedMessage(Open.dump())));
  Server->closeInput();
  // It would tell what it found, had it gone on to the end.
  CHECK(Reader.next().Type == Frame::Kind::EndOfStream);
  CHECK(Server->waitFor(LspSession::DefaultTimeout) == EXIT_FAILURE);
}
