//===- StatedRange.cpp - Ranges that users state --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedRange.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::canStateRange(Type type) {
  if (isa<IndexType>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && integer.getWidth() >= 1 &&
         integer.getWidth() <= 64;
}

/// The two numbers of the attribute; nothing if it is not two i64.
static std::optional<std::pair<int64_t, int64_t>>
getNumbers(Attribute attribute) {
  auto array = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!array || array.size() != 2)
    return std::nullopt;
  auto low = dyn_cast<IntegerAttr>(array[0]);
  auto high = dyn_cast<IntegerAttr>(array[1]);
  if (!low || !high || !low.getType().isSignlessInteger(64) ||
      !high.getType().isSignlessInteger(64))
    return std::nullopt;
  return std::pair(low.getInt(), high.getInt());
}

/// True if values of `width` bits can be all of low .. high, signed or unsigned
/// as `toRange` reads them.
static bool fits(int64_t low, int64_t high, unsigned width) {
  if (low < 0)
    return llvm::isIntN(width, low) && llvm::isIntN(width, high);
  return llvm::isUIntN(width, static_cast<uint64_t>(high));
}

static ConstantIntRanges toRange(int64_t low, int64_t high, unsigned width) {
  APInt min(width, low, /*isSigned=*/low < 0);
  APInt max(width, high, /*isSigned=*/low < 0);
  return low < 0 ? ConstantIntRanges::fromSigned(min, max)
                 : ConstantIntRanges::fromUnsigned(min, max);
}

/// The type of an argument, or null. FunctionOpInterface would read a missing
/// type if the IR was not verified.
static Type getArgumentType(FunctionOpInterface function, unsigned argument) {
  TypeRange types;
  if (Region &body = function.getFunctionBody(); !body.empty())
    types = TypeRange(body.front().getArgumentTypes());
  else if (auto type = function->getAttrOfType<TypeAttr>("function_type");
           type && type.getValue())
    types = function.getArgumentTypes();
  return argument < types.size() ? types[argument] : Type();
}

std::optional<ConstantIntRanges>
mlir::noisy::getStatedRange(FunctionOpInterface function, unsigned argument) {
  ArrayAttr arguments = function.getAllArgAttrs();
  if (!arguments || argument >= arguments.size())
    return std::nullopt;
  auto attributes = dyn_cast_or_null<DictionaryAttr>(arguments[argument]);
  if (!attributes)
    return std::nullopt;
  Attribute rangeAttr = attributes.get(NoisyDialect::kRangeAttrName);
  if (!rangeAttr)
    return std::nullopt;

  Type type = getArgumentType(function, argument);
  std::optional<std::pair<int64_t, int64_t>> numbers = getNumbers(rangeAttr);
  if (!type || !canStateRange(type) || !numbers)
    return std::nullopt;
  auto [low, high] = *numbers;
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  if (low > high || !fits(low, high, width))
    return std::nullopt;
  return toRange(low, high, width);
}

bool mlir::noisy::statesRange(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  ArrayAttr arguments = function ? function.getAllArgAttrs() : ArrayAttr();
  if (!arguments)
    return false;
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (getStatedRange(function, i))
      return true;
  return false;
}

LogicalResult mlir::noisy::verifyStatedRange(
    llvm::function_ref<InFlightDiagnostic()> emitError, Type type,
    Attribute attribute) {
  constexpr StringLiteral name = NoisyDialect::kRangeAttrName;
  if (!canStateRange(type))
    return emitError() << " has '" << name << "', but is of type " << type
                       << ", not index or a signless integer of 1 to 64 bits";
  std::optional<std::pair<int64_t, int64_t>> numbers = getNumbers(attribute);
  if (!numbers)
    return emitError() << " has '" << name << "' = " << attribute
                       << "; it must be two i64, [low, high]";
  auto [low, high] = *numbers;
  if (low > high)
    return emitError() << " has '" << name << "' = [" << low << ", " << high
                       << "]; the low end must not be above the high end";
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  if (fits(low, high, width))
    return success();
  InFlightDiagnostic diagnostic =
      emitError() << " has '" << name << "' = [" << low << ", " << high
                  << "], which " << type << " cannot hold; ";
  if (low < 0)
    diagnostic << "with a negative low end it must lie within ["
               << llvm::minIntN(width) << ", " << llvm::maxIntN(width) << "]";
  else
    diagnostic << "it must lie within [0, " << llvm::maxUIntN(width) << "]";
  return diagnostic;
}
