//===- NoiseFacts.cpp - What is known of the noise ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseFacts.h"
#include "analysis/CountedLoop.h"
#include "analysis/NoiseGrowth.h"
#include "analysis/NoiseRangeAnalysis.h"
#include "dialect/NoisyOps.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

static NoiseModel getModel(Value value) {
  return NoiseModel::get(value.getParentBlock()->getParentOp());
}

NoiseFacts NoiseFacts::compute(Operation *root) {
  NoiseFacts facts;
  facts.collect(root);
  if (facts.values.empty())
    return facts;

  DataFlowSolver solver;
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  NoiseFlows &flows = solver.load<NoiseRangeAnalysis>()->getFlows();
  if (failed(solver.initializeAndRun(root))) {
    // Then nothing is known.
    for (NoiseFact &fact : facts.facts) {
      fact.bound = NoiseBound::unknown();
      fact.unknown = true;
    }
    facts.findUnknown();
    facts.markSpoiled();
    return facts;
  }

  facts.users.resize(facts.values.size());
  facts.hiddenUsers.resize(facts.values.size());
  for (auto [index, value] : llvm::enumerate(facts.values)) {
    NoiseFact &fact = facts.facts[index];
    if (const auto *lattice = solver.lookupState<NoiseRangeLattice>(value))
      fact.bound = lattice->getNoise();
    if (!flows.isLive(value))
      continue;
    NoiseFlow flow = flows.get(value);
    if (fact.bound.isUnreachable()) {
      // Executed, but nothing comes here that has a beginning: a call that
      // never returns, a circle of operations. Not to be taken for safe;
      // reported where it is first seen in the text.
      fact.bound = NoiseBound::unknown();
      flow.unknown = llvm::none_of(flow.incoming, [&](Value incoming) {
        unsigned earlier = facts.indices.lookup(incoming);
        return earlier < index && facts.facts[earlier].bound.isUnknown();
      });
    }
    fact.source = flow.kind;
    fact.assumed = flow.assumed;
    fact.unknown = flow.unknown;
    fact.incoming = std::move(flow.incoming);
    for (Value incoming : fact.incoming)
      facts.users[facts.indices.lookup(incoming)].push_back(index);
    for (Value hidden : flow.hidden)
      facts.hiddenUsers[facts.indices.lookup(hidden)].push_back(index);
  }
  facts.findOverflows(flows);
  facts.findGrowing(flows);
  facts.findUnknown();
  facts.collectContractUses(root, flows);
  facts.findBrokenContracts();
  facts.markAssumed();
  facts.markSpoiled();
  facts.findUnexplained();
  llvm::stable_sort(facts.findings, [&](const auto &lhs, const auto &rhs) {
    return facts.indices.lookup(lhs.value) < facts.indices.lookup(rhs.value);
  });
  return facts;
}

void NoiseFacts::collect(Operation *root) {
  auto add = [&](Value value) {
    if (!carriesNoise(value))
      return;
    indices[value] = values.size();
    values.push_back(value);
  };
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
  facts.resize(values.size());
}

const NoiseFact *NoiseFacts::find(Value value) const {
  auto index = indices.find(value);
  return index == indices.end() ? nullptr : &facts[index->second];
}

NoiseBound NoiseFacts::getBound(Value value) const {
  const NoiseFact *fact = find(value);
  return fact ? fact->bound : NoiseBound::unknown();
}

