//===- StatedLevels.cpp - Levels that types state -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedLevels.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/ModulusChain.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::noisy;

std::optional<uint32_t> mlir::noisy::findDropped(Type type,
                                                 const NoiseModel &model) {
  std::optional<StatedLevel> stated =
      findStatedLevel(getElementTypeOrSelf(type));
  if (!stated || model.isLevels())
    return 0;
  return stated->findDropped(ModulusChain::find(model.chain));
}

std::string mlir::noisy::describeUnknownLevel(const NoiseModel &model) {
  const std::string level = "its type states a level of the modulus, and the "
                            "noise model ";
  if (const ModulusChain *chain = ModulusChain::find(model.chain))
    return level + "has " + std::to_string(chain->dropped.size()) +
           " factors, not as many as the type";
  return level + "does not say how large its factors are; give the parameters "
                 "of the scheme as the model, with 'logq'";
}

NoiseBound mlir::noisy::getFreshNoise(Type type, const NoiseModel &model) {
  std::optional<uint32_t> dropped = findDropped(type, model);
  return dropped ? NoiseBound::bits(model.initial).plus(*dropped)
                 : NoiseBound::unknown();
}

NoiseBound LevelChange::withoutDropped(NoiseBound bound,
                                       const NoiseModel &model) const {
  if (!bound.isBits() || before == 0)
    return bound;
  uint32_t bits = bound.getBits(), least = model.getLeast();
  return NoiseBound::bits(
      std::max(bits < before + least ? bits : bits - before, least));
}

NoiseBound LevelChange::switchModulus(NoiseBound bound,
                                      const NoiseModel &model) const {
  const ModulusChain *chain = ModulusChain::find(model.chain);
  if (!chain || !chain->rounding)
    return NoiseBound::unknown();
  if (!bound.isBits())
    return bound;
  // Both numbers are rounded up, so that their difference may be too large by
  // a unit.
  uint32_t lost = after - before, bits = bound.getBits() + 1;
  uint32_t scaled = bits > lost ? bits - lost : 0;
  // The sum of the two is at most twice the larger one.
  return NoiseBound::join(
      NoiseBound::bits(std::max(scaled, *chain->rounding)).plus(model.unit),
      NoiseBound::bits(model.getLeast()));
}

std::optional<LevelChange>
mlir::noisy::findLevelChange(Operation *op, const NoiseModel &model) {
  // What all of these have lost; nothing if that differs.
  bool isKnown = true;
  auto add = [&](std::optional<uint32_t> &common, Type type) {
    if (!isCarrierByRules(getElementTypeOrSelf(type)))
      return;
    std::optional<uint32_t> dropped = findDropped(type, model);
    isKnown &= dropped && (!common || *common == *dropped);
    common = dropped;
  };
  std::optional<uint32_t> before, after;
  forEachCounted(op, [&](Value operand) { add(before, operand.getType()); });
  for (Type type : op->getResultTypes())
    add(after, type);
  if (!isKnown)
    return std::nullopt;
  LevelChange change{before.value_or(after.value_or(0)), 0};
  change.after = after.value_or(change.before);
  return change;
}
