//===- LspCallHierarchy.cpp - What LSP says of calls ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspCallHierarchy.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::to_json(json &Value, const CallHierarchyItem &Item) {
  Value = {{"name", Item.Name},
           {"kind", static_cast<int>(Item.Kind)},
           {"uri", Item.Uri},
           {"range", Item.Range},
           {"selectionRange", Item.SelectionRange}};
  if (!Item.Detail.empty())
    Value["detail"] = Item.Detail;
  if (!Item.Data.is_null())
    Value["data"] = Item.Data;
}

static json toCalls(const std::vector<CallHierarchyCall> &Calls,
                    const char *End) {
  json Result = json::array();
  for (const CallHierarchyCall &Call : Calls)
    Result.push_back({{End, Call.Item}, {"fromRanges", Call.FromRanges}});
  return Result;
}

json lsp::toIncomingCalls(const std::vector<CallHierarchyCall> &Calls) {
  return toCalls(Calls, "from");
}

json lsp::toOutgoingCalls(const std::vector<CallHierarchyCall> &Calls) {
  return toCalls(Calls, "to");
}
