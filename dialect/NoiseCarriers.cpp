//===- NoiseCarriers.cpp - Values that carry noise ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::carriesNoise(Value value) {
  Type type = value.getType();
  return (isNoisyType(type) && !isa<BaseMemRefType>(type)) ||
         hidesCarriers(type);
}

/// A contract in the units of the model, rounded up: what is stated, what is
/// checked and what is relied on are the same number.
static std::optional<uint32_t> getContract(Operation *function,
                                           Attribute attr) {
  if (!attr)
    return std::nullopt;
  if (auto bound = dyn_cast<IntegerAttr>(attr);
      bound && NoiseModel::get(function).unit == 1)
    return static_cast<uint32_t>(bound.getInt());
  std::optional<MillionthBits> bits = getMillionths(attr);
  if (!bits)
    return std::nullopt;
  return static_cast<uint32_t>(
      toUnits(*bits, NoiseModel::get(function).unit, Rounding::Up));
}

std::optional<std::string> mlir::noisy::explainNoStatement(Operation *op) {
  if (isa<CallOpInterface>(op))
    return "state it on the result of the function that is called";
  if (op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>())
    return "state it on what the operation takes, or where its values come "
           "from";
  const bool isUnknownByRule = getNoiseRule(op) && !hasKnownRule(op);
  if (movesNoise(op) || (isa<NoiseOpInterface>(op) && !isUnknownByRule))
    return "the noise follows from the operands; state it where these come "
           "from";
  return std::nullopt;
}

std::optional<uint32_t> mlir::noisy::getStatedBound(OpResult result) {
  Operation *op = result.getOwner();
  // Nearly no operation has any.
  if (op->getDiscardableAttrDictionary().empty())
    return std::nullopt;
  Attribute stated = op->getDiscardableAttr(NoisyDialect::kBoundAttrName);
  if (auto list = dyn_cast_or_null<ArrayAttr>(stated))
    stated = result.getResultNumber() < list.size()
                 ? list[result.getResultNumber()]
                 : Attribute();
  if (!stated || !carriesNoise(result) || explainNoStatement(op))
    return std::nullopt;
  return getContract(op, stated);
}

bool mlir::noisy::statesBound(Operation *op) {
  return !op->getDiscardableAttrDictionary().empty() &&
         llvm::any_of(op->getResults(), [](OpResult result) {
           return getStatedBound(result).has_value();
         });
}

std::optional<uint32_t> mlir::noisy::getArgumentContract(Operation *op,
                                                         unsigned argument) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(op);
  if (!function || argument >= function.getNumArguments())
    return std::nullopt;
  return getContract(
      op, function.getArgAttr(argument, NoisyDialect::kBoundAttrName));
}

std::optional<uint32_t> mlir::noisy::getResultContract(Operation *op,
                                                       unsigned result) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(op);
  if (!function || result >= function.getNumResults())
    return std::nullopt;
  return getContract(
      op, function.getResultAttr(result, NoisyDialect::kBoundAttrName));
}

bool mlir::noisy::movesNoise(Operation *op) {
  return isa<SelectLikeOpInterface, tensor::CastOp, tensor::CollapseShapeOp,
             tensor::ConcatOp, tensor::ExpandShapeOp, tensor::ExtractOp,
             tensor::ExtractSliceOp, tensor::FromElementsOp, tensor::GatherOp,
             tensor::InsertOp, tensor::InsertSliceOp, tensor::ReshapeOp,
             tensor::ScatterOp, tensor::SplatOp, vector::BroadcastOp,
             vector::DeinterleaveOp, vector::ExtractOp,
             vector::ExtractStridedSliceOp, vector::FromElementsOp,
             vector::InsertOp, vector::InsertStridedSliceOp,
             vector::InterleaveOp, vector::ShapeCastOp, vector::ShuffleOp,
             vector::ToElementsOp, vector::TransposeOp>(op);
}
