// What is assumed of an integer, where it is.
// RUN: noisy-opt %s --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s
// RUN: noisy-opt %s --noisy-optimize-ranges | FileCheck %s --check-prefix=SIMPLE
// RUN: noisy-opt %s --noisy-drop-assumptions | FileCheck %s --check-prefix=DROP --implicit-check-not=noisy.assume
// RUN: noisy-opt %s --mlir-print-op-generic | noisy-opt | FileCheck %s --check-prefix=ROUND
// RUN: noisy-opt %s --canonicalize --cse | FileCheck %s --check-prefix=ROUND

// The number of iterations, and so the noise, rest on it.
// CHECK-LABEL: func.func @loop
// CHECK: %0 index [0, 8], stated by 'noisy.range', relied on
// CHECK: %1 !noisy.i32 20
// DROP-LABEL: func.func @loop
// DROP: scf.for %{{.*}} = %{{.*}} to %arg0 step
// ROUND-LABEL: func.func @loop
// ROUND: noisy.assume %arg0 in [0, 8] : index
func.func @loop(%n: index, %a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = noisy.assume %n in [0, 8] : index
  %r = scf.for %i = %c0 to %size step %c1 iter_args(%x = %a) -> (!noisy.i32) {
    %y = noisy.add %x, %x : !noisy.i32
    scf.yield %y : !noisy.i32
  }
  return %r : !noisy.i32
}

// Both what is known and what is stated hold; an end may be open.
// SIMPLE-LABEL: func.func @both
// SIMPLE: %[[TRUE:.*]] = arith.constant true
// SIMPLE: return %[[TRUE]], %[[TRUE]]
func.func @both(%n: i32 {noisy.range = [-5, 20]}, %m: vector<4xi8>) -> (i1, i1) {
  %0 = noisy.assume %n in [0, "inf"] : i32
  %c0 = arith.constant 0 : i32
  %c20 = arith.constant 20 : i32
  %1 = arith.cmpi sge, %0, %c0 : i32
  %2 = arith.cmpi sle, %0, %c20 : i32
  %3 = noisy.assume %m in [0, 3] : vector<4xi8>
  return %1, %2 : i1, i1
}
