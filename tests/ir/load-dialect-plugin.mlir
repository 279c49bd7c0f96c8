// A plugin adds a dialect; a bad one is refused with a reason.
// RUN: not noisy-opt %s --load-dialect-plugin=%plugins/RingPlugin.so --split-input-file 2>/dev/null | FileCheck %s --check-prefix=OUT
// RUN: not noisy-opt %s --load-dialect-plugin=%plugins/RingPlugin.so --split-input-file 2>&1 >/dev/null | FileCheck %s
// RUN: not noisy-lsp-server --check=diagnostics --load-dialect-plugin=%plugins/RingPlugin.so %s | FileCheck %s --check-prefix=SERVER
// RUN: cd %plugins && not noisy-opt %s --load-dialect-plugin RingPlugin.so --split-input-file 2>/dev/null | FileCheck %s --check-prefix=OUT
// RUN: not noisy-opt %s --load-dialect-plugin %plugins/NoPlugin.so 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not noisy-opt %s -load-dialect-plugin=%plugins/OtherPlugin.so 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not noisy-lsp-server --check --load-dialect-plugin=%plugins/OtherPlugin.so %s 2>&1 | FileCheck %s --check-prefix=OTHER
// A plugin that ends its process does not end the server.
// RUN: not noisy-lsp-server --check --load-dialect-plugin=%plugins/AbortPlugin.so %s 2>&1 | FileCheck %s --check-prefix=ABORT
// RUN: not noisy-lsp-server --check --load-dialect-plugin=%plugins/FuncPlugin.so %s 2>&1 | FileCheck %s --check-prefix=FUNC

// NONE: NoPlugin.so: it is no plugin of dialects: it does not export mlirGetDialectPluginInfo
// OTHER: OtherPlugin.so: it was built with LLVM 21.1 (libLLVM.so.21.1), this program with LLVM 22
// ABORT: AbortPlugin.so: loading it ends the process (Aborted): AbortPlugin: no license
// FUNC: FuncPlugin.so: {{.*}}Trying to register different dialects for the same namespace: func

// SERVER-NOT: error
// OUT: %0 = ring.square %arg0 : i8
func.func @right(%a: i8) -> i8 {
  %0 = ring.square %a : i8
  return %0 : i8
}

// -----

func.func @wrong(%a: f32) -> f32 {
  // CHECK: load-dialect-plugin.mlir:[[#@LINE+2]]:8: error: 'ring.square' op needs an integer, not 'f32'
  // SERVER: load-dialect-plugin.mlir:[[#@LINE+1]]:8: error: 'ring.square' op needs an integer, not 'f32'
  %0 = ring.square %a : f32
  return %0 : f32
}
