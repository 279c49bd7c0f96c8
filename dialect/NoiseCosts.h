//===- NoiseCosts.h - What code costs by its noise --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of `noisy.cost`, on operations with regions and in options: what
// reductions cost by the noise of their values, to what they can reduce, and
// what other operations cost by the noise of their operands.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISECOSTS_H
#define NOISY_DIALECT_NOISECOSTS_H

#include "dialect/NoiseRules.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace mlir::noisy {

/// What one dictionary says. A plain value, for any thread.
struct NoiseCosts {
  /// One noise that a reduction may leave, in units of a model, and what it
  /// costs on top.
  struct Target {
    uint32_t noise = 0;
    int64_t cost = 0;
    /// What the reduction has as its attribute (`createReduction`).
    int64_t number = 0;
    bool operator==(const Target &rhs) const = default;
  };
  static constexpr size_t kMostTargets = ReductionRule::kMostTargets;

  ReductionCostTable reductions;
  /// What reductions may leave, with their costs: numbers of levels, or of
  /// whole bits. At most one of the lists has entries; none: what the model
  /// says.
  std::vector<std::pair<int64_t, int64_t>> toLevel, toNoise;
  /// By the full names of operations, "noisy.mul".
  std::vector<std::pair<std::string, ReductionCostTable>> operations;

  bool hasTargets() const { return !toLevel.empty() || !toNoise.empty(); }
  /// The targets under a model, by rising noise, each with the least cost for
  /// it: none has less than the model's reduced values, nor more than the
  /// limit. Empty if there are none, or none is possible.
  std::vector<Target> getTargets(const NoiseModel &model) const;
  /// The costs of an operation of this name; null if there are none.
  const ReductionCostTable *find(StringRef name) const;

  /// Reads `{by_level = [5, 6], to_level = [[7, 3], [5, 2]], mul = {by_level =
  /// [1, 2]}}`. Nothing, and what is wrong in `error`, to follow the name and
  /// value of the attribute, for any other.
  static std::optional<NoiseCosts> read(Attribute attr, std::string &error);
  /// The same of a text, as options and settings have it.
  static std::optional<NoiseCosts> parse(StringRef text, std::string &error);
};

/// The costs that hold in a program: by the nearest dictionary around that says
/// something of the matter, else by the default, else by rules. Reads each
/// dictionary once; for one thread.
class NoiseCostTables {
public:
  explicit NoiseCostTables(std::shared_ptr<const NoiseCosts> defaultCosts = {})
      : defaultCosts(std::move(defaultCosts)) {}

  /// What a reduction of a value costs by the noise that it has; empty where
  /// the noise makes no difference.
  ReductionCostTable getReductions(Value value);
  /// What a reduction of a value may leave, by rising noise; empty: what the
  /// model says.
  std::vector<NoiseCosts::Target> getTargets(Value value);
  /// What an operation that is no reduction costs by the noise of its noisiest
  /// operand; empty if it counts nothing.
  ReductionCostTable getOperation(Operation *op);

private:
  template <typename Says> const NoiseCosts *find(Operation *around, Says says);

  std::shared_ptr<const NoiseCosts> defaultCosts;
  llvm::DenseMap<Attribute, std::unique_ptr<NoiseCosts>> read;
};

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISECOSTS_H
