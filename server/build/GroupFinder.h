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

/// Groups the slots that must be analysed together (ProgramGroup): one uses
/// symbols of the other, or values flow from one to functions of the other
/// without a name (HiddenFlow):
///   - one calls a value, and the other has a function with such arguments that
///     is named elsewhere than in a call;
///   - one passes values to unknown places, and the other has a function with
///     statements that is handed out, so that it may be called with these.
/// If no function with statements is handed out, passing values away groups
/// nothing, so that an edit of a large text costs little.
class GroupFinder {
public:
  GroupFinder(llvm::ArrayRef<Slot> Slots, const Linker &Symbols);

  /// Returns the slot numbers of each group in the order of the text, groups by
  /// their first slot.
  std::vector<llvm::SmallVector<size_t, 1>> find();

private:
  struct Range {
    size_t Begin, End;
  };
  /// The properties of a group so far.
  struct Group {
    HiddenFlow Flow;
    /// True if it names a function elsewhere than in a call.
    bool HandsOut = false;
  };
  using Groups = std::map<uint32_t, Group>;

  uint32_t leaderOf(size_t I);
  void unite(size_t I, size_t J);
  void visitFlows(size_t I, llvm::function_ref<void(const HiddenFlow &)>) const;
  bool handsOut(size_t I) const;
  /// The groups with slots of a chunk, by their leaders.
  Groups findGroups(Range Chunk);
  void uniteCallsOfValues(Range Chunk);
  void uniteGiversAndTakers(Range Chunk);

  llvm::ArrayRef<Slot> Slots;
  const Linker &Symbols;
  std::vector<uint32_t> Leader;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_GROUPFINDER_H
