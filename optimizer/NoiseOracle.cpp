//===- NoiseOracle.cpp - What a choice of reductions leaves open ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/NoiseOracle.h"
#include "analysis/Components.h"
#include "analysis/NoiseGain.h"
#include "dialect/NoisyOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace mlir::noisy;

/// Whether a reduction of `value` can be written down and can matter.
static bool isReducible(Value value) {
  return isa<NoisyI32Type>(value.getType()) &&
         !value.getDefiningOp<EncodeOp>() &&
         !value.getDefiningOp<ReduceNoiseOp>();
}

NoiseOracle::NoiseOracle(const NoiseFacts &facts) : facts(facts) {
  nodes.resize(facts.getValues().size());
  for (auto [node, value, fact] :
       llvm::zip_equal(nodes, facts.getValues(), facts.getFacts())) {
    NoiseModel model =
        NoiseModel::get(Value(value).getParentBlock()->getParentOp());
    node.initial = model.initial;
    node.max = model.max;
    node.kind = fact.source;
    node.isRoot = fact.assumed;
    if (fact.source == NoiseFlowKind::Contract)
      node.contract = fact.bound.getBits();
    if (isReducible(value)) {
      node.column = columns.size();
      columns.push_back(value);
    }
    for (auto [i, incoming] : llvm::enumerate(fact.incoming)) {
      node.incoming.push_back(facts.getIndex(incoming));
      NoiseGain gain = NoiseGain::Zero;
      if (fact.source == NoiseFlowKind::Transfer)
        gain = probeNoiseGain(model.initial, [&, i = i](NoiseBound source) {
          SmallVector<NoiseBound, 2> bounds(fact.incoming.size(),
                                            NoiseBound::bits(model.initial));
          bounds[i] = source;
          return cast<NoiseOpInterface>(Value(value).getDefiningOp())
              .inferNoise(bounds);
        });
      // The inside of a counted loop is not followed.
      node.passes.push_back(gain != NoiseGain::None &&
                            fact.source != NoiseFlowKind::Counted &&
                            fact.source != NoiseFlowKind::Reduction);
      node.gains.push_back(gain == NoiseGain::Positive);
    }
  }
}

