//===- NoiseContracts.cpp - The checks of stated bounds and ranges --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements on arguments and results, `noisy.bound` and `noisy.range` alike,
// are checked wherever code in sight passes or returns a value
// (`FunctionUses`). A value that goes out of sight anywhere may reach each
// function that escapes, and has to keep the statements of that function.
// Values that come from out of sight, or cannot be measured, are assumed to
// keep them.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FlowTargets.h"
#include "analysis/integers/GuardedRanges.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/RangeAnalysis.h"
#include "analysis/noise/LaunchSizes.h"
#include "analysis/noise/NoiseFacts.h"
#include "analysis/program/HiddenFlow.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "dialect/StatedRange.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

/// True if encrypted operands of `op` go only to values, or to functions in
/// sight.
static bool keepsNoise(NoiseFlows &flows, Operation *op) {
  const FunctionUses &uses = flows.getUses();
  if (!uses.getHeld(op).empty())
    return false;
  switch (getNoiseExit(op)) {
  case NoiseExit::None:
    return true;
  case NoiseExit::Callee: {
    SmallVector<Operation *> callees = uses.getCallees(op);
    return !callees.empty() && llvm::all_of(callees, hasBody);
  }
  case NoiseExit::Caller:
    return !flows.escapes(op->getParentOp());
  case NoiseExit::OutOfSight:
    return false;
  }
  llvm_unreachable("all exits are handled");
}

/// True if the use that `op` makes of its operands is unknown: it is of no
/// known dialect, holds a function, calls one without a body, or ends a region
/// of such an operation.
static bool isOpaque(const FunctionUses &uses, Operation *op) {
  auto isOpaqueItself = [&](Operation *candidate) {
    return !candidate->isRegistered() || (!uses.getHeld(candidate).empty() &&
                                          FunctionUses::escapesTo(candidate));
  };
  if (isOpaqueItself(op))
    return true;
  if (isa<CallOpInterface>(op))
    return FunctionUses::getCalleeName(op) &&
           !llvm::all_of(uses.getCallees(op), hasBody);
  Operation *parent = op->getParentOp();
  return parent && isRegionEnd(op) && !isa<CallableOpInterface>(parent) &&
         isOpaqueItself(parent);
}

NoiseFacts::Escape NoiseFacts::makeEscape(Operation *op) {
  Escape escape{cast<FunctionOpInterface>(op), std::nullopt, std::nullopt};
  for (unsigned i = 0; i < escape.function.getNumArguments(); ++i)
    if (std::optional<uint32_t> contract = getArgumentContract(op, i))
      escape.contract =
          std::min(escape.contract.value_or(*contract), *contract);
  if (!hasBody(op))
    escape.limit = NoiseModel::get(op).max;
  return escape;
}

/// Calls `each` with the operands that may have less than the limit only, by
/// the rules for other dialects, and with what they may have.
static void forEachTaken(Operation *root, NoiseFlows &flows,
                         llvm::function_ref<void(OpOperand &, uint32_t)> each) {
  if (!getNoiseRules(root->getContext()))
    return;
  root->walk([&](Operation *op) {
    const NoiseRule *rule = getNoiseRule(op);
    if (!rule || rule->below == 0 || !flows.isLive(op->getBlock()))
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (carriesNoise(operand.get()))
        each(operand, rule->getMost(NoiseModel::get(op)));
  });
}

void NoiseFacts::collectContractUses(ProgramFlow &program, NoiseFlows &flows) {
  forEachTaken(
      program.getRoot(), flows, [&](OpOperand &operand, uint32_t most) {
        contractUses.push_back({operand.get(), most, operand.getOwner(),
                                operand.getOperandNumber(), /*isLimit=*/true,
                                operand.getOwner()});
      });
  for (const auto &[result, inputs] : flows.getStatedResults())
    for (Value input : inputs)
      contractUses.push_back({input, *getStatedBound(cast<OpResult>(result)),
                              result.getDefiningOp(),
                              cast<OpResult>(result).getResultNumber()});
  const FunctionUses &uses = flows.getUses();
  if (uses.isStraight()) {
    // Only the ends of functions matter.
    program.getRoot()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        return WalkResult::advance();
      if (!function.isExternal() && !function.front().empty())
        collectReturned(&function.front().back());
      return WalkResult::skip();
    });
    return;
  }
  SmallVector<Escape> escapes;
  for (Operation *op : uses.getNamed())
    if (auto function = dyn_cast<FunctionOpInterface>(op);
        function && flows.escapes(function))
      escapes.push_back(makeEscape(function));
  program.getRoot()->walk([&](Operation *op) {
    SmallVector<Operation *> callees = uses.getCallees(op);
    if ((callees.empty() && escapes.empty() && !isRegionEnd(op) &&
         !isLaunch(op)) ||
        !flows.isLive(op->getBlock()))
      return;
    for (Operation *callee : callees)
      collectPassed(program, op, callee, callees.size() == 1);
    if (isLaunch(op))
      findBrokenSizes(program, op, callees.empty() ? nullptr : callees[0]);
    collectReturned(op);
    if (escapes.empty())
      return;
    if (!keepsNoise(flows, op))
      collectLeaks(op, escapes);
    if (isOpaque(uses, op))
      findLeakedRanges(program, op, escapes);
  });
}

