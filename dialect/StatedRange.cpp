//===- StatedRange.cpp - Ranges that users state --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedRange.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::canStateRange(Type type) {
  if (isa<VectorType, TensorType>(type))
    type = cast<ShapedType>(type).getElementType();
  if (isa<IndexType>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && integer.getWidth() >= 1 &&
         integer.getWidth() <= 64;
}

/// The two numbers of the attribute, for values of `width` bits; nothing if it
/// is not two of i64, "-inf" and "inf".
static std::optional<std::pair<int64_t, int64_t>>
getNumbers(Attribute attribute, unsigned width) {
  auto array = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!array || array.size() != 2)
    return std::nullopt;
  auto getNumber = [&](Attribute end, StringRef word,
                       int64_t limit) -> std::optional<int64_t> {
    if (auto text = dyn_cast<StringAttr>(end))
      return text.getValue() == word ? std::optional(limit) : std::nullopt;
    auto number = dyn_cast<IntegerAttr>(end);
    if (!number || !number.getType().isSignlessInteger(64))
      return std::nullopt;
    return number.getInt();
  };
  std::optional<int64_t> low =
      getNumber(array[0], "-inf", llvm::minIntN(width));
  if (!low)
    return std::nullopt;
  // From above the largest signed number on, it can only be an unsigned one; of
  // 64 bits the attribute holds none.
  bool isUnsigned = *low > llvm::maxIntN(width) || (width == 1 && *low == 0);
  std::optional<int64_t> high =
      getNumber(array[1], "inf",
                isUnsigned ? static_cast<int64_t>(llvm::maxUIntN(width))
                           : llvm::maxIntN(width));
  if (!high)
    return std::nullopt;
  return std::pair(*low, *high);
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

/// The range that the attribute states for values of a type; nothing if the
/// verifier refuses it.
static std::optional<ConstantIntRanges> readRange(Type type,
                                                  Attribute attribute) {
  if (!type || !attribute || !canStateRange(type))
    return std::nullopt;
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  std::optional<std::pair<int64_t, int64_t>> numbers =
      getNumbers(attribute, width);
  if (!numbers)
    return std::nullopt;
  auto [low, high] = *numbers;
  if (low > high || !fits(low, high, width))
    return std::nullopt;
  return toRange(low, high, width);
}

/// The statement in a list of dictionaries, one for each argument or result of
/// a function; null if there is none.
static Attribute findStatement(ArrayAttr list, unsigned number) {
  if (!list || number >= list.size())
    return Attribute();
  auto attributes = dyn_cast_or_null<DictionaryAttr>(list[number]);
  return attributes ? attributes.get(NoisyDialect::kRangeAttrName)
                    : Attribute();
}

std::optional<ConstantIntRanges>
mlir::noisy::getStatedRange(FunctionOpInterface function, unsigned argument) {
  Attribute rangeAttr = findStatement(function.getAllArgAttrs(), argument);
  return rangeAttr ? readRange(getArgumentType(function, argument), rangeAttr)
                   : std::nullopt;
}

std::optional<ConstantIntRanges>
mlir::noisy::getStatedResultRange(FunctionOpInterface function,
                                  unsigned result) {
  Attribute rangeAttr = findStatement(function.getAllResultAttrs(), result);
  if (!rangeAttr || !function.getFunctionBody().empty())
    return std::nullopt;
  auto type = function->getAttrOfType<TypeAttr>("function_type");
  if (!type || !type.getValue() || result >= function.getNumResults())
    return std::nullopt;
  return readRange(function.getResultTypes()[result], rangeAttr);
}

std::optional<ConstantIntRanges> mlir::noisy::getStatedRange(OpResult result) {
  Operation *op = result.getOwner();
  if (auto assume = dyn_cast<AssumeOp>(op))
    return readRange(result.getType(), assume.getRangeAttr());
  Attribute attribute = op->getDiscardableAttr(NoisyDialect::kRangeAttrName);
  if (attribute && op->getNumResults() > 1) {
    auto list = dyn_cast<ArrayAttr>(attribute);
    if (!list || list.size() != op->getNumResults())
      return std::nullopt;
    attribute = list[result.getResultNumber()];
  }
  return attribute ? readRange(result.getType(), attribute) : std::nullopt;
}

bool mlir::noisy::statesResultRange(Operation *op) {
  return llvm::any_of(op->getResults(), [](OpResult result) {
    return getStatedRange(result).has_value();
  });
}

bool mlir::noisy::statesRange(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return false;
  ArrayAttr arguments = function.getAllArgAttrs();
  ArrayAttr results = function.getAllResultAttrs();
  for (unsigned i = 0, e = arguments ? arguments.size() : 0; i < e; ++i)
    if (getStatedRange(function, i))
      return true;
  for (unsigned i = 0, e = results ? results.size() : 0; i < e; ++i)
    if (getStatedResultRange(function, i))
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
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  std::optional<std::pair<int64_t, int64_t>> numbers =
      getNumbers(attribute, width);
  if (!numbers)
    return emitError() << " has '" << name << "' = " << attribute
                       << "; it must be two i64, [low, high], or \"-inf\" "
                          "for the low end, \"inf\" for the high end";
  auto [low, high] = *numbers;
  if (low > high)
    return emitError() << " has '" << name << "' = [" << low << ", " << high
                       << "]; the low end must not be above the high end";
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

LogicalResult mlir::noisy::verifyStatedRange(Operation *op,
                                             Attribute attribute) {
  constexpr StringLiteral name = NoisyDialect::kRangeAttrName;
  unsigned count = op->getNumResults();
  if (count == 0)
    return op->emitOpError()
           << "has the attribute '" << name
           << "', but no results; it belongs on an argument of a function, or "
              "on an operation whose results are integers";
  // Canonicalization drops results of these, and keeps the attributes; what
  // does not fit any more states nothing (getStatedRange).
  if (isa<RegionBranchOpInterface>(op))
    return success();
  auto verify = [&](unsigned i, Attribute range) {
    return verifyStatedRange(
        [&] { return op->emitOpError() << "result " << i; },
        op->getResult(i).getType(), range);
  };
  if (count == 1)
    return verify(0, attribute);
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list || list.size() != count ||
      !llvm::all_of(list, llvm::IsaPred<ArrayAttr, UnitAttr>))
    return op->emitOpError()
           << "has '" << name << "' = " << attribute << "; with " << count
           << " results it must be a list of " << count
           << ", each [low, high] or unit";
  for (auto [i, range] : llvm::enumerate(list))
    if (!isa<UnitAttr>(range) && failed(verify(i, range)))
      return failure();
  return success();
}
