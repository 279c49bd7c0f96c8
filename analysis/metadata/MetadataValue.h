//===- MetadataValue.h - The metadata of a value ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_METADATA_METADATAVALUE_H
#define NOISY_ANALYSIS_METADATA_METADATAVALUE_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::noisy {

/// An element of the lattice of metadata. From the bottom:
///   - *uninitialised*: nothing has arrived; the code is not executed;
///   - a dictionary: each of its entries holds for everything that arrives.
///     Fewer entries are higher;
///   - the empty dictionary: all that arrives is known, and agrees on nothing;
///   - *unknown*: the metadata of something that arrives is unknown.
///
/// The last two are distinct because their causes differ: the first is a
/// disagreement in the program, the second a missing statement.
///
/// The height of the lattice above a dictionary of n entries is n + 2, so that
/// joins end. Entries agree when key and value are equal as attributes: 3 : i32
/// and 3 : i64 are different.
class MetadataValue {
public:
  /// Uninitialised.
  MetadataValue() = default;
  static MetadataValue getUnknown() { return {State::Unknown, {}}; }
  static MetadataValue getKnown(DictionaryAttr dictionary) {
    assert(dictionary && "a known value has a dictionary");
    return {State::Known, dictionary};
  }

  bool isUninitialized() const { return state == State::Uninitialized; }
  bool isUnknown() const { return state == State::Unknown; }
  /// The entries; null for the other two states.
  DictionaryAttr getDictionary() const { return dictionary; }

  /// The join of two values: idempotent, commutative, associative.
  static MetadataValue join(const MetadataValue &lhs, const MetadataValue &rhs);

  /// This value with the entries of `statedMetadata`, which win key by key. For
  /// the unknown, those entries are the only known ones; an uninitialised value
  /// stays so. A null `statedMetadata` has no entries.
  ///
  /// The function is monotone, and distributes over the join: several incoming
  /// values may be joined before or after.
  MetadataValue withStated(DictionaryAttr statedMetadata) const;

  bool operator==(const MetadataValue &rhs) const {
    return state == rhs.state && dictionary == rhs.dictionary;
  }

  /// "{level = 3 : i64}", "unknown" or "not executed".
  void print(llvm::raw_ostream &os) const;

private:
  enum class State { Uninitialized, Known, Unknown };
  MetadataValue(State state, DictionaryAttr dictionary)
      : state(state), dictionary(dictionary) {}

  State state = State::Uninitialized;
  DictionaryAttr dictionary;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     const MetadataValue &value) {
  value.print(os);
  return os;
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_METADATA_METADATAVALUE_H
