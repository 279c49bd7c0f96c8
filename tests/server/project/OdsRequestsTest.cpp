//===- OdsRequestsTest.cpp - The dialects of the workspace ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/OdsRequests.h"
#include "tests/server/ServerSession.h"
#include "tests/server/ods/OdsProject.h"
#include <algorithm>
#include <csignal>
#include <thread>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// A session in the folder of a project.
struct ProjectSession : OdsProject, LspSession {
  /// `Script` is run instead of TableGen, which is `$tblgen` for it.
  explicit ProjectSession(json Options = nullptr,
                          const std::string &Script = "",
                          bool AnswersLater = false)
      : LspSession(ServerStart{"/bin/sh",
                               {"-c", "XDG_CACHE_HOME=\"$0\" exec \"$1\"",
                                (Folder / "cache").string(), ourServer()},
                               ServerStart::ErrorStream::Kept}) {
    if (AnswersLater)
      answerLater();
    if (!Script.empty()) {
      Options["project"]["tablegen"] =
          writeProgram("cd '" + Folder.string() + "'\n" + Script);
    }
    json Capabilities = modernCapabilities();
    Capabilities["workspace"]["didChangeWatchedFiles"] = {
        {"dynamicRegistration", true}};
    Capabilities["window"]["workDoneProgress"] = true;
    ask("initialize", {{"processId", nullptr},
                       {"rootUri", "file://" + Folder.string()},
                       {"capabilities", Capabilities},
                       {"initializationOptions", Options}});
    notify("initialized", json::object());
  }

  /// Opens a text, and waits until it has no problem but those that contain
  /// `Expected`; empty: none.
  void expectOnly(const std::string &Expected) {
    while (true) {
      json Diagnostics = waitForDiagnostics(Uri);
      const json &List =
          Diagnostics.is_array() ? Diagnostics : Diagnostics["diagnostics"];
      bool AreExpected = Expected.empty() ? List.empty() : List.size() == 1;
      for (const json &Each : List)
        AreExpected &= contains(Each["message"], Expected);
      if (AreExpected)
        return;
    }
  }
  /// Waits until something is true.
  static void until(const std::function<bool()> &IsTrue) {
    Clock::time_point End = Clock::now() + DefaultTimeout;
    while (!IsTrue()) {
      REQUIRE(Clock::now() < End);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  void waitForFile(const char *Name) {
    until([&] { return std::filesystem::exists(Folder / Name); });
  }
  void waitForLog(const std::string &Line) {
    until([&] { return contains(errorOutput(), Line); });
  }
  json at(uint32_t Line, uint32_t Character) {
    return positionParams(Uri, Line, Character);
  }
};
} // namespace

static const std::string Program = R"(func.func @f(%a: !toy.poly<3>) {
  %0 = toy.add %a, %a : <3>
  %1 = toy.eval %0 at %b : !toy.poly<3>
  return
}
)";

TEST_CASE("OdsRequests: a project's dialect, as if it were linked in",
          "[ods]") {
  ProjectSession S;
  S.open(Uri, Program);
  // %b is not defined: an error of MLIR itself.
  S.expectOnly("undefined value");
  json Hover = S.ask("textDocument/hover", S.at(1, 10));
  CHECK(contains(Hover["contents"]["value"], "adds polynomials"));
  CHECK(contains(S.ask("textDocument/hover", S.at(0, 21))["contents"]["value"],
                 "a polynomial"));
  // The definitions in TableGen.
  auto target = [&](uint32_t Line, uint32_t Character) {
    json Targets = S.ask("textDocument/definition", S.at(Line, Character));
    REQUIRE(Targets.size() == 1);
    json Range = Targets[0].contains("targetUri") ? Targets[0]["targetRange"]
                                                  : Targets[0]["range"];
    std::ifstream Stream(S.Folder / "toy.td");
    std::string Text;
    for (int I = 0; I <= Range["start"]["line"].get<int>(); ++I)
      std::getline(Stream, Text);
    return Text;
  };
  CHECK_THAT(target(1, 10), Catch::StartsWith("def Toy_AddOp"));
  CHECK_THAT(target(0, 21), Catch::StartsWith("def Toy_Poly"));
  // Completion, with documents; and the form.
  S.change(Uri, "func.func @f(%a: !toy.poly<3>) {\n  %0 = toy.\n  return\n}\n",
           2);
  json List = S.ask("textDocument/completion", S.at(1, 11));
  const json &Items = List.is_array() ? List : List["items"];
  std::string Labels;
  for (const json &Item : Items)
    Labels += Item["label"].get<std::string>() + " ";
  CHECK(contains(Labels, "toy.add "));
  CHECK(contains(Labels, "toy.eval "));
  S.change(
      Uri,
      "func.func @f(%a: !toy.poly<3>) {\n  %0 = toy.eval %a\n  return\n}\n", 3);
  json Help = S.ask("textDocument/signatureHelp", S.at(1, 18));
  REQUIRE(Help.is_object());
  CHECK(contains(Help["signatures"][0]["label"], "at"));
}

