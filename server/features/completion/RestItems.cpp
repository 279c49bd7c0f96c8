//===- RestItems.cpp - The rest of an operation in a list -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/RestItems.h"
#include "server/features/completion/UsedNames.h"
#include "server/features/forms/OperationSnippet.h"
#include "server/text/SnippetText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// A text in one line, with an ellipsis for the lines of each region.
static std::string inOneLine(StringRef Text) {
  std::string Result;
  bool IsInRegion = false;
  for (StringRef Line : llvm::split(Text, '\n')) {
    if (Line.starts_with("}")) {
      Result += "...";
      IsInRegion = false;
    }
    if (!IsInRegion)
      Result += Line;
    IsInRegion |= Line.ends_with("{");
  }
  return Result;
}

void mlir::noisy::lsp::addRestOfOperation(
    const CompletionPlace &Place, StringRef Before,
    std::vector<Completions::Item> &Items) {
  const FormPart *Next = Place.part();
  const FormMatch &Match = Place.Match;
  auto isKeyword = [](const Completions::Item &I) {
    return I.Kind == CompletionItemKind::Keyword;
  };
  if (!Next || Place.Operation.isGeneric() || Place.Form->DefinesSymbol ||
      Match.IsBegun ||
      (Next->Kind == FormPart::Type::Operand && Match.Index > 0) ||
      Match.IsInDictionary ||
      llvm::none_of(
          llvm::ArrayRef(Place.Form->Parts).drop_front(Match.Part),
          [](const FormPart &P) { return P.Kind == FormPart::Type::Region; }))
    return;
  Snippet Rest =
      writeRestOfOperation(*Place.Form, Match.Part, Place.Operation.HasResults,
                           findUsedNames(Before), findSurroundingType(Place));
  if (!Rest.HasStops)
    return;
  Completions::Item New;
  New.Label = New.NewText = inOneLine(readSnippet(Rest.Text).Text);
  New.Kind = CompletionItemKind::Snippet;
  New.Detail = "the rest of " + Place.Form->Name.str();
  // Behind values and types.
  New.SortText = llvm::all_of(Items, isKeyword) ? "0" : "z";
  bool NeedsSpace = Next->HasSpace && !Before.ends_with(" ");
  New.Snippet = (NeedsSpace ? " " : "") + Rest.Text;
  Items.push_back(std::move(New));
}
