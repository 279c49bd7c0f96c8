// Rules for what the analyses follow themselves are refused.
// RUN: echo 'ops: {memref.load: fresh}' > %t.yaml
// RUN: not noisy-opt --noisy-rules=%t.yaml %s 2>&1 | FileCheck %s
// CHECK: for the --noisy-rules option: {{.*}}.yaml, line 1, column 7: there cannot be a rule for 'memref.load', which moves values: its noise is that of the values that come in
