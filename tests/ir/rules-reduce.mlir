// Values of other dialects are reduced by what the rules name for their type.
// RUN: noisy-opt %s --noisy-rules=%S/Inputs/rules-ckks.yaml --noisy-reduce-noise-optimizer | FileCheck %s
// RUN: noisy-opt %s --noisy-rules=%S/Inputs/rules-ckks.yaml --noisy-reduce-noise-optimizer | noisy-opt --noisy-rules=%S/Inputs/rules-ckks.yaml --noisy-verify-noise -o /dev/null
// RUN: noisy-opt %s --noisy-rules=%S/Inputs/rules-ckks.yaml --noisy-reduce-noise-optimizer --remarks-filter-passed=noisy -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: inserted 4 reductions that count as 6 (how often each runs, or its 'noisy.cost'), the least possible

!cc = !openfhe.crypto_context
!ct = !openfhe.ciphertext
!lwe = !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
!rlwe = !lattigo.rlwe.ciphertext
!eval = !lattigo.ckks.evaluator
!boot = !lattigo.ckks.bootstrapping_evaluator

// What HEIR makes for OpenFHE: the context is an argument. A product is reduced
// behind its rescaling.
// CHECK-LABEL: func.func @power
// CHECK-SAME: (%[[CC:.*]]: !openfhe.crypto_context, %{{.*}}: !openfhe.ciphertext)
// CHECK: "openfhe.mod_reduce"
// CHECK: %[[SECOND:.*]] = "openfhe.mod_reduce"
// CHECK-NEXT: %[[BOOT:.*]] = "openfhe.bootstrap"(%[[CC]], %[[SECOND]]) : (!openfhe.crypto_context, !openfhe.ciphertext) -> !openfhe.ciphertext
// CHECK-NEXT: "openfhe.mul_no_relin"(%[[CC]], %[[BOOT]], %[[BOOT]])
// CHECK-NOT: openfhe.bootstrap
// CHECK: return
func.func @power(%cc: !cc, %a: !ct) -> !ct {
  %0 = "openfhe.mul_no_relin"(%cc, %a, %a) : (!cc, !ct, !ct) -> !ct
  %1 = "openfhe.relin"(%cc, %0) : (!cc, !ct) -> !ct
  %2 = "openfhe.mod_reduce"(%cc, %1) : (!cc, !ct) -> !ct
  %3 = "openfhe.mul_no_relin"(%cc, %2, %2) : (!cc, !ct, !ct) -> !ct
  %4 = "openfhe.relin"(%cc, %3) : (!cc, !ct) -> !ct
  %5 = "openfhe.mod_reduce"(%cc, %4) : (!cc, !ct) -> !ct
  %6 = "openfhe.mul_no_relin"(%cc, %5, %5) : (!cc, !ct, !ct) -> !ct
  %7 = "openfhe.relin"(%cc, %6) : (!cc, !ct) -> !ct
  %8 = "openfhe.mod_reduce"(%cc, %7) : (!cc, !ct) -> !ct
  return %8 : !ct
}

// CHECK-LABEL: func.func @cheddar
// CHECK: %[[SECOND:.*]] = "ckks.mul"(%0, %0)
// CHECK-NEXT: %[[BOOT:.*]] = "ckks.bootstrap"(%[[SECOND]]) : (!lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>) -> !lwe.lwe_ciphertext<plaintext_space = #lwe.p<1>>
// CHECK-NEXT: "ckks.mul"(%[[BOOT]], %[[BOOT]])
func.func @cheddar(%a: !lwe) -> !lwe {
  %0 = "ckks.mul"(%a, %a) : (!lwe, !lwe) -> !lwe
  %1 = "ckks.mul"(%0, %0) : (!lwe, !lwe) -> !lwe
  %2 = "ckks.mul"(%1, %1) : (!lwe, !lwe) -> !lwe
  return %2 : !lwe
}

// In a loop, what bootstraps is an argument of the function.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %[[KEYS:[a-z0-9]*]]: !lattigo.ckks.bootstrapping_evaluator
// CHECK: scf.for
// CHECK: "lattigo.ckks.bootstrap"(%[[KEYS]], %{{.*}}) : (!lattigo.ckks.bootstrapping_evaluator, !lattigo.rlwe.ciphertext) -> !lattigo.rlwe.ciphertext
func.func @loop(%boot: !boot, %eval: !eval, %a: !rlwe) -> !rlwe {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a) -> !rlwe {
    %0 = "lattigo.ckks.mul_new"(%eval, %x, %x) : (!eval, !rlwe, !rlwe) -> !rlwe
    %1 = "lattigo.ckks.mul_new"(%eval, %0, %0) : (!eval, !rlwe, !rlwe) -> !rlwe
    scf.yield %1 : !rlwe
  }
  return %r : !rlwe
}
