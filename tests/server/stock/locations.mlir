#file = loc("/x/y z.td":6:8)
#call = loc(callsite("callee"("/x/callee.td":1:2) at "/x/caller.td":3:4))
module @m {
  func.func @f(%a: i32) -> i32 {
    %0:2 = "a.b"(%a) : (i32) -> (i32, i32) loc(#file)
    %1, %2 = "a.b"(%0#1) : (i32) -> (i32, i32) loc(#call)
    %3 = arith.addi %0#0, %2 : i32 loc(fused["/x/one.td":1:1, "/x/two.td":2:2])
    return %3 : i32 loc("relative.td":5:5)
  } loc("/stock/locations.mlir":4:3)
  module @inner {
    func.func @f() {
      "a.ref"() {here = @f, there = @m::@f} : () -> ()
      return
    }
  }
  func.func @g(%a: i32) -> i32 {
    %0 = call @f(%a) : (i32) -> i32
    "a.ref"() {one = @inner::@f, two = @inner, none = @h} : () -> ()
    cf.br ^end(%0 : i32)
  ^end(%r: i32 loc("/x/argument.td":1:1)):
    return %r : i32
  }
}
