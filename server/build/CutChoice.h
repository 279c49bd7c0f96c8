//===- CutChoice.h - How each chunk of a text is cut ------------*- C++ -*-===//
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

/// Chooses, for each chunk of a text, an outline whose pieces parse, so that no
/// error is one of the cut. The readings of a chunk are, in this order:
///
///   1. the tolerant outline; but the strict one where brackets match only in
///      that, whatever the indentation says;
///   2. the strict outline, where brackets match in it;
///   3. the whole chunk as one piece, as MLIR reads it, unless a function then
///      has a value of another one;
///
/// and the first holds of which everything parses. The second and the third are
/// tried in chunks of up to MaxBytes only: both can cost as much as parsing all
/// of the chunk. Where none parses there are errors however it is cut. Then
/// the strict outline holds if it comes first and has no more broken pieces
/// than the tolerant one has with brackets that do not match, and the tolerant
/// one otherwise, which keeps errors to the pieces that they are in.
///
/// The outcome is a function of the text.
class CutChoice {
public:
  enum class Reading : uint8_t { Tolerant, Strict, Whole };
  /// The readings that hold for chunks whose first one does not parse, by the
  /// hashes of their texts.
  using Memory = llvm::DenseMap<uint64_t, Reading>;

  static constexpr size_t MaxBytes = 256u << 10;

  /// `Tolerant` is the outline of `Text`; both have to outlive this. `Known`
  /// are outcomes of before.
  CutChoice(const Outline &Tolerant, llvm::StringRef Text, const Memory &Known);

  /// The pieces of the text, as it is cut now.
  llvm::ArrayRef<Piece> pieces() const;

  /// Looks at what was made of the pieces, parsed slots, and chooses another
  /// reading where some do not parse. `Parses` is asked whether a chunk does as
  /// a whole. Gives whether anything is cut in another way now; this has to be
  /// called until nothing is.
  bool revise(llvm::ArrayRef<Slot> Slots,
              llvm::function_ref<bool(const Slot &Whole)> Parses);

  /// The outcomes, once nothing is revised any more.
  Memory memory() const;

private:
  struct Chunk {
    ByteRange Where;
    /// With the separator at its end.
    llvm::ArrayRef<Piece> Tolerant;
    /// Without it; containers count from the first piece of the chunk.
    std::vector<Piece> Strict;
    bool HasStrict = false;
    /// How many brackets of the tolerant outline lack their counterparts, at
    /// least.
    size_t Mismatches = 0;
    Reading Now = Reading::Tolerant;
    bool IsFinal = false;
    /// Its first reading does not parse.
    bool IsBroken = false;
  };

  /// What became of a piece.
  struct Outcome {
    ByteRange Where;
    bool IsBroken;
    /// MLIR was not given it.
    bool IsRefused;
  };

  static std::vector<Outcome> outcomesOf(llvm::ArrayRef<Slot> Slots);
  uint64_t hashOf(const Chunk &C) const;
  void scanStrictly(Chunk &C) const;
  bool isStrictWorthTrying(Chunk &C, llvm::ArrayRef<Outcome> Outcomes) const;
  Slot makeWhole(const Chunk &C) const;
  void mix();

  const Outline &Tolerant;
  llvm::StringRef Text;
  std::vector<Chunk> Chunks;
  /// The pieces, where they are not those of the tolerant outline.
  std::vector<Piece> Mixed;
  bool IsMixed = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CUTCHOICE_H
