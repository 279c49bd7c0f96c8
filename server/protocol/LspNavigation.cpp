//===- LspNavigation.cpp - Navigation in LSP ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspNavigation.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::to_json(json &Value, const FoldingRange &Fold) {
  Value = {{"startLine", Fold.Range.Start.Line},
           {"startCharacter", Fold.Range.Start.Character},
           {"endLine", Fold.Range.End.Line},
           {"endCharacter", Fold.Range.End.Character}};
  if (!Fold.Kind.empty())
    Value["kind"] = Fold.Kind;
}

void lsp::to_json(json &Value, const SelectionRange &Selection) {
  Value = nullptr;
  for (auto It = Selection.Ranges.rbegin(); It != Selection.Ranges.rend();
       ++It) {
    json Inner = json::object();
    Inner["range"] = *It;
    if (!Value.is_null())
      Inner["parent"] = std::move(Value);
    Value = std::move(Inner);
  }
}
