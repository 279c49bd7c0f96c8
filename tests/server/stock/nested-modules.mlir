module @outer attributes {a.b = 1 : i32} {
  module @inner {
    func.func private @f(i32) -> i32
    func.func @g(%a: i32) -> i32 {
      %0 = func.call @f(%a) : (i32) -> i32
      return %0 : i32
    }
  }
  module {
    func.func @h() {
      "a.ref"() {symbol = @inner::@g} : () -> ()
      return
    }
  }
}
