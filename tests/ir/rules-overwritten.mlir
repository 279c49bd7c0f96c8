// What an operation of another dialect overwrites in place is unknown wherever it
// may be seen.
// RUN: not noisy-opt %s --noisy-rules=heir-bgv --noisy-verify-noise -o /dev/null 2>&1 | FileCheck %s

!ct = !openfhe.ciphertext
!cc = !openfhe.crypto_context

// CHECK-NOT: error
func.func @harmless(%cc: !cc, %a: !ct, %b: !ct) -> !ct {
  %0 = "openfhe.add"(%cc, %a, %b) : (!cc, !ct, !ct) -> !ct
  %1 = "openfhe.add_inplace"(%cc, %0, %b) : (!cc, !ct, !ct) -> !ct
  return %1 : !ct
}

func.func @seen(%cc: !cc, %a: !ct, %b: !ct) -> !ct {
  // CHECK: rules-overwritten.mlir:[[#@LINE+2]]:8: error: unknown noise: the result of 'openfhe.add': 'openfhe.add_inplace' overwrites the result of 'openfhe.add'; values that depend on it cannot be checked
  // CHECK: rules-overwritten.mlir:[[#@LINE+2]]:{{[0-9]+}}: note: the result of 'openfhe.add' is overwritten here
  %0 = "openfhe.add"(%cc, %a, %b) : (!cc, !ct, !ct) -> !ct
  %1 = "openfhe.add_inplace"(%cc, %0, %b) : (!cc, !ct, !ct) -> !ct
  %2 = "openfhe.add"(%cc, %0, %b) : (!cc, !ct, !ct) -> !ct
  return %2 : !ct
}
