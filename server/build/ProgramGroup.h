//===- ProgramGroup.h - Units that use each other ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_PROGRAMGROUP_H
#define NOISY_SERVER_BUILD_PROGRAMGROUP_H

#include "server/build/Linker.h"

namespace mlir::noisy::lsp {

/// Slots of whose values the analyses cannot tell apart from each other,
/// because one uses symbols of another, directly or not (GroupFinder). They are
/// analysed together, as one program; whatever is not in the group has nothing
/// to say about them.
class ProgramGroup {
public:
  /// `Members` in the order of the text. A slot that is not valid is
  /// represented by what is behind it, where that still fits, unless
  /// `HasOlder` is false.
  ProgramGroup(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
               llvm::ArrayRef<size_t> Members, bool HasOlder);

  /// One number for all that the outcome depends on.
  uint64_t key() const;

  /// How much text it has, in bytes.
  size_t size() const;

  /// Analyses the noise of the group; gives the facts of the unit of each slot
  /// that is good, and null for others. On a thread with a large stack.
  std::vector<std::shared_ptr<const SectionFacts>> analyse();
  /// The same for what else there is to know; empty when `Stopped`, which is
  /// asked now and then, says so.
  std::vector<std::shared_ptr<const SectionDetails>>
  analyseDetails(llvm::function_ref<bool()> Stopped);
  /// Whether that is quick: in proportion to the size.
  bool hasQuickDetails() const;

private:
  struct Member {
    size_t InSlot;
    std::shared_ptr<Unit> Of;
    bool IsCurrent;
  };
  bool hasNoise() const;
  class Program;
  /// Puts the members together, and notes whose what is.
  void enter(Program &All);
  /// What belongs to the members that are current, by the slots given.
  template <typename T>
  std::vector<std::shared_ptr<const T>>
  bySlot(std::vector<std::shared_ptr<T>> OfMembers) const;
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

#endif // NOISY_SERVER_BUILD_PROGRAMGROUP_H
