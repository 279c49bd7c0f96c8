// RUN: noisy-opt %s --noisy-rewrite --remarks-filter-passed=noisy --remarks-filter-missed=noisy 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY --input-file %t
// Of patterns that were tried in vain, too, and nothing in the words of C++.
// RUN: not grep -E 'castedOp|::mlir|native code' %t

// CHECK-LABEL: func.func @canonical
// CHECK: noisy.scale %arg0 by 5
// CHECK-NEXT: noisy.scale %arg0 by 15
// CHECK-NEXT: noisy.add %arg1, %arg1 {noisy.cost = 2 : i64}
func.func @canonical(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  %c = arith.constant 5 : i5
  %e = noisy.encode %c : i5 -> !noisy.i32
  // WHY-DAG: rewrite-why.mlir:[[@LINE+2]]:{{.*}}Passed{{.*}}pattern MulByConstant applied
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern MulOfConstants does not match: an operand is an argument
  %0 = noisy.mul %a, %e : !noisy.i32
  // WHY-DAG: rewrite-why.mlir:[[@LINE+2]]:{{.*}}Passed{{.*}}pattern ScaleOfScale applied
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern ScaleOfScaleToZero does not match: not what it wants: have the product 0
  %1 = noisy.scale %0 by 3 : !noisy.i32
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern AddOfSame does not match: not what it wants: has no attributes of its own, and a model of the usual form
  %2 = noisy.add %b, %b {noisy.cost = 2 : i64} : !noisy.i32
  // WHY-DAG: rewrite-why.mlir:[[@LINE+2]]:{{.*}}Missed{{.*}}pattern SubOfSame does not match: its operands are not the same value
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern SubFromZero does not match: an operand is not an encoded constant
  %3 = noisy.sub %0, %2 : !noisy.i32
  return %1, %3 : !noisy.i32, !noisy.i32
}
