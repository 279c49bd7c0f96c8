// The analyses say what is written, not what canonicalisation makes of it.
// RUN: noisy-opt %s --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: %1 {{.*}} 24 = 12 + 12
// CHECK-NEXT: %2 {{.*}} 13 = 1 + max(12, 12)
// CHECK-NEXT: %3 {{.*}} 18 = 12 + 6
// CHECK-NEXT: %4 i5 -
// CHECK-NEXT: %5 i5 -
// CHECK-NEXT: no findings
func.func @f(%x: !noisy.i32) -> (!noisy.i32, i5, i5) {
  %p = arith.constant 1 : i5
  %one = noisy.encode %p : i5 -> !noisy.i32
  %same = noisy.mul %x, %one : !noisy.i32
  %none = noisy.sub %x, %x : !noisy.i32
  %s = noisy.scale %x by 33 : !noisy.i32
  %d = noisy.decode %one : !noisy.i32 -> i5
  %q = arith.addi %d, %d : i5
  return %s, %d, %q : !noisy.i32, i5, i5
}
