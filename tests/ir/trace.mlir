// The steps in which the facts of a value come about.
// RUN: noisy-opt %s -allow-unregistered-dialect --noisy-trace=%2 -o /dev/null 2>&1 | FileCheck %s
// RUN: noisy-opt %s -allow-unregistered-dialect --noisy-trace="value=%2 function=@g" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not noisy-opt %s -allow-unregistered-dialect --noisy-trace=%99 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not noisy-opt %s -allow-unregistered-dialect --noisy-trace=wrong=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION

// NONE: error: no value to trace: '%99' is the name of none
// OPTION: no such option wrong

// ONE-NOT: in func.func @f
// ONE: trace of %2 in func.func @g
// ONE-NOT: trace of

// CHECK: trace of %2 in func.func @f, which comes from 8 values
// CHECK-NEXT: ranges
// CHECK: 4. %0 = arith.addi(%arg0: [0, 3], %c1: 1) -> [1, 4]
// CHECK-NEXT: 5. %1 = scf.for(%3: not reached, %0: [1, 4]) -> not reached
// CHECK: 8. %arg3 = argument(%3: not reached, %0: [1, 4]) -> [1, 4]
// CHECK-NEXT: 9. %3 = arith.minui(%arg3: [1, 4], %arg2: [1, 3]) -> [1, 3]
// CHECK-NEXT: 10. %1 = scf.for(%3: [1, 3], %0: [1, 4]) -> [1, 4], before not reached
// CHECK-NEXT: 11. %2 = arith.addi(%1: [1, 4], %c1: 1) -> [2, 5], before not reached
// CHECK: as before
func.func @f(%n: index {noisy.range = [0, 3]}, %x: i5) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = arith.addi %n, %c1 : index
  %b = scf.for %i = %c1 to %c4 step %c1 iter_args(%s = %a) -> index {
    %t = arith.minui %s, %i : index
    scf.yield %t : index
  }
  %r = arith.addi %b, %c1 : index
  return
}

// A loop of blocks: the second visit of its argument brings less.
// CHECK: trace of %2 in func.func @g, which comes from 3 values
// CHECK: metadata
// CHECK-NEXT: 1. %0 = foo.make() -> {level = 3 : i64, s}
// CHECK-NEXT: 2. %1 = foo.make() -> {s}
// CHECK-NEXT: 3. %2 = argument(%0: {level = 3 : i64, s}, %3: not executed) -> {level = 3 : i64, s}
// CHECK-NEXT: 4. %3 = arith.addi(%2: {level = 3 : i64, s}, %1: {s}) -> {s}
// CHECK-NEXT: 5. %2 = argument(%0: {level = 3 : i64, s}, %3: {s}) -> {s}, before {level = 3 : i64, s}
func.func @g(%p: i1) {
  %m = "foo.make"() {metadata = {level = 3, s}} : () -> i32
  %k = "foo.make"() {metadata = {s}} : () -> i32
  cf.br ^loop(%m : i32)
^loop(%v: i32):
  %w = arith.addi %v, %k : i32
  cf.cond_br %p, ^loop(%w : i32), ^end
^end:
  return
}

// CHECK: trace of %2 in func.func @h, which comes from 3 values
// CHECK: noise
// CHECK-NEXT: 1. %0 = noisy.encode() -> 12, fresh encryption
// CHECK-NEXT: 2. %1 = noisy.mul(%0: 12) -> 24 = 12 + 12
// CHECK-NEXT: 3. %2 = noisy.add(%1: 24, %0: 12) -> 25 = 1 + max(24, 12)
func.func @h(%x: i5) {
  %e = noisy.encode %x : i5 -> !noisy.i32
  %q = noisy.mul %e, %e : !noisy.i32
  %s = noisy.add %q, %e : !noisy.i32
  return
}
