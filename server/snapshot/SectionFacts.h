//===- SectionFacts.h - The noise facts of a section ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SECTIONFACTS_H
#define NOISY_SERVER_SNAPSHOT_SECTIONFACTS_H

#include "dialect/units/NoiseBound.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"
#include <memory>

namespace mlir::noisy {
struct NoiseModel;
} // namespace mlir::noisy

namespace mlir::noisy::lsp {

/// The reasons for the noise of a value, in words.
struct NoiseReasons {
  /// The value depends on something that is broken.
  bool IsUnreliable = false;
  /// The value is, or depends on, an argument that is assumed to be fresh.
  bool IsAssumed = false;
  /// The sum, "24 = 12 + 12"; only the number if there is no sum.
  std::string Equation;
  /// The facts that the bound rests on, or the contracts that it breaks, a
  /// sentence each. Those of `SectionFacts` have marks for the places of calls
  /// (CallPlaces).
  std::vector<std::string> Remarks;

  friend bool operator==(const NoiseReasons &, const NoiseReasons &) = default;
};

/// The different texts of `NoiseReasons` in a program. There are few, even if
/// there are many values.
struct NoiseWords {
  std::vector<std::string> Equations;
  std::vector<std::vector<std::string>> Remarks;
};

/// The noise of one value. Texts with many values have many of these, so none
/// owns memory.
struct NoiseInfo {
  Section::Index Value = Section::None;
  NoiseBound Bound;
  /// The limit of the model that holds there; and the units in a bit, which are
  /// those of both numbers.
  uint32_t Limit = 0;
  uint32_t Unit = 1;
  /// The model (`internModel`); null for the usual one.
  const NoiseModel *Model = nullptr;
  /// The values that flow into it, as a range in SectionFacts::Sources.
  uint32_t FirstSource = 0;
  uint32_t SourceCount = 0;
  /// The values that make it assumed, other than itself, and unreliable
  /// (NoiseFact::restsOn, unreliableCause); none if they are in other sections.
  Section::Index RestsOn = Section::None;
  Section::Index UnreliableCause = Section::None;
  /// The same in other sections: numbers in SectionFacts::OuterReasons, from 1
  /// on; 0 if there are none.
  uint16_t OuterRestsOn = 0;
  uint16_t OuterCause = 0;
  /// The numbers of its reasons in SectionFacts::Words; 0 if there are none.
  uint32_t Equation = 0;
  uint32_t Remarks = 0;
  /// As in NoiseReasons.
  bool IsUnreliable = false;
  bool IsAssumed = false;
  /// Callers out of sight may set it (NoiseFact::isAssumed).
  bool IsSetOutside = false;
  /// The noisiest of several runs (NoiseFact::perRun).
  bool IsPerRun = false;
  /// Values that depend on it are unreliable because of it.
  bool IsCause = false;
  /// It is unknown or unreliable only because of an operation that does not
  /// parse or verify.
  bool IsDueToBroken = false;

  friend bool operator==(const NoiseInfo &, const NoiseInfo &) = default;
};

/// A value of another section that noise rests on, or is unreliable because of.
struct OuterReason {
  std::string Name;
  /// The text order among the values of all sections, and true if the section
  /// is earlier in the text. Both may be those of before an edit of other
  /// sections, but the order of the reasons is the same.
  uint32_t Place = 0;
  bool IsEarlier = false;
  /// Its noise is unknown, and is so only because of a broken operation.
  bool IsUnknown = false;
  bool IsDueToBroken = false;

  /// True if they say the same to the user.
  bool isLike(const OuterReason &Other) const {
    return Name == Other.Name && IsEarlier == Other.IsEarlier &&
           IsUnknown == Other.IsUnknown && IsDueToBroken == Other.IsDueToBroken;
  }
};

/// The facts about a section that depend on other sections as well as on its
/// text: the targets of its symbols, and the noise of its values. Plain data;
/// immutable once made.
struct SectionFacts {
  /// The noise in the order of the values.
  std::vector<NoiseInfo> Noise;
  /// The values of this section that flow into those in `Noise`, as operands,
  /// from the ends of regions, around loops, or through calls; some twice.
  std::vector<Section::Index> Sources;
  /// The reasons that are in other sections (NoiseInfo::OuterRestsOn).
  std::vector<OuterReason> OuterReasons;
  /// False if these are only some.
  bool HasAllReasons = true;
  /// The words for `Noise`, perhaps shared with other sections; null if no
  /// value has any.
  std::shared_ptr<const NoiseWords> Words;
  /// The wrong uses of symbols, and the findings of the analysis.
  std::vector<Problem> Problems;
  /// For each of these the values of this section that it tells of, first the
  /// one that it is about; none if it is not about the noise of one value.
  std::vector<std::vector<Section::Index>> ProblemValues;
  /// The operations that do not verify, in order. Nothing is known of what they
  /// do.
  std::vector<Section::Index> InvalidOperations;
  /// Some dependency is known only in its state before its text broke.
  bool RestsOnStale = false;
  /// It is a function, and no noise that flows out of it can come back.
  bool IsPassedOnce = false;
  /// It is a function that nothing in sight names: what it returns flows to
  /// nobody.
  bool IsUncalled = false;
  /// Some noise may depend on integers: encrypted values are selected.
  bool ReadsIntegers = false;
  /// Some of `Noise` is due to a broken operation (NoiseInfo::IsDueToBroken).
  bool HasNoiseOfBroken = false;

  /// Adds a problem, with the values that it tells of.
  void add(Problem Issue, std::vector<Section::Index> Values = {}) {
    Problems.push_back(std::move(Issue));
    ProblemValues.push_back(std::move(Values));
  }

  /// Returns the noise of a value; null if it carries none. Logarithmic.
  const NoiseInfo *find(Section::Index Value) const;
  /// Returns the values that flow into one of `Noise`.
  llvm::ArrayRef<Section::Index> sourcesOf(const NoiseInfo &Info) const {
    return llvm::ArrayRef(Sources).slice(Info.FirstSource, Info.SourceCount);
  }

  /// Returns one of `OuterReasons`; null for 0.
  const OuterReason *outerReason(uint16_t Number) const {
    return Number ? &OuterReasons[Number - 1] : nullptr;
  }
  /// Returns the reasons for one of `Noise`.
  NoiseReasons reasonsFor(const NoiseInfo &Info) const;

  /// True if all facts are the same, whatever the numbers of their words.
  friend bool operator==(const SectionFacts &A, const SectionFacts &B);
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SECTIONFACTS_H
