// No fact is invented: an operation carries metadata only by a rule.
// RUN: noisy-opt %s -allow-unregistered-dialect --noisy-print-facts -o /dev/null 2>&1 | FileCheck %s --match-full-lines

// CHECK: %0 i32 - {secret = true} (own)
// CHECK: %alloc memref<2xi32> - {secret = false} (own)
// A load has what was stored, and not what the buffer has.
// CHECK-NEXT: %1 i32 - {secret = true}
// What nobody knows anything of.
// CHECK-NEXT: %2 i32 - unknown
// CHECK-NEXT: %3 i32 - {secret = true}
func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %secret = "foo.make"() {metadata = {secret = true}} : () -> i32
  %buffer = memref.alloc() {metadata = {secret = false}} : memref<2xi32>
  memref.store %secret, %buffer[%c0] : memref<2xi32>
  %loaded = memref.load %buffer[%c0] : memref<2xi32>
  %hash = "foo.hash"(%secret) : (i32) -> i32
  %sum = arith.addi %loaded, %secret : i32
  return %sum : i32
}
