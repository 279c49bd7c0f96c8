//===- NodeQueue.h - Nodes to be visited in order ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_NODEQUEUE_H
#define NOISY_OPTIMIZER_PLACEMENT_NODEQUEUE_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::noisy {

/// A set of small numbers of which the least is taken next. Every operation is
/// a step for each factor of 64 of their range, whatever the set holds: a tree
/// of bits, in which a bit says that the word below it is not empty.
class NodeQueue {
public:
  explicit NodeQueue(uint32_t Size) {
    do {
      Size = (Size + 63) / 64;
      Levels.emplace_back(Size);
    } while (Size > 1);
  }

  bool empty() const { return Levels.back().empty() || !Levels.back().front(); }

  void insert(uint32_t Number) {
    for (std::vector<uint64_t> &Words : Levels) {
      uint64_t &Word = Words[Number / 64];
      bool HadSome = Word != 0;
      Word |= uint64_t(1) << (Number % 64);
      if (HadSome)
        return;
      Number /= 64;
    }
  }

  /// The least number of a set that is not empty.
  uint32_t least() const {
    uint32_t Number = 0;
    for (size_t Level = Levels.size(); Level-- > 0;)
      Number = Number * 64 +
               static_cast<uint32_t>(std::countr_zero(Levels[Level][Number]));
    return Number;
  }

  void erase(uint32_t Number) {
    for (std::vector<uint64_t> &Words : Levels) {
      uint64_t &Word = Words[Number / 64];
      Word &= ~(uint64_t(1) << (Number % 64));
      if (Word)
        return;
      Number /= 64;
    }
  }

  void clear() {
    while (!empty())
      erase(least());
  }

private:
  /// The numbers themselves first, a single word last.
  std::vector<std::vector<uint64_t>> Levels;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_NODEQUEUE_H
