// RUN: noisy-opt %s --allow-unregistered-dialect --noisy-reduce-noise-optimizer=function=@f 2>&1 | FileCheck %s

// A value of unknown noise does not keep the rest of the function from being
// mended.

// CHECK: warning: inserted 1 reduction, the fewest possible; not fixed: the result of 'foo.bar': its noise is unknown
// CHECK-LABEL: func.func @f
func.func @f(%a: !noisy.i32) -> !noisy.i32 {
  // CHECK: %[[B:.*]] = noisy.mul
  // CHECK-NEXT: %[[R:.*]] = noisy.reduce_noise %[[B]]
  %b = noisy.mul %a, %a : !noisy.i32
  %u = "foo.bar"() : () -> !noisy.i32
  %d = noisy.add %u, %a : !noisy.i32
  // CHECK: noisy.mul %[[R]], %[[R]]
  %c = noisy.mul %b, %b : !noisy.i32
  return %c : !noisy.i32
}
