//===- NoisyDialect.cpp - The noisy dialect -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyDialect.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoiseCosts.h"
#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "dialect/RuledDialects.h"
#include "dialect/StatedRange.h"
#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;

#include "dialect/NoisyDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/NoisyAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/NoisyTypes.cpp.inc"

bool mlir::noisy::isNoisyType(Type type) {
  return isEncryptedScalar(getElementTypeOrSelf(type));
}

namespace {
/// All operations can be inlined, if they mean the same where they come to
/// stand: noise is that of the model around.
struct NoisyInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *dest, bool,
                       IRMapping &) const override {
    return NoiseModel::get(op) == NoiseModel::get(dest->getParentOp());
  }
};
} // namespace

void NoisyDialect::initialize() {
  addInterfaces<NoisyInlinerInterface>();
  modelAttrName = StringAttr::get(getContext(), kModelAttrName);
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/NoisyAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/NoisyTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/NoisyOps.cpp.inc"
      >();
}

void NoisyDialect::setDefaultModel(NoiseModel model,
                                   std::vector<StatedParameters> parameters) {
  assert(!model.findError() && "not a model");
  defaultModel = model;
  statedModels.reset();
  if (!parameters.empty())
    statedModels = std::make_unique<StatedModels>(
        getContext(), std::move(parameters), defaultModel);
}

//===----------------------------------------------------------------------===//
// Attributes on operations
//===----------------------------------------------------------------------===//

/// The attribute that an unknown one was most likely meant to be, as the end of
/// a message; empty if there is none.
static std::string suggestAttribute(StringRef name) {
  constexpr unsigned kMostWrong = 2;
  for (StringRef known : {StringRef(NoisyDialect::kModelAttrName),
                          StringRef(NoisyDialect::kBoundAttrName),
                          StringRef(NoisyDialect::kRangeAttrName),
                          StringRef(NoisyDialect::kCostAttrName),
                          StringRef(NoisyDialect::kMetadataAttrName)})
    if (name.edit_distance(known, /*AllowReplacements=*/true, kMostWrong) <=
        kMostWrong)
      return ("; did you mean '" + known + "'?").str();
  return "";
}

/// Verifies a contract; `subject` names its place: "argument 0".
static LogicalResult verifyBound(Operation *op, Attribute attr, Type type,
                                 const Twine &subject) {
  if (!isEncryptedScalar(type))
    return op->emitOpError()
           << subject << " has '" << NoisyDialect::kBoundAttrName
           << "', but is of type " << type << ", not '!noisy.i32'"
           << (getNoiseRules(op->getContext())
                   ? " or a type that the rules call encrypted"
                   : "");
  std::optional<MillionthBits> bits = getMillionths(attr);
  if (auto bound = dyn_cast<IntegerAttr>(attr);
      !bits && !(bound && bound.getType().isSignlessInteger(64)))
    return op->emitOpError()
           << subject << " has '" << NoisyDialect::kBoundAttrName
           << "' = " << attr
           << "; it must be an i64, in bits of noise, or an f64 with six "
              "decimals at most";
  NoiseModel model = NoiseModel::get(op);
  int64_t units =
      bits ? toUnits(*bits, model.unit, Rounding::Up) : int64_t(INT32_MAX);
  if (units >= model.initial && units <= model.max)
    return success();
  std::string stated;
  if (bits)
    stated = formatMillionths(*bits);
  else
    stated = std::to_string(cast<IntegerAttr>(attr).getInt());
  return op->emitOpError()
         << subject << " has '" << NoisyDialect::kBoundAttrName
         << "' = " << stated
         << "; it must lie between the noise of a fresh encryption, "
         << formatBits(model.initial, model.unit) << ", and the limit, "
         << formatBits(model.max, model.unit, Rounding::Down);
}

