//===- NoiseGrowth.cpp - Proofs that noise grows without end --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseGrowth.h"
#include "dialect/NoiseModel.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

NoiseGain
mlir::noisy::probeNoiseGain(uint32_t least,
                            llvm::function_ref<NoiseBound(uint32_t)> probe) {
  // Far above whatever else flows in, which hides the source where that has
  // less; and far below the cap.
  constexpr uint32_t far = NoiseBound::kCap / 2;
  NoiseBound atFar = probe(far);
  if (atFar.isBits() ? probe(far + 1) <= atFar : !probe(least).isBits())
    return NoiseGain::None;
  return atFar > NoiseBound::bits(far) ? NoiseGain::Positive : NoiseGain::Zero;
}

NoiseGain mlir::noisy::getNoiseGain(NoiseFlows &flows, Value value,
                                    const NoiseFlow &flow, Value source) {
  if (flow.kind == NoiseFlowKind::Contract)
    return NoiseGain::None;
  if (flow.kind == NoiseFlowKind::Join)
    return NoiseGain::Zero;
  uint32_t least =
      NoiseModel::get(value.getParentBlock()->getParentOp()).initial;
  return probeNoiseGain(least, [&](uint32_t bits) {
    return flows.evaluate(value, flow, [&](Value incoming) {
      return NoiseBound::bits(incoming == source ? bits : least);
    });
  });
}

SmallVector<Value> mlir::noisy::findGrowth(NoiseFlows &flows, Value value) {
  struct Edge {
    Value to;
    NoiseGain gain;
  };
  // Everything that flows into `value`, with the edges turned round.
  llvm::SetVector<Value> sources;
  llvm::DenseMap<Value, SmallVector<Edge, 2>> edges;
  sources.insert(value);
  for (size_t i = 0; i < sources.size(); ++i) {
    Value to = sources[i];
    NoiseFlow flow = flows.get(to);
    for (Value from : flow.incoming) {
      NoiseGain gain = getNoiseGain(flows, to, flow, from);
      if (gain == NoiseGain::None)
        continue;
      edges[from].push_back({to, gain});
      sources.insert(from);
    }
  }
  // Of those, what `value` flows into.
  llvm::SetVector<Value> component;
  if (edges.contains(value))
    component.insert(value);
  bool grows = false;
  for (size_t i = 0; i < component.size(); ++i)
    for (Edge edge : edges.lookup(component[i])) {
      // All edges here lead to `value` again, and so lie on a cycle with it.
      component.insert(edge.to);
      grows |= edge.gain == NoiseGain::Positive;
    }
  if (!grows)
    return {};
  return component.takeVector();
}
