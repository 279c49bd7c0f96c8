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
#include "mlir/Interfaces/LoopLikeInterface.h"

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
  std::unique_ptr<NoiseProgram> compiled;
  return run(program, flows, compiled);
}

NoiseFacts NoiseFacts::compute(ProgramFlow &program, NoiseFlows &flows,
                               std::unique_ptr<NoiseProgram> &compiled) {
  NoiseFacts facts = run(program, flows, compiled);
  compiled->setSlots(facts.indices);
  return facts;
}

NoiseFacts NoiseFacts::run(ProgramFlow &program, NoiseFlows &flows,
                           std::unique_ptr<NoiseProgram> &compiled) {
  NoiseApproximation approximation;
  uint64_t steps = kLoopSteps;
  while (true) {
    compiled =
        std::make_unique<NoiseProgram>(program.getRoot(), flows, approximation);
    NoiseProgram &noiseProgram = *compiled;
    NoiseSolver solver(noiseProgram, steps);
    if (program.isSolved())
      solver.solve();
    SmallVector<const NoiseProgram::Function *> overrun = solver.getOverrun();
    if (solver.getUnfinished().empty() && overrun.empty()) {
      NoiseFacts facts(program, flows, noiseProgram, solver,
                       std::move(approximation));
      facts.markApproximated(flows);
      return facts;
    }
    // From now on conditions are not told apart in these loops, and those
    // within; or, if that was so before, they count as loops of unknown trip
    // count.
    for (const NoiseProgram::Loop *loop : solver.getUnfinished()) {
      // (One of unknown trip count is only run for its conditions.)
      if (loop->isOpen) {
        approximation.joinedConditions.insert(loop->op);
        continue;
      }
      bool isNew = false;
      loop->forEachLoop([&](Operation *inner) {
        isNew |= noiseProgram.hasConditions(inner) &&
                 approximation.joinedConditions.insert(inner).second;
      });
      if (!isNew)
        loop->forEachLoop([&](Operation *inner) {
          approximation.uncountedLoops.insert(inner);
        });
    }
    for (const NoiseProgram::Function *function : overrun)
      approximation.joinedFunctions.insert(function->op);
    steps = solver.getStepsLeft();
  }
}

NoiseFacts::NoiseFacts(ProgramFlow &program, NoiseFlows &flows,
                       NoiseProgram &noiseProgram, const NoiseSolver &solver,
                       NoiseApproximation approximation)
    : approximation(std::move(approximation)) {
  values = noiseProgram.getValues();
  addFacts(program, noiseProgram, solver);
  indices = noiseProgram.takeSlots();
  findOverflows(program, flows, noiseProgram, solver);
  findGrowing(flows, noiseProgram, solver);
  findUnknown(noiseProgram, flows);
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
  toldAtCalls.clear();
}

/// True for a value of a loop that is run iteration by iteration.
static bool isPerIteration(const NoiseProgram &noiseProgram, unsigned index) {
  return noiseProgram.getLoop(index) ||
         llvm::any_of(noiseProgram.getFlow(index).inputs, [&](unsigned input) {
           return noiseProgram.readsExit(index, input);
         });
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
    fact.perRun =
        isPerIteration(noiseProgram, index) || noiseProgram.getFunction(index);
    addFlow(noiseProgram, solver, index);
  }
  addCalls(noiseProgram, solver);
}

/// Adds the bounds for each call of functions with few different ones, and for
/// the worst of others.
void NoiseFacts::addCalls(const NoiseProgram &noiseProgram,
                          const NoiseSolver &solver) {
  for (unsigned i = 0; i < noiseProgram.getNumFunctions(); ++i) {
    const NoiseProgram::Function &function = noiseProgram.getFunctionAt(i);
    SmallVector<NoiseSolver::CallRun> runs = solver.getCallRuns(function);
    for (unsigned slot = function.begin; slot < function.end; ++slot) {
      auto &byCall = facts[slot].byCall;
      llvm::SmallMapVector<Operation *, CallNoise, 8> noiseOf;
      for (const NoiseSolver::CallRun &run : runs)
        for (const NoiseProgram::Call *call : run.calls) {
          CallNoise &noise = noiseOf[call->op];
          noise.bound =
              NoiseBound::join(noise.bound, run.bounds[slot - function.begin]);
          noise.call = call->op;
          noise.isOuter = call->function->number != function.number;
        }
      llvm::append_range(byCall, llvm::make_second_range(noiseOf));
      llvm::stable_sort(byCall, [](const CallNoise &a, const CallNoise &b) {
        return a.bound < b.bound;
      });
      if (byCall.empty() || byCall.front().bound == byCall.back().bound)
        byCall.clear();
      if (const NoiseProgram::Call *worst =
              runs.empty() ? solver.getWorstCall(slot) : nullptr)
        byCall.push_back({facts[slot].bound, worst->op});
      // All calls pass the same noise.
      if (runs.size() == 1 && !function.cases)
        facts[slot].perRun = isPerIteration(noiseProgram, slot);
    }
  }
}

