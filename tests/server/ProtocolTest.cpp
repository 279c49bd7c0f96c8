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

#include "server/client/LspSession.h"
#include "server/protocol/Lsp.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using mlir::noisy::lsp::test::framedMessage;

static std::string ourServer() {
  if (const char *Setting = std::getenv("NOISY_TEST_SERVER"))
    return Setting;
  return executableFolder() + "/noisy-lsp-server";
}

static const std::string Uri = "file:///a.mlir";
static const std::string Overflow =
    "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  %c = noisy.mul %b, %b : !noisy.i32\n"
    "  return %c : !noisy.i32\n}\n";

namespace {
struct Session : LspSession {
  explicit Session(json Capabilities = modernCapabilities())
      : LspSession(ourServer()) {
    Info = initialize(std::move(Capabilities));
  }
  json openOverflow() {
    open(Uri, Overflow);
    return waitForDiagnostics(Uri, 1);
  }
  int codeOf(const std::string &Method, json Params) {
    Outcome Answer = request(Method, std::move(Params));
    return Answer ? 0 : Answer.Error->Code;
  }
  /// That it is there, and has our text.
  void checkAlive() {
    json Hover = ask("textDocument/hover", positionParams(Uri, 2, 3));
    REQUIRE(Hover.is_object());
    CHECK(Hover["contents"]["value"].get<std::string>().find("48 of 26") !=
          std::string::npos);
  }
  json Info;
};
} // namespace

static json range(int64_t Line, int64_t Begin, int64_t EndLine, int64_t End) {
  return {{"start", {{"line", Line}, {"character", Begin}}},
          {"end", {{"line", EndLine}, {"character", End}}}};
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
  S.open(Uri, Overflow);
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
  Session S;
  S.openOverflow();
  CHECK(S.codeOf("initialize", json::object()) ==
        int(ErrorCode::InvalidRequest));
  CHECK(S.ask("shutdown", nullptr).is_null());
  for (const char *Method : {"textDocument/hover", "initialize", "shutdown"})
    CHECK(S.codeOf(Method, positionParams(Uri, 2, 3)) ==
          int(ErrorCode::InvalidRequest));
  S.change(Uri, "module {", 2);
  S.notify("exit", nullptr);
  CHECK(S.waitForExit() == 0);
  CHECK(S.unread().empty());
}

TEST_CASE("Protocol: $/ methods may be ignored, but not requests",
          "[protocol]") {
  Session S;
  S.openOverflow();
  S.notify("$/setTrace", {{"value", "verbose"}});
  S.notify("$/setTrace", 5);
  S.notify("$/progress", {{"token", 1}, {"value", nullptr}});
  S.notify("$/whatever", json::array());
  CHECK(S.codeOf("$/whatever", json::object()) ==
        int(ErrorCode::MethodNotFound));
  S.checkAlive();
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
  S.open(Uri, Overflow);
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
    S.open(Uri, Overflow);
    CHECK(S.waitForDiagnostics(Uri).size() == 1);
    CHECK(S.shutdown() == 0);
  }
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

namespace {
/// What the server wrote when it was given all of its input at once.
struct Talk {
  std::vector<json> Messages;
  std::optional<int> Status;
};
} // namespace

static Talk talk(const std::string &Input) {
  std::string Error;
  auto Server = ChildProcess::start(
      "/bin/sh", {"-c", "exec \"$0\" 2>/dev/null", ourServer()}, Error);
  INFO(Error);
  REQUIRE(Server);
  Server->writeAll(Input);
  Server->closeInput();
  Talk Result;
  MessageReader Reader(Server->outputFd());
  while (true) {
    Frame Next = Reader.next();
    if (Next.Type == Frame::Kind::EndOfStream)
      break;
    // Nothing but the protocol.
    CHECK(Next.Type == Frame::Kind::Message);
    Result.Messages.push_back(json::parse(Next.Text));
    CHECK(Result.Messages.back()["jsonrpc"] == "2.0");
  }
  Result.Status = Server->waitFor(LspSession::DefaultTimeout);
  return Result;
}

static std::string request(const std::string &Id, const std::string &Method,
                           const json &Params = json::object()) {
  return framedMessage(R"({"jsonrpc":"2.0","id":)" + Id + R"(,"method":")" +
                       Method + R"(","params":)" + Params.dump() + "}");
}

