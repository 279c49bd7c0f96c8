//===- Passes.td - Passes on noise -------------------------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_TD
#define NOISY_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyNoise : Pass<"noisy-verify-noise", "::mlir::ModuleOp"> {
  let summary = "Report every value with too much noise, and fail on any";
  let description = [{
    Reports, as errors with the chain of contributions as notes:
      - operations whose result passes the limit while no operand does;
      - values that grow without bound in a loop or a recursion;
      - values of unknown noise;
      - calls and returns that break a contract (`noisy.bound`);
      - calls that break, or may break, a stated range (`noisy.range`).

    Changes nothing.
  }];
}

def ReduceNoiseOptimizer
    : Pass<"noisy-reduce-noise-optimizer", "::mlir::ModuleOp"> {
  let summary = "Insert the cheapest legal set of noisy.reduce_noise";
  let description = [{
    Finds, by integer programming, the places of reductions such that
    `--noisy-verify-noise` has nothing to report, at the least cost; of equally
    good solutions, the one that reduces earliest. The cost of a reduction is the
    expected number of its executions; without loops and repeated calls, the
    solution has the fewest reductions.

    | place of a reduction               | cost, times that of the place around it|
    |------------------------------------|----------------------------------------|
    | a loop of known trip count         | its trip count (of a range, the most)  |
    | any other loop, also one of blocks | `assumed-iterations`                   |
    | a branch                           | 1, taken or not                        |
    | a private function                 | the sum of its calls; if recursive,    |
    |                                    | `assumed-iterations` times the calls   |
    |                                    | from outside                           |
    | any other function                 | 1                                      |
    | any value with `noisy.cost = N`    | N alone                                |

    A table (`noisy.cost = {by_level = [5, 6]}` on a module or function, `cost` in
    a rule, or `costs`) says how often a reduction counts by the noise of the
    value, what it may leave, and what other operations cost by their noise.

    The analysis confirms a solution before it is applied. Without a solution the
    pass fails with the reason, and leaves the program unchanged. When a limit
    ends the search, the best solution so far is applied, and a warning gives its
    largest distance from the optimum; in noisy-opt, Ctrl-C does the same. In no
    solution can a single reduction be left out, unless others would cost more.
    Time limits depend on the machine; limits on rounds and nodes give the same result everywhere.

    With `rewrite`, several ways to rewrite the program are judged by the least
    cost of their reductions; of equal costs, by their products, then by their
    other operations. The program is rewritten only if that is cheaper than
    inserting alone. Rewritten programs compute equal values once, and with
    `remove-existing` they begin without the reductions that may go.

    Values of other dialects are reduced by the operation that the rules name
    for their type (`reduce` in `.noisy.yaml`, `--noisy-rules`), such as
    `ckks.bootstrap`; its `cost` there is a factor of the cost. In CKKS, a
    product is reduced behind its rescaling, not before.

    Reductions fix neither unknown noise nor a stated range of integers that is
    broken. Where there is something else to fix, that is fixed, and a warning
    names what is left; otherwise the pass fails.

    Prints nothing else; with `function`, a remark at the function lists the
    problems that are left in the program. `--remarks-filter-passed=noisy` shows
    the changes, in the words of the editor; `--remarks-filter-analyse=noisy`
    shows the statistics (also if LLVM was built without statistics, as in
    Debian, and `--mlir-pass-statistics` prints an empty table).

    Example:

    ```mlir
    %2 = noisy.mul %0, %1 : !noisy.i32
    %3 = noisy.mul %2, %1 : !noisy.i32
    ```

    becomes

    ```mlir
    %2 = noisy.mul %0, %1 : !noisy.i32
    %3 = noisy.reduce_noise %2 : !noisy.i32
    %4 = noisy.mul %3, %1 : !noisy.i32
    ```
  }];
  let dependentDialects = ["::mlir::noisy::NoisyDialect"];
  let options = [
    Option<"timeLimit", "time-limit", "unsigned", /*default=*/"10000",
           "The time limit in milliseconds; the best solution so far is then "
           "taken. With `rewrite`, rewritten programs may take as long again">,
    Option<"gap", "gap", "double", /*default=*/"0",
           "The accepted gap between the cost of a solution and the proven "
           "lower bound: 0.01 for one per cent">,
    Option<"maxRounds", "max-rounds", "unsigned", /*default=*/"0",
           "The most solutions of the covering problem; 0 for no limit">,
    Option<"maxNodes", "max-nodes", "uint64_t", /*default=*/"0",
           "The most nodes of each search of the solver; 0 for no limit">,
    Option<"assumedIterations", "assumed-iterations", "uint64_t",
           /*default=*/"10",
           "The assumed number of iterations of a loop or recursion of unknown "
           "length">,
    Option<"costs", "costs", "std::string", /*default=*/"",
           "What code costs by its noise, as `noisy.cost` on a module has it, "
           "for code without: {by_level = [5, 6], mul = {by_level = [1, 2]}}">,
    Option<"removeExisting", "remove-existing", "bool", /*default=*/"false",
           "Also remove the existing noisy.reduce_noise operations that the "
           "best solution does not need">,
    Option<"function", "function", "std::string", /*default=*/"",
           "Fix only this function, '@f' or '@module::@f'; values from elsewhere "
           "keep their noise, and a remark lists the problems left there. Empty: "
           "the whole module">,
    Option<"workers", "workers", "unsigned", /*default=*/"2",
           "The number of solver processes">,
    Option<"rewrite", "rewrite", "bool", /*default=*/"false",
           "Also rewrite the program (--noisy-rewrite) where that makes the "
           "optimum cheaper, which a remark tells with both costs">,
    Option<"functions", "functions", "bool", /*default=*/"false",
           "With `rewrite`: polynomials with constant coefficients may become "
           "others that have the same values modulo 32, of degree 7 at most">,
  ];
  let statistics = [
    Statistic<"numReductions", "reductions", "Reductions inserted">,
    Statistic<"numRemoved", "removed", "Reductions removed">,
    Statistic<"cost", "cost", "Sum of the costs of all chosen reductions, and of the "
              "operations that have costs">,
    Statistic<"lowerBound", "lower-bound", "The proven lower bound of the cost">,
    Statistic<"gapStatistic", "gap",
              "The gap between cost and lower bound, in hundredths of a per "
              "cent, rounded up">,
    Statistic<"relaxation", "relaxation",
              "Optimum of the linear relaxation, rounded up">,
    Statistic<"numRows", "rows", "Sets of the covering problem">,
    Statistic<"numColumns", "columns",
              "Variables: places of possible reductions">,
    Statistic<"numFixed", "fixed", "Variables fixed by presolve">,
    Statistic<"numComponents", "components",
              "Independent problems left by presolve">,
    Statistic<"numDistinctComponents", "distinct-components",
              "Different ones among them">,
    Statistic<"numRounds", "rounds", "Solutions of the covering problem">,
    Statistic<"numNodes", "nodes", "Nodes of the solver's searches">,
  ];
}

