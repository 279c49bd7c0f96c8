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
#include "dialect/StatedLevels.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/ExtensibleDialect.h"
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
    for (StringRef name : this->rules->objectDialects())
      objectDialects.insert(name);
  }

  const NoiseRules &getRules() const { return *rules; }
  /// What the rules say of a type of another dialect: it is encrypted, or only
  /// has such parts.
  enum class Role : uint8_t { Plain, Carrier, Holder };
  struct Meaning {
    Role role = Role::Plain;
    /// It, or a part, may be a handle of an object that operations overwrite.
    bool isObject = false;
    std::optional<StatedLevel> level;
    /// The type without parameters: "!lwe.lwe_ciphertext".
    std::string name;
    /// What reduces values of an encrypted type; null if nothing is known to.
    const ReductionRule *reduction = nullptr;
  };
  /// Types are the same object as long as their context lives.
  const Meaning &getMeaning(Type type) {
    {
      std::shared_lock lock(mutex);
      if (auto known = meanings.find(type); known != meanings.end())
        return *known->second;
    }
    auto found = std::make_unique<Meaning>(findMeaning(type));
    std::unique_lock lock(mutex);
    auto &meaning = meanings[type];
    if (!meaning)
      meaning = std::move(found);
    return *meaning;
  }
  Role getRole(Type type) { return getMeaning(type).role; }
  /// True if encrypted values of any dialect may be objects.
  bool hasObjects() const { return !objectDialects.empty(); }

private:
  bool isObject(StringRef typeText) const {
    return objectDialects.contains(typeText.ltrim('!').split('.').first);
  }

  Meaning findMeaning(Type type) const {
    Meaning meaning;
    std::string text;
    llvm::raw_string_ostream(text) << type;
    meaning.name = StringRef(text).split('<').first.str();
    if (rules->isCarrier(text)) {
      meaning.role = Role::Carrier;
      meaning.isObject = isObject(text);
      meaning.level = rules->findStatedLevel(text);
      meaning.reduction = rules->findReduction(text);
      return meaning;
    }
    // The parts of a stand-in are known by its text only.
    for (size_t at = text.find('!', 1); at != std::string::npos;
         at = text.find('!', at + 1)) {
      StringRef part = StringRef(text).substr(at);
      StringRef name = part.take_while([](char c) {
        return c == '!' || c == '.' || c == '_' || c == '$' || c == '-' ||
               llvm::isAlnum(c);
      });
      if (rules->isCarrier(name)) {
        meaning.role = Role::Holder;
        meaning.isObject |= isObject(name);
      }
    }
    return meaning;
  }

  NoiseRulesPtr rules;
  llvm::StringSet<> objectDialects;
  std::shared_mutex mutex;
  llvm::DenseMap<Type, std::unique_ptr<Meaning>> meanings;
};

RulesInterface *findRules(Dialect *dialect) {
  return dialect ? dialect->getRegisteredInterface<RulesInterface>() : nullptr;
}

/// The rules of a context, which may be for types of any dialect.
RulesInterface *findRules(MLIRContext *context) {
  return findRules(context->getLoadedDialect<NoisyDialect>());
}

/// The least noise that these values have in a model by levels: a type may say
/// how many levels are left.
NoiseBound getStatedNoise(ValueRange values, RulesInterface &rules,
                          const NoiseModel &model, NoiseBound atLeast) {
  for (Value value : values) {
    Type type = getElementTypeOrSelf(value.getType());
    if (!isCarrierByRules(type))
      continue;
    const std::optional<StatedLevel> &stated = rules.getMeaning(type).level;
    if (stated && stated->level < model.max)
      atLeast = NoiseBound::join(atLeast,
                                 NoiseBound::bits(model.max - stated->level));
  }
  return atLeast;
}