SmallVector<Value, 2> NoiseFacts::getCauses(Value value) const {
  const NoiseFact *fact = find(value);
  if (!fact || fact->bound.isUnreachable() ||
      fact->source == NoiseFlowKind::Contract)
    return {};
  if (fact->source == NoiseFlowKind::Counted) {
    SetVector<Value> inputs(fact->incoming.begin(), fact->incoming.end());
    return SmallVector<Value, 2>(inputs.begin(), inputs.end());
  }
  if (fact->source == NoiseFlowKind::Join) {
    if (fact->unknown)
      return {};
    for (Value incoming : fact->incoming)
      if (getBound(incoming) == fact->bound)
        return {incoming};
    return {}; // what callers out of sight pass
  }

  // Leave out, from the last to the first, each operand without which the
  // bound is the same.
  auto op = cast<NoiseOpInterface>(value.getDefiningOp());
  SmallVector<NoiseBound, 2> bounds;
  for (Value incoming : fact->incoming)
    bounds.push_back(getBound(incoming));
  NoiseBound least = NoiseBound::bits(1);
  SmallVector<Value, 2> causes;
  for (unsigned i = bounds.size(); i-- > 0;) {
    NoiseBound bound = std::exchange(bounds[i], least);
    if (op.inferNoise(bounds) == fact->bound)
      continue;
    bounds[i] = bound;
    causes.insert(causes.begin(), fact->incoming[i]);
  }
  return causes;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void NoiseFacts::findOverflows(NoiseFlows &flows) {
  // In a counted loop the bounds are joins over the turns; ask the loop itself.
  llvm::SetVector<Value> overflows;
  llvm::DenseSet<Operation *> seen;
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    if (fact.source != NoiseFlowKind::Counted)
      continue;
    const CountedLoop *loop = flows.get(value).loop;
    Operation *op = loop ? loop->getOperation() : nullptr;
    if (!op || !seen.insert(op).second)
      continue;
    SmallVector<NoiseBound> inputs;
    for (Value input : fact.incoming)
      inputs.push_back(getBound(input));
    auto found = flows.findOverflows(*loop, inputs, getModel(value).max);
    overflows.insert(found.begin(), found.end());
  }
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    uint32_t max = getModel(value).max;
    if (fact.source != NoiseFlowKind::Transfer || !fact.bound.exceeds(max))
      continue;
    bool passes = llvm::none_of(fact.incoming, [&](Value incoming) {
      return getBound(incoming).exceeds(max);
    });
    if (passes || overflows.contains(value))
      findings.push_back({NoiseFindingKind::Overflow, value, fact.bound, max});
  }
}

/// Bits that each turn round the growing cycle through `component` adds; 0
/// where there is more than one way round.
static uint32_t getGrowth(NoiseFlows &flows, const NoiseFacts &facts,
                          ArrayRef<Value> component) {
  // Far above the bounds of all other values, and far below the cap.
  constexpr uint32_t far = NoiseBound::kCap / 2;
  llvm::DenseSet<Value> inside(component.begin(), component.end());
  uint64_t growth = 0;
  for (Value value : component) {
    NoiseFlow flow = flows.get(value);
    llvm::SmallDenseSet<Value> sources;
    for (Value incoming : flow.incoming)
      if (inside.contains(incoming))
        sources.insert(incoming);
    if (sources.size() != 1)
      return 0;
    NoiseBound bound = flows.evaluate(value, flow, [&](Value incoming) {
      return inside.contains(incoming) ? NoiseBound::bits(far)
                                       : facts.getBound(incoming);
    });
    if (!bound.isBits() || bound.getBits() < far)
      return 0;
    growth += bound.getBits() - far;
  }
  return growth < far ? growth : 0;
}

void NoiseFacts::findGrowing(NoiseFlows &flows) {
  llvm::DenseSet<Value> seen;
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    if (!fact.bound.isUnbounded() || seen.contains(value))
      continue;
    SmallVector<Value> component = findGrowth(flows, value);
    seen.insert(component.begin(), component.end());
    if (component.empty())
      continue; // only depends on what grows
    // The value that is carried round: an argument of a block where there is
    // one (in a recursion without arguments there is none), the first in the
    // text.
    auto rank = [&](Value member) {
      return std::pair(!isa<BlockArgument>(member), indices.lookup(member));
    };
    Value carried = *llvm::min_element(
        component, [&](Value a, Value b) { return rank(a) < rank(b); });
    NoiseFinding finding{NoiseFindingKind::Unbounded, carried,
                         NoiseBound::unbounded(), getModel(carried).max};
    finding.growth = getGrowth(flows, *this, component);
    findings.push_back(finding);
  }
}

void NoiseFacts::findUnknown() {
  for (auto [value, fact] : llvm::zip_equal(values, facts))
    if (fact.unknown && fact.bound.isUnknown())
      findings.push_back(
          {NoiseFindingKind::Unknown, value, fact.bound, getModel(value).max});
}

