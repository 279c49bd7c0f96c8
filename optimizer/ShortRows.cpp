//===- ShortRows.cpp - Rows that are known from the start -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ShortRows.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

using namespace mlir;
using namespace mlir::noisy;

using Node = NoiseInstances::Node;

namespace {

/// The largest number of columns in a row.
constexpr unsigned kLongest = 5;
/// The largest number of sets that a value keeps for each number of bits.
constexpr size_t kMostSets = 400;
/// The largest distance of a limit from the least noise, in bits: farther
/// limits can be reached in too many ways.
constexpr uint32_t kMostBits = 64;
/// The largest depth to which one value is followed back.
constexpr unsigned kDeepest = 2000;
/// Steps between two checks of whether to end.
constexpr size_t kStepsBetween = 4;

/// A few columns, sorted.
class ColumnSet {
public:
  unsigned size() const { return count; }
  const uint32_t *begin() const { return columns.data(); }
  const uint32_t *end() const { return columns.data() + count; }

  /// Inserts a column; false if there would be too many.
  bool insert(uint32_t column) {
    const uint32_t *place = std::lower_bound(begin(), end(), column);
    if (place != end() && *place == column)
      return true;
    if (count == kLongest)
      return false;
    size_t index = place - begin();
    std::copy_backward(columns.begin() + index, columns.begin() + count,
                       columns.begin() + count + 1);
    columns[index] = column;
    ++count;
    return true;
  }
  bool insert(const ColumnSet &otherSet) {
    return llvm::all_of(otherSet,
                        [&](uint32_t column) { return insert(column); });
  }
  bool contains(const ColumnSet &otherSet) const {
    return std::includes(begin(), end(), otherSet.begin(), otherSet.end());
  }
  bool operator<(const ColumnSet &rhs) const {
    return size() != rhs.size() ? size() < rhs.size()
                                : std::lexicographical_compare(
                                      begin(), end(), rhs.begin(), rhs.end());
  }
  bool operator==(const ColumnSet &rhs) const {
    return std::equal(begin(), end(), rhs.begin(), rhs.end());
  }

private:
  std::array<uint32_t, kLongest> columns = {};
  unsigned count = 0;
};

/// Sets none of which contains another.
using Family = std::vector<ColumnSet>;

/// The enumeration of the sets that must stay unreduced for nodes to have given
/// bits.
class Enumeration {
public:
  Enumeration(const NoiseOracle &oracle, llvm::function_ref<bool()> isOver)
      : oracle(oracle), graph(oracle.getInstances()), isOver(isOver),
        isOnCycle(graph.size()) {
    for (auto [begin, end] : graph.getCycles())
      for (Node node : graph.getOrder().slice(begin, end - begin))
        isOnCycle[node] = true;
  }

  std::vector<std::vector<uint32_t>> run();

private:
  /// The least bits for each of one or two inputs.
  using Split = std::array<uint32_t, 2>;

  const Family &getSeen(Node node, uint32_t bits);
  Family getRaw(Node node, uint32_t bits);
  Family getSteps(Node node, ArrayRef<Node> distinct, uint32_t bits,
                  bool isReset);
  std::vector<Split> findSplits(Node node, ArrayRef<Node> distinct,
                                uint32_t bits, bool isReset);
  ArrayRef<Split> getSplits(Node node, ArrayRef<Node> distinct, uint32_t bits,
                            bool isReset);
  bool isInReach(Node node, uint32_t limit) const;
  bool isCut();

  const NoiseOracle &oracle;
  const NoiseInstances &graph;
  llvm::function_ref<bool()> isOver;
  std::vector<char> isOnCycle;
  std::map<std::pair<Node, uint32_t>, Family> knownFamilies;
  /// The splits of operations that have nothing but operands.
  std::map<std::tuple<void *, bool, NoiseBound, NoiseBound, uint32_t>,
           std::vector<Split>>
      knownSplits;
  std::vector<Split> lastSplits;
  unsigned depth = 0;
  size_t steps = 0;
  bool cut = false;
  const Family unitFamily = {ColumnSet()}, emptyFamily;
};

} // namespace

