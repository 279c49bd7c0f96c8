//===- NoiseModel.cpp - The numbers of the noise model --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModel.h"
#include "dialect/NoiseBound.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace mlir::noisy;

NoiseModel NoiseModel::get(Operation *op) {
  if (!op)
    return NoiseModel();
  auto *dialect = dyn_cast_or_null<NoisyDialect>(op->getDialect());
  if (!dialect)
    dialect = op->getContext()->getLoadedDialect<NoisyDialect>();
  // Without the dialect, its attributes do not exist either.
  if (!dialect)
    return NoiseModel();
  StringAttr name = dialect->getModelAttrName();
  for (; op; op = op->getParentOp())
    if (auto attr =
            dyn_cast_or_null<NoiseModelAttr>(op->getDiscardableAttr(name)))
      return attr.getModel();
  return dialect->getDefaultModel();
}

std::optional<std::string> NoiseModel::findError(int64_t initial, int64_t max) {
  if (initial < 1)
    return ("the noise of a fresh encryption, initial = " + Twine(initial) +
            ", must be at least 1 bit")
        .str();
  if (max < initial)
    return ("the limit, max = " + Twine(max) +
            ", must not be below the noise of a fresh encryption, initial = " +
            Twine(initial))
        .str();
  if (max >= NoiseBound::kCap)
    return ("the limit, max = " + Twine(max) + ", must be below " +
            Twine(NoiseBound::kCap) + ", the largest number of bits")
        .str();
  return std::nullopt;
}

/// The transfer function of a model with this name in texts; null if there is
/// none.
static NoiseTransfer *findTransfer(NoiseModel &model, StringRef name) {
  for (auto [known, member] : kModelTransfers)
    if (name == known)
      return &(model.*member);
  return nullptr;
}

std::optional<NoiseModel> NoiseModel::parse(StringRef text,
                                            std::string &error) {
  bool hasTransfer =
      text.contains("=max") || text.contains("sum") || text.contains("mul");
  error = ("expected a noise model such as '" +
           Twine(hasTransfer ? "initial=13,max=200,mul=max+32"
                             : "initial=12,max=26") +
           "', but found '" + text + "'")
              .str();
  NoiseModel model;
  std::optional<int64_t> initial, max;
  llvm::SmallDenseSet<StringRef, 8> names;
  SmallVector<StringRef, 2> fields;
  text.split(fields, ',');
  for (StringRef field : fields) {
    auto [name, value] = field.split('=');
    name = name.trim();
    value = value.trim();
    if (!names.insert(name).second)
      return std::nullopt;
    if (NoiseTransfer *transfer = findTransfer(model, name)) {
      if (!NoiseTransfer::parse(value, *transfer))
        return std::nullopt;
      continue;
    }
    std::optional<int64_t> *target = name == "initial" ? &initial
                                     : name == "max"   ? &max
                                                       : nullptr;
    if (!target || value.getAsInteger(10, target->emplace()))
      return std::nullopt;
  }
  if (!initial || !max)
    return std::nullopt;
  if (std::optional<std::string> invalid = findError(*initial, *max)) {
    error = std::move(*invalid);
    return std::nullopt;
  }
  error.clear();
  model.initial = static_cast<uint32_t>(*initial);
  model.max = static_cast<uint32_t>(*max);
  return model;
}

