//===- Leftovers.h - Results of stopped builds ------------------*- C++ -*-===//
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

/// The units and facts of stopped builds, for the next build.
class Leftovers {
public:
  /// Keeps the new units of `New`, each once, so that no two slots share one,
  /// and all facts. `Slots` are those of the last finished build.
  void keep(llvm::ArrayRef<Slot> New, llvm::ArrayRef<Slot> Slots);
  void keep(std::shared_ptr<Unit> New) { Units.push_back(std::move(New)); }
  void clear();
  void dropFacts() { Facts.clear(); }

  llvm::ArrayRef<std::shared_ptr<Unit>> units() const { return Units; }
  /// The facts of a slot's unit, if they are those of the group with this key
  /// (ProgramGroup::key); they may be null.
  std::optional<std::shared_ptr<const SectionFacts>>
  findFacts(const Slot &S, uint64_t Key) const;
  /// A unit with the facts that its slot had, and their key; without facts and
  /// key if it had none.
  Slot slotOf(const std::shared_ptr<Unit> &U) const;

private:
  std::vector<std::shared_ptr<Unit>> Units;
  /// The facts with Slot::NoiseKey, by the identity of the unit.
  llvm::DenseMap<uint64_t,
                 std::pair<uint64_t, std::shared_ptr<const SectionFacts>>>
      Facts;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_LEFTOVERS_H
