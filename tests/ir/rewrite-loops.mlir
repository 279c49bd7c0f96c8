// RUN: noisy-opt %s --noisy-reduce-noise-optimizer=rewrite=true --remarks-filter-passed=noisy 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=COST --input-file %t
// RUN: noisy-opt %s --noisy-rewrite --remarks-filter-missed=noisy -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// COST: computed its 256 turns as 2 x 4 x 8 with 4 turns each: about 64 reductions in place of 256
// COST: rewritten: a cost of 64 in place of 256 by inserting alone
// COST: inserted 1 reduction that counts as 64

// CHECK-LABEL: func.func @dot
// CHECK: scf.for {{.*}} iter_args({{.*}} = %arg0)
// CHECK-NEXT: scf.for
// CHECK: scf.for
// CHECK-COUNT-4: noisy.mul
// CHECK-COUNT-3: noisy.add
// CHECK-NEXT: noisy.reduce_noise
// CHECK-NEXT: noisy.add
// CHECK-NEXT: scf.yield
func.func @dot(%zero: !noisy.i32, %x: tensor<256x!noisy.i32>, %y: tensor<256x!noisy.i32>) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r = scf.for %i = %c0 to %c256 step %c1 iter_args(%sum = %zero) -> (!noisy.i32) {
    %a = tensor.extract %x[%i] : tensor<256x!noisy.i32>
    %b = tensor.extract %y[%i] : tensor<256x!noisy.i32>
    %0 = noisy.mul %a, %b : !noisy.i32
    %1 = noisy.add %sum, %0 : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}

// CHECK-LABEL: func.func @short
// CHECK: affine.for %{{.*}} = 0 to 8 iter_args
func.func @short(%zero: !noisy.i32, %x: !noisy.i32) -> !noisy.i32 {
  // WHY: rewrite-loops.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}what it carries needs no reductions
  %r = affine.for %i = 0 to 8 iter_args(%sum = %zero) -> (!noisy.i32) {
    %1 = noisy.add %sum, %x : !noisy.i32
    affine.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}
