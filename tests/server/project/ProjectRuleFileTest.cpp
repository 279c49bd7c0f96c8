//===- ProjectRuleFileTest.cpp - The rules of noise in .noisy.yaml --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProjectRuleFile.h"
#include "tests/server/ServerSession.h"
#include "tests/server/ods/OdsProject.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// A session in a folder with this `.noisy.yaml`.
struct RuledSession : OdsProject, LspSession {
  explicit RuledSession(const std::string &Yaml)
      : OdsProject(Yaml), LspSession(ServerStart{ourServer(), {}}) {
    json Capabilities = modernCapabilities();
    Capabilities["workspace"]["didChangeWatchedFiles"] = {
        {"dynamicRegistration", true}};
    Capabilities["textDocument"]["codeAction"]["disabledSupport"] = true;
    ask("initialize", {{"processId", nullptr},
                       {"rootUri", "file://" + Folder.string()},
                       {"capabilities", Capabilities}});
    notify("initialized", json::object());
  }

  std::string yamlUri() const {
    return "file://" + (Folder / ".noisy.yaml").string();
  }
  /// Changes the file, and tells the server.
  void rewrite(const std::string &Yaml) {
    write(".noisy.yaml", Yaml);
    notify("workspace/didChangeWatchedFiles",
           {{"changes", {{{"uri", yamlUri()}, {"type", 2}}}}});
  }
  /// Waits until the diagnostics of a file contain all of these texts, and no
  /// other warning or error; returns them.
  json expect(const std::string &Of, std::vector<std::string> Texts) {
    while (true) {
      json Answer = waitForDiagnostics(Of);
      const json &List = Answer.is_array() ? Answer : Answer["diagnostics"];
      std::vector<std::string> Found;
      for (const json &Each : List)
        if (Each["severity"] < 3)
          Found.push_back(Each["message"]);
      bool AreExpected = Found.size() == Texts.size();
      for (size_t I = 0; AreExpected && I < Texts.size(); ++I)
        AreExpected = contains(Found[I], Texts[I]);
      if (AreExpected)
        return List;
    }
  }
  std::string hover(uint32_t Line, uint32_t Character) {
    return ask("textDocument/hover",
               positionParams(Uri, Line, Character))["contents"]["value"];
  }
};
} // namespace

/// As HEIR prints it.
static const std::string Program =
    R"(!ct = !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
func.func @f(%a: !ct) -> !ct {
  %0 = bgv.mul %a, %a : (!ct, !ct) -> !ct
  %1 = bgv.rotate_cols %0 {static_shift = 1} : (!ct) -> !ct
  %2 = bgv.mul %1, %1 : (!ct, !ct) -> !ct
  %3 = bgv.mul %2, %2 : (!ct, !ct) -> !ct
  return %3 : !ct
}
)";

TEST_CASE("ProjectRuleFile: the noise of a file of HEIR", "[rules]") {
  RuledSession S("use: [heir-bgv]\n");
  S.open(Uri, Program);
  json List = S.expect(Uri, {"noise overflow: %3 can have "});
  CHECK(contains(S.hover(2, 3), "49.2 = 12.8 + 12.8 + 23.6"));
  // The chain leads to what is noisy.
  for (const json &Each : List)
    if (contains(Each["message"], "noise overflow")) {
      REQUIRE(Each.contains("relatedInformation"));
      CHECK(contains(Each["relatedInformation"][0]["message"], "%2 has "));
    }
  json Hints = S.ask("textDocument/inlayHint",
                     {{"textDocument", {{"uri", Uri}}},
                      {"range",
                       {{"start", {{"line", 0}, {"character", 0}}},
                        {"end", {{"line", 9}, {"character", 0}}}}}});
  CHECK(Hints.size() >= 3);
  // Other rules: then it fits.
  S.rewrite("use: [heir-bgv]\nmodel: bgv N=8192 t=2 logq=55,55,55,55,55,55,55 "
            "variance=average\n");
  S.expect(Uri, {});
}

