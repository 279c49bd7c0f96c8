// RUN: noisy-opt %s -split-input-file -allow-unregistered-dialect --noisy-annotate-noise -o %t
// RUN: FileCheck %s --input-file %t

// Doing it again changes nothing, in memory and from the text.
// RUN: noisy-opt %s -split-input-file -allow-unregistered-dialect --noisy-annotate-noise --noisy-annotate-noise | diff %t -
// RUN: noisy-opt %t -split-input-file -allow-unregistered-dialect --noisy-annotate-noise | diff %t -

// RUN: noisy-opt %S/../../examples/overflow.mlir --noisy-annotate-noise | FileCheck %s --check-prefix=EXAMPLE

// EXAMPLE-LABEL: func.func @power(%arg0: i5, %arg1: i5) -> i5 {
// EXAMPLE-NEXT: noisy.encode %arg0 {noise = 12 : i64}
// EXAMPLE-NEXT: noisy.encode %arg1 {noise = 12 : i64}
// EXAMPLE-NEXT: noisy.mul %0, %1 {noise = 24 : i64}
// EXAMPLE-NEXT: noisy.mul %2, %2 {noise = 48 : i64}
// EXAMPLE-NEXT: noisy.mul %3, %3 {noise = "96, unreliable"}
// EXAMPLE-NEXT: noisy.mul %4, %4 {noise = "192, unreliable"}
// EXAMPLE-NEXT: noisy.decode %5 : !noisy.i32 -> i5

// CHECK-LABEL: func.func @arguments
// CHECK-SAME: argument_noise = {{\[\[}}"12, assumed", unit, "20, contract"], ["20, on an assumption"], []]
func.func @arguments(%a: !noisy.i32, %p: i1, %b: !noisy.i32 {noisy.bound = 20 : i64}) {
  cf.cond_br %p, ^one(%a : !noisy.i32), ^one(%b : !noisy.i32)
^one(%c: !noisy.i32):
  // CHECK: noisy.add %arg0, %arg0 {noise = "13, on an assumption"}
  %d = noisy.add %a, %a : !noisy.i32
  // CHECK: noisy.add %arg2, %arg2 {noise = 21 : i64}
  %e = noisy.add %b, %b : !noisy.i32
  cf.br ^two
^two:
  return
}

// -----

// CHECK-LABEL: func.func @states
func.func @states(%x: i5, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %a = noisy.encode %x : i5 -> !noisy.i32
  // CHECK: "foo.make"() {noise = "unknown"}
  %u = "foo.make"() : () -> !noisy.i32
  // CHECK: noisy.reduce_noise %{{.*}} {noise = "12, unreliable"}
  %r = noisy.reduce_noise %u : !noisy.i32
  scf.if %false {
    // CHECK: noisy.mul {{.*}} {noise = "unreachable"}
    %dead = noisy.mul %a, %a : !noisy.i32
  }
  // CHECK: scf.for
  %g:3 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %w = %a, %y = %n) -> (!noisy.i32, !noisy.i32, index) {
    // CHECK: noisy.add {{.*}} {noise = "unbounded, unreliable"}
    %s = noisy.add %v, %a : !noisy.i32
    scf.yield %s, %a, %y : !noisy.i32, !noisy.i32, index
  // CHECK: } {argument_bounds = {{\[\[}}"%arg2 < %arg1", unit, unit, "%arg5 = %arg1"]], argument_noise = {{\[\[}}unit, "unbounded", 12, unit]], argument_range = {{\[\[}}"[0, 2^63 - 2]", unit, unit, unit]], bounds = [unit, unit, "%{{[0-9]+}}#2 = %arg1"], noise = ["unbounded, unreliable", 12, unit]}
  }
  %c20 = arith.constant 20 : index
  // CHECK: scf.for
  %h = scf.for %i = %c0 to %c20 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %s = noisy.mul %v, %v : !noisy.i32
    scf.yield %s : !noisy.i32
  // CHECK: noise = "more than 65536, unreliable"}
  }
  return
}

// -----

// Without anything noisy nothing is written; what an earlier run has left goes.
// CHECK-LABEL: func.func @plain(%arg0: i32) -> i32 {
// CHECK-NEXT: arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @plain(%a: i32) -> i32 attributes {argument_noise = [[12]]} {
  %b = arith.addi %a, %a {noise = 12 : i64} : i32
  return %b : i32
}

// -----

// CHECK-LABEL: func.func @metadata
// CHECK-SAME: known_argument_metadata = {{\[\[}}unit], [{s}]]
func.func @metadata(%p: i1) {
  %true = arith.constant true
  // CHECK: "foo.make"() {known_metadata = {level = 3 : i64, s}, metadata = {level = 3 : i64, s}}
  %a = "foo.make"() {metadata = {level = 3, s}} : () -> i32
  // CHECK: "foo.make"() {known_metadata = {s}, metadata = {s}}
  %b = "foo.make"() {metadata = {s}} : () -> i32
  // CHECK: arith.addi %0, %1 {known_metadata = {s}}
  %c = arith.addi %a, %b : i32
  // CHECK: arith.addui_extended %0, %1 {known_metadata = [{s}, {s}]}
  %d, %e = arith.addui_extended %a, %b : i32, i1
  // CHECK: arith.select %arg0, %0, %0 :
  %s = arith.select %p, %a, %a : i32
  scf.if %true {
  } else {
    // CHECK: arith.addi %0, %0 {known_metadata = "not executed", range = "never executed"}
    %dead = arith.addi %a, %a : i32
  }
  // CHECK: } {known_metadata = [{level = 3 : i64, s}, unit]}
  %r:2 = scf.if %p -> (i32, i32) {
    scf.yield %a, %a : i32, i32
  } else {
    scf.yield %a, %s : i32, i32
  }
  cf.br ^one(%c : i32)
^one(%v: i32):
  return
}