/// Adds the values that flow into a value, and the edges from these.
void NoiseFacts::addFlow(const NoiseProgram &noiseProgram,
                         const NoiseSolver &solver, unsigned index) {
  NoiseFact &fact = facts[index];
  const NoiseProgram::Flow &flow = noiseProgram.getFlow(index);
  const NoiseProgram::Loop *loop = noiseProgram.getLoopOfResult(index);
  if (const auto *enclosingLoop = noiseProgram.getLoop(index);
      enclosingLoop && llvm::is_contained(enclosingLoop->carriedSlots, index))
    loop = enclosingLoop;
  // What flows into the values carried by a loop of known trip count: the
  // initial values, and the values that its body uses.
  ArrayRef<unsigned> sources = loop ? loop->inputs : flow.inputs;
  if (loop || noiseProgram.readsCarriedMemory(index))
    fact.source = NoiseFlowKind::Counted;
  // What flows into the result of a call that its callee is run for: the
  // operands.
  std::optional<ArrayRef<unsigned>> callSources =
      noiseProgram.getCallSources(index);
  if (callSources) {
    sources = *callSources;
    fact.source = NoiseFlowKind::Call;
  }
  SmallVector<unsigned, 2> inputs;
  for (unsigned source : sources)
    noiseProgram.addOrigins(source, inputs);
  for (unsigned input : inputs)
    fact.inputs.push_back(values[input]);
  if (!noiseProgram.isInhabited(index))
    // Executed, but the incoming values have no origin: a call that never
    // returns, or a cycle of operations. Not safe; reported at its first value
    // in the text.
    fact.unknown = llvm::none_of(inputs, [&](unsigned input) {
      return input < index && facts[input].bound.isUnknown();
    });
  bool isDirect = !loop && !callSources;
  for (unsigned input : inputs) {
    edges.push_back({input, index});
    // The inputs of a loop that is run are not its direct operands.
    if (isDirect)
      flows.push_back(edges.back());
  }
  auto addHidden = [&](unsigned input) {
    hiddenEdges.push_back({input, index});
    flows.push_back(hiddenEdges.back());
  };
  llvm::for_each(flow.hiddenInputs, addHidden);
  if (loop)
    llvm::for_each(flow.inputs, addHidden);
  if (callSources)
    for (unsigned input : flow.inputs) {
      flows.push_back({input, index});
      // What is wrong in the callee in other calls does not concern this one.
      if (solver.isCalleeAtFault(index))
        hiddenEdges.push_back(flows.back());
    }
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
      fact->source == NoiseFlowKind::Reduction ||
      fact->source == NoiseFlowKind::Call) {
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
  if (fact->perRun && op.inferNoise(fact->model, bounds) != fact->bound)
    return fact->inputs; // all count
  NoiseBound minBound = NoiseBound::bits(1);
  SmallVector<Value, 2> causes;
  for (unsigned i = bounds.size(); i-- > 0;) {
    NoiseBound bound = std::exchange(bounds[i], minBound);
    if (op.inferNoise(fact->model, bounds) == fact->bound)
      continue;
    bounds[i] = bound;
    causes.insert(causes.begin(), fact->inputs[i]);
  }
  return causes;
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

/// Notes what was too much to be followed.
void NoiseFacts::markApproximated(NoiseFlows &flows) {
  auto mark = [&](Value value, NoiseLimit limit) {
    auto index = indices.find(value);
    if (index != indices.end() &&
        facts[index->second].source != NoiseFlowKind::Contract)
      facts[index->second].limit = limit;
  };
  for (Operation *function : approximation.joinedFunctions)
    for (BlockArgument argument : cast<CallableOpInterface>(function)
                                      .getCallableRegion()
                                      ->getArguments())
      mark(argument, NoiseLimit::Calls);
  auto markLoop = [&](Operation *op, NoiseLimit limit) {
    // Of a loop of unknown trip count nothing else is expected.
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    std::optional<TripCount> count;
    if (loop)
      count = flows.getTripCount(loop);
    if (!count || (!count->isExact() && count->max > NoiseBound::kCap))
      return;
    for (BlockArgument argument : loop.getRegionIterArgs())
      mark(argument, limit);
    for (Value result : op->getResults())
      mark(result, limit);
  };
  for (Operation *op : approximation.uncountedLoops)
    markLoop(op, NoiseLimit::Iterations);
  for (Operation *op : approximation.joinedConditions)
    if (!approximation.uncountedLoops.contains(op))
      markLoop(op, NoiseLimit::Conditions);
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
    if (!finding.use) {
      sources.push_back(finding.value);
      llvm::append_range(sources, finding.others);
    }
  for (Value source : sources)
    facts[getIndex(source)].isCause = true;
  llvm::append_range(sources, toldAtCalls);
  spread(sources, &NoiseFact::unreliableCause);
}
