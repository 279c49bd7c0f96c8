// What is printed is what was written, also by way of the generic form and of
// bytecode.
// RUN: noisy-opt %s | noisy-opt | FileCheck %s
// RUN: noisy-opt %s --mlir-print-op-generic | noisy-opt | FileCheck %s
// RUN: noisy-opt %s --emit-bytecode | noisy-opt | FileCheck %s

// CHECK-LABEL: func.func @operations(
// CHECK-SAME:    %[[X:.*]]: i5, %[[Y:.*]]: i1) -> i5 {
func.func @operations(%x: i5, %y: i1) -> i5 {
  // CHECK-NEXT: %[[A:.*]] = noisy.encode %[[X]] : i5 -> !noisy.i32
  %a = noisy.encode %x : i5 -> !noisy.i32
  // CHECK-NEXT: %[[B:.*]] = noisy.encode %[[Y]] : i1 -> !noisy.i32
  %b = noisy.encode %y : i1 -> !noisy.i32
  // CHECK-NEXT: %[[C:.*]] = noisy.add %[[A]], %[[B]] : !noisy.i32
  %c = noisy.add %a, %b : !noisy.i32
  // CHECK-NEXT: %[[D:.*]] = noisy.sub %[[C]], %[[B]] : !noisy.i32
  %d = noisy.sub %c, %b : !noisy.i32
  // CHECK-NEXT: %[[E:.*]] = noisy.mul %[[D]], %[[D]] {tag = 1 : i32} : !noisy.i32
  %e = noisy.mul %d, %d {tag = 1 : i32} : !noisy.i32
  // CHECK-NEXT: %[[F:.*]] = noisy.scale %[[E]] by -3 : !noisy.i32
  %f = noisy.scale %e by -3 : !noisy.i32
  // CHECK-NEXT: %[[G:.*]] = noisy.reduce_noise %[[F]] : !noisy.i32
  %g = noisy.reduce_noise %f : !noisy.i32
  // CHECK-NEXT: %[[H:.*]] = noisy.decode %[[G]] : !noisy.i32 -> i5
  %h = noisy.decode %g : !noisy.i32 -> i5
  return %h : i5
}

// CHECK-LABEL: func.func private @contracts(
// CHECK-SAME:    !noisy.i32 {noisy.bound = 20 : i64}) -> (!noisy.i32 {noisy.bound = 24 : i64})
func.func private @contracts(!noisy.i32 {noisy.bound = 20 : i64})
    -> (!noisy.i32 {noisy.bound = 24 : i64})

// CHECK-LABEL: func.func private @shaped(
// CHECK-SAME:    memref<4x!noisy.i32>, tensor<?x!noisy.i32>, vector<2x!noisy.i32>)
func.func private @shaped(memref<4x!noisy.i32>, tensor<?x!noisy.i32>,
                          vector<2x!noisy.i32>)