def RewriteProgram : Pass<"noisy-rewrite", "::mlir::ModuleOp"> {
  let summary = "Compute encrypted values in ways that need fewer reductions";
  let description = [{
    Rewrites computations of which only the result is used, where an estimate of
    noise and reductions says that another way is cheaper:

    | computation                    | rewritten                                 |
    |--------------------------------|-------------------------------------------|
    | a sum of several terms         | equal terms added up; always the two least|
    |                                | noisy joined; where that passes the limit,|
    |                                | packed into sums that just fit            |
    | powers                         | by squaring, with shared factors          |
    | products of different values   | in an order in which a reduction serves as|
    |                                | many factors as possible; as trees where  |
    |                                | a product costs a level                   |
    | a x + a y                      | a (x + y)                                 |
    | c a + (1 - c) b                | b + c (a - b)                             |
    | a polynomial in one value      | as Paterson and Stockmeyer do             |
    | a loop that carries a sum      | as loops in each other, each of which adds|
    |                                | up a part; turns are joined               |
    | a loop that carries any other  | as loops in each other, between which it  |
    | encrypted value                | can be reduced                            |
    | the same in each turn of a loop| in front of the loop                      |

    Plain texts, which are integers modulo 32, stay as they are. Operations with
    attributes of their own stay, and so does what is used more than once. Loops are
    `scf.for` and `affine.for` whose bounds and steps are constants; their turns stay
    in their order.

    Inserts no reductions, and judges by an estimate alone: the whole program can
    get worse. `--noisy-reduce-noise-optimizer=rewrite=true` rewrites only where
    the optimum gets cheaper.

    Before that, the patterns of `--canonicalize` that the dialect has are applied,
    which never make a value noisier.

    `--remarks-filter-passed=noisy` shows what was done,
    `--remarks-filter-missed=noisy` for each other computation, and for each of
    these patterns that was tried, why not.
  }];
  let dependentDialects = ["::mlir::noisy::NoisyDialect"];
  let options = [
    Option<"fewerProducts", "fewer-products", "bool", /*default=*/"false",
           "Prefer fewer products to less noise">,
    Option<"functions", "functions", "bool", /*default=*/"false",
           "Polynomials with constant coefficients may become others that have "
           "the same values modulo 32, of degree 7 at most">,
  ];
}

