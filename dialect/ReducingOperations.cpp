//===- ReducingOperations.cpp - What reduces noise ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ReducingOperations.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/StandInDialect.h"
#include "dialect/StatedLevels.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

StringRef mlir::noisy::getReducingName(Type type) {
  if (isa<NoisyI32Type>(type))
    return ReduceNoiseOp::getOperationName();
  const ReductionRule *rule = getReductionRule(type);
  return rule ? StringRef(rule->operation) : "";
}

//===----------------------------------------------------------------------===//
// What reduces
//===----------------------------------------------------------------------===//

/// The rule for what the operation leaves; null if there is none.
static const NoiseRule *findNoiseRule(const ReductionRule &reduction,
                                      MLIRContext *context) {
  const NoiseRule *rule =
      getNoiseRules(context)->find(reduction.operation, reduction.carrier);
  return rule && rule->isReset() ? rule : nullptr;
}

std::optional<uint32_t> mlir::noisy::getReducedNoise(Type type,
                                                     const NoiseModel &model) {
  if (isa<NoisyI32Type>(type))
    return model.getReduced();
  const ReductionRule *reduction = getReductionRule(type);
  const NoiseRule *rule =
      reduction ? findNoiseRule(*reduction, type.getContext()) : nullptr;
  if (!rule)
    return std::nullopt;
  NoiseBound bound = getNoiseRules(type.getContext())->apply(*rule, model, {});
  if (!bound.isBits())
    return std::nullopt;
  std::optional<uint32_t> dropped = findDropped(type, model);
  if (!dropped)
    return std::nullopt;
  uint32_t reduced = bound.getBits() + *dropped;
  if (std::optional<uint32_t> left = findLevelsLeft(type);
      left && model.isLevels() && *left < model.max)
    reduced = std::max(reduced, model.max - *left);
  return reduced;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The one value of a list that has a type; null if there is none, or several.
static Value findOnly(ValueRange values, StringRef typeName) {
  Value only;
  for (Value value : values) {
    if (value == only || getTypeName(value.getType()) != typeName)
      continue;
    if (only)
      return nullptr;
    only = value;
  }
  return only;
}

/// What an operation needs beside the value: a key, a context.
static Value findBeside(Value value, StringRef typeName) {
  if (Operation *op = value.getDefiningOp())
    if (Value beside = findOnly(op->getOperands(), typeName))
      return beside;
  Operation *around = value.getParentBlock()->getParentOp();
  while (around && !around->mightHaveTrait<OpTrait::IsIsolatedFromAbove>() &&
         !isa<FunctionOpInterface>(around))
    around = around->getParentOp();
  auto function = dyn_cast_or_null<FunctionOpInterface>(around);
  if (!function || function.isExternal())
    return nullptr;
  return findOnly(function.getFunctionBody().front().getArguments(), typeName);
}

/// The first type of which there is no value to take; empty if there is none.
static StringRef findMissing(Value value, const ReductionRule &rule,
                             SmallVectorImpl<Value> &operands) {
  for (StringRef operand : rule.operands) {
    operands.push_back(
        operand == ReductionRule::kValue ? value : findBeside(value, operand));
    if (!operands.back())
      return operand;
  }
  return "";
}

std::optional<SmallVector<Value>>
mlir::noisy::findReductionOperands(Value value) {
  const ReductionRule *rule = getReductionRule(value.getType());
  SmallVector<Value> operands;
  if (!rule || !findMissing(value, *rule, operands).empty())
    return std::nullopt;
  return operands;
}

std::optional<std::string>
mlir::noisy::explainNoReduction(Value value, const NoiseModel &model) {
  Type type = value.getType();
  if (!isCarrierByRules(type))
    return std::nullopt;
  const std::string name = getTypeName(type).str();
  const ReductionRule *rule = getReductionRule(type);
  if (!rule)
    return explainNoReducer(name);
  const NoiseRule *noise = findNoiseRule(*rule, type.getContext());
  if (!noise || noise->lacksReduced(model))
    return "the model does not say what '" + rule->operation +
           "' leaves; write 'bootstrap = N', the levels that it uses, into the "
           "model";
  std::optional<uint32_t> reduced = getReducedNoise(type, model);
  if (std::optional<uint32_t> left = findLevelsLeft(type);
      left && reduced && model.isLevels() && model.max - *left >= *reduced &&
      *left < model.max)
    return "its type states that " + std::to_string(*left) +
           (*left == 1 ? " level is" : " levels are") + " left, and '" +
           rule->operation +
           "' gives a value of the same type; give it a type with more levels";
  SmallVector<Value> operands;
  if (StringRef missing = findMissing(value, *rule, operands); !missing.empty())
    return "'" + rule->operation + "' needs a " + missing.str() +
           ", and there is not exactly one among the operands of what defines "
           "the value or the arguments of the function";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static DictionaryAttr readAttributes(const ReductionRule &rule,
                                     MLIRContext *context) {
  if (rule.attributes.empty())
    return DictionaryAttr::get(context);
  // The reader of rules has parsed it.
  auto attributes = dyn_cast_or_null<DictionaryAttr>(
      parseAttribute(rule.attributes, context));
  return attributes ? attributes : DictionaryAttr::get(context);
}

/// The attribute that says what the operation leaves; empty if there is none.
static StringRef getLeftName(const ReductionRule &rule, MLIRContext *context) {
  const NoiseRule *noise = findNoiseRule(rule, context);
  return noise ? StringRef(noise->leftName) : "";
}

DictionaryAttr
mlir::noisy::getReductionAttributes(MLIRContext *context,
                                    const ReductionRule &rule,
                                    std::optional<int64_t> target) {
  NamedAttrList attributes(readAttributes(rule, context));
  if (StringRef name = getLeftName(rule, context); target && !name.empty())
    attributes.set(name, Builder(context).getI64IntegerAttr(*target));
  return attributes.getDictionary(context);
}

std::optional<int64_t>
mlir::noisy::getStatedTarget(Value value, std::optional<int64_t> target) {
  NoiseModel model = NoiseModel::get(value.getParentBlock()->getParentOp());
  bool isMore = target && uint64_t(*target) * model.unit > model.getReduced();
  return isMore ? target : std::nullopt;
}

Operation *mlir::noisy::createReduction(OpBuilder &builder, Value value,
                                        std::optional<int64_t> target) {
  if (isa<NoisyI32Type>(value.getType())) {
    IntegerAttr to;
    if (std::optional<int64_t> stated = getStatedTarget(value, target))
      to = builder.getI64IntegerAttr(*stated);
    return ReduceNoiseOp::create(builder, value.getLoc(), value.getType(),
                                 value, to);
  }
  std::optional<SmallVector<Value>> operands = findReductionOperands(value);
  if (!operands)
    return nullptr;
  MLIRContext *context = builder.getContext();
  loadReducingDialects(context);
  const ReductionRule &rule = *getReductionRule(value.getType());
  OperationState state(value.getLoc(), rule.operation);
  state.addOperands(*operands);
  state.addTypes(value.getType());
  state.addAttributes(getReductionAttributes(context, rule, target).getValue());
  return builder.create(state);
}

Value mlir::noisy::getReducedOperand(Operation *op) {
  if (auto reduce = dyn_cast<ReduceNoiseOp>(op))
    return reduce.getOperand();
  if (op->getNumResults() != 1 || op->getNumRegions() > 0 ||
      op->getNumSuccessors() > 0)
    return nullptr;
  Type type = op->getResult(0).getType();
  const ReductionRule *rule = getReductionRule(type);
  if (!rule || op->getName().getStringRef() != rule->operation ||
      op->getNumOperands() != rule->operands.size())
    return nullptr;
  MLIRContext *context = op->getContext();
  NamedAttrList attributes(op->getAttrDictionary());
  if (StringRef name = getLeftName(*rule, context); !name.empty())
    attributes.erase(name);
  if (attributes.getDictionary(context) != readAttributes(*rule, context))
    return nullptr;
  Value value = op->getOperand(rule->getValueNumber());
  return value.getType() == type ? value : nullptr;
}

/// True if nothing that uses a value changes the object that it stands for, or
/// passes it on.
static bool isOnlyRead(Value value) {
  return llvm::none_of(value.getUses(), [](OpOperand &use) {
    const NoiseRule *rule = getNoiseRule(use.getOwner());
    return !rule || rule->mayAlias() || mayOverwrite(use);
  });
}

bool mlir::noisy::isRemovable(Operation *op) {
  Value operand = getReducedOperand(op);
  return operand && (!mayBeObject(operand.getType()) ||
                     (isOnlyRead(operand) && isOnlyRead(op->getResult(0))));
}

bool mlir::noisy::isReducingName(MLIRContext *context, StringRef name) {
  if (name == ReduceNoiseOp::getOperationName())
    return true;
  const NoiseRules *rules = getNoiseRules(context);
  return rules &&
         llvm::any_of(rules->reductions, [&](const ReductionRule &rule) {
           return rule.operation == name;
         });
}

void mlir::noisy::loadReducingDialects(MLIRContext *context) {
  const NoiseRules *rules = getNoiseRules(context);
  if (!rules)
    return;
  for (const ReductionRule &rule : rules->reductions) {
    StringRef name = StringRef(rule.operation).split('.').first;
    if (context->getLoadedDialect(name) || context->getOrLoadDialect(name))
      continue;
    auto [id, ownName] = StandInDialect::getIdentity(name);
    context->getOrLoadDialect(ownName, id, [&, ownName = ownName] {
      return std::make_unique<StandInDialect>(ownName, context);
    });
  }
}
