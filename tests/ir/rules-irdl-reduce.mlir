// What reduces values may be an operation that IRDL defines.
// RUN: noisy-opt %s --irdl-file=%S/Inputs/irdl-dialect.mlir --noisy-rules=%S/Inputs/irdl-rules.yaml --noisy-reduce-noise-optimizer | FileCheck %s
// RUN: not noisy-opt %s --irdl-file=%S/Inputs/irdl-dialect.mlir --noisy-rules=%S/Inputs/irdl-refused.yaml --noisy-reduce-noise-optimizer 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: 'my.boot' op attribute "rounds" is expected but not provided

// CHECK-LABEL: func.func @fourth
// CHECK: %[[SQUARE:.*]] = "my.mul"(%arg0, %arg0)
// CHECK-NEXT: %[[LOW:.*]] = "my.boot"(%[[SQUARE]]) {rounds = 3 : i64} : (!my.ct) -> !my.ct
// CHECK-NEXT: "my.mul"(%[[LOW]], %[[LOW]])
func.func @fourth(%a: !my.ct) -> !my.ct {
  %0 = "my.mul"(%a, %a) : (!my.ct, !my.ct) -> !my.ct
  %1 = "my.mul"(%0, %0) : (!my.ct, !my.ct) -> !my.ct
  return %1 : !my.ct
}
