//===- OuterValues.h - Values of other sections -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_OUTERVALUES_H
#define NOISY_SERVER_PARSE_OUTERVALUES_H

#include "analysis/noise/NoiseFacts.h"
#include "mlir/IR/Block.h"
#include "server/snapshot/SectionFacts.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// Values that stand for those of other sections that noise rests on or is
/// unreliable because of (SectionFacts::OuterReasons): the values themselves
/// may be gone. They are in no program. On the thread of the context.
class OuterValues {
public:
  /// The most values in earlier sections.
  static constexpr unsigned MaxEarlier = 1u << 16;

  /// `Facts` must live as long.
  OuterValues(const SectionFacts &Facts, MLIRContext *Context);

  /// The value of a number; null for 0.
  Value valueAt(uint16_t Number) const {
    return Number ? Value(Values[Number - 1]) : Value();
  }
  /// The number of a value, or null; 0 if it is no outer one.
  uint16_t numberOf(Value V) const { return V ? Numbers.lookup(V) : 0; }
  /// What is known of a value; null if it is no outer one.
  const OuterReason *find(Value V) const {
    return Facts.outerReason(numberOf(V));
  }
  const NoiseFact *factOf(Value V) const;
  /// The place in the order of the text, below MaxEarlier for values of earlier
  /// sections, and the last for those of later ones.
  unsigned placeOf(Value V) const;

private:
  const SectionFacts &Facts;
  /// Owns the values, as arguments.
  Block Holder;
  std::vector<Value> Values;
  llvm::DenseMap<Value, uint16_t> Numbers;
  std::vector<NoiseFact> NoiseOfValues;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_OUTERVALUES_H
