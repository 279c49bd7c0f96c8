//===- NoiseContracts.cpp - Where what is stated is checked ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is stated of arguments and results, `noisy.bound` and `noisy.range`
// alike, is checked wherever something in sight is passed or returned
// (`FunctionUses`). What comes from out of sight, or cannot be measured, is
// believed: values say of themselves that they are stated.
//
//===----------------------------------------------------------------------===//

#include "analysis/FlowTargets.h"
#include "analysis/IntegerTypes.h"
#include "analysis/NoiseFacts.h"
#include "dialect/StatedRange.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

void NoiseFacts::collectContractUses(ProgramFlow &program, NoiseFlows &flows) {
  const FunctionUses &uses = flows.getUses();
  program.getRoot()->walk([&](Operation *op) {
    SmallVector<Operation *> callees = uses.getCallees(op);
    ArrayRef<Operation *> held = uses.getHeld(op);
    if ((callees.empty() && held.empty() && !isRegionEnd(op)) ||
        !flows.isLive(op->getBlock()))
      return;
    for (Operation *callee : callees)
      collectPassed(program, op, callee, callees.size() == 1);
    for (Operation *function : held)
      collectHeld(program, flows, op, function);
    collectReturned(op);
  });
}

/// What `call` passes to `callee`, one by one.
void NoiseFacts::collectPassed(ProgramFlow &program, Operation *call,
                               Operation *callee, bool isCertain) {
  // Out of sight nothing tells what becomes of an argument, but it has to be
  // within the limit that holds there.
  auto callable = dyn_cast<CallableOpInterface>(callee);
  std::optional<uint32_t> limit;
  if (callable && !callable.getCallableRegion() &&
      NoiseModel::get(callee).max < NoiseModel::get(call).max)
    limit = NoiseModel::get(callee).max;
  OperandRange passed = FunctionUses::getPassed(call);
  for (unsigned i = 0; i < passed.size(); ++i) {
    std::optional<uint32_t> contract = getArgumentContract(callee, i);
    std::optional<uint32_t> most = contract ? contract : limit;
    unsigned operand = passed.getBeginOperandIndex() + i;
    if (carriesNoise(passed[i])) {
      if (most)
        contractUses.push_back({passed[i], *most, call, operand,
                                /*isLimit=*/!contract, callee});
    } else {
      findBrokenRange(program,
                      {NoiseFindingKind::StatedRange, passed[i], NoiseBound(),
                       0, call, operand, 0,
                       /*isLimit=*/false, callee},
                      i, isCertain);
    }
  }
}

/// What `holder` may pass to any argument of `function`.
void NoiseFacts::collectHeld(ProgramFlow &program, NoiseFlows &flows,
                             Operation *holder, Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return;
  std::optional<uint32_t> strictest;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (std::optional<uint32_t> contract = getArgumentContract(function, i))
      strictest = std::min(strictest.value_or(*contract), *contract);
  auto addNoise = [&](Operation *use) {
    for (OpOperand &operand : use->getOpOperands())
      if (carriesNoise(operand.get()))
        contractUses.push_back({operand.get(), *strictest, use,
                                operand.getOperandNumber(), /*isLimit=*/false,
                                function, /*isHeld=*/true});
  };
  if (strictest) {
    addNoise(holder);
    // What its regions pass on, it may get as well.
    if (!holder->hasTrait<OpTrait::IsIsolatedFromAbove>())
      for (Region &region : holder->getRegions())
        region.walk([&](Operation *inner) {
          if (isRegionEnd(inner))
            addNoise(inner);
        });
  }
  if (!flows.getUses().mayCall(holder, function) || !statesRange(function))
    return;
  for (OpOperand &operand : holder->getOpOperands())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.getArgumentTypes()[i] == operand.get().getType() &&
          findBrokenRange(program,
                          {NoiseFindingKind::StatedRange, operand.get(),
                           NoiseBound(), 0, holder, operand.getOperandNumber(),
                           0, /*isLimit=*/false, function, /*isHeld=*/true},
                          i, /*isCertain=*/false))
        break;
}

/// What `end` returns, whatever it is that ends a function, as dead code
/// analysis has it. Of what is not known to return, any operand may be any
/// result.
void NoiseFacts::collectReturned(Operation *end) {
  auto callable = dyn_cast_or_null<CallableOpInterface>(end->getParentOp());
  if (!callable || end->getParentRegion() != callable.getCallableRegion() ||
      !isRegionEnd(end))
    return;
  std::optional<uint32_t> strictest;
  bool isKnown = isKnownReturn(end, callable);
  if (!isKnown)
    for (unsigned i = 0; i < callable.getResultTypes().size(); ++i)
      if (std::optional<uint32_t> contract = getResultContract(callable, i))
        strictest = std::min(strictest.value_or(*contract), *contract);
  for (OpOperand &operand : end->getOpOperands()) {
    std::optional<uint32_t> contract =
        isKnown ? getResultContract(callable, operand.getOperandNumber())
                : strictest;
    if (contract && carriesNoise(operand.get()))
      contractUses.push_back({operand.get(), *contract, end,
                              operand.getOperandNumber(), /*isLimit=*/false,
                              /*function=*/nullptr, /*isHeld=*/!isKnown});
  }
}

void NoiseFacts::findBrokenContracts() {
  for (const NoiseContractUse &use : contractUses) {
    NoiseBound bound = getBound(use.value);
    // What is above the model's limit has been reported where it began.
    if (bound.exceeds(use.limit) &&
        !bound.exceeds(facts[getIndex(use.value)].model.max))
      findings.push_back({NoiseFindingKind::Contract, use.value, bound,
                          use.limit, use.use, use.operand, 0, use.isLimit,
                          use.function, use.isHeld});
  }
}

/// Whether all of `range` is in `stated`. A stated range is an interval in one
/// of the two readings; in the other it is that, or full.
static bool isWithin(const ConstantIntRanges &range,
                     const ConstantIntRanges &stated) {
  bool isUnsigned = !(stated.umin().isZero() && stated.umax().isAllOnes()) &&
                    stated.umin().ule(range.umin()) &&
                    range.umax().ule(stated.umax());
  bool isSigned =
      !(stated.smin().isMinSignedValue() && stated.smax().isMaxSignedValue()) &&
      stated.smin().sle(range.smin()) && range.smax().sle(stated.smax());
  return isUnsigned || isSigned ||
         stated == ConstantIntRanges::maxRange(stated.umin().getBitWidth());
}

/// Adds `finding` if what is stated of an argument of its function may be
/// broken. Whether it may. Without `isCertain`, it is not known whether the
/// value comes to that argument at all.
bool NoiseFacts::findBrokenRange(ProgramFlow &program, NoiseFinding finding,
                                 unsigned argument, bool isCertain) {
  auto function = dyn_cast<FunctionOpInterface>(finding.function);
  Value value = finding.value;
  if (!function || !function.getAllArgAttrs() || !hasRange(value) ||
      !program.isReached(value))
    return false;
  std::optional<ConstantIntRanges> stated = getStatedRange(function, argument);
  ConstantIntRanges range = *program.getRange(value);
  if (!stated || !fits(*stated, value.getType()) || isWithin(range, *stated))
    return false;
  bool isOutside =
      isCertain && !fits(range.intersection(*stated), value.getType());
  finding.brokenRange = BrokenRange{range, *stated, isOutside};
  findings.push_back(finding);
  return true;
}
