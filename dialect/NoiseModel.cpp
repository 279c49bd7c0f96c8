//===- NoiseModel.cpp - The numbers of the noise model --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModel.h"
#include "dialect/NoisyDialect.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::noisy;

bool NoiseModel::hasUsualForm() const {
  return unit == 1 && getReduced() == initial && hasPlainTransfers();
}

bool NoiseModel::hasPlainTransfers() const {
  return llvm::all_of(kModelTransfers, [&](const auto &named) {
    return (this->*named.second).form != NoiseTransfer::Form::Terms;
  });
}

/// The dialect of the context; null if it is not loaded, and then its
/// attributes do not exist either.
static NoisyDialect *findDialect(Operation *op) {
  if (auto *own = dyn_cast_or_null<NoisyDialect>(op->getDialect()))
    return own;
  return op->getContext()->getLoadedDialect<NoisyDialect>();
}

/// The model that `op` itself states.
static std::optional<NoiseModel> findStated(Operation *op,
                                            const NoisyDialect &dialect) {
  if (auto attr = dyn_cast_or_null<NoiseModelAttr>(
          op->getDiscardableAttr(dialect.getModelAttrName())))
    return attr.getModel();
  const StatedModels *models = dialect.getStatedModels();
  return models ? models->find(op) : std::nullopt;
}

NoiseModel NoiseModel::get(Operation *op) {
  NoisyDialect *dialect = op ? findDialect(op) : nullptr;
  if (!dialect)
    return NoiseModel();
  for (; op; op = op->getParentOp())
    if (std::optional<NoiseModel> stated = findStated(op, *dialect))
      return *stated;
  return dialect->getDefaultModel();
}

bool NoiseModel::isStatedBy(Operation *op) {
  if (op->getNumRegions() == 0)
    return false;
  NoisyDialect *dialect = findDialect(op);
  return dialect && findStated(op, *dialect);
}

//===----------------------------------------------------------------------===//
// What the proofs need
//===----------------------------------------------------------------------===//

uint32_t NoiseModel::getLeast() const {
  uint32_t least = std::min(initial, getReduced());
  for (auto [name, member] : kModelTransfers)
    if (std::optional<int64_t> reset = (this->*member).getReset())
      least =
          static_cast<uint32_t>(std::clamp<int64_t>(*reset, 1, int64_t(least)));
  return least;
}

bool NoiseModel::isLevels() const {
  const NoiseTransfer none = NoiseTransfer::max(0), one = NoiseTransfer::max(1);
  return unit == 1 && initial == 1 && max > 1 && add == none && sub == none &&
         mul == one && scale == one;
}

std::optional<std::string> NoiseModel::findError(int64_t initial, int64_t max,
                                                 unsigned unit) {
  auto bits = [&](int64_t units) { return formatExactBits(units, unit); };
  if (initial < 1)
    return "the noise of a fresh encryption, initial = " + bits(initial) +
           ", must be at least 1 bit";
  if (max < initial)
    return "the limit, max = " + bits(max) +
           ", must not be below the noise of a fresh encryption, initial = " +
           bits(initial);
  if (max >= NoiseBound::kCap)
    return "the limit, max = " + bits(max) + ", must be below " +
           bits(NoiseBound::kCap) + ", the largest number of bits" +
           (unit == 1 ? "" : " in parts of 1/" + std::to_string(unit));
  return std::nullopt;
}

/// The message for a transfer function, by the rules of `findError`.
static std::optional<std::string> findError(const NoiseModel &model,
                                            StringRef name,
                                            NoiseTransfer transfer,
                                            bool isUnary) {
  auto bits = [&](int64_t units) { return formatExactBits(units, model.unit); };
  auto begin =
      ("'" + name + " = " + transfer.str(model.unit, isUnary) + "' ").str();
  if (std::optional<int64_t> reset = transfer.getReset()) {
    if (*reset >= 1 && *reset <= model.max)
      return std::nullopt;
    return begin + "sets noise to " + bits(*reset) +
           "; it must be at least 1 bit, and within the limit, max = " +
           bits(model.max);
  }
  if (transfer.form != NoiseTransfer::Form::Terms)
    return std::nullopt;
  const int64_t least = model.getLeast();
  for (unsigned operand = 0; operand < (isUnary ? 1 : 2); ++operand) {
    std::string operandName = getOperandName(operand, isUnary).str();
    bool isKept = false, isRaised = false, isLater = false;
    for (const NoiseTerm &term : transfer.getTerms()) {
      int64_t own = operand == 0 ? term.lhs : term.rhs;
      // A factor may be 1, which adds no bits.
      int64_t other = isUnary ? 0 : operand == 0 ? term.rhs : term.lhs;
      if (own == 0)
        continue;
      int64_t gain = term.added + (own - 1 + other) * least;
      isKept |= gain >= 0;
      isRaised |= gain > 0;
      isLater |= own + other > 1;
    }
    if (!isKept)
      return begin + "can lower noise: no term is at least '" + operandName +
             "' for every noise from " + bits(least) +
             " on; only a reduction lowers noise, or an operation that sets "
             "it, "
             "such as 'max(" +
             bits(model.initial) + ")'";
    if (!isRaised && isLater)
      return begin + "adds to '" + operandName +
             "' only above the least noise, " + bits(least) +
             "; add a term that always does, such as '" + operandName + " + " +
             bits(1) + "'";
  }
  return std::nullopt;
}

std::optional<std::string> NoiseModel::findError() const {
  auto bits = [&](int64_t units) { return formatExactBits(units, unit); };
  if (!isNoiseUnit(unit))
    return "unit = 1/" + std::to_string(unit) +
           " is not possible; a unit is 1 or 1/n, for an n up to " +
           std::to_string(kMostUnits) +
           " without prime factors but 2 and 5, such as 1/10 or 1/16";
  if (std::optional<std::string> error = findError(initial, max, unit))
    return error;
  if (reduced > max)
    return "the noise of a reduced value, reduced = " + bits(reduced) +
           ", must be within the limit, max = " + bits(max);
  for (auto [name, member] : kModelTransfers)
    if (std::optional<std::string> error =
            ::findError(*this, name, this->*member, isUnary(member)))
      return error;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The default of a registry's contexts
//===----------------------------------------------------------------------===//

namespace {

class DefaultModelExtension
    : public DialectExtension<DefaultModelExtension, NoisyDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DefaultModelExtension)

  DefaultModelExtension(NoiseModel model,
                        std::vector<StatedParameters> parameters)
      : model(model), parameters(std::move(parameters)) {}

  void apply(MLIRContext *context, NoisyDialect *dialect) const override {
    dialect->setDefaultModel(model, parameters);
  }

private:
  NoiseModel model;
  std::vector<StatedParameters> parameters;
};

} // namespace

void mlir::noisy::registerDefaultModel(
    DialectRegistry &registry, NoiseModel model,
    std::vector<StatedParameters> parameters) {
  registry.addExtension(
      TypeID::get<DefaultModelExtension>(),
      std::make_unique<DefaultModelExtension>(model, std::move(parameters)));
}

void mlir::noisy::registerDefaultModel(DialectRegistry &registry,
                                       NoiseModel model) {
  registerDefaultModel(registry, model, {});
}
