//===- SlotVerifier.h - Verifies what slots say of others -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SLOTVERIFIER_H
#define NOISY_SERVER_BUILD_SLOTVERIFIER_H

#include "server/build/CrashMemory.h"
#include "server/build/Linker.h"

namespace mlir::noisy::lsp {

/// Checks the symbols of slots that changed, or whose surroundings did, and
/// verifies what uses them.
StepOutcome linkSlots(std::vector<Slot> &New, const Linker &Symbols,
                      CrashMemory &Crashes);

/// The same for containers with what is in them, once all slots are linked.
StepOutcome verifyContainers(std::vector<Slot> &New, const Linker &Symbols,
                             llvm::StringRef FileName, CrashMemory &Crashes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOTVERIFIER_H