TEST_CASE("OdsRequests: changed files are read again", "[ods]") {
  ProjectSession S;
  S.open(Uri, "func.func @f(%a: !toy.poly<3>) {\n"
              "  %0 = toy.adds %a, %a : <3>\n  return\n}\n");
  S.expectOnly("there is no operation 'toy.adds'");
  std::string Text = readFile(S.Folder / "toy.td");
  Text.replace(Text.find("\"add\""), 5, "\"adds\"");
  S.write("toy.td", Text);
  S.notify(
      "workspace/didChangeWatchedFiles",
      {{"changes",
        {{{"uri", "file://" + (S.Folder / "toy.td").string()}, {"type", 2}}}}});
  S.expectOnly("");
  // Clients escape what they like. An error is shown, and what was known before
  // is not.
  S.write(".noisy.yaml", "dialects: [\n");
  S.notify("workspace/didChangeWatchedFiles",
           {{"changes",
             {{{"uri", "file://" + (S.Folder / "%2Enoisy.yaml").string()},
               {"type", 2}}}}});
  CHECK(contains(S.waitForNotification("window/showMessage")["message"],
                 ".noisy.yaml, line "));
}

TEST_CASE("OdsRequests: nothing runs in a workspace that is not trusted",
          "[ods]") {
  json Options = {{"project", {{"isTrusted", false}}}};
  ProjectSession S(Options, ": >trace\n");
  S.open(Uri, "func.func @f(%a: !toy.poly<3>) {\n  %0 = toy.add %a, %a : <3>\n"
              "  return\n}\n");
  S.waitForLog("because it is not trusted");
  S.expectOnly("the dialect 'toy' is not known here");
  CHECK_FALSE(std::filesystem::exists(S.Folder / "cache"));
  CHECK_FALSE(std::filesystem::exists(S.Folder / "trace"));
}

TEST_CASE("OdsRequests: the program ends with the server", "[ods]") {
  ProjectSession S(nullptr, "echo $$ >pid.new\nmv pid.new pid\n"
                            "exec sleep 1000\n");
  S.waitForFile("pid");
  int Child = std::stoi(readFile(S.Folder / "pid"));
  CHECK(::kill(Child, 0) == 0);
  ::kill(S.pid(), SIGKILL);
  // It may stay as a zombie where nobody waits for orphans.
  S.until([&] {
    std::ifstream Stream("/proc/" + std::to_string(Child) + "/stat");
    std::string Pid, Name, State;
    return !(Stream >> Pid >> Name >> State) || State == "Z";
  });
}

TEST_CASE("OdsRequests: a session ends while files are read", "[ods]") {
  ProjectSession S(nullptr, "echo $$ >pid.new\nmv pid.new pid\n"
                            "exec sleep 1000\n");
  S.waitForFile("pid");
  int Child = std::stoi(readFile(S.Folder / "pid"));
  CHECK(S.shutdown() == 0);
  CHECK(::kill(Child, 0) != 0);
}

TEST_CASE("OdsRequests: readings follow each other", "[ods]") {
  // A newer one ends an older one, which has to be over before it begins.
  ProjectSession S(nullptr, "[ -e pid ] && kill -0 $(cat pid) && : >overlap\n"
                            "echo $$ >pid.new\nmv pid.new pid\n"
                            "echo x >>runs\n[ -e go ] && exec $tblgen \"$@\"\n"
                            "exec sleep 1000\n");
  auto runs = [&] {
    std::ifstream Stream(S.Folder / "runs");
    return std::count(std::istreambuf_iterator<char>(Stream), {}, 'x');
  };
  for (int I = 1; I <= 4; ++I) {
    S.until([&] { return runs() == I; });
    if (I == 4)
      break;
    if (I == 3)
      S.write("go", "");
    S.notify("workspace/didChangeWatchedFiles",
             {{"changes",
               {{{"uri", "file://" + (S.Folder / ".noisy.yaml").string()},
                 {"type", 2}}}}});
  }
  S.waitForLog("read from TableGen: ");
  CHECK_FALSE(std::filesystem::exists(S.Folder / "overlap"));
}

TEST_CASE("OdsRequests: the program has limits", "[ods]") {
  ProjectSession S(nullptr, "ulimit -v >memory\nulimit -f >file\ncat >input\n"
                            "exec $tblgen \"$@\"\n");
  S.open(Uri, Program);
  S.expectOnly("undefined value");
  CHECK(std::stoll(readFile(S.Folder / "memory")) <= 4 << 20);
  CHECK(std::stoll(readFile(S.Folder / "file")) <= 1 << 20);
  CHECK(readFile(S.Folder / "input").empty());
}

TEST_CASE("OdsRequests: the progress that is shown ends", "[ods]") {
  ProjectSession S(nullptr,
                   "while [ ! -e go ]; do sleep 0.01; done\n"
                   "exec $tblgen \"$@\"\n",
                   /*AnswersLater=*/true);
  json Request = S.waitForMessage("window/workDoneProgress/create");
  S.write("go", "");
  S.waitForLog("read from TableGen: ");
  // The client agrees when all is over: then nothing may begin.
  S.answer(Request);
  S.open(Uri, Program);
  S.expectOnly("undefined value");
  size_t Open = 0;
  for (const json &Message : S.unread())
    if (Message.value("method", "") == "$/progress") {
      std::string Kind = Message["params"]["value"]["kind"];
      Open += Kind == "begin";
      Open -= Kind == "end";
    }
  CHECK(Open == 0);
}
