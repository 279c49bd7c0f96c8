// RUN: noisy-opt %s --allow-unregistered-dialect --split-input-file --noisy-optimize-ranges | FileCheck %s
// RUN: noisy-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(noisy-optimize-ranges{unsigned-forms=true}))' | FileCheck %s --check-prefix=UNSIGNED

// The map of a convolution, lowered: a division and a remainder are left.

// RUN: noisy-opt %s --allow-unregistered-dialect --split-input-file --lower-affine --noisy-optimize-ranges | FileCheck %s --check-prefix=LOWERED

// LOWERED-LABEL: func.func @convolution
// LOWERED-SAME: %[[M:.*]]: memref<4x8x8xf32>, %[[W:.*]]: index {
// LOWERED-NOT: cmpi
// LOWERED-NOT: select
// LOWERED: %[[Q:.*]] = arith.divsi %[[W]], %c8
// LOWERED-NOT: divsi
// LOWERED: %[[R:.*]] = arith.remsi %[[W]], %c8
// LOWERED-NOT: remsi
// LOWERED: memref.load %[[M]][%c0, %[[Q]], %[[R]]]
// LOWERED: "use"(%[[W]])
func.func @convolution(%m: memref<4x8x8xf32>, %w: index {noisy.range = [0, 63]}) -> f32 {
  %a = affine.apply affine_map<(d0) -> (d0 floordiv 64)>(%w)
  %b = affine.apply affine_map<(d0) -> ((d0 mod 64) floordiv 8)>(%w)
  %c = affine.apply affine_map<(d0) -> (d0 mod 64)>(%w)
  %d = affine.apply affine_map<(d0) -> (d0 mod 8)>(%w)
  %v = memref.load %m[%a, %b, %d] : memref<4x8x8xf32>
  "use"(%c) : (index) -> ()
  return %v : f32
}

// -----

// CHECK-LABEL: func.func @operands
// CHECK-SAME: %[[I:.*]]: index {{.*}}, %[[X:.*]]: index)
// CHECK-NEXT: %[[K:.*]] = arith.constant 32 : index
// CHECK-NEXT: %[[C:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[REM:.*]] = arith.remsi %[[I]], %[[K]] : index
// CHECK-NEXT: return %[[C]], %[[I]], %[[I]], %[[I]], %[[X]], %[[REM]]
// UNSIGNED-LABEL: func.func @operands
// UNSIGNED: arith.remui
func.func @operands(%i: index {noisy.range = [0, 63]}, %x: index)
    -> (index, index, index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c63 = arith.constant 63 : index
  %c32 = arith.constant 32 : index
  %div = arith.divsi %i, %c64 : index
  %rem = arith.remsi %i, %c64 : index
  %and = arith.andi %i, %c63 : index
  %min = arith.minsi %i, %c63 : index
  %less = arith.cmpi ult, %i, %c64 : index
  %select = arith.select %less, %x, %i : index
  // 32 to 63 have another remainder.
  %rest = arith.remsi %i, %c32 : index
  return %div, %rem, %and, %min, %select, %rest : index, index, index, index, index, index
}

// -----

// What calls pass is known in a module, and not in one function alone; with an
// effect, an operation stays.

// CHECK-LABEL: func.func private @callee
// CHECK: return %c4
// UNSIGNED-LABEL: func.func private @callee
// UNSIGNED: arith.addi
func.func private @callee(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = arith.addi %n, %c1 : index
  return %0 : index
}
// CHECK-LABEL: func.func @caller
// CHECK: call @callee
// CHECK: "effect"
// CHECK: "use"(%c4
func.func @caller() {
  %c3 = arith.constant 3 : index
  %0 = call @callee(%c3) : (index) -> index
  "effect"(%0) : (index) -> ()
  "use"(%0) : (index) -> ()
  return
}

// -----

// A function that calls itself with one number may get any other from outside.

// CHECK-LABEL: func.func private @again
// CHECK-SAME: %[[X:.*]]: index
// CHECK: scf.yield %[[X]]
// UNSIGNED-LABEL: func.func private @again
// UNSIGNED-SAME: %[[X:.*]]: index
// UNSIGNED: scf.yield %[[X]]
func.func private @again(%x: index, %b: i1) -> index {
  %c5 = arith.constant 5 : index
  %r = scf.if %b -> index {
    %false = arith.constant false
    %s = func.call @again(%c5, %false) : (index, i1) -> index
    scf.yield %s : index
  } else {
    scf.yield %x : index
  }
  return %r : index
}
func.func @start(%x: index, %b: i1) -> index {
  %0 = call @again(%x, %b) : (index, i1) -> index
  return %0 : index
}

// -----

// Verifiers refuse a loop with the constant step 0.

// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[S:[^ ]*]]: index {noisy.range
// CHECK: scf.for {{.*}} step %[[S]] {
func.func @step(%a: index, %b: index, %s: index {noisy.range = [0, 0]}) {
  scf.for %i = %a to %b step %s {
    "use"(%i) : (index) -> ()
  }
  return
}

// -----

// A lower bound may be 0; bounds decide a comparison that ranges do not.

// CHECK-LABEL: func.func @bounds
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[Z:[^ ]*]]: index {noisy.range
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[N]]
// CHECK-NOT: cmpi
// CHECK: "use"(%true
func.func @bounds(%n: index, %z: index {noisy.range = [0, 0]}) {
  %c1 = arith.constant 1 : index
  scf.for %i = %z to %n step %c1 {
    %0 = arith.cmpi slt, %i, %n : index
    "use"(%0) : (i1) -> ()
  }
  return
}

// -----

// Elements of vectors, and dialects with constants of their own.

// CHECK-LABEL: func.func @vectors
// CHECK: arith.constant dense<0> : vector<4xi32>
// CHECK-LABEL: llvm.func @own
// CHECK: llvm.mlir.constant(0 : i32)
func.func @vectors(%v: vector<4xi32>) -> vector<4xi32> {
  %c7 = arith.constant dense<7> : vector<4xi32>
  %c8 = arith.constant dense<8> : vector<4xi32>
  %0 = arith.andi %v, %c7 : vector<4xi32>
  %1 = arith.divui %0, %c8 : vector<4xi32>
  return %1 : vector<4xi32>
}
llvm.func @own(%x: i32 {noisy.range = [0, 0]}) -> i32 {
  llvm.return %x : i32
}