/// True if a product has counted the level that the rescaling of `value` uses,
/// on each way to it: nothing between them rescales, and all else on the way
/// keeps the level. Looks at no more than `budget` operations.
bool isProductToRescale(Value value, unsigned &budget) {
  Operation *op = value.getDefiningOp();
  const NoiseRule *rule = op ? getNoiseRule(op) : nullptr;
  if (!rule || budget == 0 ||
      findRuleObstacle(op, *rule) != RuleObstacle::None ||
      !NoiseModel::get(op).isLevels())
    return false;
  --budget;
  if (rule->kind == NoiseRule::Kind::Model && rule->member == &NoiseModel::mul)
    return true;
  if (!rule->keepsLevel())
    return false;
  bool hasAny = false, hasAll = true;
  forEachCounted(op, [&](Value operand) {
    hasAny = true;
    hasAll = hasAll && isProductToRescale(operand, budget);
  });
  return hasAny && hasAll;
}

/// The operations that are looked at between a product and its rescaling.
constexpr unsigned kMostRescaled = 64;

/// True if the level that an operation drops is one that a product has used.
bool followsProduct(Operation *op) {
  unsigned budget = kMostRescaled;
  bool hasAny = false, hasAll = true;
  forEachCounted(op, [&](Value operand) {
    hasAny = true;
    hasAll = hasAll && isProductToRescale(operand, budget);
  });
  return hasAny && hasAll;
}

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

/// The least noise that an operation leaves by an attribute, where it has it.
NoiseBound getStatedNoise(Operation *op, const NoiseRule &rule,
                          const NoiseModel &model, NoiseBound atLeast) {
  if (rule.leftName.empty() || !atLeast.isBits())
    return atLeast;
  Attribute attribute = op->getAttr(rule.leftName);
  if (!attribute)
    return atLeast;
  auto number = dyn_cast<IntegerAttr>(attribute);
  std::optional<uint32_t> noise =
      number && number.getValue().getSignificantBits() <= 64
          ? toNoiseLeft(number.getValue().getSExtValue(), model)
          : std::nullopt;
  return noise ? NoiseBound::join(atLeast, NoiseBound::bits(*noise))
               : NoiseBound::unknown();
}

