//===- LspCompletion.cpp - What LSP says about completion -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspCompletion.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::to_json(json &Value, const CompletionItem &Item) {
  Value = {{"label", Item.Label},
           {"kind", int(Item.Kind)},
           {"insertTextFormat", 1 /*plain text*/},
           {"textEdit", Item.Edit}};
  if (!Item.Detail.empty())
    Value["detail"] = Item.Detail;
  if (!Item.SortText.empty())
    Value["sortText"] = Item.SortText;
  if (!Item.Operation.empty())
    Value["data"] = {{"operation", Item.Operation}};
}

void lsp::to_json(json &Value, const CompletionList &List) {
  Value = {{"isIncomplete", List.IsIncomplete}, {"items", List.Items}};
}
