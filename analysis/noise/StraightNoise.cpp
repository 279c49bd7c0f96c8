//===- StraightNoise.cpp - Noise in straight code, by values --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/StraightNoise.h"
#include "analysis/memory/MemoryFlow.h"
#include "dialect/NoisyOps.h"

using namespace mlir;
using namespace mlir::noisy;

static NoiseBound computeBound(Operation *op, const NoiseModel &model,
                               const NoiseFlow &flow,
                               ArrayRef<NoiseBound> bounds) {
  if (flow.kind == NoiseFlowKind::Transfer)
    return cast<NoiseOpInterface>(op).inferNoise(model, bounds);
  NoiseBound bound =
      flow.unknown ? NoiseBound::unknown() : NoiseBound::unreachable();
  for (NoiseBound input : bounds)
    bound = NoiseBound::join(bound, input);
  return bound;
}

NoiseFact mlir::noisy::computeStraightFact(OpResult result, NoiseModel model,
                                           const NoiseFactSource &before) {
  Operation *op = result.getOwner();
  NoiseFlow flow;
  if (std::optional<NoiseFlow> operandFlow = getOperandFlow(op))
    flow = std::move(*operandFlow);
  else
    flow.unknown = true;
  NoiseFact fact;
  fact.model = model;
  fact.source = flow.kind;
  fact.unknown = flow.unknown;
  SmallVector<NoiseBound, 2> bounds;
  bool exceedsBefore = false;
  // As NoiseFacts does: overflows come before unknown values, and within these,
  // what is first in the text.
  auto isBefore = [&](Value lhs, Value rhs) {
    auto rank = [&](Value cause) {
      return std::pair(before.getBound(cause).isUnknown(),
                       before.getIndex(cause));
    };
    return !rhs || rank(lhs) < rank(rhs);
  };
  for (Value input : flow.inputs) {
    const NoiseFact &inputFact = *before.find(input);
    bounds.push_back(inputFact.bound);
    exceedsBefore |= inputFact.bound.exceeds(model.max);
    for (Value assumed :
         {inputFact.isAssumed ? input : Value(), inputFact.restsOn})
      if (assumed && (!fact.restsOn ||
                      before.getIndex(assumed) < before.getIndex(fact.restsOn)))
        fact.restsOn = assumed;
    for (Value cause :
         {inputFact.isCause ? input : Value(), inputFact.unreliableCause})
      if (cause && isBefore(cause, fact.unreliableCause))
        fact.unreliableCause = cause;
  }
  fact.bound = computeBound(op, model, flow, bounds);
  bool overflows = flow.kind == NoiseFlowKind::Transfer &&
                   fact.bound.exceeds(model.max) && !exceedsBefore;
  fact.isCause = overflows || (fact.unknown && fact.bound.isUnknown());
  fact.inputs = std::move(flow.inputs);
  return fact;
}

std::optional<NoiseFinding>
mlir::noisy::makeStraightFinding(Value value, const NoiseFact &fact) {
  if (!fact.isCause)
    return std::nullopt;
  NoiseFindingKind kind = fact.bound.isUnknown() ? NoiseFindingKind::Unknown
                                                 : NoiseFindingKind::Overflow;
  NoiseFinding finding{kind, value, fact.bound, fact.model.max};
  if (kind == NoiseFindingKind::Unknown && value.getDefiningOp())
    finding.reason = findOutOfSight(value.getDefiningOp());
  return finding;
}
