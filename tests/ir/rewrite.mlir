// RUN: noisy-opt %s --noisy-rewrite --remarks-filter-passed=noisy --remarks-filter-missed=noisy 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY --input-file %t
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer=rewrite=true --remarks-filter-passed=noisy 2>%t.choice | FileCheck %s --check-prefix=CHOICE
// RUN: FileCheck %s --check-prefix=COST --input-file %t.choice
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer=rewrite=true -o /dev/null 2>&1 | count 0

// COST: rewritten: 3 reductions in place of 14 by inserting alone, 5 products in place of 16

// CHECK-LABEL: func.func @power
// CHECK-COUNT-4: noisy.mul
// CHECK-NOT: noisy.mul
// CHECK: return
// CHOICE-LABEL: func.func @power
// CHOICE-NEXT: noisy.mul %arg0, %arg0
// CHOICE-NEXT: noisy.reduce_noise
// CHOICE-NEXT: noisy.mul
// CHOICE-NEXT: noisy.reduce_noise
// CHOICE-NEXT: noisy.mul
// CHOICE-NEXT: noisy.reduce_noise
// CHOICE-NEXT: noisy.mul
// CHOICE-NEXT: return
func.func @power(%x: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %x, %x : !noisy.i32
  %1 = noisy.mul %0, %x : !noisy.i32
  %2 = noisy.mul %1, %x : !noisy.i32
  %3 = noisy.mul %2, %x : !noisy.i32
  %4 = noisy.mul %3, %x : !noisy.i32
  %5 = noisy.mul %4, %x : !noisy.i32
  %6 = noisy.mul %5, %x : !noisy.i32
  %7 = noisy.mul %6, %x : !noisy.i32
  %8 = noisy.mul %7, %x : !noisy.i32
  %9 = noisy.mul %8, %x : !noisy.i32
  %10 = noisy.mul %9, %x : !noisy.i32
  %11 = noisy.mul %10, %x : !noisy.i32
  %12 = noisy.mul %11, %x : !noisy.i32
  %13 = noisy.mul %12, %x : !noisy.i32
  // WHY: rewrite.mlir:[[@LINE+1]]:{{.*}}Passed{{.*}}computed it as a power of one value: 24 to 24 bits, about 3 reductions in place of 14, 4 products in place of 15
  %14 = noisy.mul %13, %x : !noisy.i32
  return %14 : !noisy.i32
}

// CHECK-LABEL: func.func @shared
// CHECK-NEXT: noisy.add
// CHECK-NEXT: noisy.mul
// CHECK-NEXT: noisy.add
func.func @shared(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  %0 = noisy.add %a, %b : !noisy.i32
  %1 = noisy.mul %0, %c : !noisy.i32
  // WHY: rewrite.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}the result of 'noisy.add' in line {{[0-9]+}} is used 3 times: taking it apart would compute 1 operation again
  %2 = noisy.add %1, %0 : !noisy.i32
  return %0, %2 : !noisy.i32, !noisy.i32
}
