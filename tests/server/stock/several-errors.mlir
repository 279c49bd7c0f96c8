func.func @one(%a: i32) -> i64 {
  return %a : i32
}
func.func @two() {
  call @missing() : () -> ()
  return
}
func.func @three(%a: i32) {
  %0 = "arith.addi"(%a) : (i32) -> i32
  "scf.yield"() : () -> ()
}
