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
      - values that grow without end in a loop or a recursion;
      - values of which nothing is known;
      - calls and returns that break a contract (`noisy.bound`);
      - calls that break what is stated of an integer (`noisy.range`), or may.

    Changes nothing.
  }];
}

def ReduceNoiseOptimizer
    : Pass<"noisy-reduce-noise-optimizer", "::mlir::ModuleOp"> {
  let summary = "Insert the cheapest noisy.reduce_noise that make it legal";
  let description = [{
    Finds, by integer programming, where to reduce noise so that
    `--noisy-verify-noise` has nothing to report, at the least cost, and of equal
    choices the one that reduces earliest. A reduction costs what is expected of
    how often it runs; where there are no loops and no functions called twice,
    that makes the fewest.

    | a reduction stands in              | and costs, times what is around it     |
    |------------------------------------|----------------------------------------|
    | a loop of known trip count         | its turns (of a range, the most)       |
    | any other loop, also one of blocks | `assumed-turns`                        |
    | a branch                           | 1, whether it is taken or not          |
    | a private function                 | the sum of its calls; `assumed-turns`  |
    |                                    | times those from outside, if recursive |
    | any other function                 | 1                                      |
    | anything with `noisy.cost = N`     | N, and nothing else counts             |

    The analysis confirms a solution before it is applied. Without a solution the
    pass fails, says why, and leaves the program as it is. When a limit ends the
    search, the best solution so far is applied, and a warning tells how far from
    the best it may be. Limits on time depend on the machine; those on rounds and
    nodes give the same result everywhere.

    Prints nothing else; with `function`, a remark at it tells what is left in the
    program. `--remarks-filter-passed=noisy` shows what was done, in the words of
    the editor; `--remarks-filter-analyse=noisy` shows the statistics (also where
    LLVM was built without these, as Debian's is, and `--mlir-pass-statistics`
    prints an empty table).

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
           "Milliseconds after which the best solution so far is taken">,
    Option<"gap", "gap", "double", /*default=*/"0",
           "End the search when the cost is at most this part above what is "
           "proven: 0.01 for one per cent">,
    Option<"maxRounds", "max-rounds", "unsigned", /*default=*/"0",
           "How often the covering problem is solved at most; 0 for no limit">,
    Option<"maxNodes", "max-nodes", "uint64_t", /*default=*/"0",
           "Nodes of each search of the solver at most; 0 for no limit">,
    Option<"assumedTurns", "assumed-turns", "uint64_t", /*default=*/"10",
           "Turns that count for a loop or recursion of unknown length">,
    Option<"removeExisting", "remove-existing", "bool", /*default=*/"false",
           "Also remove those noisy.reduce_noise that the best solution does "
           "without">,
    Option<"function", "function", "std::string", /*default=*/"",
           "Mend only this function, '@f' or '@module::@f'; what it gets from "
           "elsewhere keeps its noise, and a remark tells what is left there. "
           "Empty: the whole module">,
    Option<"workers", "workers", "unsigned", /*default=*/"2",
           "Solvers that run at once, each a process of its own">,
  ];
  let statistics = [
    Statistic<"numReductions", "reductions", "Reductions inserted">,
    Statistic<"numRemoved", "removed", "Reductions removed">,
    Statistic<"cost", "cost", "Sum of the costs of all reductions decided on">,
    Statistic<"lowerBound", "lower-bound", "No solution costs less">,
    Statistic<"gapStatistic", "gap",
              "How far the cost is above the lower bound at most, in hundredths "
              "of a per cent, rounded up">,
    Statistic<"relaxation", "relaxation",
              "Optimum of the linear relaxation, rounded up">,
    Statistic<"numRows", "rows", "Sets of the covering problem">,
    Statistic<"numColumns", "columns",
              "Variables: places where a reduction can stand">,
    Statistic<"numFixed", "fixed", "Variables that presolve settled">,
    Statistic<"numComponents", "components",
              "Independent problems that presolve left">,
    Statistic<"numDistinctComponents", "distinct-components",
              "Those of them that differ">,
    Statistic<"numRounds", "rounds", "Times the covering problem was solved">,
    Statistic<"numNodes", "nodes", "Nodes of the solver's searches">,
  ];
}

def AnnotateNoise : Pass<"noisy-annotate-noise", "::mlir::ModuleOp"> {
  let summary = "Write what is known of values as attributes";
  let description = [{
    For tests, and for people without an editor. On an operation stand

    | attribute                 | what is known of                            |
    |---------------------------|---------------------------------------------|
    | `noise`                   | the noise of its results                    |
    | `argument_noise`          | the noise of the arguments of the blocks in |
    |                           | its regions: a list for each block          |
    | `range`                   | the range of its integer results, where it  |
    |                           | says more than the type                     |
    | `argument_range`          | the range of those arguments                |
    | `known_metadata`          | the metadata of its results                 |
    | `known_argument_metadata` | the metadata of those arguments             |

    One result has its entry alone, several have a list, and where nothing can
    be said of one of them (it carries no noise, its metadata is unknown), the
    list has `unit`. Where nothing can be said of any, there is no attribute.

    Noise that needs no comment is an integer, in bits. Otherwise the entry is
    a string, which begins with the bits or with `unreachable`, `more than
    65536`, `unbounded` or `unknown`; behind commas follow `contract` (stated by
    `noisy.bound`), `assumed` (callers out of sight are taken to pass fresh
    values), `on an assumption` (comes from such an argument) and `spoiled` (not
    to be relied on until an overflow or an unknown source before it is mended).
    Metadata is a dictionary, or the string `not executed`.

    Ranges are strings. Nothing of this is ever read by an analysis; attributes
    of these names that a user has written are replaced. Running the pass again
    brings the attributes up to date.

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
  let summary = "Print what is known of every value, as a table";
  let description = [{
    For tests, and for people without an editor. Prints to stderr, since stdout
    has the program: for each function a heading and a line for each value, in
    the order of the text, with the name that the program has when it is
    printed, the type, the noise with the sum that it comes from or the range
    of an integer where it says more than the type (else `-`), the metadata where the program has any, and where the noise
    comes from. Names are indented as deep as their region is. The findings
    follow, a line each, or `no findings`.

    Changes nothing, and does not fail on findings; `--noisy-verify-noise` does.
  }];
}

#endif // NOISY_PASSES_TD
