//===- NoiseModelAttribute.cpp - The attribute #noisy.model ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModelGrammar.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir;
using namespace mlir::noisy;

LogicalResult
NoiseModelAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       uint32_t initial, uint32_t max, NoiseTransfer add,
                       NoiseTransfer sub, NoiseTransfer mul,
                       NoiseTransfer scale, uint32_t reduced, uint32_t unit) {
  NoiseModel model{initial, max, add, sub, mul, scale, reduced, unit};
  if (std::optional<std::string> error = model.findError())
    return emitError() << "not a noise model: " << *error;
  return success();
}

namespace {

/// The tokens of MLIR's parser.
class AttributeTokens {
public:
  using Place = SMLoc;

  explicit AttributeTokens(AsmParser &parser) : parser(parser) {}

  Place here() const { return parser.getCurrentLocation(); }
  ParseResult error(Place place, const Twine &message) {
    return parser.emitError(place, message);
  }
  bool take(char letter);
  bool readWord(StringRef &word) {
    return succeeded(parser.parseOptionalKeyword(&word));
  }
  ParseResult readNumber(StringRef field, bool maybeNegative,
                         MillionthBits &number);

private:
  AsmParser &parser;
};

} // namespace

bool AttributeTokens::take(char letter) {
  switch (letter) {
  case ',':
    return succeeded(parser.parseOptionalComma());
  case '=':
    return succeeded(parser.parseOptionalEqual());
  case '(':
    return succeeded(parser.parseOptionalLParen());
  case ')':
    return succeeded(parser.parseOptionalRParen());
  case '+':
    return succeeded(parser.parseOptionalPlus());
  case '-':
    return succeeded(parser.parseOptionalMinus());
  case '/':
    return succeeded(parser.parseOptionalSlash());
  default:
    llvm_unreachable("not in the grammar");
  }
}

/// Refuses only numbers that do not fit in 32 bits; other invalid ones are
/// refused later, with all at hand.
ParseResult AttributeTokens::readNumber(StringRef field, bool,
                                        MillionthBits &number) {
  SMLoc place = here();
  bool isNegative = take('-');
  APInt integer;
  OptionalParseResult result = parser.parseOptionalInteger(integer);
  if (result.has_value()) {
    if (failed(*result))
      return failure();
    if (isNegative || integer.getActiveBits() > 32) {
      SmallString<32> digits;
      integer.toStringUnsigned(digits);
      return parser.emitError(place)
             << "'" << field << " = " << (isNegative ? "-" : "") << digits
             << "' is not a number of bits; it must lie between 1 and "
             << NoiseBound::kCap - 1;
    }
    number = MillionthBits(integer.getZExtValue()) * kMillionths;
    return success();
  }
  // There is no other way to ask for a number with a point.
  Attribute attribute;
  OptionalParseResult decimal = parser.parseOptionalAttribute(
      attribute, Float64Type::get(parser.getContext()));
  if (decimal.has_value() && failed(*decimal))
    return failure();
  auto bits = dyn_cast_or_null<FloatAttr>(attribute);
  if (!bits)
    return parser.emitError(place)
           << "expected a number of bits after '" << field << " ='";
  std::optional<MillionthBits> millionths =
      toMillionths(bits.getValueAsDouble());
  if (!millionths || isNegative)
    return parser.emitError(place)
           << "the number of bits after '" << field
           << " =' must not be negative, nor have more than six decimals";
  number = *millionths;
  return success();
}

Attribute NoiseModelAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  AttributeTokens tokens(parser);
  ModelReader<AttributeTokens> reader(tokens);
  if (failed(reader.readFields()) || parser.parseGreater())
    return {};
  std::string error;
  std::optional<NoiseModel> model = reader.model.build(error);
  if (!model) {
    parser.emitError(loc) << "not a noise model: " << error;
    return {};
  }
  return NoiseModelAttr::get(parser.getContext(), model->initial, model->max,
                             model->add, model->sub, model->mul, model->scale,
                             model->reduced, model->unit);
}

void NoiseModelAttr::print(AsmPrinter &printer) const {
  printer << "<" << getModel().str(" ") << ">";
}
