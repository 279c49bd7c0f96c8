//===- WorkspaceTest.cpp - The open documents -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/workspace/Workspace.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// What a workspace says, in order.
struct Events : Workspace::Listener {
  std::vector<std::string> Lines;

  void onOpened(const std::string &Uri) override {
    Lines.push_back("opened " + Uri);
  }
  void onTextChanged(const std::string &Uri) override {
    Lines.push_back("changed " + Uri);
  }
  void onModelChanged(const std::string &Uri) override {
    Lines.push_back("model of " + Uri);
  }
  void onSettingsChanged() override { Lines.push_back("settings"); }
  void onClosed(const std::string &Uri) override {
    Lines.push_back("closed " + Uri);
  }
  std::vector<std::string> take() { return std::exchange(Lines, {}); }
};

struct Session {
  TestPipe Output;
  Dispatcher Peer{std::make_shared<MessageWriter>(Output.writeEnd())};
  ClientConnection Client{Peer, nullptr};
  Events Heard;
  Workspace Documents{allDialects(), Client, Heard};

  Session() {
    DidOpenParams Params;
    Params.Uri = "a:a";
    Params.Text = "// one\n";
    Documents.open(Params);
  }
  void change(std::optional<std::vector<ContentChange>> Changes) {
    DidChangeParams Params;
    Params.Uri = "a:a";
    Params.Version = 2;
    Params.Changes = std::move(Changes);
    Documents.change(Params);
  }
};
} // namespace

using Lines = std::vector<std::string>;
using Changes = std::vector<ContentChange>;

TEST_CASE("Workspace: documents are opened, edited and closed", "[workspace]") {
  Session S;
  CHECK(S.Heard.take() == Lines{"opened a:a"});
  S.change(Changes{{Range{{0, 3}, {0, 6}}, "two"}});
  CHECK(S.Documents.get("a:a")->text().bytes() == "// two\n");
  CHECK(S.Documents.get("a:a")->version() == 2);
  S.Documents.close({"a:a"});
  CHECK(S.Heard.take() == Lines{"changed a:a", "closed a:a", "changed a:a"});
  CHECK(S.Documents.find("a:a") == nullptr);
  CHECK_THROWS_AS(S.Documents.get("a:a"), ResponseError);
  // A client may close what is not open.
  S.Documents.close({"b:b"});
  CHECK(S.Heard.take() == Lines{"closed b:b"});
}

TEST_CASE("Workspace: an edit that makes no sense loses the text",
          "[workspace]") {
  Session S;
  S.change(std::nullopt);
  CHECK(S.Documents.find("a:a") == nullptr);
  S.change(Changes{{Range{{0, 0}, {0, 0}}, "x"}});
  CHECK(S.Documents.find("a:a") == nullptr);
  // Until the client gives all of it.
  S.change(Changes{{std::nullopt, "x"}, {Range{{0, 1}, {0, 1}}, "y"}});
  REQUIRE(S.Documents.find("a:a"));
  CHECK(S.Documents.find("a:a")->text().bytes() == "xy");
}

TEST_CASE("Workspace: settings, and the dialects with the model of a document",
          "[workspace]") {
  Session S;
  (void)S.Heard.take();
  const mlir::DialectRegistry *OldRegistry = &S.Documents.registry("a:a");
  S.Documents.configuration().push({{"nearLimit", 7}});
  // Not before they are applied.
  CHECK(S.Documents.settings("a:a").NearLimit == Settings().NearLimit);
  S.Documents.applySettings();
  CHECK(S.Documents.settings("a:a").NearLimit == 7);
  CHECK(S.Heard.take() == Lines{"settings"});
  CHECK(&S.Documents.registry("a:a") == OldRegistry);
  S.Documents.configuration().push({{"model", "initial=5,max=9"}});
  S.Documents.applySettings();
  CHECK(S.Heard.take() == Lines{"model of a:a", "settings"});
  CHECK(&S.Documents.registry("a:a") != OldRegistry);
  S.Documents.applySettings();
  CHECK(S.Heard.take().empty());
}
