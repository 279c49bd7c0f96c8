func.func @assuming(%x: i5, %w: !shape.witness) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %yes = shape.const_witness true
  %no = shape.const_witness false
  %r = shape.assuming %w -> !noisy.i32 {
    %m = noisy.mul %a, %a : !noisy.i32
    shape.assuming_yield %m : !noisy.i32
  }
  %dead1 = shape.assuming %no -> !noisy.i32 {
    %dead2 = noisy.mul %r, %r : !noisy.i32
    shape.assuming_yield %dead2 : !noisy.i32
  }
  shape.assuming %yes {
    %m = noisy.mul %r, %r : !noisy.i32
  }
  return %r : !noisy.i32
}

// -----

shape.func @function(%v: !noisy.i32, %n: index) -> !noisy.i32 {
  %w = noisy.add %v, %v : !noisy.i32
  shape.return %w : !noisy.i32
}

// -----

func.func @reduce(%x: i5, %s: tensor<?xindex>) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = shape.reduce(%s, %a) : tensor<?xindex> -> !noisy.i32 {
  ^bb0(%i: index, %extent: index, %v: !noisy.i32):
    %w = noisy.add %v, %v : !noisy.i32
    shape.yield %w : !noisy.i32
  }
  return %r : !noisy.i32
}
