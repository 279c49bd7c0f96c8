// A sum of four squares in a loop. The analysis goes through the iterations one by
// one: each addition costs a bit, and the last one passes the limit.
func.func @squares(%values: tensor<4x!noisy.i32>, %start: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %total = scf.for %i = %c0 to %c4 step %c1 iter_args(%sum = %start) -> (!noisy.i32) {
    %value = tensor.extract %values[%i] : tensor<4x!noisy.i32>
    %square = noisy.mul %value, %value : !noisy.i32
    %next = noisy.add %sum, %square : !noisy.i32
    scf.yield %next : !noisy.i32
  }
  return %total : !noisy.i32
}

// A product doubles the noise, in each iteration again. How many there are is not
// known, so no number is large enough: it grows without bound. The quick fix
// (Ctrl+.) puts one reduction into the body.
func.func @power(%n: index, %start: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %result = scf.for %i = %c0 to %n step %c1 iter_args(%power = %start) -> (!noisy.i32) {
    %next = noisy.mul %power, %power : !noisy.i32
    scf.yield %next : !noisy.i32
  }
  return %result : !noisy.i32
}
