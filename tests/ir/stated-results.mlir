// Ranges that are stated where a value is defined.
// RUN: noisy-opt %s --allow-unregistered-dialect --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: noisy-opt %s --allow-unregistered-dialect --noisy-optimize-ranges | FileCheck %s --check-prefix=SIMPLE
// RUN: noisy-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s --check-prefix=CANON

// The number of iterations, and so the noise, rest on a load.

// CHECK: %0 index [0, 8], stated by 'noisy.range', relied on -
// CHECK: %1 !noisy.i32 20 - after the last iteration of the loop; assumes that %arg1 is fresh
func.func @loop(%sizes: memref<4xindex>, %a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %sizes[%c0] {noisy.range = [0, 8]} : memref<4xindex>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (!noisy.i32) {
    %y = noisy.add %x, %x : !noisy.i32
    scf.yield %y : !noisy.i32
  }
  return %r : !noisy.i32
}

// An operation of another dialect; of two results; a vector; a call of a
// function without a body; an open end. What follows from them is found.

// CHECK: %0#0 index [0, 63], stated by 'noisy.range', relied on -
// CHECK: %0#1 index [3, 4], stated by 'noisy.range', relied on -
// CHECK: %1 vector<4xi8> [-1, 1] in each element, stated by 'noisy.range', relied on -
// CHECK: %2 index at least 5, stated by 'noisy.range', relied on -
// CHECK: %3 index 0 -
// CHECK: %4 i1 true -
// SIMPLE-LABEL: func.func @others
// SIMPLE: call @size() {noisy.range = [5, "inf"]}
// SIMPLE: return %c0, %true
func.func private @size() -> index
func.func @others() -> (index, i1) {
  %c64 = arith.constant 64 : index
  %0:2 = "miopen.ids"() {noisy.range = [[0, 63], [3, 4]]} : () -> (index, index)
  %1 = "t.load"() {noisy.range = [-1, 1]} : () -> vector<4xi8>
  %2 = call @size() {noisy.range = [5, "inf"]} : () -> index
  %3 = arith.divsi %0#0, %c64 : index
  %4 = arith.cmpi slt, %0#1, %2 : index
  return %3, %4 : index, i1
}

// Another operation than the stated one must not lose what rests on it.

// SIMPLE-LABEL: func.func @kept
// SIMPLE: %[[U:.*]] = arith.remui {{.*}} {noisy.range = [0, 3]}
// SIMPLE: return %[[U]]
// CHECK: func.func @kept
func.func @kept(%q: index {noisy.range = [0, 30]}) -> index {
  %c32 = arith.constant 32 : index
  %u = arith.remui %q, %c32 {noisy.range = [0, 3]} : index
  return %u : index
}

// A statement that the computed range contradicts is not relied on.

// CHECK: %0 index [0, 3] -
func.func @contradiction(%n: index) -> index {
  %c3 = arith.constant 3 : index
  %0 = arith.andi %n, %c3 {noisy.range = [4, 5]} : index
  return %0 : index
}

// Passes that drop a result keep the attributes, which then state nothing.

// CHECK: func.func @dropped
// CANON-LABEL: func.func @dropped
// CANON: scf.for {{.*}} -> (!noisy.i32)
func.func @dropped(%a: !noisy.i32, %n: index, %f: index) -> !noisy.i32 {
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%k = %f, %x = %a) -> (index, !noisy.i32) {
    %y = noisy.reduce_noise %x : !noisy.i32
    scf.yield %i, %y : index, !noisy.i32
  } {noisy.range = [[0, 9], unit]}
  return %r#1 : !noisy.i32
}

// A wrong statement in a loop does not confirm itself: the first value leaves
// it, so that nothing rests on it. One that only a later value leaves is relied
// on, and one that all values keep to is checked.

// CHECK: func.func @refuted
// CHECK: %0 index - -
// CHECK: %1 index - {{.*}}
// CHECK: func.func @unchecked
// CHECK: %1 index [1, 9], stated by 'noisy.range', relied on {{.*}}
// CHECK: func.func @checked
// CHECK: %2 index [0, 3], within what 'noisy.range' states {{.*}}
func.func @refuted(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> index {
    %1 = arith.addi %k, %c1 {noisy.range = [5, 9]} : index
    scf.yield %1 : index
  }
  return %r : index
}
func.func @unchecked(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> index {
    %1 = arith.addi %k, %c1 {noisy.range = [0, 9]} : index
    scf.yield %1 : index
  }
  return %r : index
}
func.func @checked(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> index {
    %1 = arith.addi %k, %c1 : index
    %2 = arith.andi %1, %c3 {noisy.range = [0, 9]} : index
    scf.yield %2 : index
  }
  return %r : index
}

// What a function without a body states of its results holds at its calls, next
// to what these state.

// CHECK: func.func @external
// CHECK: %0#0 index [0, 4], stated by 'noisy.range', relied on -
// CHECK: %0#1 vector<4xi8> at least 0 in each element, stated by 'noisy.range', relied on -
// CHECK: %1#0 index [2, 3], stated by 'noisy.range', relied on -
// CHECK: %2 i1 true -
func.func private @extern(index) -> (index {noisy.range = [0, 4]}, vector<4xi8> {noisy.range = [0, "inf"]})
func.func @external() -> i1 {
  %c5 = arith.constant 5 : index
  %0:2 = call @extern(%c5) : (index) -> (index, vector<4xi8>)
  %1:2 = call @extern(%c5) {noisy.range = [[2, 3], unit]} : (index) -> (index, vector<4xi8>)
  %2 = arith.cmpi ult, %0#0, %c5 : index
  return %2 : i1
}

// CHECK: func.func @contradiction: %0 is in [0, 3], but 'noisy.range' states [4, 5]; correct what is stated, or the operation
// CHECK: func.func @refuted: %1 is 1, but 'noisy.range' states [5, 9]; correct what is stated, or the operation
