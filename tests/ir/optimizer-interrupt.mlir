// An interrupt ends the search; the best placement so far is applied, and the
// warning says so. With two products between reductions, a proof takes hours.
// RUN: awk 'BEGIN { \
// RUN:   print "func.func @f(%%v0: !noisy.i32) -> !noisy.i32 attributes {noisy.model = #noisy.model<initial = 12, max = 60>} {"; \
// RUN:   for (i = 1; i <= 3000; ++i) { \
// RUN:     x = (x * 1103 + 12345) %% 65536; a = i - 1 - int(x / 16) %% (i < 12 ? i : 12); \
// RUN:     x = (x * 1103 + 12345) %% 65536; b = i - 1 - int(x / 16) %% (i < 12 ? i : 12); \
// RUN:     x = (x * 1103 + 12345) %% 65536; op = int(x / 16) %% 5 ? "add" : "mul"; \
// RUN:     print "  %%v" i " = noisy." op " %%v" a ", %%v" b " : !noisy.i32" } \
// RUN:   print "  return %%v3000 : !noisy.i32"; print "}" }' > %t.mlir
// RUN: timeout --foreground --preserve-status -s INT 3 noisy-opt %t.mlir --noisy-reduce-noise-optimizer=time-limit=600000 -o %t.out.mlir 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: noisy-opt %t.out.mlir --noisy-verify-noise -o /dev/null

// So does what `timeout` and batch systems send.
// RUN: timeout --foreground --preserve-status -s TERM 3 noisy-opt %t.mlir --noisy-reduce-noise-optimizer=time-limit=600000 -o %t.out.mlir 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: noisy-opt %t.out.mlir --noisy-verify-noise -o /dev/null

// CHECK: warning: inserted {{[0-9,]+}} reductions{{.*}} (interrupted after {{[0-9.]+}} s)
