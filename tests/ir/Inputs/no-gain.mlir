// A sum that gets less noisy in another order; but nothing needs that.
func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32, %d: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  %0 = noisy.add %a, %b : !noisy.i32
  %1 = noisy.add %0, %c : !noisy.i32
  %2 = noisy.add %1, %d : !noisy.i32
  %3 = noisy.mul %a, %b : !noisy.i32
  %4 = noisy.mul %3, %c : !noisy.i32
  return %2, %4 : !noisy.i32, !noisy.i32
}
