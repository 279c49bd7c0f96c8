//===- GroupFinder.h - Units that are analysed together ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_GROUPFINDER_H
#define NOISY_SERVER_BUILD_GROUPFINDER_H

#include "server/build/Linker.h"
#include <map>

namespace mlir::noisy::lsp {

/// Puts slots together of whose values the analyses cannot tell apart from each
/// other (ProgramGroup): one uses symbols of the other, or values get from one
/// to functions of the other without a name (HiddenFlow):
///   - one calls a value, and the other has a function with such arguments that
///     somebody names for more than calls;
///   - one gives values away to where nobody sees what becomes of them, and
///     the other has a function that states something, and that somebody hands
///     out. It may be called with these.
/// Where nobody hands out what states something, giving values away puts
/// nothing together, so that an edit of a large text costs little.
class GroupFinder {
public:
  GroupFinder(llvm::ArrayRef<Slot> Slots, const Linker &Symbols);

  /// The numbers of each group in the order of the text, groups by their first.
  std::vector<llvm::SmallVector<size_t, 1>> find();

private:
  struct Range {
    size_t Begin, End;
  };
  /// What is known of a group so far.
  struct Group {
    HiddenFlow Flow;
    /// It names a function for more than calls.
    bool HandsOut = false;
  };
  using Groups = std::map<uint32_t, Group>;

  uint32_t leaderOf(size_t I);
  void unite(size_t I, size_t J);
  void visitFlows(size_t I, llvm::function_ref<void(const HiddenFlow &)>) const;
  bool handsOut(size_t I) const;
  /// Those with slots of a chunk in them, by their leaders.
  Groups findGroups(Range Chunk);
  void uniteCallsOfValues(Range Chunk);
  void uniteGiversAndTakers(Range Chunk);

  llvm::ArrayRef<Slot> Slots;
  const Linker &Symbols;
  std::vector<uint32_t> Leader;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_GROUPFINDER_H
