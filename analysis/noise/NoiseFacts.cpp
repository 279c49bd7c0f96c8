//===- NoiseFacts.cpp - The facts on noise --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseFacts.h"
#include "analysis/noise/NoiseSolver.h"
#include "dialect/NoisyOps.h"
#include "dialect/StatedRange.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

/// The number of units that loops of known trip count may run in total, which
/// limits the time of an analysis.
static constexpr uint64_t kLoopSteps = 1u << 23;

NoiseFacts NoiseFacts::compute(Operation *root) {
  WalkResult walkResult = root->walk([](Operation *op) {
    auto hasNoise = [](Block &block) {
      return llvm::any_of(block.getArguments(), carriesNoise);
    };
    if (statesRange(op))
      return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      if (llvm::any_of(region, hasNoise))
        return WalkResult::interrupt();
    return llvm::any_of(op->getResults(), carriesNoise)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!walkResult.wasInterrupted())
    return {};
  ProgramFlow program(root);
  return compute(program);
}

NoiseFacts NoiseFacts::compute(ProgramFlow &program) {
  NoiseFlows flows(program);
  llvm::DenseSet<Operation *> uncountedLoops;
  uint64_t steps = kLoopSteps;
  while (true) {
    NoiseProgram noiseProgram(program.getRoot(), flows, uncountedLoops);
    NoiseSolver solver(noiseProgram, steps);
    if (program.isSolved())
      solver.solve();
    if (solver.getUnfinished().empty()) {
      NoiseFacts facts(program, flows, noiseProgram, solver);
      facts.uncountedLoops = std::move(uncountedLoops);
      return facts;
    }
    // From now on these loops, and those within, count as loops of unknown trip
    // count.
    for (const NoiseProgram::Loop *loop : solver.getUnfinished()) {
      LoopLikeOpInterface op = loop->op;
      op->walk(
          [&](LoopLikeOpInterface inner) { uncountedLoops.insert(inner); });
    }
    steps = solver.getStepsLeft();
  }
}

NoiseFacts::NoiseFacts(ProgramFlow &program, NoiseFlows &flows,
                       NoiseProgram &noiseProgram, const NoiseSolver &solver) {
  values = noiseProgram.getValues();
  addFacts(program, noiseProgram, solver);
  indices = noiseProgram.takeSlots();
  findOverflows(solver);
  findGrowing(solver);
  findUnknown();
  collectContractUses(program, flows);
  findBrokenContracts();
  markAssumed();
  markUnreliable();
  findUnexplained();
  // Integers come after all noise, in the order of the text.
  auto position = [&](const NoiseFinding &finding) {
    auto index = indices.find(finding.value);
    return index == indices.end() ? UINT_MAX : index->second;
  };
  llvm::stable_sort(findings, [&](const auto &lhs, const auto &rhs) {
    return position(lhs) < position(rhs);
  });
  edges = {};
  hiddenEdges = {};
  users = {};
  userOffsets = {};
  hiddenUsers.clear();
}

void NoiseFacts::addFacts(ProgramFlow &program,
                          const NoiseProgram &noiseProgram,
                          const NoiseSolver &solver) {
  facts.resize(values.size());
  edges.reserve(2 * values.size());
  flows.reserve(2 * values.size());
  for (auto [index, fact] : llvm::enumerate(facts)) {
    fact.model = noiseProgram.getModel(index);
    if (!program.isSolved()) {
      // The solver gave up: all noise is unknown.
      fact.bound = NoiseBound::unknown();
      fact.unknown = true;
      continue;
    }
    if (!noiseProgram.isLive(index))
      continue;
    const NoiseProgram::Flow &flow = noiseProgram.getFlow(index);
    fact.bound = solver.getBound(index);
    fact.source = flow.kind;
    fact.isAssumed = flow.isAssumed;
    fact.unknown = flow.unknown;
    fact.perIteration = noiseProgram.getLoop(index) != nullptr;
    addFlow(noiseProgram, index);
  }
}

/// Adds the values that flow into a value, and the edges from these.
void NoiseFacts::addFlow(const NoiseProgram &noiseProgram, unsigned index) {
  NoiseFact &fact = facts[index];
  const NoiseProgram::Flow &flow = noiseProgram.getFlow(index);
  const NoiseProgram::Loop *loop = noiseProgram.getLoopOfResult(index);
  if (const auto *enclosingLoop = noiseProgram.getLoop(index);
      enclosingLoop && llvm::is_contained(enclosingLoop->carriedSlots, index))
    loop = enclosingLoop;
  // What flows into the values carried by a loop of known trip count: the
  // initial values, and the values that its body uses.
  ArrayRef<unsigned> inputs = loop ? loop->inputs : flow.inputs;
  if (loop)
    fact.source = NoiseFlowKind::Counted;
  for (unsigned input : inputs)
    fact.inputs.push_back(values[input]);
  if (!noiseProgram.isInhabited(index))
    // Executed, but the incoming values have no origin: a call that never
    // returns, or a cycle of operations. Not safe; reported at its first value
    // in the text.
    fact.unknown = llvm::none_of(inputs, [&](unsigned input) {
      return input < index && facts[input].bound.isUnknown();
    });
  for (unsigned input : inputs) {
    edges.push_back({input, index});
    // The inputs of a loop that is run are not its direct operands.
    if (!loop)
      flows.push_back(edges.back());
  }
  auto addHidden = [&](unsigned input) {
    hiddenEdges.push_back({input, index});
    flows.push_back(hiddenEdges.back());
  };
  llvm::for_each(flow.hiddenInputs, addHidden);
  if (loop)
    llvm::for_each(flow.inputs, addHidden);
}

const NoiseFact *NoiseFacts::find(Value value) const {
  auto index = indices.find(value);
  return index == indices.end() ? nullptr : &facts[index->second];
}

NoiseBound NoiseFactSource::getBound(Value value) const {
  const NoiseFact *fact = find(value);
  return fact ? fact->bound : NoiseBound::unknown();
}

SmallVector<Value, 2> NoiseFactSource::getCauses(Value value) const {
  const NoiseFact *fact = find(value);
  if (!fact || fact->bound.isUnreachable() ||
      fact->source == NoiseFlowKind::Contract)
    return {};
  if (fact->source == NoiseFlowKind::Counted ||
      fact->source == NoiseFlowKind::Reduction) {
    SetVector<Value> inputs(fact->inputs.begin(), fact->inputs.end());
    return SmallVector<Value, 2>(inputs.begin(), inputs.end());
  }
  if (fact->source == NoiseFlowKind::Join) {
    if (fact->unknown)
      return {};
    for (Value input : fact->inputs)
      if (getBound(input) == fact->bound)
        return {input};
    return {}; // a value that callers out of sight pass
  }

  // Leaves out, from the last to the first, each operand without which the
  // bound is the same.
  auto op = cast<NoiseOpInterface>(value.getDefiningOp());
  SmallVector<NoiseBound, 2> bounds;
  for (Value input : fact->inputs)
    bounds.push_back(getBound(input));
  if (fact->perIteration && op.inferNoise(bounds) != fact->bound)
    return fact->inputs; // all count
  NoiseBound minBound = NoiseBound::bits(1);
  SmallVector<Value, 2> causes;
  for (unsigned i = bounds.size(); i-- > 0;) {
    NoiseBound bound = std::exchange(bounds[i], minBound);
    if (op.inferNoise(bounds) == fact->bound)
      continue;
    bounds[i] = bound;
    causes.insert(causes.begin(), fact->inputs[i]);
  }
  return causes;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void NoiseFacts::findOverflows(const NoiseSolver &solver) {
  for (auto [index, fact] : llvm::enumerate(facts)) {
    if ((fact.source != NoiseFlowKind::Transfer &&
         fact.source != NoiseFlowKind::Reduction) ||
        !fact.bound.exceeds(fact.model.max) ||
        !values[index].getDefiningOp<NoiseOpInterface>())
      continue;
    bool passes = llvm::none_of(fact.inputs, [&](Value input) {
      return getBound(input).exceeds(fact.model.max);
    });
    if (passes || solver.getOverflows().contains(index))
      findings.push_back({NoiseFindingKind::Overflow, values[index], fact.bound,
                          fact.model.max});
  }
}

void NoiseFacts::findGrowing(const NoiseSolver &solver) {
  for (const NoiseSolver::Growth &growth : solver.getGrowths()) {
    // The representative of the carried values: an argument of a block if there
    // is one (in a recursion without arguments there is none), the first in the
    // text.
    auto rank = [&](unsigned index) {
      return std::pair(!isa<BlockArgument>(values[index]), index);
    };
    unsigned carriedIndex =
        *llvm::min_element(growth.slots, [&](unsigned a, unsigned b) {
          return rank(a) < rank(b);
        });
    NoiseFinding finding{NoiseFindingKind::Unbounded, values[carriedIndex],
                         NoiseBound::unbounded(),
                         facts[carriedIndex].model.max};
    finding.growth = growth.gain;
    findings.push_back(finding);
  }
}

void NoiseFacts::findUnknown() {
  for (auto [value, fact] : llvm::zip_equal(values, facts))
    if (fact.unknown && fact.bound.isUnknown())
      findings.push_back(
          {NoiseFindingKind::Unknown, value, fact.bound, fact.model.max});
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

/// Sets `mark`, on every value that depends on one of `origins`, to the first
/// of those that it depends on.
void NoiseFacts::spread(ArrayRef<Value> origins, Value NoiseFact::*mark) {
  if (origins.empty())
    return;
  if (userOffsets.empty()) {
    userOffsets.resize(values.size() + 1);
    for (auto [source, user] : edges)
      ++userOffsets[source];
    unsigned end = 0;
    for (unsigned &offset : userOffsets)
      offset = end += offset;
    users.resize(edges.size());
    for (auto [source, user] : edges)
      users[--userOffsets[source]] = user;
    for (auto [source, user] : hiddenEdges)
      hiddenUsers[source].push_back(user);
  }
  for (Value origin : origins) {
    SmallVector<unsigned> worklist = {getIndex(origin)};
    while (!worklist.empty()) {
      unsigned index = worklist.pop_back_val();
      auto reach = [&](unsigned user) {
        if (facts[user].*mark || values[user] == origin)
          return;
        facts[user].*mark = origin;
        worklist.push_back(user);
      };
      for (unsigned i = userOffsets[index]; i < userOffsets[index + 1]; ++i)
        reach(users[i]);
      // Contracts and the iterations of a loop hide the origin of a bound; but
      // a result of an invalid value is invalid too.
      auto entry = hiddenUsers.find(index);
      if (mark == &NoiseFact::unreliableCause && entry != hiddenUsers.end())
        llvm::for_each(entry->second, reach);
    }
  }
}

void NoiseFacts::markAssumed() {
  SmallVector<Value> assumedValues;
  for (auto [value, fact] : llvm::zip_equal(values, facts))
    if (fact.isAssumed)
      assumedValues.push_back(value);
  spread(assumedValues, &NoiseFact::restsOn);
}

void NoiseFacts::markUnreliable() {
  SmallVector<Value> sources;
  for (const NoiseFinding &finding : findings)
    if (finding.kind != NoiseFindingKind::Contract &&
        finding.kind != NoiseFindingKind::StatedRange) {
      facts[getIndex(finding.value)].isCause = true;
      sources.push_back(finding.value);
    }
  spread(sources, &NoiseFact::unreliableCause);
}

void NoiseFacts::findUnexplained() {
  llvm::DenseSet<Value> reportedValues;
  for (const NoiseFinding &finding : findings)
    reportedValues.insert(finding.value);
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    uint32_t max = fact.model.max;
    if (fact.isSafe(max) || fact.unreliableCause ||
        reportedValues.contains(value))
      continue;
    NoiseFindingKind kind = fact.bound.isUnknown() ? NoiseFindingKind::Unknown
                                                   : NoiseFindingKind::Overflow;
    findings.push_back({kind, value, fact.bound, max});
    fact.isCause = true;
    spread({value}, &NoiseFact::unreliableCause);
  }
}
