// Programs of which MLIR's integer range analysis, taken as it is, says that all
// is well, or that nothing is known.
// RUN: noisy-opt %s --noisy-verify-noise -verify-diagnostics -split-input-file

// Carried by blocks, a noise is not 0.
func.func @blocks(%x: i5, %p: i1) {
  // expected-note @+1 {{has 12 (fresh encryption)}}
  %a = noisy.encode %x : i5 -> !noisy.i32
  // expected-note @+1 {{has 24 = 12 + 12}}
  %m = noisy.mul %a, %a : !noisy.i32
  cf.br ^next(%m : !noisy.i32)
// expected-note @+1 {{argument 0 of a block has 24}}
^next(%v: !noisy.i32):
  // expected-error @+1 {{can have 48 = 24 + 24}}
  %over = noisy.mul %v, %v : !noisy.i32
  return
}

// -----

// Two values that meet, plus one, passed on: no loop, nothing to widen.
func.func @merge(%x: i5, %p: i1) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.add %a, %a : !noisy.i32
  cf.cond_br %p, ^one(%a : !noisy.i32), ^one(%b : !noisy.i32)
^one(%v: !noisy.i32):
  %1 = noisy.add %v, %a : !noisy.i32
  cf.br ^two(%1 : !noisy.i32)
^two(%w: !noisy.i32):
  return %w : !noisy.i32
}
