//===- LanguageServerTest.cpp - Whole sessions with the server ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an editor sees: each test starts noisy-lsp-server and talks to it over
// its standard input and output.
//
//===----------------------------------------------------------------------===//

#include "server/client/LspSession.h"
#include "server/protocol/Lsp.h"
#include "server/text/Text.h"
#include "tests/support/SourceRoot.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using mlir::noisy::test::sourceRoot;
using namespace std::chrono_literals;

//===----------------------------------------------------------------------===//
// Programs and files
//===----------------------------------------------------------------------===//

/// noisy-lsp-server, which stands beside the tests.
static std::string ourServer() {
  if (const char *Given = std::getenv("NOISY_TEST_SERVER"))
    return Given;
  return executableFolder() + "/noisy-lsp-server";
}

/// LLVM's server.
static std::string stockServer() {
  const char *Given = std::getenv("NOISY_TEST_UPSTREAM");
  return Given ? Given : "/usr/lib/llvm-22/bin/mlir-lsp-server";
}

static std::string readFile(const std::filesystem::path &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  INFO(Path);
  REQUIRE(Stream);
  return std::string(std::istreambuf_iterator<char>(Stream), {});
}

static std::string overflowProgram() {
  return readFile(sourceRoot() / "examples/overflow.mlir");
}

static const std::string Uri = "file:///overflow.mlir";

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// The parent of a process, and its state; nothing when it is gone.
static std::optional<std::pair<pid_t, char>> lookUp(const std::string &Pid) {
  std::ifstream Stream("/proc/" + Pid + "/stat");
  std::string All((std::istreambuf_iterator<char>(Stream)), {});
  size_t NameEnd = All.rfind(')');
  if (NameEnd == std::string::npos)
    return std::nullopt;
  std::istringstream Rest(All.substr(NameEnd + 1));
  char State;
  pid_t Parent;
  Rest >> State >> Parent;
  return std::pair(Parent, State);
}

static bool isRunning(pid_t Pid) {
  auto Found = lookUp(std::to_string(Pid));
  return Found && Found->second != 'Z';
}

