//===- TopLevelItems.cpp - Completions outside of functions ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/TopLevelItems.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
struct TopLevelItem {
  const char *Label;
  /// What is typed to find it.
  const char *FilterText;
  const char *Detail;
  const char *Snippet;
};
} // namespace

static constexpr TopLevelItem TopLevelItems[] = {
    {"func.func", "func.func", "function with a result",
     "func.func @${1:name}(${2:%arg0: !noisy.i32}) -> ${3:!noisy.i32} {\n"
     "\t$0\n\treturn ${4:%arg0} : $3\n}"},
    {"func.func, no result", "func.func", "function without results",
     "func.func @${1:name}(${2:%arg0: !noisy.i32}) {\n\t$0\n\treturn\n}"},
    {"func.func private", "func.func private", "declaration of a function",
     "func.func private @${1:name}(${2:!noisy.i32}) -> ${3:!noisy.i32}"},
    {"func.func with noisy.bound", "func.func noisy.bound",
     "function that states the noise it takes and gives, in bits",
     "func.func private @${1:name}(${2:%arg0}: !noisy.i32 {noisy.bound = "
     "${3:20} : i64}) -> (!noisy.i32 {noisy.bound = ${4:24} : i64}) {\n"
     "\t$0\n\treturn ${5:%arg0} : !noisy.i32\n}"},
    {"module", "module", "module", "module {\n\t$0\n}"},
    {"module with noisy.model", "module noisy.model",
     "module with a noise model of its own, in bits",
     "module attributes {noisy.model = #noisy.model<initial = ${1:16}, max = "
     "${2:30}>} {\n\t$0\n}"},
    {"// -----", "split // -----", "another program in the same file",
     "// -----\n\n$0"},
    {"// RUN:", "RUN: // RUN:", "run this file as a test of lit",
     "// RUN: noisy-opt %s ${1:--noisy-verify-noise} | FileCheck %s"},
};

void mlir::noisy::lsp::addTopLevelItems(std::vector<Completions::Item> &Items) {
  // In this order, and before operations.
  char Rank = 'a';
  for (const TopLevelItem &Each : TopLevelItems) {
    Completions::Item New;
    New.Label = Each.Label;
    New.FilterText = Each.FilterText;
    New.Detail = Each.Detail;
    New.SortText = std::string("0") + Rank++;
    // The words before a name, for clients without snippets.
    StringRef Plain = Each.Snippet;
    New.NewText = Plain.take_until([](char C) { return C == '$'; }).str();
    New.NewText = StringRef(New.NewText).rtrim("@%({\n\t ").str();
    New.Snippet = Each.Snippet;
    Items.push_back(std::move(New));
  }
}

void mlir::noisy::lsp::addFunctionItems(StringRef Written, StringRef Typed,
                                        bool WithSnippets,
                                        std::vector<Completions::Item> &Items) {
  static constexpr StringRef Visibilities[] = {"private", "public", "nested"};
  StringRef Before = Written.rtrim();
  bool IsPrivate = Before.ends_with("private");
  bool HasVisibility = llvm::any_of(
      Visibilities, [&](StringRef Word) { return Before.ends_with(Word); });
  auto add = [&](std::string Label, CompletionItemKind Kind,
                 const char *Detail) -> Completions::Item & {
    Completions::Item New;
    New.Label = New.NewText = std::move(Label);
    New.Kind = Kind;
    New.Detail = Detail;
    New.SortText = {'1', char('a' + Items.size())};
    Items.push_back(std::move(New));
    return Items.back();
  };
  if (!HasVisibility)
    for (StringRef Word : Visibilities)
      add(Word.str(), CompletionItemKind::Keyword, "visibility");
  if (!WithSnippets)
    return;
  for (const TopLevelItem &Each : TopLevelItems) {
    StringRef Snippet = Each.Snippet, Label = Each.Label;
    if (!Snippet.consume_front("func.func ") ||
        !Label.consume_front("func.func"))
      continue;
    // What is private stays so; the others can be.
    bool MustBePrivate = Snippet.consume_front("private ");
    if (MustBePrivate && HasVisibility && !IsPrivate)
      continue;
    std::string Visibility = MustBePrivate && !HasVisibility ? "private " : "";
    if (Label.consume_front(" private") && HasVisibility)
      Label = ", declaration";
    std::string Text = Visibility + Snippet.str();
    // The name is that of the item, or the word.
    StringRef Name = "${1:name}";
    if (!Typed.empty())
      Text.replace(Text.find(Name), Name.size(), Typed);
    Completions::Item &New =
        add((llvm::Twine(Visibility) + "@" +
             (Typed.empty() ? StringRef("name") : Typed) + Label)
                .str(),
            CompletionItemKind::Function, Each.Detail);
    New.NewText = Visibility + "@" + Typed.str();
    New.Snippet = std::move(Text);
    // Longer than the word, so that editors rate it like the others.
    if (!Typed.empty())
      New.FilterText = (Typed + "@").str();
  }
}
