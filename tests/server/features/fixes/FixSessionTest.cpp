//===- FixSessionTest.cpp - Fixes, over standard input and output ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Histories.h"
#include "tests/server/ServerSession.h"
#include <random>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// A function whose operands come from anywhere before: one of the programs
/// that the optimizer does not finish within its time limit.
static std::string longProgram(unsigned Operations) {
  std::mt19937 Random(1);
  std::string Text = "func.func @long(%0: !noisy.i32, %1: !noisy.i32) -> "
                     "!noisy.i32 {\n";
  for (unsigned I = 2; I < Operations + 2; ++I) {
    auto Operand = [&] { return "%" + std::to_string(Random() % I); };
    Text += "  %" + std::to_string(I) + " = noisy." +
            (Random() % 5 == 0 ? "mul " : "add ") + Operand() + ", ";
    Text += Operand() + " : !noisy.i32\n";
  }
  return Text + "  return %" + std::to_string(Operations + 1) +
         " : !noisy.i32\n}\n";
}

/// The text after an edit of `OldText`, whose only document is this one.
static std::string applyEdit(const json &Edit, const std::string &OldText) {
  WorkspaceEdit ParsedEdit = Edit.get<WorkspaceEdit>();
  REQUIRE(ParsedEdit.Documents.size() == 1);
  CHECK(ParsedEdit.Documents[0].Uri == Uri);
  Text Contents(OldText);
  for (const TextEdit &One : llvm::reverse(ParsedEdit.Documents[0].Edits))
    Contents =
        Contents.applyChange(One.Range, One.NewText, PositionEncoding::UTF16);
  return Contents.bytes().str();
}

/// A menu without the actions that rewrite: whether these are in it depends on
/// how fast it is known what they save.
static json withoutRewriting(json Actions) {
  json Result = json::array();
  for (json &Action : Actions)
    if (!Action["title"].get<std::string>().starts_with("Rewrite"))
      Result.push_back(std::move(Action));
  return Result;
}

namespace {
struct FixSession : ServerSession {
  explicit FixSession(json Capabilities = capabilities())
      : ServerSession(std::move(Capabilities)) {}

  static json capabilities() {
    json Result = modernCapabilities();
    Result["window"]["workDoneProgress"] = true;
    Result["experimental"]["noisy"]["analysed"] = true;
    return Result;
  }

  json list(const std::string &Document, const json &RangeValue, json Context) {
    Context["diagnostics"] = json::array();
    return ask("textDocument/codeAction",
               {{"textDocument", {{"uri", Document}}},
                {"range", RangeValue},
                {"context", std::move(Context)}});
  }
  /// Waits until the findings on integers of a version are there.
  void waitForIntegers(int64_t Version) {
    for (json State = json::object();
         State.value("version", int64_t(0)) < Version ||
         !State.value("isComplete", false);)
      State = waitForNotification("noisy/analysed");
  }
  /// Everything that can be mended on save.
  json fixAll(const std::string &Document) {
    return list(Document, rangeJson(0, 0, 0), {{"only", {"source.fixAll"}}});
  }
  json codeActions(const json &Diagnostics) {
    return withoutRewriting(ask("textDocument/codeAction",
                                {{"textDocument", {{"uri", Uri}}},
                                 {"range", Diagnostics.at(0)["range"]},
                                 {"context", {{"diagnostics", Diagnostics}}}}));
  }

