// Each dialect has its own operation, with attributes, and one without any says
// so. The two leave different noise; the least cost is proven all the same, so
// there is no warning.
// RUN: noisy-opt %s --split-input-file --verify-diagnostics --noisy-rules=%S/Inputs/rules-two.yaml --noisy-reduce-noise-optimizer | FileCheck %s

// CHECK-LABEL: func.func @both
// CHECK: %[[LOW:.*]] = "lo.mul"(%arg1, %arg1)
// CHECK: "lo.boot"(%arg0, %{{.*}}) {rounds = 2 : i64} : (!lo.key, !lo.ct) -> !lo.ct
// CHECK: "hi.mul"
// CHECK: "hi.lookup"(%{{.*}}) : (!hi.ct) -> !hi.ct
func.func @both(%key: !lo.key, %a: !lo.ct, %b: !hi.ct) -> (!lo.ct, !hi.ct) {
  %0 = "lo.mul"(%a, %a) : (!lo.ct, !lo.ct) -> !lo.ct
  %1 = "lo.mul"(%0, %0) : (!lo.ct, !lo.ct) -> !lo.ct
  %2 = "lo.mul"(%1, %0) : (!lo.ct, !lo.ct) -> !lo.ct
  %3 = "hi.mul"(%b, %b) : (!hi.ct, !hi.ct) -> !hi.ct
  %4 = "hi.mul"(%3, %3) : (!hi.ct, !hi.ct) -> !hi.ct
  %5 = "hi.mul"(%4, %b) : (!hi.ct, !hi.ct) -> !hi.ct
  return %2, %5 : !lo.ct, !hi.ct
}

// -----

func.func @none(%a: !no.ct) -> !no.ct {
  %0 = "no.mul"(%a, %a) : (!no.ct, !no.ct) -> !no.ct
  %1 = "no.mul"(%0, %0) : (!no.ct, !no.ct) -> !no.ct
  // expected-error@+1 {{cannot reduce the noise: the result of 'no.mul': no reducing operation is known for !no.ct; name one in .noisy.yaml, 'reduce: {"!no.ct": my.bootstrap}'}}
  %2 = "no.mul"(%1, %1) : (!no.ct, !no.ct) -> !no.ct
  return %2 : !no.ct
}
