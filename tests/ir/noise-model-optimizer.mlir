// Reductions go by the model of the function that they stand in.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer --noisy-verify-noise | FileCheck %s
// RUN: noisy-opt %s --noisy-model=initial=12,max=60 --noisy-reduce-noise-optimizer | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: @narrow
// CHECK: mul
// CHECK-NEXT: reduce_noise
// CHECK-NEXT: mul
// CHECK-NEXT: return
// WIDE-LABEL: @narrow
// WIDE-NOT: reduce_noise
// WIDE: return
func.func @narrow(%a: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %0 : !noisy.i32
  return %1 : !noisy.i32
}

// CHECK-LABEL: @wide
// CHECK-NOT: reduce_noise
// CHECK: return
// WIDE-LABEL: @wide
// WIDE-NOT: reduce_noise
// WIDE: return
func.func @wide(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 12, max = 48>} {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %0 : !noisy.i32
  return %1 : !noisy.i32
}

// Fresh values of 13 bits: a product leaves nothing to spare.
// CHECK-LABEL: @loud
// CHECK: mul
// CHECK-NEXT: reduce_noise
// CHECK-NEXT: add
// CHECK-NEXT: return
// WIDE-LABEL: @loud
// WIDE: mul
// WIDE-NEXT: reduce_noise
// WIDE-NEXT: add
func.func @loud(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 13, max = 26>} {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.add %0, %a : !noisy.i32
  return %1 : !noisy.i32
}
