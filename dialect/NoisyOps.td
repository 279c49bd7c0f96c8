//===- NoisyOps.td - Operations of the noisy dialect -------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPS_TD
#define NOISY_OPS_TD

include "dialect/NoiseInterface.td"
include "dialect/NoisyDialect.td"
include "dialect/NoisyTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Noisy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Noisy_Dialect, mnemonic,
         traits # [Pure, DeclareOpInterfaceMethods<
             InferIntRangeInterface, ["inferResultRangesFromOptional"]>]>;

// An operation with an encrypted result.
class Noisy_CipherOp<string mnemonic, list<Trait> traits = []>
    : Noisy_Op<mnemonic,
               traits # [DeclareOpInterfaceMethods<NoiseOpInterface>]> {
  let extraClassDefinition = [{
    void $cppClass::inferResultRangesFromOptional(
        ::llvm::ArrayRef<::mlir::IntegerValueRange> ranges,
        ::mlir::SetIntLatticeFn setResultRanges) {
      inferByNoise(*this, ranges, setResultRanges);
    }
  }];
}

class Noisy_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Noisy_CipherOp<mnemonic, traits # [SameOperandsAndResultType]> {
  let arguments = (ins Noisy_I32:$lhs, Noisy_I32:$rhs);
  let results = (outs Noisy_I32:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Noisy_EncodeOp : Noisy_CipherOp<"encode"> {
  let summary = "Encrypt a plain integer";
  let description = [{
    Encrypts a plain integer of 1 to 5 bits. The result is fresh: it has the
    initial noise (12 bits by default).

    Example:

    ```mlir
    %2 = noisy.encode %0 : i5 -> !noisy.i32
    ```
  }];
  let arguments = (ins Noisy_Plaintext:$input);
  let results = (outs Noisy_I32:$result);
  let assemblyFormat =
      "$input attr-dict `:` qualified(type($input)) `->` "
      "qualified(type($result))";
}

def Noisy_DecodeOp : Noisy_Op<"decode"> {
  let summary = "Decrypt to a plain integer";
  let description = [{
    Decrypts to a plain integer of 1 to 5 bits. The plain text is correct only
    if the noise of the operand is within the limit (26 bits by default); the
    range of the plain integer is unknown.

    Example:

    ```mlir
    %8 = noisy.decode %7 : !noisy.i32 -> i5
    ```
  }];
  let arguments = (ins Noisy_I32:$input);
  let results = (outs Noisy_Plaintext:$result);
  let assemblyFormat =
      "$input attr-dict `:` qualified(type($input)) `->` "
      "qualified(type($result))";
}

def Noisy_AddOp : Noisy_BinaryOp<"add", [Commutative]> {
  let summary = "Add two encrypted integers";
  let description = [{
    The noise of the result is at most 1 + max(lhs, rhs) bits, unless the model
    says otherwise.

    Example:

    ```mlir
    %4 = noisy.add %2, %3 : !noisy.i32
    ```
  }];
}

def Noisy_SubOp : Noisy_BinaryOp<"sub"> {
  let summary = "Subtract two encrypted integers";
  let description = [{
    The noise of the result is at most 1 + max(lhs, rhs) bits, unless the model
    says otherwise.

    Example:

    ```mlir
    %4 = noisy.sub %2, %3 : !noisy.i32
    ```
  }];
}

def Noisy_MulOp : Noisy_BinaryOp<"mul", [Commutative]> {
  let summary = "Multiply two encrypted integers";
  let description = [{
    The noise of the result is at most lhs + rhs bits, unless the model says
    otherwise: a product of two fresh values has 24.

    Example:

    ```mlir
    %4 = noisy.mul %2, %3 : !noisy.i32
    ```
  }];
}

def Noisy_ScaleOp : Noisy_CipherOp<"scale", [SameOperandsAndResultType]> {
  let summary = "Multiply an encrypted integer by a constant";
  let description = [{
    Multiplies by a plain constant, which must not be 0. The noise of the
    result is at most that of the operand plus ceil(log2 abs(factor)) bits,
    unless the model says otherwise.

    Example:

    ```mlir
    %6 = noisy.scale %5 by 3 : !noisy.i32
    ```
  }];
  let arguments = (ins Noisy_I32:$input, I64Attr:$factor);
  let results = (outs Noisy_I32:$result);
  let assemblyFormat = "$input `by` $factor attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// log2 abs(factor), rounded up, in parts of a bit.
    uint32_t getFactorNoise(unsigned unit);
  }];
}

def Noisy_ReduceNoiseOp
    : Noisy_CipherOp<"reduce_noise", [SameOperandsAndResultType]> {
  let summary = "Bring the noise back to that of a fresh encryption";
  let description = [{
    Stands for bootstrapping: the same plain text with little noise (`reduced`
    of the model; as a rule that of a fresh encryption, 12 bits by default), at
    a high cost. It does not repair a value whose noise has already passed the
    limit.

    With `to` it leaves that many bits of noise, or in a model by levels so many
    levels used, but never less than the model's `reduced`: a bootstrapping to
    fewer levels is often cheaper.

    Example:

    ```mlir
    %5 = noisy.reduce_noise %4 : !noisy.i32
    %6 = noisy.reduce_noise %5 {to = 16} : !noisy.i32
    ```
  }];
  let arguments = (ins Noisy_I32:$input,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$to);
  let results = (outs Noisy_I32:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasFolder = 1;

  let extraClassDeclaration = [{
    /// The noise that it leaves, in units of the model.
    uint32_t getNoise();
    /// The same, in the model that is known to hold at it.
    uint32_t getNoise(const NoiseModel &model);
  }];
}

def Noisy_AssumeOp : Noisy_Op<"assume", [SameOperandsAndResultType]> {
  let summary = "State the range of an integer";
  let description = [{
    The result is the operand, of which it is stated that it is within a range,
    both ends included: what nobody can compute, such as a size that a user
    chooses. The ends are written as in `noisy.range`: two numbers, or "-inf" and
    "inf". What follows relies on it. An operand that is never within the range
    is an error; one that need not be is not.

    It stands for no computation. `--noisy-drop-assumptions` takes it out, before
    the program is lowered.

    Example:

    ```mlir
    %size = noisy.assume %n in [1, 64] : index
    %rest = noisy.assume %m in [0, "inf"] : i32
    ```
  }];
  let arguments = (ins AnyType:$value, ArrayAttr:$range);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value `in` $range attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDefinition = [{
    void $cppClass::inferResultRangesFromOptional(
        ::llvm::ArrayRef<::mlir::IntegerValueRange> ranges,
        ::mlir::SetIntLatticeFn setResultRanges) {
      setResultRanges(getResult(), ranges[0]);
    }
  }];
}

#endif // NOISY_OPS_TD
