//===- Handles.h - Operations, values and blocks of a snapshot --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Handles on the elements of a snapshot, for features to use instead of the
// lists of a section. They are cheap to copy, and valid as long as the
// snapshot. Any thread may use them.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_HANDLES_H
#define NOISY_SERVER_SNAPSHOT_HANDLES_H

#include "server/snapshot/PlacedSection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::noisy::lsp {

class BlockRef;
class OperationRef;
class ValueRef;

/// An element of a section at its place in a text.
class ElementRef {
public:
  ElementRef() = default;
  ElementRef(const PlacedSection &Section, Section::Index Number)
      : Placement(&Section), Number(Number) {}

  /// False for no element, which has no other valid member.
  explicit operator bool() const { return Number != Section::None; }
  const PlacedSection &section() const { return *Placement; }
  const Section &data() const { return *Placement->Data; }
  /// The index in the list of its kind.
  Section::Index number() const { return Number; }

  friend auto operator<=>(const ElementRef &, const ElementRef &) = default;

protected:
  /// Handles of the elements with the numbers from \p Begin to before \p End.
  template <typename Ref>
  auto refs(Section::Index Begin, Section::Index End) const {
    return llvm::map_range(
        llvm::seq(Begin, End),
        [Section = Placement](Section::Index I) { return Ref(*Section, I); });
  }

  const PlacedSection *Placement = nullptr;
  Section::Index Number = Section::None;
};

/// The noise that is shown for a value.
struct ShownNoise {
  /// Null if it is unknown, or if the value carries none.
  const NoiseInfo *Info = nullptr;
  /// The facts that `Info` is of, which have its reasons, and the section that
  /// its numbers are of; the facts may be null if `Info` is.
  const SectionFacts *Facts = nullptr;
  const Section *Data = nullptr;
  /// It is that of before an operation broke, on which it depends.
  bool IsEarlier = false;
};

/// A value: a result of an operation, or an argument of a block.
class ValueRef : public ElementRef {
public:
  using ElementRef::ElementRef;

  const Section::Value *operator->() const { return &data().values()[Number]; }

  /// The name as the text has it, "%4" or "%r#1"; "<unnamed>" without one.
  std::string name() const { return data().nameOf(Number); }
  llvm::StringRef type() const { return data().string((*this)->Type); }
  bool isEncrypted() const {
    return (*this)->Kind >= Section::ValueKind::Cipher;
  }
  /// True for a result of an operation that does not parse; its type is a
  /// guess.
  bool isOfBrokenOperation() const;
  /// True for memory with encrypted values, which the analysis does not follow.
  bool isInMemory() const {
    return (*this)->Kind == Section::ValueKind::CipherMemory;
  }

  /// The operation that the value is a result of, or the one around its block.
  OperationRef operation() const;
  /// The block that the value is an argument of.
  BlockRef block() const;
  /// The range of its name; without one, that of its block or operation.
  SectionRange place() const;

  /// The noise; null if it is unknown, or if the value carries none.
  /// Logarithmic.
  const NoiseInfo *noise() const {
    return section().Facts ? section().Facts->find(Number) : nullptr;
  }
  /// The noise that is shown: as noise(), or that of before where it is unknown
  /// only because of an operation that does not parse or verify. Logarithmic.
  ShownNoise shownNoise() const;
  /// The other facts; null if nothing is known. Logarithmic.
  const ValueDetails *details() const {
    return section().Details ? section().Details->find(Number) : nullptr;
  }
};

class BlockRef : public ElementRef {
public:
  using ElementRef::ElementRef;

  const Section::Block *operator->() const { return &data().blocks()[Number]; }

  /// The operation around the block.
  OperationRef operation() const;
  auto arguments() const {
    return refs<ValueRef>((*this)->FirstArgument,
                          (*this)->FirstArgument + (*this)->ArgumentCount);
  }
  llvm::ArrayRef<Section::Index> successors() const {
    return data().successors().slice((*this)->FirstSuccessor,
                                     (*this)->SuccessorCount);
  }
};

class OperationRef : public ElementRef {
public:
  using ElementRef::ElementRef;

  const Section::Operation *operator->() const {
    return &data().operations()[Number];
  }

  /// The full name: "func.func".
  llvm::StringRef name() const { return data().string((*this)->FullName); }
  Section::OperationKind kind() const { return (*this)->Kind; }
  llvm::StringRef text() const { return data().textOf((*this)->Range); }
  /// The symbol that the operation defines; null if it defines none.
  const Section::Symbol *symbol() const {
    return (*this)->Symbol == Section::None
               ? nullptr
               : &data().symbols()[(*this)->Symbol];
  }

  /// The operation around it; none if that is the section's container.
  OperationRef parent() const { return {section(), (*this)->Parent}; }
  /// The innermost function around the operation, or the operation itself if it
  /// is one; or none.
  OperationRef function() const;

  auto results() const {
    return refs<ValueRef>((*this)->FirstResult,
                          (*this)->FirstResult + (*this)->ResultCount);
  }
  /// The operations and values inside of it. Linear in their number.
  auto operationsInside() const {
    Section::Subtree Body = data().subtree(Number);
    return refs<OperationRef>(Body.FirstOperation, Body.EndOperation);
  }
  auto valuesInside() const {
    Section::Subtree Body = data().subtree(Number);
    return refs<ValueRef>(Body.FirstValue, Body.EndValue);
  }
};

/// All operations of a section, in the order of the text, outer ones first.
inline auto operationsOf(const PlacedSection &Section) {
  return llvm::map_range(
      llvm::seq(Section::Index(0),
                Section::Index(Section.Data->operations().size())),
      [&Section](Section::Index I) { return OperationRef(Section, I); });
}

/// All blocks of a section, in the order of the text, outer ones first.
inline auto blocksOf(const PlacedSection &Section) {
  return llvm::map_range(
      llvm::seq(Section::Index(0),
                Section::Index(Section.Data->blocks().size())),
      [&Section](Section::Index I) { return BlockRef(Section, I); });
}

inline OperationRef BlockRef::operation() const {
  return {section(), (*this)->Parent};
}
inline BlockRef ValueRef::block() const { return {section(), (*this)->Owner}; }
inline OperationRef ValueRef::operation() const {
  return (*this)->IsArgument ? block().operation()
                             : OperationRef(section(), (*this)->Owner);
}
inline bool ValueRef::isOfBrokenOperation() const {
  return !(*this)->IsArgument &&
         operation().kind() == Section::OperationKind::Broken;
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_HANDLES_H
