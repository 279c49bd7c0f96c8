//===- LspCompletion.h - Completion in LSP ----------------------*- C++ -*-===//
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
  /// The full name of an operation, if completionItem/resolve has to add its
  /// documentation; in JSON, the member `operation` of `data`.
  std::string Operation = "";
  /// Plain text.
  int InsertTextFormat = 1;

  template <typename Io> void map(Io &Json) {
    Json.required("label", Label);
    Json.required("kind", Kind);
    Json.required("textEdit", Edit);
    Json.required("insertTextFormat", InsertTextFormat);
    Json.optional("detail", Detail);
    Json.optional("sortText", SortText);
    Json.optional("data/operation", Operation);
  }
};

struct CompletionList {
  bool IsIncomplete = false;
  std::vector<CompletionItem> Items;

  template <typename Io> void map(Io &Json) {
    Json.required("isIncomplete", IsIncomplete);
    Json.required("items", Items);
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPCOMPLETION_H