std::string NoiseModel::str(StringRef gap) const {
  std::string equals = (gap + "=" + gap).str();
  std::string result = "initial" + equals + std::to_string(initial) + "," +
                       gap.str() + "max" + equals + std::to_string(max);
  const NoiseModel usual;
  for (auto [name, member] : kModelTransfers) {
    if (this->*member == usual.*member)
      continue;
    std::string transfer = (this->*member).str();
    if (gap.empty())
      llvm::erase(transfer, ' ');
    result += "," + gap.str() + name + equals + transfer;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// #noisy.model
//===----------------------------------------------------------------------===//

LogicalResult
NoiseModelAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       uint32_t initial, uint32_t max, NoiseTransfer add,
                       NoiseTransfer sub, NoiseTransfer mul,
                       NoiseTransfer scale) {
  if (std::optional<std::string> error = NoiseModel::findError(initial, max))
    return emitError() << "not a noise model: " << *error;
  return success();
}

/// Parses one of the two numbers. Refuses only numbers that do not fit in 32
/// bits; other invalid ones are refused later, with both numbers at hand.
static ParseResult parseBits(AsmParser &parser, StringRef field,
                             uint32_t &bits) {
  SMLoc loc = parser.getCurrentLocation();
  APInt number;
  OptionalParseResult result = parser.parseOptionalInteger(number);
  if (!result.has_value())
    return parser.emitError(loc)
           << "expected a number of bits after '" << field << " ='";
  if (failed(*result))
    return failure();
  if (number.isNegative() || number.getActiveBits() > 32) {
    SmallString<32> digits;
    number.toStringSigned(digits);
    return parser.emitError(loc)
           << "'" << field << " = " << digits
           << "' is not a number of bits; it "
           << "must lie between 1 and " << NoiseBound::kCap - 1;
  }
  bits = static_cast<uint32_t>(number.getZExtValue());
  return success();
}

/// Parses `max`, `sum`, or one of these with a number: `max + 32`.
static ParseResult parseTransfer(AsmParser &parser, StringRef field,
                                 NoiseTransfer &transfer) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef form;
  if (failed(parser.parseOptionalKeyword(&form, {"max", "sum"})))
    return parser.emitError(loc)
           << "expected 'max' or 'sum' after '" << field
           << " =', and the bits that are added, as in 'max + 32'";
  uint32_t added = 0;
  if (succeeded(parser.parseOptionalPlus())) {
    loc = parser.getCurrentLocation();
    if (failed(parseBits(parser, field, added)))
      return failure();
  }
  if (added > NoiseTransfer::kMostAdded)
    return parser.emitError(loc)
           << "'" << field << "' adds " << added << " bits; at most "
           << NoiseTransfer::kMostAdded << " are possible";
  transfer.form =
      form == "sum" ? NoiseTransfer::Form::Sum : NoiseTransfer::Form::Max;
  transfer.added = static_cast<uint16_t>(added);
  return success();
}

Attribute NoiseModelAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  NoiseModel model;
  llvm::SmallDenseSet<StringRef, 8> names;
  auto parseField = [&]() -> ParseResult {
    SMLoc fieldLoc = parser.getCurrentLocation();
    StringRef name;
    if (failed(parser.parseOptionalKeyword(&name)))
      return parser.emitError(fieldLoc)
             << "expected 'initial = N' and 'max = N', in bits of noise";
    NoiseTransfer *transfer = findTransfer(model, name);
    uint32_t *number = name == "initial" ? &model.initial
                       : name == "max"   ? &model.max
                                         : nullptr;
    if (!transfer && !number)
      return parser.emitError(fieldLoc)
             << "a noise model has no field '" << name
             << "'; it has 'initial' and 'max', and for operations that are "
                "not as usual 'add', 'sub', 'mul' and 'scale'";
    if (!names.insert(name).second)
      return parser.emitError(fieldLoc) << "'" << name << "' is given twice";
    if (parser.parseEqual())
      return failure();
    return transfer ? parseTransfer(parser, name, *transfer)
                    : parseBits(parser, name, *number);
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(parseField))
    return {};
  bool hasInitial = names.contains("initial");
  if (!hasInitial || !names.contains("max")) {
    parser.emitError(parser.getCurrentLocation())
        << "a noise model has two numbers; '"
        << (hasInitial ? "max" : "initial") << " = N' is missing";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<NoiseModelAttr>(loc, parser.getContext(),
                                           model.initial, model.max, model.add,
                                           model.sub, model.mul, model.scale);
}

void NoiseModelAttr::print(AsmPrinter &printer) const {
  printer << "<" << getModel().str(" ") << ">";
}

//===----------------------------------------------------------------------===//
// The default of a registry's contexts
//===----------------------------------------------------------------------===//

namespace {

class DefaultModelExtension
    : public DialectExtension<DefaultModelExtension, NoisyDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DefaultModelExtension)

  explicit DefaultModelExtension(NoiseModel model) : model(model) {}

  void apply(MLIRContext *context, NoisyDialect *dialect) const override {
    dialect->setDefaultModel(model);
  }

private:
  NoiseModel model;
};

} // namespace

void mlir::noisy::registerDefaultModel(DialectRegistry &registry,
                                       NoiseModel model) {
  registry.addExtension(TypeID::get<DefaultModelExtension>(),
                        std::make_unique<DefaultModelExtension>(model));
}
