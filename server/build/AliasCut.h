//===- AliasCut.h - Runs with broken aliases --------------------*- C++ -*-===//
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

/// Cuts runs of aliases that do not parse, so that a broken alias does not
/// affect others: each alias with an error of MLIR is a part of its own, and
/// aliases that use it, directly or not, are separated from those that do not.
/// MLIR stops at the first error, so this takes a round of parsing for each
/// broken alias of a run; after MaxRounds the rest stays together.
///
/// The result is a function of the text.
class AliasCut {
public:
  static constexpr unsigned MaxRounds = 16;

  struct Alias {
    std::string Name;
    ByteRange Range; ///< of the text
    size_t InPiece;
  };

  /// Cuts the runs of `Pieces`, which are the pieces of `Text`, at the aliases
  /// that are known to be broken.
  void apply(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text);
  /// The parts of the run with this piece number; empty if it was not cut.
  llvm::ArrayRef<Piece> partsOf(size_t Run) const;

  /// Reads the parsed slots of the pieces, and returns true if any run has to
  /// be cut in another way. To be called until it returns false.
  bool revise(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text,
              llvm::ArrayRef<Slot> Slots);

  /// Forgets the chunks that are no longer in the text.
  void dropUnused();
  void clear();

private:
  struct Chunk;
  /// The broken aliases of a chunk with these aliases, by number.
  struct Finding {
    std::set<size_t> BrokenAliases;
    unsigned Rounds = 0;
  };

  static std::vector<Chunk> collect(llvm::ArrayRef<Piece> Pieces,
                                    llvm::StringRef Text);
  void cut(const Chunk &Source, const std::set<size_t> &BrokenAliases,
           llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text);

  /// The findings by Chunk::Hash.
  std::map<uint64_t, Finding> Findings;
  /// The chunks of the last text that was cut, by hash.
  std::set<uint64_t> UsedRuns;
  llvm::DenseMap<size_t, std::vector<Piece>> Parts;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_ALIASCUT_H
