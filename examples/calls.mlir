// A function can state the noise of its arguments and results with noisy.bound. Its
// body relies on that, so that it can be checked alone, without its callers.
func.func private @scaled_sum(%a: !noisy.i32 {noisy.bound = 14 : i64},
                              %b: !noisy.i32 {noisy.bound = 14 : i64})
    -> (!noisy.i32 {noisy.bound = 17 : i64}) {
  %sum = noisy.add %a, %b : !noisy.i32
  %scaled = noisy.scale %sum by 4 : !noisy.i32
  return %scaled : !noisy.i32
}

// Each call is checked: this one passes fresh values, of 12 bits.
func.func @right(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %result = call @scaled_sum(%a, %b) : (!noisy.i32, !noisy.i32) -> !noisy.i32
  return %result : !noisy.i32
}

// And this one a product, of 24: more than the function takes.
func.func @wrong(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %product = noisy.mul %a, %b : !noisy.i32
  %result = call @scaled_sum(%product, %b) : (!noisy.i32, !noisy.i32) -> !noisy.i32
  return %result : !noisy.i32
}

// Without a statement the analysis follows the noise into the function, and each
// call has its own result: hover over %small and %large.
func.func private @twice(%a: !noisy.i32) -> !noisy.i32 {
  %double = noisy.scale %a by 2 : !noisy.i32
  return %double : !noisy.i32
}
func.func @each_call(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  %small = call @twice(%a) : (!noisy.i32) -> !noisy.i32
  %product = noisy.mul %a, %b : !noisy.i32
  %large = call @twice(%product) : (!noisy.i32) -> !noisy.i32
  return %small, %large : !noisy.i32, !noisy.i32
}
