// The input of terms-of-noise.mlir.
// RUN: noisy-opt %s
func.func @f(%a: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %a, %a : !noisy.i32
  return %0 : !noisy.i32
}
