//===- ModulusChain.cpp - The factors of a modulus, by levels -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/ModulusChain.h"
#include <map>
#include <shared_mutex>

using namespace mlir::noisy;

namespace {

/// All chains of the process: there is one for each model of a scheme that was
/// ever read.
struct Chains {
  std::shared_mutex mutex;
  std::map<ModulusChain, uint32_t> numbers;
  /// The keys of the map stay where they are.
  std::vector<const ModulusChain *> byNumber;
};

} // namespace

static Chains &getChains() {
  static Chains chains;
  return chains;
}

uint32_t ModulusChain::keep(ModulusChain chain) {
  Chains &chains = getChains();
  std::unique_lock lock(chains.mutex);
  auto [known, isNew] = chains.numbers.try_emplace(
      std::move(chain), uint32_t(chains.byNumber.size() + 1));
  if (isNew)
    chains.byNumber.push_back(&known->first);
  return known->second;
}

const ModulusChain *ModulusChain::find(uint32_t number) {
  if (number == 0)
    return nullptr;
  Chains &chains = getChains();
  std::shared_lock lock(chains.mutex);
  return chains.byNumber[number - 1];
}

std::optional<uint32_t>
StatedLevel::findDropped(const ModulusChain *chain) const {
  // Nothing is dropped, whatever the factors are.
  if (top && level == *top)
    return 0;
  if (!chain || level >= chain->dropped.size() ||
      (top && *top + 1 != chain->dropped.size()))
    return std::nullopt;
  return chain->dropped[level];
}
