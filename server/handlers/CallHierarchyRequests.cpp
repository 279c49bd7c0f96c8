//===- CallHierarchyRequests.cpp - Who calls whom, in LSP -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/CallHierarchyRequests.h"
#include "server/features/navigation/CallHierarchy.h"
#include "server/protocol/LspCallHierarchy.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Question = ReadingRequests::Question;

//===----------------------------------------------------------------------===//
// The data that finds an item again
//===----------------------------------------------------------------------===//

static json toData(const std::optional<SymbolKey> &Key) {
  if (!Key)
    return nullptr;
  return {{"chunk", Key->Chunk}, {"path", Key->Path}, {"which", Key->Which}};
}

static std::optional<SymbolKey> keyIn(const json &Item) {
  auto Data = Item.find("data");
  if (Data == Item.end() || Data->is_null())
    return std::nullopt;
  SymbolKey Key;
  Data->at("chunk").get_to(Key.Chunk);
  Data->at("path").get_to(Key.Path);
  Data->at("which").get_to(Key.Which);
  return Key;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static CallHierarchyItem toItem(const CallItem &Found, const Question &Asked) {
  CallHierarchyItem Result;
  Result.Name = Found.Name;
  Result.Kind = Found.Class == SymbolClass::Function ? SymbolKind::Function
                : Found.Class == SymbolClass::Named  ? SymbolKind::Class
                                                     : SymbolKind::Namespace;
  Result.Detail = Found.Detail;
  Result.Uri = Asked.Uri;
  Result.Range = Asked.Places.toClientClamped(Found.Where);
  Result.SelectionRange = Asked.Places.toClientClamped(Found.Head);
  Result.Data = toData(Found.Key);
  return Result;
}

static json prepare(const Question &Asked) {
  json Result = json::array();
  if (std::optional<size_t> Offset = Asked.offset())
    for (const CallItem &Found :
         prepareCallHierarchy(Asked.Places.state(), *Offset))
      Result.push_back(toItem(Found, Asked));
  return Result.empty() ? json() : Result;
}

/// The calls that `Find` finds for the item that is asked about.
static std::vector<CallHierarchyCall>
findCalls(const Question &Asked,
          std::vector<CallGroup> (*Find)(const Snapshot &, const SymbolKey &)) {
  std::vector<CallHierarchyCall> Result;
  std::optional<SymbolKey> Key = keyIn(Asked.Params.at("item"));
  if (!Key)
    return Result;
  for (const CallGroup &Group : Find(Asked.Places.state(), *Key)) {
    CallHierarchyCall Call{toItem(Group.Item, Asked), {}};
    for (ByteRange Where : Group.Calls)
      if (std::optional<Range> There = Asked.Places.toClient(Where))
        Call.FromRanges.push_back(*There);
    // What was edited away since is no call any more.
    if (!Call.FromRanges.empty())
      Result.push_back(std::move(Call));
  }
  return Result;
}

void lsp::addCallHierarchy(ReadingRequests &Requests) {
  Requests.add("textDocument/prepareCallHierarchy", prepare);
  Requests.add("callHierarchy/incomingCalls", [](const Question &Asked) {
    return toIncomingCalls(findCalls(Asked, findIncomingCalls));
  });
  Requests.add("callHierarchy/outgoingCalls", [](const Question &Asked) {
    return toOutgoingCalls(findCalls(Asked, findOutgoingCalls));
  });
}

void lsp::announceCallHierarchy(json &Capabilities) {
  Capabilities["callHierarchyProvider"] = true;
}
