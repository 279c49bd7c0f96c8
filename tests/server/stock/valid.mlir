// Functions, calls, control flow.
func.func private @callee(i32, i32) -> i32

func.func @sum(%a: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (i32) {
    %next = arith.addi %acc, %a : i32
    scf.yield %next : i32
  }
  %s = call @callee(%r, %a) : (i32, i32) -> i32
  return %s : i32
}

func.func @branches(%p: i1, %x: f32) -> f32 {
  %q:2 = scf.if %p -> (f32, f32) {
    scf.yield %x, %x : f32, f32
  } else {
    %y = arith.mulf %x, %x : f32
    scf.yield %y, %x : f32, f32
  }
  cf.cond_br %p, ^bb1(%q#0 : f32), ^bb2
^bb1(%z: f32):
  return %z : f32
^bb2:
  return %q#1 : f32
}
