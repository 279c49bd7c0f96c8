//===- TopLevelItems.cpp - Completions outside of functions ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/TopLevelItems.h"
#include "server/features/completion/OperationSnippet.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir::noisy::lsp;

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
     "func.func ${1:@name}(${2:%arg0: !noisy.i32}) -> ${3:!noisy.i32} {\n"
     "\t$0\n\treturn ${4:%arg0} : $3\n}"},
    {"func.func, no result", "func.func", "function without results",
     "func.func ${1:@name}(${2:%arg0: !noisy.i32}) {\n\t$0\n\treturn\n}"},
    {"func.func private", "func.func private", "declaration of a function",
     "func.func private ${1:@name}(${2:!noisy.i32}) -> ${3:!noisy.i32}"},
    {"func.func with noisy.bound", "func.func noisy.bound",
     "function that states the noise it takes and gives, in bits",
     "func.func private ${1:@name}(${2:%arg0}: !noisy.i32 {noisy.bound = "
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
    llvm::StringRef Plain = Each.Snippet;
    New.NewText = Plain.take_until([](char C) { return C == '$'; }).str();
    New.NewText = llvm::StringRef(New.NewText).rtrim("@%({\n\t ").str();
    New.Snippet = Each.Snippet;
    Items.push_back(std::move(New));
  }
}
