// RUN: noisy-opt %s --noisy-rewrite | FileCheck %s
// RUN: noisy-opt %s --noisy-rewrite=functions=true | FileCheck %s --check-prefix=FUNCTION
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer="rewrite=true functions=true" --remarks-filter-passed=noisy 2>&1 | FileCheck %s --check-prefix=CHOICE

// 16 x x = 16 x modulo 32, though not as polynomials.
// CHECK: noisy.mul %arg0, %arg0
// FUNCTION-NOT: noisy.mul
// FUNCTION: noisy.scale %arg0 by 16
// CHOICE: rewritten: 0 reductions in place of 2 by inserting alone, 0 products in place of 2
func.func @square(%x: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %x, %x : !noisy.i32
  %1 = noisy.mul %0, %x : !noisy.i32
  %2 = noisy.scale %1 by 16 : !noisy.i32
  return %2 : !noisy.i32
}
