//===- NoiseSolver.cpp - The bounds of all noise --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseSolverCycles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

/// The units that functions may run outside of loops, besides running each of
/// the program once.
static constexpr uint64_t kCallSteps = 1u << 22;

NoiseSolver::NoiseSolver(const NoiseProgram &program, uint64_t steps)
    : program(program), bounds(program.getNumSlots()), joins(program.size()),
      callJoins(program.getNumFunctions() ? program.size() : 0),
      worstRuns(callJoins.size()), evaluations(program.getNumFunctions()),
      stepsLeft(steps), callsOf(program.getNumFunctions()),
      isBlamedOnCalls(program.getNumFunctions()),
      callSteps(kCallSteps + 4 * program.size()) {}

NoiseSolver::~NoiseSolver() = default;

void NoiseSolver::solve() {
  run(program.getRoot());
  findCallOverflows();
  for (Slot slot = 0; slot < callJoins.size(); ++slot)
    if (program.getFunction(slot))
      bounds[slot] = callJoins[slot];
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

void NoiseSolver::runTransfer(const Unit &unit) {
  Slot output = unit.outputs.front();
  if (unit.transfer) {
    NoiseBound operands[] = {bounds[unit.inputs[0]], bounds[unit.inputs[1]]};
    bool isReached =
        !operands[0].isUnreachable() && !operands[1].isUnreachable();
    bounds[output] = isReached ? unit.transfer->apply(operands[0], operands[1])
                               : NoiseBound::unreachable();
    return noteExcess(output, operands);
  }
  SmallVector<NoiseBound, 2> operands;
  bool isReached = true;
  for (Slot input : unit.inputs) {
    operands.push_back(bounds[input]);
    isReached &= !operands.back().isUnreachable();
  }
  if (!isReached) {
    bounds[output] = NoiseBound::unreachable();
    return;
  }
  NoiseOpInterface op = unit.op; // a handle; calling it changes nothing
  bounds[output] = op.inferNoise(program.getModel(output), operands);
  noteExcess(output, operands);
}

void NoiseSolver::runReduction(const Unit &unit) {
  Slot output = unit.outputs.front();
  const NoiseProgram::Flow &flow = program.getFlow(output);
  NoiseBound operands[] = {bounds[unit.inputs[0]], bounds[unit.inputs[1]]};
  NoiseBound fresh = NoiseBound::bits(program.getModel(output).getReduced());
  bounds[output] =
      flow.reduction->evaluate(flow.part, operands[0], operands[1], fresh);
  if (flow.part == ParallelReduction::Combination)
    noteExcess(output, operands);
  noteFault(bounds[output], program.getModel(output).max);
}

/// Notes an operation in a loop or function whose result passes the limit.
void NoiseSolver::noteExcess(Slot output, ArrayRef<NoiseBound> operands) {
  if (!inLoop && callDepth == 0)
    return;
  uint32_t max = program.getModel(output).max;
  if (!bounds[output].exceeds(max))
    return;
  noteFault(bounds[output], max);
  if (inLoop && mode.tracksExcess)
    excess.insert(output);
  if (llvm::any_of(operands,
                   [&](NoiseBound operand) { return operand.exceeds(max); }))
    return;
  if (callDepth > 0 && !faults.overflow)
    faults.overflow = output;
  if (mode.isReal)
    overflowSlots.insert(output);
}

/// One run of a function: what it changes, though it belongs to an outer run of
/// the same function, is as it was afterwards; and the case.
class NoiseSolver::Activation {
public:
  Activation(NoiseSolver &solver, const NoiseProgram::Function &function,
             unsigned number)
      : solver(solver), function(function) {
    if (function.isRecursive) {
      savedStates = solver.stateOf;
      copy(solver.bounds.begin() + function.begin, savedBounds);
      copy(solver.joins.begin() + function.begin, savedJoins);
      savedExtras.assign(solver.bounds.begin() + solver.program.size(),
                         solver.bounds.end());
    }
    if (function.cases) {
      outerCase = std::exchange(solver.stateOf[function.cases], number);
      ++solver.epoch; // earlier runs of loops within were of another case
    }
  }
  ~Activation() {
    if (function.isRecursive) {
      solver.stateOf = std::move(savedStates);
      llvm::copy(savedBounds, solver.bounds.begin() + function.begin);
      llvm::copy(savedJoins, solver.joins.begin() + function.begin);
      llvm::copy(savedExtras, solver.bounds.begin() + solver.program.size());
    }
    if (function.cases) {
      solver.stateOf[function.cases] = outerCase;
      ++solver.epoch;
    }
  }

private:
  void copy(std::vector<NoiseBound>::iterator begin,
            std::vector<NoiseBound> &saved) {
    saved.assign(begin, begin + (function.end - function.begin));
  }

  NoiseSolver &solver;
  const NoiseProgram::Function &function;
  uint64_t outerCase = 0;
  NoiseProgram::States savedStates;
  std::vector<NoiseBound> savedBounds, savedJoins, savedExtras;
};

/// The run of a function in this case and on these arguments: an earlier one,
/// unless that lacks something that is needed now.
NoiseSolver::Evaluation &
NoiseSolver::evaluate(const NoiseProgram::Function &function,
                      const Passed &passed) {
  Evaluations &known = evaluations[function.number];
  bool needsExcess = inLoop && mode.tracksExcess;
  auto [entry, isNew] = known.byArguments.try_emplace(passed);
  Evaluation &evaluation = entry->second;
  if (!isNew && evaluation.isReal >= mode.isReal &&
      evaluation.hasExcess >= needsExcess)
    return evaluation;

  Activation activation(*this, function, passed.first);
  llvm::DenseSet<Slot> outerExcess = std::exchange(excess, {});
  Faults outerFaults = std::exchange(faults, {});
  for (auto [slot, bound] : llvm::zip_equal(function.arguments, passed.second))
    bounds[slot] = bound;
  // Of loops within; they may have been run for another call.
  std::fill(joins.begin() + function.begin, joins.begin() + function.end,
            NoiseBound());
  ++callDepth;
  const Evaluation *outerRun = std::exchange(running, &evaluation);
  known.steps += function.units.size();
  run(function);
  running = outerRun;
  --callDepth;
  evaluation.results.clear();
  for (Slot slot : function.results)
    evaluation.results.push_back(bounds[slot]);
  evaluation.excess.assign(excess.begin(), excess.end());
  evaluation.faults = std::exchange(faults, outerFaults);
  excess = std::move(outerExcess);
  evaluation.isReal |= mode.isReal && !isGivenUp();
  evaluation.hasExcess |= needsExcess && !isGivenUp();
  if (!mode.isReal)
    return evaluation;
  bool isKept = known.byArguments.size() <= kMostCallRuns;
  evaluation.bounds.clear();
  for (Slot slot = function.begin; slot < function.end; ++slot) {
    NoiseBound bound = program.getLoop(slot) ? joins[slot] : bounds[slot];
    NoiseBound joined = NoiseBound::join(callJoins[slot], bound);
    WorstRun &worst = worstRuns[slot];
    worst.isWorse |= worst.run && bound != callJoins[slot];
    if (!worst.run || joined != callJoins[slot])
      worst.run = &evaluation;
    callJoins[slot] = joined;
    if (isKept)
      evaluation.bounds.push_back(bound);
  }
  return evaluation;
}

/// True if the callee has several runs for a call: its caller has, too.
bool NoiseSolver::isOfManyRuns(const NoiseProgram::Call &call) const {
  unsigned count = 0;
  for (const auto &[passed, evaluation] :
       evaluations[call.function->number].byArguments)
    count +=
        evaluation.isReal &&
        llvm::is_contained(llvm::make_first_range(evaluation.calls), &call);
  return count > 1;
}

/// The calls that a run stands for, in place of each that does not tell it from
/// other runs those of its caller.
SmallVector<const NoiseProgram::Call *, 1>
NoiseSolver::findRunCalls(const Evaluation &evaluation) const {
  SmallVector<const NoiseProgram::Call *, 1> calls;
  // Callers may be reached in many ways, or by recursion.
  llvm::SmallSetVector<const Evaluation *, 8> runs;
  runs.insert(&evaluation);
  for (size_t i = 0; i < runs.size() && i < kMostCallers; ++i)
    for (auto [call, caller] : runs[i]->calls) {
      if (caller && !caller->calls.empty() && isOfManyRuns(*call))
        runs.insert(caller);
      else if (calls.size() < kMostCallRuns)
        calls.push_back(call);
    }
  return calls;
}

SmallVector<NoiseSolver::CallRun>
NoiseSolver::getCallRuns(const NoiseProgram::Function &function) const {
  SmallVector<CallRun> runs;
  for (const auto &[passed, evaluation] :
       evaluations[function.number].byArguments) {
    if (!evaluation.isReal)
      continue;
    if (runs.size() == kMostCallRuns || evaluation.bounds.empty())
      return {};
    runs.push_back({findRunCalls(evaluation), evaluation.bounds});
  }
  return runs;
}

const NoiseProgram::Call *NoiseSolver::getWorstCall(Slot slot) const {
  if (slot >= worstRuns.size() || !worstRuns[slot].isWorse ||
      worstRuns[slot].run->calls.empty())
    return nullptr;
  return worstRuns[slot].run->calls.front().first;
}

/// Runs a call in one case of the callee, and joins what comes out to the
/// bounds of its results.
void NoiseSolver::runCase(const NoiseProgram::Call &call,
                          const Passed &passed) {
  Evaluation &evaluation = evaluate(*call.function, passed);
  CallInRun inRun{&call, running};
  // Of one call, the runs of its caller must not push out other calls.
  bool isKnown =
      llvm::is_contained(llvm::make_first_range(evaluation.calls), &call);
  if (mode.isReal && !llvm::is_contained(evaluation.calls, inRun) &&
      evaluation.calls.size() < (isKnown ? kMostCallRuns : 2 * kMostCallRuns))
    evaluation.calls.push_back(inRun);
  excess.insert(evaluation.excess.begin(), evaluation.excess.end());
  faults.add(evaluation.faults);
  if (mode.isReal) {
    callsOf[call.function->number].insert(&call);
    if (llvm::none_of(llvm::zip(call.function->arguments, passed.second),
                      [&](const auto &pair) {
                        const auto &[slot, bound] = pair;
                        return !bound.isUnknown() &&
                               bound.exceeds(program.getModel(slot).max);
                      }))
      soundCalls.insert(&call);
  }
  if (evaluation.faults.overflow && mode.isReal)
    overflowingCalls.insert({&call, passed});
  for (auto [output, returned] : llvm::zip_equal(call.outputs, call.returned)) {
    for (unsigned result : returned)
      bounds[output] =
          NoiseBound::join(bounds[output], evaluation.results[result]);
    if (evaluation.faults.isAny && mode.isReal)
      faultyResults.insert(program.getOrigin(output));
  }
}

void NoiseSolver::runCall(const Unit &unit) {
  const NoiseProgram::Call &call = *unit.call;
  Passed passed;
  passed.second.assign(call.assumedBounds.begin(), call.assumedBounds.end());
  for (Slot input : unit.inputs)
    passed.second.push_back(bounds[input]);
  ArrayRef<unsigned> cases = call.cases.get(stateOf);
  // Each call that is executed reaches a case.
  if (isGivenUp() || cases.empty()) {
    for (Slot output : unit.outputs)
      bounds[output] = NoiseBound::unknown();
    return;
  }
  for (auto [output, bound] : llvm::zip_equal(unit.outputs, call.otherBounds))
    bounds[output] = bound;
  for (unsigned number : cases) {
    passed.first = number;
    runCase(call, passed);
  }
}

/// True if some calls of a function overflow within, others do not, and all
/// that do are in sight. What gets too much noise does not show that less is
/// all right: if there is nothing else, the least noise has to do it.
bool NoiseSolver::doCallsDiffer(const NoiseProgram::Function &function) {
  // What is passed in a buffer is not told at a call.
  if (function.isRecursive || function.positions.empty() ||
      function.arguments.size() > function.positions.size())
    return false;
  const Passed *excessive = nullptr;
  bool hasNone = false, hasSoundNone = false;
  for (const NoiseProgram::Call *call : callsOf[function.number]) {
    auto overflowing = overflowingCalls.find(call);
    bool overflows = overflowing != overflowingCalls.end();
    if (overflows && !call->op)
      return false;
    if (overflows && !excessive)
      excessive = &overflowing->second;
    hasNone |= !overflows;
    hasSoundNone |= !overflows && soundCalls.contains(call);
  }
  if (!excessive || !hasNone || hasSoundNone)
    return excessive && hasSoundNone;
  NoiseBound least = NoiseBound::bits(program.getLeastNoise());
  Passed trial = {excessive->first, State(excessive->second.size(), least)};
  return !evaluate(function, trial).faults.overflow && !isGivenUp();
}

/// Finds the argument to blame for an overflow: the noisiest one with which
/// less noise would help.
NoiseSolver::CallOverflow NoiseSolver::blame(const NoiseProgram::Call &call,
                                             const Passed &passed) {
  const NoiseProgram::Function &function = *call.function;
  const State &arguments = passed.second;
  CallOverflow result{&call,    *evaluate(function, passed).faults.overflow,
                      0,        {},
                      {},       passed.first,
                      arguments};
  auto overflowsWith = [&](unsigned argument, uint32_t bits) {
    Passed trial = passed;
    trial.second[argument] = NoiseBound::bits(bits);
    return evaluate(function, trial).faults.overflow.has_value();
  };
  SmallVector<unsigned> byNoise;
  for (unsigned i = 0; i < arguments.size(); ++i)
    byNoise.push_back(i);
  llvm::stable_sort(byNoise, [&](unsigned a, unsigned b) {
    return arguments[a] > arguments[b];
  });
  result.argument = byNoise.front();
  for (unsigned argument : byNoise) {
    uint32_t low = program.getLeastNoise();
    if (!arguments[argument].isBits() || arguments[argument].getBits() <= low ||
        overflowsWith(argument, low))
      continue;
    uint32_t high = arguments[argument].getBits(); // too much; `low` is not
    while (high - low > 1) {
      uint32_t middle = low + (high - low) / 2;
      (overflowsWith(argument, middle) ? high : low) = middle;
    }
    if (isGivenUp())
      break;
    result.argument = argument;
    result.limit = low;
    break;
  }
  result.bound = arguments[result.argument];
  return result;
}

/// Finds the calls to blame: those of functions that other calls do not
/// overflow, in code that is not itself only wrong for some of its calls.
void NoiseSolver::findCallOverflows() {
  if (overflowingCalls.empty() || isGivenUp())
    return;
  // The search for what callees take has steps of its own, after which the
  // calls are still told, but not that.
  uint64_t savedSteps = std::exchange(callSteps, kCallSteps);
  mode.isReal = false;
  std::vector<char> differ(callsOf.size());
  // Callers come before their callees.
  for (unsigned i = 0; i < callsOf.size(); ++i) {
    differ[i] = doCallsDiffer(program.getFunctionAt(i));
    isBlamedOnCalls[i] =
        differ[i] ||
        (!callsOf[i].empty() &&
         llvm::all_of(callsOf[i], [&](const NoiseProgram::Call *call) {
           return call->caller && isBlamedOnCalls[call->caller->number];
         }));
  }
  for (const auto &[call, passed] : overflowingCalls)
    if (differ[call->function->number] &&
        !(call->caller && areCallsToBlame(*call->caller)))
      callOverflows.push_back(blame(*call, passed));
  mode = {};
  callSteps = savedSteps;
}

std::optional<bool>
NoiseSolver::overflows(const NoiseProgram::Function &function,
                       ArrayRef<unsigned> cases,
                       ArrayRef<NoiseBound> arguments) {
  callSteps = kCallSteps;
  mode.isReal = false;
  bool result = llvm::any_of(cases, [&](unsigned number) {
    return evaluate(function, {number, State(arguments)})
        .faults.overflow.has_value();
  });
  bool isKnown = !isGivenUp();
  mode = {};
  return isKnown ? std::optional(result) : std::nullopt;
}

SmallVector<const NoiseProgram::Function *> NoiseSolver::getOverrun() const {
  SmallVector<const NoiseProgram::Function *> overrun;
  if (callSteps > 0)
    return overrun;
  uint64_t maxSteps = 0;
  for (const Evaluations &known : evaluations)
    maxSteps = std::max(maxSteps, known.steps);
  for (unsigned i = 0; i < evaluations.size(); ++i)
    if (2 * evaluations[i].steps >= maxSteps)
      overrun.push_back(&program.getFunctionAt(i));
  return overrun;
}

void NoiseSolver::run(const Unit &unit) {
  if (!unit.around.isExecuted(stateOf)) {
    for (Slot output : unit.outputs)
      bounds[output] = NoiseBound::unreachable();
    return;
  }
  switch (unit.kind) {
  case NoiseProgram::UnitKind::Constant:
    bounds[unit.outputs.front()] = unit.bound;
    faults.isAny |= callDepth > 0 && unit.bound.isUnknown();
    return;
  case NoiseProgram::UnitKind::Transfer:
    return runTransfer(unit);
  case NoiseProgram::UnitKind::Join: {
    NoiseBound bound = unit.bound;
    unit.forEachJoined(stateOf, [&](Slot input) {
      bound = NoiseBound::join(bound, bounds[input]);
    });
    bounds[unit.outputs.front()] = bound;
    faults.isAny |= callDepth > 0 && bound.isUnknown();
    return;
  }
  case NoiseProgram::UnitKind::Reduction:
    return runReduction(unit);
  case NoiseProgram::UnitKind::Loop:
    return inLoop ? runLoop(unit) : runOuterLoop(unit);
  case NoiseProgram::UnitKind::Call:
    return runCall(unit);
  }
}

void NoiseSolver::run(const Scope &scope) {
  spend(scope.units.size() + 1);
  if (isGivenUp())
    return;
  unsigned next = 0;
  auto runUntil = [&](unsigned end) {
    for (; next < end; ++next)
      run(scope.units[next]);
  };
  for (auto [begin, end] : scope.cycles) {
    runUntil(begin);
    spend(8 * (end - begin)); // for the probes and trials
    Cycle(*this, ArrayRef<Unit>(scope.units).slice(begin, end - begin)).solve();
    next = end;
  }
  runUntil(scope.units.size());
}
