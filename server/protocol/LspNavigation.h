//===- LspNavigation.h - What LSP says of places ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPNAVIGATION_H
#define NOISY_SERVER_PROTOCOL_LSPNAVIGATION_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

// Answers about where things are: definitions, symbols, folds, selections.
// They go out only; members that are empty are left out.

/// A definition, with what was asked for; for clients with DefinitionLinks.
struct LocationLink {
  /// The name that was asked for, in the document of the question.
  Range OriginSelection;
  std::string TargetUri;
  Range Target;
  /// What is to be selected, inside of `Target`.
  Range TargetSelection;
};
void to_json(json &Value, const LocationLink &Link);

enum class DocumentHighlightKind { Text = 1, Read, Write };

struct DocumentHighlight {
  lsp::Range Range;
  DocumentHighlightKind Kind = DocumentHighlightKind::Text;
};
void to_json(json &Value, const DocumentHighlight &Shown);

/// Those that this server uses.
enum class SymbolKind { Namespace = 3, Class = 5, Function = 12 };

struct DocumentSymbol {
  std::string Name;
  SymbolKind Kind = SymbolKind::Class;
  lsp::Range Range;
  /// Inside of `Range`.
  lsp::Range SelectionRange;
  std::vector<DocumentSymbol> Children;
};
void to_json(json &Value, const DocumentSymbol &Symbol);

/// A symbol of the workspace, or of a document for clients without
/// HierarchicalDocumentSymbols.
struct SymbolInformation {
  std::string Name;
  SymbolKind Kind = SymbolKind::Class;
  lsp::Location Location;
  std::string ContainerName;
};
void to_json(json &Value, const SymbolInformation &Symbol);

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
void to_json(json &Value, const SelectionRange &Selected);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPNAVIGATION_H
