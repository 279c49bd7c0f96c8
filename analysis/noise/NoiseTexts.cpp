//===- NoiseTexts.cpp - The texts on all values, each once ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseTexts.h"
#include "dialect/NoisyOps.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// True if two operations differ in nothing that a transfer function may ask
/// of them, except for what is around them.
static bool isSameOperation(Operation *lhs, Operation *rhs) {
  return lhs->getName() == rhs->getName() &&
         lhs->getRawDictionaryAttrs() == rhs->getRawDictionaryAttrs() &&
         lhs->getName().compareOpProperties(lhs->getPropertiesStorage(),
                                            rhs->getPropertiesStorage());
}

bool NoiseTexts::Sum::operator==(const Sum &rhs) const {
  return model == rhs.model && bound == rhs.bound && perRun == rhs.perRun &&
         operands == rhs.operands && isSameOperation(op, rhs.op);
}

static uint32_t numberOf(NoiseBound bound) {
  return bound.isBits() ? bound.getBits() : 0;
}

size_t NoiseTexts::SumHash::operator()(const Sum &sum) const {
  llvm::hash_code hash = llvm::hash_combine(
      sum.op->getName().getAsOpaquePointer(), numberOf(sum.bound));
  for (NoiseBound operand : sum.operands)
    hash = llvm::hash_combine(hash, numberOf(operand));
  return hash;
}

size_t NoiseTexts::OriginHash::operator()(const NoiseOrigin &origin) const {
  return llvm::hash_combine(
      origin.source, origin.isAssumed, origin.hasKnownCalls, origin.limit,
      hash_value(origin.restsOn), hash_value(origin.unreliableCause));
}

uint32_t NoiseTexts::addEquation(unsigned index,
                                 ArrayRef<NoiseFacts::Flow> flows) {
  const NoiseFact &fact = facts.getFacts()[index];
  if (fact.source != NoiseFlowKind::Transfer || !fact.bound.isBits())
    return 0;
  Value value = facts.getValues()[index];
  Sum sum{value.getDefiningOp(), fact.model, fact.bound, fact.perRun, {}};
  // The inputs come first.
  for (NoiseFacts::Flow flow : flows.take_front(fact.inputs.size()))
    sum.operands.push_back(facts.getFacts()[flow.first].bound);
  auto [known, isNew] = sums.try_emplace(std::move(sum), equations.size());
  if (isNew)
    equations.push_back(describeBound(facts, value));
  return known->second;
}

uint32_t NoiseTexts::addOrigin(unsigned index) {
  NoiseOrigin origin =
      getOrigin(facts.getFacts()[index], facts.getValues()[index]);
  if (origin == NoiseOrigin())
    return 0;
  auto [known, isNew] = knownOrigins.try_emplace(origin, 0);
  // Values with the same name, in different functions, make the same text.
  if (isNew)
    known->second = addSentences(describeOrigin(facts, origin, name, place));
  return known->second;
}

uint32_t NoiseTexts::addSentences(std::vector<std::string> sentences) {
  if (sentences.empty())
    return 0;
  auto [known, isNew] = knownSentences.try_emplace(llvm::join(sentences, "\n"),
                                                   uint32_t(origins.size()));
  if (isNew)
    origins.push_back(std::move(sentences));
  return known->second;
}
