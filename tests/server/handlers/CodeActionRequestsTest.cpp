//===- CodeActionRequestsTest.cpp - Fixes, offered and computed -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CodeActionRequests.h"
#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/RequestTable.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/handlers/PipeSession.h"
#include <future>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Overflow =
    "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  %c = noisy.mul %b, %b : !noisy.i32\n"
    "  return %c : !noisy.i32\n}\n";

namespace {
/// The requests in this process. A fix is what the test says, when it says so.
class Session : public PipeSession {
public:
  Session() {
    Documents.add(Open);
    addHandlers(Server, {&Connection, &Documents, nullptr, &Requests, nullptr,
                         nullptr, nullptr, nullptr});
    Client.CodeActionLiterals = true;
    Client.CodeActionResolveEdit = true;
    Client.CodeActionData = true;
    Client.VersionedDocumentChanges = true;
    Client.WorkDoneProgress = true;
    Server.onNotification("test/change", [this](json &Params) {
      Text New(Params.at("text").get<std::string>());
      Open->update(New, TextChange::diff(Open->text().bytes(), New.bytes()),
                   Open->version() + 1);
      Requests.textChanged(TestUri);
    });
    Server.onNotification("test/model",
                          [this](json &) { Requests.modelChanged(TestUri); });
    Server.onNotification("test/close", [this](json &) {
      Documents.close({TestUri});
      Open.reset();
      Requests.textChanged(TestUri);
    });
  }
  ~Session() {
    end();
    Documents.stop();
    Open.reset();
    Computed.set_value({});
  }

  json list(int Line, int Begin, int End, json Context = json::object()) {
    if (!Context.contains("diagnostics"))
      Context["diagnostics"] = json::array();
    return {{"textDocument", {{"uri", TestUri}}},
            {"range",
             {{"start", {{"line", Line}, {"character", Begin}}},
              {"end", {{"line", Line}, {"character", End}}}}},
            {"context", std::move(Context)}};
  }
  json askList(int Line, int Begin, int End, json Context = json::object()) {
    return ask("textDocument/codeAction",
               list(Line, Begin, End, std::move(Context)));
  }
  /// The first quick fix of the text.
  json firstFix() {
    json Actions = askList(2, 2, 4);
    REQUIRE(Actions.size() >= 1);
    return Actions[0];
  }
  int errorOf(int Id) {
    json Message = wait(Id);
    INFO(Message);
    REQUIRE(Message.contains("error"));
    return Message["error"]["code"];
  }

  ClientConnection Connection{Server, nullptr};
  ClientCapabilities &Client = Connection.Capabilities;
  /// What LLVM's server is asked; answered by nobody else.
  std::promise<llvm::unique_function<void(Outcome)>> Upstream;
  /// Fixes are computed as by the server.
  std::atomic<bool> IsReal = false;
  /// The outcome of the fix, and that its computation has begun.
  std::promise<Fix> Computed;
  std::promise<void> Begun;
  /// What was computed.
  const FixKind *Kind = nullptr;
  size_t Offset = 0;
  std::function<bool()> Cancelled;
  ReportHandler Report;

  std::shared_ptr<Document> Open = std::make_shared<Document>(
      TestUri, Text(Overflow), 1,
      [Builder = std::make_shared<SnapshotBuilder>(allDialects(), TestUri)](
          Text Source, int64_t Version, const OffsetMap &Since, Effort Allowed,
          const std::function<bool()> &Stopped) {
        return Builder->build(std::move(Source), Version, Since, Allowed,
                              Stopped);
      },
      [](const Document::SnapshotPtr &) {});

  Workspace::Listener Nobody;
  Workspace Documents{allDialects(), Connection, Nobody};

  CodeActionRequests Requests{
      Documents, Connection,
      [this](const FixTask &What, const std::function<bool()> &IsCancelled,
             const ReportHandler &Tell) {
        if (IsReal)
          return makeFixComputer("")(What, IsCancelled, Tell);
        Kind = What.Kind;
        Offset = What.Offset;
        Cancelled = IsCancelled;
        Report = Tell;
        Begun.set_value();
        return Computed.get_future().get();
      },
      [this](const std::string &, const Text &, const json &,
             const std::shared_ptr<Reply> &,
             llvm::unique_function<void(Outcome)> Then) {
        Upstream.set_value(std::move(Then));
      }};
};
} // namespace