/// NoiseOpInterface by the rule of the operation.
struct RuledNoise : NoiseOpInterface::FallbackModel<RuledNoise> {
  NoiseBound inferNoise(Operation *op, const NoiseModel &model,
                        ArrayRef<NoiseBound> operands) const {
    const NoiseRule &rule = *getNoiseRule(op);
    std::optional<uint32_t> added = getAdded(op, rule);
    if (!added)
      return NoiseBound::unknown();
    RulesInterface &rules = *findRules(op->getContext());
    std::optional<LevelChange> change = findLevelChange(op, model);
    if (!change)
      return NoiseBound::unknown();
    if (!change->isNone() || isSwitch(rule, model))
      return inferOnLevel(op, rule, rules, model, operands, *change)
          .plus(*added * model.unit + change->after);
    NoiseBound bound =
        inferBefore(op, rule, rules, model, operands).plus(*added * model.unit);
    if (!model.isLevels() || !bound.isBits())
      return bound;
    return getStatedNoise(op->getResults(), rules, model, bound);
  }
  void describeNoise(Operation *op, llvm::raw_ostream &os,
                     const NoiseModel &model,
                     ArrayRef<NoiseBound> operands) const {
    const NoiseRule &rule = *getNoiseRule(op);
    std::optional<uint32_t> added = getAdded(op, rule);
    if (!added)
      return;
    RulesInterface &rules = *findRules(op->getContext());
    NoiseBound before = inferBefore(op, rule, rules, model, operands);
    NoiseBound bound = inferNoise(op, model, operands);
    // What a type states is no sum.
    if (!before.isBits() || bound != before.plus(*added * model.unit))
      return;
    if (*added > 0)
      os << formatBits(before.getBits(), model.unit) << " + " << *added;
    else if (rules.getRules().apply(rule, model, operands) == bound)
      rules.getRules().describe(os, rule, model, operands);
  }

private:
  static bool isSwitch(const NoiseRule &rule, const NoiseModel &model) {
    return rule.kind == NoiseRule::Kind::Rescale && !model.isLevels();
  }
  /// Without the bits of an attribute, and those that were dropped.
  static NoiseBound inferOnLevel(Operation *op, const NoiseRule &rule,
                                 RulesInterface &rules, const NoiseModel &model,
                                 ArrayRef<NoiseBound> operands,
                                 LevelChange change) {
    SmallVector<NoiseBound> own;
    for (NoiseBound operand : operands)
      own.push_back(change.withoutDropped(operand, model));
    if (!isSwitch(rule, model))
      return inferBefore(op, rule, rules, model, own);
    NoiseBound bound = NoiseBound::unreachable();
    for (NoiseBound operand : own)
      bound = NoiseBound::join(bound, operand);
    return change.switchModulus(bound, model);
  }
  /// Without the bits of an attribute.
  static NoiseBound inferBefore(Operation *op, const NoiseRule &rule,
                                RulesInterface &rules, const NoiseModel &model,
                                ArrayRef<NoiseBound> operands) {
    SmallVector<NoiseBound> stated(operands);
    if (model.isLevels()) {
      unsigned i = 0;
      forEachCounted(op, [&](Value operand) {
        if (i < stated.size() && stated[i].isBits())
          stated[i] = getStatedNoise(operand, rules, model, stated[i]);
        ++i;
      });
      if (rule.kind == NoiseRule::Kind::Rescale && !stated.empty() &&
          followsProduct(op)) {
        NoiseBound bound = stated.front();
        for (NoiseBound operand : stated)
          bound = NoiseBound::join(bound, operand);
        return bound;
      }
    }
    return getStatedNoise(op, rule, model,
                          rules.getRules().apply(rule, model, stated));
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

/// True if the noise of results is known for operands of any types.
bool isEverKnown(const NoiseRule &rule) {
  return rule.isKnown() ||
         llvm::any_of(rule.others,
                      [](const NoiseRule &other) { return other.isKnown(); });
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
      if (!isOwn && !StandInDialect::find(*context, dialect->getNamespace()))
        attachTo(*dialect);
    }
    // IRDL defines operations only after it has loaded their dialect: they are
    // there when the next one is loaded, which most often is before a text with
    // them has been read.
    for (const auto &name : names)
      if (auto *dynamic = dyn_cast_or_null<DynamicDialect>(
              context->getLoadedDialect(name.getKey())))
        attachTo(*dynamic);
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<RulesExtension>(*this);
  }

private:
  /// Gives operations that are linked in the interface, if they have none.
  void attachTo(Dialect &dialect) const {
    for (const auto &entry : rules->operations) {
      if (entry.getKey().split('.').first != dialect.getNamespace() ||
          !isEverKnown(entry.second))
        continue;
      std::optional<RegisteredOperationName> name =
          RegisteredOperationName::lookup(entry.getKey(), dialect.getContext());
      if (name && !explainKnownItself(*name) &&
          !name->hasInterface<NoiseOpInterface>())
        name->attachInterface<RuledNoise>();
    }
  }

  NoiseRulesPtr rules;
  llvm::StringSet<> names;
};

} // namespace

