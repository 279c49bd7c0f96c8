// In SARIF a way to a finding has all of its places.
// RUN: awk 'BEGIN { print "func.func @f(%%v0: !noisy.i32) -> !noisy.i32 {"; \
// RUN:   for (i = 1; i <= 15; ++i) print "  %%v" i " = noisy.add %%v" (i-1) ", %%v" (i-1) " : !noisy.i32"; \
// RUN:   print "  return %%v15 : !noisy.i32"; print "}" }' > %t.mlir
// RUN: not noisy-lsp-server --check=diagnostics --format=sarif %t.mlir 2>/dev/null | grep -o '"text": "%%v[0-9]* has ' | count 15
// RUN: not noisy-lsp-server --check=diagnostics --format=sarif --most-notes=4 %t.mlir 2>/dev/null | grep -o '"text": "%%v[0-9]* has ' | count 4
// RUN: not noisy-lsp-server --check=diagnostics %t.mlir 2>/dev/null | grep 'note: %%v' | count 8
// RUN: not noisy-lsp-server --check=diagnostics --most-notes=1001 %t.mlir 2>&1 | FileCheck %s
// CHECK: --most-notes takes at most 1000