/// Collects the operands that `call` passes to `callee`.
void NoiseFacts::collectPassed(ProgramFlow &program, Operation *call,
                               Operation *callee, bool isCertain) {
  // The use of an argument out of sight is unknown, but it has to be within the
  // limit of the callee's model.
  auto callable = dyn_cast<CallableOpInterface>(callee);
  std::optional<uint32_t> limit;
  const NoiseModel calleeModel = NoiseModel::get(callee),
                   callModel = NoiseModel::get(call);
  // The noise passed is that of the caller's model.
  auto toCaller = [&](uint32_t units) {
    return convertUnits(units, calleeModel.unit, callModel.unit,
                        Rounding::Down);
  };
  if (callable && !callable.getCallableRegion() &&
      toCaller(calleeModel.max) < callModel.max)
    limit = toCaller(calleeModel.max);
  OperandRange operands = FunctionUses::getPassed(call);
  for (unsigned i = 0; i < operands.size(); ++i) {
    std::optional<uint32_t> contract = getArgumentContract(callee, i);
    if (contract)
      contract = toCaller(*contract);
    std::optional<uint32_t> maxNoise = contract ? contract : limit;
    unsigned operand = operands.getBeginOperandIndex() + i;
    if (carriesNoise(operands[i])) {
      if (maxNoise)
        contractUses.push_back({operands[i], *maxNoise, call, operand,
                                /*isLimit=*/!contract, callee});
    } else {
      findBrokenRange(program,
                      {NoiseFindingKind::StatedRange, operands[i], NoiseBound(),
                       0, call, operand, 0,
                       /*isLimit=*/false, callee},
                      i, isCertain);
    }
  }
}

/// Collects the values that `op` passes out of sight: any function that escapes
/// may get each of them, as any argument.
void NoiseFacts::collectLeaks(Operation *op, ArrayRef<Escape> escapes) {
  const Escape *strictest = nullptr;
  const NoiseModel model = NoiseModel::get(op);
  uint32_t maxNoise = model.max;
  for (const Escape &escape : escapes) {
    std::optional<uint32_t> limit =
        escape.contract ? escape.contract : escape.limit;
    if (limit)
      limit = convertUnits(*limit, NoiseModel::get(escape.function).unit,
                           model.unit, Rounding::Down);
    if (limit && (*limit < maxNoise ||
                  (*limit == maxNoise && !strictest && escape.contract))) {
      strictest = &escape;
      maxNoise = *limit;
    }
  }
  if (!strictest)
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (carriesNoise(operand.get()))
      contractUses.push_back({operand.get(), maxNoise, op,
                              operand.getOperandNumber(),
                              /*isLimit=*/!strictest->contract,
                              strictest->function, /*isHeld=*/true});
}

void NoiseFacts::findLeakedRanges(ProgramFlow &program, Operation *op,
                                  ArrayRef<Escape> escapes) {
  auto mayBreak = [&](OpOperand &operand, FunctionOpInterface function) {
    NoiseFinding finding{NoiseFindingKind::StatedRange,
                         operand.get(),
                         NoiseBound(),
                         0,
                         op,
                         operand.getOperandNumber(),
                         0,
                         /*isLimit=*/false,
                         function,
                         /*isHeld=*/true};
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.getArgumentTypes()[i] == operand.get().getType() &&
          findBrokenRange(program, finding, i, /*isCertain=*/false))
        return true;
    return false;
  };
  for (OpOperand &operand : op->getOpOperands())
    llvm::any_of(escapes, [&](const Escape &escape) {
      return mayBreak(operand, escape.function);
    });
}

