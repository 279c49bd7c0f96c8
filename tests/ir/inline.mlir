// Functions with encrypted values can be inlined, if the model is the same.
// RUN: noisy-opt %s --inline | FileCheck %s

func.func private @square(%a: !noisy.i32) -> !noisy.i32 {
  %m = noisy.mul %a, %a : !noisy.i32
  %r = noisy.reduce_noise %m : !noisy.i32
  return %r : !noisy.i32
}

// CHECK-LABEL: func.func @main
// CHECK-NEXT: noisy.encode
// CHECK-NEXT: noisy.mul
// CHECK-NEXT: noisy.reduce_noise
// CHECK-NEXT: noisy.decode
func.func @main(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = call @square(%a) : (!noisy.i32) -> !noisy.i32
  %d = noisy.decode %b : !noisy.i32 -> i5
  return %d : i5
}

// CHECK-LABEL: func.func @other
// CHECK: call @square
func.func @other(%x: i5) attributes {noisy.model = #noisy.model<initial = 5, max = 20>} {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = call @square(%a) : (!noisy.i32) -> !noisy.i32
  %d = noisy.decode %b : !noisy.i32 -> i5
  return
}
