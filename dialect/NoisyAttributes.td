//===- NoisyAttributes.td - Attributes of noisy ------------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ATTRIBUTES_TD
#define NOISY_ATTRIBUTES_TD

include "dialect/NoisyDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Noisy_ModelAttr : AttrDef<Noisy_Dialect, "NoiseModel"> {
  let mnemonic = "model";
  let summary = "The parameters of the scheme, in bits of noise";
  let description = [{
    `initial` is the noise of a fresh or reduced encryption, `max` the most
    noise with which a value can still be decrypted;
    0 < initial <= max < 65536. See `noisy.model` in the description of the
    dialect.

    Example:

    ```mlir
    module attributes {noisy.model = #noisy.model<initial = 16, max = 30>} {
    }
    ```
  }];
  let parameters = (ins "uint32_t":$initial, "uint32_t":$max);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    NoiseModel getModel() const { return {getInitial(), getMax()}; }
  }];
}

#endif // NOISY_ATTRIBUTES_TD
