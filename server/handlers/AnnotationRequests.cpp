//===- AnnotationRequests.cpp - Hints, lenses and tokens, in LSP ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CodeLenses.h"
#include "server/features/annotations/InlayHints.h"
#include "server/features/annotations/SemanticTokens.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/FixRequest.h"
#include "server/handlers/Handlers.h"
#include "server/handlers/SemanticTokenAnswers.h"
#include "server/syntax/RunLines.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// Inlay hints
//===----------------------------------------------------------------------===//

/// The bytes of a client's range in the snapshot; an edited end is moved
/// outwards.
static ByteRange toSnapshot(Range Place, const DocumentView &View) {
  using Nearest = Positions::Nearest;
  return {View.Places.toSnapshot(View.clientOffset(Place.Start),
                                 View.ClientText, Nearest::Preceding),
          View.Places.toSnapshot(View.clientOffset(Place.End), View.ClientText,
                                 Nearest::Following)};
}

/// Above this many hints the tooltips, which are most of the answer, are left
/// out: Neovim requests all hints of a text after every edit. The hover has the
/// same text.
static constexpr size_t MaxTooltips = 2000;

std::vector<InlayHint> lsp::inlayHints(const RangeParams &Params,
                                       const DocumentView &View) {
  std::vector<ValueHint> Hints = findInlayHints(
      View.state(), toSnapshot(Params.Range, View), View.Options);
  std::vector<InlayHint> Result;
  for (ValueHint &Hint : Hints) {
    if (Hints.size() > MaxTooltips)
      Hint.Tooltip.clear();
    if (std::optional<Range> Name = View.Places.toClient(Hint.Range))
      Result.push_back({Name->End, std::move(Hint.Label),
                        std::move(Hint.Tooltip), /*PaddingLeft=*/true});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Code lenses
//===----------------------------------------------------------------------===//

/// A lens above each RUN line of a test, which runs it, and one for all. The
/// client runs them: the server must start no program that a text names.
static void addRunLenses(std::vector<CodeLens> &Result,
                         const DocumentView &View) {
  llvm::StringRef Contents = View.state().text().bytes();
  std::vector<RunLine> Runs = findRunLines(Contents);
  json All = json::array();
  for (const RunLine &Run : Runs)
    All.push_back(Run.command(Contents));
  auto add = [&](const RunLine &Run, std::string Title, json Commands) {
    if (std::optional<Range> Place = View.Places.toClient(Run.Keyword))
      Result.push_back(
          {*Place,
           {std::move(Title), RunLinesCommand,
            json::array({json(
                {{"uri", View.Uri}, {"commands", std::move(Commands)}})})}});
  };
  for (auto [Index, Run] : llvm::enumerate(Runs)) {
    add(Run, "Run", json::array({All[Index]}));
    if (Index == 0 && Runs.size() > 1)
      add(Run, "Run all " + std::to_string(Runs.size()), All);
  }
}

std::vector<CodeLens> lsp::codeLenses(const DocumentParams &Params,
                                      const DocumentView &View) {
  std::vector<CodeLens> Result;
  if (!View.Options.ShowLenses)
    return Result;
  if (View.Client.RunLines)
    addRunLenses(Result, View);
  const Snapshot &State = View.state();
  // A client that asks by itself only would not learn what is finished.
  std::vector<ByteRange> Unfinished;
  if (View.Client.CodeLensRefresh)
    Unfinished = View.Snippets.unfinished(View.Uri, State.version());
  for (FunctionLens &Lens :
       findLenses(State, View.Options.NearLimit, Unfinished)) {
    std::optional<Range> Head = View.Places.toClient(Lens.Range);
    if (!Head)
      continue;
    // VS Code, Neovim and lsp-mode show a lens without a command as text.
    Result.push_back({*Head, {std::move(Lens.Title), "", nullptr}});
    if (!Lens.Fix.empty()) {
      // The command names the version that the lens is for; another version is
      // refused.
      Position Place =
          State.text().positionAt(Lens.Range.Begin, View.Places.encoding());
      Command Fix =
          toCommand({&fixes::ReduceFunction, View.Uri, State.version(), Place});
      Fix.Title = std::move(Lens.Fix);
      Result.push_back({*Head, std::move(Fix)});
    }
    // At the end, so that it moves nothing when it comes and goes.
    if (!Lens.Doubt.empty())
      Result.push_back({*Head, {std::move(Lens.Doubt), "", nullptr}});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Semantic tokens
//===----------------------------------------------------------------------===//

std::variant<SemanticTokens, SemanticTokensDelta>
lsp::semanticTokens(const ChangesParams &Params, const DocumentView &View) {
  return View.Tokens.answer(View.Uri, Params.PreviousResultId, View.state(),
                            View.Options.NearLimit, View.Places.encoding());
}

SemanticTokens lsp::semanticTokensInRange(const RangeParams &Params,
                                          const DocumentView &View) {
  const Snapshot &State = View.state();
  return {"",
          encodeTokens(findSemanticTokens(State, toSnapshot(Params.Range, View),
                                          View.Options.NearLimit),
                       State.text(), View.Places.encoding())};
}
