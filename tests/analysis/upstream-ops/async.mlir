func.func @execute(%x: i5) -> !noisy.i32 {
  %true = arith.constant true
  %a = noisy.encode %x : i5 -> !noisy.i32
  %token, %value = async.execute -> !async.value<!noisy.i32> {
    %m = noisy.mul %a, %a : !noisy.i32
    async.yield %m : !noisy.i32
  }
  %token2, %value2:2 = async.execute [%token] (%value as %v: !async.value<!noisy.i32>)
      -> (!async.value<!noisy.i32>, !async.value<i1>) {
    %w = noisy.add %v, %v : !noisy.i32
    async.yield %w, %true : !noisy.i32, i1
  }
  %token3 = async.execute {
    async.yield
  }
  %r = async.await %value2#0 : !async.value<!noisy.i32>
  %p = async.await %value2#1 : !async.value<i1>
  return %r : !noisy.i32
}

// -----

async.func @callee(%v: !noisy.i32) -> !async.value<!noisy.i32> {
  %w = noisy.add %v, %v : !noisy.i32
  return %w : !noisy.i32
}
func.func @caller(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %value = async.call @callee(%a) : (!noisy.i32) -> !async.value<!noisy.i32>
  %r = async.await %value : !async.value<!noisy.i32>
  return %r : !noisy.i32
}
