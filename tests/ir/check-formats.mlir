// RUN: not noisy-lsp-server --check=diagnostics --format=github %s 2>/dev/null | FileCheck %s --check-prefix=GITHUB
// RUN: not noisy-lsp-server --check=diagnostics --format=junit %s 2>/dev/null | FileCheck %s --check-prefix=JUNIT
// RUN: not noisy-lsp-server --check=diagnostics --format=json %s 2>/dev/null | python3 -m json.tool | FileCheck %s --check-prefix=JSON
// RUN: not noisy-lsp-server --check=diagnostics --format=sarif %s 2>/dev/null | python3 -m json.tool | FileCheck %s --check-prefix=SARIF

// What is known does not fail; folders, patterns and several at a time.
// RUN: rm -rf %t && mkdir -p %t/in && cp %s %t/in/a.mlir && cp %s %t/in/b.mlir
// RUN: not noisy-lsp-server --check=diagnostics --jobs=2 %t 2>&1 >/dev/null | FileCheck %s --check-prefix=FOLDER
// RUN: noisy-lsp-server --check=diagnostics --write-baseline=%t/known.json "%t/**/a.mlir"
// RUN: not noisy-lsp-server --check=diagnostics --baseline=%t/known.json %t 2>&1 >/dev/null | FileCheck %s --check-prefix=KNOWN
// RUN: noisy-lsp-server --check=diagnostics --write-baseline=%t/known.json %t
// RUN: noisy-lsp-server --check=diagnostics --baseline=%t/known.json %t | count 0
// RUN: noisy-lsp-server --check=diagnostics --baseline=%t/known.json --write-baseline=%t/known.json %t
// RUN: noisy-lsp-server --check=diagnostics --baseline=%t/known.json %t | count 0
// RUN: not noisy-lsp-server --check=diagnostics --baseline=%t/none.json %t 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not noisy-lsp-server --check=diagnostics "%t/*.td" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: noisy-lsp-server --check=diagnostics --noisy-model=initial=4,max=26 %s
// RUN: not noisy-lsp-server --check=diagnostics --noisy-model=initial=4,max=26 --fail-on=hint %s

// The action of GitHub does the same.
// RUN: not env NOISY_FILES=%t/in NOISY_SARIF=%t/o.sarif %S/../../package/action/check.sh 2>/dev/null | FileCheck %s --check-prefix=ACTION
// RUN: python3 -m json.tool %t/o.sarif | FileCheck %s --check-prefix=SARIF
// RUN: env NOISY_FILES=%t/in/a.mlir NOISY_BASELINE=%t/known.json %S/../../package/action/check.sh | count 0
// RUN: not env NOISY_SERVER=no-such-program %S/../../package/action/check.sh | FileCheck %s --check-prefix=NOPROGRAM

// GITHUB: ::error file={{.*}}check-formats.mlir,line=[[#@LINE+32]],col=3,endColumn=5,title=Noise overflow::noise overflow: %25c can have 36 = 24 + 12 bits of noise, limit 26%0Aline [[#@LINE+31]]: %25b has 24 = 12 + 12
// GITHUB: ::notice {{.*}}title=Unused value

// JUNIT: <testsuite name="{{.*}}check-formats.mlir" tests="2" failures="1" errors="0">
// JUNIT: <failure type="noise-overflow" message="noise overflow: %c can have 36

// JSON: "code": "noise-overflow"
// JSON: "severity": "error"

// SARIF: "codeFlows": [
// SARIF: "text": "%a has 12 (fresh encryption)"
// SARIF: "fixes": [
// SARIF: noisy.reduce_noise
// SARIF: "level": "error"
// SARIF: "ruleId": "noise-overflow"

// FOLDER: in/a.mlir: 1 error, 0 warnings; 1 request
// FOLDER-NEXT: in/b.mlir: 1 error, 0 warnings; 1 request

// KNOWN: in/a.mlir: 0 errors, 0 warnings, 2 known findings; 1 request
// KNOWN-NEXT: in/b.mlir: 1 error, 0 warnings; 1 request

// NONE: the baseline {{.*}}none.json cannot be read: No such file or directory; --write-baseline makes one
// EMPTY: *.td: there are no files of this name, or .mlir files in this folder

// ACTION: ::error file={{.*}}in/a.mlir,line
// ACTION: ::error file={{.*}}in/b.mlir,line
// NOPROGRAM: ::error title=noisy::there is no program 'no-such-program'; install noisy, and name it as 'server'

func.func @f(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %a : !noisy.i32
  %u = noisy.add %a, %a : !noisy.i32
  %r = noisy.decode %c : !noisy.i32 -> i5
  return %r : i5
}
