// Noise that is stated where a value is defined: of what is loaded, or comes from
// an operation that nothing is known of. What is known to be stored is held
// against it.
// RUN: noisy-opt %s --allow-unregistered-dialect --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s
// RUN: not noisy-opt %s --allow-unregistered-dialect --noisy-verify-noise -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOISE

// CHECK-LABEL: func.func @noise
// CHECK: %0 {{.*}} 20 stated by 'noisy.bound'
// CHECK: %1 {{.*}} 12 fresh
// CHECK: %2 {{.*}} 14 stated by 'noisy.bound'
func.func @noise(%m: memref<8x!noisy.i32>, %i: index) -> !noisy.i32 {
  %0 = memref.load %m[%i] {noisy.bound = 20 : i64} : memref<8x!noisy.i32>
  %1 = noisy.reduce_noise %0 : !noisy.i32
  %2 = "other.op"() {noisy.bound = 14 : i64} : () -> tensor<4x!noisy.i32>
  return %1 : !noisy.i32
}

func.func @broken(%x: !noisy.i32, %i: index) -> !noisy.i32 {
  %m = memref.alloca() : memref<8x!noisy.i32>
  // NOISE: error: broken contract: the result of 'noisy.mul' can have 24 = 12 + 12 bits of noise, but the result of 'memref.load', which may be it, is declared to have at most 20 ('noisy.bound')
  %y = noisy.mul %x, %x : !noisy.i32
  memref.store %y, %m[%i] : memref<8x!noisy.i32>
  %0 = memref.load %m[%i] {noisy.bound = 20 : i64} : memref<8x!noisy.i32>
  return %0 : !noisy.i32
}
