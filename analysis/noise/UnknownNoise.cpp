//===- UnknownNoise.cpp - Advice on unknown noise -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/UnknownNoise.h"
#include "analysis/flow/FlowTargets.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/RuledDialects.h"
#include "dialect/StatedLevels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

static std::string quote(StringRef text) { return "'" + text.str() + "'"; }

/// Advice if nothing can be declared: not to use `op`.
static std::string adviseAgainst(Operation *op) {
  return "replace " + quote(op->getName().getStringRef()) +
         " with operations of known noise, such as loops over the elements";
}

static std::string adviseOnArgument(BlockArgument argument) {
  const std::string bound = quote(NoisyDialect::kBoundAttrName);
  Block *block = argument.getOwner();
  // The predecessors do not declare the values that they pass.
  if (!block->isEntryBlock() && !block->hasNoPredecessors())
    return adviseAgainst((*block->pred_begin())->getTerminator());
  Operation *parent = block->getParentOp();
  if (!isa<FunctionOpInterface>(parent))
    return adviseAgainst(parent);
  if (hidesCarriers(argument.getType()))
    return "pass its encrypted parts as arguments of their own";
  return isEncryptedScalar(argument.getType())
             ? "declare its noise: " + bound + " on the argument"
             : "pass its elements as arguments that have " + bound;
}

/// An end of the body of `function` that is not known to return, or null.
static Operation *findUnknownReturn(FunctionOpInterface function) {
  auto callable = dyn_cast<CallableOpInterface>(function.getOperation());
  Region *body = callable ? callable.getCallableRegion() : nullptr;
  if (!body)
    return nullptr;
  for (Block &block : *body)
    if (!block.empty() && isRegionEnd(&block.back()) &&
        !isKnownReturn(&block.back(), callable))
      return &block.back();
  return nullptr;
}

bool mlir::noisy::needsRule(Value value) {
  Operation *op = value.getDefiningOp();
  return op && getNoiseRules(op->getContext()) && !getNoiseRule(op) &&
         !isa<CallOpInterface, NoiseOpInterface>(op) &&
         (isRuled(op->getDialect()) || !op->isRegistered());
}

/// Why the levels that its types state say nothing.
static std::string explainUnknownLevel(Operation *op) {
  NoiseModel model = NoiseModel::get(op);
  auto isKnown = [&](Type type) {
    return findDropped(type, model).has_value();
  };
  if (llvm::all_of(op->getOperandTypes(), isKnown) &&
      llvm::all_of(op->getResultTypes(), isKnown))
    return "its operands and its result have levels that do not fit its rule";
  return describeUnknownLevel(model);
}

/// Why a rule does not hold for the operation that it is for.
static std::optional<std::string> explainObstacle(Operation *op,
                                                  const NoiseRule &rule) {
  switch (findRuleObstacle(op, rule)) {
  case RuleObstacle::None:
    return std::nullopt;
  case RuleObstacle::Control:
    return "its rule does not hold for an operation with regions or successors";
  case RuleObstacle::Memory:
    return "its rule does not say what is in the memory that it takes";
  case RuleObstacle::HiddenType:
    return "its rule does not hold for an operand of a type with encrypted "
           "parts";
  case RuleObstacle::MissingOperand:
    return "its rule names an operand that it does not have; it has " +
           std::to_string(op->getNumOperands());
  case RuleObstacle::MissingAttribute:
    return "its rule adds the bits that its attribute '" + rule.addedName +
           "' says, which it does not have";
  case RuleObstacle::PlainOperand:
    for (unsigned number : rule.encrypted)
      if (number >= op->getNumOperands() ||
          !isNoisyType(op->getOperand(number).getType()))
        return "its rule is for operands that are all encrypted, but operand " +
               std::to_string(number) + " is not";
    break;
  case RuleObstacle::ExtraAttribute:
    for (const std::string &name : rule.without)
      if (op->hasAttr(name))
        return "its rule does not hold for an operation with the attribute " +
               quote(name);
    break;
  case RuleObstacle::NoReduced:
    return "the noise model does not say what it leaves: write "
           "'bootstrap = N', the levels that it uses, into the model";
  case RuleObstacle::NoLevels:
    return "it drops a part of the modulus, and the types do not say which";
  case RuleObstacle::UnknownLevel:
    return explainUnknownLevel(op);
  }
  llvm_unreachable("all obstacles are handled");
}

