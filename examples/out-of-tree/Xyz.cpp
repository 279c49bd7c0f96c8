//===- Xyz.cpp - A dialect with noise of its own --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Xyz.h"
#include "dialect/units/NoiseUnit.h"

#include "Xyz-dialect.cpp.inc"

#define GET_OP_CLASSES
#include "Xyz-op.cpp.inc"

using namespace mlir;
using namespace mlir::noisy;

void xyz::XyzDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Xyz-op.cpp.inc"
      >();
}

/// The bits that a key switch adds.
static constexpr uint64_t keySwitchBits = 3;

NoiseBound xyz::RotateOp::inferNoise(const NoiseModel &model,
                                     ArrayRef<NoiseBound> operands) {
  // In units of the model, of which a bit may have several.
  return operands[0] + NoiseBound::bits(keySwitchBits * model.unit);
}

void xyz::RotateOp::describeNoise(raw_ostream &os, const NoiseModel &model,
                                  ArrayRef<NoiseBound> operands) {
  os << formatBound(operands[0], model.unit) << " + " << keySwitchBits;
}

LogicalResult xyz::RotateOp::verify() {
  if (getBy() == 0)
    return emitOpError("by 0 does nothing");
  return success();
}
