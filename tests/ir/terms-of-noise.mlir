// Models of terms, in fractions of a bit: the numbers in texts are bits.
// RUN: noisy-opt %s --split-input-file --noisy-print-facts 2>&1 | FileCheck %s
// RUN: noisy-opt %s --split-input-file --noisy-annotate-noise | FileCheck %s --check-prefix=ANNOTATE
// RUN: noisy-opt --noisy-model='bfv N=8192 t=65537 logq=55,55 variance=average' %S/terms-of-noise-default.mlir --noisy-print-facts 2>&1 | FileCheck %s --check-prefix=PRESET

// PRESET: %0 {{.*}} 44.9 = max(12.8, 12.8) + 32.1

module attributes {noisy.model = #noisy.model<initial = 12.8, reduced = 20.5, max = 100.5, mul = max + 32>} {
  // CHECK: func.func @bfv
  func.func @bfv(%a: !noisy.i32) -> !noisy.i32 {
    // CHECK: %0 {{.*}} 44.8 = max(12.8, 12.8) + 32
    // ANNOTATE: noisy.mul {{.*}}noise = "44.8, on an assumption"
    %0 = noisy.mul %a, %a : !noisy.i32
    // CHECK: %1 {{.*}} 20.5 {{.*}}set by the reduction
    // ANNOTATE: noisy.reduce_noise {{.*}}noise = "20.5, on an assumption"
    %1 = noisy.reduce_noise %0 : !noisy.i32
    // CHECK: %2 {{.*}} 45.8 = max(44.8, 20.5) + 1
    %2 = noisy.add %0, %1 : !noisy.i32
    // CHECK: %3 {{.*}} 47.4 = 45.8 + 1.6
    %3 = noisy.scale %2 by 3 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32
    // CHECK: %5 can have 111.4 = max(79.4, 79.4) + 32 bits of noise, limit 100.5
    %5 = noisy.mul %4, %4 : !noisy.i32
    return %5 : !noisy.i32
  }
}

// -----

// The product has a term for both operands, and a floor.
module attributes {noisy.model = #noisy.model<initial = 12, max = 200, mul = max(lhs + rhs - 20, lhs + 5, rhs + 5, 30), sub = max(18)>} {
  // CHECK: func.func @bgv
  func.func @bgv(%a: !noisy.i32, %b: !noisy.i32 {noisy.bound = 40 : i64}) -> !noisy.i32 {
    // CHECK: %0 {{.*}} 30 = max(12 + 12 - 20, 12 + 5, 12 + 5, 30)
    %0 = noisy.mul %a, %a : !noisy.i32
    // CHECK: %1 {{.*}} 50 = max(30 + 40 - 20, 30 + 5, 40 + 5, 30)
    %1 = noisy.mul %0, %b : !noisy.i32
    // A look-up sets noise.
    // CHECK: %2 {{.*}} 18 {{.*}}set by the operation, whatever comes in
    %2 = noisy.sub %1, %b : !noisy.i32
    return %2 : !noisy.i32
  }
}

// -----

// Functions whose models count in other units: contracts are converted, and
// what has none is unknown.
func.func @caller(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 12, max = 60>} {
  // CHECK: func.func @caller
  // CHECK: %0 {{.*}} 27
  %0 = call @stated(%a) : (!noisy.i32) -> !noisy.i32
  %1 = noisy.mul %a, %a : !noisy.i32
  // CHECK: %2 {{.*}} 27
  %2 = call @stated(%1) : (!noisy.i32) -> !noisy.i32
  // CHECK: %3 {{.*}} 27
  %3 = call @stated(%0) : (!noisy.i32) -> !noisy.i32
  // CHECK: %4 {{.*}} unknown
  %4 = call @free(%a) : (!noisy.i32) -> !noisy.i32
  return %4 : !noisy.i32
}
func.func private @stated(%x: !noisy.i32 {noisy.bound = 25.2 : f64}) -> (!noisy.i32 {noisy.bound = 26.2 : f64}) attributes {noisy.model = #noisy.model<initial = 12.5, max = 60.5>} {
  // CHECK: func.func @stated
  // CHECK: %arg0 {{.*}} 25.2
  // CHECK: %0 {{.*}} 26.2 = max(25.2, 25.2) + 1
  // ANNOTATE: {noise = 2.620000e+01 : f64}
  %0 = noisy.add %x, %x : !noisy.i32
  return %0 : !noisy.i32
}
func.func private @free(%x: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 12.5, max = 60.5>} {
  // CHECK: func.func @free
  // CHECK: %arg0 {{.*}} unknown
  return %x : !noisy.i32
}
// CHECK: broken contract: %0 can have 27 bits of noise, but argument 0 of @stated is declared to have at most 25 ('noisy.bound')
// CHECK: unknown noise: %4, {{.*}}: it comes from a function whose noise model counts in other units; give both the same 'unit', or declare 'noisy.bound'
// CHECK: unknown noise: %arg0: it comes from a function whose noise model counts in other units
