// Everything that --noisy-verify-noise reports.
// RUN: noisy-opt %s --noisy-verify-noise -verify-diagnostics -split-input-file

func.func @chain(%x: i5) {
  // expected-note @+1 {{the result of 'noisy.encode' has 12 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{the result of 'noisy.mul' has 24 = 12 + 12}}
  %1 = noisy.mul %a, %a : !noisy.i32
  // expected-error @+1 {{noise overflow: the result of 'noisy.mul' can have 48 = 24 + 24 bits of noise, limit 26}}
  %2 = noisy.mul %1, %1 : !noisy.i32
  // What depends on an overflow is no finding of its own.
  %3 = noisy.mul %2, %2 : !noisy.i32
  %4 = noisy.mul %3, %3 : !noisy.i32
  return
}

// -----

// The limit itself is legal.
func.func @legal(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %1 = noisy.mul %a, %b : !noisy.i32
  %2 = noisy.add %1, %b : !noisy.i32
  %3 = noisy.add %2, %b : !noisy.i32
  return %3 : !noisy.i32
}

// -----

func.func @counted(%x: i5) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  // expected-note @+1 {{the result of 'noisy.encode' has 12 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // Fourteen iterations end at the limit.
  // expected-note @+1 {{the result of 'scf.for' has 26 (after the last iteration of the loop)}}
  %r = scf.for %i = %c0 to %c14 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %1 = noisy.add %v, %a : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  // expected-error @+1 {{noise overflow: the result of 'noisy.add' can have 27 = 1 + max(26, 12) bits of noise, limit 26}}
  %2 = noisy.add %r, %a : !noisy.i32
  return
}

// -----

func.func @endless(%x: i5, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-error @+1 {{unbounded noise: argument 1 of 'scf.for' grows by 1 bit with each iteration; reduce it inside the loop}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
    // expected-note @+1 {{}}
    %1 = noisy.add %v, %a : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  return
}

// -----

func.func @endless_elements(%a: tensor<?x!noisy.i32>, %e: tensor<!noisy.i32>) -> tensor<!noisy.i32> {
  // expected-error @+2 {{grows by 1 bit with each element; reduce it in the body of 'linalg.reduce'}}
  %0 = linalg.reduce ins(%a : tensor<?x!noisy.i32>) outs(%e : tensor<!noisy.i32>) dimensions = [0]
    (%x: !noisy.i32, %y: !noisy.i32) {
      // expected-note @+1 {{}}
      %s = noisy.add %x, %y : !noisy.i32
      linalg.yield %s : !noisy.i32
    }
  return %0 : tensor<!noisy.i32>
}

// -----

func.func private @square(%v: !noisy.i32) -> !noisy.i32 {
  // expected-note @+1 {{here the result of 'noisy.mul' passes the limit of 26 bits}}
  %t = noisy.mul %v, %v : !noisy.i32
  return %t : !noisy.i32
}
func.func @calls(%x: i5) {
  // expected-note @+1 {{the result of 'noisy.encode' has 12 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{the result of 'noisy.scale' has 19 = 12 + 7}}
  %h = noisy.scale %a by 128 : !noisy.i32
  %1 = call @square(%a) : (!noisy.i32) -> !noisy.i32
  // expected-error @+1 {{noise overflow in @square: this call passes 19 bits (the result of 'noisy.scale'), @square takes at most 13}}
  %2 = call @square(%h) : (!noisy.i32) -> !noisy.i32
  return
}

// -----

func.func @unknown(%m: memref<4x!noisy.i32>, %i: index) {
  // expected-error @+1 {{unknown noise: the result of 'memref.load': the buffer argument 0 of @unknown is not allocated in this function; values that depend on it cannot be checked}}
  %a = memref.load %m[%i] : memref<4x!noisy.i32>
  %b = noisy.reduce_noise %a : !noisy.i32
  return
}

// -----

func.func private @callee(!noisy.i32 {noisy.bound = 20 : i64})
func.func @contract(%x: i5) {
  // expected-note @+1 {{the result of 'noisy.encode' has 12 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{the result of 'noisy.mul' has 24 = 12 + 12}}
  %m = noisy.mul %a, %a : !noisy.i32
  // expected-error @+1 {{broken contract: the result of 'noisy.mul' can have 24 = 12 + 12 bits of noise, but argument 0 of @callee is declared to have at most 20 ('noisy.bound')}}
  call @callee(%m) : (!noisy.i32) -> ()
  return
}

// -----

func.func private @stated(index {noisy.range = [0, 2]})
func.func @ranges(%n: index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  call @stated(%c2) : (index) -> ()
  // expected-error @+1 {{outside of the stated range: the result of 'arith.constant' is 3, but argument 0 of @stated is stated to be in [0, 2]}}
  call @stated(%c3) : (index) -> ()
  // expected-error @+1 {{argument 0 of @ranges is unknown, but argument 0 of @stated is stated to be in [0, 2]}}
  call @stated(%n) : (index) -> ()
  return
}

// -----

// An address that is handed out of sight, where somebody may leave a value for
// it, and one that is called in sight only: what is assumed is no finding.
func.func private @keep((!noisy.i32) -> ())
// expected-error @+1 {{unknown noise: argument 0 of @kept; values}}
func.func private @kept(%v: !noisy.i32) {
  return
}
func.func private @once(%v: !noisy.i32) {
  return
}
func.func @addresses(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %f = func.constant @kept : (!noisy.i32) -> ()
  call @keep(%f) : ((!noisy.i32) -> ()) -> ()
  %g = func.constant @once : (!noisy.i32) -> ()
  call_indirect %g(%a) : (!noisy.i32) -> ()
  return
}

// -----

// A condition decides alike in one iteration, and what it excludes of another
// one is not joined.
func.func @conditions_in_a_loop(%x: i5, %flags: memref<8xi1>,
                                %numbers: memref<8xindex>) -> i5 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%w = %a) -> !noisy.i32 {
    %p = memref.load %flags[%i] : memref<8xi1>
    %n = memref.load %numbers[%i] : memref<8xindex>
    %u = arith.select %p, %m, %a : !noisy.i32
    %v = scf.if %p -> !noisy.i32 {
      scf.yield %u : !noisy.i32
    } else {
      %z = noisy.mul %u, %a : !noisy.i32
      scf.yield %z : !noisy.i32
    }
    %few = arith.cmpi ult, %n, %c3 : index
    %many = arith.cmpi ugt, %n, %c8 : index
    %s = arith.select %few, %v, %a : !noisy.i32
    %t = scf.if %many -> !noisy.i32 {
      %z = noisy.mul %s, %a : !noisy.i32
      scf.yield %z : !noisy.i32
    } else {
      scf.yield %s : !noisy.i32
    }
    scf.yield %t : !noisy.i32
  }
  %d = noisy.decode %r : !noisy.i32 -> i5
  return %d : i5
}
