//===- LspAnnotations.cpp - What LSP shows beside a text ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspAnnotations.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::to_json(json &Value, const InlayHint &Hint) {
  Value = {{"position", Hint.Position}, {"label", Hint.Label}};
  if (!Hint.Tooltip.empty())
    Value["tooltip"] = Hint.Tooltip;
  if (Hint.PaddingLeft)
    Value["paddingLeft"] = true;
}

void lsp::to_json(json &Value, const CodeLens &Lens) {
  Value = {{"range", Lens.Range}, {"command", Lens.Command}};
}

void lsp::to_json(json &Value, const SemanticTokens &Tokens) {
  Value = {{"data", Tokens.Data}};
  if (!Tokens.ResultId.empty())
    Value["resultId"] = Tokens.ResultId;
}

void lsp::to_json(json &Value, const SemanticTokensEdit &Edit) {
  Value = {{"start", Edit.Start}, {"deleteCount", Edit.DeleteCount}};
  if (!Edit.Data.empty())
    Value["data"] = Edit.Data;
}

void lsp::to_json(json &Value, const SemanticTokensDelta &Delta) {
  Value = {{"resultId", Delta.ResultId}, {"edits", Delta.Edits}};
}
