func.func private @outside(!noisy.i32, i8) -> !noisy.i32
func.func private @callee(%v: !noisy.i32, %i: i8) -> (!noisy.i32, i8) {
  %w = noisy.add %v, %v : !noisy.i32
  return %w, %i : !noisy.i32, i8
}
func.func private @uncalled(%v: !noisy.i32, %i: i8) -> !noisy.i32 {
  %w = func.call @uncalled(%v, %i) : (!noisy.i32, i8) -> !noisy.i32
  return %w : !noisy.i32
}
func.func @caller(%x: i5, %i: i8) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r:2 = func.call @callee(%a, %i) : (!noisy.i32, i8) -> (!noisy.i32, i8)
  %s = func.call @outside(%r#0, %r#1) : (!noisy.i32, i8) -> !noisy.i32
  %f = func.constant @outside : (!noisy.i32, i8) -> !noisy.i32
  %t = func.call_indirect %f(%s, %i) : (!noisy.i32, i8) -> !noisy.i32
  return %t : !noisy.i32
}
