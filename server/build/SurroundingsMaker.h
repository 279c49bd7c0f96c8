//===- SurroundingsMaker.h - What to put around a unit ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SURROUNDINGSMAKER_H
#define NOISY_SERVER_BUILD_SURROUNDINGSMAKER_H

#include "server/build/Slot.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy::lsp {

/// The names in the value of an alias that are written like aliases.
std::vector<std::string> findAliasNames(llvm::StringRef Value);

/// Finds what to put around the units of a text so that each can be parsed
/// alone. A unit gets the aliases that it uses, and those that they use, each
/// on the side of the unit where it stands: MLIR decides which of those behind
/// it may be used, as locations may. It gets the headers around it as they are
/// where these are valid, and
/// otherwise plain ones, so that a broken header does not break what is inside.
/// It does not get what `{-# ... #-}` says of the resources that it names: MLIR
/// parses and verifies without, and it may be large.
class SurroundingsMaker {
public:
  /// Both must outlive this and stay as they are, the units of headers apart.
  SurroundingsMaker(llvm::StringRef Text, llvm::ArrayRef<Slot> Slots);

  /// For the slot with the number `Of`. The units of the headers around it must
  /// be there.
  std::shared_ptr<const Surroundings> get(size_t Of);

private:
  /// One alias definition.
  struct Definition {
    size_t InSlot;
    ByteRange Where; ///< of the text
    std::vector<std::string> Uses;
  };
  struct Chunk {
    llvm::StringMap<llvm::SmallVector<Definition, 1>> Aliases;
  };
  /// A header and all around it.
  struct Container {
    bool Known = false;
    std::string Prefix;
    std::string Suffix;
    unsigned Depth = 0;
    std::vector<std::string> Uses;
  };

  const Container &getContainer(uint32_t Header);
  std::string closerOf(uint32_t Header) const;
  /// The aliases that a unit needs, each with a line end before or behind it.
  struct AliasText {
    std::string Before;
    std::string Behind;
  };
  AliasText writeAliases(size_t Of, llvm::ArrayRef<std::string> Names) const;

  llvm::StringRef Text;
  llvm::ArrayRef<Slot> Slots;
  std::vector<Chunk> Chunks;
  llvm::DenseMap<uint32_t, Container> Containers;
  llvm::DenseMap<uint32_t, size_t> Footers;
  Container TopLevel;
  /// Slots without aliases of their own share what is around them.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>,
                 std::shared_ptr<const Surroundings>>
      Shared;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SURROUNDINGSMAKER_H
