//===- RenameRequestsTest.cpp - Renaming, in LSP --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotBuilder.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/handlers/RequestSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Uri = "file:///a.mlir";

namespace {
/// A client that renames in an open document.
struct Session : RequestSession {
  explicit Session(bool HasVersions = true) {
    Client.VersionedDocumentChanges = HasVersions;
    start();
  }

  void openText(const std::string &Contents) {
    auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Uri);
    open(Uri, Contents,
         [Builder](Text NewContents, int64_t Version, const OffsetMap &Edits,
                   Effort MaxEffort, const std::function<bool()> &ShouldStop) {
           return Builder->build(std::move(NewContents), Version, Edits,
                                 MaxEffort, ShouldStop);
         });
  }

  static json position(uint32_t Line, uint32_t Character) {
    return {{"textDocument", {{"uri", Uri}}},
            {"position", Position{Line, Character}}};
  }
  static json position(uint32_t Line, uint32_t Character, const char *NewName) {
    json Params = position(Line, Character);
    Params["newName"] = NewName;
    return Params;
  }
};
} // namespace

static json edit(uint32_t Line, uint32_t Begin, uint32_t End,
                 const char *NewText) {
  return {{"range", Range{{Line, Begin}, {Line, End}}}, {"newText", NewText}};
}

/// A column behind a letter of two bytes is one less than its byte's.
static const char Program[] = R"(func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a {s = "ä", r = @g} : i32
  return %0 : i32
}
func.func private @g()
)";

TEST_CASE("Renaming: the edit has the version it is for", "[rename]") {
  Session S;
  S.openText(Program);
  json Edits =
      json::array({edit(1, 40, 41, "\"a b\""), edit(4, 19, 20, "\"a b\"")});
  CHECK(S.ask("textDocument/rename", S.position(4, 19, "@a b")) ==
        json({{"documentChanges",
               {{{"textDocument", {{"uri", Uri}, {"version", 1}}},
                 {"edits", Edits}}}}}));
  std::string NewText = "\n" + std::string(Program);
  S.Documents[Uri]->update(Text(NewText), {{{0, 0}, 1}}, 2);
  json Reply = S.ask("textDocument/rename", S.position(2, 3, "x"));
  json Change = Reply.at("documentChanges").at(0);
  CHECK(Change.at("textDocument").at("version") == 2);
  CHECK(Change.at("edits") ==
        json::array({edit(2, 3, 4, "x"), edit(3, 10, 11, "x")}));
}

TEST_CASE("Renaming: for clients without versions", "[rename]") {
  Session S(/*Versioned=*/false);
  S.openText(Program);
  CHECK(S.ask("textDocument/rename", S.position(1, 2, "%x")) ==
        json({{"changes",
               {{Uri,
                 json::array({edit(1, 3, 4, "x"), edit(2, 10, 11, "x")})}}}}));
}

TEST_CASE("Renaming: what is prepared", "[rename]") {
  Session S;
  S.openText(Program);
  CHECK(S.ask("textDocument/prepareRename", S.position(1, 41)) ==
        json({{"range", Range{{1, 40}, {1, 41}}}, {"placeholder", "g"}}));
  CHECK(S.ask("textDocument/prepareRename", S.position(1, 34)) == nullptr);
  CHECK(S.ask("textDocument/prepareRename", S.position(9, 0)) == nullptr);
}

TEST_CASE("Renaming: a refusal says why", "[rename]") {
  Session S;
  S.openText(Program);
  auto refusal = [&](const char *Method, json Params) {
    Outcome Reply = S.request(Method, std::move(Params));
    REQUIRE_FALSE(Reply);
    CHECK(Reply.Error->Code == int(ErrorCode::RequestFailed));
    return Reply.Error->Message;
  };
  CHECK(refusal("textDocument/rename", S.position(1, 2, "%a")) ==
        "the name %a is taken: line 1 defines it, and both are known in the "
        "same place");
  CHECK(refusal("textDocument/rename", S.position(1, 34, "%a")) ==
        "there is no name here");
  CHECK(refusal("textDocument/prepareRename", S.position(1, 8)) ==
        "the name of an operation cannot be changed");
  CHECK(S.errorCode("textDocument/rename", S.position(1, 2)) ==
        int(ErrorCode::InvalidParams));
}

TEST_CASE("Renaming: how it is announced", "[rename]") {
  ClientCapabilities Client;
  CHECK(announceRequests(Client)["renameProvider"] == true);
  Client.RenamePrepare = true;
  CHECK(announceRequests(Client)["renameProvider"] ==
        json({{"prepareProvider", true}}));
}
