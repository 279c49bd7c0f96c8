//===- ShortRows.cpp - Rows that are known from the start -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ShortRows.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <unordered_map>

using namespace mlir;
using namespace mlir::noisy;

using Node = NoiseInstances::Node;
using Slot = NoiseInstances::Slot;

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
/// The largest number of sets that are kept, of 24 bytes each.
constexpr size_t kMostStored = size_t(1) << 26;
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

/// Sets none of which contains another, while they are made.
using Family = SmallVector<ColumnSet, 4>;

/// The enumeration of the sets that must stay unreduced for nodes to have given
/// bits.
class Enumeration {
public:
  Enumeration(const NoiseOracle &oracle, llvm::function_ref<bool()> isOver)
      : oracle(oracle), graph(oracle.getInstances()), isOver(isOver),
        isOnCycle(graph.size()), storedSets(1),
        firstKnown(graph.size(), kNone) {
    for (auto [begin, end] : graph.getCycles())
      for (Node node : graph.getOrder().slice(begin, end - begin))
        isOnCycle[node] = true;
  }

  std::vector<std::vector<uint32_t>> run();

private:
  /// The least bits for each of one or two inputs.
  using Split = std::array<uint32_t, 2>;

  /// A family that is known: a slice of `storedSets`. Most nodes have few sets,
  /// and there are very many nodes.
  struct StoredFamily {
    uint32_t first = 0, count = 0;
  };
  /// The family of a node for some bits, and the next of this node.
  struct Known {
    uint32_t bits, next;
    StoredFamily family;
  };
  static constexpr uint32_t kNone = ~0u;
  ArrayRef<ColumnSet> getSets(StoredFamily family) const {
    return ArrayRef(storedSets).slice(family.first, family.count);
  }

  /// What the splits of an operation depend on if it has nothing but operands.
  struct Shape {
    void *name;
    /// The number of the operation's model.
    uint32_t model;
    bool isBinary;
    NoiseBound firstFloor, lastFloor;
    uint32_t bits;
    bool operator==(const Shape &) const = default;
  };
  struct ShapeHash {
    size_t operator()(const Shape &shape) const {
      auto number = [](NoiseBound b) { return b.isBits() ? b.getBits() : 0; };
      return llvm::hash_combine(shape.name, shape.model, shape.isBinary,
                                shape.bits, number(shape.firstFloor),
                                number(shape.lastFloor));
    }
  };

  StoredFamily getSeen(Node node, uint32_t bits);
  void addRaw(Node node, uint32_t bits, Family &family);
  void addSteps(Node node, ArrayRef<Node> distinct, uint32_t bits, bool isReset,
                Family &family);
  std::vector<Split> findSplits(Node node, ArrayRef<Node> distinct,
                                uint32_t bits, bool isReset);
  ArrayRef<Split> getSplits(Node node, ArrayRef<Node> distinct, uint32_t bits,
                            bool isReset, std::vector<Split> &ownSplits);
  uint32_t getModelNumber(Node node);
  bool isInReach(Node node, uint32_t limit) const;
  bool isCut();

  const NoiseOracle &oracle;
  const NoiseInstances &graph;
  llvm::function_ref<bool()> isOver;
  std::vector<char> isOnCycle;
  /// The first one is the empty set.
  std::vector<ColumnSet> storedSets;
  /// The families of each node, which are few, as lists.
  std::vector<uint32_t> firstKnown;
  std::vector<Known> knownFamilies;
  /// The models of the program, mostly one.
  std::vector<NoiseModel> models;
  std::unordered_map<Shape, std::vector<Split>, ShapeHash> knownSplits;
  unsigned depth = 0;
  size_t steps = 0;
  bool cut = false;
};

} // namespace

/// Keeps the sets that contain no other, the shortest if there are too many.
static void keepMinimal(Family &family) {
  if (family.size() < 2)
    return;
  llvm::sort(family);
  size_t kept = 0;
  for (size_t i = 0; i < family.size() && kept < kMostSets; ++i) {
    ArrayRef<ColumnSet> minimalSets = ArrayRef(family).take_front(kept);
    if (llvm::none_of(minimalSets, [&](const ColumnSet &keptSet) {
          return family[i].contains(keptSet);
        }))
      family[kept++] = family[i];
  }
  family.truncate(kept);
}

/// Keeps the sets to which a column can be added, with it.
static void insertColumn(Family &family, uint32_t column) {
  llvm::erase_if(family, [&](ColumnSet &set) { return !set.insert(column); });
}

/// The sets under which the uses of a node see at least `bits`.
Enumeration::StoredFamily Enumeration::getSeen(Node node, uint32_t bits) {
  if (oracle.getFloor(node) >= NoiseBound::bits(bits))
    return {/*first=*/0, /*count=*/1};
  if (isOnCycle[node] || depth == kDeepest)
    return {};
  for (uint32_t i = firstKnown[node]; i != kNone; i = knownFamilies[i].next)
    if (knownFamilies[i].bits == bits)
      return knownFamilies[i].family;
  ++depth;
  Family family;
  addRaw(node, bits, family);
  --depth;
  if (int column = oracle.getColumn(node); column >= 0) {
    insertColumn(family, column);
    keepMinimal(family);
  }
  StoredFamily result = {uint32_t(storedSets.size()), uint32_t(family.size())};
  llvm::append_range(storedSets, family);
  knownFamilies.push_back({bits, firstKnown[node], result});
  firstKnown[node] = knownFamilies.size() - 1;
  return result;
}

