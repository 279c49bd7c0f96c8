//===- LspNavigation.cpp - What LSP says of places ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspNavigation.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::to_json(json &Value, const LocationLink &Link) {
  Value = {{"originSelectionRange", Link.OriginSelection},
           {"targetUri", Link.TargetUri},
           {"targetRange", Link.Target},
           {"targetSelectionRange", Link.TargetSelection}};
}

void lsp::to_json(json &Value, const DocumentHighlight &Shown) {
  Value = {{"range", Shown.Range}, {"kind", static_cast<int>(Shown.Kind)}};
}

void lsp::to_json(json &Value, const DocumentSymbol &Symbol) {
  Value = {{"name", Symbol.Name},
           {"kind", static_cast<int>(Symbol.Kind)},
           {"range", Symbol.Range},
           {"selectionRange", Symbol.SelectionRange}};
  if (!Symbol.Children.empty())
    Value["children"] = Symbol.Children;
}

void lsp::to_json(json &Value, const SymbolInformation &Symbol) {
  Value = {{"name", Symbol.Name},
           {"kind", static_cast<int>(Symbol.Kind)},
           {"location", Symbol.Location}};
  if (!Symbol.ContainerName.empty())
    Value["containerName"] = Symbol.ContainerName;
}

void lsp::to_json(json &Value, const FoldingRange &Fold) {
  Value = {{"startLine", Fold.Range.Start.Line},
           {"startCharacter", Fold.Range.Start.Character},
           {"endLine", Fold.Range.End.Line},
           {"endCharacter", Fold.Range.End.Character}};
  if (!Fold.Kind.empty())
    Value["kind"] = Fold.Kind;
}

void lsp::to_json(json &Value, const SelectionRange &Selected) {
  Value = nullptr;
  for (auto Where = Selected.Ranges.rbegin(); Where != Selected.Ranges.rend();
       ++Where) {
    json Inner = json::object();
    Inner["range"] = *Where;
    if (!Value.is_null())
      Inner["parent"] = std::move(Value);
    Value = std::move(Inner);
  }
}
