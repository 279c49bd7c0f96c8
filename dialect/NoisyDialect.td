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
    brings the noise down to a fixed number (12 bits by default, as in a fresh
    encryption), and is by far the most expensive operation.

    | operation                         | noise bound of the result           |
    |-----------------------------------|-------------------------------------|
    | `noisy.encode`                    | initial                             |
    | `noisy.add`, `noisy.sub`          | 1 + max(lhs, rhs)                   |
    | `noisy.mul`                       | lhs + rhs                           |
    | `noisy.scale %x by c`             | x + ceil(log2 abs(c))               |
    | `noisy.reduce_noise`              | reduced, usually initial            |

    The attributes of a program:

    | attribute                             | placed on               | states                 |
    |---------------------------------------|-------------------------|------------------------|
    | `noisy.model = #noisy.model<...>`     | operations with regions | the scheme's numbers   |
    | `noisy.bound = N : i64`               | arguments, results      | a contract on noise    |
    | `noisy.range = [low, high]`           | arguments, operations   | the range of integers  |
    | `noisy.cost = N : i64`                | operations, arguments   | the cost of reductions |
    | `noisy.cost = {by_level = [5, 6]}`      | functions, modules      | costs by noise         |
    | `noisy.metadata = {...}`              | arguments, results      | a compiler's metadata  |
    | `metadata = {...}`                    | any operation           | a compiler's metadata  |

    Arguments and results belong to functions, of any dialect.

    ### `noisy.model`

    The parameters of the scheme, in bits of noise: the noise of a fresh
    encryption, the limit, and the noise of a reduced value and what operations
    do to noise, where these are not as usual (`mul = max + 32.1`; see
    `#noisy.model`).

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
    | 0 < initial <= max < 65536 units  | a fresh value can be decrypted      |
    | it applies to everything inside   | the innermost enclosing model counts|
    | a nested model equals the outer   | differing nested models: an error   |
    | on operations that use the values | values cross the boundary freely,   |
    | around them (`scf.for`) it must   | and would change their limit        |
    | be the model that applies there   | silently                            |

    Without a model, the parameters of a scheme apply that the module states for
    another compiler (`ckks.schemeParam`), where the rules of the project read
    them; else the default of the project (`--noisy-model` of `noisy-opt`), else
    12 and 26.

    Neighbouring functions and modules may have different models. All of them
    count noise in bits, which calls do not change; each value is measured by
    the model at its definition. If a caller with a limit of 30 passes 28 bits
    to a function with a limit of 26, the function's argument overflows; if a
    function returns more than the caller's limit, the call overflows. A
    contract is within the model of its own function and checked at every call,
    whatever the model of the caller. Unknown callers, of public functions and
    of unused private ones, pass fresh values of the function's own model.

    ### `noisy.bound`

    An argument or a result of a function of type `!noisy.i32` may state a
    contract, `noisy.bound = N : i64`, in bits of noise, or with a fraction
    `noisy.bound = 44.8 : f64`, which is rounded up to the model's unit:

    ```mlir
    func.func private @f(!noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 24 : i64})
    ```

    The function assumes that the argument has at most that noise; every call
    and every return is checked. N is between the noise of a fresh encryption
    and the limit, of the model of the function.

    An operation whose noise does not follow from its operands states it itself:
    a load, a cast, or an operation that nothing is known of. One with several
    results has a list, with `unit` for those that nothing is stated of:

    ```mlir
    %0 = memref.load %m[%i] {noisy.bound = 20 : i64} : memref<8x!noisy.i32>
    %1:2 = "other.op"() {noisy.bound = [20 : i64, unit]} : () -> (!noisy.i32, i5)
    ```

    What is known to flow in, such as what is stored there, is checked. For
    tensors and vectors it is the bound of each element.

    Calls include launches (`gpu.launch_func`) and calls of a value, which may
    call any function of that type whose name is used for more than calls. Any
    other user of the name or address of a function may call it, or pass it on:
    a call that passes it to an unknown function, or an operation that names it
    in an attribute, including functions and modules with their attributes. Such
    a function *escapes*: it may be called with any value that leaves the known
    program, to functions without a body, to unknown operations, or to memory.
    All encrypted values that leave must keep the strictest contract of the
    escaping functions. Values that cannot be measured, and values from outside,
    are assumed to keep it. Without a contract the arguments of an escaping
    function are unknown.

    The contract of a result is used if the body ends with operations that are
    known to return their operands, of the types of the results (`func.return`),
    or never to reach the caller (`ub.unreachable`, `llvm.unreachable`). After
    any other end the result is unknown, and the encrypted operands of that end
    must keep the strictest contract.

    ### `noisy.range`

    The range of an argument of type `index`, or of a signless integer type of
    up to 64 bits, both ends included; of a vector or a tensor of these, the range
    of each element:

    ```mlir
    func.func @f(%i: index {noisy.range = [0, 63]},
                 %x: i8 {noisy.range = [-3, 3]})
    ```

    On an operation it states the range of its result, where nothing else tells
    it: of what is loaded, of what a function without a body returns, of an
    operation of another dialect. With several results it is a list with the
    range of each, `unit` for none:

    ```mlir
    %id = "miopen.workgroup_id"() {noisy.range = [0, 63]} : () -> index
    %n = memref.load %sizes[%i] {noisy.range = [0, "inf"]} : memref<4xindex>
    %0:2 = "t.two"() {noisy.range = [[0, 8], unit]} : () -> (index, f32)
    ```

    `"-inf"` and `"inf"` leave an end open: that of the signed numbers, or, for
    `"inf"` above these, of the unsigned ones.

    | type       | low is 0 or more: unsigned | low is negative: signed |
    |------------|----------------------------|-------------------------|
    | `i8`       | within [0, 255]            | within [-128, 127]      |
    | `i1`       | within [0, 1]              | within [-1, 0]          |
    | `index`    | within [0, 2^63 - 1]       | within [-2^63, 2^63 - 1] |

    The function assumes it; it is checked wherever `noisy.bound` is. An integer
    that is, or may be, outside is reported, and the program is not legal,
    because the noise depends on it. What an operation states is checked against
    what its operands give: where they do not confirm it, it is relied on; where
    they leave nothing of it, it is reported, and not relied on. A function
    without a body states the ranges of its results for all its calls; those of
    other functions are computed.

    ### `noisy.cost`

    The cost of reducing a value, in place of the number of its executions:
    `noisy.cost = N : i64` on an operation, for each of its results of type
    `!noisy.i32`, or on a function's argument of that type. On a
    `noisy.reduce_noise` it is the cost of that operation.

    ```mlir
    func.func @f(%a: !noisy.i32 {noisy.cost = 100 : i64}) -> !noisy.i32 {
      %0 = noisy.mul %a, %a {noisy.cost = 3 : i64} : !noisy.i32
      return %0 : !noisy.i32
    }
    ```

    N is between 0 and 2^32. Without it a reduction costs 1, times the trip
    counts of the loops around it, times the calls of its function; a loop of
    unknown length counts as ten iterations (`assumed-iterations` of
    `--noisy-reduce-noise-optimizer`). N replaces all of that.

    What a reduction costs may depend on the noise of the value that it reduces.
    A table on a function, a module, or any other operation with regions holds
    for all reductions inside it, in place of the 1 (or of what a rule says of
    values of another dialect):

    | table                                | cost                                   |
    |--------------------------------------|----------------------------------------|
    | `{by_level = [5, 6, 8]}`             | 5 for a value with no level left, 6 for|
    |                                      | one with 1 left, 8 for 2 and more; in a|
    |                                      | model without levels the largest one   |
    | `{by_noise = [[12, 1], [20.5, 3]]}`  | 1 for a value of less than 20.5 bits, 3|
    |                                      | for any other                          |

    ```mlir
    module attributes {noisy.model = #noisy.model<levels = 9, bootstrap = 2>,
                       noisy.cost = {by_level = [10, 12, 15]}} {
    }
    ```

    The noise is the bound of the value, with all reductions in place. The
    same dictionary can say what a reduction may leave, with what each costs on
    top, `to_level = [[7, 9], [4, 5]]` or `to_noise = [[12, 9], [20, 5]]`, and
    what other operations cost by the noise of their noisiest operand, `mul =
    {by_level = [1, 2]}` or `"my.rotate" = {by_noise = [[12, 3]]}`.

    ### `metadata`, `noisy.metadata`

    Properties of values in a compiler for homomorphic encryption, such as the
    scheme, the level, or secrecy. A dictionary with any keys:

    ```mlir
    func.func @f(%a: !noisy.i32 {noisy.metadata = {secret, level = 3 : i64}})
        -> (!noisy.i32 {noisy.metadata = {secret}}) {
      %0 = noisy.add %a, %a {metadata = {level = 2 : i64}} : !noisy.i32
      return %0 : !noisy.i32
    }
    ```

    On arguments and results the name has the dialect's prefix, since functions
    take no other attributes there. `metadata` on operations belongs to no
    dialect and is not verified: other attributes than dictionaries are
    ignored.
  }];

  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasCanonicalizer = 1;
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
    /// The models of the parameters that modules state; null if none are read.
    const StatedModels *getStatedModels() const { return statedModels.get(); }
    /// Sets the default of this context, and the attributes on modules that
    /// state parameters, which come before it. All readers read them without a
    /// lock: set them before the context's IR is verified or analysed, from the
    /// one thread that has the context then. `model` must be valid
    /// (NoiseModel::findError).
    void setDefaultModel(NoiseModel model,
                         std::vector<StatedParameters> parameters = {});

    /// kModelAttrName as an attribute, for lookups that compare no text.
    ::mlir::StringAttr getModelAttrName() const { return modelAttrName; }

  private:
    NoiseModel defaultModel;
    std::unique_ptr<StatedModels> statedModels;
    ::mlir::StringAttr modelAttrName;

  public:
  }];
}

#endif // NOISY_DIALECT_TD