void mlir::noisy::registerNoiseRules(DialectRegistry &registry,
                                     NoiseRulesPtr rules, bool standsIn) {
  if (rules->model || !rules->parameters.empty())
    registerDefaultModel(registry, rules->model.value_or(NoiseModel()),
                         rules->parameters);
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

bool mlir::noisy::isRuled(Dialect *dialect) { return findRules(dialect); }

const NoiseRules *mlir::noisy::getNoiseRules(MLIRContext *context) {
  RulesInterface *rules = findRules(context);
  return rules ? &rules->getRules() : nullptr;
}

/// True if all encrypted operands and results are of these types.
static bool isForTypes(Operation *op, ArrayRef<std::string> types,
                       RulesInterface &rules) {
  auto isOther = [&](Type type) {
    type = getElementTypeOrSelf(type);
    return hasCarrier(type) &&
           !llvm::is_contained(types, rules.getMeaning(type).name);
  };
  return llvm::none_of(op->getOperandTypes(), isOther) &&
         llvm::none_of(op->getResultTypes(), isOther);
}

const NoiseRule *mlir::noisy::getNoiseRule(Operation *op) {
  Dialect *dialect = op->getDialect();
  // There are no rules for our own operations.
  if (isa_and_nonnull<NoisyDialect>(dialect))
    return nullptr;
  RulesInterface *rules = findRules(dialect);
  const NoiseRule *rule =
      rules ? rules->getRules().find(op->getName().getStringRef()) : nullptr;
  if (!rule || rule->types.empty() || isForTypes(op, rule->types, *rules))
    return rule;
  for (const NoiseRule &other : rule->others)
    if (other.types.empty() || isForTypes(op, other.types, *rules))
      return &other;
  // It has the interface, as all operations of its name have.
  static const NoiseRule none;
  return &none;
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

std::optional<StatedLevel> mlir::noisy::findStatedLevel(Type type) {
  return isCarrierByRules(type)
             ? findRules(&type.getDialect())->getMeaning(type).level
             : std::nullopt;
}

std::optional<uint32_t> mlir::noisy::findLevelsLeft(Type type) {
  std::optional<StatedLevel> stated = findStatedLevel(type);
  return stated ? std::optional(stated->level) : std::nullopt;
}

const ReductionRule *mlir::noisy::getReductionRule(Type type) {
  return isCarrierByRules(type)
             ? findRules(&type.getDialect())->getMeaning(type).reduction
             : nullptr;
}

StringRef mlir::noisy::getTypeName(Type type) {
  RulesInterface *rules = findRules(type.getContext());
  return rules ? StringRef(rules->getMeaning(type).name) : "";
}

/// Looks at the uses of a value, and on through what keeps the level, for a
/// rescaling. True, too, where there are more than `budget`.
static bool isRescaled(Value value, unsigned &budget) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    const NoiseRule *rule = getNoiseRule(user);
    if (!rule)
      return false;
    if (budget == 0 || rule->kind == NoiseRule::Kind::Rescale)
      return true;
    --budget;
    return rule->keepsLevel() &&
           llvm::any_of(user->getResults(), [&](Value result) {
             return isRescaled(result, budget);
           });
  });
}

/// Its rule is that of any key switch, or says nothing of one in a model by
/// levels; all dialects have the word in its name.
static bool isRelinearization(Operation *op) {
  return op->getName().getStringRef().rsplit('.').second.starts_with("relin");
}

/// Looks at the uses of a value, and on through sums, for a relinearization.
/// True, too, where there are more than `budget`.
static bool isRelinearized(Value value, unsigned &budget) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    const NoiseRule *rule = getNoiseRule(user);
    if (!rule)
      return false;
    if (budget == 0 || isRelinearization(user))
      return true;
    --budget;
    bool isProduct = rule->kind == NoiseRule::Kind::Model &&
                     rule->member == &NoiseModel::mul;
    return !isProduct && !rule->isReset() &&
           rule->kind != NoiseRule::Kind::Rescale &&
           llvm::any_of(user->getResults(), [&](Value result) {
             return isRelinearized(result, budget);
           });
  });
}

bool mlir::noisy::isBeforeRelinearization(Value value) {
  unsigned budget = kMostRescaled;
  Operation *op = value.getDefiningOp();
  return op && !isRelinearization(op) && isRelinearized(value, budget);
}

bool mlir::noisy::isBeforeRescaling(Value value) {
  unsigned before = kMostRescaled, after = kMostRescaled;
  return isProductToRescale(value, before) && isRescaled(value, after);
}

