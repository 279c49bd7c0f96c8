//===- NoiseFindings.cpp - What is wrong with noise -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseFacts that finds overflows, growth and unknown noise. (For
// what is stated, see NoiseContracts.cpp.)
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/BufferUses.h"
#include "analysis/noise/NoiseFacts.h"
#include "analysis/noise/NoiseSolver.h"
#include "analysis/noise/PassedIntegers.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

bool NoiseFinding::isWithin(Operation *scope) const {
  auto holds = [&](Value v) {
    return v && scope->isAncestor(v.getParentBlock()->getParentOp());
  };
  return use ? scope->isAncestor(use) || holds(overflow) : holds(value);
}

void NoiseFacts::findOverflows(ProgramFlow &program, NoiseFlows &flows,
                               const NoiseProgram &noiseProgram,
                               const NoiseSolver &solver) {
  std::vector<std::optional<PassedInteger>> integers = findPassedIntegers(
      program.getRoot(), flows, approximation, noiseProgram, solver);
  for (auto [overflow, integer] :
       llvm::zip_equal(solver.getCallOverflows(), integers)) {
    const NoiseProgram::Function &function = *overflow.call->function;
    auto call = cast<CallOpInterface>(overflow.call->op);
    unsigned position = function.positions[overflow.argument];
    NoiseFinding finding{NoiseFindingKind::Call,
                         call.getArgOperands()[position],
                         overflow.bound,
                         overflow.limit.value_or(0),
                         call,
                         call.getArgOperands().getBeginOperandIndex() +
                             position};
    finding.function = function.op;
    finding.overflow = values[overflow.overflow];
    finding.integer = integer;
    findings.push_back(finding);
  }
  for (auto [index, fact] : llvm::enumerate(facts)) {
    if ((fact.source != NoiseFlowKind::Transfer &&
         fact.source != NoiseFlowKind::Reduction) ||
        !fact.bound.exceeds(fact.model.max) ||
        !values[index].getDefiningOp<NoiseOpInterface>())
      continue;
    bool passes = llvm::none_of(fact.inputs, [&](Value input) {
      return getBound(input).exceeds(fact.model.max);
    });
    if (!passes && !solver.getOverflows().contains(index))
      continue;
    // Where calls are to blame they have the finding.
    const NoiseProgram::Function *function = noiseProgram.getFunction(index);
    if (function && solver.areCallsToBlame(*function)) {
      fact.isCause = true;
      toldAtCalls.push_back(values[index]);
    } else {
      findings.push_back({NoiseFindingKind::Overflow, values[index], fact.bound,
                          fact.model.max});
    }
  }
}

/// A shortest circle of calls from `function` to itself among `functions`;
/// empty if there is none.
static SmallVector<Operation *, 0>
findCircle(NoiseFlows &flows, Operation *function,
           const llvm::SetVector<Operation *> &functions) {
  llvm::DenseMap<Operation *, Operation *> callerOf;
  std::vector<Operation *> queue = {function};
  for (size_t i = 0; i < queue.size(); ++i) {
    Operation *caller = queue[i];
    caller->walk([&](Operation *op) {
      for (Operation *callee : flows.getUses().getCallees(op))
        if (functions.contains(callee) &&
            callerOf.try_emplace(callee, caller).second && callee != function)
          queue.push_back(callee);
    });
  }
  SmallVector<Operation *, 0> circle;
  for (Operation *op = callerOf.lookup(function); op;
       op = callerOf.lookup(op)) {
    circle.insert(circle.begin(), op);
    if (op == function)
      return circle;
  }
  return {};
}

/// True if a block is in a loop of its function, or run for each element of a
/// tensor.
static bool isInLoop(Block *block) {
  for (Operation *parent = block->getParentOp(); parent;
       block = parent->getBlock(), parent = parent->getParentOp()) {
    if (isa<LoopLikeOpInterface, linalg::LinalgOp>(parent))
      return true;
    if (!block->getParent()->hasOneBlock()) {
      llvm::SetVector<Block *> reached(block->succ_begin(), block->succ_end());
      for (size_t i = 0; i < reached.size(); ++i)
        reached.insert(reached[i]->succ_begin(), reached[i]->succ_end());
      if (reached.contains(block))
        return true;
    }
    if (isa<CallableOpInterface>(parent) || !parent->getBlock())
      break;
  }
  return false;
}

