// RUN: noisy-opt %s --noisy-rewrite --remarks-filter-passed=noisy --remarks-filter-missed=noisy 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY --input-file %t
// Of patterns that were tried in vain, too, and nothing in the words of C++.
// What was found, but is no gain for the program:
// RUN: noisy-opt %S/Inputs/no-gain.mlir --noisy-reduce-noise-optimizer=rewrite=true --remarks-filter-missed=noisy -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOGAIN
// NOGAIN: does not pay: joined
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
  // WHY-DAG: rewrite-why.mlir:[[@LINE+3]]:{{.*}}Passed{{.*}}pattern ScaleOfScale applied
  // WHY-DAG: rewrite-why.mlir:[[@LINE+2]]:{{.*}}Missed{{.*}}pattern ScaleOfScaleToZero does not match: not what it wants: have the product 0
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}stands alone: no other sum or product is computed only for it
  %1 = noisy.scale %0 by 3 : !noisy.i32
  // WHY-DAG: rewrite-why.mlir:[[@LINE+2]]:{{.*}}Missed{{.*}}pattern AddOfSame does not match: not what it wants: has no attributes of its own, and a model of the usual form
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}left as it is: it has attributes of its own
  %2 = noisy.add %b, %b {noisy.cost = 2 : i64} : !noisy.i32
  // WHY-DAG: rewrite-why.mlir:[[@LINE+2]]:{{.*}}Missed{{.*}}pattern SubOfSame does not match: its operands are not the same value
  // WHY-DAG: rewrite-why.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern SubFromZero does not match: an operand is not an encoded constant
  %3 = noisy.sub %0, %2 : !noisy.i32
  return %1, %3 : !noisy.i32, !noisy.i32
}
