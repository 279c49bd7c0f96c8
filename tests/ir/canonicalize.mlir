// What canonicalisation does to operations of the dialect: constants, identities,
// and needless reductions. It never makes a value noisier.
// RUN: noisy-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: noisy-opt %s --cse --split-input-file | FileCheck %s --check-prefix=CSE

// CHECK-LABEL: func.func @constants
// CSE-LABEL: func.func @constants
func.func @constants(%x: !noisy.i32) -> (!noisy.i32, !noisy.i32, !noisy.i32, !noisy.i32) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i5
  // CHECK-DAG: %[[NINE:.*]] = arith.constant 9 : i5
  // CHECK: %[[E9:.*]] = noisy.encode %[[NINE]]
  // CHECK: %[[BY3:.*]] = noisy.scale %arg0 by 3
  // CHECK: %[[BYLESS:.*]] = noisy.scale %arg0 by -1
  // CHECK: %[[E0:.*]] = noisy.encode %[[ZERO]]
  // CHECK: return %[[E9]], %[[BY3]], %[[BYLESS]], %[[E0]]
  %p = arith.constant 3 : i5
  %c = noisy.encode %p : i5 -> !noisy.i32
  %d = noisy.encode %p : i5 -> !noisy.i32
  %0 = noisy.mul %c, %d : !noisy.i32
  %1 = noisy.mul %d, %x : !noisy.i32
  %2 = noisy.scale %x by 31 : !noisy.i32
  %3 = noisy.scale %x by 64 : !noisy.i32
  return %0, %1, %2, %3 : !noisy.i32, !noisy.i32, !noisy.i32, !noisy.i32
}

// -----

// CHECK-LABEL: func.func @identities
func.func @identities(%x: !noisy.i32) -> (!noisy.i32, !noisy.i32, !noisy.i32) {
  // CHECK: %[[TWICE:.*]] = noisy.scale %arg0 by 2
  // CHECK: %[[REDUCED:.*]] = noisy.reduce_noise %arg0
  // CHECK-NEXT: return %[[TWICE]], %arg0, %[[REDUCED]]
  %p = arith.constant 0 : i5
  %zero = noisy.encode %p : i5 -> !noisy.i32
  %0 = noisy.add %x, %x : !noisy.i32
  %1 = noisy.add %zero, %x : !noisy.i32
  %2 = noisy.scale %1 by 33 : !noisy.i32
  %3 = noisy.reduce_noise %x : !noisy.i32
  %4 = noisy.reduce_noise %3 : !noisy.i32
  return %0, %2, %4 : !noisy.i32, !noisy.i32, !noisy.i32
}

// -----

// CHECK-LABEL: func.func @decoded
func.func @decoded(%x: i3) -> (i3, i5, i1) {
  // CHECK-DAG: %[[WIDE:.*]] = arith.extui %arg0 : i3 to i5
  // CHECK-DAG: %[[NARROW:.*]] = arith.trunci %arg0 : i3 to i1
  // CHECK: return %arg0, %[[WIDE]], %[[NARROW]]
  %0 = noisy.encode %x : i3 -> !noisy.i32
  %1 = noisy.decode %0 : !noisy.i32 -> i3
  %2 = noisy.decode %0 : !noisy.i32 -> i5
  %3 = noisy.decode %0 : !noisy.i32 -> i1
  return %1, %2, %3 : i3, i5, i1
}

// -----

// What states something of a value stays.
// CHECK-LABEL: func.func @stated
func.func @stated(%x: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  // CHECK: noisy.add %arg0, %arg0 {metadata = {level = 2 : i64}}
  // CHECK: noisy.scale %arg0 by 33 {noisy.cost = 5 : i64}
  %0 = noisy.add %x, %x {metadata = {level = 2}} : !noisy.i32
  %1 = noisy.scale %x by 33 {noisy.cost = 5} : !noisy.i32
  return %0, %1 : !noisy.i32, !noisy.i32
}

// -----

// In a scheme that counts levels a scale costs one, an addition none; there
// adding is better than scaling.
module attributes {noisy.model = #noisy.model<initial = 1, max = 8, add = max, sub = max, mul = max + 1, scale = max + 1>} {
  // CHECK-LABEL: func.func @levels
  func.func @levels(%x: !noisy.i32) -> (!noisy.i32, !noisy.i32, !noisy.i32) {
    // CHECK: noisy.add %arg0, %arg0
    // CHECK: noisy.sub %{{.*}}, %arg0
    // CHECK: noisy.scale %arg0 by 3
    %p = arith.constant 0 : i5
    %q = arith.constant 3 : i5
    %zero = noisy.encode %p : i5 -> !noisy.i32
    %three = noisy.encode %q : i5 -> !noisy.i32
    %0 = noisy.add %x, %x : !noisy.i32
    %1 = noisy.sub %zero, %x : !noisy.i32
    %2 = noisy.mul %x, %three : !noisy.i32
    return %0, %1, %2 : !noisy.i32, !noisy.i32, !noisy.i32
  }
}

// -----

// CSE-LABEL: func.func @equal
// CHECK-LABEL: func.func @equal
func.func @equal(%x: !noisy.i32, %y: !noisy.i32) -> !noisy.i32 {
  // CSE-NEXT: %[[SUM:.*]] = noisy.add %arg0, %arg1
  // CSE-NEXT: %[[PRODUCT:.*]] = noisy.mul %[[SUM]], %[[SUM]]
  // CSE-NEXT: return %[[PRODUCT]]
  %0 = noisy.add %x, %y : !noisy.i32
  %1 = noisy.add %y, %x : !noisy.i32
  %2 = noisy.mul %0, %1 : !noisy.i32
  return %2 : !noisy.i32
}
