// Rules for operations of other dialects, in generic form.
// RUN: noisy-opt %s --noisy-rules=heir-bgv --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: not noisy-opt %s --noisy-rules=heir-bgv --noisy-verify-noise -o /dev/null 2>&1 | FileCheck %s --check-prefix=VERIFY

// Without rules nothing is encrypted.
// RUN: noisy-opt %s -allow-unregistered-dialect --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: noise overflow

!ct = !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
!pt = !lwe.lwe_plaintext<#lwe.p<1>>

// CHECK:func.func @products
// CHECK:  value  type                                                    noise or range                      noise comes from
// CHECK:  %arg0  !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>  12.8                                assumed: unknown callers pass fresh values
func.func @products(%a: !ct, %p: !pt) -> !ct {
  %0 = "bgv.mul"(%a, %a) : (!ct, !ct) -> !ct
  %1 = "bgv.relinearize"(%0) : (!ct) -> !ct
  %2 = "bgv.add_plain"(%1, %p) : (!ct, !pt) -> !ct
  %3 = "bgv.mul"(%2, %2) : (!ct, !ct) -> !ct
  // VERIFY: error: noise overflow: the result of 'bgv.mul' can have
  %4 = "bgv.mul"(%3, %3) : (!ct, !ct) -> !ct
  return %4 : !ct
}

func.func @unknown(%a: !ct) {
  // VERIFY: unknown noise: the result of 'bgv.modulus_switch': its rule is 'unknown'; values
  %0 = "bgv.modulus_switch"(%a) : (!ct) -> !ct
  // VERIFY: unknown noise: the result of 'bgv.new': there is no rule that says what it does to noise; values
  %1 = "bgv.new"(%a) : (!ct) -> !ct
  return
}
