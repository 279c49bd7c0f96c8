// Programs whose models are not the default: limits, fresh values, contracts,
// and calls from one model to another.
// RUN: noisy-opt %s --noisy-verify-noise -verify-diagnostics -split-input-file

// Modules side by side, one text, two limits.
module {
  module @narrow attributes {noisy.model = #noisy.model<initial = 12, max = 26>} {
    // expected-note @+1 {{has 12}}
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      // expected-note @+1 {{has 24 = 12 + 12}}
      %0 = noisy.mul %a, %a : !noisy.i32
      // expected-error @+1 {{can have 36 = 24 + 12 bits of noise, limit 26}}
      %1 = noisy.mul %0, %a : !noisy.i32
      return %1 : !noisy.i32
    }
  }
  module @wide attributes {noisy.model = #noisy.model<initial = 12, max = 36>} {
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.mul %a, %a : !noisy.i32
      %1 = noisy.mul %0, %a : !noisy.i32
      return %1 : !noisy.i32
    }
  }
}

// -----

// Functions side by side; the model says what is fresh, too.
func.func @seven(%x: i5) attributes {noisy.model = #noisy.model<initial = 7, max = 14>} {
  // expected-note @+1 {{has 7 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{has 14 = 7 + 7}}
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.reduce_noise %0 : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  // expected-error @+1 {{can have 15 = 1 + max(14, 14) bits of noise, limit 14}}
  %3 = noisy.add %0, %2 : !noisy.i32
  return
}
func.func @twelve(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.add %0, %0 : !noisy.i32
  return
}

// -----

// A loop of known trip count ends at its model's limit.
func.func @counted(%x: i5) attributes {noisy.model = #noisy.model<initial = 10, max = 16>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{has 16}}
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %1 = noisy.add %v, %a : !noisy.i32
    scf.yield %1 : !noisy.i32
  }
  // expected-note @-6 {{}}
  // expected-error @+1 {{can have 17 = 1 + max(16, 10) bits of noise, limit 16}}
  %2 = noisy.add %r, %a : !noisy.i32
  return
}

// -----

// What a wider model allows is too much for the argument of a narrower one.
// expected-error @+1 {{argument 0 of @narrow can have 36 bits of noise, limit 26}}
func.func private @narrow(%a: !noisy.i32) -> i5 {
  %r = noisy.decode %a : !noisy.i32 -> i5
  return %r : i5
}
func.func @wide(%x: i5) -> i5 attributes {noisy.model = #noisy.model<initial = 12, max = 40>} {
  // expected-note @+1 {{has 12}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{has 24}}
  %0 = noisy.mul %a, %a : !noisy.i32
  // expected-note @+1 {{has 36}}
  %1 = noisy.mul %0, %a : !noisy.i32
  %r = func.call @narrow(%1) : (!noisy.i32) -> i5
  return %r : i5
}

// -----

// So it is for a public function, of which callers out of sight are assumed to
// pass what is fresh there.
// expected-error @+1 {{argument 0 of @narrow can have 27 bits of noise, limit 26}}
func.func @narrow(%a: !noisy.i32) -> i5 {
  %r = noisy.decode %a : !noisy.i32 -> i5
  return %r : i5
}
func.func @wide(%x: i5) -> i5 attributes {noisy.model = #noisy.model<initial = 27, max = 40>} {
  // expected-note @+1 {{has 27 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = func.call @narrow(%a) : (!noisy.i32) -> i5
  return %r : i5
}

// -----

