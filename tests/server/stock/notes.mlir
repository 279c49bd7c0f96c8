func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i64
  return
}
// -----
func.func @dominance(%p: i1) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %0 = arith.constant 1 : i32
  cf.br ^bb2
^bb2:
  return %0 : i32
}
// -----
func.func @block() {
  cf.br ^nowhere
}