/// Adds the sets under which a node itself has at least `bits` to an empty
/// family.
void Enumeration::addRaw(Node node, uint32_t bits, Family &family) {
  switch (graph.getKind(node)) {
  case NoiseInstances::Kind::Constant:
    return; // a floor of its own
  case NoiseInstances::Kind::Join:
    for (Node input : graph.getInputs(node))
      llvm::append_range(family, getSets(getSeen(input, bits)));
    break;
  case NoiseInstances::Kind::Transfer:
  case NoiseInstances::Kind::Reduction: {
    SmallVector<Node, 2> distinct;
    for (Node input : graph.getInputs(node))
      if (!llvm::is_contained(distinct, input))
        distinct.push_back(input);
    if (distinct.empty() || distinct.size() > 2)
      return;
    int reset = oracle.getResetColumn(node);
    bool isReduction = graph.getKind(node) == NoiseInstances::Kind::Reduction;
    addSteps(node, distinct, bits, /*isReset=*/false, family);
    if (isReduction && reset >= 0) {
      insertColumn(family, reset);
      addSteps(node, distinct, bits, /*isReset=*/true, family);
    }
  }
  }
  keepMinimal(family);
}

/// Adds the sets under which an operation has at least `bits`, from the demands
/// on its inputs.
void Enumeration::addSteps(Node node, ArrayRef<Node> distinct, uint32_t bits,
                           bool isReset, Family &family) {
  const size_t previousCount = family.size();
  std::vector<Split> ownSplits;
  for (Split split : getSplits(node, distinct, bits, isReset, ownSplits)) {
    if (isCut())
      return family.truncate(previousCount);
    StoredFamily first = getSeen(distinct[0], split[0]);
    if (distinct.size() == 1 || first.count == 0) {
      llvm::append_range(family, getSets(first));
      continue;
    }
    StoredFamily second = getSeen(distinct[1], split[1]);
    for (const ColumnSet &a : getSets(first))
      for (const ColumnSet &b : getSets(second))
        if (ColumnSet unionSet = a; unionSet.insert(b))
          family.push_back(unionSet);
    if (family.size() > 8 * kMostSets)
      keepMinimal(family);
  }
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

/// The number of the model of a node's value among those seen so far.
uint32_t Enumeration::getModelNumber(Node node) {
  NoiseModel model = graph.getProgram().getModel(graph.getSlot(node));
  auto number =
      static_cast<uint32_t>(llvm::find(models, model) - models.begin());
  if (number == models.size())
    models.push_back(model);
  return number;
}

/// The least demands on the inputs of an operation that give at least `bits`;
/// in `ownSplits` if they are of use for this node only.
ArrayRef<Enumeration::Split>
Enumeration::getSplits(Node node, ArrayRef<Node> distinct, uint32_t bits,
                       bool isReset, std::vector<Split> &ownSplits) {
  Operation *op =
      graph.getKind(node) == NoiseInstances::Kind::Transfer
          ? graph.getProgram().getValues()[graph.getSlot(node)].getDefiningOp()
          : nullptr;
  if (!op || op->getPropertiesStorageSize() != 0 || graph.isRaised(node) ||
      graph.getInputs(node).size() > 2) {
    ownSplits = findSplits(node, distinct, bits, isReset);
    return ownSplits;
  }
  auto [entry, isNew] = knownSplits.try_emplace(
      Shape{op->getName().getAsOpaquePointer(), getModelNumber(node),
            distinct.size() > 1, oracle.getFloor(distinct.front()),
            oracle.getFloor(distinct.back()), bits});
  if (isNew)
    entry->second = findSplits(node, distinct, bits, isReset);
  return entry->second;
}

bool Enumeration::isInReach(Node node, uint32_t limit) const {
  Slot slot = graph.getSlot(node);
  return limit != ReductionProblem::kNoLimit &&
         slot != NoiseInstances::kNoSlot &&
         limit <= graph.getProgram().getLeastNoise() +
                      kMostBits * graph.getProgram().getModel(slot).unit &&
         !isOnCycle[node];
}

/// True if the rest of the enumeration is to be left out.
bool Enumeration::isCut() {
  cut = cut || storedSets.size() > kMostStored ||
        (isOver && steps++ % kStepsBetween == 0 && isOver());
  return cut;
}

std::vector<std::vector<uint32_t>> Enumeration::run() {
  std::vector<ColumnSet> rows;
  for (Node node : graph.getOrder()) {
    if (isCut())
      break;
    uint32_t limit = oracle.getLimit(node);
    NoiseInstances::Kind kind = graph.getKind(node);
    // An excess of a join comes from an excess before it, unless models differ;
    // that is left to the oracle.
    if (!isInReach(node, limit) || kind == NoiseInstances::Kind::Constant ||
        kind == NoiseInstances::Kind::Join)
      continue;
    Family family;
    addRaw(node, limit + 1, family);
    llvm::append_range(rows, family);
  }
  for (ReductionProblem::Use use : oracle.getProblem().uses)
    for (Node node : graph.getInstances(use.slot))
      if (!isCut() && isInReach(node, use.limit))
        llvm::append_range(rows, getSets(getSeen(node, use.limit + 1)));
  llvm::sort(rows);
  rows.erase(llvm::unique(rows), rows.end());
  std::vector<std::vector<uint32_t>> result;
  result.reserve(rows.size());
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