// What a function of a wider model returns is too much for its caller; so it
// is when a contract says it.
func.func private @wide(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 12, max = 40>} {
  // expected-note @-1 {{has 12}}
  // expected-note @+1 {{has 24}}
  %0 = noisy.mul %a, %a : !noisy.i32
  // expected-note @+1 {{has 36}}
  %1 = noisy.mul %0, %a : !noisy.i32
  return %1 : !noisy.i32
}
func.func private @stated(!noisy.i32) -> (!noisy.i32 {noisy.bound = 30 : i64}) attributes {noisy.model = #noisy.model<initial = 12, max = 40>}
func.func @narrow(%x: i5) -> (i5, i5) {
  // expected-note @+1 {{has 12}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+2 {{this call passes}}
  // expected-error @+1 {{can have 36 bits of noise, limit 26}}
  %0 = func.call @wide(%a) : (!noisy.i32) -> !noisy.i32
  // expected-error @+1 {{can have 30 bits of noise, limit 26}}
  %1 = func.call @stated(%a) : (!noisy.i32) -> !noisy.i32
  // A reduction does not fix it.
  %2 = noisy.reduce_noise %1 : !noisy.i32
  %r = noisy.decode %0 : !noisy.i32 -> i5
  %s = noisy.decode %2 : !noisy.i32 -> i5
  return %r, %s : i5, i5
}

// -----

// A contract is kept whatever the model of the caller.
func.func private @stated(!noisy.i32 {noisy.bound = 24 : i64}) -> i5
func.func @wide(%x: i5) -> i5 attributes {noisy.model = #noisy.model<initial = 12, max = 40>} {
  // expected-note @+1 {{has 12}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{has 24}}
  %0 = noisy.mul %a, %a : !noisy.i32
  // expected-note @+1 {{has 25}}
  %1 = noisy.add %0, %a : !noisy.i32
  %r = func.call @stated(%0) : (!noisy.i32) -> i5
  // expected-error @+1 {{25}}
  %s = func.call @stated(%1) : (!noisy.i32) -> i5
  return %s : i5
}

// -----

// Less noise than a fresh value of the callee's model is no harm.
func.func private @loud(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 20, max = 26>} {
  %0 = noisy.mul %a, %a : !noisy.i32
  return %0 : !noisy.i32
}
func.func @quiet(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %0 = func.call @loud(%a) : (!noisy.i32) -> !noisy.i32
  %r = noisy.decode %0 : !noisy.i32 -> i5
  return %r : i5
}

// -----

// BFV in the average case: a product adds 33 bits to the noisier operand.
module attributes {noisy.model = #noisy.model<initial = 13, max = 202, mul = max + 33, scale = sum + 8>} {
  func.func @bfv(%x: i5) -> !noisy.i32 {
    // expected-note @+1 {{has 13 (fresh encryption)}}
    %a = noisy.encode %x : i5 -> !noisy.i32
    // expected-note @+1 {{has 46 = 33 + max(13, 13)}}
    %1 = noisy.mul %a, %a : !noisy.i32
    // expected-note @+1 {{has 79 = 33 + max(46, 46)}}
    %2 = noisy.mul %1, %1 : !noisy.i32
    // expected-note @+1 {{has 112 = 33 + max(79, 79)}}
    %3 = noisy.mul %2, %2 : !noisy.i32
    // expected-note @+1 {{has 145 = 33 + max(112, 112)}}
    %4 = noisy.mul %3, %3 : !noisy.i32
    // expected-note @+1 {{has 178 = 33 + max(145, 145)}}
    %5 = noisy.mul %4, %4 : !noisy.i32
    // expected-note @+1 {{has 188 = 178 + 10}}
    %6 = noisy.scale %5 by 3 : !noisy.i32
    // expected-error @+1 {{can have 221 = 33 + max(188, 188) bits of noise, limit 202}}
    %7 = noisy.mul %6, %6 : !noisy.i32
    return %7 : !noisy.i32
  }
}

// -----

// The levels of CKKS: sums are free, a product uses one.
module attributes {noisy.model = #noisy.model<initial = 1, max = 4, add = max, sub = max, mul = max + 1, scale = max + 1>} {
  func.func @levels(%x: i5) -> !noisy.i32 {
    %a = noisy.encode %x : i5 -> !noisy.i32
    %b = noisy.add %a, %a : !noisy.i32
    // expected-note @+1 {{has 2 = 1 + max(1, 1)}}
    %1 = noisy.mul %a, %b : !noisy.i32
    // expected-note @+1 {{has 2 = max(2, 1)}}
    %2 = noisy.add %1, %a : !noisy.i32
    // expected-note @+1 {{has 3 = 2 + 1}}
    %3 = noisy.scale %2 by 1000 : !noisy.i32
    // expected-note @+1 {{has 4 = 1 + max(3, 3)}}
    %4 = noisy.mul %3, %3 : !noisy.i32
    // expected-error @+1 {{can have 5 = 1 + max(4, 1) bits of noise, limit 4}}
    %5 = noisy.mul %4, %a : !noisy.i32
    return %5 : !noisy.i32
  }
}
