// Rules are for operations that IRDL defines, too.
// RUN: noisy-opt %s --irdl-file=%S/Inputs/irdl-dialect.mlir --noisy-rules=%S/Inputs/irdl-rules.yaml --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: func.func @square
// CHECK: %0 {{.*}} 24 = 12 + 12{{.*}}
func.func @square(%a: !my.ct) -> !my.ct {
  %0 = "my.mul"(%a, %a) : (!my.ct, !my.ct) -> !my.ct
  return %0 : !my.ct
}
