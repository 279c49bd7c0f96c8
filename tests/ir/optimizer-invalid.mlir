// Where the optimizer has no solution it says why, and changes nothing.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer -verify-diagnostics -split-input-file

func.func @infeasible(%a: !noisy.i32) -> !noisy.i32 {
  // expected-error @+1 {{cannot reduce the noise: the result of 'noisy.scale': it passes the limit of 26 bits even if all that it is made of is reduced}}
  %1 = noisy.scale %a by 100000 : !noisy.i32
  return %1 : !noisy.i32
}

// -----

func.func @unknown(%m: memref<4x!noisy.i32>, %i: index) {
  // expected-error @+1 {{cannot reduce the noise: the result of 'memref.load': nothing is known of its noise, and a reduction cannot mend that; declare its noise ('noisy.bound'), or encode it here}}
  %a = memref.load %m[%i] : memref<4x!noisy.i32>
  return
}

// -----

func.func @counted(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{the noise passes through a loop that runs a known number of times, which the optimizer cannot follow yet; reduce it by hand there}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %1 = noisy.scale %v by 16 : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  return %r : !noisy.i32
}