/// Finds what carries a value that grows in some functions: loops in them if
/// there are any, or what calls them.
static void findCarriers(NoiseFinding &finding, NoiseFlows &flows,
                         llvm::SetVector<Operation *> functions) {
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> callsOf;
  for (CallOpInterface call : flows.getUses().getCalls())
    for (Operation *callee : flows.getUses().getCallees(call))
      callsOf[callee].push_back(call);
  for (size_t i = 0; i < functions.size(); ++i) {
    Operation *function = functions[i];
    ArrayRef<Operation *> calls = callsOf[function];
    finding.isByCalls |= calls.size() + !flows.knowsCalls(function) > 1;
    for (Operation *call : calls) {
      finding.isByLoops |= isInLoop(call->getBlock());
      if (Operation *caller = call->getParentOfType<CallableOpInterface>())
        functions.insert(caller);
    }
  }
}

void NoiseFacts::findGrowing(NoiseFlows &flows,
                             const NoiseProgram &noiseProgram,
                             const NoiseSolver &solver) {
  for (const NoiseSolver::Growth &growth : solver.getGrowths()) {
    // Where calls are to blame they have the finding.
    const NoiseProgram::Function *caller =
        noiseProgram.getFunction(growth.slots.front());
    if (growth.isOfCase && caller && solver.areCallsToBlame(*caller)) {
      for (unsigned slot : growth.slots) {
        facts[slot].isCause = true;
        toldAtCalls.push_back(values[slot]);
      }
      continue;
    }
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
    llvm::SetVector<Operation *> functions;
    for (unsigned slot : growth.slots)
      if (Operation *op = values[slot].getParentBlock()->getParentOp())
        if (Operation *function =
                isa<CallableOpInterface>(op)
                    ? op
                    : op->getParentOfType<CallableOpInterface>())
          functions.insert(function);
    Operation *parent = values[carriedIndex].getParentBlock()->getParentOp();
    bool isCarriedByCalls =
        isa<CallableOpInterface>(parent) &&
        values[carriedIndex].getParentBlock()->isEntryBlock();
    if (isCarriedByCalls)
      finding.circle = findCircle(flows, parent, functions);
    if (finding.circle.empty()) {
      finding.isByLoops = llvm::any_of(growth.slots, [&](unsigned slot) {
        return isInLoop(values[slot].getParentBlock());
      });
      if (!finding.isByLoops)
        findCarriers(finding, flows, functions);
    }
    findings.push_back(finding);
  }
}

/// The operation that is the reason if nothing is known of a value, or null:
/// each argument of a function is known or unknown by itself, and may be
/// declared.
static Operation *findUnknownPlace(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op;
  Block *block = value.getParentBlock();
  Operation *parent = block->getParentOp();
  return block->isEntryBlock() && !isa<FunctionOpInterface>(parent) ? parent
                                                                    : nullptr;
}

void NoiseFacts::findUnknown(const NoiseProgram &noiseProgram,
                             NoiseFlows &flows) {
  llvm::DenseMap<Operation *, size_t> findingOf;
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    if (!fact.unknown || !fact.bound.isUnknown())
      continue;
    NoiseFlow flow = flows.get(value);
    std::optional<UnknownReason> reason = flow.reason;
    // The program of noise did not follow all that comes into the buffer.
    if (!reason && flow.buffer)
      reason = UnknownReason{UnknownReason::TooMany, flow.buffer->buffer};
    if (!reason && noiseProgram.mixesUnits(indices.lookup(value)))
      reason = UnknownReason{UnknownReason::Units, nullptr};
    if (Operation *place = findUnknownPlace(value)) {
      auto [known, isNew] = findingOf.try_emplace(place, findings.size());
      if (!isNew && findings[known->second].reason == reason) {
        findings[known->second].others.push_back(value);
        continue;
      }
    }
    findings.push_back(
        {NoiseFindingKind::Unknown, value, fact.bound, fact.model.max});
    findings.back().reason = reason;
  }
}

void NoiseFacts::findUnexplained() {
  for (auto [value, fact] : llvm::zip_equal(values, facts)) {
    uint32_t max = fact.model.max;
    if (fact.isSafe(max) || fact.unreliableCause || fact.isCause)
      continue;
    NoiseFindingKind kind = fact.bound.isUnknown() ? NoiseFindingKind::Unknown
                                                   : NoiseFindingKind::Overflow;
    findings.push_back({kind, value, fact.bound, max});
    fact.isCause = true;
    spread({value}, &NoiseFact::unreliableCause);
  }
}
