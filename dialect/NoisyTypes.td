//===- NoisyTypes.td - Types of the noisy dialect ----------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TYPES_TD
#define NOISY_TYPES_TD

include "dialect/NoisyDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

def Noisy_I32 : TypeDef<Noisy_Dialect, "NoisyI32",
    [MemRefElementTypeInterface, VectorElementTypeInterface]> {
  let mnemonic = "i32";
  let summary = "An encrypted integer of 5 bits, with its noise, in 32 bits";
  let description = [{
    Of the 32 bits of a ciphertext, 5 carry the plain text and up to 26 carry
    noise; one bit separates them. It can be the element of tensors, memrefs and
    vectors.

    Example:

    ```mlir
    %0 = noisy.encode %x : i5 -> !noisy.i32
    %1 = tensor.from_elements %0, %0 : tensor<2x!noisy.i32>
    ```
  }];
}

// The plain text that a ciphertext can hold: 1 to 5 bits.
def Noisy_Plaintext
    : TypeConstraint<
          CPred<"::llvm::isa<::mlir::IntegerType>($_self) && "
                "$_self.isSignlessInteger() && "
                "$_self.getIntOrFloatBitWidth() >= 1 && "
                "$_self.getIntOrFloatBitWidth() <= 5">,
          "signless integer of 1 to 5 bits", "::mlir::IntegerType">;

#endif // NOISY_TYPES_TD
