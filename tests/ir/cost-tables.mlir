// A table says what a reduction costs by the levels that are left to the value.
// RUN: noisy-opt %s --split-input-file --noisy-reduce-noise-optimizer --verify-diagnostics | FileCheck %s
// RUN: not noisy-opt %s --split-input-file --noisy-reduce-noise-optimizer --remarks-filter=noisy -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: Statistics | Category:noisy | {{.*}}cost=4,{{.*}} gap=0, lower-bound=4,{{.*}} reductions=1,
// REMARK: inserted 1 reduction that counts as 4 (how often each runs, times what it costs at its noise, or its 'noisy.cost'), the least possible
// CHECK-LABEL: func.func @late
// CHECK: noisy.mul
// CHECK-NEXT: noisy.mul
// CHECK-NEXT: noisy.mul
// CHECK-NEXT: noisy.reduce_noise
module attributes {noisy.model = #noisy.model<levels = 3>,
                   noisy.cost = {by_level = [4, 5, 6]}} {
  func.func @late(%a: !noisy.i32) -> !noisy.i32 {
    %0 = noisy.mul %a, %a : !noisy.i32
    %1 = noisy.mul %0, %0 : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    return %3 : !noisy.i32
  }
}

// -----

// CHECK-LABEL: func.func @early
// CHECK: noisy.mul
// CHECK-NEXT: noisy.reduce_noise
func.func @early(%a: !noisy.i32) -> !noisy.i32
    attributes {noisy.model = #noisy.model<levels = 3>,
                noisy.cost = {by_noise = [[1, 6], [2, 1], [3, 9]]}} {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %0 : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  %3 = noisy.mul %2, %2 : !noisy.i32
  return %3 : !noisy.i32
}

// -----

// expected-error @+1 {{op has 'noisy.cost' = {by_level = []}; it must be a table such as {by_level = [5, 6]} or {by_noise = [[12, 1], [20, 3]]}, with costs between 0 and 4294967296}}
func.func private @empty() attributes {noisy.cost = {by_level = []}}

// -----

// expected-error @+1 {{the noise in it must rise from one entry to the next}}
func.func private @falling() attributes {noisy.cost = {by_noise = [[20, 1], [12, 3]]}}

// -----

func.func @inside(%a: !noisy.i32) {
  // expected-error @+1 {{'noisy.mul' op has 'noisy.cost' = {by_level = [1]}, but nothing inside it; a table of costs belongs on a function or a module}}
  %0 = noisy.mul %a, %a {noisy.cost = {by_level = [1]}} : !noisy.i32
  return
}
