// RUN: noisy-opt %s -split-input-file -allow-unregistered-dialect --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: noisy-opt %S/../../examples/overflow.mlir --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXAMPLE --match-full-lines --strict-whitespace

// The program goes to stdout as it is, the table does not.
// RUN: noisy-opt %s -split-input-file -allow-unregistered-dialect -o %t
// RUN: noisy-opt %s -split-input-file -allow-unregistered-dialect --noisy-print-facts 2>/dev/null | diff %t -

//      EXAMPLE:func.func @power
// EXAMPLE-NEXT:  value  type        noise or range  noise comes from
// EXAMPLE-NEXT:  %arg0  i5          -
// EXAMPLE-NEXT:  %arg1  i5          -
// EXAMPLE-NEXT:  %0     !noisy.i32  12              fresh encryption
// EXAMPLE-NEXT:  %1     !noisy.i32  12              fresh encryption
// EXAMPLE-NEXT:  %2     !noisy.i32  24 = 12 + 12
// EXAMPLE-NEXT:  %3     !noisy.i32  48 = 24 + 24
// EXAMPLE-NEXT:  %4     !noisy.i32  96 = 48 + 48    unreliable: depends on %3, which overflows
// EXAMPLE-NEXT:  %5     !noisy.i32  192 = 96 + 96   unreliable: depends on %3, which overflows
// EXAMPLE-NEXT:  %6     i5          -
// EXAMPLE-NEXT:findings
// EXAMPLE-NEXT:  func.func @power: noise overflow: %3 can have 48 = 24 + 24 bits of noise, limit 26

// Regions, results in groups, several functions, and what is in none. Of
// functions without a body there is nothing to tell.
// CHECK:      outside of functions
// CHECK-NEXT: value type noise or range noise comes from
// CHECK-NEXT: %0 i5 -
// CHECK-NEXT: %1 !noisy.i32 12 fresh encryption
// CHECK-NEXT: func.func @f
// CHECK-NEXT: value type noise or range noise comes from
// CHECK-NEXT: %arg0 i1 -
// CHECK-NEXT: %arg1 !noisy.i32 12 assumed: unknown callers pass fresh values
// CHECK-NEXT: %2#0 !noisy.i32 13 assumes that %arg1 is fresh
// CHECK-NEXT: %2#1 i5 -
// CHECK-NEXT: %4 !noisy.i32 13 = 1 + max(12, 12) assumes that %arg1 is fresh
// CHECK-NEXT: %5 i5 -
// CHECK-NEXT: %4 i5 -
// CHECK-NEXT: %3 !noisy.i32 13 assumes that %arg1 is fresh
// CHECK-NEXT: func.func @inner::@"a name"
// CHECK-NEXT: value type noise or range noise comes from
// CHECK-NEXT: %arg0 !noisy.i32 20 stated by 'noisy.bound'
// CHECK-NEXT: no findings
%x = "foo.make"() : () -> i5
%y = noisy.encode %x : i5 -> !noisy.i32
func.func @f(%p: i1, %a: !noisy.i32) {
  %r:2 = scf.if %p -> (!noisy.i32, i5) {
    %s = noisy.add %a, %a : !noisy.i32
    %d = noisy.decode %s : !noisy.i32 -> i5
    scf.yield %s, %d : !noisy.i32, i5
  } else {
    %d = noisy.decode %a : !noisy.i32 -> i5
    scf.yield %a, %d : !noisy.i32, i5
  }
  cf.br ^next(%r#0 : !noisy.i32)
^next(%v: !noisy.i32):
  return
}
func.func private @nobody(!noisy.i32)
module @inner {
  func.func @"a name"(%b: !noisy.i32 {noisy.bound = 20 : i64}) {
    return
  }
}

// -----

// Without anything noisy. A type that is longer than most pushes its own line
// only.
// CHECK-NEXT: func.func @plain
// CHECK-NEXT: value type noise or range noise comes from
// CHECK-NEXT: %arg0 i32 -
// CHECK-NEXT: %arg1 tensor<4x4x4x4x4x4x4x4x4x4x4xf32> -
// CHECK-NEXT: %0 i32 -
// CHECK-NEXT: no findings
func.func @plain(%a: i32, %t: tensor<4x4x4x4x4x4x4x4x4x4x4xf32>) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}

// -----

// Where there is metadata, it has a column. A line stays a line.
// CHECK-NEXT: func.func @metadata
// CHECK-NEXT: value type noise or range metadata noise comes from
// CHECK-NEXT: %arg0 i32 - unknown
// CHECK-NEXT: %false i1 false unknown
// CHECK-NEXT: %0 i32 - {level = 3 : i64, text = "two\0Alines"} (own)
// CHECK-NEXT: %1 i32 - {level = 3 : i64, text = "two\0Alines"}
// CHECK-NEXT: %2 i32 - {level = 3 : i64, text = "two\0Alines"}
// CHECK-NEXT: %3 i32 never executed not executed
// CHECK-NEXT: no findings
func.func @metadata(%a: i32) {
  %false = arith.constant false
  %b = "foo.make"() {metadata = {level = 3, text = "two\0Alines"}} : () -> i32
  %c = arith.addi %b, %b : i32
  %d = scf.if %false -> i32 {
    %e = arith.addi %b, %b : i32
    scf.yield %e : i32
  } else {
    scf.yield %c : i32
  }
  return
}

// -----

// Nothing at all.
// CHECK-NEXT: no findings
// CHECK-NOT: {{.}}
