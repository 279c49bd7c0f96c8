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

// What runs behind a reduction costs the more the more levels that leaves.
// CHECK-LABEL: func.func @whole
// CHECK: %[[V:.*]] = noisy.mul
// CHECK-NEXT: %[[W:.*]] = noisy.mul %[[V]], %[[V]]
// CHECK-NEXT: %[[X:.*]] = noisy.mul %[[W]], %[[W]]
// CHECK-NEXT: noisy.reduce_noise %[[X]] {to = 3 : i64} : !noisy.i32
// expected-warning-re @+1 {{all reductions and operations count as 18 {{.*}} 16 of it operations, at most {{.*}} above the least possible}}
func.func @whole(%a: !noisy.i32) -> !noisy.i32
    attributes {noisy.model = #noisy.model<levels = 3>,
                noisy.cost = {to_level = [[3, 2], [1, 2]],
                              mul = {by_level = [1, 2, 4, 8]}}} {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %0 : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  %3 = noisy.mul %2, %2 : !noisy.i32
  return %3 : !noisy.i32
}

// -----

// A reduced value has 6.5 bits: a target below is one of 6.5 bits.
// CHECK-LABEL: func.func @half
// CHECK: noisy.reduce_noise %{{[^ ]*}} : !noisy.i32
func.func @half(%a: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 6.5, max = 13.4, reduced = 6.5>, noisy.cost = {to_noise = [[0, 5]]}} {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %a : !noisy.i32
  return %1 : !noisy.i32
}

// -----

// Which targets raise noise somewhere depends on the call: these are not tried,
// and nothing is called the least.
// REMARK: lower-bound=2,
module attributes {noisy.cost = {to_noise = [[12, 1], [20, 0]], sub = {by_noise = [[1, 1000], [20, 1]]}}} {
func.func private @e(%p: i5) -> tensor<1x!noisy.i32> attributes {noisy.model = #noisy.model<initial = 14, max = 40>} {
  %a = noisy.encode %p : i5 -> !noisy.i32
  %t = tensor.from_elements %a : tensor<1x!noisy.i32>
  return %t : tensor<1x!noisy.i32>
}
// expected-warning-re @+1 {{all reductions and operations count as {{.*}} at most {{.*}} above the least possible}}
func.func private @g(%t: tensor<1x!noisy.i32>) attributes {noisy.model = #noisy.model<initial = 12, max = 40>} {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %t[%c0] : tensor<1x!noisy.i32>
  %s = noisy.sub %v, %v : !noisy.i32
  %w = noisy.mul %v, %v : !noisy.i32
  %z = noisy.mul %w, %w : !noisy.i32
  return
}
func.func @f(%p: i5) attributes {noisy.model = #noisy.model<initial = 12, max = 40>} {
  %a = noisy.encode %p : i5 -> !noisy.i32
  %t1 = tensor.from_elements %a : tensor<1x!noisy.i32>
  %t2 = func.call @e(%p) : (i5) -> tensor<1x!noisy.i32>
  func.call @g(%t1) : (tensor<1x!noisy.i32>) -> ()
  func.call @g(%t2) : (tensor<1x!noisy.i32>) -> ()
  return
}
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

// -----

// expected-error @+1 {{'foo' in it is neither 'by_level' nor 'by_noise', 'to_level' or 'to_noise', nor an operation with a table of its own, such as mul = {by_level = [1, 2]}}}
func.func private @other() attributes {noisy.cost = {foo = {by_level = [1]}}}
