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
    An operation whose one result is encrypted, and that knows the noise of it
    from the noise of its encrypted operands: its transfer function. MLIR's
    integer range analysis, the derivation of a bound and the optimizer all
    use this one function.

    A transfer function is made of maxima and sums of its operands and of
    constants, so it is monotone and convex: proofs of growth and the skipping
    of turns of loops rest on that. Without operands it gives at least the
    noise of a fresh encryption.
  }];
  let methods = [
    InterfaceMethod<[{
        The noise of the result, given the noise of the encrypted operands in
        their order. All operands are known to be reachable.
      }],
      "::mlir::noisy::NoiseBound", "inferNoise",
      (ins "::llvm::ArrayRef<::mlir::noisy::NoiseBound>":$operands)>,
    InterfaceMethod<[{
        Writes the sum that the noise of the result comes from, as people write
        it: "24 + 12", "1 + max(12, 12)"; nothing where there is no sum.
      }],
      "void", "describeNoise",
      (ins "::llvm::raw_ostream &":$os,
           "::llvm::ArrayRef<::mlir::noisy::NoiseBound>":$operands)>,
  ];
}

#endif // NOISE_INTERFACE_TD
