// RUN: noisy-opt %s --noisy-patterns=%S/Inputs/patterns.pdll --remarks-filter-passed=noisy --remarks-filter-missed=noisy 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY --input-file %t
// The long form, in a pipeline; and patterns as MLIR writes them.
// RUN: noisy-opt %s --pass-pipeline='builtin.module(noisy-patterns{file=%S/Inputs/patterns.pdll})' | FileCheck %s
// RUN: mlir-pdll -x=mlir %S/Inputs/patterns.pdll -o %t.mlir
// RUN: noisy-opt %s --noisy-patterns=%t.mlir | FileCheck %s
// Without remarks nothing is said.
// RUN: noisy-opt %s --noisy-patterns=%S/Inputs/patterns.pdll -o /dev/null 2>&1 | count 0

// CHECK-LABEL: func.func @distributive
// CHECK-NEXT: %[[SUM:.*]] = noisy.add %arg1, %arg2
// CHECK-NEXT: %[[SUM2:.*]] = noisy.add %[[SUM]], %arg3
// CHECK-NEXT: noisy.mul %arg0, %[[SUM2]]
// CHECK-NEXT: return
func.func @distributive(%a: !noisy.i32, %x: !noisy.i32, %y: !noisy.i32, %z: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %a, %x : !noisy.i32
  %1 = noisy.mul %a, %y : !noisy.i32
  // WHY: patterns.mlir:[[@LINE+1]]:{{.*}}Passed{{.*}}pattern Distributive applied
  %2 = noisy.add %0, %1 : !noisy.i32
  %3 = noisy.mul %a, %z : !noisy.i32
  // WHY: patterns.mlir:[[@LINE+1]]:{{.*}}Passed{{.*}}pattern Distributive applied
  %4 = noisy.add %2, %3 : !noisy.i32
  return %4 : !noisy.i32
}

// The product is used elsewhere, too.
// CHECK-LABEL: func.func @shared
// CHECK-COUNT-2: noisy.mul
// CHECK: return
func.func @shared(%a: !noisy.i32, %x: !noisy.i32, %y: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  %0 = noisy.mul %a, %x : !noisy.i32
  %1 = noisy.mul %a, %y : !noisy.i32
  // WHY: patterns.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern Distributive does not match
  %2 = noisy.add %0, %1 : !noisy.i32
  return %1, %2 : !noisy.i32, !noisy.i32
}

// CHECK-LABEL: func.func @scales
// CHECK-NEXT: noisy.scale %arg0 by 15
// CHECK-NEXT: noisy.scale %arg0 by 2
// CHECK-NEXT: noisy.scale %arg0 by 7
// CHECK-NEXT: return
func.func @scales(%a: !noisy.i32) -> (!noisy.i32, !noisy.i32, !noisy.i32) {
  %0 = noisy.scale %a by 3 : !noisy.i32
  // WHY: patterns.mlir:[[@LINE+1]]:{{.*}}Passed{{.*}}pattern ScaleOfScale applied
  %1 = noisy.scale %0 by 5 : !noisy.i32
  // WHY: patterns.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern Double matches, but does not pay
  %2 = noisy.scale %a by 2 : !noisy.i32
  // WHY: patterns.mlir:[[@LINE+1]]:{{.*}}Missed{{.*}}pattern Invalid matches, but what it makes is invalid: {{.*}}
  %3 = noisy.scale %a by 7 : !noisy.i32
  return %1, %2, %3 : !noisy.i32, !noisy.i32, !noisy.i32
}
