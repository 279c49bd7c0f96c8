//===- ReadingRequestsTest.cpp - Requests that only read ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/CrashRecovery.h"
#include "tests/server/handlers/RequestSession.h"
#include <csignal>
#include <future>
#include <thread>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Uri = "untitled:one";

static json position(uint32_t Line, uint32_t Character) {
  return positionParams(Uri, Line, Character);
}

namespace {
struct ExtraParams : PositionParams {
  int Extra = 0;

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.required("extra", Extra);
  }
};

struct QueryParams {
  std::string Query;

  template <typename Io> void map(Io &Json) { Json.required("query", Query); }
};
} // namespace

static size_t offset(const PositionParams &Params, const DocumentView &View) {
  return *View.offset(Params.Position);
}

/// The query, and the texts of all documents.
static std::vector<std::string> texts(const QueryParams &Params,
                                      llvm::ArrayRef<DocumentView> Views) {
  std::vector<std::string> Result = {Params.Query};
  for (const DocumentView &View : Views)
    Result.push_back(View.Uri + "=" + View.state().text().bytes().str());
  return Result;
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
  auto Handle = [&](const ExtraParams &Params,
                    const DocumentView &View) -> json {
    Reader = std::this_thread::get_id();
    return {{"uri", View.Uri},
            {"extra", Params.Extra},
            {"text", View.state().text().bytes().str()},
            {"offset", *View.offset(Params.Position)}};
  };
  S.add("what", reads(Handle));
  S.open(Uri, "ab\ncäd", buildNothing);
  S.start();
  S.notify("where", nullptr);
  json Params = position(1, 2);
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
  auto Handle = [](const PositionParams &Params,
                   const DocumentView &View) -> json {
    std::optional<size_t> Offset = View.offset(Params.Position);
    return {{"offset", Offset ? json(*Offset) : json()},
            {"behind", View.Places.isBehind()}};
  };
  S.add("offset", reads(Handle));
  S.open(Uri, "abc",
         [Building](Text Contents, int64_t Version, const OffsetMap &Edits,
                    Effort MaxEffort, const std::function<bool()> &ShouldStop) {
           Building.wait();
           return buildNothing(Contents, Version, Edits, MaxEffort, ShouldStop);
         });
  S.start();
  // Asked before there is a snapshot, and before two letters come.
  int64_t Early = S.send("offset", position(0, 1));
  int64_t OtherRequest = S.send("none", nullptr);
  CHECK_FALSE(S.wait(OtherRequest));
  S.Documents[Uri]->update(Text("xxabc"), {{{0, 0}, 2}}, 2);
  MayBuild.set_value();
  json Offset = S.wait(Early).Result["offset"];
  CHECK((Offset == 1 || // the first build was kept
         Offset == 3));
}

TEST_CASE("Reading: questions that make no sense", "[reading]") {
  RequestSession S;
  S.add("offset", reads(offset));
  auto Throw = [](const DocumentParams &, const DocumentView &) -> json {
    throw std::runtime_error("oh");
  };
  S.add("throw", reads(Throw));
  S.add("all", readsAll(texts));
  S.open(Uri, "abc", buildNothing);
  S.start();
  int InvalidParams = int(ErrorCode::InvalidParams);
  CHECK(S.errorCode("offset", nullptr) == InvalidParams);
  CHECK(S.errorCode("offset", documentParams("untitled:other")) ==
        InvalidParams);
  CHECK(S.errorCode("offset", documentParams(Uri)) == InvalidParams);
  CHECK(S.errorCode("all", json::object()) == InvalidParams);
  CHECK(S.errorCode("throw", documentParams(Uri)) ==
        int(ErrorCode::InternalError));
  // It goes on.
  CHECK(S.ask("offset", position(0, 9)) == 3);
  CHECK(S.Log == std::vector<std::string>{"a request failed: oh"});
}

TEST_CASE("Reading: a request that crashes gets an error", "[reading]") {
  CrashRecovery Recovery;
  RequestSession S;
  auto Crash = [](const DocumentParams &, const DocumentView &) -> json {
    ::raise(SIGSEGV);
    return nullptr;
  };
  S.add("crash", reads(Crash));
  S.add("offset", reads(offset));
  S.open(Uri, "abc", buildNothing);
  S.start();
  for (unsigned Time = 0; Time != 3; ++Time)
    CHECK(S.errorCode("crash", documentParams(Uri)) ==
          int(ErrorCode::InternalError));
  CHECK(S.ask("offset", position(0, 9)) == 3);
}

TEST_CASE("Reading: what is cancelled is not computed", "[reading]") {
  RequestSession S;
  std::promise<void> MayGoOn;
  std::atomic<int> ComputationCount = 0;
  auto Wait = [&](const DocumentParams &, const DocumentView &) -> json {
    MayGoOn.get_future().wait();
    return nullptr;
  };
  auto Count = [&](const DocumentParams &, const DocumentView &) -> json {
    return ++ComputationCount;
  };
  S.add("wait", reads(Wait));
  S.add("count", reads(Count));
  S.open(Uri, "abc", buildNothing);
  S.start();
  int64_t First = S.send("wait", documentParams(Uri));
  int64_t Second = S.send("count", documentParams(Uri));
  S.notify("$/cancelRequest", {{"id", Second}});
  // Cancelled while it waits for its turn.
  CHECK(S.errorOf(Second) == int(ErrorCode::RequestCancelled));
  MayGoOn.set_value();
  CHECK(S.wait(First));
  CHECK(S.ask("count", documentParams(Uri)) == 1);
}

TEST_CASE("Reading: all documents at once", "[reading]") {
  RequestSession S;
  S.add("all", readsAll(texts));
  S.start();
  json Params = {{"query", "q"}};
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
  S.add("text", reads(offset));
  S.open(Uri, "abc",
         [Building](Text, int64_t, const OffsetMap &, Effort,
                    const std::function<bool()> &) {
           Building.wait();
           return Document::SnapshotPtr();
         });
  S.start();
  int64_t PendingRequest = S.send("text", position(0, 0));
  int64_t OtherRequest = S.send("none", nullptr);
  CHECK_FALSE(S.wait(OtherRequest));
  S.Documents[Uri]->close();
  MayBuild.set_value();
  CHECK(S.errorOf(PendingRequest) == int(ErrorCode::ContentModified));
}
