//===- Linker.h - What the units of a text say of each other ----*- C++ -*-===//
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

/// Knows which unit defines which symbol, and which unit uses it. It says what
/// MLIR's verifier says of a whole module: redefinitions, and uses of symbols
/// that are wrong. A unit that uses symbols is verified beside the operations
/// that define these, which are moved to it for that time.
///
/// A symbol whose definition does not parse is known by its name only, and
/// nothing is said about its uses.
class Linker {
public:
  /// Slots are named by their numbers; the units must all be of one generation.
  explicit Linker(llvm::ArrayRef<Slot> Slots, std::string FileName);

  /// One number for all that `check` depends on beside the unit, by what can be
  /// told of the definitions that it names. And one for all that it depends on,
  /// made of texts only (CrashMemory).
  uint64_t surroundingsOf(size_t Of) const;
  uint64_t textsAround(size_t Of) const;

  /// What is wrong with the symbols of a slot, whose unit is parsed; verifies
  /// it where that was left for here.
  std::vector<Problem> check(size_t Of) const;
  /// Whether the uses of symbols in an older unit would be right where the slot
  /// `Of` is.
  bool fits(const Unit &Older, size_t Of) const;

  /// The slots that a slot's unit names, whether it parses or not, or one of
  /// those that are behind it, or that define what it does. A name that means
  /// nothing where it stands names all that have it.
  llvm::SmallVector<size_t> usedBy(size_t Of) const;
  /// Whether a symbol that the slot's unit names means nothing, or is one whose
  /// definition does not parse.
  bool namesUnknown(size_t Of) const;
  /// Whether a function, or what has functions in it, may be meant by a name in
  /// the slot.
  bool mayMeanFunction(SymbolRefAttr Name, size_t Of) const;

  /// Whether a symbol that `User`, or anything in the slot, names is one whose
  /// definition does not parse.
  bool namesBroken(Operation *User, size_t Of) const;
  bool namesBroken(size_t Of) const;

private:
  struct Definition {
    size_t InSlot;
    /// Null when it does not parse.
    Operation *Op;
  };
  using Table = llvm::StringMap<llvm::SmallVector<Definition, 1>>;
  using TableKey = std::pair<uint32_t, uint32_t>;

  /// What the names of a path mean, the outermost first; null for the first
  /// that means nothing, which is the last.
  using Meaning = llvm::ArrayRef<const Definition *>;

  static TableKey keyOf(const Slot &S) { return {S.Chunk, S.Container}; }

  void addSymbols(size_t Of);
  uint64_t interfaceOf(const Definition &Of) const;
  uint64_t
  hashMeanings(size_t Of,
               llvm::function_ref<uint64_t(const Definition &)> Number) const;
  /// The unit that defined the symbol of `Root`, which is in the slot `Of`,
  /// before that; null when there is none.
  const Unit *rivalOf(Operation *Root, size_t Of) const;
  /// Visits what the names in a unit mean where the slot `Of` is; and those in
  /// what it names, unless that is a function: whoever asks what an alias
  /// stands for looks at what that names.
  void forEachMeaning(const Unit &U, size_t Of,
                      llvm::function_ref<void(Meaning)> Visit) const;
  void invite(const Unit &U, size_t Of, Block &Host,
              BorrowedOperations &Guests) const;
  /// The one that holds: the first.
  const Definition *find(TableKey In, llvm::StringRef Name) const;
  /// Visits what the names of a path mean where the slot `Of` is, the outermost
  /// first: null for the first that means nothing, which is the last; or until
  /// `Visit` says false.
  void follow(size_t Of, llvm::ArrayRef<std::string> Path,
              llvm::function_ref<bool(const Definition *)> Visit) const;
  void collect(const Unit &U, std::vector<Problem> &Found,
               llvm::function_ref<void()> Work) const;
  void verifyUses(const Unit &U, size_t Of, std::vector<Problem> &Found) const;
  void collectUses(const Unit &U, size_t Of,
                   llvm::SmallVectorImpl<size_t> &Result) const;
  /// Adds all slots in the container with this header, if it is one.
  void collectInside(size_t Header,
                     llvm::SmallVectorImpl<size_t> &Result) const;

  /// Adds all slots of a chunk that have a symbol of that name in them.
  void collectNamesakes(uint32_t Chunk, llvm::StringRef Name,
                        llvm::SmallVectorImpl<size_t> &Result) const;

  llvm::ArrayRef<Slot> Slots;
  std::string FileName;
  std::map<TableKey, Table> Tables;
  /// The slots by the symbols in them and by chunks; made when it is needed.
  using SlotsByName = llvm::StringMap<llvm::SmallVector<size_t, 1>>;
  mutable std::map<uint32_t, SlotsByName> Namesakes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_LINKER_H
