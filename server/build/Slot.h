//===- Slot.h - A unit where it stands in a text ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SLOT_H
#define NOISY_SERVER_BUILD_SLOT_H

#include "server/build/Unit.h"
#include "server/snapshot/SectionDetails.h"
#include "server/snapshot/SectionFacts.h"
#include "server/text/OffsetMap.h"

namespace mlir::noisy::lsp {

/// A unit of an earlier text that was valid, or at least parsed, where a text
/// stands now that is not or does not.
struct LastGood {
  std::shared_ptr<Unit> Of;
  /// The facts of that time; may be null.
  std::shared_ptr<const SectionFacts> Facts;
  std::shared_ptr<const SectionDetails> Details;
  /// From the beginning of the slot that it stands in now, and inside of that.
  ByteRange Where;
  /// From its own text to the bytes in `Where`.
  std::shared_ptr<const OffsetMap> Moved;
  /// Whether it is the last that parsed, so that names are its; and the last
  /// that was good, so that it can be analysed. Mostly both.
  bool ForNames = true;
  bool ForNoise = true;
};

/// What is wrong with a container as a whole, told in one of the units in it.
struct ContainerProblem {
  /// Unit::Id; the offsets are those of its text.
  uint64_t UnitId = 0;
  Problem What;

  friend bool operator==(const ContainerProblem &,
                         const ContainerProblem &) = default;
};

/// One piece of the text, or several that are parsed as one, and what the
/// builder knows of it: the worker's counterpart of Snapshot::Part.
struct Slot {
  PieceKind Kind = PieceKind::Operation;
  ByteRange Where;
  /// The slot that is the header of the container around; of a footer, its own.
  uint32_t Container = Piece::None;
  uint32_t Chunk = 0;
  std::shared_ptr<const PieceInfo> Info;
  std::shared_ptr<const Surroundings> Around;
  /// Null for separators, and until it is parsed.
  std::shared_ptr<Unit> Of;
  /// What stood here and was valid, when `Of` is not; in order.
  std::vector<LastGood> Behind;
  /// Of `Of`, when it is valid; or of what is behind it, by the numbers of
  /// `Of`.
  std::shared_ptr<const SectionFacts> Facts;
  /// By the numbers of `Of`; those of before until they are made again. Null
  /// when there are none.
  std::shared_ptr<const SectionDetails> Details;
  /// What there is to say of its symbols, and of what was verified with these;
  /// null when there is nothing.
  std::shared_ptr<const std::vector<Problem>> SymbolProblems;
  /// Something is wrong with the symbols.
  bool HasSymbolErrors = false;
  /// Of the header of a container: what there is to say of that with all that
  /// is in it, and whether the container itself is wrong.
  std::vector<ContainerProblem> ContainerProblems;
  bool HasContainerErrors = false;
  /// MLIR crashed on the analysis of its noise, or on that of its integers, so
  /// that there are no facts, or no details.
  bool NoiseCrashed = false;
  bool DetailsCrashed = false;
  /// What `SymbolProblems`, `ContainerProblems` and `Facts` depended on when
  /// they were computed (Linker::surroundingsOf, ContainerVerifier::key,
  /// ProgramGroup::key), and `Details`.
  uint64_t SymbolKey = 0;
  uint64_t ContainerKey = 0;
  uint64_t NoiseKey = 0;
  uint64_t DetailsKey = 0;

  /// The header of a container around it is broken, which may have said which
  /// model holds.
  bool IsAdrift = false;

  bool isValid() const { return Of && Of->isValid(); }
  /// Whether it can be analysed as it is.
  bool isGood() const {
    return isValid() && !HasSymbolErrors && !HasContainerErrors && !IsAdrift;
  }

  /// Of the header of a container: whether it may be wrong about what is
  /// inside.
  bool breaksContents() const {
    return !isValid() || HasContainerErrors || IsAdrift;
  }

  void setSymbolProblems(std::vector<Problem> Found) {
    HasSymbolErrors = haveError(Found);
    SymbolProblems =
        Found.empty()
            ? nullptr
            : std::make_shared<const std::vector<Problem>>(std::move(Found));
  }

  /// Of the header of a container.
  void setContainerProblems(std::vector<ContainerProblem> Found) {
    ContainerProblems = std::move(Found);
    HasContainerErrors =
        std::any_of(ContainerProblems.begin(), ContainerProblems.end(),
                    [&](const ContainerProblem &Each) {
                      return Each.UnitId == Of->Id && haveError({Each.What});
                    });
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOT_H