/// Verifies what an operation states of its results: the bound of its only one,
/// or a list with the bound of each, `unit` for none.
static LogicalResult verifyBounds(Operation *op, NamedAttribute attr) {
  if (op->getNumResults() == 0)
    return op->emitOpError()
           << "has the attribute '" << attr.getName().getValue()
           << "'; it belongs on an argument or a result of a function";
  if (std::optional<std::string> reason = explainNoStatement(op))
    return op->emitOpError() << "has '" << attr.getName().getValue()
                             << "', which cannot be here: " << *reason;
  auto list = dyn_cast<ArrayAttr>(attr.getValue());
  const size_t size = list ? list.size() : 1;
  if (size != op->getNumResults())
    return op->emitOpError()
           << "has " << formatCount(op->getNumResults(), "result") << ", but '"
           << attr.getName().getValue() << "' for " << size
           << "; it must be a number, or a list with one for each result, "
              "'unit' for those that nothing is stated of";
  for (auto [i, type] : llvm::enumerate(op->getResultTypes())) {
    Attribute stated = list ? list[i] : attr.getValue();
    if (list && isa<UnitAttr>(stated))
      continue;
    // The elements of a tensor or a vector share one bound.
    if (failed(verifyBound(
            op, stated,
            isa<BaseMemRefType>(type) ? type : getElementTypeOrSelf(type),
            "result " + Twine(i))))
      return failure();
  }
  return success();
}

static LogicalResult verifyModel(NoisyDialect &dialect, Operation *op,
                                 Attribute attr) {
  constexpr StringLiteral name = NoisyDialect::kModelAttrName;
  auto model = dyn_cast<NoiseModelAttr>(attr);
  if (!model)
    return op->emitOpError()
           << "has '" << name << "' = " << attr
           << "; it must be #noisy.model<initial = N, max = N>";
  if (op->getNumRegions() == 0)
    return op->emitOpError() << "has the attribute '" << name
                             << "', but no regions; it belongs on an operation "
                                "with regions, such as a module or a function";
  Operation *outer = op->getParentOp();
  for (; outer; outer = outer->getParentOp())
    if (auto outerModel = outer->getAttrOfType<NoiseModelAttr>(name)) {
      if (outerModel == model)
        break;
      InFlightDiagnostic diagnostic = op->emitOpError();
      diagnostic << "has '" << name << "' = " << attr << " within "
                 << outerModel
                 << "; nested models must not differ, remove one of them";
      diagnostic.attachNote(outer->getLoc()) << "the model around it is here";
      return diagnostic;
    }
  if (outer || !op->getBlock() || op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    return success();
  // Operands from outside and results of the operation would have two limits.
  NoiseModel enclosingModel = op->getParentOp()
                                  ? NoiseModel::get(op->getParentOp())
                                  : dialect.getDefaultModel();
  if (model.getModel() == enclosingModel)
    return success();
  return op->emitOpError()
         << "has '" << name << "' = " << attr
         << ", but can use values from outside, where the model is "
         << enclosingModel.str(" ") << "; put it on the function or the module";
}

/// Verifies the value of a cost. `emitError` begins a message that continues
/// with " has 'noisy.cost' = ...".
static LogicalResult
verifyCost(llvm::function_ref<InFlightDiagnostic()> emitError, Attribute attr) {
  constexpr StringLiteral name = NoisyDialect::kCostAttrName;
  auto cost = dyn_cast<IntegerAttr>(attr);
  if (!cost || !cost.getType().isSignlessInteger(64))
    return emitError() << " has '" << name << "' = " << attr
                       << "; it must be an i64";
  if (cost.getInt() < 0 || cost.getInt() > NoisyDialect::kMostCost)
    return emitError() << " has '" << name << "' = " << cost.getInt()
                       << "; it must lie between 0 and "
                       << NoisyDialect::kMostCost;
  return success();
}

/// Verifies a table of costs by noise.
static LogicalResult verifyCostTable(Operation *op, Attribute attr) {
  constexpr StringLiteral name = NoisyDialect::kCostAttrName;
  if (op->getNumRegions() == 0)
    return op->emitOpError()
           << "has '" << name << "' = " << attr
           << ", but nothing inside it; a table of costs belongs on a function "
              "or a module";
  std::string error;
  if (NoiseCosts::read(attr, error))
    return success();
  return op->emitOpError() << "has '" << name << "' = " << attr << error;
}

LogicalResult NoisyDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  StringAttr name = attr.getName();
  if (name == getModelAttrName())
    return verifyModel(*this, op, attr.getValue());
  if (name == kCostAttrName) {
    if (isa<DictionaryAttr>(attr.getValue()))
      return verifyCostTable(op, attr.getValue());
    if (!llvm::any_of(op->getResultTypes(), llvm::IsaPred<NoisyI32Type>))
      return op->emitOpError()
             << "has the attribute '" << name.getValue()
             << "', but no result of type '!noisy.i32'; it belongs on an "
                "operation that has one, or on an argument of a function";
    return verifyCost(
        [op] {
          InFlightDiagnostic diagnostic = op->emitError();
          diagnostic << "'" << op->getName() << "' op";
          return diagnostic;
        },
        attr.getValue());
  }
  if (name == kBoundAttrName)
    return verifyBounds(op, attr);
  if (name == kRangeAttrName)
    return verifyStatedRange(op, attr.getValue());
  if (name == kMetadataAttrName)
    return op->emitOpError()
           << "has the attribute '" << name.getValue()
           << "'; it belongs on an argument or a result of a function; on an "
              "operation it is called '"
           << kOperationMetadataAttrName << "'";
  return op->emitOpError() << "has the attribute '" << name.getValue()
                           << "', which the noisy dialect does not know"
                           << suggestAttribute(name);
}

