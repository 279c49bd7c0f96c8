//===- History.h - The last good units of broken text -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_HISTORY_H
#define NOISY_SERVER_BUILD_HISTORY_H

#include "server/build/Slot.h"

namespace mlir::noisy::lsp {

/// Adds to each slot of `New` that is not good the units of `Old` that were
/// good there, or their own older ones, except units that `New` still has.
/// `Edits` maps the old text to the new one. Good slots have no older units
/// afterwards.
void inheritLastGood(std::vector<Slot> &New, llvm::ArrayRef<Slot> Old,
                     const OffsetMap &Edits);

/// Gives the slots of `New`, which are analysed, in which some noise is unknown
/// because of broken text the facts of `Old` from before that.
void inheritEarlierFacts(std::vector<Slot> &New, llvm::ArrayRef<Slot> Old,
                         const OffsetMap &Edits);

/// Returns the facts of `Old` by the numbers of `NewSection`, for values with
/// the same name in the same place. Null if there are none.
std::shared_ptr<const SectionFacts> translateFacts(const LastGood &Old,
                                                   const Section &NewSection);

/// Gives the slots of `New` without details those of the same places in `Old`,
/// for values that still have the same names.
void inheritDetails(std::vector<Slot> &New, llvm::ArrayRef<Slot> Old,
                    const OffsetMap &Edits);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_HISTORY_H
