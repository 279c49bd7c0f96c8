// Sums of ciphertexts, with a look-up that the project names.
// RUN: noisy-opt %s --noisy-rules=%S/Inputs/rules-cggi.yaml --noisy-reduce-noise-optimizer | FileCheck %s
// RUN: not noisy-opt %s --noisy-rules=heir-cggi --noisy-model=initial=12,max=14 --noisy-reduce-noise-optimizer 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: cannot reduce the noise: the result of 'lwe.add': no reducing operation is known for !lwe.lwe_ciphertext; name one in .noisy.yaml, 'reduce: {"!lwe.lwe_ciphertext": my.bootstrap}'

!ct = !lwe.lwe_ciphertext<encoding = #lwe.bits<1>>

// CHECK-LABEL: func.func @sums
// CHECK: %[[SUM:.*]] = "lwe.add"(%arg0, %arg0)
// CHECK-NEXT: %[[LOW:.*]] = "cggi.programmable_bootstrap"(%[[SUM]]) {lookup_table = 2 : index} : (!lwe.lwe_ciphertext<encoding = #lwe.bits<1>>) -> !lwe.lwe_ciphertext<encoding = #lwe.bits<1>>
// CHECK-NEXT: %{{.*}} = "lwe.add"(%[[LOW]], %arg0)
func.func @sums(%a: !ct) -> !ct {
  %0 = "lwe.add"(%a, %a) : (!ct, !ct) -> !ct
  %1 = "lwe.add"(%0, %a) : (!ct, !ct) -> !ct
  %2 = "lwe.add"(%1, %a) : (!ct, !ct) -> !ct
  return %2 : !ct
}
