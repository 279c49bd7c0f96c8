//===- SurroundingsMaker.h - Text around a unit -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SURROUNDINGSMAKER_H
#define NOISY_SERVER_BUILD_SURROUNDINGSMAKER_H

#include "server/build/Slot.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace mlir::noisy::lsp {

/// The names in the value of an alias that are written like aliases.
std::vector<std::string> findAliasNames(llvm::StringRef Value);

/// Makes the text around each unit so that the unit can be parsed alone. A unit
/// gets the aliases that it uses, and those that they use, each on its own side
/// of the unit: MLIR decides which of the later ones may be used, as locations
/// may. Headers around it are added as they are if they are valid, and
/// otherwise plain ones, so that a broken header does not break its contents.
/// The contents of `{-# ... #-}` for the resources that it names are not added:
/// MLIR parses and verifies without them, and they may be large.
class SurroundingsMaker {
public:
  /// Both must outlive this and stay unchanged, except the units of headers.
  SurroundingsMaker(llvm::StringRef Text, llvm::ArrayRef<Slot> Slots);

  /// Returns the surroundings of the slot with the number `SlotIndex`. The
  /// headers around it must have their units.
  std::shared_ptr<const Surroundings> get(size_t SlotIndex);
  /// Returns those of an operation of the last text, if `get` would make the
  /// same: around both there must be the same aliases and headers. Otherwise
  /// null. Does not read the aliases, of which there may be many: for names
  /// that only one of the two has, it looks at the names of all definitions.
  std::shared_ptr<const Surroundings> getLike(size_t SlotIndex,
                                              const Slot &Old);

private:
  /// An alias definition.
  struct Definition {
    size_t InSlot;
    ByteRange Range; ///< of the text
    std::vector<std::string> Uses;
  };
  struct Chunk {
    llvm::StringMap<llvm::SmallVector<Definition, 1>> Aliases;
  };
  /// A header with all headers around it.
  struct Container {
    bool IsKnown = false;
    std::string Prefix;
    std::string Suffix;
    unsigned Depth = 0;
    std::vector<std::string> Uses;
  };

  void findDefinitions();
  const Container &getContainer(uint32_t Header);
  bool defines(uint32_t ChunkNumber, llvm::StringRef Name);
  bool nameSame(llvm::ArrayRef<std::string> Uses,
                llvm::ArrayRef<std::string> OldUses, uint32_t ChunkNumber);
  std::string closerOf(uint32_t Header) const;
  /// The aliases that a unit needs, each with a line end before or after it.
  struct AliasText {
    std::string Prefix;
    std::string Suffix;
  };
  AliasText writeAliases(size_t SlotIndex,
                         llvm::ArrayRef<std::string> Names) const;

  llvm::StringRef Text;
  llvm::ArrayRef<Slot> Slots;
  /// Whether an alias with a name is defined in a chunk, where that was asked.
  std::map<std::pair<uint32_t, std::string>, bool> KnownNames;
  /// Empty until definitions are asked for.
  std::vector<Chunk> Chunks;
  llvm::DenseMap<uint32_t, Container> Containers;
  llvm::DenseMap<uint32_t, size_t> Footers;
  Container TopLevel;
  /// The surroundings that slots without aliases of their own share.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>,
                 std::shared_ptr<const Surroundings>>
      Cache;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SURROUNDINGSMAKER_H
