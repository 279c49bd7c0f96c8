//===- Greedy.cpp - Reductions in program order ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Greedy.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;

std::optional<std::vector<bool>>
mlir::noisy::bench::placeGreedily(const StraightLine &program) {
  std::vector<uint64_t> noise(program.steps.size());
  std::vector<bool> isReduced(program.steps.size());
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step &step = program.steps[i];
    auto compute = [&]() -> uint64_t {
      switch (step.kind) {
      case StepKind::Fresh:
        return step.bits;
      case StepKind::Add:
        return 1 + std::max(noise[step.operands[0]], noise[step.operands[1]]);
      case StepKind::Mul:
        return noise[step.operands[0]] + noise[step.operands[1]];
      case StepKind::Scale:
        return noise[step.operands[0]] + step.bits;
      }
      return 0;
    };
    while ((noise[i] = compute()) > program.model.max) {
      unsigned noisiest = *std::max_element(
          step.operands.begin(), step.operands.end(),
          [&](unsigned a, unsigned b) { return noise[a] < noise[b]; });
      if (isReduced[noisiest] || !program.steps[noisiest].isReducible)
        return std::nullopt;
      isReduced[noisiest] = true;
      noise[noisiest] = program.model.initial;
    }
  }
  return isReduced;
}