TEST_CASE("ProjectRuleFile: the parameters that a module states", "[rules]") {
  RuledSession S("use: [heir-ckks]\n");
  std::string Text = R"(!ct = !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
module attributes {ckks.schemeParam = #ckks.scheme_param<logN = 14, Q = [36028797019389953, 35184372121601, 35184372744193], P = [36028797019488257], logDefaultScale = 45>, scheme.ckks} {
  func.func @f(%a: !ct) -> !ct {
    %0 = ckks.mul %a, %a : (!ct, !ct) -> !ct
    %1 = ckks.mul %0, %0 : (!ct, !ct) -> !ct
    %2 = ckks.mul %1, %1 : (!ct, !ct) -> !ct
    return %2 : !ct
  }
  func.func @g(%a: !ct) -> !ct {
    return %a : !ct
  }
}
)";
  S.open(Uri, Text);
  S.expect(Uri, {"noise overflow: %2 can have 4 = 1"});
  CHECK(contains(S.hover(3, 5), "limit 3"));
  // One more factor, typed into the list.
  auto Edit = [&](int Version, uint32_t Begin, uint32_t End,
                  const std::string &New) {
    S.notify("textDocument/didChange",
             {{"textDocument", {{"uri", Uri}, {"version", Version}}},
              {"contentChanges",
               {{{"range",
                  {{"start", {{"line", 1}, {"character", Begin}}},
                   {"end", {{"line", 1}, {"character", End}}}}},
                 {"text", New}}}}});
  };
  size_t Line = Text.find("\n") + 1;
  auto Chain = uint32_t(Text.find("Q = [") + 5 - Line);
  Edit(2, Chain, Chain, "35184373006337, ");
  S.expect(Uri, {});
  CHECK(contains(S.hover(3, 5), "limit 4"));
  // No number: said once, at the module. Nothing is called safe then.
  Edit(3, Chain, Chain, "?");
  json List = S.expect(Uri, {"no noise model can be made from "
                             "'ckks.schemeParam'",
                             "noise overflow: %0 can have"});
  CHECK(contains(S.hover(3, 5), "limit 1"));
}

/// The titles of all actions at a range.
static std::vector<std::string> titlesAt(RuledSession &S, const json &Range,
                                         const json &Diagnostics) {
  std::vector<std::string> Titles;
  for (const json &Each : S.ask("textDocument/codeAction",
                                {{"textDocument", {{"uri", Uri}}},
                                 {"range", Range},
                                 {"context", {{"diagnostics", Diagnostics}}}}))
    Titles.push_back(Each["title"]);
  return Titles;
}

TEST_CASE("ProjectRuleFile: values of other dialects are not offered our "
          "reductions",
          "[rules]") {
  RuledSession S("use: [heir-bgv]\n");
  S.open(Uri, Program + R"(
func.func @ours(%a: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %0 : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  return %2 : !noisy.i32
}
)");
  json List = S.expect(Uri, {"noise overflow: %3", "noise overflow: %2"});
  for (const json &Each : List) {
    if (Each["severity"] > 2)
      continue;
    bool IsOurs = contains(Each["message"], "noise overflow: %2");
    bool IsOffered = false;
    for (const std::string &Title : titlesAt(S, Each["range"], List))
      IsOffered |= contains(Title, "reduce_noise");
    INFO(Each.dump());
    CHECK(IsOffered == IsOurs);
  }
}

/// The code action with this title at the only overflow, resolved, or the
/// reason why it is disabled; empty if there is none.
static std::string fixedBy(RuledSession &S, const json &List,
                           const std::string &Title) {
  for (const json &Each : List) {
    if (Each["severity"] > 2)
      continue;
    for (const json &Action : S.ask("textDocument/codeAction",
                                    {{"textDocument", {{"uri", Uri}}},
                                     {"range", Each["range"]},
                                     {"context", {{"diagnostics", List}}}})) {
      if (Action["title"] != Title)
        continue;
      if (Action.contains("disabled"))
        return Action["disabled"]["reason"];
      json Resolved = S.ask("codeAction/resolve", Action);
      return Resolved.dump();
    }
  }
  return "";
}

