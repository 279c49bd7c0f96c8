//===- LspCallHierarchy.h - What LSP says of calls --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPCALLHIERARCHY_H
#define NOISY_SERVER_PROTOCOL_LSPCALLHIERARCHY_H

#include "server/protocol/LspNavigation.h"

namespace mlir::noisy::lsp {

/// One entry of a call hierarchy. It goes out only: what comes back is its
/// `uri` and `data`.
struct CallHierarchyItem {
  std::string Name;
  SymbolKind Kind = SymbolKind::Function;
  std::string Detail;
  std::string Uri;
  lsp::Range Range;
  /// Inside of `Range`.
  lsp::Range SelectionRange;
  json Data = nullptr;
};
void to_json(json &Value, const CallHierarchyItem &Item);

/// One end of calls, and where the caller has them.
struct CallHierarchyCall {
  CallHierarchyItem Item;
  std::vector<Range> FromRanges;
};

/// The answer to callHierarchy/incomingCalls, in which the item is a caller;
/// and to callHierarchy/outgoingCalls.
json toIncomingCalls(const std::vector<CallHierarchyCall> &Calls);
json toOutgoingCalls(const std::vector<CallHierarchyCall> &Calls);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPCALLHIERARCHY_H
