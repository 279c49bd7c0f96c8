func.func @while(%x: i5, %t: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = tosa.while_loop (%v = %t) : (tensor<i32>) -> tensor<i32> {
    %c = tosa.greater_equal %t, %v : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%v: tensor<i32>):
    %m = noisy.mul %a, %a : !noisy.i32
    %w = tosa.add %v, %t : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %w : tensor<i32>
  }
  %s = tosa.cond_if %p (%t0 = %t) : tensor<i1> (tensor<i32>) -> tensor<i32> {
  ^bb0(%v: tensor<i32>):
    tosa.yield %v : tensor<i32>
  } else {
  ^bb0(%v: tensor<i32>):
    %m = noisy.mul %a, %a : !noisy.i32
    tosa.yield %v : tensor<i32>
  }
  return %r : tensor<i32>
}
