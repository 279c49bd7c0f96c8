// Programs that are junk and whose control flow MLIR's analyses, or ours, see
// only in part: each has to be reported somewhere.
// RUN: not noisy-opt %s --noisy-verify-noise --allow-unregistered-dialect -split-input-file 2>&1 | FileCheck %s

// A branch that is dead, in a loop that is run iteration by iteration: what stands there
// does not count, what comes after the loop does.
// CHECK: [[#@LINE+17]]:8: error: noise overflow: the result of 'noisy.mul' can have 48 = 24 + 24 bits
func.func @f(%x: i5, %mem: memref<!noisy.i32>) -> i5 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %false = arith.constant false
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %s = scf.if %false -> !noisy.i32 {
      %d = memref.load %mem[] : memref<!noisy.i32>
      scf.yield %d : !noisy.i32
    } else {
      scf.yield %m : !noisy.i32
    }
    scf.yield %s : !noisy.i32
  }
  %z = noisy.mul %r, %r : !noisy.i32
  %p = noisy.decode %z : !noisy.i32 -> i5
  return %p : i5
}

// -----

// From -100 to 100 in 8 bits are 200 iterations.
func.func @wide(%x: i5) -> i5 {
  %lower = arith.constant -100 : i8
  %upper = arith.constant 100 : i8
  %step = arith.constant 1 : i8
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.for %i = %lower to %upper step %step iter_args(%v = %a) -> !noisy.i32 : i8 {
    // CHECK: [[#@LINE+1]]:10: error: noise overflow: the result of 'noisy.add' can have 212 = 1 + max(211, 12) bits
    %s = noisy.add %v, %a : !noisy.i32
    scf.yield %s : !noisy.i32
  }
  %p = noisy.decode %r : !noisy.i32 -> i5
  return %p : i5
}

// -----

// Called by what is no call.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @any(%v: !noisy.i32) kernel {
      // CHECK: [[#@LINE+1]]:12: error: noise overflow: the result of 'noisy.mul' can have 48 = 24 + 24 bits
      %z = noisy.mul %v, %v : !noisy.i32
      gpu.return
    }
    gpu.func @strict(%v: !noisy.i32 {noisy.bound = 13 : i64}) kernel {
      gpu.return
    }
    gpu.func @few(%n: index {noisy.range = [0, 2]}) kernel {
      gpu.return
    }
  }
  func.func @host(%x: i5) {
    %c1 = arith.constant 1 : index
    %c100 = arith.constant 100 : index
    %a = noisy.encode %x : i5 -> !noisy.i32
    %m = noisy.mul %a, %a : !noisy.i32
    gpu.launch_func @kernels::@any blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : !noisy.i32)
    // CHECK: [[#@LINE+1]]:5: error: broken contract: the result of 'noisy.mul' can have 24 = 12 + 12 bits of noise, but argument 0 of @kernels::@strict is declared to have at most 13
    gpu.launch_func @kernels::@strict blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : !noisy.i32)
    // CHECK: [[#@LINE+1]]:5: error: outside of the stated range: the result of 'arith.constant' is 100, but argument 0 of @kernels::@few is stated to be in [0, 2]
    gpu.launch_func @kernels::@few blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c100 : index)
    return
  }
}

// -----

// Called through a value, in sight.
func.func private @square(%v: !noisy.i32) {
  // CHECK: [[#@LINE+1]]:8: error: noise overflow: the result of 'noisy.mul' can have 48 = 24 + 24
  %z = noisy.mul %v, %v : !noisy.i32
  return
}
func.func @indirect(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %f = func.constant @square : (!noisy.i32) -> ()
  call_indirect %f(%m) : (!noisy.i32) -> ()
  return
}

// -----

// An end of a function that does not say that it returns.
func.func private @foreign(%v: !noisy.i32 {noisy.bound = 13 : i64})
    -> (!noisy.i32 {noisy.bound = 12 : i64}) {
  %z = noisy.mul %v, %v : !noisy.i32
  // CHECK: [[#@LINE+1]]:3: error: broken contract: the result of 'noisy.mul' can have 26 = 13 + 13
  "foo.return"(%z) : (!noisy.i32) -> ()
}

// -----

// A condition that comes out of a region whose end is not known.
func.func @condition(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %c = scf.execute_region -> i1 { "foo.yield"(%x) : (i5) -> () }
  cf.cond_br %c, ^one, ^two
^one:
  // CHECK: [[#@LINE+1]]:8: error: noise overflow: the result of 'noisy.mul' can have 48 = 24 + 24
  %z = noisy.mul %m, %m : !noisy.i32
  return
^two:
  return
}

// -----

