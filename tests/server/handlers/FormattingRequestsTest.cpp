//===- FormattingRequestsTest.cpp - Formatting, in LSP --------------------===//
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

/// The answer to a request about a document with `Contents`.
static json ask(const std::string &Contents, const char *Method, json Params) {
  RequestSession Session;
  Session.start();
  auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Uri);
  Session.open(Uri, Contents,
               [Builder](Text NewContents, int64_t Version,
                         const OffsetMap &Edits, Effort MaxEffort,
                         const std::function<bool()> &ShouldStop) {
                 return Builder->build(std::move(NewContents), Version, Edits,
                                       MaxEffort, ShouldStop);
               });
  Params["textDocument"] = {{"uri", Uri}};
  Params["options"] = {{"tabSize", 8}, {"insertSpaces", false}};
  return Session.ask(Method, Params);
}

static json edit(uint32_t Line, uint32_t Begin, uint32_t End,
                 const char *NewText) {
  return {{"range", Range{{Line, Begin}, {Line, End}}}, {"newText", NewText}};
}

TEST_CASE("Formatting requests: edits are in columns of the client",
          "[formatting]") {
  json Answer = ask("a.b \"\xf0\x9f\x98\x80\"{\nc.d:i32\n}\n",
                    "textDocument/formatting", json::object());
  CHECK(Answer == json::array({edit(0, 8, 8, " "), edit(1, 0, 0, "  "),
                               edit(1, 3, 3, " "), edit(1, 4, 4, " ")}));
  // Behind a character of two units.
  Answer = ask("a.b \"\xf0\x9f\x98\x80\":i32\n", "textDocument/formatting",
               json::object());
  CHECK(Answer == json::array({edit(0, 8, 8, " "), edit(0, 9, 9, " ")}));
}

TEST_CASE("Formatting requests: of a range, and while typing", "[formatting]") {
  std::string Text = "a.b {\nc.d\ne.f\n}\n";
  CHECK(ask(Text, "textDocument/rangeFormatting",
            {{"range", Range{{2, 1}, {2, 2}}}})
            .is_null());
  CHECK(ask(Text, "textDocument/rangeFormatting",
            {{"range", Range{{2, 1}, {1, 0}}}}) ==
        json::array({edit(1, 0, 0, "  "), edit(2, 0, 0, "  ")}));
  CHECK(ask("a.b {\n\n}\n", "textDocument/onTypeFormatting",
            {{"position", Position{1, 0}}, {"ch", "\n"}}) ==
        json::array({edit(1, 0, 0, "  ")}));
  // Nothing to do is no list of edits.
  CHECK(ask("a.b {\n  c.d\n}\n", "textDocument/formatting", json::object())
            .is_null());
  CHECK(ask("a.b {\n  }\n", "textDocument/onTypeFormatting",
            {{"position", Position{1, 3}}, {"ch", "}"}}) ==
        json::array({edit(1, 0, 2, "")}));
}