  /// Gives the server the text after `Edit`, as an editor does.
  std::string apply(const json &Edit, const std::string &OldText,
                    int64_t Version) {
    std::string NewText = applyEdit(Edit, OldText);
    applyEdits(Uri, Edit["documentChanges"][0]["edits"], Version);
    return NewText;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// A quick fix
//===----------------------------------------------------------------------===//

TEST_CASE("Server: the quick fix is listed, resolved and holds", "[server]") {
  FixSession S(modernCapabilities());
  json Diagnostics = S.openOverflow();
  json Actions = S.codeActions(Diagnostics);
  REQUIRE(Actions.size() == 1);
  CHECK(Actions[0]["title"] == "Insert optimal reduce_noise");
  CHECK(Actions[0]["kind"] == "quickfix");
  CHECK(Actions[0]["isPreferred"] == true);
  CHECK(Actions[0]["diagnostics"] == Diagnostics);
  CHECK_FALSE(Actions[0].contains("edit"));
  CHECK_FALSE(Actions[0].contains("command"));

  json ResolvedItem = S.ask("codeAction/resolve", Actions[0]);
  CHECK(ResolvedItem["title"] == "Insert optimal reduce_noise (3 "
                                 "reductions, the fewest possible)");
  // The edit says which version it is for.
  CHECK(ResolvedItem["edit"]["documentChanges"][0]["textDocument"] ==
        json{{"uri", Uri}, {"version", 1}});
  std::string OldText = overflowProgram();
  std::string NewText = S.apply(ResolvedItem["edit"], OldText, 2);
  CHECK(countOf(NewText, "\n") == countOf(OldText, "\n") + 3);
  CHECK(countOf(NewText, "noisy.reduce_noise") == 3);
  CHECK(contains(NewText,
                 "  %p1_reduced = noisy.reduce_noise %p1 : !noisy.i32\n"
                 "  %p2 = noisy.mul %p1_reduced, %p1_reduced"));
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  for (const json &Action : S.codeActions(Diagnostics))
    CHECK(Action["kind"] != "quickfix");
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: the quick fix is where the problem is", "[server]") {
  FixSession S(modernCapabilities());
  json Diagnostics = S.openOverflow();
  auto ListedAt = [&](int Line, int Begin, int End, json Kinds = nullptr) {
    json Context = {{"diagnostics", json::array()}};
    if (!Kinds.is_null())
      Context["only"] = std::move(Kinds);
    return withoutRewriting(S.ask("textDocument/codeAction",
                                  {{"textDocument", {{"uri", Uri}}},
                                   {"range", rangeJson(Line, Begin, End)},
                                   {"context", std::move(Context)}}))
        .size();
  };
  // The whole line, the cursor at either end; not somewhere else.
  CHECK(ListedAt(6, 0, 40) == 1);
  CHECK(ListedAt(6, 2, 2) == 1);
  CHECK(ListedAt(6, 5, 5) == 1);
  CHECK(ListedAt(6, 10, 12) == 0);
  CHECK(ListedAt(5, 0, 10) == 0);
  CHECK(ListedAt(6, 2, 2, {"quickfix"}) == 1);
  CHECK(ListedAt(6, 2, 2, {"refactor"}) == 0);
}

TEST_CASE("Server: the fix as a command, for clients that cannot resolve",
          "[server]") {
  json Capabilities = modernCapabilities();
  json &CodeAction = Capabilities["textDocument"]["codeAction"];
  CodeAction.erase("resolveSupport");
  // Or for those that know commands only.
  bool Literals = GENERATE(true, false);
  if (!Literals)
    CodeAction.erase("codeActionLiteralSupport");
  FixSession S(Capabilities);
  json Actions = S.codeActions(S.openOverflow());
  REQUIRE(Actions.size() == 1);
  json Command = Literals ? Actions[0]["command"] : Actions[0];
  CHECK(Command["title"] == "Insert optimal reduce_noise");
  json Commands = S.Info["capabilities"]["executeCommandProvider"]["commands"];
  CHECK(std::count(Commands.begin(), Commands.end(), Command["command"]) == 1);

  CHECK(S.ask("workspace/executeCommand", {{"command", Command["command"]},
                                           {"arguments", Command["arguments"]}})
            .is_null());
  json Notice = S.waitForNotification("window/logMessage");
  CHECK(Notice["type"] == 3);
  CHECK(contains(Notice["message"], "3"));
  json Edit = S.waitForNotification("workspace/applyEdit")["edit"];
  std::string NewText = S.apply(Edit, overflowProgram(), 2);
  CHECK(countOf(NewText, "noisy.reduce_noise") == 3);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a fix of an outdated version is refused", "[server]") {
  FixSession S(modernCapabilities());
  json Actions = S.codeActions(S.openOverflow());
  REQUIRE(Actions.size() == 1);
  S.changeRanges(Uri, {insertion(0, 0, "// edited\n")}, 2);
  Outcome Refusal = S.request("codeAction/resolve", Actions[0]);
  REQUIRE_FALSE(Refusal);
  CHECK(Refusal.Error->Code == int(ErrorCode::ContentModified));
  // The next one is for the text as it is.
  json SecondReply = S.codeActions(S.waitForDiagnostics(Uri, 2));
  CHECK(S.request("codeAction/resolve", SecondReply.at(0)));
  S.close(Uri);
  Refusal = S.request("codeAction/resolve", SecondReply[0]);
  REQUIRE_FALSE(Refusal);
  CHECK(Refusal.Error->Code == int(ErrorCode::ContentModified));
}

TEST_CASE("Server: what cannot be mended is refused with the reason",
          "[server]") {
  FixSession S(modernCapabilities());
  S.open(Uri, "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
              "  %u = noisy.scale %a by 100000 : !noisy.i32\n"
              "  return %u : !noisy.i32\n}\n");
  json Overflow = json::array();
  for (json &Item : S.waitForDiagnostics(Uri, 1))
    if (Item["code"] == "noise-overflow")
      Overflow.push_back(Item);
  REQUIRE(Overflow.size() == 1);
  json Actions = S.codeActions(Overflow);
  REQUIRE(Actions.size() == 1);
  Outcome Refusal = S.request("codeAction/resolve", Actions[0]);
  REQUIRE_FALSE(Refusal);
  CHECK(contains(Refusal.Error->Message, "%u"));
  CHECK(S.waitForNotification("window/showMessage")["message"] ==
        Refusal.Error->Message);
}

TEST_CASE("Server: what cannot be mended keeps nothing else from it, and is "
          "named",
          "[server]") {
  FixSession S(modernCapabilities());
  S.open(Uri, "func.func private @g() -> !noisy.i32\n"
              "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
              "  %u = call @g() : () -> !noisy.i32\n"
              "  %b = noisy.mul %a, %a : !noisy.i32\n"
              "  %c = noisy.mul %b, %b : !noisy.i32\n"
              "  return %u : !noisy.i32\n}\n");
  json Diagnostics = S.waitForDiagnostics(Uri, 1);
  json Overflow;
  for (const json &Item : Diagnostics)
    if (Item["code"] == "noise-overflow")
      Overflow = json::array({Item});
  REQUIRE(Overflow.size() == 1);
  json Actions = S.codeActions(Overflow);
  REQUIRE(Actions.size() == 1);
  Outcome Answer = S.request("codeAction/resolve", Actions[0]);
  REQUIRE(Answer);
  CHECK(contains(Answer.Result.dump(), "noisy.reduce_noise %b"));
  std::string Message = S.waitForNotification("window/showMessage")["message"];
  CHECK(contains(Message, "inserted 1 reduction"));
  CHECK(contains(Message, "not fixed: %u"));
}

//===----------------------------------------------------------------------===//
// What takes long
//===----------------------------------------------------------------------===//

TEST_CASE("Fix session: progress, and typing while it is computed", "[fix]") {
  FixSession S;
  static const std::string OtherUri = "file:///other.mlir";
  // It does not end by itself, however slow the machine is.
  S.notify("workspace/didChangeConfiguration",
           {{"settings", {{"noisy", {{"optimizer", {{"timeLimit", 600}}}}}}}});
  const std::string Long = longProgram(3000);
  S.open(Uri, Long);
  S.open(OtherUri, OverflowText);
  REQUIRE(S.waitForDiagnostics(Uri, 1).size() > 0);
  S.waitForDiagnostics(OtherUri, 1);
  json Action = S.fixAll(Uri).at(0);
  // By any of the ways to begin it, and to end it.
  auto [IsCommand, Way] = GENERATE(table<bool, int>(
      {{false, 0}, {true, 0}, {true, 1}, {false, 1}, {false, 2}}));
  int64_t Fix = IsCommand
                    ? S.send("workspace/executeCommand",
                             {{"command", "noisy.applyFix"},
                              {"arguments", json::array({Action["data"]})}})
                    : S.send("codeAction/resolve", Action);
  json Token = S.waitForNotification("window/workDoneProgress/create")["token"];
  auto nextValue = [&] {
    json Progress = S.waitForNotification("$/progress");
    CHECK(Progress["token"] == Token);
    return Progress["value"];
  };
  json Begin = nextValue();
  CHECK(Begin["kind"] == "begin");
  CHECK(Begin["cancellable"] == true);
  // How good the best is so far.
  while (Begin.value("message", "").find(" reductions") == std::string::npos ||
         Begin["message"] == "looking for the fewest reductions") {
    Begin = nextValue();
    REQUIRE(Begin["kind"] == "report");
  }

  // Another text is edited and asked about as if nothing were.
  for (int Version = 2; Version < 5; ++Version) {
    S.changeRanges(OtherUri,
                   {{{"range", rangeJson(0, 0, 0)}, {"text", "// typed\n"}}},
                   Version);
    CHECK(S.waitForDiagnostics(OtherUri, Version).size() == 1);
    CHECK(S.ask("textDocument/hover", positionParams(OtherUri, Version, 3))
              .is_object());
  }
  CHECK_FALSE(S.takeAnswer(Fix));

  if (Way == 1) {
    // The user has waited long enough, and gets the best so far.
    S.notify("window/workDoneProgress/cancel", {{"token", Token}});
    json Edit = IsCommand ? S.waitForNotification("workspace/applyEdit")["edit"]
                          : S.wait(Fix).Result["edit"];
    S.apply(Edit, Long, 2);
    CHECK(S.waitForDiagnostics(Uri, 2).empty());
    if (!IsCommand)
      CHECK_THAT(
          S.waitForNotification("window/showMessage")["message"]
              .get<std::string>(),
          Catch::Matches("inserted [0-9,]+ reductions, at most [0-9.]+ % "
                         "above the fewest possible \\(stopped by you after "
                         "[0-9.]+ s\\)"));
  } else {
    // Nobody waits for it, or it would be of an old text.
    if (Way == 0)
      S.notify("$/cancelRequest", {{"id", Fix}});
    else
      S.changeRanges(
          Uri, {{{"range", rangeJson(0, 0, 0)}, {"text", "// typed\n"}}}, 2);
    Outcome Reply = S.wait(Fix);
    REQUIRE_FALSE(Reply);
    CHECK(Reply.Error->Code == int(Way == 0 ? ErrorCode::RequestCancelled
                                            : ErrorCode::ContentModified));
  }
  json Value = json::object();
  while (Value.value("kind", "") != "end")
    Value = nextValue();
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// What becomes of the text
//===----------------------------------------------------------------------===//

TEST_CASE("Fix session: one function, and all of the document", "[fix]") {
  FixSession S;
  std::string Text = OverflowText +
                     "func.func @g(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %b = noisy.mul %a, %a : !noisy.i32\n"
                     "  %c = noisy.mul %b, %b : !noisy.i32\n"
                     "  return %c : !noisy.i32\n}\n";
  S.open(Uri, Text);
  REQUIRE(S.waitForDiagnostics(Uri, 1).size() == 2);
  json Actions = S.list(Uri, rangeJson(7, 2, 4), {{"only", {"quickfix"}}});
  REQUIRE(Actions.size() == 2);
  CHECK(Actions[0]["title"] == "Insert optimal reduce_noise in @g");
  json One = S.ask("codeAction/resolve", Actions[0]);
  CHECK(One["title"] == "Insert optimal reduce_noise in @g (1 "
                        "reduction, the fewest possible)");
  CHECK(S.waitForNotification("window/logMessage")["message"] ==
        "inserted 1 reduction, the fewest possible");
  std::string NewText = applyEdit(One["edit"], Text);
  CHECK(countOf(NewText, "noisy.reduce_noise") == 1);
  CHECK(NewText.find("noisy.reduce_noise") > OverflowText.size());
  json AllFixes = S.ask("codeAction/resolve", Actions[1]);
  CHECK(countOf(applyEdit(AllFixes["edit"], Text), "noisy.reduce_noise") == 2);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Fix session: on save", "[fix]") {
  FixSession S;
  std::string Line = "// -----\n",
              Hopeless = "func.func @h(%a: !noisy.i32) {\n"
                         "  %b = noisy.scale %a by 100000 : !noisy.i32\n"
                         "  return\n}\n";
  std::string Text = OverflowText + Line + Hopeless + Line + OverflowText;
  S.open(Uri, Text);
  REQUIRE(S.waitForDiagnostics(Uri, 1).size() == 3);
  json Actions = S.fixAll(Uri);
  REQUIRE(Actions.size() == 1);
  CHECK(Actions[0]["kind"] == "source.fixAll.noisy");
  json Resolution = S.ask("codeAction/resolve", Actions[0]);
  std::string NewText = applyEdit(Resolution["edit"], Text);
  CHECK(countOf(NewText, "noisy.reduce_noise") == 2);
  std::string Message = S.waitForNotification("window/showMessage")["message"];
  CHECK_THAT(Message, Catch::Contains("inserted 2 reductions, the fewest "
                                      "possible, in 2 parts") &&
                          Catch::Contains("the part at line 7") &&
                          Catch::Contains("%b"));
  // The same every time, and nothing where nothing is wrong.
  CHECK(S.ask("codeAction/resolve", Actions[0])["edit"] == Resolution["edit"]);
  S.change(Uri, NewText.substr(0, NewText.find(Line)), 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(S.fixAll(Uri) == json::array());
  CHECK(S.shutdown() == 0);
}

/// Integers that ranges and bounds decide, with CRLF and comments; one is never
/// negative.
static const std::string IntegerText =
    "func.func @ints(%i: index {noisy.range = [0, 63]}, %n: index) {\r\n"
    "  %c0 = arith.constant 0 : index\r\n"
    "  %c1 = arith.constant 1 : index\r\n"
    "  %c64 = arith.constant 64 : index\r\n"
    "  %q = arith.divsi %i, %c64 : index // A quotient.\r\n"
    "  %b = arith.cmpi slt, %i, %c64 {a = 1 : i32} : index\r\n"
    "  %r = arith.remsi %n, %c64 : index\r\n"
    "  %s = arith.remsi %i, %r : index\r\n"
    "  %c8 = arith.constant 8 : index\r\n"
    "  %u = arith.divsi %i, %c8 : index\r\n"
    "  \"t.use\"(%q, %b, %s, %u) : (index, i1, index, index) -> ()\r\n"
    "  scf.for %k = %c0 to %n step %c1 {\r\n"
    "    %d = arith.cmpi slt, %k, %n : index\r\n"
    "    \"t.use\"(%d) : (i1) -> ()\r\n"
    "  }\r\n"
    "  return\r\n"
    "}\r\n";

TEST_CASE("Fix session: all integers of a document", "[fix]") {
  std::string Broken = "// -----\n"
                       "func.func @g() {\n"
                       "  %x =\n"
                       "  return\n"
                       "}\n";
  bool UsesUnsigned = GENERATE(false, true);
  FixSession S;
  S.notify("workspace/didChangeConfiguration",
           {{"settings",
             {{"noisy", {{"diagnostics", {{"unsigned", UsesUnsigned}}}}}}}});
  S.open(Uri, IntegerText + Broken);
  S.waitForIntegers(1);
  json Actions = S.fixAll(Uri);
  REQUIRE(Actions.size() == 1);
  CHECK(Actions[0]["kind"] == "source.fixAll.noisyIntegers");
  CHECK(Actions[0]["title"] == "Simplify all integers by their ranges");
  // Not on a save that is to insert reductions.
  CHECK(S.list(Uri, rangeJson(0, 0, 0), {{"only", {"source.fixAll.noisy"}}}) ==
        json::array());
  json Resolution = S.ask("codeAction/resolve", Actions[0]);
  std::string NewText = applyEdit(Resolution["edit"], IntegerText + Broken);
  std::string Expected = IntegerText + Broken;
  auto change = [&](const std::string &From, const std::string &To) {
    Expected = replaceOnce(Expected, From, To);
  };
  change("arith.divsi %i, %c64 : index", "arith.constant 0 : index");
  change("arith.cmpi slt, %i, %c64 {a = 1 : i32} : index",
         "arith.constant {a = 1 : i32} true");
  change("arith.cmpi slt, %k, %n : index", "arith.constant true");
  if (UsesUnsigned)
    change("arith.divsi %i, %c8", "arith.divui %i, %c8");
  CHECK(NewText == Expected);
  std::string Message = S.waitForNotification("window/showMessage")["message"];
  CHECK(Message ==
        std::string("wrote 3 constants") +
            (UsesUnsigned ? " and 1 unsigned form" : "") +
            "; not changed: the part at line 19 (the text has errors; fix the "
            "errors first)");
  // Nothing is left to do.
  S.change(Uri, NewText, 2);
  S.waitForIntegers(2);
  CHECK(S.fixAll(Uri) == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Fix session: two fixes on one save", "[fix]") {
  FixSession S;
  std::string Text = IntegerText + OverflowText;
  S.open(Uri, Text);
  S.waitForIntegers(1);
  json Actions = S.fixAll(Uri);
  REQUIRE(Actions.size() == 2);
  // An editor asks once, and then resolves and applies one after the other.
  int64_t Version = 1;
  for (const json &Action : Actions) {
    json Resolution = S.ask("codeAction/resolve", Action);
    REQUIRE(Resolution.contains("edit"));
    Text = S.apply(Resolution["edit"], Text, ++Version);
  }
  CHECK(countOf(Text, "noisy.reduce_noise") > 0);
  CHECK(countOf(Text, "arith.divsi %i, %c64") == 0);
  S.waitForIntegers(Version);
  CHECK(S.fixAll(Uri) == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Fix session: offers of old versions", "[fix]") {
  FixSession S;
  S.open(Uri, OverflowText);
  json Action = S.codeActions(S.waitForDiagnostics(Uri, 1)).at(0);
  S.changeRanges(Uri, {{{"range", rangeJson(0, 0, 0)}, {"text", "//\n"}}}, 2);
  for (bool IsCommand : {false, true}) {
    Outcome Reply =
        IsCommand ? S.request("workspace/executeCommand",
                              {{"command", "noisy.applyFix"},
                               {"arguments", json::array({Action["data"]})}})
                  : S.request("codeAction/resolve", Action);
    REQUIRE_FALSE(Reply);
    CHECK(Reply.Error->Code == int(ErrorCode::ContentModified));
    CHECK(S.waitForNotification("window/showMessage")["message"] ==
          Reply.Error->Message);
  }
  // No edit went out.
  CHECK(S.shutdown() == 0);
  for (const json &Message : S.unread())
    CHECK(Message["method"] != "workspace/applyEdit");
}

//===----------------------------------------------------------------------===//
// What is to be looked at
//===----------------------------------------------------------------------===//

TEST_CASE("Fix session: what is proposed holds once it is made", "[fix]") {
  FixSession S;
  S.open(Uri, OverflowText);
  REQUIRE(S.waitForDiagnostics(Uri, 1).size() == 1);
  json Params = positionParams(Uri, 2, 3);
  json OldGraph = S.ask("noisy/noiseGraph", Params);
  CHECK(OldGraph["level"] == "over");
  Params["scope"] = "function";
  Params["withGraph"] = true;
  json Proposal = S.ask("noisy/proposeFix", Params);
  CHECK(Proposal["graph"]["level"] == "nearLimit");
  // The client makes the edit; the graph is the same but for the places.
  std::string NewText = applyEdit(Proposal["edit"], OverflowText);
  S.change(Uri, NewText, 2);
  CHECK(S.waitForDiagnostics(Uri, 2).empty());
  json NewGraph = S.ask("noisy/noiseGraph", positionParams(Uri, 2, 3));
  REQUIRE(NewGraph["nodes"].size() == Proposal["graph"]["nodes"].size());
  for (json *Graph : {&NewGraph, &Proposal["graph"]})
    for (json &Node : (*Graph)["nodes"]) {
      Node.erase("range");
      Node.erase("isInserted");
    }
  CHECK(NewGraph["nodes"] == Proposal["graph"]["nodes"]);
  CHECK(NewGraph["edges"] == Proposal["graph"]["edges"]);
  // What there was has its keys still.
  std::set<json> Keys;
  for (const json &Node : NewGraph["nodes"])
    Keys.insert(Node["key"]);
  for (const json &Node : OldGraph["nodes"])
    CHECK(Keys.count(Node["key"]));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Fix session: a proposal that takes long ends with the model",
          "[fix]") {
  FixSession S;
  json Settings = {{"optimizer", {{"timeLimit", 600}}}};
  auto changeSettings = [&] {
    S.notify("workspace/didChangeConfiguration",
             {{"settings", {{"noisy", Settings}}}});
  };
  changeSettings();
  S.open(Uri, longProgram(3000));
  S.waitForDiagnostics(Uri, 1);
  json Params = positionParams(Uri, 1, 3);
  Params["scope"] = "chunk";
  Params["workDoneToken"] = "mine";
  int64_t Id = S.send("noisy/proposeFix", Params);
  S.waitForNotification("$/progress");
  // What is nothing to it lets it go on.
  Settings["nearLimit"] = 3;
  changeSettings();
  CHECK(S.ask("noisy/noiseGraph", positionParams(Uri, 1, 3)).is_object());
  Settings["model"] = "initial=12,max=27";
  changeSettings();
  Outcome Reply = S.wait(Id);
  REQUIRE(Reply.Error);
  CHECK(Reply.Error->Code == int(ErrorCode::ContentModified));
  CHECK_THAT(Reply.Error->Message, Catch::Contains("another noise model"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Fix session: a proposal that takes long is cancelled", "[fix]") {
  FixSession S;
  S.notify("workspace/didChangeConfiguration",
           {{"settings", {{"noisy", {{"optimizer", {{"timeLimit", 600}}}}}}}});
  S.open(Uri, longProgram(3000));
  S.waitForDiagnostics(Uri, 1);
  json Params = positionParams(Uri, 1, 3);
  Params["scope"] = "chunk";
  Params["withGraph"] = true;
  Params["workDoneToken"] = "mine";
  int64_t Id = S.send("noisy/proposeFix", Params);
  json Begin = S.waitForNotification("$/progress");
  CHECK(Begin["token"] == "mine");
  CHECK(Begin["value"]["kind"] == "begin");
  // Meanwhile the graph as it is can be had.
  CHECK(S.ask("noisy/noiseGraph", positionParams(Uri, 1, 3)).is_object());
  SECTION("by whoever asked") {
    S.notify("$/cancelRequest", {{"id", Id}});
    Outcome Reply = S.wait(Id);
    REQUIRE(Reply.Error);
    CHECK(Reply.Error->Code == int(ErrorCode::RequestCancelled));
  }
  SECTION("by the user: the best so far is proposed") {
    while (Begin["value"].value("message", "").find(" reductions, at most") ==
           std::string::npos)
      Begin = S.waitForNotification("$/progress");
    S.notify("window/workDoneProgress/cancel", {{"token", "mine"}});
    json Proposal = S.wait(Id).Result;
    CHECK(Proposal["edit"].is_object());
    CHECK(Proposal["graph"]["nodes"].size() > 3000);
    CHECK_THAT(Proposal["message"].get<std::string>(),
               Catch::StartsWith("would insert ") &&
                   Catch::Contains("(stopped by you after "));
  }
  CHECK(S.shutdown() == 0);
}
