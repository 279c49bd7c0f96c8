func.func @for(%x: i5, %n: index, %m: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = affine.for %i = 0 to 10 step 3 iter_args(%v = %a) -> !noisy.i32 {
    %w = noisy.add %v, %a : !noisy.i32
    %j = arith.addi %i, %i : index
    affine.yield %w : !noisy.i32
  }
  %s = affine.for %i = 0 to %n iter_args(%v = %r) -> !noisy.i32 {
    %w = noisy.reduce_noise %v : !noisy.i32
    affine.yield %w : !noisy.i32
  }
  %t = affine.for %i = max affine_map<(d0)[s0] -> (d0, s0 + 3)>(%n)[%m] to min affine_map<(d0) -> (d0 floordiv 2, 7)>(%m) iter_args(%v = %s) -> !noisy.i32 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
      %w = noisy.mul %v, %v : !noisy.i32
    }
    affine.yield %v : !noisy.i32
  }
  affine.for %i = 5 to 3 {
    %dead = noisy.mul %t, %t : !noisy.i32
  }
  // A bound that divides by zero.
  affine.for %i = 0 to affine_map<(d0) -> (d0 floordiv 0)>(%n) {
    %w = noisy.mul %t, %t : !noisy.i32
  }
  affine.for %i = affine_map<() -> (3 mod 0)>() to 5 {
    %w = noisy.mul %t, %t : !noisy.i32
  }
  return %t : !noisy.i32
}

// -----

func.func @if(%x: i5, %n: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%n) -> !noisy.i32 {
    %w = noisy.mul %a, %a : !noisy.i32
    affine.yield %w : !noisy.i32
  } else {
    affine.yield %a : !noisy.i32
  }
  affine.if affine_set<(d0)[s0] : (d0 mod 2 == 0, s0 >= 0)>(%n)[%n] {
    %w = noisy.mul %r, %r : !noisy.i32
  }
  // Always, and never.
  affine.if affine_set<() : (1 >= 0)>() {
    %w = noisy.mul %r, %r : !noisy.i32
  } else {
    %dead = noisy.add %r, %r : !noisy.i32
  }
  return %r : !noisy.i32
}

// -----

func.func @parallel(%x: i5, %n: index, %memory: memref<8xi32>) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  affine.parallel (%i, %j) = (0, 0) to (10, %n) step (1, 2) {
    %w = noisy.mul %a, %a : !noisy.i32
    %k = affine.apply affine_map<(d0, d1) -> (d0 mod 8 + d1)>(%i, %j)
  }
  affine.parallel (%i) = (max(0, %n)) to (min(10, %n)) {
    affine.yield
  }
  %s = affine.parallel (%i) = (0) to (8) reduce ("addi") -> i32 {
    %l = affine.load %memory[%i] : memref<8xi32>
    affine.yield %l : i32
  }
  return
}

// -----

func.func @apply(%x: i5, %n: index) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%n)
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%n)[%c0]
  %3 = affine.min affine_map<(d0) -> (d0 ceildiv 0, 3)>(%n)
  %4 = affine.max affine_map<(d0) -> (d0, 3)>(%1)
  %5:2 = affine.delinearize_index %n into (%c0, 3) : index, index
  %6 = affine.linearize_index [%n, %1] by (%c0, 0) : index
  return
}

// -----

// The number of its turns would be divided by the step.
func.func @step_of_zero(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = affine.for %i = 0 to 10 step 0 iter_args(%v = %a) -> !noisy.i32 {
    %w = noisy.add %v, %a : !noisy.i32
    %j = arith.addi %i, %i : index
    affine.yield %w : !noisy.i32
  }
  return %r : !noisy.i32
}
