//===- ContainerVerifier.h - Containers with what is in them ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_CONTAINERVERIFIER_H
#define NOISY_SERVER_BUILD_CONTAINERVERIFIER_H

#include "server/build/CrashMemory.h"
#include "server/build/Linker.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// Verifies containers with what is in them: the verifiers of gpu.module and of
/// the attributes of a module look inside. Only the container itself is
/// verified; what is in it was, by units, and so were its symbols (Linker). So
/// this costs little more than to move the operations there and back, and
/// plain modules, which is most of them, are not looked at.
///
/// Where something in the container is broken, what MLIR says of the container
/// counts only if it says the same when that is empty, and what it says of a
/// unit only if that names nothing that is broken.
class ContainerVerifier {
public:
  /// Once all slots are linked.
  ContainerVerifier(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
                    llvm::StringRef FileName);

  /// Whether a slot is the header of a container that has to be verified here.
  bool concerns(uint32_t Header) const;
  /// One number for all that `verify` depends on: by the identities of units,
  /// and by their texts (CrashMemory).
  uint64_t key(uint32_t Header) const { return hash(Header, &Unit::Id); }
  uint64_t texts(uint32_t Header) const { return hash(Header, &Unit::TextKey); }

  std::vector<ContainerProblem> verify(uint32_t Header) const;

private:
  class Contents;
  /// Of the units of a container, by one of their numbers.
  uint64_t hash(uint32_t Header, uint64_t Unit::*Number) const;
  bool isThere(uint32_t Member) const;
  bool isComplete(uint32_t Header) const;
  /// The slot in the container, or that of its header, whose unit this is.
  uint32_t findSlot(uint32_t Header, uint64_t UnitId) const;
  template <typename T> void visit(uint32_t Header, T Visit) const;
  std::vector<ContainerProblem> collect(uint32_t Header) const;

  llvm::ArrayRef<Slot> Slots;
  const Linker &Symbols;
  llvm::StringRef FileName;
  /// What is directly in a container, by its header; without footers.
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> Members;
};

/// Checks the symbols of slots that changed, or whose surroundings did, and
/// verifies what uses them.
StepOutcome linkSlots(std::vector<Slot> &New, const Linker &Symbols,
                      CrashMemory &Crashes);

/// The same for containers with what is in them, once all slots are linked.
StepOutcome verifyContainers(std::vector<Slot> &New, const Linker &Symbols,
                             llvm::StringRef FileName, CrashMemory &Crashes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CONTAINERVERIFIER_H
