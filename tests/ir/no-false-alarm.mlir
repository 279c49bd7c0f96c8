// Programs whose noise is small, though a look at less than each call, each
// iteration and each element would say more.
// RUN: noisy-opt %s --noisy-verify-noise -verify-diagnostics -split-input-file

// The loop runs as often as each call says.
func.func private @repeat(%v: !noisy.i32, %n: index) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> !noisy.i32 {
    // expected-note @+1 {{here the result of 'noisy.add' passes the limit of 26 bits}}
    %s = noisy.add %a, %v : !noisy.i32
    scf.yield %s : !noisy.i32
  }
  return %r : !noisy.i32
}
// expected-note @+1 {{argument 0 of @few has 23}}
func.func @few(%e: !noisy.i32 {noisy.bound = 23 : i64},
               %few: index {noisy.range = [0, 3]},
               %many: index {noisy.range = [0, 10]}) {
  %f = noisy.reduce_noise %e : !noisy.i32
  %1 = call @repeat(%e, %few) : (!noisy.i32, index) -> !noisy.i32
  %2 = call @repeat(%f, %many) : (!noisy.i32, index) -> !noisy.i32
  // expected-error @+1 {{noise overflow in @repeat: this call passes 23 bits (argument 0 of @few), @repeat takes at most 16}}
  %3 = call @repeat(%e, %many) : (!noisy.i32, index) -> !noisy.i32
  return
}

// -----

// One call passes an unknown integer, so the loop may run without end for that
// call, but not for the others.
func.func private @repeat(%v: !noisy.i32, %n: index) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{here argument 1 of 'scf.for' passes the limit of 26 bits}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> !noisy.i32 {
    %s = noisy.add %a, %v : !noisy.i32
    scf.yield %s : !noisy.i32
  }
  return %r : !noisy.i32
}
func.func @unknown(%e: !noisy.i32 {noisy.bound = 12 : i64}, %n: index) {
  %c14 = arith.constant 14 : index
  %1 = call @repeat(%e, %c14) : (!noisy.i32, index) -> !noisy.i32
  // expected-note @+1 {{the result of 'noisy.reduce_noise' has 12}}
  %2 = noisy.reduce_noise %1 : !noisy.i32
  // expected-error @+1 {{noise overflow in @repeat: this call passes an unknown integer for argument 1 of @repeat, @repeat takes at most 14}}
  %3 = call @repeat(%2, %n) : (!noisy.i32, index) -> !noisy.i32
  return
}

// -----

// A recursion ends, whatever number of a range it begins with.
module attributes {noisy.model = #noisy.model<initial = 12, max = 112>} {
  func.func private @down(%v: !noisy.i32, %n: i32) -> !noisy.i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %more = arith.cmpi sgt, %n, %c0 : i32
    %r = scf.if %more -> !noisy.i32 {
      %m = arith.subi %n, %c1 : i32
      %s = noisy.add %v, %v : !noisy.i32
      %q = func.call @down(%s, %m) : (!noisy.i32, i32) -> !noisy.i32
      scf.yield %q : !noisy.i32
    } else {
      scf.yield %v : !noisy.i32
    }
    return %r : !noisy.i32
  }
  func.func @main(%e: !noisy.i32, %n: i32 {noisy.range = [0, 100]}) {
    %r = call @down(%e, %n) : (!noisy.i32, i32) -> !noisy.i32
    return
  }
}

// -----

// All elements are written, and noise is reduced in every fourth iteration.
func.func @filled(%e: !noisy.i32, %k: index) {
  %empty = tensor.empty() : tensor<8x!noisy.i32>
  %t = affine.for %i = 0 to 8 iter_args(%u = %empty) -> tensor<8x!noisy.i32> {
    %v = tensor.insert %e into %u[%i] : tensor<8x!noisy.i32>
    affine.yield %v : tensor<8x!noisy.i32>
  }
  %a = tensor.extract %t[%k] : tensor<8x!noisy.i32>
  %r = affine.for %i = 0 to 10000 iter_args(%v = %a) -> !noisy.i32 {
    %s = noisy.scale %v by 4 : !noisy.i32
    %q = affine.if affine_set<(d0) : ((d0 + 1) mod 4 == 0)>(%i) -> !noisy.i32 {
      %1 = noisy.reduce_noise %s : !noisy.i32
      affine.yield %1 : !noisy.i32
    } else {
      affine.yield %s : !noisy.i32
    }
    affine.yield %q : !noisy.i32
  }
  return
}
