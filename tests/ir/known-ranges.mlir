// What is known of integers by the operations and loops that make them.
// RUN: noisy-opt %s --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: noisy-opt %s --noisy-optimize-ranges | FileCheck %s --check-prefix=SIMPLE

// The coordinates of an element, and its number.

// CHECK: func.func @coordinates
// CHECK: %0#0 index [0, 7] {{.*}}
// CHECK: %0#1 index [0, 7] {{.*}}
// CHECK: %0#2 index [0, 7] {{.*}}
// CHECK: %1 index [0, 511] {{.*}}
// CHECK: %2#1 index [0, 3] {{.*}}
// SIMPLE-LABEL: func.func @coordinates
// SIMPLE: %[[D:.*]]:2 = affine.delinearize_index
// SIMPLE: return %{{.*}}, %[[D]]#1
func.func @coordinates(%v: index {noisy.range = [0, 511]}, %x: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %0:3 = affine.delinearize_index %v into (8, 8, 8) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (8, 8, 8) : index
  %2:2 = affine.delinearize_index %x into (4) : index, index
  %3 = arith.remsi %2#1, %c4 : index
  return %1, %3 : index, index
}

// An integer that a counted loop adds the same to.

// CHECK: func.func @carried
// CHECK: %0 i32 [0, 16] -
// CHECK: %arg2 i32 [0, 14] -
func.func @carried(%n: index {noisy.range = [0, 8]}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i32 = arith.constant 0 : i32
  %c2_i32 = arith.constant 2 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0_i32) -> i32 {
    %t = arith.addi %a, %c2_i32 : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// The size of a tensor that is made with it.

// CHECK: func.func @size
// CHECK: %dim index [1, 8] {{.*}}
func.func @size(%n: index {noisy.range = [1, 8]}) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %d = tensor.dim %e, %c0 : tensor<?xf32>
  return %d : index
}

// A remainder of what is below the divisor.

// SIMPLE-LABEL: func.func @remainder(
// SIMPLE-SAME: %[[V:[^:]*]]:
// SIMPLE-NEXT: return %[[V]]
func.func @remainder(%v: index {noisy.range = [0, 63]}) -> index {
  %c64 = arith.constant 64 : index
  %r = arith.remsi %v, %c64 : index
  return %r : index
}

// The counter of a loop with a test.

// CHECK: func.func @while
// CHECK: %0 index [0, 6] -
// CHECK: %arg1 index [0, 5] -
func.func @while(%n: index {noisy.range = [0, 6]}) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i : index
  } do {
  ^bb0(%j: index):
    %t = arith.addi %j, %c1 : index
    scf.yield %t : index
  }
  return %r : index
}
