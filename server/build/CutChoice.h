//===- CutChoice.h - The outline of each chunk ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_CUTCHOICE_H
#define NOISY_SERVER_BUILD_CUTCHOICE_H

#include "server/build/Slot.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// Chooses an outline for each chunk of a text whose pieces parse, so that no
/// error comes from the cut. The readings of a chunk are, in this order:
///
///   1. the tolerant outline; but the strict one if brackets match only there,
///      regardless of the indentation;
///   2. the strict outline, if brackets match in it;
///   3. the whole chunk as one piece, as MLIR reads it, unless a function then
///      uses a value of another one;
///
/// and the first one in which everything parses is chosen. The second and the
/// third are tried only in chunks of up to MaxBytes: both can cost as much as
/// parsing the whole chunk. None is tried where an error is inside of matching
/// brackets, so that it is one with any cut. If none parses, there are errors
/// with any cut. Then the strict outline is chosen if it comes first and has no
/// more broken pieces than the tolerant one has unmatched brackets; otherwise
/// the tolerant one, which confines errors to their pieces.
///
/// The result is a function of the text.
class CutChoice {
public:
  enum class Reading : uint8_t { Tolerant, Strict, Whole };
  /// The readings of chunks whose first one does not parse, by the hashes of
  /// their texts.
  using Memory = llvm::DenseMap<uint64_t, Reading>;

  static constexpr size_t MaxBytes = 256u << 10;

  /// `Tolerant` is the outline of `Text`; both must outlive this.
  /// `PastOutcomes` has the results of the last build.
  CutChoice(const Outline &Tolerant, llvm::StringRef Text,
            const Memory &PastOutcomes);

  /// The pieces of the text in the present outlines.
  llvm::ArrayRef<Piece> pieces() const;

  /// Reads the parsed slots of the pieces, and chooses another reading for
  /// chunks in which some do not parse. `Parses` tests whether a whole chunk
  /// parses. Returns true if any outline changed; to be called until it returns
  /// false.
  bool revise(llvm::ArrayRef<Slot> Slots,
              llvm::function_ref<bool(const Slot &Whole)> Parses);

  /// The results, once nothing is revised any more.
  Memory memory() const;

private:
  struct Chunk {
    ByteRange Range;
    /// The tolerant outline, with the separator at its end.
    llvm::ArrayRef<Piece> Tolerant;
    /// The strict outline without the separator; containers count from the
    /// first piece of the chunk.
    std::vector<Piece> Strict;
    bool HasStrict = false;
    /// The least number of unmatched brackets in the tolerant outline.
    size_t Mismatches = 0;
    Reading Choice = Reading::Tolerant;
    bool IsFinal = false;
    /// True if its first reading does not parse.
    bool IsBroken = false;
  };

  /// The outcome of parsing a piece.
  struct Outcome {
    ByteRange Range;
    bool IsBroken;
    /// True if MLIR did not get it.
    bool IsRefused;
  };

  /// True if brackets do not match in any outline, by their numbers.
  bool isUnbalanced(const Chunk &C) const;
  bool isSurelyBroken(const Chunk &C, llvm::ArrayRef<Slot> Slots) const;
  static std::vector<Outcome> outcomesOf(llvm::ArrayRef<Slot> Slots);
  uint64_t hashOf(const Chunk &C) const;
  void scanStrictly(Chunk &C) const;
  bool isStrictWorthTrying(Chunk &C, llvm::ArrayRef<Outcome> Outcomes) const;
  Slot makeWhole(const Chunk &C) const;
  void mix();

  const Outline &Tolerant;
  llvm::StringRef Text;
  std::vector<Chunk> Chunks;
  /// The pieces, if they differ from the tolerant outline.
  std::vector<Piece> MixedPieces;
  bool IsMixed = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CUTCHOICE_H
