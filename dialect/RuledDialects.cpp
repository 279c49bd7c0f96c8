//===- RuledDialects.cpp - Rules of noise in a context --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/RuledDialects.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoiseUnit.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/StandInDialect.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
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
      : Base(dialect), rules(std::move(rules)) {
    for (const auto &entry : this->rules->operations)
      overwrites |= entry.second.overwrites &&
                    !entry.second.overwrites->empty() &&
                    entry.getKey().split('.').first == dialect->getNamespace();
  }

  const NoiseRules &getRules() const { return *rules; }
  /// True if an operation of the dialect overwrites operands, by its rule.
  bool overwritesAny() const { return overwrites; }

  /// What the rules say of a type of another dialect: it is encrypted, or only
  /// has such parts.
  enum class Role : uint8_t { Plain, Carrier, Holder };
  /// Types are the same object as long as their context lives.
  Role getRole(Type type) {
    {
      std::shared_lock lock(mutex);
      if (auto known = roles.find(type); known != roles.end())
        return known->second;
    }
    Role role = findRole(type);
    std::unique_lock lock(mutex);
    roles[type] = role;
    return role;
  }

private:
  Role findRole(Type type) const {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    if (rules->isCarrier(text))
      return Role::Carrier;
    // The parts of a stand-in are known by its text only.
    for (size_t at = text.find('!', 1); at != std::string::npos;
         at = text.find('!', at + 1)) {
      StringRef part = StringRef(text).substr(at);
      StringRef name = part.take_while([](char c) {
        return c == '!' || c == '.' || c == '_' || c == '$' || c == '-' ||
               llvm::isAlnum(c);
      });
      if (rules->isCarrier(name))
        return Role::Holder;
    }
    return Role::Plain;
  }

  NoiseRulesPtr rules;
  bool overwrites = false;
  std::shared_mutex mutex;
  llvm::DenseMap<Type, Role> roles;
};

/// The bits that an operation adds by an attribute; nothing if it is missing.
std::optional<uint32_t> getAdded(Operation *op, const NoiseRule &rule) {
  if (rule.addedName.empty())
    return 0;
  Attribute attribute = op->getAttr(rule.addedName);
  if (!attribute)
    return rule.addedDefault;
  auto number = dyn_cast<IntegerAttr>(attribute);
  if (!number || number.getValue().isNegative() ||
      number.getValue().ugt(NoiseTransfer::kMostAdded))
    return std::nullopt;
  return uint32_t(number.getValue().getZExtValue());
}

/// NoiseOpInterface by the rule of the operation.
struct RuledNoise : NoiseOpInterface::FallbackModel<RuledNoise> {
  NoiseBound inferNoise(Operation *op, ArrayRef<NoiseBound> operands) const {
    const NoiseRule &rule = *getNoiseRule(op);
    NoiseModel model = NoiseModel::get(op);
    std::optional<uint32_t> added = getAdded(op, rule);
    if (!added)
      return NoiseBound::unknown();
    return getNoiseRules(op->getContext())
        ->apply(rule, model, operands)
        .plus(*added * model.unit);
  }
  void describeNoise(Operation *op, llvm::raw_ostream &os,
                     ArrayRef<NoiseBound> operands) const {
    const NoiseRule &rule = *getNoiseRule(op);
    NoiseModel model = NoiseModel::get(op);
    std::optional<uint32_t> added = getAdded(op, rule);
    if (!added || *added == 0)
      return getNoiseRules(op->getContext())
          ->describe(os, rule, model, operands);
    NoiseBound before =
        getNoiseRules(op->getContext())->apply(rule, model, operands);
    if (before.isBits())
      os << formatBits(before.getBits(), model.unit) << " + " << *added;
  }
};

/// Why no rule can be for a linked operation, as it goes on behind "a rule
/// cannot be for 'x.y'"; nothing if one can.
std::optional<std::string> explainKnownItself(RegisteredOperationName name) {
  if (name.hasTrait<OpTrait::IsTerminator>() ||
      name.hasInterface<RegionBranchOpInterface>() ||
      name.hasInterface<BranchOpInterface>() ||
      name.hasInterface<LoopLikeOpInterface>())
    return ", which is control flow";
  if (name.hasInterface<CallOpInterface>() ||
      name.hasInterface<CallableOpInterface>())
    return ", which calls or is called";
  if (name.hasInterface<SymbolOpInterface>())
    return ", which is a symbol";
  // What these do to values in memory, in tensors and in vectors is followed.
  if (name.hasInterface<SelectLikeOpInterface>() ||
      llvm::is_contained({"affine", "async", "bufferization", "cf", "func",
                          "gpu", "linalg", "llvm", "memref", "scf", "shape",
                          "sparse_tensor", "tensor", "vector"},
                         name.getDialectNamespace()))
    return ", which moves values";
  return std::nullopt;
}

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
              name && entry.second.isKnown() && !explainKnownItself(*name) &&
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
  return rules && rules->getRole(type) == RulesInterface::Role::Carrier;
}

