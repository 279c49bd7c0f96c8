//===- RuledDialects.cpp - Rules of noise in a context --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/RuledDialects.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/StandInDialect.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace mlir::noisy;

namespace {

/// The rules of a dialect.
class RulesInterface : public DialectInterface::Base<RulesInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RulesInterface)

  RulesInterface(Dialect *dialect, NoiseRulesPtr rules)
      : Base(dialect), rules(std::move(rules)) {}

  const NoiseRules &getRules() const { return *rules; }

  /// Types are the same object as long as their context lives.
  bool isCarrier(Type type) {
    {
      std::shared_lock lock(mutex);
      if (auto known = carriers.find(type); known != carriers.end())
        return known->second;
    }
    std::string text;
    llvm::raw_string_ostream(text) << type;
    bool isEncrypted = rules->isCarrier(text);
    std::unique_lock lock(mutex);
    carriers[type] = isEncrypted;
    return isEncrypted;
  }

private:
  NoiseRulesPtr rules;
  std::shared_mutex mutex;
  llvm::DenseMap<Type, bool> carriers;
};

/// NoiseOpInterface by the rule of the operation.
struct RuledNoise : NoiseOpInterface::FallbackModel<RuledNoise> {
  NoiseBound inferNoise(Operation *op, ArrayRef<NoiseBound> operands) const {
    return getNoiseRules(op->getContext())
        ->apply(*getNoiseRule(op), NoiseModel::get(op), operands);
  }
  void describeNoise(Operation *op, llvm::raw_ostream &os,
                     ArrayRef<NoiseBound> operands) const {
    getNoiseRules(op->getContext())
        ->describe(os, *getNoiseRule(op), NoiseModel::get(op), operands);
  }
};

/// Gives a dialect its rules when it is loaded.
class RulesExtension : public DialectExtensionBase {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RulesExtension)

  explicit RulesExtension(NoiseRulesPtr rules)
      : DialectExtensionBase({}), rules(std::move(rules)) {
    for (StringRef name : this->rules->dialects())
      names.insert(name);
  }

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    for (Dialect *dialect : dialects) {
      bool isOwn = isa<NoisyDialect>(dialect);
      if (!isOwn && !names.contains(dialect->getNamespace()))
        continue;
      dialect->addInterface(std::make_unique<RulesInterface>(dialect, rules));
      // It has the model, and the rules for `getNoiseRules`.
      if (!isOwn)
        context->loadDialect<NoisyDialect>();
      if (isOwn || StandInDialect::find(*context, dialect->getNamespace()))
        continue;
      for (const auto &entry : rules->operations)
        if (entry.getKey().split('.').first == dialect->getNamespace())
          if (auto name =
                  RegisteredOperationName::lookup(entry.getKey(), context);
              name && entry.second.isKnown() &&
              !name->hasInterface<NoiseOpInterface>())
            name->attachInterface<RuledNoise>();
    }
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<RulesExtension>(*this);
  }

private:
  NoiseRulesPtr rules;
  llvm::StringSet<> names;
};

} // namespace

void mlir::noisy::registerNoiseRules(DialectRegistry &registry,
                                     NoiseRulesPtr rules, bool standsIn) {
  if (rules->model)
    registerDefaultModel(registry, *rules->model);
  if (standsIn)
    for (StringRef name : rules->dialects()) {
      auto [id, ownName] = StandInDialect::getIdentity(name);
      if (!registry.getDialectAllocator(ownName))
        registry.insert(
            id, ownName,
            [id = id, ownName = ownName](MLIRContext *context) -> Dialect * {
              return context->getOrLoadDialect(ownName, id, [&] {
                return std::make_unique<StandInDialect>(ownName, context);
              });
            });
    }
  registry.addExtension(TypeID::get<RulesExtension>(),
                        std::make_unique<RulesExtension>(std::move(rules)));
}

static RulesInterface *findRules(Dialect *dialect) {
  return dialect ? dialect->getRegisteredInterface<RulesInterface>() : nullptr;
}

bool mlir::noisy::isRuled(Dialect *dialect) { return findRules(dialect); }

const NoiseRules *mlir::noisy::getNoiseRules(MLIRContext *context) {
  RulesInterface *rules = findRules(context->getLoadedDialect<NoisyDialect>());
  return rules ? &rules->getRules() : nullptr;
}

const NoiseRule *mlir::noisy::getNoiseRule(Operation *op) {
  Dialect *dialect = op->getDialect();
  // There are no rules for our own operations.
  if (isa_and_nonnull<NoisyDialect>(dialect))
    return nullptr;
  RulesInterface *rules = findRules(dialect);
  return rules ? rules->getRules().find(op->getName().getStringRef()) : nullptr;
}

bool mlir::noisy::isCarrierByRules(Type type) {
  Dialect &dialect = type.getDialect();
  // Nearly all types are of these.
  if (isa<BuiltinDialect, NoisyDialect>(dialect))
    return false;
  RulesInterface *rules = findRules(&dialect);
  return rules && rules->isCarrier(type);
}

bool mlir::noisy::hasKnownRule(Operation *op) {
  const NoiseRule *rule = getNoiseRule(op);
  return rule && rule->isKnown();
}

void mlir::noisy::forEachCounted(Operation *op,
                                 llvm::function_ref<void(Value)> each) {
  const NoiseRule *rule = getNoiseRule(op);
  if (!rule || rule->operands.empty()) {
    for (Value operand : op->getOperands())
      if (carriesNoise(operand))
        each(operand);
    return;
  }
  for (unsigned number : rule->operands)
    if (number < op->getNumOperands() && carriesNoise(op->getOperand(number)))
      each(op->getOperand(number));
}

/// True if no use of `value` but `last` may be executed behind it, and nothing
/// else holds what it overwrites: each execution of the block defines the value
/// anew.
static bool isLastUse(Value value, OpOperand &last) {
  Operation *definer = value.getDefiningOp(), *owner = last.getOwner();
  Block *block = owner->getBlock();
  if (!definer || definer->getBlock() != block || !hasKnownRule(definer))
    return false;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = block->findAncestorOpInBlock(*use.getOwner());
    return user && (user == owner || user->isBeforeInBlock(owner));
  });
}

Operation *mlir::noisy::findOverwriting(Value value) {
  // Values of our own type are never overwritten.
  if (!isCarrierByRules(getElementTypeOrSelf(value.getType())))
    return nullptr;
  for (OpOperand &use : value.getUses())
    if (const NoiseRule *rule = getNoiseRule(use.getOwner());
        rule && llvm::is_contained(rule->overwrites, use.getOperandNumber()) &&
        !isLastUse(value, use))
      return use.getOwner();
  return nullptr;
}

bool mlir::noisy::hasEffectOnOperands(Operation *op) {
  const NoiseRule *rule = getNoiseRule(op);
  return rule && (!rule->overwrites.empty() || rule->below > 0);
}

void *mlir::noisy::getRuledInterface(Dialect &dialect, TypeID interfaceId,
                                     OperationName name) {
  if (interfaceId != NoiseOpInterface::getInterfaceID())
    return nullptr;
  RulesInterface *rules = findRules(&dialect);
  const NoiseRule *rule =
      rules ? rules->getRules().find(name.getStringRef()) : nullptr;
  if (!rule || !rule->isKnown())
    return nullptr;
  static RuledNoise model;
  return static_cast<NoiseOpInterface::Concept *>(&model);
}
