//===- CompletionOffer.h - What is offered at a place -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_FEATURES_COMPLETION_COMPLETIONOFFER_H
#define NOISY_TESTS_SERVER_FEATURES_COMPLETION_COMPLETIONOFFER_H

#include "server/features/completion/CompletionList.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::noisy::lsp::test {

/// What is offered at the first place of a text, after a character that asks
/// for it or on request.
struct Offer {
  explicit Offer(llvm::StringRef MarkedText, char Trigger = 0)
      : Source(MarkedText),
        List(getCompletions(allDialects(), Source.Text,
                            Outline::scan(Source.Text).pieces(),
                            {Source.Places.at(0), Trigger})) {}

  const Completions::Item *find(llvm::StringRef Label) const {
    auto Match = llvm::find_if(List.Items, [&](const Completions::Item &I) {
      return I.Label == Label;
    });
    return Match == List.Items.end() ? nullptr : &*Match;
  }
  bool has(llvm::StringRef Label) const { return find(Label); }

  std::vector<std::string> labels() const {
    std::vector<std::string> Result;
    for (const Completions::Item &I : List.Items)
      Result.push_back(I.Label);
    return Result;
  }

  /// The text before the place after an item was taken.
  std::string acceptedText(llvm::StringRef Label) const {
    const Completions::Item *Match = find(Label);
    REQUIRE(Match);
    return Source.Text.substr(0, List.ReplacedRange.Begin) + Match->NewText;
  }

  AnnotatedText Source;
  Completions List;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_COMPLETION_COMPLETIONOFFER_H
