//===- SlotReuse.h - Unchanged units of the last text -----------*- C++ -*-===//
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

/// Gives the slots of `New`, which are those of the text `Bytes`, the units of
/// `Old` with the same text and the same surroundings; and to others one of the
/// units `Spare` if that fits. `Edits` maps the old text to the new one. The
/// contents of a container depend on whether its header parses, so headers that
/// have no unit, or one that is not `IsCurrent` in its chunk, are parsed here,
/// in order; if `ParseHeader` returns false, the function stops.
void reuseUnits(std::vector<Slot> &New, llvm::StringRef Bytes,
                llvm::ArrayRef<Slot> Old,
                llvm::ArrayRef<std::shared_ptr<Unit>> Spare,
                const OffsetMap &Edits,
                llvm::function_ref<bool(const Slot &)> IsCurrent,
                llvm::function_ref<bool(Slot &)> ParseHeader);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOTREUSE_H