std::optional<std::string> mlir::noisy::explainMissingRule(Value value) {
  if (needsRule(value))
    return "there is no rule that says what it does to noise";
  Operation *op = value.getDefiningOp();
  const NoiseRule *rule = op ? getNoiseRule(op) : nullptr;
  if (rule && rule->kind == NoiseRule::Kind::Unknown)
    return rule->text.empty() ? "none of its rules is for these types"
                              : "its rule is 'unknown'";
  if (rule && rule->kind == NoiseRule::Kind::Reads)
    return "its rule is 'reads', so no result should be encrypted";
  if (rule)
    if (std::optional<std::string> obstacle = explainObstacle(op, *rule))
      return obstacle;
  if (hidesCarriers(value.getType()))
    return "its type has encrypted parts, which are not followed";
  if (rule && rule->isKnown() && !isa<NoiseOpInterface>(op))
    return "its rule is not used: its dialect was defined too late, after all "
           "others were loaded";
  if (rule && rule->isKnown() && rule->operands.empty())
    return "none of its operands is encrypted";
  if (rule && rule->isKnown())
    return "none of the operands that count by its rule is encrypted; numbers "
           "of operands begin with 0";
  return std::nullopt;
}

static std::string adviseOnResult(OpResult result) {
  const std::string bound = quote(NoisyDialect::kBoundAttrName);
  if (needsRule(result))
    return "write a rule for " +
           quote(result.getOwner()->getName().getStringRef()) +
           " into .noisy.yaml, or state the noise here: " + bound +
           " on the operation";
  bool isScalar = isEncryptedScalar(result.getType());
  auto call = dyn_cast<CallOpInterface>(result.getOwner());
  auto callee =
      call ? dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable())
           : nullptr;
  if (Operation *end = callee ? findUnknownReturn(callee) : nullptr)
    return "end @" + callee.getName().str() +
           " with an operation that is known to return its operands, such as "
           "'func.return', in place of " +
           quote(end->getName().getStringRef());
  if (callee && callee.getNumResults() == call->getNumResults())
    return isScalar ? "declare its noise: " + bound + " on result " +
                          std::to_string(result.getResultNumber()) + " of @" +
                          callee.getName().str()
                    : "give @" + callee.getName().str() + " a body";
  if (!hidesCarriers(result.getType()) &&
      !explainNoStatement(result.getOwner()))
    return "state its noise: " + bound + " on the operation";
  return isScalar ? "get it from a function without a body whose result has " +
                        bound + ", or encode it here"
                  : adviseAgainst(result.getOwner());
}

std::string mlir::noisy::adviseOnUnknown(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? adviseOnArgument(argument)
                  : adviseOnResult(cast<OpResult>(value));
}

/// The functions that a call may call, as far as selects of their names show
/// them: they are few.
static SmallVector<FunctionOpInterface, 2> findCallees(CallOpInterface call) {
  SmallVector<FunctionOpInterface, 2> callees;
  auto add = [&](Operation *op) {
    if (auto function = dyn_cast_or_null<FunctionOpInterface>(op))
      callees.push_back(function);
  };
  auto value = dyn_cast<Value>(call.getCallableForCallee());
  if (!value) {
    add(call.resolveCallable());
    return callees;
  }
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (auto constant = dyn_cast_or_null<func::ConstantOp>(op)) {
      add(SymbolTable::lookupNearestSymbolFrom(op, constant.getValueAttr()));
    } else if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
      values.insert(select.getTrueValue());
      values.insert(select.getFalseValue());
    }
  }
  return callees;
}

std::string mlir::noisy::explainUndeclared(OpResult result) {
  auto call = dyn_cast<CallOpInterface>(result.getOwner());
  if (!call || !isEncryptedScalar(result.getType()))
    return "";
  SmallVector<FunctionOpInterface, 2> callees = findCallees(call);
  auto undeclared = llvm::find_if(callees, [&](FunctionOpInterface callee) {
    return callee.isExternal() &&
           callee.getNumResults() == call->getNumResults() &&
           !getResultContract(callee, result.getResultNumber());
  });
  if (undeclared == callees.end())
    return "";
  FunctionOpInterface callee = *undeclared;
  std::string name = "@" + callee.getName().str();
  std::string number = "result " + std::to_string(result.getResultNumber());
  return name + (callees.size() > 1 ? ", which may be called here," : "") +
         " has no body and declares no noise for " +
         (callee.getNumResults() == 1 ? "its result" : number) + ": add " +
         quote(NoisyDialect::kBoundAttrName) + " to " + number + " of " + name;
}
