//===- NoisyOps.cpp - Operations of the noisy dialect ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transfer functions: the effect of each operation on the noise. No other
// file repeats them.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "dialect/StatedRange.h"
#include "dialect/units/NoiseUnit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

#include "dialect/NoiseInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// Entry from MLIR's integer range analysis
//===----------------------------------------------------------------------===//

/// Infers the range of the one result of `op` by its transfer function on
/// noise. Ranges of other analyses (MLIR's own passes hold none for an
/// encrypted argument) count as not computed yet, or as unknown.
static void inferByNoise(NoiseOpInterface op,
                         ArrayRef<IntegerValueRange> ranges,
                         SetIntLatticeFn setResultRanges) {
  SmallVector<NoiseBound, 2> operands;
  for (auto [operand, range] : llvm::zip_equal(op->getOperands(), ranges)) {
    if (!isNoisyType(operand.getType()))
      continue;
    operands.push_back(NoiseBound::fromRange(range));
    if (operands.back().isUnreachable())
      return;
  }
  setResultRanges(op->getResult(0),
                  op.inferNoise(NoiseModel::get(op), operands).toRange());
}

#define GET_OP_CLASSES
#include "dialect/NoisyOps.cpp.inc"

void DecodeOp::inferResultRangesFromOptional(ArrayRef<IntegerValueRange>,
                                             SetIntLatticeFn setResultRanges) {
  // The plain text can be anything, whatever the noise.
  setResultRanges(getResult(), IntegerValueRange::getMaxRange(getResult()));
}

LogicalResult AssumeOp::verify() {
  return verifyStatedRange([&] { return emitOpError() << "its result"; },
                           getResult().getType(), getRange());
}

//===----------------------------------------------------------------------===//
// encode, reduce_noise: a fresh value
//===----------------------------------------------------------------------===//

NoiseBound EncodeOp::inferNoise(const NoiseModel &model, ArrayRef<NoiseBound>) {
  return NoiseBound::bits(model.initial);
}

void EncodeOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                             ArrayRef<NoiseBound>) {}

uint32_t ReduceNoiseOp::getNoise() { return getNoise(NoiseModel::get(*this)); }

uint32_t ReduceNoiseOp::getNoise(const NoiseModel &model) {
  uint64_t noise = model.getReduced();
  if (std::optional<uint64_t> bits = getTo())
    noise =
        std::max(noise, llvm::SaturatingMultiply<uint64_t>(*bits, model.unit));
  // More than any limit; whatever comes in has less.
  return std::min<uint64_t>(noise, NoiseBound::kCap);
}

NoiseBound ReduceNoiseOp::inferNoise(const NoiseModel &model,
                                     ArrayRef<NoiseBound>) {
  return NoiseBound::bits(getNoise(model));
}

void ReduceNoiseOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                                  ArrayRef<NoiseBound>) {}

//===----------------------------------------------------------------------===//
// add, sub, mul: by the model
//===----------------------------------------------------------------------===//

static NoiseBound applyTo(NoiseTransfer transfer,
                          ArrayRef<NoiseBound> operands) {
  return transfer.apply(operands[0], operands[1]);
}

NoiseBound AddOp::inferNoise(const NoiseModel &model,
                             ArrayRef<NoiseBound> operands) {
  return applyTo(model.add, operands);
}

void AddOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                          ArrayRef<NoiseBound> operands) {
  model.add.describe(os, operands[0], operands[1], model.unit);
}

NoiseBound SubOp::inferNoise(const NoiseModel &model,
                             ArrayRef<NoiseBound> operands) {
  return applyTo(model.sub, operands);
}

void SubOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                          ArrayRef<NoiseBound> operands) {
  model.sub.describe(os, operands[0], operands[1], model.unit);
}

NoiseBound MulOp::inferNoise(const NoiseModel &model,
                             ArrayRef<NoiseBound> operands) {
  return applyTo(model.mul, operands);
}

void MulOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                          ArrayRef<NoiseBound> operands) {
  model.mul.describe(os, operands[0], operands[1], model.unit);
}

//===----------------------------------------------------------------------===//
// scale: the size of the factor
//===----------------------------------------------------------------------===//

LogicalResult ScaleOp::verify() {
  if (getFactor() == 0)
    return emitOpError("has the factor 0; a product with 0 is the constant 0, "
                       "encode that instead");
  return success();
}

uint32_t ScaleOp::getFactorNoise(unsigned unit) {
  int64_t factor = static_cast<int64_t>(getFactor());
  // Unsigned arithmetic, in which the magnitude of the least integer exists.
  uint64_t magnitude =
      factor < 0 ? uint64_t(0) - uint64_t(factor) : uint64_t(factor);
  return log2InUnits(magnitude, unit);
}

NoiseBound ScaleOp::inferNoise(const NoiseModel &model,
                               ArrayRef<NoiseBound> operands) {
  return model.scale.applyUnary(operands[0], getFactorNoise(model.unit));
}

void ScaleOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                            ArrayRef<NoiseBound> operands) {
  model.scale.describeUnary(os, operands[0], getFactorNoise(model.unit),
                            model.unit);
}