/// True for types that have nothing to do with carriers, nearly all.
static bool isPlainScalar(Type type) {
  return isa<IntegerType, IndexType, FloatType, NoisyI32Type>(type);
}

/// True if what the rules say holds of any part of a type. A type of any
/// dialect can have parts of another one.
static bool
hasPart(Type type,
        llvm::function_ref<bool(const RulesInterface::Meaning &)> holds) {
  RulesInterface *rules = findRules(type.getContext());
  if (!rules)
    return false;
  auto visit = [&](Type part) {
    // One of a dialect that is not loaded is opaque.
    bool isBuiltIn = isa<BuiltinDialect, NoisyDialect>(part.getDialect()) &&
                     !isa<OpaqueType>(part);
    return WalkResult(failure(!isBuiltIn && holds(rules->getMeaning(part))));
  };
  return type.walk(visit).wasInterrupted();
}

bool mlir::noisy::hasCarrier(Type type) {
  if (isPlainScalar(getElementTypeOrSelf(type)))
    return false;
  return hasPart(type, [](const RulesInterface::Meaning &meaning) {
    return meaning.role != RulesInterface::Role::Plain;
  });
}

bool mlir::noisy::mayBeObject(Type type) {
  RulesInterface *rules = findRules(type.getContext());
  return rules && rules->hasObjects() &&
         !isPlainScalar(getElementTypeOrSelf(type)) &&
         hasPart(type, [](const RulesInterface::Meaning &meaning) {
           return meaning.isObject;
         });
}

bool mlir::noisy::hasObjects(MLIRContext *context) {
  RulesInterface *rules = findRules(context);
  return rules && rules->hasObjects();
}

bool mlir::noisy::hidesCarriers(Type type) {
  // What is in memory is known where it is loaded.
  return !isa<FunctionType, BaseMemRefType>(type) &&
         !isEncryptedScalar(getElementTypeOrSelf(type)) && hasCarrier(type);
}

/// True if a type of an operand or a result states a level.
static bool hasStatedLevel(Operation *op) {
  auto states = [](Type type) {
    return findStatedLevel(getElementTypeOrSelf(type)).has_value();
  };
  return llvm::any_of(op->getOperandTypes(), states) ||
         llvm::any_of(op->getResultTypes(), states);
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
  if (llvm::any_of(rule.encrypted, [&](unsigned number) {
        return number >= op->getNumOperands() ||
               !isNoisyType(op->getOperand(number).getType());
      }))
    return RuleObstacle::PlainOperand;
  if (llvm::any_of(rule.without,
                   [&](const std::string &name) { return op->hasAttr(name); }))
    return RuleObstacle::ExtraAttribute;
  if (!getAdded(op, rule))
    return RuleObstacle::MissingAttribute;
  const bool isRescaling = rule.kind == NoiseRule::Kind::Rescale;
  const bool statesLevel = hasStatedLevel(op);
  if (!isRescaling && rule.kind != NoiseRule::Kind::Reduce && !rule.mayReduce &&
      !statesLevel)
    return RuleObstacle::None;
  NoiseModel model = NoiseModel::get(op);
  if (rule.lacksReduced(model))
    return RuleObstacle::NoReduced;
  if (model.isLevels())
    return RuleObstacle::None;
  if (isRescaling && !statesLevel)
    return RuleObstacle::NoLevels;
  if (!statesLevel)
    return RuleObstacle::None;
  std::optional<LevelChange> change = findLevelChange(op, model);
  if (!change || (!rule.isReset() && change->after < change->before))
    return RuleObstacle::UnknownLevel;
  return isRescaling &&
                 change->switchModulus(NoiseBound::bits(1), model).isUnknown()
             ? RuleObstacle::NoLevels
             : RuleObstacle::None;
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
         mayBeObject(operand.get().getType());
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
  if (!rule || !isEverKnown(*rule))
    return nullptr;
  static RuledNoise model;
  return static_cast<NoiseOpInterface::Concept *>(&model);
}
