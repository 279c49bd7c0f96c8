func.func @for(%x: i5, %n: index, %p: i1) -> (!noisy.i32, !noisy.i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  %counted = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %w = noisy.add %v, %a : !noisy.i32
    %j = arith.addi %i, %c1 : index
    scf.yield %w : !noisy.i32
  }
  %other = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %w = noisy.reduce_noise %v : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  %both:2 = scf.for %i = %n to %c4 step %c1 iter_args(%v = %a, %k = %c0) -> (!noisy.i32, index) {
    %k1 = arith.addi %k, %i : index
    scf.yield %v, %k1 : !noisy.i32, index
  }
  scf.for %i = %c0 to %n step %n {
    %w = noisy.mul %a, %a : !noisy.i32
  }
  return %counted, %other : !noisy.i32, !noisy.i32
}

// -----

// A step of zero, bounds that are the wrong way round, and the whole width.
func.func @for_at_the_edge(%x: i5) -> !noisy.i32 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %minus = arith.constant -1 : i8
  %most = arith.constant 127 : i8
  %least = arith.constant -128 : i8
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.for %i = %zero to %most step %zero iter_args(%v = %a) -> !noisy.i32 : i8 {
    %w = noisy.add %v, %a : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  %s = scf.for %i = %most to %least step %one iter_args(%dead1 = %a) -> !noisy.i32 : i8 {
    %dead2 = noisy.add %dead1, %a : !noisy.i32
    scf.yield %dead2 : !noisy.i32
  }
  %t = scf.for unsigned %i = %zero to %minus step %one iter_args(%v = %a) -> !noisy.i32 : i8 {
    %w = noisy.reduce_noise %v : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  %u = scf.for %i = %least to %most step %minus iter_args(%v = %a) -> !noisy.i32 : i8 {
    %w = noisy.reduce_noise %v : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  return %u : !noisy.i32
}

// -----

func.func @forall(%x: i5, %n: index) -> tensor<4x!noisy.i32> {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %init = tensor.splat %a : tensor<4x!noisy.i32>
  %one = tensor.splat %m : tensor<1x!noisy.i32>
  %r = scf.forall (%i) in (4) shared_outs(%out = %init) -> tensor<4x!noisy.i32> {
    %part = tensor.extract_slice %out[%i] [1] [1] : tensor<4x!noisy.i32> to tensor<1x!noisy.i32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %out[%i] [1] [1] : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
    }
  }
  %s = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (1, 2) shared_outs(%out = %r) -> tensor<4x!noisy.i32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %out[%j] [1] [1] : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
    }
  }
  scf.forall (%i) in (%n) {
    %w = noisy.mul %m, %m : !noisy.i32
  }
  %t = scf.forall (%i) in (0) shared_outs(%dead = %s) -> tensor<4x!noisy.i32> {
    scf.forall.in_parallel {
    }
  }
  return %t : tensor<4x!noisy.i32>
}

// -----

func.func @parallel(%x: i5, %n: index) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%a) -> !noisy.i32 {
    scf.reduce(%a : !noisy.i32) {
    ^bb0(%l: !noisy.i32, %m: !noisy.i32):
      %s = noisy.add %l, %m : !noisy.i32
      scf.reduce.return %s : !noisy.i32
    }
  }
  %two:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %n) init (%r, %z) -> (!noisy.i32, i32) {
    %k = arith.index_cast %i : index to i32
    scf.reduce(%a, %k : !noisy.i32, i32) {
    ^bb0(%l: !noisy.i32, %m: !noisy.i32):
      %s = noisy.mul %l, %m : !noisy.i32
      scf.reduce.return %s : !noisy.i32
    }, {
    ^bb0(%l: i32, %m: i32):
      %s = arith.addi %l, %m : i32
      scf.reduce.return %s : i32
    }
  }
  scf.parallel (%i) = (%c0) to (%c0) step (%c1) {
    %dead = noisy.mul %a, %a : !noisy.i32
    scf.reduce
  }
  return %two#0 : !noisy.i32
}

// -----

func.func @while(%x: i5, %p: i1, %n: index) -> (!noisy.i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
    %w = noisy.add %v, %a : !noisy.i32
    scf.condition(%p) %w : !noisy.i32
  } do {
  ^bb0(%v: !noisy.i32):
    %w = noisy.reduce_noise %v : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  // What goes in, what is passed on and what comes back differ.
  %s:2 = scf.while (%i = %c0) : (index) -> (!noisy.i32, index) {
    %c = arith.cmpi ult, %i, %n : index
    scf.condition(%c) %a, %i : !noisy.i32, index
  } do {
  ^bb0(%v: !noisy.i32, %i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return %s#0, %s#1 : !noisy.i32, index
}

// -----

func.func @while_decided(%x: i5) -> !noisy.i32 {
  %true = arith.constant true
  %false = arith.constant false
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
    scf.condition(%false) %v : !noisy.i32
  } do {
  ^bb0(%dead1: !noisy.i32):
    %dead2 = noisy.mul %dead1, %dead1 : !noisy.i32
    scf.yield %dead2 : !noisy.i32
  }
  %dead3 = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
    scf.condition(%true) %v : !noisy.i32
  } do {
  ^bb0(%v: !noisy.i32):
    scf.yield %v : !noisy.i32
  }
  return %dead3 : !noisy.i32
}

// -----

func.func @if(%x: i5, %p: i1) -> !noisy.i32 {
  %true = arith.constant true
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r:2 = scf.if %p -> (!noisy.i32, i5) {
    %m = noisy.mul %a, %a : !noisy.i32
    scf.yield %m, %x : !noisy.i32, i5
  } else {
    scf.yield %a, %x : !noisy.i32, i5
  }
  %s = scf.if %true -> !noisy.i32 {
    scf.yield %r#0 : !noisy.i32
  } else {
    %dead = noisy.mul %r#0, %r#0 : !noisy.i32
    scf.yield %dead : !noisy.i32
  }
  scf.if %p {
    %m = noisy.mul %s, %s : !noisy.i32
  }
  return %s : !noisy.i32
}

// -----

func.func @index_switch(%x: i5, %n: index) -> !noisy.i32 {
  %c2 = arith.constant 2 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.index_switch %n -> !noisy.i32
  case 2 {
    %m = noisy.mul %a, %a : !noisy.i32
    scf.yield %m : !noisy.i32
  }
  case -5 {
    %m = noisy.add %a, %a : !noisy.i32
    scf.yield %m : !noisy.i32
  }
  default {
    scf.yield %a : !noisy.i32
  }
  %s = scf.index_switch %c2 -> !noisy.i32
  case 2 {
    scf.yield %a : !noisy.i32
  }
  default {
    %dead = noisy.mul %r, %r : !noisy.i32
    scf.yield %dead : !noisy.i32
  }
  scf.index_switch %n
  default {
    %m = noisy.mul %r, %r : !noisy.i32
  }
  return %s : !noisy.i32
}

// -----

func.func @execute_region(%x: i5, %p: i1) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.execute_region -> !noisy.i32 {
    %m = noisy.mul %a, %a : !noisy.i32
    cf.cond_br %p, ^one(%m : !noisy.i32), ^two
  ^one(%v: !noisy.i32):
    scf.yield %v : !noisy.i32
  ^two:
    scf.yield %a : !noisy.i32
  }
  %s = scf.execute_region -> !noisy.i32 no_inline {
    scf.yield %r : !noisy.i32
  }
  return %s : !noisy.i32
}
