//===- ProjectChecksTest.cpp - Tests of checks by a project's programs ----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProjectChecks.h"
#include "tests/server/ServerSession.h"
#include "tests/server/ods/OdsProject.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

// mlir-opt of LLVM stands for the program of a project: it has the dialect
// `test`, which is not linked in here.
static const std::string RealOpt = "/usr/lib/llvm-22/bin/mlir-opt";
static const std::string ProjectUri = "file:///project.mlir";

/// Wrong by a rule that only the dialect knows.
static const std::string WrongByRule =
    "func.func @f() {\n"
    "  %0 = \"test.i32_enum_attr\"() {attr = 77 : i32} : () -> i32\n"
    "  return\n"
    "}\n";

namespace {
/// A session with programs of a project.
struct CheckedSession : OdsProject, ServerSession {
  explicit CheckedSession(const std::vector<std::string> &Arguments,
                          json Capabilities = modernCapabilities())
      : ServerSession(std::move(Capabilities), Arguments) {}

  /// The messages of a document once there is one with `Expected`; empty: once
  /// there is none. Each ends with its source.
  std::vector<std::string> waitFor(const std::string &Expected) {
    while (true) {
      json Items = waitForDiagnostics(ProjectUri);
      std::vector<std::string> Messages;
      for (const json &Item : Items.is_array() ? Items : Items["diagnostics"])
        Messages.push_back(Item["message"].get<std::string>() + " [" +
                           Item["source"].get<std::string>() + "]");
      bool IsThere = Expected.empty() && Messages.empty();
      for (const std::string &Message : Messages)
        IsThere |= !Expected.empty() && contains(Message, Expected);
      if (IsThere)
        return Messages;
    }
  }
  void save() {
    notify("textDocument/didSave", {{"textDocument", {{"uri", ProjectUri}}}});
  }
};
} // namespace

/// A program that prints `Script`'s output; its input is "$input".
static std::string fakeOpt(OdsProject &Project, const std::string &Script) {
  return Project.writeProgram("for input; do :; done\n" + Script);
}

TEST_CASE("ProjectChecks: a real mlir-opt checks what only it knows") {
  CheckedSession Session({"--opt-path=" + RealOpt});
  Session.open(ProjectUri, WrongByRule);
  auto Messages = Session.waitFor("[mlir-opt]");
  // Nobody says that the dialect is not checked.
  REQUIRE(Messages.size() == 1);
  CHECK_THAT(Messages[0], Catch::Contains("failed to satisfy constraint"));

  // What was wrong is mended and saved.
  Session.change(ProjectUri,
                 "func.func @f() {\n"
                 "  %0 = \"test.op\"() : () -> i32\n"
                 "  return\n"
                 "}\n",
                 2);
  Session.save();
  Session.waitFor("");
}

TEST_CASE("ProjectChecks: what the program accepts is no error") {
  OdsProject Project;
  // To us %x is undefined; to the program the syntax defines it.
  const std::string Program = "func.func @f() {\n"
                              "  toy.with %x = 3 : i32\n"
                              "  toy.use %x : i32\n"
                              "  return\n"
                              "}\n";
  {
    ServerSession Without;
    Without.open(ProjectUri, Program);
    json Items = Without.waitForDiagnostics(ProjectUri);
    bool HasError = false;
    for (const json &Item : Items.is_array() ? Items : Items["diagnostics"])
      HasError |= Item["severity"] == 1;
    REQUIRE(HasError);
  }
  CheckedSession Session({"--opt-path=" + fakeOpt(Project, "exit 0")});
  Session.open(ProjectUri, Program);
  Session.waitFor("");
}

