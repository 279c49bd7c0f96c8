// RUN: not noisy-lsp-server --check %s | FileCheck %s
// RUN: not noisy-lsp-server --check=diagnostics %s | FileCheck %s
// RUN: not noisy-lsp-server --check - < %s | FileCheck %s --check-prefix=STDIN
// RUN: not noisy-lsp-server --check %s %S/roundtrip.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=SUMMARY
// RUN: noisy-lsp-server --check --noisy-model=initial=4,max=26 %s | count 0
// RUN: not noisy-lsp-server %s 2>&1 | FileCheck %s --check-prefix=NOCHECK
// RUN: not noisy-lsp-server --check 2>&1 | FileCheck %s --check-prefix=NOFILE

// CHECK: {{.*}}check.mlir:[[#@LINE+7]]:3: error: noise overflow: %c can have 36 = 24 + 12 bits of noise, limit 26 [noise-overflow]
// CHECK-NEXT: {{.*}}check.mlir:[[#@LINE+5]]:3: note: %b has 24 = 12 + 12
// CHECK-NOT: internal error
// STDIN: <stdin>:[[#@LINE+4]]:3: error: noise overflow
func.func @f(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %a : !noisy.i32
  %r = noisy.decode %c : !noisy.i32 -> i5
  return %r : i5
}

// SUMMARY: {{.*}}check.mlir: 1 error, 0 warnings; {{[0-9]+}} requests
// SUMMARY-NEXT: {{.*}}roundtrip.mlir: {{.*}} requests
// NOCHECK: only --check takes files
// NOFILE: --check needs files
