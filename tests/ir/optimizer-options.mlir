// The optimizer prints nothing that was not asked for; remarks tell what it did,
// and its figures.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer 2>&1 >/dev/null | FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: {{.}}

// RUN: noisy-opt %s --noisy-reduce-noise-optimizer --remarks-filter-passed=noisy -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSED
// PASSED-NOT: Analysis
// PASSED: remark: [Passed] Reductions | Category:noisy | Remark="inserted 3 reductions, the fewest possible"
// PASSED-NOT: Analysis

// RUN: noisy-opt %s --noisy-reduce-noise-optimizer --remarks-filter-analyse=noisy -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIGURES
// FIGURES: remark: [Analysis] Statistics | Category:noisy |
// FIGURES-SAME: check-ms={{[0-9]+}}, columns={{[0-9]+}}, components={{[0-9]+}}, cost=3, distinct-components={{[0-9]+}}, fixed={{[0-9]+}}, gap=0, lower-bound=3, model-ms={{[0-9]+}}, nodes={{[0-9]+}}, operation-cost=0, reductions=3, relaxation={{[0-9]+}}, removed=0, rounds={{[0-9]+}}, rows={{[1-9][0-9]*}}, rows-ms={{[0-9]+}}, search-ms={{[0-9]+}}, start-ms={{[0-9]+}}, ties-ms={{[0-9]+}}

// An option of mlir-opt, whatever LLVM makes of it.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATISTICS
// STATISTICS: Pass statistics report

// RUN: noisy-opt %s --noisy-reduce-noise-optimizer="function=chain gap=0.01 max-rounds=100 max-nodes=1000 workers=1 assumed-iterations=5 time-limit=60000" | FileCheck %s
// CHECK-COUNT-3: noisy.reduce_noise

// RUN: not noisy-opt %s --noisy-reduce-noise-optimizer="function=@nowhere" 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: noisy-reduce-noise-optimizer: there is no function '@nowhere'

// RUN: not noisy-opt %s --noisy-reduce-noise-optimizer="gap=-1" 2>&1 | FileCheck %s --check-prefix=GAP
// GAP: error: noisy-reduce-noise-optimizer: the gap must be 0 or more, such as 0.01 for one per cent

func.func @chain(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %1 = noisy.mul %a, %b : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  %3 = noisy.mul %2, %2 : !noisy.i32
  %4 = noisy.mul %3, %3 : !noisy.i32
  return %4 : !noisy.i32
}
