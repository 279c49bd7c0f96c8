// One branch multiplies, the other one adds: after them the value has the noise of
// the worse one.
func.func @choose(%isProduct: i1, %a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %chosen = scf.if %isProduct -> (!noisy.i32) {
    %product = noisy.mul %a, %b : !noisy.i32
    scf.yield %product : !noisy.i32
  } else {
    %sum = noisy.add %a, %b : !noisy.i32
    scf.yield %sum : !noisy.i32
  }
  %result = noisy.mul %chosen, %b : !noisy.i32 // 36 bits after one of the branches
  return %result : !noisy.i32
}

// The same with blocks. The fix reduces the product, in its branch: the other one
// needs none.
func.func @choose_blocks(%isProduct: i1, %a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  cf.cond_br %isProduct, ^product, ^sum
^product:
  %product = noisy.mul %a, %b : !noisy.i32
  cf.br ^end(%product : !noisy.i32)
^sum:
  %sum = noisy.add %a, %b : !noisy.i32
  cf.br ^end(%sum : !noisy.i32)
^end(%chosen: !noisy.i32):
  %result = noisy.mul %chosen, %b : !noisy.i32
  return %result : !noisy.i32
}