TEST_CASE("ProjectRuleFile: the fix inserts what the rules name", "[rules]") {
  RuledSession S("use: [heir-ckks]\nmodel: ckks logq=60,45,45 bootstrap=1\n");
  std::string Text = R"(!ct = !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
func.func @f(%a: !ct) -> !ct {
  %0 = ckks.mul %a, %a : (!ct, !ct) -> !ct
  %1 = ckks.mul %0, %0 : (!ct, !ct) -> !ct
  %2 = ckks.mul %1, %1 : (!ct, !ct) -> !ct
  return %2 : !ct
}
)";
  S.open(Uri, Text);
  json List = S.expect(Uri, {"noise overflow: %2 can have 4 = 1"});
  std::string Edit = fixedBy(S, List, "Insert optimal ckks.bootstrap");
  INFO(Edit);
  CHECK(contains(Edit, "%reduced1 = ckks.bootstrap %1 : !ct -> !ct"));
  // Without a name for it, it says what is missing.
  S.rewrite("use: [heir-ckks]\nmodel: ckks logq=60,45,45 bootstrap=1\n"
            "ops: {ckks.bootstrap: unknown}\n");
  List = S.expect(Uri, {"noise overflow: %2 can have 4 = 1"});
  CHECK(fixedBy(S, List, "Insert optimal ckks.bootstrap") == "");
  CHECK(contains(fixedBy(S, List, "Insert optimal reductions"),
                 "no reducing operation is known for !lwe.lwe_ciphertext; name "
                 "one in .noisy.yaml"));
}

TEST_CASE("ProjectRuleFile: an operation without a rule and without a result",
          "[rules]") {
  RuledSession S("use: [heir-bgv]\n");
  S.open(
      Uri,
      R"(func.func @f(%cc: !openfhe.crypto_context, %a: !openfhe.ciphertext) -> !openfhe.ciphertext {
  %0 = openfhe.mul %cc, %a, %a : (!openfhe.crypto_context, !openfhe.ciphertext, !openfhe.ciphertext) -> !openfhe.ciphertext
  openfhe.spoil %cc, %0 : (!openfhe.crypto_context, !openfhe.ciphertext) -> ()
  %1 = openfhe.negate %cc, %0 : (!openfhe.crypto_context, !openfhe.ciphertext) -> !openfhe.ciphertext
  return %1 : !openfhe.ciphertext
}
)");
  json List;
  do
    List = S.waitForDiagnostics(Uri);
  while (!contains(List.dump(), "may overwrite"));
  const json &Found = List.is_array() ? List : List["diagnostics"];
  bool IsOffered = false;
  for (const json &Each : Found)
    if (contains(Each["message"], "'openfhe.spoil' may overwrite %0: no rule"))
      for (const std::string &Title : titlesAt(S, Each["range"], Found))
        IsOffered |=
            Title == "Write a rule for 'openfhe.spoil' into .noisy.yaml";
  CHECK(IsOffered);
}

