//===- NoiseTexts.h - The texts on all values, each once --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISETEXTS_H
#define NOISY_ANALYSIS_NOISE_NOISETEXTS_H

#include "analysis/noise/NoiseReport.h"
#include "llvm/ADT/StringMap.h"
#include <unordered_map>

namespace mlir::noisy {

/// The texts of `describeBound` and `describeOrigin` for many values. Large
/// programs have few different ones, so each is written once and has a number.
class NoiseTexts {
public:
  /// All must outlive this.
  NoiseTexts(const NoiseFacts &facts, ValueNamer name,
             CallPlacer place = placeByLocation)
      : facts(facts), name(name), place(place) {}

  /// The number of the text `describeBound` for the value at `index`; 0 if it
  /// is only the bound. `flows` are those into the value.
  uint32_t addEquation(unsigned index, ArrayRef<NoiseFacts::Flow> flows);
  /// The number of the sentences `describeOrigin`; 0 if there are none.
  uint32_t addOrigin(unsigned index);
  /// The number of any sentences; 0 if there are none. Equal ones have the same
  /// number.
  uint32_t addSentences(std::vector<std::string> sentences);

  /// Both by their numbers, of which 0 is empty.
  std::vector<std::string> equations = {""};
  std::vector<std::vector<std::string>> origins = {{}};

private:
  /// All that an equation depends on.
  struct Sum {
    Operation *op;
    NoiseModel model;
    NoiseBound bound;
    bool perRun;
    SmallVector<NoiseBound, 2> operands;

    bool operator==(const Sum &rhs) const;
  };
  struct SumHash {
    size_t operator()(const Sum &sum) const;
  };
  struct OriginHash {
    size_t operator()(const NoiseOrigin &origin) const;
  };

  const NoiseFacts &facts;
  const ValueNamer name;
  const CallPlacer place;
  std::unordered_map<Sum, uint32_t, SumHash> sums;
  std::unordered_map<NoiseOrigin, uint32_t, OriginHash> knownOrigins;
  llvm::StringMap<uint32_t> knownSentences;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISETEXTS_H