static const Fix Done = {{{{0, 0}, "// fixed\n"}}, "it is done"};

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

TEST_CASE("Action requests: kinds that are asked for", "[actions]") {
  Session S;
  S.start();
  auto titles = [&](json Only, int Line = 2) {
    json Context = json::object();
    Context["only"] = std::move(Only);
    std::vector<std::string> Titles;
    for (const json &Action : S.askList(Line, 2, 3, Context))
      Titles.push_back(Action["kind"].get<std::string>());
    return Titles;
  };
  using Kinds = std::vector<std::string>;
  CHECK(titles(nullptr, 1) == Kinds{"refactor.rewrite"});
  CHECK(titles(nullptr) == Kinds{"quickfix"});
  CHECK(titles({""}) == Kinds{"quickfix"});
  CHECK(titles({"quickfix"}) == Kinds{"quickfix"});
  CHECK(titles({"quick"}) == Kinds{});
  CHECK(titles({"quickfix"}, 1) == Kinds{});
  for (const char *Around : {"refactor", "refactor.rewrite"})
    CHECK(titles({Around}, 1) == Kinds{"refactor.rewrite"});
  CHECK(titles({"refactor.inline"}, 1) == Kinds{});
  // Wherever the cursor is.
  for (const char *Around : {"source", "source.fixAll", "source.fixAll.noisy"})
    CHECK(titles({Around}, 0) == Kinds{"source.fixAll.noisy"});
  CHECK(titles({"source.fixAll.other"}) == Kinds{});
  CHECK(titles({"source.organizeImports"}) == Kinds{});
  CHECK(titles({"source.fixAll", "quickfix"}) ==
        Kinds{"quickfix", "source.fixAll.noisy"});
}

TEST_CASE("Action requests: what is refused is for those who show it",
          "[actions]") {
  Session S;
  S.start();
  json Only = {{"only", {"refactor"}}};
  CHECK(S.askList(2, 2, 3, Only) == json::array());
  S.Client.CodeActionDisabled = true;
  json Actions = S.askList(2, 2, 3, Only);
  REQUIRE(Actions.size() == 1);
  CHECK(Actions[0]["title"] == "Reduce %c here");
  CHECK(Actions[0]["disabled"]["reason"] ==
        "its noise is over the limit already; reduce what it is made of");
  CHECK_FALSE(Actions[0].contains("data"));
  CHECK_FALSE(Actions[0].contains("command"));
  Only["triggerKind"] = 2;
  CHECK(S.askList(2, 2, 3, Only) == json::array());
}

