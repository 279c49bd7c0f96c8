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
  Keyword = 14,
  Snippet = 15
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
  /// The typed word is whole once it is the text of the item, as nothing else
  /// in the list begins with it; in JSON, the member `whole` of `data`. Editors
  /// that know it close the list then, so that Enter is a new line.
  bool IsWhole = false;
  /// 1 for plain text, 2 for a snippet.
  int InsertTextFormat = 1;
  /// What the typed word is compared with; if empty, the label.
  std::string FilterText = "";
  /// Shown after the label, and at the end of the row.
  std::string LabelDetail = "";
  std::string LabelDescription = "";
  /// Changes elsewhere that come with it.
  std::vector<TextEdit> AdditionalEdits = {};

  template <typename Io> void map(Io &Json) {
    Json.required("label", Label);
    Json.required("kind", Kind);
    Json.required("textEdit", Edit);
    Json.required("insertTextFormat", InsertTextFormat);
    Json.optional("detail", Detail);
    Json.optional("sortText", SortText);
    Json.optional("filterText", FilterText);
    Json.optional("labelDetails/detail", LabelDetail);
    Json.optional("labelDetails/description", LabelDescription);
    Json.optional("data/operation", Operation);
    Json.optional("data/whole", IsWhole);
    Json.optional("additionalTextEdits", AdditionalEdits);
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

/// A part of a signature: a range of its label.
struct ParameterInformation {
  std::pair<unsigned, unsigned> Label;

  template <typename Io> void map(Io &Json) { Json.required("label", Label); }
};

struct SignatureInformation {
  std::string Label;
  std::vector<ParameterInformation> Parameters;

  template <typename Io> void map(Io &Json) {
    Json.required("label", Label);
    Json.required("parameters", Parameters);
  }
};

struct SignatureHelp {
  std::vector<SignatureInformation> Signatures;
  unsigned ActiveSignature = 0;
  unsigned ActiveParameter = 0;

  template <typename Io> void map(Io &Json) {
    Json.required("signatures", Signatures);
    Json.required("activeSignature", ActiveSignature);
    Json.required("activeParameter", ActiveParameter);
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPCOMPLETION_H
