//===- Slot.h - A unit and its place in a text ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SLOT_H
#define NOISY_SERVER_BUILD_SLOT_H

#include "server/snapshot/EarlierFacts.h"
#include "server/snapshot/SectionDetails.h"
#include "server/snapshot/SectionFacts.h"
#include "server/text/OffsetMap.h"
#include "server/unit/Unit.h"

namespace mlir::noisy::lsp {

/// A unit of an earlier text that was valid, or at least parsed, in a place
/// whose present text is not valid or does not parse.
struct LastGood {
  std::shared_ptr<Unit> Parsed;
  /// The facts at that time; may be null.
  std::shared_ptr<const SectionFacts> Facts;
  std::shared_ptr<const SectionDetails> Details;
  /// The range in the present slot, counted from its beginning.
  ByteRange Range;
  /// The map from its own text to the bytes in `Range`.
  std::shared_ptr<const OffsetMap> Offsets;
  /// True if it is the last unit that parsed, so that names are taken from it;
  /// and true if it is the last good one, so that it can be analysed. Mostly
  /// both.
  bool ForNames = true;
  bool ForNoise = true;
};

/// A problem of a container as a whole, reported in one of its units.
struct ContainerProblem {
  /// The Unit::Id of that unit; the offsets are those of its text.
  uint64_t UnitId = 0;
  Problem Issue;

  friend bool operator==(const ContainerProblem &,
                         const ContainerProblem &) = default;
};

/// A piece of the text, or several that are parsed as one, with the builder's
/// data: the worker's counterpart of Snapshot::Part.
struct Slot {
  PieceKind Kind = PieceKind::Operation;
  ByteRange Range;
  /// The slot with the header of the enclosing container; for a footer, its
  /// own.
  uint32_t Container = Piece::None;
  uint32_t Chunk = 0;
  std::shared_ptr<const PieceInfo> Info;
  std::shared_ptr<const Surroundings> SurroundingText;
  /// The parsed unit; null for separators, and until it is parsed.
  std::shared_ptr<Unit> Parsed;
  /// The older units that were good here, if `Parsed` is not; in order.
  std::vector<LastGood> LastGoodUnits;
  /// The facts of `Parsed`, if it is valid; otherwise of its older units, by
  /// the numbers of `Parsed`.
  std::shared_ptr<const SectionFacts> Facts;
  /// The facts of before some noise became unknown because of broken text; null
  /// if there are none, or all noise is as of now.
  std::shared_ptr<const EarlierFacts> Earlier;
  /// The details by the numbers of `Parsed`; older ones until they are made
  /// again. Null if there are none.
  std::shared_ptr<const SectionDetails> Details;
  /// The problems of its symbols, and of operations that were verified with
  /// these; null if there are none.
  std::shared_ptr<const std::vector<Problem>> SymbolProblems;
  /// True if the unit cannot be analysed because of its symbols.
  bool HasSymbolErrors = false;
  /// The problems of a header's container with its contents, and true if there
  /// is an error in the container itself.
  std::vector<ContainerProblem> ContainerProblems;
  bool HasContainerErrors = false;
  /// True if MLIR crashed on the analysis of its noise, or on that of its
  /// integers, so that there are no facts, or no details.
  bool NoiseCrashed = false;
  bool DetailsCrashed = false;
  /// The inputs of `SymbolProblems`, `ContainerProblems` and `Facts` when they
  /// were computed (Linker::surroundingsOf, ContainerVerifier::key,
  /// ProgramGroup::noiseKey), and of `Details`.
  uint64_t SymbolKey = 0;
  uint64_t ContainerKey = 0;
  uint64_t NoiseKey = 0;
  uint64_t DetailsKey = 0;
  /// The inputs that `Details` should have.
  uint64_t WantedDetails = 0;

  /// True if `Details` are older than the text, or were not made yet.
  bool hasOldDetails() const { return DetailsKey != WantedDetails; }

  /// True if the header of an enclosing container is broken, which may have
  /// stated the model.
  bool IsAdrift = false;

  bool isValid() const { return Parsed && Parsed->isValid(); }
  /// True if it can be analysed as it is.
  bool isGood() const {
    return isValid() && !HasSymbolErrors && !HasContainerErrors && !IsAdrift;
  }

  /// True if this header of a container may be wrong about the contents.
  bool breaksContents() const {
    return !isValid() || HasContainerErrors || IsAdrift;
  }

  void setSymbolProblems(std::vector<Problem> NewProblems, bool AreWrong) {
    HasSymbolErrors = AreWrong;
    SymbolProblems = NewProblems.empty()
                         ? nullptr
                         : std::make_shared<const std::vector<Problem>>(
                               std::move(NewProblems));
  }

  /// Sets the problems of a header's container.
  void setContainerProblems(std::vector<ContainerProblem> NewProblems) {
    ContainerProblems = std::move(NewProblems);
    HasContainerErrors = std::any_of(
        ContainerProblems.begin(), ContainerProblems.end(),
        [&](const ContainerProblem &Entry) {
          return Entry.UnitId == Parsed->Id && haveError({Entry.Issue});
        });
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOT_H
