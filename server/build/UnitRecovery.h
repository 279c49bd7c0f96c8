//===- UnitRecovery.h - Broken units without their errors -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_UNITRECOVERY_H
#define NOISY_SERVER_BUILD_UNITRECOVERY_H

#include "server/build/ContextChoice.h"
#include "server/build/Slot.h"
#include "server/threads/WorkerPool.h"
#include "server/unit/CrashMemory.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>
#include <string>

namespace mlir::noisy::lsp {

/// Parses broken units without their broken operations, in the builds of a
/// document.
///
/// What a context knows of identified types from an earlier text changes the
/// errors of an attempt, and so what is left out. A unit with such types that
/// recovers otherwise in a context of its own gets a new context for its chunk,
/// once in a build. If it still differs, that is because of another unit.
class UnitRecovery {
public:
  using StopFunction = std::function<bool()>;

  UnitRecovery(ContextChoice &Contexts, CrashMemory &Crashes, TaskQueue &Later,
               const std::string &FileName)
      : Contexts(Contexts), Crashes(Crashes), Later(Later), FileName(FileName) {
  }

  void beginBuild() { RenewedChunks.clear(); }

  /// Recovers all units of a text. Only after the choice of the cut and the
  /// context, which depend on what parses as it is. `ParseAlone` parses a slot
  /// in a context of its own.
  StepOutcome
  run(std::vector<Slot> &Slots, llvm::StringRef Bytes,
      llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone,
      const StopFunction &ShouldStop);
  /// Recovers one unit, whose text is `Mine`.
  StepOutcome run(Unit &Broken, llvm::StringRef Mine,
                  const StopFunction &ShouldStop);
  /// True once after the context of a chunk was replaced: the slots have to be
  /// parsed again.
  bool takeRenewal() { return std::exchange(HasRenewed, false); }
  bool hasRenewed() const { return HasRenewed; }

private:
  ContextChoice &Contexts;
  CrashMemory &Crashes;
  TaskQueue &Later;
  const std::string &FileName;
  /// In a build, the chunks whose contexts were replaced, and whether one was
  /// just now.
  llvm::DenseSet<uint32_t> RenewedChunks;
  bool HasRenewed = false;
  /// A hash of the ids of the units with identified types that were recovered
  /// last.
  size_t SettledHash = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_UNITRECOVERY_H