TEST_CASE("ProjectRuleFile: a rule is written into the file as it is open",
          "[rules]") {
  RuledSession S("use: [heir-bgv]\n");
  std::string Text = Program;
  Text.replace(Text.find("bgv.rotate_cols"), 15, "bgv.turn_around");
  S.open(Uri, Text);
  json List = S.expect(Uri, {"unknown noise: %1"});
  auto edit = [&] {
    json Range;
    for (const json &Each : List)
      if (contains(Each["message"], "unknown noise"))
        Range = Each["range"];
    for (const json &Each : S.ask("textDocument/codeAction",
                                  {{"textDocument", {{"uri", Uri}}},
                                   {"range", Range},
                                   {"context", {{"diagnostics", List}}}}))
      if (contains(Each["title"], "Write a rule for"))
        return Each["edit"]["documentChanges"][0];
    FAIL("no action");
    return json();
  };
  CHECK(edit()["textDocument"]["version"].is_null());
  // A line in front, not saved.
  const std::string Unsaved = "# mine\nuse: [heir-bgv]\n";
  S.notify("textDocument/didOpen", {{"textDocument",
                                     {{"uri", S.yamlUri()},
                                      {"languageId", "yaml"},
                                      {"version", 7},
                                      {"text", Unsaved}}}});
  json Edit = edit();
  CHECK(Edit["textDocument"]["version"] == 7);
  CHECK(Edit["edits"][0]["range"]["start"]["line"] == 2);
  S.notify("textDocument/didChange",
           {{"textDocument", {{"uri", S.yamlUri()}, {"version", 8}}},
            {"contentChanges", {{{"text", "# other\n" + Unsaved}}}}});
  Edit = edit();
  CHECK(Edit["textDocument"]["version"] == 8);
  CHECK(Edit["edits"][0]["range"]["start"]["line"] == 3);
  // It is no text of MLIR.
  S.notify("textDocument/didClose", {{"textDocument", {{"uri", S.yamlUri()}}}});
  CHECK(edit()["edits"][0]["range"]["start"]["line"] == 1);
}

TEST_CASE("ProjectRuleFile: a rule for control flow is refused", "[rules]") {
  RuledSession S("use: [heir-bgv]\nops:\n  scf.for: add\n");
  json List = S.expect(S.yamlUri(), {"there cannot be a rule for 'scf.for'"});
  CHECK(List[0]["range"]["start"] == json({{"line", 2}, {"character", 2}}));
}

TEST_CASE("ProjectRuleFile: an operation without a rule", "[rules]") {
  RuledSession S("use: [heir-bgv]\n");
  std::string Text = Program;
  Text.replace(Text.find("bgv.rotate_cols"), 15, "bgv.turn_around");
  S.open(Uri, Text);
  json List = S.expect(Uri, {"unknown noise: %1, a result of 'bgv.turn_around'"
                             ": there is no rule that says what it does to "
                             "noise"});
  json Range = List[0]["range"];
  for (const json &Each : List)
    if (contains(Each["message"], "unknown noise"))
      Range = Each["range"];
  json Actions =
      S.ask("textDocument/codeAction", {{"textDocument", {{"uri", Uri}}},
                                        {"range", Range},
                                        {"context", {{"diagnostics", List}}}});
  const json *Action = nullptr;
  for (const json &Each : Actions)
    if (Each["title"] == "Write a rule for 'bgv.turn_around' into .noisy.yaml")
      Action = &Each;
  REQUIRE(Action);
  const json &Edit = (*Action)["edit"]["documentChanges"][0];
  CHECK(contains(Edit["textDocument"]["uri"], ".noisy.yaml"));
  CHECK(contains(Edit["edits"][0]["newText"], "ops:\n  bgv.turn_around: "));
  // With a rule it is known.
  S.rewrite("use: [heir-bgv]\nops:\n  bgv.turn_around: keyswitch\n");
  S.expect(Uri, {"noise overflow: %3 can have "});
}

TEST_CASE("ProjectRuleFile: errors are diagnostics of the file", "[rules]") {
  RuledSession S("use: [heir-bgv]\nops:\n  bgv.add: max - 1\n");
  json List = S.expect(S.yamlUri(), {"can lower noise"});
  CHECK(List[0]["range"]["start"] == json({{"line", 2}, {"character", 11}}));
  CHECK(contains(S.waitForNotification("window/showMessage")["message"],
                 ".noisy.yaml, line 3, column 12: "));
  S.rewrite("use: [heir-bgv]\n");
  S.expect(S.yamlUri(), {});
}
