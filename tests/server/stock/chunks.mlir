func.func @first() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
// -----
// The second has an error, the third none.
func.func @second() -> i32 {
  return
}

// -----

func.func @third(%a: i32) -> i32 {
  return %a : i32
} // -----
func.func @fourth(%a: i32) -> i32 { return %a : i32 }
  // -----   
func.func @fifth() { return }
// -----
