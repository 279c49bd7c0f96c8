// RUN: noisy-opt %s --noisy-print-facts=json -o /dev/null 2>&1 | python3 -m json.tool | FileCheck %s
// RUN: noisy-opt %s -split-input-file --noisy-print-facts=json -o /dev/null 2>&1 | count 1

// CHECK:      "name": "func.func @f"
// CHECK:      "name": "%arg0"
// CHECK-NEXT: "type": "memref<1x!noisy.i32>"
// CHECK-NEXT: "depth": 0
// CHECK-NEXT: "line": [[#LINE:]]
// CHECK-NEXT: "column": 14
// CHECK-NEXT: "origin": []
// CHECK:      "line": [[#LINE+4]]
// CHECK-NEXT: "column": 8
// CHECK-NEXT: "noise": 12
// CHECK-NEXT: "limit": 26
// CHECK:      "noise": 24
// CHECK-NEXT: "limit": 26
// CHECK-NEXT: "text": "24 = 12 + 12"
// CHECK:      "noise": "unknown"
// CHECK:      "depth": 1
// CHECK:      "min": "0"
// CHECK-NEXT: "max": "9"
// CHECK:      "findings": [
// CHECK:      "function": "func.func @f"
// CHECK-NEXT: "severity": "error"
// CHECK-NEXT: "code": "noise-overflow"
// CHECK-NEXT: "message": "noise overflow: {{.*}} can have 48
// CHECK-NEXT: "line": [[#LINE+6]]
func.func @f(%u: memref<1x!noisy.i32>, %x: i5) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c1 = arith.constant 1 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  %l = memref.load %u[%c0] : memref<1x!noisy.i32>
  scf.for %i = %c0 to %c10 step %c1 {
    %s = arith.addi %i, %c0 : index
  }
  return %c : !noisy.i32
}