/// Keeps the sets that contain no other, the shortest if there are too many.
static void keepMinimal(Family &family) {
  llvm::sort(family);
  family.erase(llvm::unique(family), family.end());
  Family minimalSets;
  for (const ColumnSet &set : family) {
    if (minimalSets.size() == kMostSets)
      break;
    if (llvm::none_of(minimalSets, [&](const ColumnSet &keptSet) {
          return set.contains(keptSet);
        }))
      minimalSets.push_back(set);
  }
  family = std::move(minimalSets);
}

/// The sets under which the uses of a node see at least `bits`.
const Family &Enumeration::getSeen(Node node, uint32_t bits) {
  if (oracle.getFloor(node) >= NoiseBound::bits(bits))
    return unitFamily;
  if (isOnCycle[node] || depth == kDeepest)
    return emptyFamily;
  auto [entry, isNew] = knownFamilies.try_emplace({node, bits});
  if (!isNew)
    return entry->second;
  ++depth;
  Family family = getRaw(node, bits);
  --depth;
  if (int column = oracle.getColumn(node); column >= 0) {
    Family longer;
    for (ColumnSet set : family)
      if (set.insert(column))
        longer.push_back(set);
    keepMinimal(longer);
    family = std::move(longer);
  }
  return knownFamilies[{node, bits}] = std::move(family);
}

/// The sets under which a node itself has at least `bits`.
Family Enumeration::getRaw(Node node, uint32_t bits) {
  Family family;
  switch (graph.getKind(node)) {
  case NoiseInstances::Kind::Constant:
    return family; // a floor of its own
  case NoiseInstances::Kind::Join:
    for (Node input : graph.getInputs(node))
      llvm::append_range(family, getSeen(input, bits));
    break;
  case NoiseInstances::Kind::Transfer:
  case NoiseInstances::Kind::Reduction: {
    SmallVector<Node, 2> distinct;
    for (Node input : graph.getInputs(node))
      if (!llvm::is_contained(distinct, input))
        distinct.push_back(input);
    if (distinct.empty() || distinct.size() > 2)
      return family;
    int reset = oracle.getResetColumn(node);
    bool isReduction = graph.getKind(node) == NoiseInstances::Kind::Reduction;
    family = getSteps(node, distinct, bits, /*isReset=*/false);
    if (isReduction && reset >= 0) {
      Family longer;
      for (ColumnSet set : family)
        if (set.insert(reset))
          longer.push_back(set);
      family = getSteps(node, distinct, bits, /*isReset=*/true);
      llvm::append_range(family, longer);
    }
  }
  }
  keepMinimal(family);
  return family;
}

/// The sets under which an operation has at least `bits`, from the demands on
/// its inputs.
Family Enumeration::getSteps(Node node, ArrayRef<Node> distinct, uint32_t bits,
                             bool isReset) {
  Family family;
  // Copies, because the recursion below may move them.
  SmallVector<Split> splits(getSplits(node, distinct, bits, isReset));
  for (Split split : splits) {
    if (isCut())
      return {};
    Family first = getSeen(distinct[0], split[0]);
    if (distinct.size() == 1 || first.empty()) {
      llvm::append_range(family, first);
      continue;
    }
    const Family &second = getSeen(distinct[1], split[1]);
    for (const ColumnSet &a : first)
      for (const ColumnSet &b : second)
        if (ColumnSet unionSet = a; unionSet.insert(b))
          family.push_back(unionSet);
    if (family.size() > 8 * kMostSets)
      keepMinimal(family);
  }
  return family;
}

