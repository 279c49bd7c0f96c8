//===- CallHierarchyRequests.cpp - The call hierarchy, in LSP -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/Handlers.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// Item data
//===----------------------------------------------------------------------===//

static json toData(const std::optional<SymbolKey> &Key) {
  if (!Key)
    return nullptr;
  return {{"chunk", Key->Chunk}, {"path", Key->Path}, {"which", Key->Ordinal}};
}

void lsp::from_json(const json &Value, CallHierarchyParams &Params) {
  memberAt(Value, "item/uri").get_to(Params.Uri);
  if (const json *Data = findMember(Value, "item/data"))
    Params.Key = {Data->at("chunk").get<uint32_t>(),
                  Data->at("path").get<std::vector<std::string>>(),
                  Data->at("which").get<uint32_t>()};
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static CallHierarchyItem toItem(const CallItem &Source,
                                const DocumentView &View) {
  CallHierarchyItem Result;
  Result.Name = Source.Name;
  Result.Kind = Source.Class == SymbolClass::Function ? SymbolKind::Function
                : Source.Class == SymbolClass::Symbol ? SymbolKind::Class
                                                      : SymbolKind::Namespace;
  Result.Detail = Source.Detail;
  Result.Uri = View.Uri;
  Result.Range = View.Places.toClientClamped(Source.Range);
  Result.SelectionRange = View.Places.toClientClamped(Source.Head);
  Result.Data = toData(Source.Key);
  return Result;
}

std::optional<std::vector<CallHierarchyItem>>
lsp::callHierarchyItems(const PositionParams &Params,
                        const DocumentView &View) {
  std::vector<CallHierarchyItem> Result;
  if (std::optional<size_t> Offset = View.offset(Params.Position))
    for (const CallItem &Source : prepareCallHierarchy(View.state(), *Offset))
      Result.push_back(toItem(Source, View));
  return Result.empty() ? std::nullopt : std::optional(std::move(Result));
}

/// The calls that `Find` returns for an item.
template <typename Call>
static std::vector<Call>
findCalls(const CallHierarchyParams &Params, const DocumentView &View,
          std::vector<CallGroup> (*Find)(const Snapshot &, const SymbolKey &)) {
  std::vector<Call> Result;
  if (!Params.Key)
    return Result;
  for (const CallGroup &Group : Find(View.state(), *Params.Key)) {
    Call NewCall{toItem(Group.Item, View), {}};
    for (ByteRange Place : Group.Calls)
      if (std::optional<Range> CallRange = View.Places.toClient(Place))
        NewCall.FromRanges.push_back(*CallRange);
    // Drop calls that were edited away since.
    if (!NewCall.FromRanges.empty())
      Result.push_back(std::move(NewCall));
  }
  return Result;
}

std::vector<CallHierarchyIncomingCall>
lsp::incomingCalls(const CallHierarchyParams &Params,
                   const DocumentView &View) {
  return findCalls<CallHierarchyIncomingCall>(Params, View, findIncomingCalls);
}

std::vector<CallHierarchyOutgoingCall>
lsp::outgoingCalls(const CallHierarchyParams &Params,
                   const DocumentView &View) {
  return findCalls<CallHierarchyOutgoingCall>(Params, View, findOutgoingCalls);
}