//===----------------------------------------------------------------------===//
// Attributes on arguments and results of functions
//===----------------------------------------------------------------------===//

static LogicalResult verifyMetadata(Operation *op, NamedAttribute attr,
                                    const Twine &subject) {
  if (!isa<DictionaryAttr>(attr.getValue()))
    return op->emitOpError()
           << subject << " has '" << NoisyDialect::kMetadataAttrName
           << "' = " << attr.getValue()
           << "; it must be a dictionary, {key = value, ...}";
  return success();
}

static LogicalResult refuseUnknown(Operation *op, NamedAttribute attr,
                                   const Twine &subject) {
  return op->emitOpError() << subject << " has the attribute '"
                           << attr.getName().getValue()
                           << "', which the noisy dialect does not know"
                           << suggestAttribute(attr.getName());
}

LogicalResult NoisyDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || argIndex >= function.getNumArguments())
    return op->emitOpError()
           << "is not a function: '" << attr.getName().getValue()
           << "' belongs on an argument of a function";
  Type type = function.getArgumentTypes()[argIndex];
  std::string subject = "argument " + std::to_string(argIndex);
  if (attr.getName() == kBoundAttrName)
    return verifyBound(op, attr.getValue(), type, subject);
  if (attr.getName() == kRangeAttrName)
    return verifyStatedRange([&] { return op->emitOpError() << subject; }, type,
                             attr.getValue());
  if (attr.getName() == kMetadataAttrName)
    return verifyMetadata(op, attr, subject);
  if (attr.getName() == kCostAttrName) {
    if (!isa<NoisyI32Type>(type))
      return op->emitOpError()
             << subject << " has '" << kCostAttrName << "', but is of type "
             << type << ", not '!noisy.i32'";
    return verifyCost([&] { return op->emitOpError() << subject; },
                      attr.getValue());
  }
  return refuseUnknown(op, attr, subject);
}

LogicalResult NoisyDialect::verifyRegionResultAttribute(Operation *op,
                                                        unsigned regionIndex,
                                                        unsigned resultIndex,
                                                        NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || resultIndex >= function.getNumResults())
    return op->emitOpError()
           << "is not a function: '" << attr.getName().getValue()
           << "' belongs on a result of a function";
  std::string subject = "result " + std::to_string(resultIndex);
  if (attr.getName() == kBoundAttrName)
    return verifyBound(op, attr.getValue(),
                       function.getResultTypes()[resultIndex], subject);
  if (attr.getName() == kRangeAttrName) {
    if (function.isExternal())
      return verifyStatedRange([&] { return op->emitOpError() << subject; },
                               function.getResultTypes()[resultIndex],
                               attr.getValue());
    return op->emitOpError()
           << subject << " has the attribute '" << kRangeAttrName
           << "'; it belongs on an argument of a function, on a result of one "
              "without a body, or on the operation that computes the result";
  }
  if (attr.getName() == kCostAttrName)
    return op->emitOpError()
           << subject << " has the attribute '" << kCostAttrName
           << "'; it belongs on an argument of a function, or on an operation";
  if (attr.getName() == kMetadataAttrName)
    return verifyMetadata(op, attr, subject);
  return refuseUnknown(op, attr, subject);
}