TEST_CASE("ProjectChecks: a crash of the program costs nothing") {
  OdsProject Project;
  CheckedSession Session(
      {"--opt-path=" +
       fakeOpt(Project, "echo Stack dump: >&2; kill -SEGV $$")});
  Session.open(ProjectUri, "func.func @f() {\n  return %x : i32\n}\n");
  CHECK_THAT(Session.waitFor("[program]").back(),
             Catch::Contains("Segmentation fault"));
  CHECK_FALSE(Session.hover(ProjectUri, 1, 3).empty());
}

TEST_CASE("ProjectChecks: a program that does not know noisy is no judge") {
  CheckedSession Session({"--opt-path=" + RealOpt});
  Session.open(ProjectUri, overflowProgram());
  CHECK_THAT(Session.waitFor("[mlir-opt]"),
             Catch::VectorContains(std::string(
                 "mlir-opt does not check this text: it does not know the "
                 "dialect noisy [mlir-opt]")));
}

TEST_CASE("ProjectChecks: chunks and further arguments are passed on") {
  OdsProject Project;
  CheckedSession Session(
      {"--opt-path=" + fakeOpt(Project, "echo \"$input:1:1: warning: $*\" >&2"),
       "--opt-argument=--my-option"});
  Session.open(ProjectUri, "func.func private @f()\n// -----\n"
                           "func.func private @g()\n");
  std::string Warning = Session.waitFor("--my-option").front();
  CHECK_THAT(Warning, Catch::Contains("--split-input-file -o /dev/null"));
}

TEST_CASE("ProjectChecks: a client that pulls gets what the program says") {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["diagnostic"] = json::object();
  CheckedSession Session({"--opt-path=" + RealOpt}, Capabilities);
  Session.open(ProjectUri, WrongByRule);
  json Report = Session.ask("textDocument/diagnostic",
                            {{"textDocument", {{"uri", ProjectUri}}}});
  REQUIRE(Report["items"].size() == 1);
  CHECK(Report["items"][0]["source"] == "mlir-opt");
}

TEST_CASE("ProjectChecks: the project's server checks in pauses") {
  CheckedSession Session({"--upstream-path=" + stockServer()});
  // To us this is a dialect that nobody checks; to it an error.
  Session.open(ProjectUri, "func.func @f() {\n  toy.op\n  return\n}\n");
  std::vector<std::string> Messages = Session.waitFor("[mlir-lsp-server]");
  CHECK_THAT(Messages.front(), Catch::Contains("toy"));
  Session.change(ProjectUri, "func.func @f() {\n  return\n}\n", 2);
  Session.waitFor("");
}

TEST_CASE("ProjectChecks: a server that does not work is told") {
  OdsProject Project;
  CheckedSession Session({"--upstream-path=" + Project.writeProgram("exit 1")});
  Session.open(ProjectUri, "func.func @f() {\n  return %x : i32\n}\n");
  CHECK_THAT(Session.waitFor("[program]").back(),
             Catch::Contains("has not checked the text"));
}

TEST_CASE("ProjectChecks: nothing is run for a workspace without trust") {
  OdsProject Project;
  LspSession Session(ourServer(), {"--opt-path=" + RealOpt});
  json Capabilities = {{"textDocument", {{"diagnostic", json::object()}}}};
  Session.ask("initialize", {{"processId", nullptr},
                             {"rootUri", "file://" + Project.Folder.string()},
                             {"capabilities", std::move(Capabilities)},
                             {"initializationOptions",
                              {{"project", {{"isTrusted", false}}}}}});
  Session.notify("initialized", json::object());
  Session.open(ProjectUri, WrongByRule);
  json Report = Session.ask("textDocument/diagnostic",
                            {{"textDocument", {{"uri", ProjectUri}}}});
  for (const json &Item : Report["items"])
    CHECK(Item["source"] != "mlir-opt");
}

TEST_CASE("ProjectChecks: a program that is not there is told") {
  CheckedSession Session({"--opt-path=no-such-program"});
  json Message = Session.waitForNotification("window/showMessage");
  CHECK(Message["message"] ==
        "noisy.opt.path: there is no program no-such-program in the PATH");
}
