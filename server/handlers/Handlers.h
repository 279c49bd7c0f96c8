//===- Handlers.h - Requests that are functions -----------------*- C++ -*-===//
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

// Each is one row of RequestTable.cpp, and may throw a ResponseError. Ranges
// that were edited since the snapshot are left out of results, unless a comment
// says more.

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

/// Links where the client knows them.
std::variant<std::vector<Location>, std::vector<LocationLink>>
definitions(const PositionParams &Params, const DocumentView &View);
std::vector<Location> references(const ReferenceParams &Params,
                                 const DocumentView &View);
std::vector<DocumentHighlight> highlights(const PositionParams &Params,
                                          const DocumentView &View);
/// A tree where the client knows one.
std::variant<std::vector<SymbolInformation>, std::vector<DocumentSymbol>>
documentSymbols(const DocumentParams &Params, const DocumentView &View);
std::vector<SymbolInformation>
workspaceSymbols(const WorkspaceSymbolParams &Params,
                 llvm::ArrayRef<DocumentView> Views);
std::vector<FoldingRange> foldingRanges(const DocumentParams &Params,
                                        const DocumentView &View);
/// One for each position: the whole text where there is no better one.
std::vector<SelectionRange> selectionRanges(const SelectionRangeParams &Params,
                                            const DocumentView &View);

// CallHierarchyRequests.cpp

/// An item that the client was given before.
struct CallHierarchyParams : DocumentParams {
  /// Absent where it has no data: it is about nothing then.
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
std::vector<CodeLens> codeLenses(const DocumentParams &Params,
                                 const DocumentView &View);
/// The changes since the previous result, or all.
std::variant<SemanticTokens, SemanticTokensDelta>
semanticTokens(const ChangesParams &Params, const DocumentView &View);
SemanticTokens semanticTokensInRange(const RangeParams &Params,
                                     const DocumentView &View);

// RenameRequests.cpp

struct RenameParams : PositionParams {
  std::string NewName;

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.required("newName", NewName);
  }
};

/// What cannot be renamed fails with RequestFailed and the reason.
std::optional<PreparedRename> prepareRename(const PositionParams &Params,
                                            const DocumentView &View);
WorkspaceEdit rename(const RenameParams &Params, const DocumentView &View);

// NoiseGraphRequests.cpp

struct NoiseGraphParams : PositionParams {
  size_t MaxNodes = AllNodes;

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.optional("maxNodes", MaxNodes);
  }
};

/// A graph as docs/protocol.md has it; null where there is none.
json noiseGraph(const NoiseGraphParams &Params, const DocumentView &View);
/// The same for a client with that version of the text; `Place` gives what the
/// graph's ranges are there.
json toJson(const NoiseGraph &Graph, int64_t Version,
            llvm::function_ref<Range(ByteRange)> Place);

// CompletionRequests.cpp

struct CompletionResolveParams {
  /// Whatever the client has made of the item; it gets it back.
  json Item;
  /// The operation that the item is (CompletionItem::Operation), or "".
  std::string Operation;
};
void from_json(json &Value, CompletionResolveParams &Params);

/// Adds to the item of an operation what ODS says of it. A list of hundreds of
/// operations would be heavy with that.
json resolveCompletion(CompletionResolveParams Params,
                       const ClientCapabilities &Client);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_HANDLERS_H
