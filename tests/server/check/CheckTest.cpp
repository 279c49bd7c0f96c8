//===- CheckTest.cpp - What the server makes of files ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/CheckFeatures.h"
#include "server/handlers/RequestTable.h"
#include "tests/server/check/CheckRun.h"
#include "tests/support/SourceRoot.h"
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Check: findings as compilers print them", "[check]") {
  CheckRun Files;
  std::string Path = Files.write("overflow.mlir", Overflow);
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  CHECK(Files.Findings ==
        "overflow.mlir:4:3: error: noise overflow: %c can have 36 = 24 + 12 "
        "bits of noise, limit 26 [noise-overflow]\n"
        "overflow.mlir:3:3: note: %b has 24 = 12 + 12\n"
        "overflow.mlir:2:3: note: %a has 12 (fresh encryption)\n");
  CHECK(Files.Notes.find("overflow.mlir: 1 error, 0 warnings; ") == 0);
}

TEST_CASE("Check: columns are bytes; chunks are programs of their own",
          "[check]") {
  CheckRun Files;
  Files.Options.TryFeatures = false;
  std::string Path =
      Files.write("a.mlir", R"mlir(module attributes {a = "é", b = oops} {}
// -----
func.func @f() { return %x : i5 }
)mlir");
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  INFO(Files.Findings);
  CHECK(Files.finds("a.mlir:1:33: error: "));
  CHECK(Files.finds("a.mlir:3:25: error: "));
  CHECK(Files.Notes == "a.mlir: 2 errors, 0 warnings; 1 request\n");
}

TEST_CASE("Check: the project of a file has rules for it", "[check]") {
  CheckRun Files;
  Files.Options.TryFeatures = false;
  const char *Text = "func.func @f(%a: !toy.ct) {\n"
                     "  %0 = toy.mul %a, %a : !toy.ct\n"
                     "  %1 = toy.mul %0, %0 : !toy.ct\n  return\n}\n";
  std::string Outside = Files.write("a.mlir", Text);
  std::string Inside = Files.write("project/tests/b.mlir", Text);
  std::string Nested = Files.write("project/other/c.mlir", Text);
  const std::string Carriers = "carriers: [\"!toy.ct\"]\nops: {toy.mul: mul}\n";
  Files.write("project/.noisy.yaml", Carriers);
  // The nearest one holds.
  Files.write("project/other/.noisy.yaml",
              "model: initial=12,max=60\n" + Carriers);
  CHECK(Files.run({Outside, Inside, Nested}) == CheckStatus::Errors);
  INFO(Files.Findings << Files.Notes);
  CHECK(Files.finds("b.mlir:3:3: error: noise overflow"));
  CHECK_FALSE(Files.finds("a.mlir:3:3: error"));
  CHECK_FALSE(Files.finds("c.mlir:3:3: error"));
  // Each says what is wrong with it, and that fails the check.
  Files.write("project/.noisy.yaml", Carriers + "oops: 1\n");
  CHECK(Files.run({Inside, Nested}) == CheckStatus::Unreadable);
  INFO(Files.Notes);
  CHECK(
      Files.Notes.find("project/.noisy.yaml:3:1: error: there is no 'oops'") !=
      std::string::npos);
  // Unless rules are named that come before.
  Files.Options.ReadsProject = false;
  CHECK(Files.run({Inside}) == CheckStatus::Fine);
}

TEST_CASE("Check: the dialects of a project are read first", "[check]") {
  CheckRun Files;
  Files.Options.TryFeatures = false;
  std::filesystem::copy_file(mlir::noisy::test::sourceRoot() /
                                 "tests/server/ods/toy.td",
                             Files.path("toy.td"));
  Files.write(".noisy.yaml", "dialects: {files: [toy.td]}\n");
  // The format has no such word.
  std::string Path = Files.write("a.mlir", "func.func @f(%a: i32) {\n"
                                           "  toy.rotate %a around : i32\n"
                                           "  return\n}\n");
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  INFO(Files.Findings << Files.Notes);
  CHECK(Files.finds("a.mlir:2:16: error: expected ':'"));
  Files.write(".noisy.yaml", "dialects: {files: [nothing.td]}\n");
  CHECK(Files.run({Path}) == CheckStatus::Fine);
  CHECK(Files.Notes.find("nothing.td") != std::string::npos);
}