def ApplyPatterns : Pass<"noisy-patterns", "::mlir::ModuleOp"> {
  let summary = "Rewrite encrypted values by patterns of your own, where that pays";
  let description = [{
    Applies the patterns of a file of PDLL, or of operations of the `pdl` dialect
    (`.mlir`), in all functions, wherever they match and as long as that pays:
    each application is tried on a copy of the function, and kept only if the
    result verifies and costs less. What counts is an estimate of the reductions
    that are needed, then the noise of all values together, then products, then
    other operations. `--noisy-patterns=FILE` is short for
    `--noisy-patterns=file=FILE`.

    That plain texts, which are integers modulo 32, stay as they are is up to the
    patterns.

    PDLL is read by `mlir-pdll` of LLVM 22, which has to be in the PATH. Nothing
    in a file can be C++. Of the constraints and rewrites that it only declares,
    there are these:

    ```
    Constraint HasOneUse(value: Value);
    Rewrite Sum(a: Attr, b: Attr) -> Attr;
    Rewrite Product(a: Attr, b: Attr) -> Attr;
    ```

    Example:

    ```
    Constraint HasOneUse(value: Value);

    // a x + a y = a (x + y)
    Pattern Distributive {
      let a: Value; let x: Value; let y: Value;
      let left = op<noisy.mul>(a, x);
      let right = op<noisy.mul>(a, y);
      HasOneUse(left.0);
      let root = op<noisy.add>(left, right);
      replace root with op<noisy.mul>(a, op<noisy.add>(x, y));
    }
    ```

    `--remarks-filter-passed=noisy` shows what was applied and what it saves,
    `--remarks-filter-missed=noisy` for each operation and pattern why not.
  }];
  let dependentDialects = ["::mlir::noisy::NoisyDialect"];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "The file with the patterns">,
  ];
}

def DropAssumptions : Pass<"noisy-drop-assumptions"> {
  let summary = "Take out noisy.assume";
  let description = [{
    Puts the operand of each `noisy.assume` in place of its result: other dialects
    need not know it. What is stated is forgotten, so this comes last.
  }];
  let statistics = [
    Statistic<"numDropped", "dropped", "Assumptions taken out">,
  ];
}

