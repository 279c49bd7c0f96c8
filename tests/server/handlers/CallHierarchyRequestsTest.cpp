//===- CallHierarchyRequestsTest.cpp - Who calls whom, in LSP -------------===//
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
/// A client that asks about the calls in an open document.
struct Session : RequestSession {
  Session() { start(); }

  void openText(const std::string &Contents) {
    auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Uri);
    open(Uri, Contents,
         [Builder](Text NewContents, int64_t Version, const OffsetMap &Edits,
                   Effort MaxEffort, const std::function<bool()> &ShouldStop) {
           return Builder->build(std::move(NewContents), Version, Edits,
                                 MaxEffort, ShouldStop);
         });
  }

  json prepare(uint32_t Line, uint32_t Character) {
    return ask("textDocument/prepareCallHierarchy",
               {{"textDocument", {{"uri", Uri}}},
                {"position", Position{Line, Character}}});
  }
};
} // namespace

static json range(uint32_t Line, uint32_t Begin, uint32_t EndLine,
                  uint32_t End) {
  return Range{{Line, Begin}, {EndLine, End}};
}

static const char Program[] = R"(func.func private @f(!noisy.i32)
func.func @g() { %x = arith.constant 1 : i5
  %e = noisy.encode %x : i5 -> !noisy.i32
  call @f(%e) : (!noisy.i32) -> ()
  return
}
func.call @g() : () -> ()
)";

TEST_CASE("Calls: items and both ends", "[calls]") {
  Session S;
  S.openText(Program);
  json F = {{"name", "f"},
            {"kind", 12},
            {"uri", Uri},
            {"range", range(0, 0, 0, 32)},
            {"selectionRange", range(0, 18, 0, 20)},
            {"data", {{"chunk", 0}, {"path", {"f"}}, {"which", 0}}}};
  CHECK(S.prepare(3, 8) == json::array({F}));

  json IncomingCalls = S.ask("callHierarchy/incomingCalls", {{"item", F}});
  REQUIRE(IncomingCalls.size() == 1);
  CHECK(IncomingCalls[0].at("from").at("name") == "g");
  CHECK(IncomingCalls[0].at("from").at("detail") ==
        "noise at most 12 bits, limit 26; passes %e: 12 bits, limit 26");
  CHECK(IncomingCalls[0].at("fromRanges") == json::array({range(3, 7, 3, 9)}));

  json OutgoingCalls = S.ask("callHierarchy/outgoingCalls",
                             {{"item", IncomingCalls[0].at("from")}});
  json Callee = F;
  Callee["detail"] = "passes %e: 12 bits, limit 26";
  CHECK(OutgoingCalls ==
        json::array({{{"to", Callee}, {"fromRanges", {range(3, 7, 3, 9)}}}}));
}

TEST_CASE("Calls: items without a name have no calls", "[calls]") {
  Session S;
  S.openText(Program);
  json IncomingCalls =
      S.ask("callHierarchy/incomingCalls", {{"item", S.prepare(1, 12).at(0)}});
  REQUIRE(IncomingCalls.size() == 1);
  json Top = IncomingCalls[0].at("from");
  CHECK(Top.at("name") == "<top level>");
  CHECK(Top.at("kind") == 3);
  CHECK_FALSE(Top.contains("data"));
  CHECK(S.ask("callHierarchy/incomingCalls", {{"item", Top}}).empty());
  CHECK(S.ask("callHierarchy/outgoingCalls", {{"item", Top}}).empty());
}

TEST_CASE("Calls: an item is found again after edits", "[calls]") {
  Session S;
  S.openText(Program);
  json F = S.prepare(0, 19).at(0);
  S.Documents[Uri]->update(Text("\n" + std::string(Program)), {{{0, 0}, 1}}, 2);
  json IncomingCalls = S.ask("callHierarchy/incomingCalls", {{"item", F}});
  CHECK(IncomingCalls.at(0).at("fromRanges") ==
        json::array({range(4, 7, 4, 9)}));
}

TEST_CASE("Calls: questions that make no sense", "[calls]") {
  Session S;
  S.openText(Program);
  CHECK(S.prepare(2, 3) == nullptr);
  CHECK(S.prepare(90, 3) == nullptr);
  json F = S.prepare(0, 19).at(0);
  F["data"] = "f";
  CHECK(S.errorCode("callHierarchy/incomingCalls", {{"item", F}}) ==
        int(ErrorCode::InvalidParams));
  F["data"] = {{"chunk", 7}, {"path", json::array()}, {"which", 9}};
  CHECK(S.ask("callHierarchy/incomingCalls", {{"item", F}}).empty());
  F["uri"] = "file:///none.mlir";
  CHECK(S.errorCode("callHierarchy/outgoingCalls", {{"item", F}}) ==
        int(ErrorCode::InvalidParams));
}
