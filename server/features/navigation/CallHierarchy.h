//===- CallHierarchy.h - Who calls whom -------------------------*- C++ -*-===//
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

/// By what a symbol is found again in a later snapshot of its document.
struct SymbolKey {
  uint32_t Chunk = 0;
  /// The names of the symbol tables around it, the outermost first, and its
  /// own. Of what has no name, an empty one.
  std::vector<std::string> Path;
  /// Which of those that all this is true of, in the order of the text.
  uint32_t Which = 0;

  friend bool operator==(const SymbolKey &, const SymbolKey &) = default;
};

/// A function, or something else that calls are in.
struct CallItem {
  /// Without the @; "<builtin.module>" for what has none.
  std::string Name;
  SymbolClass Class = SymbolClass::Function;
  /// Its noise in a few words, "noise up to 48/26"; of the other end of calls
  /// also what these pass, "noise up to 48/26; passes %a: 24/26, %b: 12/26".
  /// What is of before an edit says so. May be empty.
  std::string Detail;
  /// All of it.
  ByteRange Where;
  /// Its name, inside of `Where`; of what has none that of its operation.
  ByteRange Head;
  /// Nothing for what has no name.
  std::optional<SymbolKey> Key;
};

/// One end of some calls whose other end is known.
struct CallGroup {
  CallItem Item;
  /// The names of the callee in the calls, in the order of the text; at least
  /// one.
  std::vector<ByteRange> Calls;
};

// A call is any operation inside of something that names a function:
// `func.call`, `gpu.launch_func`, and `func.constant`, too, which does not call
// it, and of which the detail says so. What is a call by its name ("call",
// "launch", "invoke") has only the first function that it names as its callee.
// Calls in text that does not parse are there by its last good state, as far as
// it is left.

/// The functions that are meant at `Offset`: at the name of a function, or of a
/// call or its callee. Several where one is defined more than once.
std::vector<CallItem> prepareCallHierarchy(const Snapshot &State,
                                           size_t Offset);

/// What calls the function, in the order of the text.
std::vector<CallGroup> findIncomingCalls(const Snapshot &State,
                                         const SymbolKey &Callee);

/// What functions it calls, in the order of the calls. Those that are not
/// defined in the document are left out.
std::vector<CallGroup> findOutgoingCalls(const Snapshot &State,
                                         const SymbolKey &Caller);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_CALLHIERARCHY_H