TEST_CASE("Check: warnings do not fail", "[check]") {
  CheckRun Files;
  std::string Path =
      Files.write("unknown.mlir", "func.func private @f() -> !noisy.i32\n"
                                  "func.func @g() -> !noisy.i32 {\n"
                                  "  %a = call @f() : () -> !noisy.i32\n"
                                  "  return %a : !noisy.i32\n"
                                  "}\n");
  CHECK(Files.run({Path}) == CheckStatus::Fine);
  CHECK(Files.finds("unknown.mlir:3:3: warning: "));
  CHECK(Files.finds(" [noise-unknown]\n"));
  CHECK(Files.run({Files.write("empty.mlir", "")}) == CheckStatus::Fine);
  CHECK(Files.Findings == "");
}

TEST_CASE("Check: files that cannot be read, and bytes that are no text",
          "[check]") {
  CheckRun Files;
  Files.Options.TryFeatures = false;
  std::string Odd = Files.write("odd.mlir", "\n// \xff\n");
  CHECK(Files.run({"/nowhere/a.mlir", Odd}) == CheckStatus::Unreadable);
  CHECK(Files.Findings == "odd.mlir:2:4: warning: not UTF-8 from here on; such "
                          "bytes are read as U+FFFD\n");
  CHECK(Files.Notes.find("/nowhere/a.mlir: cannot be read: ") == 0);
}

TEST_CASE("Check: all requests of the server are tried out", "[check]") {
  CheckedServer Server(ourServer(), {"--log=error"}, std::chrono::minutes(1));
  Examination File(Server, "untitled:a",
                   Text(std::string(Overflow) +
                        "func.func @g(%x: i5) -> !noisy.i32 {\n"
                        "  %a = call @f(%x) : (i5) -> !noisy.i32\n"
                        "  return %a : !noisy.i32\n"
                        "}\n"));
  REQUIRE(File.open());
  for (const CheckedFeature &Feature : checkedFeatures(Server.capabilities())) {
    INFO(Feature.Provider);
    CHECK(File.hasCapability(Feature.Provider));
    Feature.Try(File);
  }
  CHECK(File.complaints().empty());
  // Those that nobody announces are LLVM's.
  for (const RequestRow &Row : requestTable()) {
    INFO(Row.Method);
    CHECK((!Row.Capability || File.hasTried(Row.Method)));
    CHECK((Row.Capability || llvm::StringRef(Row.Method).starts_with("mlir/")));
  }
}

TEST_CASE("Check: all that the server announces is in the table of requests",
          "[check]") {
  CheckedServer Server(ourServer(), {"--log=error"}, std::chrono::minutes(1));
  json Rest = Server.capabilities();
  Rest.erase("textDocumentSync");
  Rest.erase("positionEncoding");
  std::set<std::string> AnnouncedNames;
  for (const RequestRow &Row : requestTable())
    if (Row.Capability)
      AnnouncedNames.insert(
          llvm::StringRef(Row.Capability).split('/').first.str());
  for (const auto &[Name, Value] : Rest.items()) {
    INFO(Name);
    CHECK(AnnouncedNames.count(Name));
  }
  for (const auto &[Name, Value] :
       Rest.at("experimental").at("noisy").items()) {
    INFO(Name);
    CHECK(llvm::any_of(requestTable(), [&](const RequestRow &Row) {
      return Row.Capability && Row.Capability == "experimental/noisy/" + Name;
    }));
  }
}

//===----------------------------------------------------------------------===//
// Bad servers
//===----------------------------------------------------------------------===//

