//===- Patterns.cpp - Patterns that never add noise -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Patterns.h"
#include "dialect/NoisyOps.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

int64_t mlir::noisy::reduceFactor(int64_t factor) {
  int64_t residue = factor % kModulus;
  if (residue > kModulus / 2)
    return residue - kModulus;
  return residue <= -kModulus / 2 ? residue + kModulus : residue;
}

uint32_t mlir::noisy::getScaleNoise(const NoiseModel &model, int64_t factor) {
  if (model.scale.form == NoiseTransfer::Form::Max)
    return model.scale.added;
  return log2InUnits(static_cast<uint64_t>(std::abs(factor)), model.unit) +
         model.scale.added;
}

bool mlir::noisy::mayReplace(Operation *op) {
  return op->getDiscardableAttrDictionary().empty() &&
         NoiseModel::get(op).hasUsualForm();
}

bool mlir::noisy::mayRewrite(Operation *op) {
  return op->getDiscardableAttrDictionary().empty() &&
         NoiseModel::get(op).hasPlainTransfers();
}

std::optional<int64_t> mlir::noisy::getEncodedConstant(Value value) {
  APInt plain;
  auto encode = value.getDefiningOp<EncodeOp>();
  if (!encode || !mayRewrite(encode) ||
      !matchPattern(encode.getInput(), m_ConstantInt(&plain)))
    return std::nullopt;
  return static_cast<int64_t>(plain.getZExtValue());
}

Value mlir::noisy::encodeConstant(OpBuilder &builder, Location location,
                                  int64_t plain) {
  auto residue =
      APInt(64, static_cast<uint64_t>(plain)).getLoBits(5).getZExtValue();
  Value constant = arith::ConstantOp::create(
      builder, location,
      builder.getIntegerAttr(builder.getIntegerType(5), APInt(5, residue)));
  return EncodeOp::create(builder, location,
                          NoisyI32Type::get(builder.getContext()), constant);
}

//===----------------------------------------------------------------------===//
// For the patterns
//===----------------------------------------------------------------------===//

static int64_t toInteger(Attribute attr) {
  return cast<IntegerAttr>(attr).getInt();
}

static LogicalResult matchEncodedConstant(Operation *op, Attribute &attr) {
  std::optional<int64_t> plain = getEncodedConstant(op->getResult(0));
  if (!plain)
    return failure();
  attr = Builder(op->getContext()).getI64IntegerAttr(*plain);
  return success();
}

static NoiseTransfer getTransfer(Operation *op) {
  NoiseModel model = NoiseModel::get(op);
  return isa<AddOp>(op) ? model.add : isa<SubOp>(op) ? model.sub : model.mul;
}

static bool scalesForLess(Operation *op, int64_t factor) {
  NoiseModel model = NoiseModel::get(op);
  NoiseTransfer transfer = getTransfer(op);
  // A maximum is that of the operand, if that is noisier than the fresh one.
  uint32_t leastAdded =
      transfer.added +
      (transfer.form == NoiseTransfer::Form::Sum ? model.initial : 0);
  return getScaleNoise(model, reduceFactor(factor)) <= leastAdded;
}

static bool doublesForLess(Operation *op) {
  NoiseModel model = NoiseModel::get(op);
  NoiseTransfer transfer = getTransfer(op);
  // A sum adds the operand itself, which has 1 bit at least.
  uint32_t leastAdded =
      transfer.added + (transfer.form == NoiseTransfer::Form::Sum ? 1 : 0);
  return getScaleNoise(model, 2) <= leastAdded;
}

static Value resizePlaintext(OpBuilder &builder, Location location, Value value,
                             Type type) {
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(builder, location, type, value);
  return arith::TruncIOp::create(builder, location, type, value);
}

#include "dialect/Patterns.cpp.inc"

void mlir::noisy::populateNeverNoisierPatterns(RewritePatternSet &patterns) {
  populateWithGenerated(patterns);
}

void NoisyDialect::getCanonicalizationPatterns(
    RewritePatternSet &results) const {
  populateNeverNoisierPatterns(results);
}