TEST_CASE("Protocol: a session that is cut short ends cleanly", "[protocol]") {
  json Open = {
      {"jsonrpc", "2.0"},
      {"method", "textDocument/didOpen"},
      {"params",
       {{"textDocument", {{"uri", Uri}, {"version", 1}, {"text", Overflow}}}}}};
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
  Session S;
  S.openOverflow();
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
  S.checkAlive();
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
  Talk Conversation = talk(Input);
  REQUIRE(Conversation.Messages.size() == 1 + Ids.size());
  for (size_t I = 0; I < Ids.size(); ++I) {
    CHECK(Conversation.Messages[I + 1]["id"] == json::parse(Ids[I]));
    CHECK(Conversation.Messages[I + 1]["error"]["code"] ==
          int(ErrorCode::MethodNotFound));
  }
}

TEST_CASE("Protocol: text that is no Unicode", "[protocol]") {
  Session S;
  // Half a surrogate pair and a stray byte, in comments: U+FFFD, one unit each.
  S.sendRaw(framedMessage(
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":"
      "{\"textDocument\":{\"uri\":\"file:///a.mlir\",\"version\":1,\"text\":"
      "\"// \\ud83d \xFF \\ude00\\n\"}}}"));
  CHECK(S.waitForDiagnostics(Uri, 1) == json::array());
  json Edit = {{"range", range(0, 0, 0, 8)}, {"text", "module {} "}};
  S.changeRanges(Uri, json::array({Edit}), 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

TEST_CASE("Protocol: any parameters of any method get an answer",
          "[protocol]") {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["diagnostic"] = json::object();
  Session S(Capabilities);
  S.open(Uri, Overflow);
  json Document = {{"uri", Uri}}, Start = {{"line", 0}, {"character", 0}};
  json Whole = range(0, 0, 5, 0);
  // What is good of each member, and what is not.
  const std::vector<std::pair<std::string, std::vector<json>>> Members = {
      {"textDocument",
       {Document,
        nullptr,
        5,
        "x",
        json::array(),
        json::object(),
        {{"uri", nullptr}},
        {{"uri", 7}},
        {{"uri", ""}},
        {{"uri", "file:///not/open"}}}},
      {"position",
       {Start,
        nullptr,
        json::array({0, 0}),
        {{"line", 0}},
        {{"line", -1}, {"character", 0}},
        {{"line", 0}, {"character", -5}},
        {{"line", "0"}, {"character", 0}},
        {{"line", 1e300}, {"character", 0}},
        {{"line", 0}, {"character", uint64_t(-1)}},
        {{"line", 0.5}, {"character", 2147483648u}}}},
      {"range",
       {Whole,
        nullptr,
        1,
        {{"start", Start}},
        range(-1, 0, 0, 0),
        range(3, 1, 1, 0),
        range(1u << 31, 0, 1u << 31, 9)}},
      {"context",
       {json{{"diagnostics", json::array()},
             {"triggerKind", 1},
             {"includeDeclaration", true}},
        nullptr,
        3,
        json::object(),
        {{"diagnostics", nullptr}},
        {{"diagnostics", {1, "x", nullptr, json::object()}}},
        {{"diagnostics", json::array()}, {"only", nullptr}},
        {{"diagnostics", json::array()}, {"only", "quickfix"}},
        {{"diagnostics", json::array()}, {"only", {1, nullptr}}},
        {{"triggerKind", "x"}},
        {{"includeDeclaration", 5}}}},
      {"previousResultId", {nullptr, 5, "x", ""}},
      {"command", {nullptr, 5, "no.such", "noisy.applyFix"}},
      {"arguments",
       {nullptr,
        json::array(),
        {1},
        json::array({json::object()}),
        json::array({{{"uri", 1}}}),
        json::array({{{"uri", Uri}, {"version", 77}, {"position", Start}}}),
        json::array({{{"uri", Uri}, {"version", 1}, {"position", 7}}})}},
      {"data", {nullptr, 5, json::object(), {{"uri", Uri}}}},
      {"uri", {nullptr, 5, "file:///does/not/exist", "no uri at all"}},
  };
  std::vector<std::string> Methods;
  for (auto &[Name, Value] : S.Info["capabilities"].items()) {
    // hoverProvider is textDocument/hover, and so on.
    size_t End = Name.find("Provider");
    if (End != std::string::npos && Value != false &&
        Name != "executeCommandProvider")
      Methods.push_back("textDocument/" + Name.substr(0, End));
  }
  CHECK(Methods.size() >= 7);
  Methods.insert(Methods.end(),
                 {"codeAction/resolve", "workspace/executeCommand",
                  "mlir/convertFromBytecode", "mlir/convertToBytecode"});
  for (const std::string &Method : Methods) {
    CAPTURE(Method);
    // All good members, then each of them spoilt.
    json Good;
    for (auto &[Name, Values] : Members)
      Good[Name] = Values.front();
    std::vector<int64_t> RequestIds;
    for (const json &Odd : {json(nullptr), json::array(), json::object(),
                            json::array({Good}), json::array({1, 2})})
      RequestIds.push_back(S.send(Method, Odd));
    for (auto &[Name, Values] : Members)
      for (const json &Value : Values) {
        json Params = Good;
        Params[Name] = Value;
        RequestIds.push_back(S.send(Method, Params));
      }
    for (int64_t Request : RequestIds) {
      Outcome Answer = S.wait(Request);
      if (Answer)
        continue;
      CAPTURE(Answer.Error->Message);
      CHECK(Answer.Error->Code != int(ErrorCode::InternalError));
      CHECK(Answer.Error->Message.find("json.exception") == std::string::npos);
      CHECK(Answer.Error->Message.find("nlohmann") == std::string::npos);
    }
  }
  S.checkAlive();
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: notifications of any parameters harm nobody",
          "[protocol]") {
  Session S;
  S.openOverflow();
  for (const char *Method :
       {"textDocument/didOpen", "textDocument/didChange",
        "textDocument/didClose", "textDocument/didSave", "initialized",
        "workspace/didChangeConfiguration", "$/cancelRequest", "no/such"})
    for (const json &Params :
         {json(nullptr), json::array(), json::object(), json::array({1}),
          json{{"textDocument", 5}}, json{{"textDocument", {{"uri", 5}}}},
          json{{"textDocument", {{"uri", "x:y"}}}}, json{{"id", {1}}}})
      S.notify(Method, Params);
  S.checkAlive();
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

TEST_CASE("Protocol: a document that is opened twice has the second text",
          "[protocol]") {
  Session S;
  S.open(Uri, "module {", 7);
  S.open(Uri, Overflow, 1);
  CHECK(S.waitForDiagnostics(Uri, 1).size() == 1);
  S.checkAlive();
  S.close(Uri);
  CHECK(S.codeOf("textDocument/hover", positionParams(Uri, 2, 3)) ==
        int(ErrorCode::InvalidParams));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: ranges outside of the text, and from back to front",
          "[protocol]") {
  Session S;
  S.open(Uri, "module {\n}\n", 10);
  S.waitForDiagnostics(Uri, 10);
  // Past the end of a line, past the last line, from end to start; versions
  // that go back, are the same, or are none.
  json Changes = json::array();
  Changes.push_back({{"range", range(0, 99, 0, 999)}, {"text", " // one"}});
  Changes.push_back(
      {{"range", range(99, 0, 4000000000u, 7)}, {"text", "module @last {}"}});
  Changes.push_back({{"range", range(0, 7, 0, 0)},
                     {"text", "builtin.module "},
                     {"rangeLength", 3}});
  S.changeRanges(Uri, Changes, 3);
  S.waitForDiagnostics(Uri, 3);
  S.changeRanges(Uri, json::array(), 3);
  S.notify("textDocument/didChange",
           {{"textDocument", {{"uri", Uri}, {"version", nullptr}}},
            {"contentChanges",
             {{{"range", nullptr}, {"text", "builtin.module @all {}\n"}},
              {{"range", range(1, 0, 1, 0)}, {"text", Overflow}}}}});
  CHECK(S.waitForDiagnostics(Uri, 0).size() == 1);
  json Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
  REQUIRE(Symbols.size() == 2);
  CHECK(Symbols[0]["name"] == "all");
  CHECK(S.shutdown() == 0);
}

/// Edits that nobody can make.
static std::vector<json> badEdits() {
  return {json{{"range", range(-1, 0, 0, 0)}, {"text", ""}},
          json{{"range", range(0, 0, 0, 0)}}, json{{"range", 5}, {"text", ""}},
          json{{"text", nullptr}}, json(5)};
}

TEST_CASE("Protocol: after an edit that makes no sense the text is not guessed",
          "[protocol]") {
  Session S;
  json Good = {{"range", range(0, 0, 0, 0)}, {"text", "// x\n"}};
  for (json Bad : badEdits()) {
    S.openOverflow();
    S.changeRanges(Uri, json::array({Good, Bad}), 2);
    // Cleared, said, and refused from then on.
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    json Notification = S.waitForNotification("window/showMessage");
    CHECK(Notification["type"] == 1);
    CHECK(Notification["message"].get<std::string>().find(Uri) !=
          std::string::npos);
    // Nor is it by any edit that does not have all of the text; that is said
    // once.
    S.changeRanges(Uri, json::array({Good}), 3);
    S.changeRanges(Uri, json::array({Bad}), 4);
    CHECK(S.codeOf("textDocument/hover", positionParams(Uri, 2, 3)) ==
          int(ErrorCode::InvalidParams));
    CHECK(S.unread().empty());
  }
  S.openOverflow();
  S.checkAlive();
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: a whole text brings a document back", "[protocol]") {
  Session S;
  json Good = {{"range", range(0, 0, 0, 0)}, {"text", "// x\n"}};
  json Undone = {{"range", range(0, 0, 1, 0)}, {"text", ""}};
  json Whole = {{"text", Overflow}};
  for (json Bad : badEdits()) {
    S.openOverflow();
    S.changeRanges(Uri, json::array({Bad}), 2);
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    S.waitForNotification("window/showMessage");
    // What comes before it in a message does not matter, and what comes after
    // it is an edit of it.
    S.changeRanges(Uri, json::array({Bad, Whole, Good, Undone}), 3);
    CHECK(S.waitForDiagnostics(Uri, 3).size() == 1);
    S.checkAlive();
    // Nor is it lost by what comes before in the same message.
    S.changeRanges(Uri, json::array({Good, Bad, Whole}), 4);
    CHECK(S.waitForDiagnostics(Uri, 4).size() == 1);
    S.checkAlive();
    // Closed while nobody knows its text, it is closed.
    S.changeRanges(Uri, json::array({Whole, Bad}), 5);
    S.waitForNotification("window/showMessage");
    S.close(Uri);
    S.change(Uri, Overflow, 6);
    CHECK(S.codeOf("textDocument/hover", positionParams(Uri, 2, 3)) ==
          int(ErrorCode::InvalidParams));
    // When its text was lost, and when it was closed.
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    CHECK(S.unread().empty());
  }
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: URIs are names and nothing else", "[protocol]") {
  Session S;
  // Those that name the same file are different documents to us, as they are
  // different documents to the client that spells them so.
  std::vector<std::string> Uris = {
      "untitled:Untitled-1",
      "vscode-notebook-cell:/n.ipynb#W0sZmlsZQ%3D%3D",
      "inmemory://model/1",
      "file:///a%20b/%C3%A9.mlir",
      "file:///a b/\xC3\xA9.mlir",
      "file:///C%3A/x.mlir",
      "git:/a.mlir?%7B%22ref%22%3A%22~%22%7D",
      "x",
      "",
      "file:///" + std::string(5000, 'l') + ".mlir",
      "a\nb\"c\\d"};
  for (const std::string &Name : Uris)
    S.open(Name, Overflow);
  for (const std::string &Name : Uris) {
    CAPTURE(Name);
    json Diagnostics = S.waitForDiagnostics(Name, 1);
    REQUIRE(Diagnostics.size() == 1);
    CHECK(Diagnostics[0]["relatedInformation"][0]["location"]["uri"] == Name);
    CHECK(S.ask("textDocument/definition", positionParams(Name, 3, 10))
              .at(0)["uri"] == Name);
    S.close(Name);
    CHECK(S.waitForDiagnostics(Name) == json::array());
  }
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
  json Params = {{"textDocument",
                  {{"uri", Uri},
                   {"languageId", "mlir"},
                   {"version", 1},
                   {"text", Contents}}}};
  json Open = {{"jsonrpc", "2.0"},
               {"method", "textDocument/didOpen"},
               {"params", std::move(Params)}};
  // Once all is written it has most of it, and begins to parse.
  REQUIRE(Server->writeAll(framedMessage(Open.dump())));
  Server->closeInput();
  // It would tell what it found, had it gone on to the end.
  CHECK(Reader.next().Type == Frame::Kind::EndOfStream);
  CHECK(Server->waitFor(LspSession::DefaultTimeout) == EXIT_FAILURE);
}

//===----------------------------------------------------------------------===//
// Diagnostics that are asked for
//===----------------------------------------------------------------------===//

static json pullCapabilities() {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["diagnostic"] = {{"dynamicRegistration", true}};
  return Capabilities;
}

TEST_CASE("Protocol: diagnostics on request", "[protocol]") {
  Session S(pullCapabilities());
  CHECK(S.Info["capabilities"]["diagnosticProvider"] ==
        json{{"identifier", "noisy"},
             {"interFileDependencies", false},
             {"workspaceDiagnostics", false}});
  auto Pull = [&](json Previous) {
    json Params = documentParams(Uri);
    Params["identifier"] = "noisy";
    if (!Previous.is_null())
      Params["previousResultId"] = std::move(Previous);
    return S.ask("textDocument/diagnostic", Params);
  };
  S.open(Uri, Overflow);
  json First = Pull(nullptr);
  CHECK(First["kind"] == "full");
  REQUIRE(First["items"].size() == 1);
  CHECK(First["items"][0]["code"] == "noise-overflow");
  CHECK(First["items"][0]["range"] == range(2, 2, 2, 4));

  // An edit that moves nothing changes nothing.
  S.changeRanges(Uri, {{{"range", range(3, 0, 3, 0)}, {"text", "  // x\n"}}},
                 2);
  json UnchangedReport = Pull(First["resultId"]);
  CHECK(UnchangedReport ==
        json{{"kind", "unchanged"}, {"resultId", First["resultId"]}});
  CHECK(Pull("something else")["items"] == First["items"]);

  S.changeRanges(Uri, {{{"range", range(0, 0, 0, 0)}, {"text", "//\n"}}}, 3);
  json MovedReport = Pull(First["resultId"]);
  CHECK(MovedReport["kind"] == "full");
  CHECK(MovedReport["items"][0]["range"] == range(3, 2, 3, 4));
  CHECK(MovedReport["resultId"] != First["resultId"]);

  S.change(Uri, "module {}", 4);
  json EmptyReport = Pull(MovedReport["resultId"]);
  CHECK(EmptyReport["kind"] == "full");
  CHECK(EmptyReport["items"] == json::array());
  CHECK(Pull(EmptyReport["resultId"])["kind"] == "unchanged");

  // Fixes are offered for what was asked for.
  S.change(Uri, Overflow, 5);
  json Actions =
      S.ask("textDocument/codeAction",
            {{"textDocument", {{"uri", Uri}}},
             {"range", range(2, 2, 2, 4)},
             {"context", {{"diagnostics", Pull(nullptr)["items"]}}}});
  CHECK(Actions.size() == 1);

  S.close(Uri);
  CHECK(S.codeOf("textDocument/diagnostic", documentParams(Uri)) ==
        int(ErrorCode::InvalidParams));
  CHECK(S.shutdown() == 0);
  // Nothing was sent unasked: it would be shown beside the rest.
  CHECK(S.unread().empty());
}

TEST_CASE("Protocol: diagnostics that are overtaken are asked for again",
          "[protocol]") {
  Session S(pullCapabilities());
  std::string Big;
  for (int I = 0; I < 200; ++I)
    Big += "func.func @f" + std::to_string(I) + "() {\n  return\n}\n";
  S.open(Uri, Big);
  std::vector<int64_t> Pulls;
  for (int I = 0; I < 20; ++I) {
    S.changeRanges(Uri, {{{"range", range(0, 0, 0, 0)}, {"text", "//\n"}}},
                   I + 2);
    Pulls.push_back(S.send("textDocument/diagnostic", documentParams(Uri)));
  }
  int64_t Last = Pulls.back();
  Pulls.pop_back();
  int Overtaken = 0;
  for (int64_t Request : Pulls) {
    Outcome Answer = S.wait(Request);
    if (Answer)
      continue;
    ++Overtaken;
    CHECK(Answer.Error->Code == int(ErrorCode::ServerCancelled));
    CHECK(Answer.Error->Data == json{{"retriggerRequest", true}});
  }
  CHECK(Overtaken > 0);
  Outcome Final = S.wait(Last);
  REQUIRE(Final);
  CHECK(Final.Result["items"] == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: who cannot ask is told, and may ask all the same",
          "[protocol]") {
  Session S;
  CHECK_FALSE(S.Info["capabilities"].contains("diagnosticProvider"));
  json PushedDiagnostics = S.openOverflow();
  CHECK(S.ask("textDocument/diagnostic", documentParams(Uri))["items"] ==
        PushedDiagnostics);
  CHECK(S.shutdown() == 0);
}
