// Programs that crash MLIR's integer range analysis, taken as it is, and so its
// stock passes.
// NOT-FOR-STOCK-PASSES
// RUN: noisy-opt %s --noisy-verify-noise -verify-diagnostics -split-input-file

func.func @affine_bound(%x: i5, %n: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = affine.for %i = 0 to %n iter_args(%v = %a) -> !noisy.i32 {
    %1 = noisy.reduce_noise %v : !noisy.i32
    affine.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}

// -----

func.func @division_by_zero(%x: i5, %n: index) -> !noisy.i32 {
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%n)
  %2 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%n)
  %a = noisy.encode %x : i5 -> !noisy.i32
  return %a : !noisy.i32
}

// -----

// A constant that a region passes on as something that has no constants.
func.func @async(%x: i5) {
  %true = arith.constant true
  %a = noisy.encode %x : i5 -> !noisy.i32
  %token, %value = async.execute -> !async.value<i1> {
    async.yield %true : i1
  }
  return
}

// -----

// Nor is code dead that depends on the variable of a loop with such bounds.
func.func @triangle(%m: !noisy.i32, %n: index) { // expected-note {{argument 0 of @triangle has 12}}
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      // expected-error @+1 {{noise overflow: the result of 'noisy.scale' can have 32 = 12 + 20 bits}}
      %q = noisy.scale %m by 1000000 : !noisy.i32
    }
  }
  return
}
