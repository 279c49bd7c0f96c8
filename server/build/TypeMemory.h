//===- TypeMemory.h - Types that a context remembers ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_TYPEMEMORY_H
#define NOISY_SERVER_BUILD_TYPEMEMORY_H

#include "server/build/Slot.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace mlir::noisy::lsp {

/// Detects that a context shared by several texts affects one of them: another
/// text had another body for a type, and so this text's body is refused.
class TypeMemory {
public:
  /// True if any of `Slots`, which are all parsed, might have another outcome
  /// in a context that has parsed only them, headers first, otherwise in their
  /// order. `IsFresh`: they were parsed in such a context. `ParseAlone` parses
  /// a failed slot once more, in a context of its own.
  bool
  shows(llvm::ArrayRef<Slot> Slots, bool IsFresh,
        llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone);

private:
  /// True if slots give one structure several bodies: which of these is refused
  /// is a matter of the order in which a context reads them, broken or not.
  bool areContradictory(llvm::ArrayRef<const Slot *> Slots) const;

  /// A hash of the identities of the slots with identified types that were the
  /// last to be parsed in a fresh context.
  uint64_t SettledHash = 0;
  /// The bodies that a fresh context took all: several of a structure are the
  /// same, by aliases.
  std::set<IdentifiedBody> Agreeing;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_TYPEMEMORY_H
