// Bounds of indices and of sizes on the command line, and the comparisons that
// they decide.
// RUN: noisy-opt %s --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: noisy-opt %s --noisy-print-facts=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: noisy-opt %s --noisy-annotate-noise | FileCheck %s --check-prefix=ATTR
// RUN: noisy-opt %s --noisy-annotate-noise | noisy-opt --noisy-annotate-noise -o /dev/null

// CHECK: value type noise or range bounds noise comes from
// CHECK: %dim index at least 0 %dim = dim 0 of %arg1
// CHECK: %padded tensor<?x?xi8> - dim 0 = dim 0 of %arg1 + 3; dim 1 = dim 1 of %arg1
// CHECK: %alloc memref<?xi8> - dim 0 = %arg3; dim 0 < 5, stated by 'noisy.range', assumed of unknown callers
// CHECK: %padded_2 tensor<?xi8> - dim 0 = 256
// CHECK: %arg5 index [0, 2^63 - 2] %arg5 < %arg0

// The first two need relations between values, which ranges do not show. What
// only holds if nothing overflows is not told.
// CHECK: findings
// CHECK-NOT: %arg5 is less than %{{[0-9]+}}
// CHECK: func.func @f: always true: %dim is less than %dim_0, by the bounds of both
// CHECK: func.func @f: always true: %arg5 is less than %arg0, by the bounds of both
// CHECK-NOT: always

// JSON: "bounds":["dim 0 = %arg3","dim 0 < 5, stated by 'noisy.range', assumed of unknown callers"]
// JSON: "code":"int-comparison","message":"always true: %dim is less than

// ATTR: tensor.dim {bounds = "%dim = dim 0 of %arg1"
// ATTR: {bounds = "dim 0 = 256"}
// ATTR: {argument_bounds = {{\[\[}}"%arg5 < %arg0"]]
func.func @f(%n: index, %t: tensor<?x?xi8>, %x: i8,
             %size: index {noisy.range = [0, 4]}, %u: tensor<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %t, %c0 : tensor<?x?xi8>
  %pad = tensor.pad %t low[1, 0] high[2, 0] {
  ^bb0(%i0: index, %i1: index):
    tensor.yield %x : i8
  } : tensor<?x?xi8> to tensor<?x?xi8>
  %e = tensor.dim %pad, %c0 : tensor<?x?xi8>
  %padded = arith.cmpi slt, %d, %e : index
  %b = memref.alloc(%size) : memref<?xi8>
  %k = tensor.dim %u, %c0 : tensor<?xi8>
  %high = affine.apply affine_map<()[s0] -> (256 - s0)>()[%k]
  %full = tensor.pad %u low[0] high[%high] {
  ^bb0(%i0: index):
    tensor.yield %x : i8
  } : tensor<?xi8> to tensor<?xi8>
  scf.for %i = %c0 to %n step %c1 {
    %below = arith.cmpi slt, %i, %n : index
    %next = arith.addi %n, %c1 : index
    %maybe = arith.cmpi slt, %i, %next : index
  }
  return
}
