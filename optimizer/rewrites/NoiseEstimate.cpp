//===- NoiseEstimate.cpp - The noise with reductions ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/NoiseEstimate.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/RuledDialects.h"
#include "optimizer/rewrites/Plan.h"

using namespace mlir;
using namespace mlir::noisy;

uint32_t NoiseEstimate::get(Value value, const NoiseFacts &facts,
                            const NoiseModel &model) const {
  if (auto it = noise.find(value); it != noise.end())
    return it->second;
  const NoiseFact *fact = facts.find(value);
  if (!fact || !fact->bound.isBits())
    return model.max;
  // What passes the limit has to be reduced somewhere.
  return fact->bound.exceeds(model.max) ? model.getReduced()
                                        : fact->bound.getBits();
}

uint64_t NoiseEstimate::pass(NoiseOpInterface op, const NoiseFacts &facts,
                             const NoiseModel &model) {
  SmallVector<Value> operands;
  forEachCounted(op, [&](Value operand) { operands.push_back(operand); });
  auto bitsOf = [&](Value value) { return get(value, facts, model); };
  auto infer = [&] {
    SmallVector<NoiseBound> bounds;
    for (Value operand : operands)
      bounds.push_back(NoiseBound::bits(bitsOf(operand)));
    return op.inferNoise(model, bounds);
  };
  uint64_t reductions = 0;
  NoiseBound bound = infer();
  while (bound.exceeds(model.max)) {
    Value noisiest;
    for (Value operand : operands)
      if (!noisiest || bitsOf(operand) > bitsOf(noisiest))
        noisiest = operand;
    if (!noisiest || bitsOf(noisiest) <= model.getReduced()) {
      reductions += kHopelessReductions;
      break;
    }
    noise[noisiest] = model.getReduced();
    ++reductions;
    bound = infer();
  }
  // By its rule an operation of another dialect may have any number of them.
  for (Value result : op->getResults())
    noise[result] = bound.exceeds(model.max) ? model.max : bound.getBits();
  return reductions;
}
