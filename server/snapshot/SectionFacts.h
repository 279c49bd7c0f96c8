//===- SectionFacts.h - What is known of a section's values -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SECTIONFACTS_H
#define NOISY_SERVER_SNAPSHOT_SECTIONFACTS_H

#include "dialect/NoiseBound.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// What the analysis knows of one value that carries noise.
struct NoiseInfo {
  Section::Index Value = Section::None;
  NoiseBound Bound;
  /// Of the model that holds there, in bits.
  uint32_t Limit = 0;
  /// Something that it depends on is broken.
  bool IsSpoiled = false;
  /// It is, or rests on, an argument that is assumed to come in fresh.
  bool IsAssumed = false;
  /// "24 = 12 + 12"; only the number where there is no sum.
  std::string Equation;
  /// What the bound rests on, a sentence each.
  std::vector<std::string> Remarks;
  /// What flows into it, as a range in SectionFacts::Sources.
  uint32_t FirstSource = 0;
  uint32_t SourceCount = 0;

  friend bool operator==(const NoiseInfo &, const NoiseInfo &) = default;
};

/// What is known of a section beyond its text, because it depends on other
/// sections as well: what its symbols mean, and the noise of its values. Plain
/// data; immutable once made.
struct SectionFacts {
  /// In the order of the values.
  std::vector<NoiseInfo> Noise;
  /// The values of this section that flow into those in `Noise`, as operands
  /// do, from the ends of regions, round loops, through calls; some twice.
  std::vector<Section::Index> Sources;
  /// Uses of symbols that are wrong, and findings of the analysis.
  std::vector<Problem> Problems;
  /// Something that it depends on is known only as it was before its text
  /// broke.
  bool RestsOnStale = false;

  /// Null for a value that carries no noise. Logarithmic.
  const NoiseInfo *find(Section::Index Value) const;
  /// What flows into one of `Noise`.
  llvm::ArrayRef<Section::Index> sourcesOf(const NoiseInfo &Known) const {
    return llvm::ArrayRef(Sources).slice(Known.FirstSource, Known.SourceCount);
  }

  friend bool operator==(const SectionFacts &, const SectionFacts &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SECTIONFACTS_H
