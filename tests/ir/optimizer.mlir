// The optimizer's results: the fewest reductions, and of those the earliest.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer -split-input-file | FileCheck %s
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer --noisy-verify-noise -split-input-file -o /dev/null

// CHECK-LABEL: @chain
func.func @chain(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  // CHECK: %[[M1:.*]] = noisy.mul
  // CHECK: %[[R1:.*]] = noisy.reduce_noise %[[M1]]
  // CHECK: %[[M2:.*]] = noisy.mul %[[R1]], %[[R1]]
  // CHECK: %[[R2:.*]] = noisy.reduce_noise %[[M2]]
  // CHECK: %[[M3:.*]] = noisy.mul %[[R2]], %[[R2]]
  // CHECK: %[[R3:.*]] = noisy.reduce_noise %[[M3]]
  // CHECK: %[[M4:.*]] = noisy.mul %[[R3]], %[[R3]]
  // CHECK-NOT: noisy.reduce_noise
  // CHECK: return %[[M4]]
  %1 = noisy.mul %a, %b : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  %3 = noisy.mul %2, %2 : !noisy.i32
  %4 = noisy.mul %3, %3 : !noisy.i32
  return %4 : !noisy.i32
}

// -----

// CHECK-LABEL: @nothing
// CHECK-NOT: noisy.reduce_noise
func.func @nothing(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %1 = noisy.mul %a, %b : !noisy.i32
  %2 = noisy.add %1, %a : !noisy.i32
  %3 = noisy.add %2, %a : !noisy.i32
  return %3 : !noisy.i32
}

// -----

// CHECK-LABEL: @branches
// CHECK: %[[M:.*]] = noisy.mul
// CHECK-NEXT: %[[R:.*]] = noisy.reduce_noise %[[M]]
// CHECK-NEXT: noisy.add %[[R]]
// CHECK-NOT: noisy.reduce_noise
func.func @branches(%a: !noisy.i32, %b: !noisy.i32)
    -> (!noisy.i32, !noisy.i32) {
  %m = noisy.mul %a, %b : !noisy.i32
  %l1 = noisy.add %m, %a : !noisy.i32
  %l2 = noisy.add %l1, %a : !noisy.i32
  %l3 = noisy.add %l2, %a : !noisy.i32
  %l4 = noisy.add %l3, %a : !noisy.i32
  %r1 = noisy.sub %m, %b : !noisy.i32
  %r2 = noisy.sub %r1, %b : !noisy.i32
  %r3 = noisy.sub %r2, %b : !noisy.i32
  %r4 = noisy.sub %r3, %b : !noisy.i32
  return %l4, %r4 : !noisy.i32, !noisy.i32
}

// -----

// CHECK-LABEL: @loop
// CHECK: scf.for {{.*}} iter_args(%[[V:.*]] = %
// CHECK-NEXT: %[[R:.*]] = noisy.reduce_noise %[[V]]
// CHECK-NEXT: noisy.add %[[R]]
func.func @loop(%a: !noisy.i32, %n: index) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %1 = noisy.add %v, %a : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}

// -----

// Four bits in each of four iterations: too much after the loop, and the only place
// is in the loop.
// CHECK-LABEL: @counted
// CHECK: scf.for {{.*}} iter_args(%[[V:.*]] = %
// CHECK-NEXT: %[[R:.*]] = noisy.reduce_noise %[[V]]
// CHECK-NEXT: noisy.scale %[[R]]
func.func @counted(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %1 = noisy.scale %v by 16 : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}

// -----

// It is reduced before the loop, which costs one reduction and not four.
// CHECK-LABEL: @before
// CHECK: %[[M:.*]] = noisy.mul
// CHECK-NEXT: %[[R:.*]] = noisy.reduce_noise %[[M]]
// CHECK-NEXT: scf.for {{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK-NOT: noisy.reduce_noise
func.func @before(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = noisy.mul %a, %a : !noisy.i32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %m) -> !noisy.i32 {
    %1 = noisy.add %v, %a : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}
