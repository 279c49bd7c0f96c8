//===- LspAnnotations.h - Annotations in LSP --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPANNOTATIONS_H
#define NOISY_SERVER_PROTOCOL_LSPANNOTATIONS_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

// Inlay hints, code lenses and semantic tokens. They are only sent; empty
// members are left out.

struct InlayHint {
  lsp::Position Position;
  std::string Label;
  /// Plain text.
  std::string Tooltip;
  bool PaddingLeft = false;

  template <typename Io> void map(Io &Json) {
    Json.required("position", Position);
    Json.required("label", Label);
    Json.optional("tooltip", Tooltip);
    Json.optional("paddingLeft", PaddingLeft);
  }
};

struct CodeLens {
  lsp::Range Range;
  /// A lens with an empty command is only shown.
  lsp::Command Command;

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("command", Command);
  }
};

/// The answer to textDocument/semanticTokens/full and /range.
struct SemanticTokens {
  /// Empty if no delta to these tokens is possible.
  std::string ResultId;
  /// Five numbers each.
  std::vector<uint32_t> Data;

  template <typename Io> void map(Io &Json) {
    Json.required("data", Data);
    Json.optional("resultId", ResultId);
  }
};

/// A replaced range of the numbers of an earlier answer.
struct SemanticTokensEdit {
  uint32_t Start = 0;
  uint32_t DeleteCount = 0;
  std::vector<uint32_t> Data;

  template <typename Io> void map(Io &Json) {
    Json.required("start", Start);
    Json.required("deleteCount", DeleteCount);
    Json.optional("data", Data);
  }
  friend bool operator==(const SemanticTokensEdit &,
                         const SemanticTokensEdit &) = default;
};

/// The answer to textDocument/semanticTokens/full/delta.
struct SemanticTokensDelta {
  std::string ResultId;
  std::vector<SemanticTokensEdit> Edits;

  template <typename Io> void map(Io &Json) {
    Json.required("resultId", ResultId);
    Json.required("edits", Edits);
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPANNOTATIONS_H
