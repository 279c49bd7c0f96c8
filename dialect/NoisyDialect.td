//===- NoisyDialect.td - The noisy dialect -----------------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_TD
#define NOISY_DIALECT_TD

include "mlir/IR/DialectBase.td"

def Noisy_Dialect : Dialect {
  let name = "noisy";
  let cppNamespace = "::mlir::noisy";
  let summary = "Arithmetic on encrypted integers that carry noise";
  let description = [{
    A model of homomorphic encryption that keeps what matters to a compiler:
    every encrypted value carries *noise*, counted in bits, which grows with
    each operation. Above a limit (26 bits by default) the value cannot be
    decrypted any more. `noisy.reduce_noise`, which stands for bootstrapping,
    brings the noise back to that of a fresh encryption (12 bits by default),
    and is by far the most expensive operation.

    | operation                         | noise bound of the result           |
    |-----------------------------------|-------------------------------------|
    | `noisy.encode`                    | initial                             |
    | `noisy.add`, `noisy.sub`          | 1 + max(lhs, rhs)                   |
    | `noisy.mul`                       | lhs + rhs                           |
    | `noisy.scale %x by c`             | x + ceil(log2 abs(c))               |
    | `noisy.reduce_noise`              | initial                             |

    ### `noisy.bound`

    An argument or a result of a function of type `!noisy.i32` may state a
    contract, `noisy.bound = N : i64`, in bits of noise:

    ```mlir
    func.func private @f(!noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 24 : i64})
    ```

    Inside the function the argument is taken to have at most that noise; at
    every call and every return the contract is checked. N lies between the
    noise of a fresh encryption and the limit.
  }];

  let dependentDialects = [];
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;

  let extraClassDeclaration = [{
    /// The name of the contract on a function's argument or result: an i64
    /// attribute, in bits of noise.
    static constexpr ::llvm::StringLiteral kBoundAttrName = "noisy.bound";
    /// The name of the range that is stated of a function's argument; see
    /// StatedRange.h.
    static constexpr ::llvm::StringLiteral kRangeAttrName = "noisy.range";
  }];
}

#endif // NOISY_DIALECT_TD
