//===- History.h - What stood where the text is broken now ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_HISTORY_H
#define NOISY_SERVER_BUILD_HISTORY_H

#include "server/build/Slot.h"

namespace mlir::noisy::lsp {

/// Puts behind each slot of `New` that is not good what was good there in
/// `Old`, or was behind that already, unless it is to be found in `New` as it
/// is. `Since` is the way from the old text to the new one. Slots that are good
/// have nothing behind them afterwards.
void inheritLastGood(std::vector<Slot> &New, llvm::ArrayRef<Slot> Old,
                     const OffsetMap &Since);

/// The facts of `Old` by the numbers of `Now`: values that have the same name
/// in the same place. Null when there are none.
std::shared_ptr<const SectionFacts> translateFacts(const LastGood &Old,
                                                   const Section &Now);

/// Gives the slots of `New` that have no details those of what stood there in
/// `Old`, as far as the same names do still.
void inheritDetails(std::vector<Slot> &New, llvm::ArrayRef<Slot> Old,
                    const OffsetMap &Since);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_HISTORY_H
