// The project's default model, and what is no model.
// RUN: not noisy-opt %s --noisy-verify-noise 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: noisy-opt %s --noisy-verify-noise --noisy-model=initial=12,max=36
// RUN: not noisy-opt %s --noisy-verify-noise --noisy-model=initial=13,max=36 2>&1 | FileCheck %s --check-prefix=LOUD
// RUN: not noisy-opt %s --noisy-model 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not noisy-opt %s --noisy-model=initial=16 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not noisy-opt %s --noisy-model=initial=0,max=26 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not noisy-opt %s --noisy-model=initial=12,max=11 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not noisy-opt %s --noisy-model=initial=12,max=65536 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: noisy-opt --help | FileCheck %s --check-prefix=HELP

// DEFAULT: error: noise overflow: {{.*}} 36 = 24 + 12 bits of noise, limit 26
// LOUD: error: noise overflow: {{.*}} 39 = 26 + 13 bits of noise, limit 36
// MISSING: noisy-opt: for the --noisy-model option: requires a value!
// HALF: noisy-opt: for the --noisy-model option: expected a noise model such as 'initial=12,max=26', but found 'initial=16'
// NONE: noisy-opt: for the --noisy-model option: the noise of a fresh encryption, initial = 0, must be at least 1 bit
// LESS: noisy-opt: for the --noisy-model option: the limit, max = 11, must not be below the noise of a fresh encryption, initial = 12
// HUGE: noisy-opt: for the --noisy-model option: the limit, max = 65536, must be below 65536, the largest number of bits
// HELP: --noisy-model=<initial=N,max=N>
func.func @f(%a: !noisy.i32) {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %a : !noisy.i32
  return
}

// An attribute wins over it.
func.func @g(%a: !noisy.i32) attributes {noisy.model = #noisy.model<initial = 3, max = 9>} {
  %0 = noisy.mul %a, %a : !noisy.i32
  %1 = noisy.mul %0, %a : !noisy.i32
  return
}
