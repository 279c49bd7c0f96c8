//===- CompletionList.cpp - The list of completions -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionList.h"
#include "server/features/completion/ValueItems.h"
#include "server/text/SnippetText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using Item = Completions::Item;
using llvm::StringRef;

static bool isPrefix(StringRef Input, StringRef Label) {
  return Label.starts_with_insensitive(Input);
}

/// What editors compare with the typed word.
static StringRef filterTextOf(const Item &I) {
  return I.FilterText.empty() ? I.Label : I.FilterText;
}

/// True for the row of all integer types of a kind, whose text goes on.
static bool isOfAnyWidth(const Item &I) {
  return StringRef(I.Label).ends_with("<N>");
}

/// True if an item writes nothing but its text.
static bool isPlain(const Item &I) {
  return I.Snippet.empty() && I.Following.empty();
}

/// Marks the items after whose text the typed word is whole: that of the
/// expected type, and those that nothing else goes on from. The row of all
/// integer types stands for each of them.
static void markWhole(std::vector<Item> &Items) {
  std::vector<std::string> Filters;
  for (const Item &I : Items)
    Filters.push_back(filterTextOf(I).lower());
  llvm::sort(Filters);
  for (Item &I : Items) {
    std::string Text = StringRef(I.NewText).lower();
    // Those that begin with the text follow each other.
    auto First = llvm::lower_bound(Filters, Text);
    auto Begins = [&](auto Filter) {
      return Filter != Filters.end() && StringRef(*Filter).starts_with(Text);
    };
    bool IsOwn = StringRef(filterTextOf(I)).starts_with_insensitive(Text);
    bool IsAlone = !Begins(First) || (IsOwn && !Begins(std::next(First)));
    I.IsWhole = isPlain(I) &&
                (I.Detail == ExpectedTypeDetail || IsAlone || isOfAnyWidth(I));
  }
}

void mlir::noisy::lsp::finishList(Completions &Result, StringRef Input) {
  std::vector<Item> &Items = Result.Items;
  markWhole(Items);
  // A list of nothing but the typed word would take the next Enter, and an
  // arrow key.
  bool IsWhole = llvm::any_of(Items, [&](const Item &I) {
    return I.IsWhole && I.NewText == Input && !isOfAnyWidth(I);
  });
  bool IsAnyTyped = llvm::any_of(
      Items, [&](const Item &I) { return isPlain(I) && I.NewText == Input; });
  auto isLeft = [&](const Item &I) {
    StringRef Filter = filterTextOf(I);
    return IsAnyTyped ? isPrefix(Input, Filter) : isMatch(Filter, Input);
  };
  if (!Input.empty() && (IsWhole || llvm::none_of(Items, isLeft))) {
    Items.clear();
    return;
  }
  if (Items.size() > MaxCompletions) {
    Result.IsIncomplete = true;
    llvm::erase_if(
        Items, [&](const Item &I) { return !isMatch(filterTextOf(I), Input); });
  }
  auto Sort = [&] {
    llvm::sort(Items, [](const Item &A, const Item &B) {
      return std::tie(A.SortText, A.Label) < std::tie(B.SortText, B.Label);
    });
  };
  Sort();
  if (Items.size() <= MaxCompletions)
    return;
  std::stable_partition(Items.begin(), Items.end(), [&](const Item &I) {
    return isPrefix(Input, filterTextOf(I));
  });
  Items.resize(MaxCompletions);
  Sort();
}

void mlir::noisy::lsp::finishNewNames(Completions &Result, StringRef Input) {
  llvm::erase_if(Result.Items, [&](const Item &I) {
    return !StringRef(I.Label).starts_with(Input);
  });
  Result.IsIncomplete = !Result.Items.empty();
  finishList(Result, Input);
}

CompletionList mlir::noisy::lsp::toCompletionList(const Completions &Candidates,
                                                  const Text &Source,
                                                  PositionEncoding Encoding,
                                                  bool HasLabelDetails) {
  CompletionList List;
  List.IsIncomplete = Candidates.IsIncomplete;
  Range EditRange = Source.rangeAt(Candidates.ReplacedRange.Begin,
                                   Candidates.ReplacedRange.End, Encoding);
  for (const Item &One : Candidates.Items) {
    // Editors for which Enter takes only what changes the text count snippets
    // as that.
    bool IsSnippet = !One.Snippet.empty() || Candidates.IsInLine;
    std::string NewText = One.NewText;
    if (IsSnippet)
      NewText = One.Snippet.empty() ? escapeSnippet(NewText) : One.Snippet;
    Range Replaced = EditRange;
    if (One.ReplacedAfter)
      Replaced = Source.rangeAt(
          Candidates.ReplacedRange.Begin,
          Candidates.ReplacedRange.End + One.ReplacedAfter, Encoding);
    CompletionItem New{One.Label,
                       One.Kind,
                       One.Detail,
                       One.SortText,
                       {Replaced, std::move(NewText)},
                       One.Operation,
                       One.IsWhole};
    New.FilterText = One.FilterText;
    if (IsSnippet)
      New.InsertTextFormat = 2;
    for (const auto &[Range, NewText] : One.Following)
      New.AdditionalEdits.push_back(
          {Source.rangeAt(Range.Begin, Range.End, Encoding), NewText});
    if (HasLabelDetails) {
      if (!One.Type.empty())
        New.LabelDetail = ": " + One.Type;
      New.LabelDescription = One.Noise;
    } else if (!One.Noise.empty()) {
      // "arg #0: !noisy.i32  24/26".
      New.Detail += "  " + One.Noise;
    }
    List.Items.push_back(std::move(New));
  }
  return List;
}