std::vector<Enumeration::Split> Enumeration::findSplits(Node node,
                                                        ArrayRef<Node> distinct,
                                                        uint32_t bits,
                                                        bool isReset) {
  ArrayRef<Node> inputs = graph.getInputs(node);
  SmallVector<NoiseBound, 2> bounds(inputs.size());
  auto isEnough = [&](Split split) {
    for (auto [input, bound] : llvm::zip_equal(inputs, bounds))
      bound = NoiseBound::bits(split[input == distinct[0] ? 0 : 1]);
    return graph.evaluate(node, bounds, isReset) >= NoiseBound::bits(bits);
  };
  auto getFloor = [&](unsigned i) {
    NoiseBound floor = oracle.getFloor(distinct[i]);
    return floor.isBits() ? floor.getBits() : 1;
  };
  std::vector<Split> splits;
  uint32_t low = getFloor(0), last = distinct.size() > 1 ? getFloor(1) : 1;
  // An operation never adds less than nothing, so `bits` is enough.
  uint32_t second = std::max(bits, last);
  for (uint32_t first = low; first <= std::max(bits, low); ++first) {
    if (!isEnough({first, second}))
      continue;
    while (second > last && isEnough({first, second - 1}))
      --second;
    if (splits.empty() || splits.back()[1] > second)
      splits.push_back({first, second});
    if (second == last)
      break;
  }
  return splits;
}

/// The least demands on the inputs of an operation that give at least `bits`.
ArrayRef<Enumeration::Split> Enumeration::getSplits(Node node,
                                                    ArrayRef<Node> distinct,
                                                    uint32_t bits,
                                                    bool isReset) {
  Operation *op =
      graph.getKind(node) == NoiseInstances::Kind::Transfer
          ? graph.getProgram().getValues()[graph.getSlot(node)].getDefiningOp()
          : nullptr;
  if (!op || op->getPropertiesStorageSize() != 0 ||
      graph.getInputs(node).size() > 2) {
    lastSplits = findSplits(node, distinct, bits, isReset);
    return lastSplits;
  }
  auto [entry, isNew] = knownSplits.try_emplace(
      {op->getName().getAsOpaquePointer(), distinct.size() > 1,
       oracle.getFloor(distinct.front()), oracle.getFloor(distinct.back()),
       bits});
  if (isNew)
    entry->second = findSplits(node, distinct, bits, isReset);
  return entry->second;
}

bool Enumeration::isInReach(Node node, uint32_t limit) const {
  return limit != ReductionProblem::kNoLimit &&
         limit <= graph.getProgram().getLeastNoise() + kMostBits &&
         !isOnCycle[node];
}

/// True if the rest of the enumeration is to be left out.
bool Enumeration::isCut() {
  cut = cut || (isOver && steps++ % kStepsBetween == 0 && isOver());
  return cut;
}

std::vector<std::vector<uint32_t>> Enumeration::run() {
  std::set<ColumnSet> rows;
  for (Node node : graph.getOrder()) {
    if (isCut())
      break;
    uint32_t limit = oracle.getLimit(node);
    NoiseInstances::Kind kind = graph.getKind(node);
    if (!isInReach(node, limit) || kind == NoiseInstances::Kind::Constant)
      continue;
    // An excess of a join comes from an excess before it, unless models differ;
    // that is left to the oracle.
    if (kind != NoiseInstances::Kind::Join)
      for (const ColumnSet &set : getRaw(node, limit + 1))
        rows.insert(set);
  }
  for (ReductionProblem::Use use : oracle.getProblem().uses)
    for (Node node : graph.getInstances(use.slot))
      if (!isCut() && isInReach(node, use.limit))
        for (const ColumnSet &set : getSeen(node, use.limit + 1))
          rows.insert(set);
  std::vector<std::vector<uint32_t>> result;
  for (const ColumnSet &set : rows)
    if (set.size() > 0)
      result.emplace_back(set.begin(), set.end());
  return result;
}

std::vector<std::vector<uint32_t>>
mlir::noisy::enumerateShortRows(const NoiseOracle &oracle,
                                llvm::function_ref<bool()> isOver) {
  return Enumeration(oracle, isOver).run();
}
