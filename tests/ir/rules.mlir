// Rules for operations of other dialects, in generic form.
// RUN: noisy-opt %s --noisy-rules=heir-bgv --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s
// RUN: not noisy-opt %s --noisy-rules=heir-bgv --noisy-verify-noise -o /dev/null 2>&1 | FileCheck %s --check-prefix=VERIFY

// Without rules nothing is encrypted.
// RUN: noisy-opt %s -allow-unregistered-dialect --noisy-verify-noise -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: noise

// RUN: not noisy-opt --noisy-rules=heir %s 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: for the --noisy-rules option: cannot read 'heir': {{.*}}; packs that come with the program are 'concrete-fhe', 'heir-bfv', 'heir-bgv', 'heir-cggi' and 'heir-ckks'

!ct = !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
!pt = !lwe.lwe_plaintext<#lwe.p<1>>

// CHECK-LABEL: func.func @products
// CHECK: %arg0 {{.*}} 12.8{{.*}}assumed
// CHECK: %arg1 {{.*}} -{{$}}
// CHECK: %0 {{.*}} 49.2 = 12.8 + 12.8 + 23.6{{.*}}assumes that %arg0 is fresh
// CHECK: %1 {{.*}} 50.2 = max(49.2 + 1, 14.2)
// CHECK: %2 {{.*}} 50.3 = max(50.2 + 0.1, 4.1)
// CHECK: %3 {{.*}} 124.2 = 50.3 + 50.3 + 23.6
func.func @products(%a: !ct, %p: !pt) -> !ct {
  %0 = "bgv.mul"(%a, %a) : (!ct, !ct) -> !ct
  %1 = "bgv.relinearize"(%0) : (!ct) -> !ct
  %2 = "bgv.add_plain"(%1, %p) : (!ct, !pt) -> !ct
  %3 = "bgv.mul"(%2, %2) : (!ct, !ct) -> !ct
  // VERIFY: rules.mlir:[[#@LINE+1]]:8: error: noise overflow: the result of 'bgv.mul' can have 272 = 124.2 + 124.2 + 23.6 bits of noise, limit 202.9
  %4 = "bgv.mul"(%3, %3) : (!ct, !ct) -> !ct
  return %4 : !ct
}

// CHECK-LABEL: func.func @unknown
// CHECK: %0 {{.*}} unknown
// CHECK: %1 {{.*}} unknown
func.func @unknown(%a: !ct) {
  // VERIFY: unknown noise: the result of 'bgv.modulus_switch': it drops a part of the modulus, and the types do not say which; values
  %0 = "bgv.modulus_switch"(%a) : (!ct) -> !ct
  // VERIFY: unknown noise: the result of 'bgv.new': there is no rule that says what it does to noise; values
  %1 = "bgv.new"(%a) : (!ct) -> !ct
  return
}
