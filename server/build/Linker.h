//===- Linker.h - Symbols between units -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_LINKER_H
#define NOISY_SERVER_BUILD_LINKER_H

#include "server/build/Slot.h"
#include "server/parse/BorrowedOperations.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace mlir::noisy::lsp {

/// Knows the unit that defines each symbol, and the units that use it. It
/// reports what MLIR's verifier reports for a whole module: redefinitions, and
/// wrong uses of symbols. A unit that uses symbols is verified next to the
/// operations that define these, which are moved there meanwhile.
///
/// A symbol whose definition does not parse is known by its name only, and its
/// uses are not checked.
class Linker {
public:
  /// Slots are identified by their numbers; all units must be of one
  /// generation.
  explicit Linker(llvm::ArrayRef<Slot> Slots, std::string FileName);

  /// Hashes of the inputs of `check`: of the visible parts of the definitions
  /// that the unit names; and of all inputs including the unit, made of texts
  /// only (CrashMemory).
  uint64_t surroundingsOf(size_t SlotIndex) const;
  /// The hash of the unit and of `surroundingsOf`: Slot::SymbolKey.
  uint64_t keyOf(size_t SlotIndex) const;
  uint64_t textsAround(size_t SlotIndex) const;

  /// The problems with the symbols of a slot, and true if its unit cannot be
  /// analysed because of them.
  struct Outcome {
    std::vector<Problem> Problems;
    bool IsWrong = false;
  };
  /// Checks the symbols of a slot, whose unit is parsed; verifies the unit if
  /// that was postponed until now. Operations with wrong uses are replaced in
  /// the unit (Unit::replace).
  Outcome check(size_t SlotIndex) const;
  /// True if the uses of symbols in an older unit would be right in the slot
  /// `SlotIndex`.
  bool fits(const Unit &Older, size_t SlotIndex) const;

  /// Returns the slots that are named by a slot's unit, whether it parses or
  /// not, or by one of its older units, and the slots that define the same
  /// symbols. An unresolved name stands for all slots that have it.
  llvm::SmallVector<size_t> usedBy(size_t SlotIndex) const;
  /// True if a symbol that the slot's unit names is unresolved, or its
  /// definition does not parse.
  bool namesUnknown(size_t SlotIndex) const;
  /// True if a name in the slot may refer to a function, or to a container of
  /// functions.
  bool mayMeanFunction(SymbolRefAttr Name, size_t SlotIndex) const;

  /// True if `User`, or anything in the slot, names a symbol whose definition
  /// does not parse.
  bool namesBroken(Operation *User, size_t SlotIndex) const;
  bool namesBroken(size_t SlotIndex) const;

private:
  struct Definition {
    size_t InSlot;
    /// The operation; null if it does not parse.
    Operation *Op;
  };
  using Table = llvm::StringMap<llvm::SmallVector<Definition, 1>>;
  using TableKey = std::pair<uint32_t, uint32_t>;

  bool namesAny(Operation *User, size_t SlotIndex,
                llvm::function_ref<bool(const Definition &)> IsOfKind) const;
  bool namesGuess(Operation *User, size_t SlotIndex) const;
  bool namesUnbound(Operation *User, size_t SlotIndex) const;

  /// The definitions that the names of a path refer to, the outermost first;
  /// null for the first unresolved name, which is the last element.
  using Meaning = llvm::ArrayRef<const Definition *>;

  static TableKey keyOf(const Slot &S) { return {S.Chunk, S.Container}; }

  void addSymbols(size_t SlotIndex);
  void addBrokenSymbols(size_t SlotIndex);
  uint64_t interfaceOf(const Definition &Def) const;
  uint64_t
  hashMeanings(size_t SlotIndex,
               llvm::function_ref<uint64_t(const Definition &)> Number) const;
  /// The unit that defined the symbol of `Root`, which is in the slot
  /// `SlotIndex`, before; null if there is none.
  const Unit *rivalOf(Operation *Root, size_t SlotIndex) const;
  /// Visits the definitions that the names in a unit refer to in the slot
  /// `SlotIndex`; and those that these definitions name, unless they are
  /// functions: a verifier that resolves an alias also looks at the symbols
  /// that the alias names.
  void forEachMeaning(const Unit &U, size_t SlotIndex,
                      llvm::function_ref<void(Meaning)> Visit) const;
  void invite(const Unit &U, size_t SlotIndex, Block &Host,
              BorrowedOperations &Guests) const;
  /// The valid definition: the first.
  const Definition *find(TableKey Key, llvm::StringRef Name) const;
  /// Visits the definitions that the names of a path refer to in the slot
  /// `SlotIndex`, the outermost first, until `Visit` returns false. The first
  /// unresolved name gives null and ends it.
  void follow(size_t SlotIndex, llvm::ArrayRef<std::string> Path,
              llvm::function_ref<bool(const Definition *)> Visit) const;
  void collect(const Unit &U, std::vector<Problem> &Problems,
               llvm::function_ref<void()> Work) const;
  /// Adds the problems with the uses of symbols in a unit; returns the
  /// operations with wrong uses.
  std::vector<Operation *> verifyUses(const Unit &U, size_t SlotIndex,
                                      std::vector<Problem> &Problems) const;
  void collectUses(const Unit &U, size_t SlotIndex,
                   llvm::SmallVectorImpl<size_t> &Result) const;
  /// Adds all slots in the container with this header, if it is one.
  void collectInside(size_t Header,
                     llvm::SmallVectorImpl<size_t> &Result) const;

  /// Adds all slots of a chunk with a symbol of that name.
  void collectNamesakes(uint32_t Chunk, llvm::StringRef Name,
                        llvm::SmallVectorImpl<size_t> &Result) const;

  llvm::ArrayRef<Slot> Slots;
  std::string FileName;
  std::map<TableKey, Table> Tables;
  /// The slots by their symbols and by chunks; made on demand.
  using SlotsByName = llvm::StringMap<llvm::SmallVector<size_t, 1>>;
  mutable std::map<uint32_t, SlotsByName> Namesakes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_LINKER_H
