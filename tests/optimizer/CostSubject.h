//===- CostSubject.h - The costs of a program, by name ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_COSTSUBJECT_H
#define NOISY_TESTS_OPTIMIZER_COSTSUBJECT_H

#include "optimizer/ReductionCosts.h"
#include "tests/support/Program.h"

namespace mlir::noisy::test {

/// The costs of a program.
struct Costs {
  explicit Costs(Operation *root, uint64_t assumedIterations = 10,
                 std::shared_ptr<const NoiseCosts> defaultCosts = {})
      : flow(root), flows(flow),
        costs(flow, flows, assumedIterations, std::move(defaultCosts)) {}

  ProgramFlow flow;
  NoiseFlows flows;
  ReductionCosts costs;
};

/// The costs of the values of one program, by their names.
class CostSubject {
public:
  explicit CostSubject(llvm::StringRef source, uint64_t assumedIterations = 10)
      : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    costs = std::make_unique<Costs>(program.module(), assumedIterations);
  }

  std::optional<ReductionCandidate> candidate(llvm::StringRef name) {
    return costs->costs.getCandidate(program.value(name));
  }
  /// -1 where the value cannot be reduced.
  int64_t cost(llvm::StringRef name) {
    std::optional<ReductionCandidate> match = candidate(name);
    return match ? match->cost : -1;
  }
  /// A value or argument of the block that the reduction stands in.
  Block *place(llvm::StringRef name) {
    std::optional<ReductionCandidate> match = candidate(name);
    REQUIRE(match);
    return match->place.block ? match->place.block
                              : match->place.value.getParentBlock();
  }
  Block *blockOf(llvm::StringRef name) {
    return program.value(name).getParentBlock();
  }

  Program program;
  std::unique_ptr<Costs> costs;
};

/// All values below `root`.
inline std::vector<Value> getValues(Operation *root) {
  std::vector<Value> values;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::append_range(values, op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
  });
  return values;
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_OPTIMIZER_COSTSUBJECT_H
