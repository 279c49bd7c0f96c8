//===- Xyz.td - A dialect with noise of its own ------------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "dialect/NoiseInterface.td"
include "dialect/NoisyTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Xyz_Dialect : Dialect {
  let name = "xyz";
  let cppNamespace = "::xyz";
}

def Xyz_RotateOp : Op<Xyz_Dialect, "rotate",
                      [Pure, DeclareOpInterfaceMethods<NoiseOpInterface>]> {
  let summary = "Rotate the slots of an encrypted value";
  let description = [{
    Moves each slot by `by` places. A key switch adds three bits of noise.

    Example:

    ```mlir
    %1 = xyz.rotate %0 by 4 : !noisy.i32
    ```
  }];
  let arguments = (ins Noisy_I32:$input, I64Attr:$by);
  let results = (outs Noisy_I32:$result);
  let assemblyFormat = "$input `by` $by attr-dict `:` type($result)";
  let hasVerifier = 1;
}
