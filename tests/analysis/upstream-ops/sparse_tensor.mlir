#COO = #sparse_tensor.encoding<{
  map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))
}>
func.func @iterate(%x: i5, %sp: tensor<4x8xf32, #COO>) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %l = sparse_tensor.extract_iteration_space %sp lvls = 0
      : tensor<4x8xf32, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0>
  %r = sparse_tensor.iterate %it in %l at(%crd) iter_args(%v = %a)
      : !sparse_tensor.iter_space<#COO, lvls = 0 to 1> -> !noisy.i32 {
    %i = arith.addi %crd, %crd : index
    %w = noisy.add %v, %a : !noisy.i32
    sparse_tensor.yield %w : !noisy.i32
  }
  %s = sparse_tensor.iterate %it in %l iter_args(%v = %a)
      : !sparse_tensor.iter_space<#COO, lvls = 0 to 1> -> !noisy.i32 {
    %w = noisy.reduce_noise %v : !noisy.i32
    sparse_tensor.yield %w : !noisy.i32
  }
  return %s : !noisy.i32
}

// -----

#Vector = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @foreach(%x: i5, %sp: tensor<8xf32, #Vector>) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = sparse_tensor.foreach in %sp init(%a) : tensor<8xf32, #Vector>, !noisy.i32 -> !noisy.i32 do {
  ^bb0(%i: index, %f: f32, %v: !noisy.i32):
    %w = noisy.add %v, %a : !noisy.i32
    sparse_tensor.yield %w : !noisy.i32
  }
  return %r : !noisy.i32
}