static std::vector<pid_t> childrenOf(pid_t Parent) {
  std::vector<pid_t> Children;
  for (const auto &Entry : std::filesystem::directory_iterator("/proc")) {
    std::string Name = Entry.path().filename();
    if (Name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    auto Found = lookUp(Name);
    if (Found && Found->first == Parent && Found->second != 'Z')
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

static bool waitUntil(const std::function<bool()> &Condition) {
  auto Deadline = std::chrono::steady_clock::now() + 60s;
  while (!Condition()) {
    if (std::chrono::steady_clock::now() > Deadline)
      return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

namespace {
/// What a run of the server wrote, and its exit status.
struct Run {
  std::string Output;
  std::optional<int> Status;
};
} // namespace

/// Runs the server on all of its input.
static Run runServer(std::vector<std::string> Arguments,
                     const std::string &Input) {
  std::string Error;
  Arguments.insert(Arguments.begin(),
                   {"-c", "exec \"$0\" \"$@\" 2>/dev/null", ourServer()});
  auto Server = ChildProcess::start("/bin/sh", Arguments, Error);
  INFO(Error);
  REQUIRE(Server);
  Server->writeAll(Input);
  Server->closeInput();
  Run Result;
  char Buffer[4096];
  pollfd Poll = {Server->outputFd(), POLLIN, 0};
  while (::poll(&Poll, 1, 60000) > 0) {
    ssize_t Count = ::read(Server->outputFd(), Buffer, sizeof(Buffer));
    if (Count <= 0)
      break;
    Result.Output.append(Buffer, Count);
  }
  Result.Status = Server->waitFor(60s);
  return Result;
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

namespace {
/// A session with our server, initialized as by a modern client.
struct OurSession : LspSession {
  explicit OurSession(json Capabilities = modernCapabilities(),
                      const std::vector<std::string> &Arguments = {})
      : LspSession(ourServer(), Arguments) {
    Info = initialize(std::move(Capabilities));
  }

  /// Opens the program of the article and gives its diagnostics.
  json openOverflow() {
    open(Uri, overflowProgram());
    return waitForDiagnostics(Uri, 1);
  }

  std::string hover(const std::string &Document, uint32_t Line,
                    uint32_t Character) {
    json Shown =
        ask("textDocument/hover", positionParams(Document, Line, Character));
    return Shown.is_null() ? "" : Shown["contents"]["value"].get<std::string>();
  }

  /// Something that only LLVM's server answers, so that it runs.
  Outcome askUpstream() {
    return request("mlir/convertFromBytecode", {{"uri", "file:///none"}});
  }

  json codeActions(const json &Diagnostics, json Only = nullptr) {
    json Context = {{"diagnostics", Diagnostics}};
    if (!Only.is_null())
      Context["only"] = std::move(Only);
    return ask("textDocument/codeAction",
               {{"textDocument", {{"uri", Uri}}},
                {"range", Diagnostics.at(0)["range"]},
                {"context", std::move(Context)}});
  }

  /// Gives it the text after `Edit`, as an editor does.
  std::string apply(const json &Edit, const std::string &Before,
                    int64_t Version) {
    WorkspaceEdit Parsed = Edit.get<WorkspaceEdit>();
    REQUIRE(Parsed.Documents.size() == 1);
    CHECK(Parsed.Documents[0].Uri == Uri);
    Text Contents(Before);
    json Changes = json::array();
    auto &Edits = Parsed.Documents[0].Edits;
    for (auto One = Edits.rbegin(); One != Edits.rend(); ++One) {
      Contents = Contents.applyChange(One->Range, One->NewText,
                                      PositionEncoding::UTF16);
      Changes.push_back({{"range", One->Range}, {"text", One->NewText}});
    }
    changeRanges(Uri, std::move(Changes), Version);
    return Contents.bytes().str();
  }

  json Info;
};
} // namespace

static json rangeJson(int Line, int Begin, int End) {
  return {{"start", {{"line", Line}, {"character", Begin}}},
          {"end", {{"line", Line}, {"character", End}}}};
}

static json insertion(int Line, int Character, const std::string &Text) {
  return {{"range", rangeJson(Line, Character, Character)}, {"text", Text}};
}

static size_t countOf(const std::string &Text, const std::string &Part) {
  size_t Count = 0;
  for (size_t I = Text.find(Part); I != std::string::npos;
       I = Text.find(Part, I + 1))
    ++Count;
  return Count;
}

static bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

//===----------------------------------------------------------------------===//
// The main job
//===----------------------------------------------------------------------===//

TEST_CASE("Server: the article's program has one error", "[server]") {
  OurSession S;
  json Diagnostics = S.openOverflow();
  REQUIRE(Diagnostics.size() == 1);
  const json &Found = Diagnostics[0];
  CHECK(Found["range"] == rangeJson(6, 2, 5));
  CHECK(Found["severity"] == 1);
  CHECK(Found["source"] == "noisy");
  CHECK(Found["code"] == "noise-overflow");
  std::string Message = Found["message"];
  CHECK(contains(Message, "%p2"));
  CHECK(contains(Message, "48"));
  CHECK(contains(Message, "26"));
  REQUIRE(Found["relatedInformation"].size() == 3);
  CHECK(Found["relatedInformation"][0]["location"] ==
        json{{"uri", Uri}, {"range", rangeJson(5, 2, 5)}});
  CHECK(contains(Found["relatedInformation"][0]["message"], "%p1 has 24"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a hover has the noise and what MLIR says", "[server]") {
  OurSession S;
  S.openOverflow();
  std::string Over = S.hover(Uri, 6, 3);
  CHECK(contains(Over, "Noise: 48 of 26 bits"));
  CHECK(contains(Over, "48 = 24 + 24"));
  CHECK(contains(Over, "Operation: \"noisy.mul\""));
  CHECK(Over.find("Noise") < Over.find("Operation"));
  // The operand is the value that it names.
  CHECK(contains(S.hover(Uri, 6, 18), "Noise: 24 of 26 bits, 2 left"));
  // Of what carries no noise nothing is said of it.
  std::string Plain = S.hover(Uri, 10, 10);
  CHECK_FALSE(contains(Plain, "Noise"));
  CHECK(contains(Plain, "Type: i5"));
  CHECK(S.hover(Uri, 0, 5) == "");
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: Markdown for those who show it", "[server]") {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["hover"]["contentFormat"] = {"markdown",
                                                            "plaintext"};
  OurSession S(Capabilities);
  S.openOverflow();
  CHECK(contains(S.hover(Uri, 6, 3), "**Noise: 48 of 26 bits**"));
}

TEST_CASE("Server: the quick fix is listed, resolved and holds", "[server]") {
  OurSession S;
  json Diagnostics = S.openOverflow();
  json Actions = S.codeActions(Diagnostics);
  REQUIRE(Actions.size() == 1);
  CHECK(Actions[0]["title"] == "Insert optimal reduce_noise");
  CHECK(Actions[0]["kind"] == "quickfix");
  CHECK(Actions[0]["isPreferred"] == true);
  CHECK(Actions[0]["diagnostics"] == Diagnostics);
  CHECK_FALSE(Actions[0].contains("edit"));
  CHECK_FALSE(Actions[0].contains("command"));

  json Resolved = S.ask("codeAction/resolve", Actions[0]);
  CHECK(Resolved["title"] == "Insert optimal reduce_noise (inserted 3 "
                             "reductions, the fewest possible)");
  // The edit says which version it is for.
  CHECK(Resolved["edit"]["documentChanges"][0]["textDocument"] ==
        json{{"uri", Uri}, {"version", 1}});
  std::string Before = overflowProgram();
  std::string After = S.apply(Resolved["edit"], Before, 2);
  CHECK(countOf(After, "\n") == countOf(Before, "\n") + 3);
  CHECK(countOf(After, "noisy.reduce_noise") == 3);
  CHECK(contains(After, "  %p1_reduced = noisy.reduce_noise %p1 : !noisy.i32\n"
                        "  %p2 = noisy.mul %p1_reduced, %p1_reduced"));
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  for (const json &Left : S.codeActions(Diagnostics))
    CHECK(Left["kind"] != "quickfix");
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: the quick fix is where the problem is", "[server]") {
  OurSession S;
  json Diagnostics = S.openOverflow();
  auto ListedAt = [&](int Line, int Begin, int End, json Only = nullptr) {
    json Context = {{"diagnostics", json::array()}};
    if (!Only.is_null())
      Context["only"] = std::move(Only);
    return S
        .ask("textDocument/codeAction", {{"textDocument", {{"uri", Uri}}},
                                         {"range", rangeJson(Line, Begin, End)},
                                         {"context", std::move(Context)}})
        .size();
  };
  // The whole line, the cursor at either end; not somewhere else.
  CHECK(ListedAt(6, 0, 40) == 1);
  CHECK(ListedAt(6, 2, 2) == 1);
  CHECK(ListedAt(6, 5, 5) == 1);
  CHECK(ListedAt(6, 10, 12) == 0);
  CHECK(ListedAt(5, 0, 10) == 0);
  CHECK(ListedAt(6, 2, 2, {"quickfix"}) == 1);
  CHECK(ListedAt(6, 2, 2, {"refactor"}) == 0);
}

TEST_CASE("Server: the fix as a command, for clients that cannot resolve",
          "[server]") {
  json Capabilities = modernCapabilities();
  json &CodeAction = Capabilities["textDocument"]["codeAction"];
  CodeAction.erase("resolveSupport");
  // Or for those that know commands only.
  bool Literals = GENERATE(true, false);
  if (!Literals)
    CodeAction.erase("codeActionLiteralSupport");
  OurSession S(Capabilities);
  json Actions = S.codeActions(S.openOverflow());
  REQUIRE(Actions.size() == 1);
  json Command = Literals ? Actions[0]["command"] : Actions[0];
  CHECK(Command["title"] == "Insert optimal reduce_noise");
  json Commands = S.Info["capabilities"]["executeCommandProvider"]["commands"];
  CHECK(std::count(Commands.begin(), Commands.end(), Command["command"]) == 1);

  CHECK(S.ask("workspace/executeCommand", {{"command", Command["command"]},
                                           {"arguments", Command["arguments"]}})
            .is_null());
  json Told = S.waitForNotification("window/showMessage");
  CHECK(Told["type"] == 3);
  CHECK(contains(Told["message"], "3"));
  json Edit = S.waitForNotification("workspace/applyEdit")["edit"];
  std::string After = S.apply(Edit, overflowProgram(), 2);
  CHECK(countOf(After, "noisy.reduce_noise") == 3);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a fix of an outdated version is refused", "[server]") {
  OurSession S;
  json Actions = S.codeActions(S.openOverflow());
  REQUIRE(Actions.size() == 1);
  S.changeRanges(Uri, {insertion(0, 0, "// edited\n")}, 2);
  Outcome Refused = S.request("codeAction/resolve", Actions[0]);
  REQUIRE_FALSE(Refused);
  CHECK(Refused.Error->Code == int(ErrorCode::ContentModified));
  // The next one is for the text as it is.
  json Again = S.codeActions(S.waitForDiagnostics(Uri, 2));
  CHECK(S.request("codeAction/resolve", Again.at(0)));
  S.close(Uri);
  Refused = S.request("codeAction/resolve", Again[0]);
  REQUIRE_FALSE(Refused);
  CHECK(Refused.Error->Code == int(ErrorCode::ContentModified));
}

TEST_CASE("Server: what cannot be mended is refused with the reason",
          "[server]") {
  OurSession S;
  S.open(Uri, "func.func private @g() -> !noisy.i32\n"
              "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
              "  %u = call @g() : () -> !noisy.i32\n"
              "  %b = noisy.mul %a, %a : !noisy.i32\n"
              "  %c = noisy.mul %b, %b : !noisy.i32\n"
              "  return %u : !noisy.i32\n}\n");
  json Diagnostics = S.waitForDiagnostics(Uri, 1);
  json Overflow;
  for (const json &Found : Diagnostics)
    if (Found["code"] == "noise-overflow")
      Overflow = json::array({Found});
  REQUIRE(Overflow.size() == 1);
  json Actions = S.codeActions(Overflow);
  REQUIRE(Actions.size() == 1);
  Outcome Refused = S.request("codeAction/resolve", Actions[0]);
  REQUIRE_FALSE(Refused);
  CHECK(contains(Refused.Error->Message, "%u"));
  CHECK(S.waitForNotification("window/showMessage")["message"] ==
        Refused.Error->Message);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

TEST_CASE("Server: several edits in one change, in order", "[server]") {
  OurSession S;
  S.open(Uri, "func.func @f() {\n  return\n}\n");
  CHECK(S.waitForDiagnostics(Uri, 1) == json::array());
  S.changeRanges(Uri,
                 {insertion(1, 0, "  %a = arith.constant 1 : i32\n"),
                  // Positions are those after the edits before.
                  {{"range", rangeJson(1, 3, 4)}, {"text", "value"}},
                  insertion(2, 0, "  // a comment\n"),
                  {{"range", rangeJson(0, 11, 12)}, {"text", "renamed"}},
                  {{"range",
                    {{"start", {{"line", 2}, {"character", 0}}},
                     {"end", {{"line", 3}, {"character", 0}}}}},
                   {"text", ""}}},
                 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(contains(S.hover(Uri, 1, 4), "arith.constant"));
  json Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
  REQUIRE(Symbols.size() == 1);
  CHECK(Symbols[0]["name"] == "renamed");
  // The whole text, then an edit of that.
  S.changeRanges(Uri, {{{"text", "module @x {}\n"}}, insertion(0, 8, "outer_")},
                 3);
  CHECK(S.waitForDiagnostics(Uri, 3) == json::array());
  Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
  CHECK(Symbols.at(0)["name"] == "outer_x");
}

/// A line with an emoji (4 bytes, 2 UTF-16 units) and an e acute (2 bytes, 1
/// unit) before %b.
static const std::string Wide =
    "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
    "  \"a.b\"() {s = \"\xF0\x9F\x98\x80\xC3\xA9\"} : () -> () %b = noisy.mul "
    "%a, %a : !noisy.i32\n"
    "  return %b : !noisy.i32\n}\n";

TEST_CASE("Server: columns as they were negotiated", "[server]") {
  struct Case {
    json Offered;
    json Answered;
    int Column; // of %b
  };
  Case C = GENERATE(
      Case{nullptr, nullptr, 33}, Case{{"utf-8", "utf-16"}, "utf-8", 36},
      Case{{"utf-32"}, "utf-32", 32}, Case{{"ebcdic", "utf-16"}, "utf-16", 33});
  json Capabilities = modernCapabilities();
  if (!C.Offered.is_null())
    Capabilities["general"]["positionEncodings"] = C.Offered;
  OurSession S(Capabilities);
  CHECK(S.Info["capabilities"].value("positionEncoding", json()) == C.Answered);
  S.open(Uri, Wide);
  CHECK(S.waitForDiagnostics(Uri, 1) == json::array());
  json Hover = S.ask("textDocument/hover", positionParams(Uri, 1, C.Column));
  CHECK(contains(Hover["contents"]["value"], "Noise: 24 of 26"));
  CHECK(contains(Hover["contents"]["value"], "Operation: \"noisy.mul\""));
  CHECK(Hover["range"] == rangeJson(1, C.Column, C.Column + 2));
  // One before is not yet the name.
  CHECK_FALSE(contains(S.hover(Uri, 1, C.Column - 1), "Noise"));
  json Definition =
      S.ask("textDocument/definition", positionParams(Uri, 2, 10));
  CHECK(Definition.at(0)["range"] == rangeJson(1, C.Column, C.Column + 2));
  // An edit behind the wide characters.
  S.changeRanges(Uri,
                 {insertion(1, C.Column, "%z = noisy.mul %a, %a : !noisy.i32 "),
                  {{"range", rangeJson(2, 9, 11)}, {"text", "%z"}}},
                 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
}

TEST_CASE("Server: documents that are no files", "[server]") {
  for (const std::string Untitled :
       {"untitled:Untitled-1", "vscode-notebook-cell:/a.mlir#W0",
        "git:/a/b.mlir?%7B%22ref%22%3A%22~%22%7D", "x"}) {
    OurSession S;
    S.open(Untitled, overflowProgram());
    CHECK(S.waitForDiagnostics(Untitled, 1).size() == 1);
    CHECK(contains(S.hover(Untitled, 6, 3), "Noise: 48"));
    CHECK(contains(S.hover(Untitled, 6, 3), "Operation"));
    json Definition =
        S.ask("textDocument/definition", positionParams(Untitled, 6, 18));
    CHECK(Definition == json::array({json{{"uri", Untitled},
                                          {"range", rangeJson(5, 2, 5)}}}));
    CHECK(S.shutdown() == 0);
  }
}

TEST_CASE("Server: several documents at once", "[server]") {
  OurSession S;
  auto Name = [](int I) { return "file:///" + std::to_string(I) + ".mlir"; };
  for (int I = 0; I < 8; ++I)
    S.open(Name(I),
           I % 2 ? overflowProgram() : "module @m" + std::to_string(I) + " {}");
  std::vector<int64_t> Symbols;
  for (int I = 0; I < 8; ++I)
    Symbols.push_back(
        S.send("textDocument/documentSymbol", documentParams(Name(I))));
  for (int I = 7; I >= 0; --I) {
    CHECK(S.waitForDiagnostics(Name(I), 1).size() == size_t(I % 2));
    Outcome Answer = S.wait(Symbols[I]);
    REQUIRE(Answer);
    CHECK(Answer.Result.at(0)["name"] ==
          (I % 2 ? "power" : "m" + std::to_string(I)));
  }
  // One is edited; the others stay as they are.
  S.change(Name(1), "module {}", 2);
  CHECK(S.waitForDiagnostics(Name(1), 2) == json::array());
  CHECK(contains(S.hover(Name(3), 6, 3), "Noise: 48"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a closed document has no diagnostics", "[server]") {
  OurSession S;
  S.openOverflow();
  S.close(Uri);
  CHECK(S.waitForDiagnostics(Uri) == json::array());
  // Requests about it are refused, and so are changes.
  Outcome Refused = S.request("textDocument/hover", positionParams(Uri, 6, 3));
  REQUIRE_FALSE(Refused);
  CHECK(Refused.Error->Code == int(ErrorCode::InvalidParams));
  S.change(Uri, "module {}", 2);
  // Each close is confirmed, so that clients can tell what came late.
  S.close(Uri);
  CHECK(S.waitForDiagnostics(Uri) == json::array());
  // It can be opened again, with any version.
  CHECK(S.openOverflow().size() == 1);
  CHECK(S.shutdown() == 0);
}

/// A program that takes some time to build.
static std::string bigProgram(int Operations) {
  std::string Text = "func.func @f(%v0: !noisy.i32) -> !noisy.i32 {\n";
  for (int I = 1; I <= Operations; ++I)
    Text += "  %v" + std::to_string(I) + " = noisy.reduce_noise %v" +
            std::to_string(I - 1) + " : !noisy.i32\n";
  return Text + "  return %v" + std::to_string(Operations) +
         " : !noisy.i32\n}\n";
}

TEST_CASE("Server: closing while it builds", "[server]") {
  OurSession S;
  std::string Big = bigProgram(3000) + overflowProgram();
  for (int I = 0; I < 10; ++I) {
    S.open(Uri, Big, 1);
    // Those who wait for the build are answered all the same.
    int64_t Hover = S.send("textDocument/hover", positionParams(Uri, 1, 3));
    int64_t Actions = S.send("textDocument/codeAction",
                             {{"textDocument", {{"uri", Uri}}},
                              {"range", rangeJson(1, 2, 3)},
                              {"context", {{"diagnostics", json::array()}}}});
    S.close(Uri);
    S.wait(Hover);
    S.wait(Actions);
  }
  // The last that was said of it is that there is nothing.
  S.open("file:///other.mlir", "module {}", 1);
  S.waitForDiagnostics("file:///other.mlir", 1);
  json Last;
  for (const json &Message : S.unread())
    if (Message["method"] == "textDocument/publishDiagnostics")
      Last = Message["params"]["diagnostics"];
  CHECK(Last == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a client that wants to hear of it is told what was analysed",
          "[server]") {
  json Capabilities = modernCapabilities();
  bool IsWanted = GENERATE(true, false);
  if (IsWanted)
    Capabilities["experimental"]["noisy"]["analysed"] = true;
  bool Pulls = GENERATE(false, true);
  if (Pulls)
    Capabilities["textDocument"]["diagnostic"] = json::object();
  OurSession S(Capabilities);
  CHECK(S.Info["capabilities"]["experimental"]["noisy"] ==
        json{{"noiseGraph", true}, {"proposeFix", true}});
  S.open(Uri, overflowProgram());
  S.changeRanges(Uri, json::array({insertion(0, 0, "// typed\n")}), 2);
  // All of it is there when this is answered.
  S.ask("textDocument/documentSymbol", {{"textDocument", {{"uri", Uri}}}});
  S.ask("noisy/noiseGraph", positionParams(Uri, 6, 3));
  std::vector<std::string> Told;
  for (const json &Message : S.unread())
    Told.push_back(Message["method"].get<std::string>() +
                   Message["params"].value("version", json()).dump());
  size_t Expected = (IsWanted ? 1 : 0) + (Pulls ? 0 : 1);
  // The first version may have been overtaken before it was built.
  REQUIRE(Told.size() >= Expected);
  Told.erase(Told.begin(), Told.end() - Expected);
  std::vector<std::string> Last;
  if (!Pulls)
    Last.push_back("textDocument/publishDiagnostics2");
  if (IsWanted)
    Last.push_back("noisy/analysed2");
  CHECK(Told == Last);
  if (IsWanted)
    CHECK(S.unread().back()["params"] ==
          json{{"uri", Uri}, {"version", 2}, {"isComplete", true}});
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: ending while it builds", "[server]") {
  OurSession S;
  for (int I = 0; I < 5; ++I)
    S.open("file:///" + std::to_string(I) + ".mlir", bigProgram(3000));
  int64_t Hover =
      S.send("textDocument/hover", positionParams("file:///4.mlir", 1, 3));
  CHECK(S.wait(Hover));
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// The protocol
//===----------------------------------------------------------------------===//

TEST_CASE("Server: every request gets exactly one reply", "[server]") {
  OurSession S;
  S.openOverflow();
  std::vector<int64_t> Requests;
  std::vector<int64_t> Cancelled;
  for (int I = 0; I < 60; ++I) {
    int Line = I % 12;
    for (const char *Method :
         {"textDocument/hover", "textDocument/definition",
          "textDocument/references", "textDocument/completion"})
      Requests.push_back(S.send(Method, positionParams(Uri, Line, I % 20)));
    Requests.push_back(
        S.send("textDocument/documentSymbol", documentParams(Uri)));
    Requests.push_back(S.send("textDocument/codeAction",
                              {{"textDocument", {{"uri", Uri}}},
                               {"range", rangeJson(6, 2, 5)},
                               {"context", {{"diagnostics", json::array()}}}}));
    Requests.push_back(S.send("no/such", nullptr));
    if (I % 3 == 0) {
      Cancelled.push_back(Requests[Requests.size() - 1 - I % 7]);
      S.notify("$/cancelRequest", {{"id", Cancelled.back()}});
      S.notify("$/cancelRequest", {{"id", 1000000 + I}});
    }
    if (I % 10 == 5)
      S.changeRanges(Uri, {insertion(0, 0, "//\n")}, I + 2);
  }
  // A second answer to any of these would end the session.
  for (int64_t Request : Requests) {
    Outcome Answer = S.wait(Request);
    if (!Answer)
      CHECK_THAT((std::vector<int>{int(ErrorCode::RequestCancelled),
                                   int(ErrorCode::ContentModified),
                                   int(ErrorCode::MethodNotFound)}),
                 Catch::VectorContains(Answer.Error->Code));
  }
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: messages that make no sense", "[server]") {
  OurSession S;
  S.openOverflow();
  Outcome Unknown = S.request("textDocument/doesNotExist", json::object());
  REQUIRE_FALSE(Unknown);
  CHECK(Unknown.Error->Code == int(ErrorCode::MethodNotFound));

  for (const json &Params :
       {json(nullptr), json::object(), json::array(),
        json{{"textDocument", {{"uri", 1}}}},
        json{{"textDocument", {{"uri", Uri}}}, {"position", "here"}}}) {
    Outcome Refused = S.request("textDocument/hover", Params);
    REQUIRE_FALSE(Refused);
    CHECK(Refused.Error->Code == int(ErrorCode::InvalidParams));
  }

  // JSON that is none.
  S.sendRaw("Content-Length: 9\r\n\r\n{\"jsonrpc");
  CHECK(S.waitForNullAnswer().Code == int(ErrorCode::ParseError));
  // No "jsonrpc".
  std::string Body = "{\"id\":7777,\"method\":\"textDocument/hover\"}";
  S.sendRaw("Content-Length: " + std::to_string(Body.size()) + "\r\n\r\n" +
            Body.replace(6, 4, "null"));
  CHECK(S.waitForNullAnswer().Code == int(ErrorCode::InvalidRequest));
  // A length that nobody has. What was lost ends with the next good message.
  for (const char *Length :
       {"99999999999999999999999", "-5", "ten", "", "4611686018427387904"}) {
    S.sendRaw(std::string("Content-Length: ") + Length + "\r\n\r\n{}\r\n");
    CHECK(S.waitForNullAnswer().Code == int(ErrorCode::ParseError));
    CHECK(contains(S.hover(Uri, 6, 3), "Noise: 48"));
  }
  // Notifications that make no sense have no answer, and no effect.
  S.notify("textDocument/didOpen", {{"textDocument", 5}});
  S.notify("textDocument/didChange", json::array());
  S.notify("textDocument/didClose", {{"textDocument", {{"uri", "x:y"}}}});
  S.notify("no/such", nullptr);

  CHECK(contains(S.hover(Uri, 6, 3), "Noise: 48"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: clients that leave the context out", "[server]") {
  OurSession S;
  S.openOverflow();
  // Not there at all, null, or empty.
  for (const char *Context : {"{}", "{\"context\":null}", "{\"context\":{}}"}) {
    json Use = positionParams(Uri, 5, 3), Begin = positionParams(Uri, 6, 2);
    Use.update(json::parse(Context));
    Begin.update(json::parse(Context));
    CHECK(S.ask("textDocument/references", Use).size() == 3);
    CHECK_FALSE(S.ask("textDocument/completion", Begin).is_null());
  }
}

TEST_CASE("Server: messages that ask for nothing are not logged", "[server]") {
  std::string Log = std::filesystem::temp_directory_path() /
                    ("noisy-server-log-" + std::to_string(::getpid()));
  {
    LspSession S("/bin/sh", {"-c", "exec \"$0\" 2>\"$1\"", ourServer(), Log},
                 /*Quiet=*/false);
    S.initialize();
    S.notify("textDocument/didSave", documentParams(Uri));
    S.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    S.notify("workspace/didChangeWatchedFiles", {{"changes", json::array()}});
    S.notify("$/setTrace", {{"value", "off"}});
    S.notify("no/such", nullptr);
    CHECK(S.shutdown() == 0);
  }
  std::string Logged = readFile(Log);
  std::filesystem::remove(Log);
  CHECK(Logged == "noisy-lsp-server: unknown notification: no/such\n");
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

TEST_CASE("Server: exit without shutdown is an error", "[server]") {
  OurSession S;
  S.openOverflow();
  S.notify("exit", nullptr);
  CHECK(S.waitForExit() == 1);
}

TEST_CASE("Server: the end of its input ends it, and its child", "[server]") {
  OurSession S;
  S.openOverflow();
  S.askUpstream();
  pid_t Upstream = findUpstream();
  CHECK(isRunning(Upstream));
  CHECK(S.closeInput() == 1);
  CHECK(waitUntil([&] { return !isRunning(Upstream); }));
}

TEST_CASE("Server: shutdown ends its child", "[server]") {
  OurSession S;
  S.openOverflow();
  S.askUpstream();
  pid_t Upstream = findUpstream();
  CHECK(S.shutdown() == 0);
  CHECK(waitUntil([&] { return !isRunning(Upstream); }));
}

TEST_CASE("Server: killed, it leaves no child behind", "[server]") {
  OurSession S;
  S.openOverflow();
  S.askUpstream();
  pid_t Upstream = findUpstream();
  ::kill(childrenOf(::getpid()).at(0), SIGKILL);
  CHECK(S.waitForExit() == 128 + SIGKILL);
  CHECK(waitUntil([&] { return !isRunning(Upstream); }));
}

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

TEST_CASE("Server: its child is killed, and nobody notices", "[server]") {
  OurSession S;
  S.openOverflow();
  Outcome Before = S.askUpstream();
  REQUIRE_FALSE(Before);
  pid_t First = findUpstream();
  ::kill(First, SIGKILL);
  Outcome After = S.askUpstream();
  REQUIRE_FALSE(After);
  CHECK(After.Error->Message == Before.Error->Message);
  CHECK(waitUntil([&] { return !isRunning(First); }));
  pid_t Second = findUpstream();
  CHECK(Second != First);
  // In the middle of a request.
  ::kill(Second, SIGSTOP);
  int64_t Asked = S.send("mlir/convertFromBytecode", {{"uri", "file:///none"}});
  // It is not needed for what is known here.
  CHECK(contains(S.hover(Uri, 6, 3), "Noise: 48"));
  CHECK_FALSE(
      S.ask("textDocument/completion", positionParams(Uri, 6, 2)).is_null());
  ::kill(Second, SIGKILL);
  Outcome Answer = S.wait(Asked);
  REQUIRE_FALSE(Answer);
  CHECK(Answer.Error->Message == Before.Error->Message);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a document as bytecode, whatever its scheme", "[server]") {
  OurSession S;
  for (const std::string &Name : {std::string("file:///a.mlir"),
                                  std::string("noisy-bytecode:/b/a.mlirbc")}) {
    CAPTURE(Name);
    S.open(Name, "module {\n}\n");
    json Answer = S.ask("mlir/convertToBytecode", {{"uri", Name}});
    // "ML", 0xEF, "R" in base64.
    CHECK(Answer.at("output").get<std::string>().starts_with("TUzvU"));
    S.change(Name, "module {\n", 2);
    Outcome Broken = S.request("mlir/convertToBytecode", {{"uri", Name}});
    REQUIRE_FALSE(Broken);
    CHECK(contains(Broken.Error->Message, "there are no errors"));
  }
  Outcome Closed = S.request("mlir/convertToBytecode", {{"uri", "file:///b"}});
  REQUIRE_FALSE(Closed);
  CHECK(Closed.Error->Message == "the document is not open");
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: text that nests too deep", "[server]") {
  std::string Regions, Brackets(100000, '['), Attribute;
  for (int I = 0; I < 5000; ++I)
    Regions += "module {";
  Regions += std::string(5000, '}');
  Attribute =
      "\"a.b\"() {x = " + Brackets + std::string(100000, ']') + "} : () -> ()";
  OurSession S;
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
    CHECK(contains(Hover, "Operation"));
    S.close(Uri);
    CHECK(S.waitForDiagnostics(Uri) == json::array());
  }
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a loop that ends MLIR's own range analysis", "[server]") {
  // `mlir-opt --int-range-optimizations` crashes on a bound that is no
  // constant.
  OurSession S;
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

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

TEST_CASE("Server: --version and --help", "[server]") {
  Run Version = runServer({"--version"}, "");
  CHECK(Version.Status == 0);
  CHECK(contains(Version.Output, "noisy-lsp-server "));
  CHECK(contains(Version.Output, "LLVM 22."));
  Run Help = runServer({"--help"}, "");
  CHECK(Help.Status == 0);
  for (const char *Option :
       {"--input-style", "--lit-test", "--log", "--pretty"})
    CHECK(contains(Help.Output, Option));
  Run Wrong = runServer({"--no-such-option"}, "");
  CHECK(Wrong.Status == 1);
  CHECK(Wrong.Output == "");
}

/// `Messages` as `--input-style=delimited` reads them.
static std::string delimited(const std::vector<json> &Messages) {
  std::string Text = "// RUN: nothing\n";
  for (const json &Message : Messages)
    Text += Message.dump(2) + "\n// -----\n";
  return Text;
}

TEST_CASE("Server: the flags of mlir-lsp-server", "[server]") {
  for (const std::vector<std::string> &Flags :
       std::vector<std::vector<std::string>>{{},
                                             {"--log=verbose"},
                                             {"--log=info"},
                                             {"--log=error"},
                                             {"--pretty"},
                                             {"--input-style=standard"},
                                             {"-log=verbose"},
                                             {"-pretty"},
                                             {"-input-style=standard"},
                                             {"--log", "error", "--pretty"}}) {
    CAPTURE(Flags);
    // Nothing but the protocol comes, or the session would end.
    OurSession S(modernCapabilities(), Flags);
    S.openOverflow();
    CHECK(contains(S.hover(Uri, 6, 3), "Operation"));
    CHECK(S.shutdown() == 0);
  }

  std::vector<json> Messages = {
      {{"jsonrpc", "2.0"},
       {"id", 0},
       {"method", "initialize"},
       {"params", {{"capabilities", json::object()}}}},
      {{"jsonrpc", "2.0"}, {"id", 1}, {"method", "shutdown"}},
      {{"jsonrpc", "2.0"}, {"method", "exit"}}};
  for (const std::vector<std::string> &Flags :
       std::vector<std::vector<std::string>>{{"--lit-test"},
                                             {"-lit-test"},
                                             {"--input-style=delimited"},
                                             {"-input-style=delimited"}}) {
    CAPTURE(Flags);
    Run Done = runServer(Flags, delimited(Messages));
    CHECK(Done.Status == 0);
    CHECK(Done.Output.find("Content-Length: ") == 0);
    bool Pretty = contains(Flags[0], "lit-test");
    CHECK(contains(Done.Output, Pretty ? "\"id\": 1" : "\"id\":1"));
  }
}

//===----------------------------------------------------------------------===//
// In place of mlir-lsp-server
//===----------------------------------------------------------------------===//

/// A range with ends that are inside of their lines, as LSP reads those that
/// are not.
static json clamped(const json &Where, const Text &Contents) {
  auto Clamp = [&](const json &Place) {
    return Contents.positionAt(
        Contents.offsetAt(Place.get<Position>(), PositionEncoding::UTF8),
        PositionEncoding::UTF8);
  };
  return Range{Clamp(Where["start"]), Clamp(Where["end"])};
}

/// A message without the list of dialects, which are not the same.
static std::string withoutDialects(const std::string &Message) {
  return Message.substr(0, Message.find("Available dialects: "));
}

/// Diagnostics without what may differ.
static std::vector<json> normalDiagnostics(const json &Given,
                                           const Text &Contents) {
  std::vector<json> Result;
  for (json Found : Given) {
    Found.erase("category");
    Found["range"] = clamped(Found["range"], Contents);
    Found["message"] = withoutDialects(Found["message"]);
    std::vector<json> Related;
    for (json Note : Found.value("relatedInformation", json::array())) {
      Note["location"]["range"] = clamped(Note["location"]["range"], Contents);
      Note["message"] = withoutDialects(Note["message"]);
      Related.push_back(Note);
    }
    std::sort(Related.begin(), Related.end());
    Found["relatedInformation"] = Related;
    Result.push_back(Found);
  }
  return Result;
}

/// What completions are, without those of dialects that one server lacks, and
/// without the order that they ask for.
static std::vector<json> normalCompletions(const json &Given) {
  std::vector<json> Result;
  for (const json &Item :
       Given.is_object() ? Given.value("items", json::array()) : Given) {
    std::string Label = Item["label"];
    size_t Begin = Label.find_first_not_of("!#\"@");
    std::string Name = Begin == std::string::npos ? "" : Label.substr(Begin);
    if (Name.rfind("noisy", 0) != 0 && Name.rfind("test", 0) != 0)
      Result.push_back({{"label", Label},
                        {"kind", Item["kind"]},
                        {"detail", Item.value("detail", "")}});
  }
  std::sort(Result.begin(), Result.end());
  return Result;
}

/// Positions at which something begins: names, words, punctuation.
static std::vector<Position> tokensOf(const Text &Contents) {
  std::vector<Position> Result;
  llvm::StringRef Bytes = Contents.bytes();
  auto IsWord = [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_' ||
           C == '.' || C == '%' || C == '#' || C == '!' || C == '@' || C == '^';
  };
  for (size_t I = 0; I < Bytes.size(); ++I)
    if (IsWord(Bytes[I]) && (I == 0 || !IsWord(Bytes[I - 1])))
      Result.push_back(Contents.positionAt(I, PositionEncoding::UTF8));
  return Result;
}

/// All answers of a server about a file, by what was asked.
static std::vector<std::pair<std::string, json>>
interrogate(const std::string &Program, const std::string &File,
            const std::string &Bytes) {
  Text Contents(Bytes);
  std::string FileUri = "file:///stock/" + File;
  json Capabilities = modernCapabilities();
  // LLVM's server counts bytes, whatever a client says.
  Capabilities["general"]["positionEncodings"] = {"utf-8"};
  LspSession S(Program, {"--log=error"});
  S.initialize(Capabilities);
  S.open(FileUri, Bytes);

  std::vector<std::pair<std::string, json>> Answers;
  Answers.emplace_back(
      "diagnostics",
      normalDiagnostics(S.waitForDiagnostics(FileUri), Contents));
  Answers.emplace_back(
      "symbols", S.ask("textDocument/documentSymbol", documentParams(FileUri)));
  for (Position Where : tokensOf(Contents)) {
    std::string At = " at " + std::to_string(Where.Line + 1) + ":" +
                     std::to_string(Where.Character + 1);
    json Params = positionParams(FileUri, Where.Line, Where.Character);
    for (const char *Method : {"hover", "definition", "references"}) {
      json Given = Params;
      if (Method == std::string("references"))
        Given["context"] = {{"includeDeclaration", true}};
      json Answer = S.ask(std::string("textDocument/") + Method, Given);
      // Their order is that of a hash table.
      if (Answer.is_array())
        std::sort(Answer.begin(), Answer.end());
      Answers.emplace_back(Method + At, std::move(Answer));
    }
    // Completion parses the text again each time: not everywhere.
    if (Where.Character % 3 != 0)
      continue;
    Params["context"] = {{"triggerKind", 1}};
    Answers.emplace_back(
        "completion" + At,
        normalCompletions(S.ask("textDocument/completion", Params)));
  }
  CHECK(S.shutdown() == 0);
  return Answers;
}

/// Whether `Ours` has all symbols of `Stock`, in the same order. In a chunk
/// that does not parse, the stock server knows none.
static bool hasSymbols(const json &Ours, const json &Stock) {
  size_t Next = 0;
  for (const json &Wanted : Stock) {
    json Found;
    do {
      if (Next == Ours.size())
        return false;
      Found = Ours[Next++];
    } while (Found["name"] != Wanted["name"]);
    // The stock server has the last chunk end a line too early.
    bool IsChunk = Wanted["name"].get<std::string>().rfind("<file-", 0) == 0;
    if (Found["kind"] != Wanted["kind"] ||
        Found["selectionRange"] != Wanted["selectionRange"] ||
        (Found["range"] != Wanted["range"] && !IsChunk) ||
        !hasSymbols(Found.value("children", json::array()),
                    Wanted.value("children", json::array())))
      return false;
  }
  return true;
}

/// What a hover says, without its looks: a line for each statement. Of an
/// operation only its name, because LLVM's server shows it in generic form.
static std::vector<std::string> normalHover(const json &Given) {
  if (Given.is_null())
    return {};
  // It ends before the number of `%r#1`, ours behind it.
  std::vector<std::string> Said = {Given["range"]["start"].dump()};
  static constexpr const char *OurLines[] = {
      "Range: ",   "Bounds: ",   "Metadata: ",
      ": range: ", ": bounds: ", ": metadata: "};
  std::istringstream Lines(Given["contents"]["value"].get<std::string>());
  for (std::string Line; std::getline(Lines, Line);) {
    std::erase(Line, '`');
    // `Type Alias: "name`, with a value without other aliases.
    bool IsAlias = Line.rfind("Alias: ", 0) == 0;
    for (const auto &[Stock, Sigil] : {std::pair("Type Alias: \"", "!"),
                                       std::pair("Attribute Alias: \"", "#")})
      if (Line.rfind(Stock, 0) == 0) {
        Line = std::string("Alias: ") + Sigil + Line.substr(std::strlen(Stock));
        IsAlias = true;
      }
    if (IsAlias) {
      Said.push_back(Line);
      break;
    }
    // What only our analyses know.
    bool IsOurs =
        std::any_of(std::begin(OurLines), std::end(OurLines),
                    [&](const char *Ours) { return contains(Line, Ours); });
    if (Line.empty() || IsOurs)
      continue;
    if (Line[0] == '"') {
      // `"name" : visibility @symbol`
      size_t Symbol = Line.find(" @");
      Said.push_back(Line.substr(0, Line.find('"', 1) + 1) +
                     (Symbol == std::string::npos ? "" : Line.substr(Symbol)));
      break;
    }
    // The order of blocks is that of a list of uses.
    if (size_t Colon = Line.find("cessors: "); Colon != std::string::npos) {
      std::vector<std::string> Blocks;
      std::istringstream Names(Line.substr(Colon + 9));
      for (std::string Name; std::getline(Names, Name, ',');)
        Blocks.push_back(Name.substr(Name.find_first_not_of(' ')));
      std::sort(Blocks.begin(), Blocks.end());
      Line.resize(Colon + 9);
      for (const std::string &Name : Blocks)
        Line += Name + " ";
    }
    Said.push_back(Line);
  }
  return Said;
}

/// Whether there is all that LLVM's server offers.
static bool hasCompletions(const json &Ours, const json &Stock) {
  return std::all_of(Stock.begin(), Stock.end(), [&](const json &Item) {
    // It takes a new line for the rest of the declaration before.
    return Item["label"] == "attributes" ||
           std::count(Ours.begin(), Ours.end(), Item) ==
               std::count(Stock.begin(), Stock.end(), Item);
  });
}

/// Whether our answer is as good as the stock server's: the same where that
/// has one.
static bool isAsGood(const std::string &Question, const json &Ours,
                     const json &Stock) {
  if (Question == "symbols")
    return hasSymbols(Ours, Stock);
  if (Question.rfind("definition", 0) == 0 ||
      Question.rfind("references", 0) == 0)
    return Stock.empty() || Ours == Stock;
  if (Question.rfind("completion", 0) == 0)
    return hasCompletions(Ours, Stock);
  if (Question.rfind("hover", 0) == 0)
    return Stock.is_null() || normalHover(Ours) == normalHover(Stock);
  return Ours == Stock;
}

TEST_CASE("Server: without noise it behaves as mlir-lsp-server", "[server]") {
  std::vector<std::string> Files;
  for (const auto &Entry :
       std::filesystem::directory_iterator(sourceRoot() / "tests/server/stock"))
    Files.push_back(Entry.path().filename());
  std::sort(Files.begin(), Files.end());
  CHECK(Files.size() >= 12);
  for (const std::string &File : Files) {
    CAPTURE(File);
    std::string Bytes = readFile(sourceRoot() / "tests/server/stock" / File);
    auto Ours = interrogate(ourServer(), File, Bytes);
    auto Stock = interrogate(stockServer(), File, Bytes);
    REQUIRE(Ours.size() == Stock.size());
    for (size_t I = 0; I < Ours.size(); ++I) {
      CAPTURE(Ours[I].first);
      // An error in one function does not keep us from looking at the others.
      if (File == "several-errors.mlir" && Ours[I].first == "diagnostics") {
        for (const json &Expected : Stock[I].second)
          CHECK(llvm::find(Ours[I].second, Expected) != Ours[I].second.end());
        CHECK(Ours[I].second.size() > Stock[I].second.size());
        continue;
      }
      CAPTURE(Ours[I].second, Stock[I].second);
      CHECK(isAsGood(Ours[I].first, Ours[I].second, Stock[I].second));
    }
  }
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

TEST_CASE("Server: completion of the text as it is now", "[server]") {
  OurSession S;
  S.open(Uri, "func.func private @callee()\n"
              "func.func @f(%x: !noisy.i32) {\n"
              "  \"a.b\"() {s = \"\xF0\x9F\x98\x80\"} : () -> ()\n"
              "}\n");
  // Typed and asked for at once, behind an emoji of two UTF-16 units.
  S.changeRanges(Uri, {insertion(2, 31, " %y = noisy.re")}, 2);
  json List = S.ask("textDocument/completion", positionParams(Uri, 2, 45));
  CHECK(List["isIncomplete"] == false);
  json Found;
  for (const json &Item : List["items"])
    if (Item["label"] == "reduce_noise")
      Found = Item;
  REQUIRE(Found.is_object());
  CHECK(Found["kind"] == 5);
  CHECK(Found["detail"] == "operation");
  CHECK(Found["textEdit"] ==
        json{{"range", rangeJson(2, 43, 45)}, {"newText", "reduce_noise"}});
  S.changeRanges(Uri, {insertion(3, 0, "  call @\n")}, 3);
  List = S.ask("textDocument/completion", positionParams(Uri, 3, 8));
  REQUIRE(List["items"].size() == 2);
  CHECK(List["items"][0]["label"] == "@callee");
  CHECK(List["items"][0]["detail"] == "func.func private @callee()");
  CHECK(List["items"][0]["textEdit"]["range"] == rangeJson(3, 7, 8));
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// The default model
//===----------------------------------------------------------------------===//

TEST_CASE("the model of the command line holds in both servers") {
  LspSession S(ourServer(), {"--noisy-model=initial=20,max=50"});
  S.initialize();
  // A contract of 45 bits is beyond the default limit: where the default held,
  // the verifier would say so.
  S.open(Uri,
         "func.func @f(%a: !noisy.i32 {noisy.bound = 45 : i64}, %x: i5) {\n"
         "  %0 = noisy.encode %x : i5 -> !noisy.i32\n"
         "  %1 = noisy.mul %0, %0 : !noisy.i32\n"
         "  %2 = noisy.mul %1, %0 : !noisy.i32\n"
         "  return\n"
         "}\n");
  json Found = S.waitForDiagnostics(Uri, 1);
  REQUIRE(Found.size() == 1);
  CHECK(Found[0]["code"] == "noise-overflow");
  std::string Message = Found[0]["message"];
  CHECK_THAT(Message, Catch::Contains("60 = 40 + 20 bits of noise, limit 50"));
  // LLVM's server has parsed it too.
  json Symbols =
      S.ask("textDocument/documentSymbol", {{"textDocument", {{"uri", Uri}}}});
  CHECK(Symbols.size() == 1);
  S.shutdown();
}

TEST_CASE("a model that is none ends the server with a message") {
  CHECK_THROWS_AS(
      LspSession(ourServer(), {"--noisy-model=initial=60,max=50"}).initialize(),
      SessionError);
}
