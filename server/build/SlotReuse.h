//===- SlotReuse.h - What a text has of the one before ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SLOTREUSE_H
#define NOISY_SERVER_BUILD_SLOTREUSE_H

#include "server/build/Slot.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// Gives the slots of `New`, which are those of the text `Bytes`, what those of
/// `Old` have as far as their text is the same, and so is what is around it;
/// and to others one of the units `Spare` where that fits. `Since` is the way
/// from the old text to the new one. What is inside a container depends on
/// whether its header parses, so headers that have no unit, or one that is not
/// `IsCurrent` in its chunk, are parsed here, in order; `ParseHeader` may say
/// false, which ends it.
void reuseUnits(std::vector<Slot> &New, llvm::StringRef Bytes,
                llvm::ArrayRef<Slot> Old,
                llvm::ArrayRef<std::shared_ptr<Unit>> Spare,
                const OffsetMap &Since,
                llvm::function_ref<bool(const Slot &)> IsCurrent,
                llvm::function_ref<bool(Slot &)> ParseHeader);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOTREUSE_H
