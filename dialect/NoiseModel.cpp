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

std::optional<NoiseModel> NoiseModel::parse(StringRef text,
                                            std::string &error) {
  error = ("expected a noise model such as 'initial=12,max=26', but found '" +
           text + "'")
              .str();
  std::optional<int64_t> initial, max;
  SmallVector<StringRef, 2> fields;
  text.split(fields, ',');
  for (StringRef field : fields) {
    auto [name, number] = field.split('=');
    name = name.trim();
    number = number.trim();
    std::optional<int64_t> *target = name == "initial" ? &initial
                                     : name == "max"   ? &max
                                                       : nullptr;
    if (!target || target->has_value())
      return std::nullopt;
    int64_t value;
    if (number.getAsInteger(10, value))
      return std::nullopt;
    *target = value;
  }
  if (!initial || !max)
    return std::nullopt;
  if (std::optional<std::string> invalid = findError(*initial, *max)) {
    error = std::move(*invalid);
    return std::nullopt;
  }
  error.clear();
  return NoiseModel{static_cast<uint32_t>(*initial),
                    static_cast<uint32_t>(*max)};
}

//===----------------------------------------------------------------------===//
// #noisy.model
//===----------------------------------------------------------------------===//

LogicalResult
NoiseModelAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       uint32_t initial, uint32_t max) {
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

Attribute NoiseModelAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<uint32_t> initial, max;
  auto parseField = [&]() -> ParseResult {
    SMLoc fieldLoc = parser.getCurrentLocation();
    StringRef name;
    if (failed(parser.parseOptionalKeyword(&name)))
      return parser.emitError(fieldLoc)
             << "expected 'initial = N' and 'max = N', in bits of noise";
    std::optional<uint32_t> *target = name == "initial" ? &initial
                                      : name == "max"   ? &max
                                                        : nullptr;
    if (!target)
      return parser.emitError(fieldLoc)
             << "a noise model has no field '" << name
             << "'; it has 'initial' and 'max'";
    if (target->has_value())
      return parser.emitError(fieldLoc) << "'" << name << "' is given twice";
    return failure(parser.parseEqual() ||
                   parseBits(parser, name, target->emplace()));
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(parseField))
    return {};
  if (!initial || !max) {
    parser.emitError(parser.getCurrentLocation())
        << "a noise model has two numbers; '" << (initial ? "max" : "initial")
        << " = N' is missing";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<NoiseModelAttr>(loc, parser.getContext(), *initial,
                                           *max);
}

void NoiseModelAttr::print(AsmPrinter &printer) const {
  printer << "<initial = " << getInitial() << ", max = " << getMax() << ">";
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
