//===- CallHierarchy.h - The call hierarchy ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_CALLHIERARCHY_H
#define NOISY_SERVER_FEATURES_NAVIGATION_CALLHIERARCHY_H

#include "server/features/navigation/DocumentSymbols.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The key that finds a symbol again in a later snapshot of its document.
struct SymbolKey {
  uint32_t Chunk = 0;
  /// The names of the symbol tables around it, the outermost first, and its own
  /// name; empty for symbol tables without a name.
  std::vector<std::string> Path;
  /// The position among the symbols with the same key otherwise, in the order
  /// of the text.
  uint32_t Ordinal = 0;

  friend bool operator==(const SymbolKey &, const SymbolKey &) = default;
};

/// A function, or another operation that contains calls.
struct CallItem {
  /// The name without @; "<builtin.module>" for operations without a name.
  std::string Name;
  SymbolClass Class = SymbolClass::Function;
  /// Its noise in a few words, "noise up to 48/26"; at the other end of calls
  /// also the noise that these pass, "noise up to 48/26; passes %a: 24/26, %b:
  /// 12/26". Stale noise is marked. May be empty.
  std::string Detail;
  /// The whole operation.
  ByteRange Range;
  /// Its name, inside of `Range`; without one the name of its operation.
  ByteRange Head;
  /// The key; nothing for operations without a name.
  std::optional<SymbolKey> Key;
};

/// One end of some calls whose other end is known.
struct CallGroup {
  CallItem Item;
  /// The names of the callee in the calls, in the order of the text; at least
  /// one.
  std::vector<ByteRange> Calls;
};

// A call is any operation inside of a named thing that names a function:
// `func.call`, `gpu.launch_func`, and also `func.constant`, which does not call
// it, as the detail says. An operation with a call's name ("call", "launch",
// "invoke") has only the first function that it names as its callee. Calls in
// text that does not parse are those of its last good state, as far as they are
// left in the text.

/// Returns the functions meant at `Offset`: at the name of a function, or of a
/// call or its callee. Several if a function is defined more than once.
std::vector<CallItem> prepareCallHierarchy(const Snapshot &State,
                                           size_t Offset);

/// Returns the callers of the function, in the order of the text.
std::vector<CallGroup> findIncomingCalls(const Snapshot &State,
                                         const SymbolKey &Callee);

/// Returns the functions that it calls, in the order of the calls, without
/// those that are not defined in the document.
std::vector<CallGroup> findOutgoingCalls(const Snapshot &State,
                                         const SymbolKey &Caller);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_CALLHIERARCHY_H
