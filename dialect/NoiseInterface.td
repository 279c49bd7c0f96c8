//===- NoiseInterface.td - The noise interface -------------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISE_INTERFACE_TD
#define NOISE_INTERFACE_TD

include "mlir/IR/OpBase.td"

def NoiseOpInterface : OpInterface<"NoiseOpInterface"> {
  let cppNamespace = "::mlir::noisy";
  let description = [{
    An operation with one encrypted result, and a transfer function from the
    noise of its encrypted operands to that of the result. MLIR's integer range
    analysis, the derivation of a bound and the optimizer all use this one
    function.

    A transfer function consists of maxima and sums of its operands and of
    constants, so it is monotone and convex: proofs of growth and the skipping
    of loop iterations depend on that. It returns at least the noise of each
    operand, or the same number whatever comes in, and never less than the least
    noise of the model. All numbers are units of the model (`NoiseModel::unit`).
  }];
  let methods = [
    InterfaceMethod<[{
        Returns the noise of the result, given the noise of the encrypted
        operands in their order. All operands are reachable. `model` is the one
        that holds at the operation: looking it up takes longer than the rest.
      }],
      "::mlir::noisy::NoiseBound", "inferNoise",
      (ins "const ::mlir::noisy::NoiseModel &":$model,
           "::llvm::ArrayRef<::mlir::noisy::NoiseBound>":$operands)>,
    InterfaceMethod<[{
        Writes the sum that makes the noise of the result, in bits, as "24 + 12"
        or "1 + max(12, 12)"; nothing if there is no sum.
      }],
      "void", "describeNoise",
      (ins "::llvm::raw_ostream &":$os,
           "const ::mlir::noisy::NoiseModel &":$model,
           "::llvm::ArrayRef<::mlir::noisy::NoiseBound>":$operands)>,
  ];
}

#endif // NOISE_INTERFACE_TD
