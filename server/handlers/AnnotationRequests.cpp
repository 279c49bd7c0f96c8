//===- AnnotationRequests.cpp - What stands beside a text, in LSP ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/AnnotationRequests.h"
#include "server/features/annotations/CodeLenses.h"
#include "server/features/annotations/InlayHints.h"
#include "server/features/annotations/SemanticTokens.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/FixRequest.h"
#include "server/handlers/SemanticTokenAnswers.h"
#include "server/protocol/LspAnnotations.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Question = ReadingRequests::Question;

//===----------------------------------------------------------------------===//
// Inlay hints
//===----------------------------------------------------------------------===//

/// What a range of the question is in the snapshot; where an end was edited
/// since, what is around it.
static ByteRange toSnapshot(const Question &Asked, const Range &Where) {
  PositionEncoding Encoding = Asked.Places.encoding();
  size_t Begin = Asked.Asked.offsetAt(Where.Start, Encoding);
  size_t End = Asked.Asked.offsetAt(Where.End, Encoding);
  using Nearest = Positions::Nearest;
  return {Asked.Places.toSnapshot(Begin, Asked.Asked, Nearest::Before),
          Asked.Places.toSnapshot(End, Asked.Asked, Nearest::Behind)};
}

/// Of more hints than anybody sees at once the tooltips, which are most of the
/// answer, are left out: Neovim asks for all of a text after every edit. What
/// they say is in the hover, too.
static constexpr size_t MaxTooltips = 2000;

static json inlayHints(const Question &Asked) {
  ByteRange Visible = toSnapshot(Asked, Asked.Params.at("range").get<Range>());
  std::vector<ValueHint> Found =
      findInlayHints(Asked.Places.state(), Visible, Asked.Options);
  json Result = json::array();
  for (ValueHint &Hint : Found) {
    if (Found.size() > MaxTooltips)
      Hint.Tooltip.clear();
    if (std::optional<Range> Where = Asked.Places.toClient(Hint.Where))
      Result.push_back(InlayHint{Where->End, std::move(Hint.Label),
                                 std::move(Hint.Tooltip),
                                 /*PaddingLeft=*/true});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Code lenses
//===----------------------------------------------------------------------===//

static json codeLenses(const Question &Asked) {
  json Result = json::array();
  if (!Asked.Options.ShowLenses)
    return Result;
  const Snapshot &State = Asked.Places.state();
  for (FunctionLens &Lens : findLenses(State, Asked.Options.NearLimit)) {
    std::optional<Range> Where = Asked.Places.toClient(Lens.Where);
    if (!Where)
      continue;
    // VS Code, Neovim and lsp-mode show a lens without a command as text.
    Result.push_back(CodeLens{*Where, {std::move(Lens.Title), "", nullptr}});
    if (!Lens.CanBeReduced)
      continue;
    // Of the version that it was found in; of another it is refused.
    Position Place =
        State.text().positionAt(Lens.Where.Begin, Asked.Places.encoding());
    Command Fix =
        toCommand({&fixes::ReduceFunction, Asked.Uri, State.version(), Place});
    Fix.Title = fixes::ReduceChunk.title();
    Result.push_back(CodeLens{*Where, std::move(Fix)});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Semantic tokens
//===----------------------------------------------------------------------===//

static std::vector<uint32_t> encodeWords(const Question &Asked,
                                         ByteRange Visible) {
  const Snapshot &State = Asked.Places.state();
  return encodeTokens(
      findSemanticTokens(State, Visible, Asked.Options.NearLimit), State.text(),
      Asked.Places.encoding());
}

static json allWords(const Question &Asked, SemanticTokenAnswers &Given) {
  std::vector<uint32_t> Data =
      encodeWords(Asked, {0, Asked.Places.state().text().size()});
  std::string Previous;
  if (auto Id = Asked.Params.find("previousResultId"); Id != Asked.Params.end())
    Previous = Id->get<std::string>();
  return Given.answer(Asked.Uri, Previous, std::move(Data));
}

static json visibleWords(const Question &Asked) {
  ByteRange Visible = toSnapshot(Asked, Asked.Params.at("range").get<Range>());
  return SemanticTokens{"", encodeWords(Asked, Visible)};
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void lsp::addAnnotations(ReadingRequests &Requests) {
  // VS Code takes lenses down when their request fails, and Neovim drops
  // answers to an older version by itself.
  Requests.add("textDocument/inlayHint", inlayHints,
               ReadingRequests::Which::CurrentOrLater);
  Requests.add("textDocument/codeLens", codeLenses,
               ReadingRequests::Which::CurrentOrLater);
  // Of the text as it is: of words that moved nobody knows what is between.
  // Clients keep what they have when such a request fails, and ask again.
  auto Given = std::make_shared<SemanticTokenAnswers>();
  for (const char *Method : {"textDocument/semanticTokens/full",
                             "textDocument/semanticTokens/full/delta"})
    Requests.add(
        Method,
        [Given](const Question &Asked) { return allWords(Asked, *Given); },
        ReadingRequests::Which::Current);
  Requests.add("textDocument/semanticTokens/range", visibleWords,
               ReadingRequests::Which::Current);
}

void lsp::announceAnnotations(json &Capabilities) {
  Capabilities["inlayHintProvider"] = true;
  Capabilities["codeLensProvider"] = {{"resolveProvider", false}};
  Capabilities["semanticTokensProvider"] = {
      {"legend",
       {{"tokenTypes", semanticTokenTypes},
        {"tokenModifiers", semanticTokenModifiers}}},
      {"range", true},
      {"full", {{"delta", true}}}};
}
