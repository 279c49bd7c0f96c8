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
  WalkResult found = root->walk([](Operation *op) {
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
  if (!found.wasInterrupted())
    return {};
  ProgramFlow program(root);
  return compute(program);
}

NoiseFacts NoiseFacts::compute(ProgramFlow &program) {
  NoiseFlows flows(program);
  llvm::DenseSet<Operation *> uncounted;
  uint64_t steps = kLoopSteps;
  while (true) {
    NoiseProgram compiled(program.getRoot(), flows, uncounted);
    NoiseSolver solver(compiled, steps);
    if (program.isSolved())
      solver.solve();
    if (solver.getUnfinished().empty()) {
      NoiseFacts facts(program, flows, compiled, solver);
      facts.uncounted = std::move(uncounted);
      return facts;
    }
    // From now on these loops, and those within, count as loops of unknown trip
    // count.
    for (const NoiseProgram::Loop *loop : solver.getUnfinished()) {
      LoopLikeOpInterface op = loop->op;
      op->walk([&](LoopLikeOpInterface inner) { uncounted.insert(inner); });
    }
    steps = solver.getStepsLeft();
  }
}

/// The values that flow into the values carried by a loop of known trip count:
/// the initial values, and the values that its body uses.
static SmallVector<Value, 2> getLoopInputs(const NoiseProgram &compiled,
                                           const NoiseProgram::Loop &loop) {
  SmallVector<Value, 2> inputs;
  for (NoiseProgram::Slot slot : loop.inputs)
    inputs.push_back(compiled.getValues()[slot]);
  return inputs;
}

NoiseFacts::NoiseFacts(ProgramFlow &program, NoiseFlows &flows,
                       const NoiseProgram &compiled,
                       const NoiseSolver &solver) {
  values = compiled.getValues();
  indices = compiled.getSlots();
  facts.resize(values.size());
  for (auto [index, value] : llvm::enumerate(values)) {
    NoiseFact &fact = facts[index];
    fact.model = compiled.getModel(index);
    if (!program.isSolved()) {
      // The solver gave up: all noise is unknown.
      fact.bound = NoiseBound::unknown();
      fact.unknown = true;
      continue;
    }
    if (!compiled.isLive(index))
      continue;
    const NoiseFlow &flow = compiled.getFlow(index);
    fact.bound = solver.getBound(index);
    fact.source = flow.kind;
    fact.assumed = flow.assumed;
    fact.unknown = flow.unknown;
    fact.incoming = flow.incoming;
    fact.perTurn = compiled.getLoop(index) != nullptr;
    SmallVector<Value, 0> hidden = flow.hidden;
    const NoiseProgram::Loop *loop = compiled.getLoopOfResult(index);
    if (const auto *within = compiled.getLoop(index);
        within && llvm::is_contained(within->carried, index))
      loop = within;
    if (loop) {
      fact.source = NoiseFlowKind::Counted;
      llvm::append_range(hidden, flow.incoming);
      fact.incoming = getLoopInputs(compiled, *loop);
    }
    if (!compiled.isInhabited(index))
      // Executed, but the incoming values have no origin: a call that never
      // returns, or a cycle of operations. Not safe; reported at its first
      // value in the text.
      fact.unknown = llvm::none_of(fact.incoming, [&](Value incoming) {
        unsigned earlier = indices.lookup(incoming);
        return earlier < index && facts[earlier].bound.isUnknown();
      });
    for (Value incoming : fact.incoming) {
      edges.push_back({getIndex(incoming), unsigned(index)});
      // The inputs of a loop that is run are not its direct operands.
      if (!loop)
        this->flows.push_back(edges.back());
    }
    for (Value from : hidden) {
      hiddenEdges.push_back({getIndex(from), unsigned(index)});
      this->flows.push_back(hiddenEdges.back());
    }
  }
  findOverflows(solver);
  findGrowing(solver);
  findUnknown();
  collectContractUses(program, flows);
  findBrokenContracts();
  markAssumed();
  markSpoiled();
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
  hiddenUsers.clear();
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
  if (fact->source == NoiseFlowKind::Counted ||
      fact->source == NoiseFlowKind::Reduction) {
    SetVector<Value> inputs(fact->incoming.begin(), fact->incoming.end());
    return SmallVector<Value, 2>(inputs.begin(), inputs.end());
  }
  if (fact->source == NoiseFlowKind::Join) {
    if (fact->unknown)
      return {};
    for (Value incoming : fact->incoming)
      if (getBound(incoming) == fact->bound)
        return {incoming};
    return {}; // a value that callers out of sight pass
  }

  // Leaves out, from the last to the first, each operand without which the
  // bound is the same.
  auto op = cast<NoiseOpInterface>(value.getDefiningOp());
  SmallVector<NoiseBound, 2> bounds;
  for (Value incoming : fact->incoming)
    bounds.push_back(getBound(incoming));
  if (fact->perTurn && op.inferNoise(bounds) != fact->bound)
    return fact->incoming; // all count
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

void NoiseFacts::findOverflows(const NoiseSolver &solver) {
  for (auto [index, fact] : llvm::enumerate(facts)) {
    if ((fact.source != NoiseFlowKind::Transfer &&
         fact.source != NoiseFlowKind::Reduction) ||
        !fact.bound.exceeds(fact.model.max) ||
        !values[index].getDefiningOp<NoiseOpInterface>())
      continue;
    bool passes = llvm::none_of(fact.incoming, [&](Value incoming) {
      return getBound(incoming).exceeds(fact.model.max);
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
    unsigned carried =
        *llvm::min_element(growth.slots, [&](unsigned a, unsigned b) {
          return rank(a) < rank(b);
        });
    NoiseFinding finding{NoiseFindingKind::Unbounded, values[carried],
                         NoiseBound::unbounded(), facts[carried].model.max};
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

/// Sets `mark`, on every value that depends on one of `from`, to the first of
/// those that it depends on.
void NoiseFacts::spread(ArrayRef<Value> from, Value NoiseFact::*mark) {
  if (from.empty())
    return;
  if (users.empty()) {
    users.resize(values.size());
    for (auto [source, user] : edges)
      users[source].push_back(user);
    for (auto [source, user] : hiddenEdges)
      hiddenUsers[source].push_back(user);
  }
  for (Value origin : from) {
    SmallVector<unsigned> worklist = {getIndex(origin)};
    while (!worklist.empty()) {
      unsigned index = worklist.pop_back_val();
      auto reach = [&](unsigned user) {
        if (facts[user].*mark || values[user] == origin)
          return;
        facts[user].*mark = origin;
        worklist.push_back(user);
      };
      llvm::for_each(users[index], reach);
      // Contracts and the iterations of a loop hide the origin of a bound; but
      // a result of an invalid value is invalid too.
      auto hidden = hiddenUsers.find(index);
      if (mark == &NoiseFact::spoiledBy && hidden != hiddenUsers.end())
        llvm::for_each(hidden->second, reach);
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
    if (finding.kind != NoiseFindingKind::Contract &&
        finding.kind != NoiseFindingKind::StatedRange)
      sources.push_back(finding.value);
  spread(sources, &NoiseFact::spoiledBy);
}

void NoiseFacts::findUnexplained() {
  llvm::DenseSet<Value> reported;
  for (const NoiseFinding &finding : findings)
    reported.insert(finding.value);
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    uint32_t max = fact.model.max;
    if (fact.isSafe(max) || fact.spoiledBy || reported.contains(value))
      continue;
    NoiseFindingKind kind = fact.bound.isUnknown() ? NoiseFindingKind::Unknown
                                                   : NoiseFindingKind::Overflow;
    findings.push_back({kind, value, fact.bound, max});
    spread({value}, &NoiseFact::spoiledBy);
  }
}
