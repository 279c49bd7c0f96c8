// Grüße 😀
func.func @f(%a: i32) -> i32 {
  "a.b"() {s = "😀é"} : () -> () "c.d"(%a) : (i32) -> () // 😀
  %0 = arith.addi %a, %a {s = "😀"} : i32 loc("é")
  %1 = "x.é"(%0) : (i32) -> i32
  return %0 : i32
}
