//===- LspCallHierarchy.h - Call hierarchies in LSP -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPCALLHIERARCHY_H
#define NOISY_SERVER_PROTOCOL_LSPCALLHIERARCHY_H

#include "server/protocol/LspNavigation.h"

namespace mlir::noisy::lsp {

/// One entry of a call hierarchy. It is only sent: the client returns its `uri`
/// and `data`.
struct CallHierarchyItem {
  std::string Name;
  SymbolKind Kind = SymbolKind::Function;
  std::string Detail;
  std::string Uri;
  lsp::Range Range;
  /// Inside of `Range`.
  lsp::Range SelectionRange;
  json Data = nullptr;

  template <typename Io> void map(Io &Json) {
    Json.required("name", Name);
    Json.required("kind", Kind);
    Json.optional("detail", Detail);
    Json.required("uri", Uri);
    Json.required("range", Range);
    Json.required("selectionRange", SelectionRange);
    Json.optional("data", Data);
  }
};

/// The answer to callHierarchy/incomingCalls: callers.
struct CallHierarchyIncomingCall {
  CallHierarchyItem Item;
  std::vector<Range> FromRanges;

  template <typename Io> void map(Io &Json) {
    Json.required("from", Item);
    Json.required("fromRanges", FromRanges);
  }
};

/// The answer to callHierarchy/outgoingCalls: callees.
struct CallHierarchyOutgoingCall {
  CallHierarchyItem Item;
  std::vector<Range> FromRanges;

  template <typename Io> void map(Io &Json) {
    Json.required("to", Item);
    Json.required("fromRanges", FromRanges);
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPCALLHIERARCHY_H