bool mlir::noisy::isEncryptedScalar(Type type) {
  return isa<NoisyI32Type>(type) || isCarrierByRules(type);
}

/// True for types that have nothing to do with carriers, nearly all.
static bool isPlainScalar(Type type) {
  return isa<IntegerType, IndexType, FloatType, NoisyI32Type>(type);
}

bool mlir::noisy::hasCarrier(Type type) {
  if (isPlainScalar(getElementTypeOrSelf(type)))
    return false;
  // A type of any dialect can have parts of another one.
  RulesInterface *rules =
      findRules(type.getContext()->getLoadedDialect<NoisyDialect>());
  if (!rules)
    return false;
  auto isPlain = [&](Type part) {
    // One of a dialect that is not loaded is opaque.
    return (isa<BuiltinDialect, NoisyDialect>(part.getDialect()) &&
            !isa<OpaqueType>(part)) ||
           rules->getRole(part) == RulesInterface::Role::Plain;
  };
  return type
      .walk([&](Type part) { return WalkResult(success(isPlain(part))); })
      .wasInterrupted();
}

bool mlir::noisy::hidesCarriers(Type type) {
  // What is in memory is known where it is loaded.
  return !isa<FunctionType, BaseMemRefType>(type) &&
         !isEncryptedScalar(getElementTypeOrSelf(type)) && hasCarrier(type);
}

RuleObstacle mlir::noisy::findRuleObstacle(Operation *op,
                                           const NoiseRule &rule) {
  if (op->getNumRegions() > 0 || op->getNumSuccessors() > 0)
    return RuleObstacle::Control;
  for (Type type : op->getOperandTypes()) {
    if (isEncryptedScalar(type))
      continue;
    if (isa<BaseMemRefType>(type) && (isNoisyType(type) || hasCarrier(type)))
      return RuleObstacle::Memory;
    if (!isNoisyType(type) && hasCarrier(type))
      return RuleObstacle::HiddenType;
  }
  auto isMissing = [&](unsigned number) {
    return number >= op->getNumOperands();
  };
  if (llvm::any_of(rule.operands, isMissing) ||
      (rule.overwrites && llvm::any_of(*rule.overwrites, isMissing)))
    return RuleObstacle::MissingOperand;
  if (!getAdded(op, rule))
    return RuleObstacle::MissingAttribute;
  return RuleObstacle::None;
}

bool mlir::noisy::hasKnownRule(Operation *op) {
  const NoiseRule *rule = getNoiseRule(op);
  return rule && rule->isKnown() &&
         findRuleObstacle(op, *rule) == RuleObstacle::None;
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

bool mlir::noisy::mayOverwrite(OpOperand &operand) {
  if (!hasCarrier(operand.get().getType()))
    return false;
  Operation *op = operand.getOwner();
  RulesInterface *rules = findRules(op->getDialect());
  const NoiseRule *rule = getNoiseRule(op);
  // What is linked in, without rules, keeps to values.
  if (!rules && op->isRegistered())
    return false;
  if (rule && rule->overwrites) {
    // A number that it does not have may be any.
    return llvm::any_of(*rule->overwrites, [&](unsigned number) {
      return number == operand.getOperandNumber() ||
             number >= op->getNumOperands();
    });
  }
  if (rule && (rule->isKnown() || rule->kind == NoiseRule::Kind::Reads))
    return false;
  return llvm::none_of(op->getResultTypes(), hasCarrier) ||
         (rules && rules->overwritesAny());
}

LinkedOperations::LinkedOperations(const DialectRegistry &registry)
    : registry(registry) {}

LinkedOperations::~LinkedOperations() = default;

std::optional<std::string> LinkedOperations::explainRefusal(StringRef name) {
  StringRef dialect = name.split('.').first;
  if (!registry.getDialectAllocator(dialect))
    return std::nullopt;
  if (!context) {
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    context->appendDialectRegistry(registry);
  }
  context->getOrLoadDialect(dialect);
  std::optional<RegisteredOperationName> known =
      RegisteredOperationName::lookup(name, context.get());
  if (!known)
    return std::nullopt;
  std::optional<std::string> reason = explainKnownItself(*known);
  if (reason)
    *reason = "there cannot be a rule for '" + name.str() + "'" + *reason +
              ": its noise is that of the values that come in";
  return reason;
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
