//===- CheckFixes.cpp - The fixes that --check tries out ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/CheckFixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir::noisy::lsp;

using Refusal = Examination::Refusal;

/// The version in the data of an action, a lens's command or an action's; null
/// where there is none.
static json *findVersion(json &Offer) {
  if (!Offer.is_object())
    return nullptr;
  if (auto Data = Offer.find("data");
      Data != Offer.end() && Data->is_object() && Data->contains("version"))
    return &(*Data)["version"];
  if (auto Arguments = Offer.find("arguments");
      Arguments != Offer.end() && Arguments->is_array() &&
      !Arguments->empty() && (*Arguments)[0].is_object() &&
      (*Arguments)[0].contains("version"))
    return &(*Arguments)[0]["version"];
  auto Command = Offer.find("command");
  return Command == Offer.end() ? nullptr : findVersion(*Command);
}

/// An offer for the text as it was before other edits were tried and undone.
static json broughtUpToDate(json Offer, const Examination &File) {
  if (json *Version = findVersion(Offer))
    *Version = File.version();
  return Offer;
}

namespace {
/// The fixes that were computed: so many of each kind, which is told by the
/// title without the names in it.
class TriedFixes {
public:
  explicit TriedFixes(const Examination &File) : File(File) {}

  bool admit(json Fix) {
    if (json *Version = findVersion(Fix))
      *Version = nullptr;
    json Data = Fix.value("data", Fix.value("arguments", json()));
    llvm::StringRef Title = Fix["title"].get_ref<const std::string &>();
    std::string Kind;
    for (llvm::StringRef Word : llvm::split(Title, ' '))
      if (!Word.empty() && !llvm::StringRef("%@^'").contains(Word.front()))
        Kind += Word.str() + " ";
    return SeenData.insert(Data).second &&
           File.admitsEdit(Counts[Kind], FixesOfAKind);
  }

private:
  const Examination &File;
  std::map<std::string, size_t> Counts;
  std::set<json> SeenData;
};
} // namespace

static size_t countErrors(const std::vector<Diagnostic> &Diagnostics,
                          bool OnlyOfMlir) {
  return llvm::count_if(Diagnostics, [&](const Diagnostic &Diag) {
    return Diag.Severity == DiagnosticSeverity::Error &&
           (!OnlyOfMlir || Diag.Source == "mlir");
  });
}

void mlir::noisy::lsp::tryFix(Examination &File, const json &Edit, Position Pos,
                              bool IsPreferred) {
  auto NewDiagnostics = File.tryEdit(Edit);
  if (!NewDiagnostics)
    return;
  for (bool OnlyOfMlir : {true, false})
    if ((OnlyOfMlir || IsPreferred) &&
        countErrors(*NewDiagnostics, OnlyOfMlir) >
            countErrors(File.diagnostics(), OnlyOfMlir))
      return File.complain(Pos, "the fix leaves more errors than there were");
}

/// Computes a code action and tries its edit.
static void tryAction(Examination &File, json Action, Position Pos) {
  bool IsPreferred = Action.value("isPreferred", false);
  if (!Action.contains("edit") && !Action.contains("command")) {
    auto ResolvedAction =
        File.ask("codeAction/resolve", Action, Pos, Refusal::IsFine);
    if (!ResolvedAction)
      return;
    Action = std::move(*ResolvedAction);
    if (!Action.is_object() || !Action.contains("edit"))
      return File.complain(Pos, "a code action without an edit");
  }
  if (Action.contains("edit"))
    tryFix(File, Action["edit"], Pos, IsPreferred);
  else if (auto Edit = File.execute(Action["command"], Pos))
    tryFix(File, *Edit, Pos, IsPreferred);
}

static void tryActionsAt(Examination &File, Range Selection, json Diagnostics,
                         json Kinds, TriedFixes &Fixes) {
  json Params = documentParams(File.uri());
  Params["range"] = Selection;
  Params["context"] = {{"diagnostics", std::move(Diagnostics)}};
  if (!Kinds.is_null())
    Params["context"]["only"] = std::move(Kinds);
  auto Answer = File.ask("textDocument/codeAction", Params, Selection.Start);
  if (!Answer || Answer->is_null())
    return;
  std::vector<json> Actions;
  File.look([&](AnswerCheck &Check) {
    Check.ranges(*Answer);
    for (const json &Action : *Answer)
      if (!Action.contains("disabled") && Fixes.admit(Action))
        Actions.push_back(Action);
  });
  for (const json &Action : Actions)
    tryAction(File, broughtUpToDate(Action, File), Selection.Start);
}

void mlir::noisy::lsp::tryCodeActions(Examination &File) {
  TriedFixes Fixes(File);
  const std::vector<Diagnostic> &Diagnostics = File.diagnostics();
  // Spread over the text.
  size_t Step = Diagnostics.size() / SomePlaces + 1;
  for (size_t I = 0; I < Diagnostics.size(); I += Step)
    tryActionsAt(File, Diagnostics[I].Range, json::array({Diagnostics[I]}),
                 nullptr, Fixes);
  for (Position Pos : File.places(SomePlaces))
    tryActionsAt(File, {Pos, Pos}, json::array(), nullptr, Fixes);
  json Kinds = File.capability("/codeActionProvider/codeActionKinds");
  if (Kinds.is_array())
    for (const json &Kind : Kinds)
      tryActionsAt(File, File.whole(), json::array(), json::array({Kind}),
                   Fixes);
}

void mlir::noisy::lsp::tryLenses(Examination &File) {
  auto Answer =
      File.ask("textDocument/codeLens", documentParams(File.uri()), Position());
  if (!Answer || Answer->is_null())
    return;
  File.look([&](AnswerCheck &Check) { Check.lenses(*Answer); });
  TriedFixes Fixes(File);
  for (const json &Lens : *Answer) {
    Position Pos = Lens["range"]["start"].get<Position>();
    if (!Lens.contains("command") ||
        Lens["command"].value("command", "").empty() ||
        !Fixes.admit(Lens["command"]))
      continue;
    json Command = broughtUpToDate(Lens["command"], File);
    if (auto Edit = File.execute(Command, Pos))
      tryFix(File, *Edit, Pos, /*IsPreferred=*/true);
  }
}
