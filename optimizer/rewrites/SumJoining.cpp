//===- SumJoining.cpp - The order in which terms are added ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/SumJoining.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

using namespace mlir;
using namespace mlir::noisy;

namespace {

struct Item {
  SumTerm term;
  /// The noise that it counts with: of a full sum that of a reduced value.
  uint32_t bits;
};

/// How many terms fit into a sum that keeps the limit.
class Capacity {
public:
  Capacity(uint32_t max, bool isSum, uint32_t added)
      : max(max), isSum(isSum), added(added) {
    clear();
  }

  void clear() { used = 0; }
  /// Takes an item, if the sum with it keeps the limit.
  bool take(uint32_t bits) {
    uint64_t weight = getWeight(bits), limit = isSum ? max + added : kUnit;
    if (used + weight > limit)
      return false;
    used += weight;
    return true;
  }

private:
  static constexpr unsigned kMostDepth = 40;
  static constexpr uint64_t kUnit = uint64_t(1) << kMostDepth;

  /// A term that `depth` additions bring to the limit is one 2^depth-th of a
  /// full sum (Kraft's inequality).
  uint64_t getWeight(uint32_t bits) const {
    if (isSum)
      return bits + added;
    if (bits > max)
      return kUnit;
    if (added == 0)
      return 0;
    return kUnit >> std::min<uint32_t>((max - bits) / added, kMostDepth);
  }

  uint32_t max;
  bool isSum;
  uint32_t added;
  uint64_t used;
};

} // namespace

static SumTerm join(Plan &plan, SumTerm a, SumTerm b) {
  if (a.isNegative == b.isNegative)
    return {plan.add(a.node, b.node), a.isNegative};
  return {a.isNegative ? plan.sub(b.node, a.node) : plan.sub(a.node, b.node),
          false};
}

/// Joins the two least noisy until one is left; of equally noisy ones the
/// first.
static SumTerm multiply(Plan &plan, SumTerm a, SumTerm b) {
  return {plan.mul(a.node, b.node), false};
}

using JoinFunction = SumTerm (*)(Plan &, SumTerm, SumTerm);

static SumTerm joinLeast(Plan &plan, ArrayRef<Item> items, JoinFunction join) {
  using Entry = std::pair<uint32_t, size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<SumTerm> terms;
  for (auto [term, bits] : items) {
    queue.emplace(bits, terms.size());
    terms.push_back(term);
  }
  while (queue.size() > 1) {
    auto [firstBits, first] = queue.top();
    queue.pop();
    auto [secondBits, second] = queue.top();
    queue.pop();
    terms.push_back(join(plan, terms[first], terms[second]));
    queue.emplace(plan.getBits(terms.back().node), terms.size() - 1);
  }
  return terms[queue.top().second];
}

static SumTerm joinItems(Plan &plan, std::vector<Item> items, Capacity capacity,
                         JoinFunction join) {
  const uint32_t reduced = plan.getModel().getReduced();
  while (items.size() > 1) {
    llvm::stable_sort(
        items, [](const Item &a, const Item &b) { return a.bits > b.bits; });
    std::vector<Item> full;
    size_t begin = 0;
    capacity.clear();
    for (size_t i = 0; i < items.size(); ++i) {
      if (capacity.take(items[i].bits))
        continue;
      // At least one; an item that fits nowhere is a sum of its own.
      size_t end = std::max(i, begin + 1);
      SumTerm sum =
          joinLeast(plan, ArrayRef(items).slice(begin, end - begin), join);
      full.push_back({sum, reduced});
      begin = end;
      capacity.clear();
      if (i >= begin)
        capacity.take(items[i].bits);
    }
    if (full.empty())
      break;
    std::vector<Item> rest(items.begin() + begin, items.end());
    // Without progress: joined as they are, with reductions on the way.
    if (full.size() + rest.size() == items.size() &&
        llvm::all_of(items,
                     [&](const Item &item) { return item.bits <= reduced; }))
      break;
    llvm::append_range(full, rest);
    items = std::move(full);
  }
  return items.size() == 1 ? items.front().term : joinLeast(plan, items, join);
}

static std::vector<Item> toItems(const Plan &plan, ArrayRef<SumTerm> terms) {
  std::vector<Item> items;
  for (SumTerm term : terms)
    items.push_back({term, plan.getBits(term.node)});
  return items;
}

SumTerm mlir::noisy::joinTerms(Plan &plan, ArrayRef<SumTerm> terms) {
  const NoiseModel &model = plan.getModel();
  bool isSum = model.add.form == NoiseTransfer::Form::Sum ||
               model.sub.form == NoiseTransfer::Form::Sum;
  uint32_t added = std::max(model.add.added, model.sub.added);
  return joinItems(plan, toItems(plan, terms),
                   Capacity(model.max, isSum, added), ::join);
}

Plan::Node mlir::noisy::joinFactors(Plan &plan, ArrayRef<Plan::Node> factors) {
  const NoiseModel &model = plan.getModel();
  assert(model.mul.form == NoiseTransfer::Form::Max && "products add noise");
  std::vector<SumTerm> terms;
  for (Plan::Node factor : factors)
    terms.push_back({factor, false});
  return joinItems(plan, toItems(plan, terms),
                   Capacity(model.max, /*isSum=*/false, model.mul.added),
                   multiply)
      .node;
}
