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
    0 < initial <= max < 65536.

    What operations do to noise can follow, where the scheme has it otherwise
    than usual. Each is `max`, the noise of the noisiest operand, or `sum`, that
    of all operands, and bits that are added:

    | field   | usual     | meaning                                            |
    |---------|-----------|----------------------------------------------------|
    | `add`   | `max + 1` | `noisy.add`                                        |
    | `sub`   | `max + 1` | `noisy.sub`                                        |
    | `mul`   | `sum`     | `noisy.mul`                                        |
    | `scale` | `sum`     | `noisy.scale`: of the operand and ceil(log2 factor)|

    See `noisy.model` in the description of the dialect.

    Example:

    ```mlir
    module attributes {noisy.model = #noisy.model<initial = 16, max = 30>} {
    }
    // A product adds 32 bits to the noisier operand.
    #bfv = #noisy.model<initial = 13, max = 202, mul = max + 32>
    ```
  }];
  let parameters = (ins "uint32_t":$initial, "uint32_t":$max,
                        "NoiseTransfer":$add, "NoiseTransfer":$sub,
                        "NoiseTransfer":$mul, "NoiseTransfer":$scale);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    NoiseModel getModel() const {
      return {getInitial(), getMax(), getAdd(), getSub(), getMul(), getScale()};
    }
  }];
}

#endif // NOISY_ATTRIBUTES_TD