def OptimizeRanges : Pass<"noisy-optimize-ranges"> {
  let summary = "Make integers simpler where their ranges show that they can be";
  let description = [{
    Applies what the analysis of integer ranges finds, with the ranges that are
    stated by `noisy.range`:

    | value                                  | becomes                          |
    |----------------------------------------|----------------------------------|
    | always the same number, or a comparison| a constant; also the argument of |
    | always true or always false, by ranges | a block, and the result of a call|
    | or, for indices, by bounds             | or of an operation with regions  |
    | always equal to an operand: a remainder| that operand                     |
    | by more than the number, a mask, a     |                                  |
    | minimum, a select of a known condition |                                  |
    | with `unsigned-forms`: of a signed     | of the unsigned operation        |
    | operation on numbers that are never    |                                  |
    | negative                               |                                  |

    Bounds are asked about the first 1,000 comparisons that ranges do not decide.
    What nothing needs any more is erased. The results stay the same for all
    inputs that keep to the stated ranges. Blocks and regions stay, also those
    that are never executed: `--canonicalize` removes these.

    Can be put anywhere in a pipeline, on any operation. What is outside of that
    operation is not read: on a module the pass finds more than on each function
    alone.

    Example:

    ```mlir
    func.func @f(%i: index {noisy.range = [0, 63]}) -> (index, index) {
      %c64 = arith.constant 64 : index
      %0 = arith.divsi %i, %c64 : index
      %1 = arith.remsi %i, %c64 : index
      return %0, %1 : index, index
    }
    ```

    becomes

    ```mlir
    func.func @f(%i: index {noisy.range = [0, 63]}) -> (index, index) {
      %c0 = arith.constant 0 : index
      return %c0, %i : index, index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"unsignedForms", "unsigned-forms", "bool", /*default=*/"false",
           "Also use unsigned operations where no number is ever negative">,
  ];
  let statistics = [
    Statistic<"numConstants", "constants", "Values replaced by constants">,
    Statistic<"numOperands", "operands", "Values replaced by an operand">,
    Statistic<"numUnsigned", "unsigned", "Operations that became unsigned">,
    Statistic<"numErased", "erased", "Operations erased">,
  ];
}

def AnnotateNoise : Pass<"noisy-annotate-noise", "::mlir::ModuleOp"> {
  let summary = "Write the results of the analyses as attributes";
  let description = [{
    For tests, and for use without an editor. The attributes of an operation:

    | attribute                 | value                                       |
    |---------------------------|---------------------------------------------|
    | `noise`                   | the noise of its results                    |
    | `argument_noise`          | the noise of the arguments of the blocks in |
    |                           | its regions: a list for each block          |
    | `range`                   | the range of its integer results, if it is  |
    |                           | smaller than that of the type               |
    | `argument_range`          | the range of those arguments                |
    | `bounds`                  | the bounds of its results that neither the  |
    |                           | type nor the range shows: `%i < %n`         |
    | `argument_bounds`         | the bounds of those arguments               |
    | `known_metadata`          | the metadata of its results                 |
    | `known_argument_metadata` | the metadata of those arguments             |

    A single result has a plain entry, several results have a list. The list has
    `unit` for a result without an entry (it carries no noise, or its metadata is
    unknown). Without any entry there is no attribute.

    Plain noise is an integer, in bits. Otherwise the entry is a string, which
    begins with the bits or with `unreachable`, `more than 65536`, `unbounded` or
    `unknown`; after commas follow `contract` (stated by `noisy.bound`), `assumed`
    (unknown callers are assumed to pass fresh values), `on an assumption`
    (depends on such an argument) and `unreliable` (depends on a value that
    overflows or is unknown). Metadata is a dictionary, or the string
    `not executed`.

    Ranges are strings, and so are bounds, which use the names of the printed
    program. No analysis reads these attributes; existing attributes
    of the same names are replaced, so running the pass again updates them.

    Example:

    ```mlir
    func.func private @f(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.mul %a, %a : !noisy.i32
      return %0 : !noisy.i32
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: !noisy.i32) -> !noisy.i32
        attributes {argument_noise = [["12, assumed"]]} {
      %0 = noisy.mul %arg0, %arg0 {noise = "24, on an assumption"} : !noisy.i32
      return %0 : !noisy.i32
    }
    ```
  }];
}

def PrintFacts : Pass<"noisy-print-facts", "::mlir::ModuleOp"> {
  let summary = "Print the results of the analyses for every value, as a table";
  let description = [{
    For tests, and for use without an editor. Prints to stderr, since stdout has
    the program: for each function a heading and a line for each value, in the
    order of the text. A line has the name that the value has in the printed
    program, the type, the noise with its sum or the range of an integer if it is
    smaller than that of the type (else `-`), the bounds in terms of other values
    and the constant bounds of sizes if the program has any, the metadata if the
    program has any, and the origin of the noise. Names are indented by the depth of their
    region. The findings follow, a line each, or `no findings`.

    With `json` (`--noisy-print-facts=json`) it prints an object instead, in one
    line for each module:

    ```json
    {"functions": [ {"name": "func.func @f", "values": [
       {"name": "%0", "type": "!noisy.i32", "depth": 0, "line": 3, "column": 8,
        "noise": 24, "limit": 26, "text": "24 = 12 + 12", "origin": []} ] } ],
     "findings": [ {"function": "func.func @f", "severity": "error",
       "code": "noise-overflow", "message": "...", "line": 4, "column": 8} ] }
    ```

    `noise` is a number of bits, or one of `"unknown"`, `"unbounded"`, `"huge"`
    (above all limits) and `"unreached"`. Integers have `min` and `max`, as text:
    they may have more digits than a number of JSON. `bounds` is a list of texts,
    as in `["%i < %n"]`. Values outside of functions
    have `null` as the name of their function.

    Changes nothing, and does not fail on findings; `--noisy-verify-noise` does.
  }];
  let options = [
    Option<"json", "json", "bool", /*default=*/"false",
           "Print an object of JSON instead of a table">,
  ];
}

def TraceValue : Pass<"noisy-trace", "::mlir::ModuleOp"> {
  let summary = "Print how the facts of a value come about, step by step";
  let description = [{
    Prints to stderr, for a value and all that it comes from, which operations
    the analyses visited, in the order of the visits, with what, and what each
    visit gave: `--noisy-trace=%3`. The name is that which the value has in the
    printed program; where several functions have it, all of them are traced,
    or only `function`: `--noisy-trace="value=%3 function=@f"`.

    ```
    trace of %2 in func.func @f, which comes from 4 values
      ranges
        1. %0 = arith.constant() -> 4
        2. %1 = argument(%0: 4, %2: not reached) -> 4
        3. %2 = arith.addi(%1: 4, %0: 4) -> 8
        4. %1 = argument(%0: 4, %2: 8) -> [4, 8], before 4
    ```

    Ranges and metadata are joined, until nothing changes: a value may be visited
    several times. Noise is computed once for each value, after all that it comes
    from; its steps are in the order of the text, with the final bounds.

    Changes nothing.
  }];
  let options = [
    Option<"value", "value", "std::string", /*default=*/"",
           "The name of the value in the printed program: %3">,
    Option<"function", "function", "std::string", /*default=*/"",
           "Only the value of this function, '@f' or '@module::@f'">,
  ];
}

#endif // NOISY_PASSES_TD
