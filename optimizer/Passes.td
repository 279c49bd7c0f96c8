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
      - calls and returns that break a contract (`noisy.bound`).

    Changes nothing.
  }];
}

def ReduceNoiseOptimizer
    : Pass<"noisy-reduce-noise-optimizer", "::mlir::ModuleOp"> {
  let summary = "Insert the fewest noisy.reduce_noise that make it legal";
  let description = [{
    Finds, by integer programming, the fewest places at which to reduce noise so
    that `--noisy-verify-noise` has nothing to report, and of equal choices the
    one that reduces earliest. The analysis confirms a solution before it is
    applied. Without a solution the pass fails, says why, and leaves the
    program as it is. When time runs out, the best solution so far is applied
    and a warning tells how far from the best it may be.

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
  ];
  let statistics = [
    Statistic<"numReductions", "reductions", "Reductions inserted">,
    Statistic<"numRows", "rows", "Rows of the covering problem">,
    Statistic<"numRounds", "rounds", "Times the covering problem was solved">,
  ];
}

#endif // NOISY_PASSES_TD
