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

    What a program may say of itself:

    | attribute                             | stands on               | says                   |
    |---------------------------------------|-------------------------|------------------------|
    | `noisy.model = #noisy.model<...>`     | operations with regions | the scheme's numbers   |
    | `noisy.bound = N : i64`               | arguments, results      | a contract on noise    |
    | `noisy.range = [low, high]`           | arguments               | what an integer can be |
    | `noisy.cost = N : i64`                | operations, arguments   | what reducing it costs |
    | `noisy.metadata = {...}`              | arguments, results      | what is carried along  |
    | `metadata = {...}`                    | any operation           | what is carried along  |

    Arguments and results are those of functions, of any dialect.

    ### `noisy.model`

    The numbers of the scheme, in bits of noise: that of a fresh encryption, and
    the limit.

    ```mlir
    module attributes {noisy.model = #noisy.model<initial = 16, max = 30>} {
      func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
        %0 = noisy.mul %a, %b : !noisy.i32 // 32 bits: noise overflow, limit 30
        return %0 : !noisy.i32
      }
    }
    ```

    | rule                              | reason                              |
    |-----------------------------------|-------------------------------------|
    | 0 < initial <= max < 65536        | a fresh value can be decrypted      |
    | it holds for all that is inside   | the nearest one around counts       |
    | one inside another is the same    | differing nested models: an error   |
    | on operations that see the values | values go in and out freely, and    |
    | around them (`scf.for`) it is the | would pass from one limit to the    |
    | model that holds there anyway     | other without a word                |

    Where there is none, the default of the project holds (`--noisy-model` of
    `noisy-opt`), else 12 and 26.

    Functions and modules side by side may have different models. Noise is bits
    in all of them, and goes unchanged through calls from one to the other; each
    value is measured by the model where it is defined. What a caller with a
    limit of 30 may pass, say 28 bits, is an overflow at the argument of a
    function with a limit of 26; what a function returns is an overflow at the
    call when it is above the limit of the caller. A contract is within the model
    of its own function and kept at every call, whatever the model of the
    caller. Callers out of sight, of public functions and of private ones that
    nothing in sight uses, pass fresh values of the function's own model.

    ### `noisy.bound`

    An argument or a result of a function of type `!noisy.i32` may state a
    contract, `noisy.bound = N : i64`, in bits of noise:

    ```mlir
    func.func private @f(!noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 24 : i64})
    ```

    Inside the function the argument is taken to have at most that noise; at
    every call and every return the contract is checked. N lies between the
    noise of a fresh encryption and the limit, of the model of the function.

    Calls are also launches (`gpu.launch_func`) and calls of a value, which may
    call any function of that type whose name is used for more than calls.
    Whatever else has the name or the address of a function in hand may call it,
    or leave it to others who do: a call that hands it to a function out of
    sight, or an operation that names it in an attribute, functions and modules
    with their attributes among them. The function *escapes*, and may be passed
    anything that goes out of sight: to functions without a body, to operations
    that are not known, to memory. All that is encrypted there has to keep the
    strictest contract of those that escape. What cannot be measured, and what
    comes from out of sight, is taken to keep it. Without a contract nothing is
    known of the arguments of a function that escapes.

    The contract of a result is relied on where the body ends with operations
    that are known to return their operands, of the types of the results
    (`func.return`), or never to get to the caller (`ub.unreachable`,
    `llvm.unreachable`). Behind any other end the result is unknown, and what is
    encrypted there has to keep the strictest contract.

    ### `noisy.range`

    What an argument of type `index`, or of a signless integer type of up to 64
    bits, can be, both ends included:

    ```mlir
    func.func @f(%i: index {noisy.range = [0, 63]},
                 %x: i8 {noisy.range = [-3, 3]})
    ```

    | type       | low is 0 or more: unsigned | low is negative: signed |
    |------------|----------------------------|-------------------------|
    | `i8`       | within [0, 255]            | within [-128, 127]      |
    | `i1`       | within [0, 1]              | within [-1, 0]          |
    | `index`    | within [0, 2^63 - 1]       | within [-2^63, 2^63 - 1] |

    Inside the function it is relied on; it is checked wherever `noisy.bound` is.
    An integer that is, or may be, outside is reported, and the program is not
    taken for legal, as the noise rests on it. It is for arguments only: ranges of
    results are found, not stated.

    ### `noisy.cost`

    What a reduction of a value costs, where the optimizer is to go by something
    else than how often it runs: `noisy.cost = N : i64` on an operation, for each
    of its results of type `!noisy.i32`, or on an argument of that type of a
    function. On a `noisy.reduce_noise` it is the cost of that one.

    ```mlir
    func.func @f(%a: !noisy.i32 {noisy.cost = 100 : i64}) -> !noisy.i32 {
      %0 = noisy.mul %a, %a {noisy.cost = 3 : i64} : !noisy.i32
      return %0 : !noisy.i32
    }
    ```

    N lies between 0 and 2^32. Without it a reduction costs 1, times the turns of
    the loops around it, times the calls of its function; loops of unknown length
    count ten times (`assumed-turns` of `--noisy-reduce-noise-optimizer`). N
    replaces all of that.

    ### `metadata`, `noisy.metadata`

    What a compiler for homomorphic encryption carries along with its values:
    scheme, level, secret or not. A dictionary, with any keys:

    ```mlir
    func.func @f(%a: !noisy.i32 {noisy.metadata = {secret, level = 3 : i64}})
        -> (!noisy.i32 {noisy.metadata = {secret}}) {
      %0 = noisy.add %a, %a {metadata = {level = 2 : i64}} : !noisy.i32
      return %0 : !noisy.i32
    }
    ```

    On arguments and results the name has the dialect's prefix, since functions
    take no other attributes there. `metadata` on operations belongs to no
    dialect and is not verified: what is no dictionary is passed over.
  }];

  let dependentDialects = [];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;

  let extraClassDeclaration = [{
    /// The name of the model on an operation with regions; its value is a
    /// NoiseModelAttr.
    static constexpr ::llvm::StringLiteral kModelAttrName = "noisy.model";
    /// The name of the contract on a function's argument or result: an i64
    /// attribute, in bits of noise.
    static constexpr ::llvm::StringLiteral kBoundAttrName = "noisy.bound";
    /// The name of the range stated for a function's argument; see
    /// StatedRange.h.
    static constexpr ::llvm::StringLiteral kRangeAttrName = "noisy.range";
    /// The name of the cost of a reduction, on an operation or a function's
    /// argument: an i64 attribute from 0 to kMostCost.
    static constexpr ::llvm::StringLiteral kCostAttrName = "noisy.cost";
    static constexpr int64_t kMostCost = int64_t(1) << 32;
    /// The name of the dictionary of metadata on a function's argument or
    /// result.
    static constexpr ::llvm::StringLiteral kMetadataAttrName = "noisy.metadata";
    /// The name of the dictionary of metadata on an operation. It has no
    /// dialect prefix, and so no verifier.
    static constexpr ::llvm::StringLiteral kOperationMetadataAttrName =
        "metadata";

    /// The model where no attribute states one.
    NoiseModel getDefaultModel() const { return defaultModel; }
    /// Sets the default of this context. All readers read it without a lock:
    /// set it before the context's IR is verified or analysed, from the one
    /// thread that has the context then. `model` must be valid
    /// (NoiseModel::findError).
    void setDefaultModel(NoiseModel model);

    /// kModelAttrName as an attribute, for lookups that compare no text.
    ::mlir::StringAttr getModelAttrName() const { return modelAttrName; }

  private:
    NoiseModel defaultModel;
    ::mlir::StringAttr modelAttrName;

  public:
  }];
}

#endif // NOISY_DIALECT_TD
