//===- ContainerVerifier.h - Verification of whole containers ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_CONTAINERVERIFIER_H
#define NOISY_SERVER_BUILD_CONTAINERVERIFIER_H

#include "server/build/Linker.h"
#include "server/unit/CrashMemory.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// Verifies containers with their contents: the verifiers of gpu.module and of
/// the attributes of a module look inside. Only the container itself is
/// verified; its contents were, by units, and so were its symbols (Linker). So
/// this costs little more than moving the operations there and back; plain
/// modules, which are most containers, are skipped.
///
/// If something in the container is broken, a problem of the container counts
/// only if it is also reported for the empty container, and a problem of a unit
/// only if the unit names nothing that is broken.
class ContainerVerifier {
public:
  /// Creates the verifier, once all slots are linked.
  ContainerVerifier(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
                    llvm::StringRef FileName);

  /// True if a slot is the header of a container that has to be verified here.
  bool concerns(uint32_t Header) const;
  /// Hashes of all inputs of `verify`: by the identities of units, and by their
  /// texts (CrashMemory).
  uint64_t key(uint32_t Header) const { return hash(Header, &Unit::Id); }
  uint64_t texts(uint32_t Header) const { return hash(Header, &Unit::TextKey); }

  std::vector<ContainerProblem> verify(uint32_t Header) const;

private:
  class Contents;
  /// Hashes one of the numbers of the container's units.
  uint64_t hash(uint32_t Header, uint64_t Unit::*Number) const;
  bool isThere(uint32_t Member) const;
  bool isComplete(uint32_t Header) const;
  /// The slot of this unit: in the container, or its header.
  uint32_t findSlot(uint32_t Header, uint64_t UnitId) const;
  template <typename T> void visit(uint32_t Header, T Visit) const;
  std::vector<ContainerProblem> collect(uint32_t Header) const;
  void moveToLabels(uint32_t Header,
                    std::vector<ContainerProblem> &Problems) const;

  llvm::ArrayRef<Slot> Slots;
  const Linker &Symbols;
  llvm::StringRef FileName;
  /// The direct contents of a container, by its header; without footers.
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> Members;
};

/// Checks the symbols of slots that changed, or whose surroundings did, and
/// verifies the users of these symbols.
StepOutcome linkSlots(std::vector<Slot> &New, const Linker &Symbols,
                      CrashMemory &Crashes);

/// Verifies the containers that changed with their contents, once all slots are
/// linked.
StepOutcome verifyContainers(std::vector<Slot> &New, const Linker &Symbols,
                             llvm::StringRef FileName, CrashMemory &Crashes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CONTAINERVERIFIER_H
