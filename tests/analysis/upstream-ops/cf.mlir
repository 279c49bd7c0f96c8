func.func @br(%x: i5, %n: index) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  cf.br ^one(%a, %n, %c0 : !noisy.i32, index, index)
^one(%v: !noisy.i32, %i: index, %j: index):
  %w = noisy.add %v, %a : !noisy.i32
  cf.br ^two
^two:
  return %w : !noisy.i32
}

// -----

func.func @cond_br(%x: i5, %p: i1) -> !noisy.i32 {
  %true = arith.constant true
  %a = noisy.encode %x : i5 -> !noisy.i32
  cf.cond_br %p, ^loop(%a : !noisy.i32), ^end(%a : !noisy.i32)
^loop(%v: !noisy.i32):
  %w = noisy.reduce_noise %v : !noisy.i32
  // The same block twice.
  cf.cond_br %p, ^loop(%w : !noisy.i32), ^loop(%a : !noisy.i32)
^end(%e: !noisy.i32):
  cf.cond_br %true, ^last, ^loop(%e : !noisy.i32)
^last:
  return %e : !noisy.i32
}

// -----

func.func @switch(%x: i5, %k: i32) -> !noisy.i32 {
  %c5 = arith.constant 5 : i32
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  cf.switch %k : i32, [
    default: ^one(%a : !noisy.i32),
    42: ^one(%m : !noisy.i32),
    -1: ^two(%m, %a : !noisy.i32, !noisy.i32)
  ]
^one(%v: !noisy.i32):
  cf.switch %c5 : i32, [
    default: ^two(%v, %v : !noisy.i32, !noisy.i32),
    5: ^two(%a, %a : !noisy.i32, !noisy.i32)
  ]
^two(%s: !noisy.i32, %t: !noisy.i32):
  cf.switch %k : i32, [
    default: ^end
  ]
^end:
  return %s : !noisy.i32
}

// -----

// Blocks that nothing reaches, and that reach each other only.
func.func @island(%x: i5, %v: !noisy.i32) -> !noisy.i32 {
  return %v : !noisy.i32
^one(%dead1: !noisy.i32):
  %dead2 = noisy.mul %dead1, %dead1 : !noisy.i32
  cf.br ^two(%dead2 : !noisy.i32)
^two(%dead3: !noisy.i32):
  cf.br ^one(%dead3 : !noisy.i32)
}
