//===- ReadingRequestsTest.cpp - Requests that only read ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/ReadingRequests.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/handlers/RequestSession.h"
#include <csignal>
#include <future>
#include <thread>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Question = ReadingRequests::Question;

static const std::string Uri = "untitled:one";

static json about(const std::string &Document) {
  return {{"textDocument", {{"uri", Document}}}};
}

static json at(uint32_t Line, uint32_t Character) {
  json Params = about(Uri);
  Params["position"] = Position{Line, Character};
  return Params;
}

/// A snapshot that knows no more than its text.
static Document::SnapshotPtr buildNothing(Text Contents, int64_t Version,
                                          const OffsetMap &, Effort,
                                          const std::function<bool()> &) {
  return std::make_shared<Snapshot>(std::move(Contents), Version,
                                    std::vector<Snapshot::Part>());
}

TEST_CASE("Reading: a question is answered on another thread", "[reading]") {
  RequestSession S;
  std::thread::id MainThread, Reader;
  S.Server.onNotification(
      "where", [&](const json &) { MainThread = std::this_thread::get_id(); });
  S.Reads.add("what", [&](const Question &Asked) -> json {
    Reader = std::this_thread::get_id();
    return {{"uri", Asked.Uri},
            {"extra", Asked.Params["extra"]},
            {"text", Asked.Places.state().text().bytes().str()},
            {"offset", *Asked.offset()}};
  });
  S.open(Uri, "ab\ncäd", buildNothing);
  S.start();
  S.notify("where", nullptr);
  json Params = at(1, 2);
  Params["extra"] = 7;
  CHECK(S.ask("what", Params) ==
        json({{"uri", Uri}, {"extra", 7}, {"text", "ab\ncäd"}, {"offset", 6}}));
  CHECK(Reader != MainThread);
  CHECK(Reader != std::thread::id());
}

TEST_CASE("Reading: positions are of the text that was asked about",
          "[reading]") {
  RequestSession S;
  std::promise<void> MayBuild;
  std::shared_future<void> Building = MayBuild.get_future();
  S.Reads.add("offset", [&](const Question &Asked) -> json {
    std::optional<size_t> Offset = Asked.offset();
    return {{"offset", Offset ? json(*Offset) : json()},
            {"behind", Asked.Places.isBehind()}};
  });
  S.open(Uri, "abc",
         [Building](Text Contents, int64_t Version, const OffsetMap &Since,
                    Effort Allowed, const std::function<bool()> &Stopped) {
           Building.wait();
           return buildNothing(Contents, Version, Since, Allowed, Stopped);
         });
  S.start();
  // Asked before there is a snapshot, and before two letters come.
  int Early = S.send("offset", at(0, 1));
  int Other = S.send("none", nullptr);
  CHECK(S.wait(Other).contains("error"));
  S.Documents[Uri]->update(Text("xxabc"), {{{0, 0}, 2}}, 2);
  MayBuild.set_value();
  json Message = S.wait(Early);
  CHECK((Message["result"]["offset"] == 1 || // the first build was kept
         Message["result"]["offset"] == 3));
}

TEST_CASE("Reading: questions that make no sense", "[reading]") {
  RequestSession S;
  S.Reads.add("offset",
              [](const Question &Asked) -> json { return *Asked.offset(); });
  S.Reads.add("throw",
              [](const Question &) -> json { throw std::runtime_error("oh"); });
  S.Reads.addForAll("all", [](const json &Params, const auto &) -> json {
    return Params.at("query");
  });
  S.open(Uri, "abc", buildNothing);
  S.start();
  int InvalidParams = int(ErrorCode::InvalidParams);
  CHECK(S.askWrongly("offset", nullptr) == InvalidParams);
  CHECK(S.askWrongly("offset", about("untitled:other")) == InvalidParams);
  CHECK(S.askWrongly("offset", about(Uri)) == InvalidParams);
  CHECK(S.askWrongly("all", json::object()) == InvalidParams);
  CHECK(S.askWrongly("throw", about(Uri)) == int(ErrorCode::InternalError));
  // It goes on.
  CHECK(S.ask("offset", at(0, 9)) == 3);
  CHECK(S.Log == std::vector<std::string>{"a request failed: oh"});
}

TEST_CASE("Reading: a request that crashes gets an error", "[reading]") {
  CrashRecovery Recovery;
  RequestSession S;
  S.Reads.add("crash", [](const Question &) -> json {
    ::raise(SIGSEGV);
    return nullptr;
  });
  S.Reads.add("offset",
              [](const Question &Asked) -> json { return *Asked.offset(); });
  S.open(Uri, "abc", buildNothing);
  S.start();
  for (unsigned Time = 0; Time != 3; ++Time)
    CHECK(S.askWrongly("crash", about(Uri)) == int(ErrorCode::InternalError));
  CHECK(S.ask("offset", at(0, 9)) == 3);
}

TEST_CASE("Reading: what is cancelled is not computed", "[reading]") {
  RequestSession S;
  std::promise<void> MayGoOn;
  std::atomic<int> Computed = 0;
  S.Reads.add("wait", [&](const Question &) -> json {
    MayGoOn.get_future().wait();
    return nullptr;
  });
  S.Reads.add("count", [&](const Question &) -> json { return ++Computed; });
  S.open(Uri, "abc", buildNothing);
  S.start();
  int First = S.send("wait", about(Uri));
  int Second = S.send("count", about(Uri));
  S.notify("$/cancelRequest", {{"id", Second}});
  // Cancelled while it waits for its turn.
  CHECK(S.wait(Second)["error"]["code"] == int(ErrorCode::RequestCancelled));
  MayGoOn.set_value();
  CHECK(S.wait(First).contains("result"));
  CHECK(S.ask("count", about(Uri)) == 1);
}

TEST_CASE("Reading: all documents at once", "[reading]") {
  RequestSession S;
  S.Reads.addForAll("all", [](const json &Params, const auto &Open) -> json {
    json Result = Params["query"];
    for (const ReadingRequests::Open &Each : Open)
      Result.push_back(Each.Uri + "=" +
                       Each.Places.state().text().bytes().str());
    return Result;
  });
  S.start();
  json Params = {{"query", {"q"}}};
  CHECK(S.ask("all", Params) == json({"q"}));
  S.open("c:c", "3", buildNothing);
  S.open("a:a", "1", buildNothing);
  S.open("b:b", "2", buildNothing);
  CHECK(S.ask("all", Params) == json({"q", "a:a=1", "b:b=2", "c:c=3"}));
}

TEST_CASE("Reading: a document that is closed meanwhile", "[reading]") {
  RequestSession S;
  std::promise<void> MayBuild;
  std::shared_future<void> Building = MayBuild.get_future();
  S.Reads.add("text", [](const Question &) -> json { return 1; });
  S.open(Uri, "abc",
         [Building](Text, int64_t, const OffsetMap &, Effort,
                    const std::function<bool()> &) {
           Building.wait();
           return Document::SnapshotPtr();
         });
  S.start();
  int Waiting = S.send("text", about(Uri));
  int Other = S.send("none", nullptr);
  CHECK(S.wait(Other).contains("error"));
  S.Documents[Uri]->close();
  MayBuild.set_value();
  CHECK(S.wait(Waiting)["error"]["code"] == int(ErrorCode::ContentModified));
}