/// The raw bound of a node, before a reduction of it.
NoiseBound
NoiseOracle::evaluate(unsigned index,
                      llvm::function_ref<NoiseBound(unsigned)> boundOf) const {
  const Node &node = nodes[index];
  switch (node.kind) {
  case NoiseFlowKind::Contract:
    return NoiseBound::bits(node.contract);
  case NoiseFlowKind::Counted:
  case NoiseFlowKind::Reduction:
    return facts.getFacts()[index].bound;
  case NoiseFlowKind::Join: {
    NoiseBound bound = node.isRoot ? NoiseBound::bits(node.initial)
                                   : NoiseBound::unreachable();
    for (unsigned incoming : node.incoming)
      bound = NoiseBound::join(bound, boundOf(incoming));
    return bound;
  }
  case NoiseFlowKind::Transfer: {
    SmallVector<NoiseBound, 2> bounds;
    for (unsigned incoming : node.incoming) {
      bounds.push_back(boundOf(incoming));
      if (bounds.back().isUnreachable())
        return NoiseBound::unreachable();
    }
    return cast<NoiseOpInterface>(facts.getValues()[index].getDefiningOp())
        .inferNoise(bounds);
  }
  }
  llvm_unreachable("all kinds are handled");
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

struct NoiseOracle::Evaluation {
  const NoiseOracle &oracle;
  const llvm::BitVector &reduced;
  Answer answer;
  /// The noise of each value as its uses see it: fresh where the value is
  /// reduced, or overflows. All begin fresh: so they are along the edges that
  /// noise does not pass, which do not wait for their sources.
  std::vector<NoiseBound> seen;
  /// For a join, the value that its bound comes from; -1 for none.
  std::vector<int> cause;

  Evaluation(const NoiseOracle &oracle, const llvm::BitVector &reduced)
      : oracle(oracle), reduced(reduced), seen(oracle.nodes.size()),
        cause(oracle.nodes.size(), -1) {
    for (auto [bound, node, fact] :
         llvm::zip_equal(seen, oracle.nodes, oracle.facts.getFacts()))
      if (!fact.bound.isUnreachable())
        bound = NoiseBound::bits(node.initial);
  }

  /// Whether noise flows along edge `i` into `node`.
  bool isOpen(const Node &node, unsigned i) const {
    int column = oracle.nodes[node.incoming[i]].column;
    return node.passes[i] && (column < 0 || !reduced[column]);
  }

  bool isReduced(unsigned index) const {
    int column = oracle.nodes[index].column;
    return column >= 0 && reduced[column];
  }

  NoiseBound evaluate(unsigned index) {
    return oracle.evaluate(index, [&](unsigned i) { return seen[i]; });
  }

  void run();
  void settle(unsigned index);
  void settleCycle(ArrayRef<unsigned> component);
  void addRow(unsigned culprit, ArrayRef<unsigned> values);
  void addGrowthRow(const llvm::DenseSet<unsigned> &inside, unsigned node,
                    unsigned edge);
};

/// A derivation of the bound of one value, as the evaluation has it.
class NoiseOracle::Derivation {
public:
  Derivation(const Evaluation &evaluation, unsigned root, uint32_t limit)
      : evaluation(evaluation), oracle(evaluation.oracle), root(root),
        limit(limit) {
    expand(root);
    for (size_t i = 0; i < values.size(); ++i)
      expand(values[i]);
    shrink();
  }

  /// The values that the bound comes from, without the root.
  ArrayRef<unsigned> getValues() const { return values.getArrayRef(); }

private:
  bool isFresh(unsigned index) const {
    return evaluation.seen[index] <=
           NoiseBound::bits(oracle.nodes[index].initial);
  }

  /// Adds the values that `index` comes from and that are not fresh.
  void expand(unsigned index) {
    const Node &node = oracle.nodes[index];
    if (node.kind == NoiseFlowKind::Join) {
      int from = evaluation.cause[index];
      if (from >= 0 && !isFresh(from))
        values.insert(from);
      return;
    }
    if (node.kind != NoiseFlowKind::Transfer)
      return;
    for (unsigned incoming : node.incoming)
      if (!isFresh(incoming))
        values.insert(incoming);
  }

  /// The bound of the root when everything but the values of the derivation,
  /// and of these `without`, is fresh: what it is at least.
  NoiseBound boundWithout(unsigned without) {
    memo.clear();
    memo[without] = NoiseBound::bits(oracle.nodes[without].initial);
    return bound(root);
  }

  NoiseBound bound(unsigned start) {
    SmallVector<unsigned> stack = {start};
    while (!stack.empty()) {
      unsigned index = stack.back();
      if (memo.contains(index)) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      auto boundOf = [&](unsigned from) {
        if (!values.contains(from))
          return NoiseBound::bits(oracle.nodes[from].initial);
        auto known = memo.find(from);
        if (known != memo.end())
          return known->second;
        stack.push_back(from);
        ready = false;
        return NoiseBound::bits(oracle.nodes[from].initial);
      };
      NoiseBound result;
      if (oracle.nodes[index].kind == NoiseFlowKind::Join) {
        int from = evaluation.cause[index];
        result = from < 0 ? NoiseBound::bits(oracle.nodes[index].initial)
                          : boundOf(from);
      } else {
        result = oracle.evaluate(index, boundOf);
      }
      if (!ready)
        continue;
      memo[index] = result;
      stack.pop_back();
    }
    return memo[start];
  }

  /// Drops values as long as the root stays over the limit, the farthest
  /// first: the fewer values, the stronger the row.
  void shrink() {
    for (size_t i = values.size(); i-- > 0;) {
      if (i >= values.size())
        continue;
      unsigned candidate = values[i];
      if (!boundWithout(candidate).exceeds(limit))
        continue;
      values.remove(candidate);
      keepReachable();
    }
  }

  /// Forgets the values that the root no longer comes from.
  void keepReachable() {
    llvm::SetVector<unsigned> old = std::move(values);
    values.clear();
    auto keep = [&](unsigned from) {
      if (old.contains(from))
        values.insert(from);
    };
    auto visit = [&](unsigned index) {
      const Node &node = oracle.nodes[index];
      if (node.kind == NoiseFlowKind::Transfer)
        llvm::for_each(node.incoming, keep);
      else if (node.kind == NoiseFlowKind::Join && evaluation.cause[index] >= 0)
        keep(evaluation.cause[index]);
    };
    visit(root);
    for (size_t i = 0; i < values.size(); ++i)
      visit(values[i]);
  }

  const Evaluation &evaluation;
  const NoiseOracle &oracle;
  unsigned root;
  uint32_t limit;
  llvm::SetVector<unsigned> values;
  llvm::DenseMap<unsigned, NoiseBound> memo;
};

/// Adds the row that says: one of `values` has to be reduced.
void NoiseOracle::Evaluation::addRow(unsigned culprit,
                                     ArrayRef<unsigned> values) {
  Row row;
  row.culprit = oracle.facts.getValues()[culprit];
  if (oracle.facts.getFacts()[culprit].perTurn)
    answer.approximate = row.culprit;
  for (unsigned value : values) {
    if (oracle.nodes[value].isFixed() || oracle.facts.getFacts()[value].perTurn)
      answer.approximate = oracle.facts.getValues()[value];
    if (oracle.nodes[value].column >= 0)
      row.columns.push_back(oracle.nodes[value].column);
  }
  llvm::sort(row.columns);
  answer.rows.push_back(std::move(row));
}

/// A component of one value that is not on a cycle.
void NoiseOracle::Evaluation::settle(unsigned index) {
  const Node &node = oracle.nodes[index];
  NoiseBound raw = evaluate(index);
  if (node.kind == NoiseFlowKind::Join)
    for (unsigned incoming : node.incoming)
      if (cause[index] < 0 && seen[incoming] == raw &&
          raw > NoiseBound::bits(node.initial))
        cause[index] = incoming;
  if (node.isFixed() && raw.exceeds(node.max))
    answer.unsupported = oracle.facts.getValues()[index];
  if (raw.exceeds(node.max)) {
    if (node.kind == NoiseFlowKind::Transfer) {
      // In a loop that a reduction of this very value cuts, an earlier instance
      // of it is part of the derivation, and is still seen as fresh.
      Derivation derivation(*this, index, node.max);
      addRow(index, derivation.getValues());
    }
    raw = NoiseBound::bits(node.initial);
  }
  seen[index] = isReduced(index) && !raw.isUnreachable()
                    ? NoiseBound::bits(node.initial)
                    : raw;
}

/// Adds the row of the shortest cycle through edge `edge` into `node`, which
/// gains: without a reduction on it the noise grows without end.
void NoiseOracle::Evaluation::addGrowthRow(
    const llvm::DenseSet<unsigned> &inside, unsigned node, unsigned edge) {
  // Backwards from the source of the edge to `node`, in breadth first order.
  unsigned source = oracle.nodes[node].incoming[edge];
  llvm::DenseMap<unsigned, unsigned> next; // towards the edge
  std::queue<unsigned> queue;
  next[source] = node;
  queue.push(source);
  while (!queue.empty() && !next.contains(node)) {
    unsigned index = queue.front();
    queue.pop();
    const Node &current = oracle.nodes[index];
    for (unsigned i = 0; i < current.incoming.size(); ++i) {
      unsigned from = current.incoming[i];
      if (inside.contains(from) && isOpen(current, i) &&
          next.try_emplace(from, index).second)
        queue.push(from);
    }
  }
  SmallVector<unsigned> cycle;
  unsigned index = node;
  do {
    cycle.push_back(index);
    index = next.lookup(index);
  } while (index != node);
  addRow(node, cycle);
}

/// Values on cycles with each other.
void NoiseOracle::Evaluation::settleCycle(ArrayRef<unsigned> component) {
  llvm::DenseSet<unsigned> inside(component.begin(), component.end());
  bool grows = false;
  for (unsigned index : component) {
    const Node &node = oracle.nodes[index];
    for (unsigned i = 0; i < node.incoming.size(); ++i)
      if (!grows && node.gains[i] && inside.contains(node.incoming[i]) &&
          isOpen(node, i)) {
        addGrowthRow(inside, index, i);
        grows = true;
      }
  }
  if (grows) {
    for (unsigned index : component)
      seen[index] = NoiseBound::bits(oracle.nodes[index].initial);
    return;
  }

  // Nothing gains: all have the bound that is the largest to come in, and each
  // comes from where it came in, by the shortest way.
  NoiseBound bound;
  unsigned entry = component.front();
  for (unsigned index : component) {
    NoiseBound own = evaluate(index); // those inside are still fresh
    if (own > bound) {
      bound = own;
      entry = index;
    }
  }
  const Node &entryNode = oracle.nodes[entry];
  for (unsigned incoming : entryNode.incoming)
    if (!inside.contains(incoming) && seen[incoming] == bound)
      cause[entry] = incoming;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 2>> users;
  for (unsigned index : component) {
    const Node &node = oracle.nodes[index];
    for (unsigned i = 0; i < node.incoming.size(); ++i)
      if (inside.contains(node.incoming[i]) && isOpen(node, i))
        users[node.incoming[i]].push_back(index);
  }
  std::queue<unsigned> queue;
  llvm::DenseSet<unsigned> reached = {entry};
  queue.push(entry);
  while (!queue.empty()) {
    unsigned index = queue.front();
    queue.pop();
    for (unsigned user : users.lookup(index))
      if (reached.insert(user).second) {
        cause[user] = index;
        queue.push(user);
      }
  }
  for (unsigned index : component)
    seen[index] = isReduced(index) && !bound.isUnreachable()
                      ? NoiseBound::bits(oracle.nodes[index].initial)
                      : bound;
}

void NoiseOracle::Evaluation::run() {
  // Each component after those that flow into it.
  Graph graph;
  for (const Node &node : oracle.nodes) {
    graph.addNode();
    for (unsigned i = 0; i < node.incoming.size(); ++i)
      if (isOpen(node, i))
        graph.addEdge(node.incoming[i]);
  }
  visitComponents(graph, [&](ArrayRef<unsigned> component) {
    bool isCycle = component.size() > 1 ||
                   llvm::is_contained(graph.getTargets(component.front()),
                                      component.front());
    if (isCycle)
      settleCycle(component);
    else
      settle(component.front());
  });

  for (const NoiseContractUse &use : oracle.facts.getContractUses()) {
    unsigned index = oracle.facts.getIndex(use.value);
    if (!seen[index].exceeds(use.limit))
      continue;
    // The value itself can be reduced before this use.
    Derivation derivation(*this, index, use.limit);
    SmallVector<unsigned> values(derivation.getValues());
    values.push_back(index);
    addRow(index, values);
  }
}

NoiseOracle::Answer NoiseOracle::check(const llvm::BitVector &reduced) const {
  Evaluation evaluation(*this, reduced);
  evaluation.run();
  return std::move(evaluation.answer);
}
