// Costs are an option of the pass, too.
// RUN: noisy-opt %s '--noisy-reduce-noise-optimizer=costs={to_noise = [[12, 5], [16, 1]], mul = {by_noise = [[1, 1], [20, 3]]}}' | FileCheck %s
// RUN: not noisy-opt %s '--noisy-reduce-noise-optimizer=costs={mul = 3}' 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: noisy-reduce-noise-optimizer: the costs '{mul = 3}' cannot be read: 'mul' in it is neither
func.func @f(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 12, max = 30>} {
  // CHECK: %[[V:.*]] = noisy.mul
  // CHECK-NEXT: noisy.reduce_noise %[[V]] {to = 16 : i64} : !noisy.i32
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %a : !noisy.i32
  return %1 : !noisy.i32
}
