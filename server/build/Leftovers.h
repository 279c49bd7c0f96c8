//===- Leftovers.h - What builds that were stopped made ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_LEFTOVERS_H
#define NOISY_SERVER_BUILD_LEFTOVERS_H

#include "server/build/Slot.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// What builds that were stopped had made, for the next one.
class Leftovers {
public:
  /// Keeps the units of `New` that are new, each once, so that no two slots get
  /// one; and all facts. `Slots` are those of the last build that was finished.
  void keep(llvm::ArrayRef<Slot> New, llvm::ArrayRef<Slot> Slots);
  void keep(std::shared_ptr<Unit> New) { Units.push_back(std::move(New)); }
  void clear();
  void dropFacts() { Facts.clear(); }

  llvm::ArrayRef<std::shared_ptr<Unit>> units() const { return Units; }
  /// The facts of the unit of a slot, if they are those of the group with this
  /// key (ProgramGroup::key); they may be null.
  std::optional<std::shared_ptr<const SectionFacts>>
  findFacts(const Slot &S, uint64_t Key) const;

private:
  std::vector<std::shared_ptr<Unit>> Units;
  /// By the identity of the unit, with Slot::NoiseKey.
  llvm::DenseMap<uint64_t,
                 std::pair<uint64_t, std::shared_ptr<const SectionFacts>>>
      Facts;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_LEFTOVERS_H
