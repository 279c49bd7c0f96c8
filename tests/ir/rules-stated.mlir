// A bound can be stated on an encrypted type of another dialect; by the rules
// it is one.
// RUN: noisy-opt %s --noisy-rules=heir-bgv --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s
// RUN: not noisy-opt %s -allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: argument 0 has 'noisy.bound', but is of type '!lwe.lwe_ciphertext<1>', not '!noisy.i32'

// CHECK-LABEL: func.func @stated
// CHECK: %arg0 {{.*}}> 100{{.*}}stated by 'noisy.bound'
// CHECK: %0 {{.*}}> 223.6 = 100 + 100 + 23.6
func.func @stated(%a: !lwe.lwe_ciphertext<1> {noisy.bound = 100}) {
  %0 = "bgv.mul"(%a, %a) : (!lwe.lwe_ciphertext<1>, !lwe.lwe_ciphertext<1>) -> !lwe.lwe_ciphertext<1>
  return
}
