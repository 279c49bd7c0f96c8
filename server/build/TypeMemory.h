//===- TypeMemory.h - What a context remembers of types ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_TYPEMEMORY_H
#define NOISY_SERVER_BUILD_TYPEMEMORY_H

#include "server/build/Slot.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// The names of the identified structures in `Text`, as it has them, each once:
/// `"s"` of `!llvm.struct<"s", (i32)>`. MLIR knows such a type by its name, and
/// with one body for as long as the context lives.
std::vector<std::string> findIdentifiedTypes(llvm::StringRef Text);

/// Tells when a context of several texts shows in one of these: another one had
/// another body for a type, and so what this one says is refused.
class TypeMemory {
public:
  /// Whether any of `Slots`, which are all parsed, might be something else in a
  /// context that has parsed them only, headers first, else in their order.
  /// `IsFresh` says that they were parsed in such a one. `ParseAlone` parses a
  /// slot that did not parse once more, in a context of its own.
  bool
  shows(llvm::ArrayRef<Slot> Slots, bool IsFresh,
        llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone);

private:
  /// The slots with identified types, by their identities, that were parsed
  /// like this in a fresh context, and since then nothing else was.
  uint64_t Settled = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_TYPEMEMORY_H
