//===- Handlers.h - Requests answered by functions --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_HANDLERS_H
#define NOISY_SERVER_HANDLERS_HANDLERS_H

#include "server/features/navigation/CallHierarchy.h"
#include "server/features/noise/NoiseGraph.h"
#include "server/handlers/ReadingRequests.h"
#include "server/protocol/LspAnnotations.h"
#include "server/protocol/LspCallHierarchy.h"

namespace mlir::noisy::lsp {

// Each function is one row of RequestTable.cpp, and may throw a ResponseError.
// Ranges that were edited since the snapshot are left out of results, unless a
// comment says more.

// HoverRequest.cpp

std::optional<Hover> hover(const PositionParams &Params,
                           const DocumentView &View);

// NavigationRequests.cpp

struct ReferenceParams : PositionParams {
  bool IncludeDeclaration = true;

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.optional("context/includeDeclaration", IncludeDeclaration);
  }
};

struct SelectionRangeParams : DocumentParams {
  std::vector<Position> Positions;

  template <typename Io> void map(Io &Json) {
    DocumentParams::map(Json);
    Json.required("positions", Positions);
  }
};

struct WorkspaceSymbolParams {
  std::string Query;

  template <typename Io> void map(Io &Json) { Json.required("query", Query); }
};

/// Returns links if the client supports them.
std::variant<std::vector<Location>, std::vector<LocationLink>>
definitions(const PositionParams &Params, const DocumentView &View);
/// The aliases of the type of a value, and its place in TableGen.
std::variant<std::vector<Location>, std::vector<LocationLink>>
typeDefinitions(const PositionParams &Params, const DocumentView &View);
/// For the client's text, however old the snapshot is.
std::vector<DocumentLink> documentLinks(const DocumentParams &Params,
                                        const DocumentView &View);
std::vector<Location> references(const ReferenceParams &Params,
                                 const DocumentView &View);
std::vector<DocumentHighlight> highlights(const PositionParams &Params,
                                          const DocumentView &View);
/// Returns a tree if the client supports it.
std::variant<std::vector<SymbolInformation>, std::vector<DocumentSymbol>>
documentSymbols(const DocumentParams &Params, const DocumentView &View);
std::vector<SymbolInformation>
workspaceSymbols(const WorkspaceSymbolParams &Params,
                 llvm::ArrayRef<DocumentView> Views);
std::vector<FoldingRange> foldingRanges(const DocumentParams &Params,
                                        const DocumentView &View);
/// One range for each position: the whole text if there is no better one.
std::vector<SelectionRange> selectionRanges(const SelectionRangeParams &Params,
                                            const DocumentView &View);

// CallHierarchyRequests.cpp

/// An item that an earlier answer contained.
struct CallHierarchyParams : DocumentParams {
  /// Absent if the item has no data; the answer is empty then.
  std::optional<SymbolKey> Key;
};
void from_json(const json &Value, CallHierarchyParams &Params);

std::optional<std::vector<CallHierarchyItem>>
callHierarchyItems(const PositionParams &Params, const DocumentView &View);
std::vector<CallHierarchyIncomingCall>
incomingCalls(const CallHierarchyParams &Params, const DocumentView &View);
std::vector<CallHierarchyOutgoingCall>
outgoingCalls(const CallHierarchyParams &Params, const DocumentView &View);

// AnnotationRequests.cpp

std::vector<InlayHint> inlayHints(const RangeParams &Params,
                                  const DocumentView &View);
/// The command of a lens that runs RUN lines; the client implements it.
inline constexpr char RunLinesCommand[] = "noisy.runLines";
std::vector<CodeLens> codeLenses(const DocumentParams &Params,
                                 const DocumentView &View);
/// The changes since the previous result, or all tokens.
std::variant<SemanticTokens, SemanticTokensDelta>
semanticTokens(const ChangesParams &Params, const DocumentView &View);
SemanticTokens semanticTokensInRange(const RangeParams &Params,
                                     const DocumentView &View);

// FormattingRequests.cpp

// These three answer for the client's text, however old the snapshot is. The
// options in their parameters are not read: MLIR has one layout. Nothing where
// the text has it: Emacs reports the edits of a list, also if it is empty.

std::optional<std::vector<TextEdit>>
formatDocument(const DocumentParams &Params, const DocumentView &View);
std::optional<std::vector<TextEdit>> formatRange(const RangeParams &Params,
                                                 const DocumentView &View);
std::optional<std::vector<TextEdit>> formatOnType(const PositionParams &Params,
                                                  const DocumentView &View);

// RenameRequests.cpp

struct RenameParams : PositionParams {
  std::string NewName;

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.required("newName", NewName);
  }
};

/// Fails with RequestFailed and the reason if the symbol cannot be renamed.
std::optional<PreparedRename> prepareRename(const PositionParams &Params,
                                            const DocumentView &View);
WorkspaceEdit rename(const RenameParams &Params, const DocumentView &View);

// NoiseGraphRequests.cpp

struct NoiseGraphParams : PositionParams {
  GraphPart Part;
};
void from_json(const json &Value, NoiseGraphParams &Params);
/// The members of a request that say which part of a graph is wanted.
void from_json(const json &Value, GraphPart &Part);

/// A graph as in docs/protocol.md; null if there is none.
json noiseGraph(const NoiseGraphParams &Params, const DocumentView &View);
/// A graph for a client with that version of the text; `Place` maps ranges of
/// the graph to ranges of that text.
json toJson(const NoiseGraph &Graph, int64_t Version,
            llvm::function_ref<Range(ByteRange)> Place);

// CompletionRequests.cpp

struct CompletionResolveParams {
  /// The item as the client sent it; it is returned with additions.
  json Item;
  /// The operation that the item is (CompletionItem::Operation), or "".
  std::string Operation;
};
void from_json(json &Value, CompletionResolveParams &Params);

/// Adds the ODS documentation to the item of an operation. A list of hundreds
/// of operations would be too large with it.
json resolveCompletion(CompletionResolveParams Params,
                       const ClientCapabilities &Client);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_HANDLERS_H
