// An operation of another dialect may have no result, or several.
// RUN: noisy-opt %s --noisy-rules=%S/Inputs/rules.yaml --noisy-rewrite | FileCheck %s

// CHECK: "toy.into"
// CHECK: "toy.both"
func.func @f(%a: !toy.ct, %b: !toy.ct, %c: !noisy.i32) -> !noisy.i32 {
  "toy.into"(%a, %b) : (!toy.ct, !toy.ct) -> ()
  %0:2 = "toy.both"(%a, %b) : (!toy.ct, !toy.ct) -> (!toy.ct, !toy.ct)
  %1 = noisy.mul %c, %c : !noisy.i32
  return %1 : !noisy.i32
}
