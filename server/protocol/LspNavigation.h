//===- LspNavigation.h - Navigation in LSP ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPNAVIGATION_H
#define NOISY_SERVER_PROTOCOL_LSPNAVIGATION_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

// Answers about places: definitions, symbols, folds, selections. They are only
// sent; empty members are left out.

/// A definition with its origin; for clients with DefinitionLinks.
struct LocationLink {
  /// The name at the position of the request, in the requesting document.
  Range OriginSelection;
  std::string TargetUri;
  Range Target;
  /// The range to select, inside of `Target`.
  Range TargetSelection;

  template <typename Io> void map(Io &Json) {
    Json.required("originSelectionRange", OriginSelection);
    Json.required("targetUri", TargetUri);
    Json.required("targetRange", Target);
    Json.required("targetSelectionRange", TargetSelection);
  }
};

/// A part of the text that leads elsewhere.
struct DocumentLink {
  lsp::Range Range;
  /// A URI; the fragment `L3,4` is line 3 and column 4, both from 1.
  std::string Target;
  std::string Tooltip;

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("target", Target);
    Json.optional("tooltip", Tooltip);
  }
};

enum class DocumentHighlightKind { Text = 1, Read, Write };

struct DocumentHighlight {
  lsp::Range Range;
  DocumentHighlightKind Kind = DocumentHighlightKind::Text;

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("kind", Kind);
  }
};

/// The kinds that this server uses.
enum class SymbolKind { Namespace = 3, Class = 5, Function = 12 };

struct DocumentSymbol {
  std::string Name;
  SymbolKind Kind = SymbolKind::Class;
  lsp::Range Range;
  /// Inside of `Range`.
  lsp::Range SelectionRange;
  std::vector<DocumentSymbol> Children;

  template <typename Io> void map(Io &Json) {
    Json.required("name", Name);
    Json.required("kind", Kind);
    Json.required("range", Range);
    Json.required("selectionRange", SelectionRange);
    Json.optional("children", Children);
  }
};

/// A symbol of the workspace, or of a document for clients without
/// HierarchicalDocumentSymbols.
struct SymbolInformation {
  std::string Name;
  SymbolKind Kind = SymbolKind::Class;
  lsp::Location Location;
  std::string ContainerName;

  template <typename Io> void map(Io &Json) {
    Json.required("name", Name);
    Json.required("kind", Kind);
    Json.required("location", Location);
    Json.optional("containerName", ContainerName);
  }
};

/// Well-known kinds of folds.
inline constexpr char CommentFold[] = "comment";
inline constexpr char ImportsFold[] = "imports";
inline constexpr char RegionFold[] = "region";

struct FoldingRange {
  lsp::Range Range;
  std::string Kind;
};
void to_json(json &Value, const FoldingRange &Fold);

/// A range and those around it, from the inside out; at least one.
struct SelectionRange {
  std::vector<lsp::Range> Ranges;
};
void to_json(json &Value, const SelectionRange &Selection);

/// The answer to textDocument/prepareRename.
struct PreparedRename {
  /// The range that is to be edited.
  lsp::Range Range;
  /// The name that the editor offers to edit.
  std::string Placeholder;

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("placeholder", Placeholder);
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPNAVIGATION_H