/// Collects the values that `end` returns; any operation may end a function, as
/// in dead code analysis. If `end` is not known to return, any operand may be
/// any result.
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
    // A value above the model's limit has been reported at its origin.
    if (bound.exceeds(use.limit) &&
        !bound.exceeds(facts[getIndex(use.value)].model.max))
      findings.push_back({NoiseFindingKind::Contract, use.value, bound,
                          use.limit, use.use, use.operand, 0, use.isLimit,
                          use.function, use.isHeld});
  }
}

/// The range of the product of `values`, sizes of one type and never negative.
/// None if it is unknown, or does not matter.
static std::optional<ConstantIntRanges>
getProduct(ProgramFlow &program, ArrayRef<OpOperand *> values) {
  std::optional<ConstantIntRanges> product;
  for (OpOperand *operand : values) {
    Value value = operand->get();
    if (!hasRange(value) || !program.isReached(value))
      return std::nullopt;
    ConstantIntRanges range = *program.getRange(value);
    if (!product) {
      product = range;
      continue;
    }
    bool overflows = false;
    APInt maximum = product->umax().umul_ov(range.umax(), overflows);
    product = overflows
                  ? ConstantIntRanges::maxRange(maximum.getBitWidth())
                  : ConstantIntRanges::fromUnsigned(
                        product->umin() * range.umin(), std::move(maximum));
  }
  return product;
}

/// Compares the sizes of a launch with those that the started code states.
void NoiseFacts::findBrokenSizes(ProgramFlow &program, Operation *launch,
                                 Operation *kernel) {
  if (!kernel && isa<gpu::LaunchFuncOp>(launch))
    return;
  auto sizes = getStatedLaunchSizes(launch, kernel);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!size)
      continue;
    SmallVector<OpOperand *, 2> operands = getLaunchOperands(launch, i);
    std::optional<ConstantIntRanges> range = getProduct(program, operands);
    if (!range)
      continue;
    unsigned width = range->umin().getBitWidth();
    uint64_t largest = llvm::APInt::getAllOnes(width).getLimitedValue();
    auto statedRange = ConstantIntRanges::fromUnsigned(
        llvm::APInt(width, std::min(size->min, largest)),
        llvm::APInt(width, std::min(std::max(size->min, size->max), largest)));
    // Two stated sizes contradict each other.
    bool isEmpty = size->min > size->max;
    if (!isEmpty && isWithin(*range, statedRange))
      continue;
    OpOperand *last = operands.back();
    NoiseFinding finding{NoiseFindingKind::StatedRange,
                         last->get(),
                         NoiseBound(),
                         0,
                         launch,
                         last->getOperandNumber(),
                         0,
                         /*isLimit=*/false,
                         kernel};
    bool isOutside = isEmpty || !fits(range->intersection(statedRange),
                                      last->get().getType());
    finding.brokenRange = BrokenRange{*range, statedRange, isOutside};
    finding.launchSize = i;
    if (operands.size() > 1)
      finding.factor = operands.front()->get();
    findings.push_back(finding);
  }
}

/// Adds `finding` if the statement on an argument of its function may be
/// broken, and returns true then. Without `isCertain`, it is unknown whether
/// the value reaches that argument.
bool NoiseFacts::findBrokenRange(ProgramFlow &program, NoiseFinding finding,
                                 unsigned argument, bool isCertain) {
  auto function = dyn_cast<FunctionOpInterface>(finding.function);
  Value value = finding.value;
  if (!function || !function.getAllArgAttrs() || !hasRange(value) ||
      !program.isReached(value))
    return false;
  std::optional<ConstantIntRanges> statedRange =
      getStatedRange(function, argument);
  ConstantIntRanges range = *program.getRange(value);
  if (statedRange && finding.use && !isWithin(range, *statedRange)) {
    DominanceInfo dominance;
    GuardedRanges ranges(
        finding.use, [&](Value v) { return program.getRange(v); }, dominance);
    range = ranges.getRange(value).value_or(range);
  }
  if (!statedRange || !fits(*statedRange, value.getType()) ||
      isWithin(range, *statedRange))
    return false;
  bool isOutside =
      isCertain && !fits(range.intersection(*statedRange), value.getType());
  finding.brokenRange = BrokenRange{range, *statedRange, isOutside};
  findings.push_back(finding);
  return true;
}
