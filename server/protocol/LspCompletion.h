//===- LspCompletion.h - What LSP says about completion ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPCOMPLETION_H
#define NOISY_SERVER_PROTOCOL_LSPCOMPLETION_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

enum class CompletionItemKind {
  Function = 3,
  Field = 5,
  Variable = 6,
  Module = 9,
  Property = 10,
  Keyword = 14
};

struct CompletionItem {
  std::string Label;
  CompletionItemKind Kind = CompletionItemKind::Field;
  std::string Detail;
  std::string SortText;
  TextEdit Edit;
  /// The full name of an operation, whose documentation completionItem/resolve
  /// has to add; in JSON, the member `operation` of `data`.
  std::string Operation = "";
};
void to_json(json &Value, const CompletionItem &Item);

struct CompletionList {
  bool IsIncomplete = false;
  std::vector<CompletionItem> Items;
};
void to_json(json &Value, const CompletionList &List);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPCOMPLETION_H
