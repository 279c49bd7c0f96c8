// Integer ranges and what is found of them, in the table and as attributes.
// RUN: noisy-opt %s --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s
// RUN: noisy-opt %s --noisy-annotate-noise | FileCheck %s --check-prefix=ATTR
// RUN: noisy-opt %s --noisy-annotate-noise | noisy-opt -o /dev/null

// CHECK: func.func @g
// CHECK: %arg0 index [0, 63], stated by 'noisy.range'
// CHECK: %0 index 0
// ATTR: attributes {argument_range =
func.func private @g(%k: index {noisy.range = [0, 63]}) -> index {
  %c64 = arith.constant 64 : index
  // ATTR: arith.divui {{.*}} {range = "0"}
  %0 = arith.divui %k, %c64 : index
  return %0 : index
}
// CHECK: func.func @f
func.func @f(%n: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: %arg1 index [0, 3]
  scf.for %i = %c0 to %c4 step %c1 {
    %p = arith.cmpi ult, %i, %c4 : index
  }
  %wide = arith.index_cast %n : i8 to index
  %r = func.call @g(%wide) : (index) -> index
  return
}
func.func @h(%m: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 5 {
    affine.store %x, %m[%i] : memref<4xi32>
  }
  return
}
// CHECK: findings
// CHECK: @f: may be outside of the stated range: %0 is in [-128, 127], but argument 0 of @g is stated to be in [0, 63]
// CHECK: @g: always 0: %arg0 is in [0, 63] and divided by 64
// CHECK: @f: always true
// CHECK: @h: index %arg2 is out of bounds in the last iteration: it is 4 there, and dimension 0 has 4 elements
