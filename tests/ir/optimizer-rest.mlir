// One value of unknown noise does not keep the rest from being fixed.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @unknown
// CHECK-NOT: noisy.reduce_noise
func.func @unknown(%m: memref<4x!noisy.i32>, %i: index) -> !noisy.i32 {
  %0 = memref.load %m[%i] : memref<4x!noisy.i32>
  return %0 : !noisy.i32
}

// CHECK-LABEL: func.func @rest
// CHECK: noisy.mul
// CHECK-NEXT: noisy.reduce_noise
// CHECK-NEXT: noisy.mul
// expected-warning @+1 {{inserted 1 reduction, the fewest possible; not fixed: the result of 'memref.load': its noise is unknown, and a reduction does not fix that; state its noise: 'noisy.bound' on the operation}}
func.func @rest(%a: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %a : !noisy.i32
  return %1 : !noisy.i32
}
