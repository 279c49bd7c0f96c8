// Where the optimizer has no solution it says why, and changes nothing.
// RUN: noisy-opt %s --noisy-reduce-noise-optimizer -verify-diagnostics -split-input-file

func.func @infeasible(%a: !noisy.i32) -> !noisy.i32 {
  // expected-error @+1 {{cannot reduce the noise: the result of 'noisy.scale': it passes the limit of 26 bits even if all its operands are reduced}}
  %1 = noisy.scale %a by 100000 : !noisy.i32
  return %1 : !noisy.i32
}

// -----

func.func @unknown(%m: memref<4x!noisy.i32>, %i: index) {
  // expected-error @+1 {{cannot reduce the noise: the result of 'memref.load': its noise is unknown, and a reduction does not fix that; state its noise: 'noisy.bound' on the operation}}
  %a = memref.load %m[%i] : memref<4x!noisy.i32>
  return
}

// -----

// What is fresh here has more than the contract there allows.
func.func private @narrow(%x: !noisy.i32 {noisy.bound = 14 : i64}) {
  return
}
// expected-error @+1 {{cannot reduce the noise: argument 0 of @wide: the contract of 14 bits cannot be kept, because there is no place for a reduction before it}}
func.func @wide(%a: !noisy.i32)
    attributes {noisy.model = #noisy.model<initial = 20, max = 40>} {
  call @narrow(%a) : (!noisy.i32) -> ()
  return
}

// -----

// The noise rests on what is stated, and is not what it seems to be.
func.func private @turns(%n: index {noisy.range = [0, 2]}, %a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %s = noisy.add %v, %a : !noisy.i32
    scf.yield %s : !noisy.i32
  }
  return %r : !noisy.i32
}
func.func @broken(%a: !noisy.i32) -> !noisy.i32 {
  // expected-error @+1 {{cannot reduce the noise: the result of 'arith.constant': it is passed where 'noisy.range' states less, and a reduction does not fix that; change the value or the stated range}}
  %c100 = arith.constant 100 : index
  %r = call @turns(%c100, %a) : (index, !noisy.i32) -> !noisy.i32
  return %r : !noisy.i32
}
