func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a i32
  return %0 : i32
}
// -----
func.func @g() {
  return }
}
// -----
func.func @h(%a: i32) {
  %b = arith.addi %a, : i32
}
