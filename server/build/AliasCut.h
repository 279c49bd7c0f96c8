//===- AliasCut.h - Runs of aliases of which some are broken ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_ALIASCUT_H
#define NOISY_SERVER_BUILD_ALIASCUT_H

#include "server/build/Slot.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>

namespace mlir::noisy::lsp {

/// Cuts runs of aliases that do not parse, so that one that is broken takes no
/// other along: each that MLIR has an error at is a part of its own, and what
/// uses it, directly or not, is kept apart from what does not. MLIR ends at the
/// first error, so this takes a round of parsing for each broken alias of a
/// run; after MaxRounds what is left stays together.
///
/// The outcome is a function of the text.
class AliasCut {
public:
  static constexpr unsigned MaxRounds = 16;

  struct Alias {
    std::string Name;
    ByteRange Where; ///< of the text
    size_t InPiece;
  };

  /// Cuts the runs of `Pieces`, which are those of `Text`, as far as it is
  /// known what is broken in their chunks.
  void apply(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text);
  /// What the piece with this number, a run, was cut into; empty when it was
  /// not.
  llvm::ArrayRef<Piece> partsOf(size_t Run) const;

  /// Looks at what was made of the pieces, parsed slots, and gives whether
  /// anything has to be cut in another way. This has to be called until nothing
  /// has.
  bool revise(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text,
              llvm::ArrayRef<Slot> Slots);

  /// Forgets the chunks that are not in the text any more.
  void dropUnused();
  void clear();

private:
  struct Chunk;
  /// What is broken in a chunk with these aliases, by their numbers.
  struct Finding {
    std::set<size_t> Broken;
    unsigned Rounds = 0;
  };

  static std::vector<Chunk> collect(llvm::ArrayRef<Piece> Pieces,
                                    llvm::StringRef Text);
  void cut(const Chunk &In, const std::set<size_t> &Broken,
           llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text);

  /// By Chunk::Hash.
  std::map<uint64_t, Finding> Known;
  /// Of the text that was cut last.
  std::set<uint64_t> Used;
  llvm::DenseMap<size_t, std::vector<Piece>> Parts;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_ALIASCUT_H