/// A server with hovers, which `onHover` (Python; `line`, `answer`) answers.
static std::string fakeServer(const std::string &OnHover) {
  return R"py(#!/usr/bin/env python3
import json, sys
def read():
    length = 0
    while True:
        line = sys.stdin.buffer.readline().strip()
        if not line:
            return json.loads(sys.stdin.buffer.read(length)) if length else sys.exit()
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
def hover(line, answer):
)py" + OnHover +
         R"py(
while True:
    message = read()
    if message["method"] == "exit":
        sys.exit()
    if "id" not in message:
        continue
    result, line = None, -1
    if message["method"] == "initialize":
        result = {"capabilities": {"hoverProvider": True}}
    elif message["method"] == "textDocument/diagnostic":
        result = {"kind": "full", "items": []}
    elif message["method"] == "textDocument/hover":
        line = message["params"]["position"]["line"]
        result = hover(line, {"contents": {"kind": "plaintext", "value": "x"}})
    body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()
)py";
}

static void useFake(CheckRun &Files, const std::string &OnHover) {
  Files.Options.Program = Files.write("server", fakeServer(OnHover));
  std::filesystem::permissions(Files.Options.Program,
                               std::filesystem::perms::owner_all);
  Files.Options.Arguments = {};
}

TEST_CASE("Check: a server that ends is found, and the rest is tried",
          "[check]") {
  CheckRun Files;
  useFake(Files, "    return sys.exit(1) if line == 1 else answer");
  std::string Path = Files.write("a.mlir", "a\nb c\nd\n");
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  // Two words and the end of that line.
  CHECK(Files.Findings ==
        "a.mlir:2:1: internal error: textDocument/hover: the server ended "
        "instead of answering textDocument/hover\n"
        "a.mlir:2:3: internal error: textDocument/hover: the server ended "
        "instead of answering textDocument/hover\n"
        "a.mlir:2:4: internal error: textDocument/hover: the server ended "
        "instead of answering textDocument/hover\n");
  CHECK(Files.Notes == "a.mlir: 0 errors, 0 warnings, 3 internal errors; 9 "
                       "requests\n");
}

TEST_CASE("Check: a server that always ends is given up", "[check]") {
  CheckRun Files;
  useFake(Files, "    sys.exit(1)");
  std::string Path = Files.write("a.mlir", "a b c d e f g h\n");
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  CHECK(Files.finds("this file is not tried any further"));
  CHECK(Files.Notes == "a.mlir: 0 errors, 0 warnings, 6 internal errors; 6 "
                       "requests\n");
}

TEST_CASE("Check: nonsense is found, and said where", "[check]") {
  CheckRun Files;
  std::string Path = Files.write("a.mlir", "\n  word\n");
  useFake(Files, "    return dict(answer, range={'start': {'line': 7, "
                 "'character': 0}, 'end': {'line': 7, 'character': 1}})");
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  CHECK(Files.finds("a.mlir:2:3: internal error: textDocument/hover: the range "
                    "8:1 to 8:2 is not in the text\n"));
  useFake(Files, "    return {'contents': 1}");
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  CHECK(Files.finds("a.mlir:2:3: internal error: textDocument/hover: the "
                    "answer does not follow LSP:  "));
}

TEST_CASE("Check: a server that hangs or is none", "[check]") {
  CheckRun Files;
  std::string Path = Files.write("a.mlir", "a\n");
  Files.Options.Timeout = std::chrono::milliseconds(300);
  Files.Options.Program = "/bin/sleep";
  Files.Options.Arguments = {"60"};
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  CHECK(Files.finds("a.mlir:1:1: internal error: textDocument/diagnostic: "
                    "waited 300 ms in vain for the answer to initialize\n"));
  Files.Options.Program = "/bin/false";
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  Files.Options.Program = "/no/such/program";
  CHECK(Files.run({Path}) == CheckStatus::Errors);
  CHECK(Files.finds("internal error: textDocument/diagnostic: cannot start"));
}
