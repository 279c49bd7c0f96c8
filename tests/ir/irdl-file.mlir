// A file of IRDL defines a dialect, and its operations are verified by that.
// RUN: not noisy-opt %s --irdl-file=%S/Inputs/cplx.irdl.mlir --split-input-file 2>&1 | FileCheck %s
// RUN: not noisy-lsp-server --check=diagnostics --irdl-file=%S/Inputs/cplx.irdl.mlir %s | FileCheck %s --check-prefix=SERVER
// A constraint in C++ is refused, and so is a file that defines what there is.
// RUN: not noisy-opt %s --irdl-file %S/Inputs/predicate.irdl.mlir 2>&1 | FileCheck %s --check-prefix=PREDICATE
// RUN: not noisy-lsp-server --check --irdl-file=%S/Inputs/predicate.irdl.mlir %s 2>&1 | FileCheck %s --check-prefix=PREDICATE
// RUN: not noisy-opt %s --irdl-file=%S/Inputs/no-such-file 2>&1 | FileCheck %s --check-prefix=NONE

// PREDICATE: predicate.irdl.mlir:3:10: a constraint in C++ (irdl.c_pred) cannot be checked at run time
// NONE: no-such-file: No such file or directory

// SERVER-NOT: error
// CHECK-NOT: error
func.func @right(%a: !cplx.number<f32>) -> f32 {
  %0 = "cplx.norm"(%a) : (!cplx.number<f32>) -> f32
  return %0 : f32
}

// -----

func.func @wrong(%a: !cplx.number<f32>) -> f64 {
  // CHECK: irdl-file.mlir:[[#@LINE+2]]:8: error: expected 'f32' but got 'f64'
  // SERVER: irdl-file.mlir:[[#@LINE+1]]:8: error: expected 'f32' but got 'f64'
  %0 = "cplx.norm"(%a) : (!cplx.number<f32>) -> f64
  return %0 : f64
}

// -----

func.func @custom(%a: !cplx.number<f32>) {
  // CHECK: irdl-file.mlir:[[#@LINE+1]]:8: error: custom op 'cplx.norm' has no syntax of its own, because IRDL defines it
  %0 = cplx.norm %a : !cplx.number<f32>
  return
}
