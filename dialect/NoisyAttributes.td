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
    | field     | usual     | meaning                                            |
    |-----------|-----------|----------------------------------------------------|
    | `initial` |           | the noise of a fresh encryption                    |
    | `reduced` | `initial` | the noise after `noisy.reduce_noise`               |
    | `max`     |           | the most noise with which a value can be decrypted |
    | `unit`    | see below | the part of a bit in which noise is counted        |
    | `add`     | `max + 1` | `noisy.add`                                        |
    | `sub`     | `max + 1` | `noisy.sub`                                        |
    | `mul`     | `sum`     | `noisy.mul`                                        |
    | `scale`   | `sum`     | `noisy.scale`                                      |

    `initial` and `max` must be given; 0 < initial <= max < 65536 units.

    **What operations do** to noise is the maximum of some sums of operands and
    bits. `max` stands for the noise of the noisiest operand, `sum` for that of
    all operands, and bits may be added to both: `max + 32`. In full, the
    operands are `lhs` and `rhs`:

    ```
    mul = max(lhs + rhs, lhs + 20.5, rhs + 20.5) + 2
    add = max(lhs + 1, rhs + 1, 9.5)    // at least 9.5
    mul = max(20)                       // 20, whatever comes in: a table look-up
    ```

    The operands of a `scale` are `x` and `factor`, ceil(log2 abs(factor)); its
    `max` leaves the factor out, its `sum` is `x + factor`. At most eight sums
    are possible.

    Analyses and optimizer rest on two rules, so a model that breaks one is
    refused:

    - an operation never has less noise than an operand, unless it sets noise
      to a number, as the last one above does;
    - an operation that ever adds to the noise of an operand does so for all
      noise: `max(lhs, rhs, lhs + rhs - 100)` adds only to much noise, and needs
      `lhs + 0.1` and `rhs + 0.1`.

    **Fractions of a bit** are possible everywhere. Noise is counted in whole
    units: of 1 bit where all numbers are whole, of 1/10 where they have one
    decimal, and else of 1/16, or as `unit = 1/64` says: 1/n for an n up to 100
    without prime factors but 2 and 5. What is no multiple is rounded to the
    safe side: noise up, the limit down. Functions that call each other must
    have the same unit, or the noise that passes between them is unknown.

    **Levels**: where noise is the number of levels used, as in CKKS, there is a
    short form, `levels = 9, bootstrap = 2`: a fresh value has 1, each product
    one more, sums nothing, a reduced value 2 more than a fresh one, and the
    limit is 10.

    See `noisy.model` in the description of the dialect. Models of BFV, BGV,
    CKKS and TFHE by their parameters: `noisy-opt --noisy-model-from`.

    Example:

    ```mlir
    module attributes {noisy.model = #noisy.model<initial = 16, max = 30>} {
    }
    // A product adds 32 bits to the noisier operand, a bootstrapping gives 30.
    #bfv = #noisy.model<initial = 12.8, reduced = 30, max = 202.9,
                        mul = max + 32.1>
    ```
  }];
  let parameters = (ins "uint32_t":$initial, "uint32_t":$max,
                        "NoiseTransfer":$add, "NoiseTransfer":$sub,
                        "NoiseTransfer":$mul, "NoiseTransfer":$scale,
                        "uint32_t":$reduced, "uint32_t":$unit);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    NoiseModel getModel() const {
      return {getInitial(), getMax(), getAdd(), getSub(), getMul(), getScale(),
              getReduced(), getUnit()};
    }
  }];
}

#endif // NOISY_ATTRIBUTES_TD
