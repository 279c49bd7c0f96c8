//===- NoiseGroup.h - The noise of units that use each other ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_NOISEGROUP_H
#define NOISY_SERVER_DOCUMENT_NOISEGROUP_H

#include "server/document/Linker.h"

namespace mlir::noisy::lsp {

/// Slots whose noise depends on each other, because one uses symbols of
/// another, directly or not. They are analysed together, as one program;
/// whatever is not in the group has nothing to say about them.
class NoiseGroup {
public:
  /// `Members` in the order of the text. A slot that is not valid is
  /// represented by what is behind it, where that still fits.
  NoiseGroup(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
             llvm::ArrayRef<size_t> Members);

  /// One number for all that the outcome depends on.
  uint64_t key() const;

  /// Analyses the group; gives the facts of the unit of each member that is
  /// valid, and null for others. On a thread with a large stack.
  std::vector<std::shared_ptr<const SectionFacts>> analyse();

private:
  struct Member {
    size_t InSlot;
    std::shared_ptr<Unit> Of;
    bool IsCurrent;
  };
  bool hasNoise() const;
  const Member *memberOf(Operation *Op) const;
  std::string nameOf(Value V) const;
  ByteRange rangeOf(Value V) const;

  llvm::ArrayRef<Slot> Slots;
  const Linker &Symbols;
  llvm::ArrayRef<size_t> Given;
  std::vector<Member> Members;
  /// Which member an operation of a container belongs to.
  llvm::DenseMap<Operation *, size_t> Owners;
  bool RestsOnStale = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_NOISEGROUP_H