TEST_CASE("Action requests: LLVM's actions, if they come in time",
          "[actions]") {
  Session S;
  S.start();
  json Problem = {{"source", "mlir"}, {"message", "m"}};
  json Params = S.list(2, 2, 3, {{"diagnostics", {Problem}}});
  SECTION("in time") {
    int Id = S.send("textDocument/codeAction", Params);
    S.Upstream.get_future().get()({{{{"title", "LLVM's"}}}, std::nullopt});
    json Actions = S.wait(Id)["result"];
    REQUIRE(Actions.size() == 2);
    CHECK(Actions[0]["kind"] == "quickfix");
    CHECK(Actions[1]["title"] == "LLVM's");
  }
  SECTION("never") {
    json Actions = S.ask("textDocument/codeAction", Params);
    CHECK(Actions.size() == 1);
    // Too late.
    S.Upstream.get_future().get()({json::array(), std::nullopt});
    S.settle();
    CHECK(S.Unread.empty());
  }
  SECTION("not where they are no use") {
    Params["context"]["only"] = {"refactor"};
    CHECK(S.ask("textDocument/codeAction", Params) == json::array());
  }
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

TEST_CASE("Action requests: an action is resolved, with progress",
          "[actions]") {
  Session S;
  S.start();
  json Action = S.firstFix();
  int Id = S.send("codeAction/resolve", Action);
  S.Begun.get_future().wait();
  CHECK(S.Kind == &fixes::ReduceChunk);
  CHECK(S.Offset == Overflow.find("%c"));
  S.Report("so far");
  json Create = S.waitFor("window/workDoneProgress/create");
  S.answer(Create);
  json Begin = S.waitFor("$/progress")["params"];
  CHECK(Begin["token"] == Create["params"]["token"]);
  CHECK(Begin["value"]["title"] == "Insert optimal reduce_noise");
  CHECK(Begin["value"]["message"] == "so far");
  S.Computed.set_value(Done);
  json Resolved = S.wait(Id)["result"];
  CHECK(Resolved["title"] == "Insert optimal reduce_noise (it is done)");
  CHECK(Resolved["edit"]["documentChanges"][0]["textDocument"]["version"] == 1);
  CHECK(Resolved["edit"]["documentChanges"][0]["edits"].size() == 1);
  CHECK(S.waitFor("$/progress")["params"]["value"] ==
        json{{"kind", "end"}, {"message", "it is done"}});
  CHECK(S.waitFor("window/showMessage")["params"] ==
        json{{"type", 3}, {"message", "it is done"}});
  S.settle();
  CHECK(S.Unread.empty());
  S.Computed = {};
}

TEST_CASE("Action requests: a fix that is cancelled ends at once",
          "[actions]") {
  Session S;
  S.start();
  json Action = S.firstFix();
  Action["workDoneToken"] = "t";
  int Id = S.send("codeAction/resolve", Action);
  S.Begun.get_future().wait();
  CHECK(S.waitFor("$/progress")["params"]["value"]["kind"] == "begin");
  CHECK_FALSE(S.Cancelled());
  // By either way that there is; what computes has not noticed yet.
  SECTION("the request") { S.notify("$/cancelRequest", {{"id", Id}}); }
  SECTION("the progress") {
    S.notify("window/workDoneProgress/cancel", {{"token", "t"}});
  }
  CHECK(S.errorOf(Id) == int(ErrorCode::RequestCancelled));
  CHECK(S.waitFor("$/progress")["params"]["value"]["kind"] == "end");
  CHECK(S.Cancelled());
  S.Computed.set_value(Done);
  S.settle();
  CHECK(S.Unread.empty());
  S.Computed = {};
}

TEST_CASE("Action requests: a fix ends when its text changes", "[actions]") {
  Session S;
  S.start();
  json Action = S.firstFix();
  int Id = S.send("codeAction/resolve", Action);
  S.Begun.get_future().wait();
  SECTION("typed") { S.notify("test/change", {{"text", "// x\n" + Overflow}}); }
  SECTION("closed") { S.notify("test/close", json::object()); }
  CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
  CHECK(S.waitFor("window/showMessage")["params"] ==
        json{{"type", 2}, {"message", FixIsOutdated}});
  CHECK(S.Cancelled());
  S.Computed.set_value(Done);
  // The same offer does not even begin.
  CHECK(S.errorOf(S.send("codeAction/resolve", Action)) ==
        int(ErrorCode::ContentModified));
  S.Computed = {};
}

TEST_CASE("Action requests: a fix ends when another model holds", "[actions]") {
  Session S;
  S.start();
  json Action = S.firstFix();
  int Id = S.send("codeAction/resolve", Action);
  S.Begun.get_future().wait();
  S.notify("test/model", json::object());
  CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
  CHECK(S.waitFor("window/showMessage")["params"] ==
        json{{"type", 2}, {"message", FixModelChanged}});
  CHECK(S.Cancelled());
  S.Computed.set_value(Done);
  S.settle();
  S.Computed = {};
}

TEST_CASE("Action requests: on save nobody hears of what cannot be had",
          "[actions]") {
  Session S;
  S.start();
  json Actions =
      S.askList(0, 0, 0, {{"only", {"source.fixAll"}}, {"triggerKind", 2}});
  REQUIRE(Actions.size() == 1);
  int Id = S.send("codeAction/resolve", Actions[0]);
  S.Computed.set_value({{}, "nothing helps"});
  CHECK(S.wait(Id)["result"] == Actions[0]);
  CHECK(S.Kind == &fixes::ReduceDocument);
  CHECK(S.waitFor("window/logMessage")["params"]["message"] == "nothing helps");
  S.settle();
  CHECK(S.Unread.empty());
  S.Computed = {};
}

TEST_CASE("Action requests: a command that the client applies, or not",
          "[actions]") {
  Session S;
  // Or knows commands only.
  S.Client.CodeActionLiterals = GENERATE(true, false);
  S.Client.CodeActionResolveEdit = false;
  S.start();
  json Given = S.firstFix();
  json Command = S.Client.CodeActionLiterals ? Given["command"] : Given;
  CHECK(Command["title"] == "Insert optimal reduce_noise");
  bool Applies = GENERATE(true, false);
  int Id =
      S.send("workspace/executeCommand", {{"command", Command["command"]},
                                          {"arguments", Command["arguments"]}});
  S.Computed.set_value(Done);
  CHECK(S.wait(Id)["result"].is_null());
  json Apply = S.waitFor("workspace/applyEdit");
  CHECK(Apply["params"]["label"] == "Insert optimal reduce_noise (it is done)");
  CHECK(S.Unread.empty());
  json Reply = {{"applied", Applies}};
  S.answer(Apply, Reply);
  json Told = S.waitFor("window/showMessage")["params"];
  CHECK(Told["type"] == (Applies ? 3 : 1));
  CHECK(Told["message"] ==
        (Applies ? "it is done" : "the client did not apply the fix"));
  S.Computed = {};
}

//===----------------------------------------------------------------------===//
// A fix to look at
//===----------------------------------------------------------------------===//

static json proposal(const std::string &Scope, json More = json::object()) {
  More["textDocument"] = {{"uri", TestUri}};
  More["position"] = Position{2, 2};
  More["scope"] = Scope;
  return More;
}

TEST_CASE("Action requests: a fix is proposed, with progress", "[actions]") {
  Session S;
  json Capabilities = announceRequests({});
  CHECK(Capabilities["experimental"]["noisy"]["proposeFix"] == true);
  S.start();
  auto [Scope, Kind] = GENERATE(table<std::string, const FixKind *>(
      {{"function", &fixes::ReduceFunction},
       {"chunk", &fixes::ReduceChunk},
       {"document", &fixes::ReduceDocument}}));
  int Id = S.send("noisy/proposeFix", proposal(Scope, {{"workDoneToken", 7}}));
  S.Begun.get_future().wait();
  CHECK(S.Kind == Kind);
  CHECK(S.Offset == Overflow.find("%c"));
  S.Report("so far");
  json Begin = S.waitFor("$/progress")["params"];
  CHECK(Begin["token"] == 7);
  CHECK(Begin["value"]["message"] == "so far");
  S.Computed.set_value(Done);
  json Told = S.wait(Id)["result"];
  CHECK(Told["version"] == 1);
  CHECK(Told["message"] == "it is done");
  CHECK(Told["edit"]["documentChanges"][0]["textDocument"]["version"] == 1);
  // Not asked for.
  CHECK(Told["graph"].is_null());
  CHECK(S.waitFor("$/progress")["params"]["value"]["kind"] == "end");
  // The client shows it.
  S.settle();
  CHECK(S.Unread.empty());
  S.Computed = {};
}

TEST_CASE("Action requests: what is proposed is what a code action does",
          "[actions]") {
  Session S;
  S.IsReal = true;
  S.start();
  json Action = S.ask("codeAction/resolve", S.firstFix());
  json Told =
      S.ask("noisy/proposeFix", proposal("chunk", {{"withGraph", true}}));
  CHECK(Told["edit"] == Action["edit"]);
  CHECK(Told["message"] == "inserted 1 reduction, the fewest possible");
  const json &Graph = Told["graph"];
  CHECK(Graph["version"] == 1);
  CHECK(Graph["name"] == "@f");
  CHECK(Graph["isStale"] == false);
  json Keys = json::array(), Inserted = json::array();
  for (const json &Node : Graph["nodes"]) {
    Keys.push_back(Node["key"]);
    CHECK((Node["level"] == "safe" || Node["level"] == "nearLimit"));
    if (Node["isInserted"] == true)
      Inserted.push_back(Node);
  }
  CHECK(Keys == json({"%a", "%b", "%b_reduced", "%c", "func.return"}));
  REQUIRE(Inserted.size() == 1);
  // Where the text without it has place for it; others where they are there.
  CHECK(Inserted[0]["key"] == "%b_reduced");
  CHECK(Inserted[0]["kind"] == "reduction");
  CHECK(Inserted[0]["range"] == json(Range{{1, 36}, {1, 36}}));
  CHECK(Graph["nodes"][3]["range"] == json(Range{{2, 2}, {2, 4}}));
  CHECK(Graph["range"] == json(Range{{0, 0}, {4, 1}}));
  CHECK(Graph["nameRange"] == json(Range{{0, 10}, {0, 12}}));
  // Fewer of them.
  Told = S.ask("noisy/proposeFix",
               proposal("function", {{"withGraph", true}, {"maxNodes", 2}}));
  CHECK(Told["graph"]["nodes"].size() == 2);
  CHECK(Told["graph"]["totalNodes"] == 5);
}

TEST_CASE("Action requests: that there is nothing to propose is an answer",
          "[actions]") {
  Session S;
  S.IsReal = true;
  S.start();
  auto propose = [&](const std::string &Contents) {
    S.notify("test/change", {{"text", Contents}});
    return S.ask("noisy/proposeFix",
                 proposal("function", {{"withGraph", true}}));
  };
  // Right as it is: the graph of that.
  json Told =
      propose("// \xc3\xa4\n\n  func.func @f(%a: !noisy.i32) { return }");
  CHECK(Told["version"] == 2);
  CHECK(Told["edit"].is_null());
  CHECK_FALSE(Told["message"].get<std::string>().empty());
  CHECK(Told["graph"]["nodes"][0]["range"] == json(Range{{2, 15}, {2, 17}}));
  // In the second of two chunks.
  Told = propose("// -----\n\n  func.func @f(%a: !noisy.i32) { return }");
  CHECK(Told["graph"]["nodes"][0]["range"] == json(Range{{2, 15}, {2, 17}}));
  // No solution, and no function.
  Told = propose("\n\n  func.func @f(%a: !noisy.i32 {noisy.bound = 40 : i64}) "
                 "{ %b = noisy.decode %a : !noisy.i32 -> i5 return }");
  CHECK(Told["edit"].is_null());
  CHECK_FALSE(Told["message"].get<std::string>().empty());
  Told = propose("\n\n    \n");
  CHECK(Told["edit"].is_null());
  CHECK(Told["graph"].is_null());
  // Broken.
  Told = propose("\n\n  func.func @f(%a: !noisy.i32) { return %b }");
  CHECK(Told["edit"].is_null());
  CHECK(Told["graph"].is_null());
  CHECK(S.Unread.empty());
}

TEST_CASE("Action requests: a proposal that ends early", "[actions]") {
  Session S;
  S.start();
  int Id = S.send("noisy/proposeFix", proposal("chunk"));
  S.Begun.get_future().wait();
  SECTION("cancelled") {
    S.notify("$/cancelRequest", {{"id", Id}});
    CHECK(S.errorOf(Id) == int(ErrorCode::RequestCancelled));
  }
  SECTION("overtaken") {
    S.notify("test/change", {{"text", "// x\n" + Overflow}});
    CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
  }
  SECTION("for another model") {
    S.notify("test/model", json::object());
    json Message = S.wait(Id);
    CHECK(Message["error"]["code"] == int(ErrorCode::ContentModified));
    CHECK(Message["error"]["message"] == FixModelChanged);
  }
  // What computes may hear of it after the client.
  S.settle();
  CHECK(S.Cancelled());
  S.Computed.set_value(Done);
  S.settle();
  CHECK(S.Unread.empty());
  S.Computed = {};
}

TEST_CASE("Action requests: proposals that make no sense", "[actions]") {
  Session S;
  S.start();
  int InvalidParams = int(ErrorCode::InvalidParams);
  auto errorOf = [&](const json &Params) {
    return S.errorOf(S.send("noisy/proposeFix", Params));
  };
  CHECK(errorOf(nullptr) == InvalidParams);
  CHECK(errorOf(proposal("module")) == InvalidParams);
  json Params = proposal("chunk");
  Params.erase("position");
  CHECK(errorOf(Params) == InvalidParams);
  Params = proposal("chunk");
  Params["textDocument"]["uri"] = "file:///other.mlir";
  CHECK(errorOf(Params) == InvalidParams);
  CHECK(errorOf(proposal("chunk", {{"withGraph", true}, {"maxNodes", "x"}})) ==
        InvalidParams);
}