void NoiseFacts::collectContractUses(Operation *root, NoiseFlows &flows) {
  auto add = [&](Operation *use, unsigned operand,
                 std::optional<uint32_t> contract) {
    Value value = use->getOperand(operand);
    if (contract && carriesNoise(value))
      contractUses.push_back({value, *contract, use, operand});
  };
  // Where a function is used for other things than calls, any encrypted operand
  // may become any argument.
  root->walk([&](FunctionOpInterface function) {
    std::optional<uint32_t> strictest;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (std::optional<uint32_t> contract = getArgumentContract(function, i))
        strictest = std::min(strictest.value_or(*contract), *contract);
    if (!strictest)
      return;
    for (Operation *user : flows.getForeignCalls(function))
      for (unsigned i = 0; i < user->getNumOperands(); ++i)
        add(user, i, strictest);
  });
  root->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      OperandRange arguments = call.getArgOperands();
      for (Operation *callee : flows.getPossibleCallees(call))
        for (unsigned i = 0; i < arguments.size(); ++i)
          add(op, arguments.getBeginOperandIndex() + i,
              getArgumentContract(callee, i));
      return;
    }
    // Whatever ends a function returns from it, as dead code analysis has it.
    auto callable = dyn_cast_or_null<CallableOpInterface>(op->getParentOp());
    if (callable && op->getParentRegion() == callable.getCallableRegion() &&
        op->getNumSuccessors() == 0 && op == &op->getBlock()->back())
      for (unsigned i = 0; i < op->getNumOperands(); ++i)
        add(op, i, getResultContract(op->getParentOp(), i));
  });
}

void NoiseFacts::findBrokenContracts() {
  for (const NoiseContractUse &use : contractUses) {
    NoiseBound bound = getBound(use.value);
    // What is above the model's limit has been reported where it began.
    if (bound.exceeds(use.limit) && !bound.exceeds(getModel(use.value).max))
      findings.push_back({NoiseFindingKind::Contract, use.value, bound,
                          use.limit, use.use, use.operand});
  }
}

//===----------------------------------------------------------------------===//
// What depends on what
//===----------------------------------------------------------------------===//

/// Sets `mark`, on everything that depends on one of `from`, to the first of
/// those that it depends on.
void NoiseFacts::spread(ArrayRef<Value> from, Value NoiseFact::*mark) {
  for (Value origin : from) {
    SmallVector<unsigned> worklist = {indices.lookup(origin)};
    while (!worklist.empty()) {
      unsigned index = worklist.pop_back_val();
      if (users.empty())
        continue;
      auto reach = [&](unsigned user) {
        if (facts[user].*mark || values[user] == origin)
          return;
        facts[user].*mark = origin;
        worklist.push_back(user);
      };
      llvm::for_each(users[index], reach);
      if (mark == &NoiseFact::spoiledBy)
        llvm::for_each(hiddenUsers[index], reach);
    }
  }
}

void NoiseFacts::markAssumed() {
  SmallVector<Value> assumed;
  for (auto [value, fact] : llvm::zip_equal(values, facts))
    if (fact.assumed)
      assumed.push_back(value);
  spread(assumed, &NoiseFact::restsOn);
}

void NoiseFacts::markSpoiled() {
  SmallVector<Value> sources;
  for (const NoiseFinding &finding : findings)
    if (finding.kind != NoiseFindingKind::Contract)
      sources.push_back(finding.value);
  spread(sources, &NoiseFact::spoiledBy);
}

void NoiseFacts::findUnexplained() {
  llvm::DenseSet<Value> reported;
  for (const NoiseFinding &finding : findings)
    reported.insert(finding.value);
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    uint32_t max = getModel(value).max;
    if (fact.isSafe(max) || fact.spoiledBy || reported.contains(value))
      continue;
    NoiseFindingKind kind = fact.bound.isUnknown() ? NoiseFindingKind::Unknown
                                                   : NoiseFindingKind::Overflow;
    findings.push_back({kind, value, fact.bound, max});
    spread({value}, &NoiseFact::spoiledBy);
  }
}