// Code that depends on the variable of a loop whose bounds are compared as
// unsigned numbers is not dead.
func.func @unsigned(%m: !noisy.i32) {
  %l = arith.constant 0 : i8
  %u = arith.constant 200 : i8
  %s = arith.constant 1 : i8
  %c150 = arith.constant 150 : i8
  scf.for unsigned %i = %l to %u step %s : i8 {
    %p = arith.cmpi ugt, %i, %c150 : i8
    scf.if %p {
      // CHECK: [[#@LINE+1]]:12: error: noise overflow: the result of 'noisy.scale' can have 32 = 12 + 20 bits
      %q = noisy.scale %m by 1000000 : !noisy.i32
    }
  }
  return
}

// -----

// What a parallel loop gives can be anything.
func.func @reduced(%m: !noisy.i32, %p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%p) -> i1 {
    scf.reduce(%p : i1) {
    ^bb0(%lhs: i1, %rhs: i1):
      scf.reduce.return %lhs : i1
    }
  }
  scf.if %d {
    // CHECK: [[#@LINE+1]]:10: error: noise overflow: the result of 'noisy.scale' can have 32 = 12 + 20 bits
    %q = noisy.scale %m by 1000000 : !noisy.i32
  }
  return
}

// -----

// A range that is not kept: the loop runs a hundred times.
func.func private @turns(%n: index {noisy.range = [0, 2]}, %a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
    %s = noisy.add %v, %a : !noisy.i32
    scf.yield %s : !noisy.i32
  }
  return %r : !noisy.i32
}
func.func @ranges(%x: i5, %n: index) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c100 = arith.constant 100 : index
  // CHECK: [[#@LINE+1]]:8: error: outside of the stated range: the result of 'arith.constant' is 100, but argument 0 of @turns is stated to be in [0, 2]
  %0 = call @turns(%c100, %a) : (index, !noisy.i32) -> !noisy.i32
  // CHECK: [[#@LINE+1]]:8: error: argument 1 of @ranges is unknown, but argument 0 of @turns is stated to be in [0, 2]
  %1 = call @turns(%n, %a) : (index, !noisy.i32) -> !noisy.i32
  // CHECK: [[#@LINE+1]]:3: error: may be outside of the stated range: the result of 'arith.constant' is 100, but an argument of @turns, which may get it, is stated to be in [0, 2]
  "my.call"(%c100, %a) {callee = @turns} : (index, !noisy.i32) -> ()
  return
}

// -----

// The same where it is started by another dialect.
async.func @later(%n: index {noisy.range = [0, 2]}) -> !async.token {
  return
}
func.func @start() {
  %c100 = arith.constant 100 : index
  // CHECK: [[#@LINE+1]]:8: error: outside of the stated range: the result of 'arith.constant' is 100, but argument 0 of @later
  %t = async.call @later(%c100) : (index) -> !async.token
  return
}

// -----

// A function whose address is handed out of sight, with a value to call it with.
func.func private @apply((!noisy.i32) -> (), !noisy.i32)
// CHECK: [[#@LINE+1]]:28: error: unknown noise: argument 0 of @applied
func.func private @applied(%v: !noisy.i32) {
  %z = noisy.mul %v, %v : !noisy.i32
  return
}
func.func @hand(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %f = func.constant @applied : (!noisy.i32) -> ()
  call @apply(%f, %m) : ((!noisy.i32) -> (), !noisy.i32) -> ()
  return
}

// -----

// Called back.
func.func private @out(!noisy.i32)
// CHECK: [[#@LINE+1]]:25: error: unknown noise: argument 0 of @back
func.func private @back(%v: !noisy.i32) {
  %z = noisy.mul %v, %v : !noisy.i32
  return
}
func.func @give(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  call @out(%m) {callback = @back} : (!noisy.i32) -> ()
  return
}

// -----

// Encrypted values in a tuple, and in a region.
// CHECK: [[#@LINE+1]]:26: error: unknown noise: argument 0 of @tuple
func.func private @tuple(%v: !noisy.i32) {
  return
}
// CHECK: [[#@LINE+1]]:27: error: unknown noise: argument 0 of @region
func.func private @region(%v: !noisy.i32) {
  return
}
func.func @hidden(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %t = builtin.unrealized_conversion_cast %a : !noisy.i32 to tuple<!noisy.i32>
  "my.call"(%t) {callee = @tuple} : (tuple<!noisy.i32>) -> ()
  "my.call"() ({ "my.yield"(%a) : (!noisy.i32) -> () }) {callee = @region} : () -> ()
  return
}

// -----

// What is around a function is named.
module @inner {
  // CHECK: [[#@LINE+1]]:26: error: unknown noise: argument 0 of @any
  func.func private @any(%v: !noisy.i32) {
    return
  }
}
func.func @around(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  "my.call"(%a) {f = @inner} : (!noisy.i32) -> ()
  return
}
