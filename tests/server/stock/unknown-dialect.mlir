"a.module"() ({
^entry(%x: !a.type<"p", 3>):
  %0:3 = "a.op"(%x) {attribute = #a.attribute<1, "two">} : (!a.type<"p", 3>) -> (i32, i32, i32)
  "a.use"(%0#0, %0#2)[^next] : (i32, i32) -> ()
^next:
  "a.end"(%x) : (!a.type<"p", 3>) -> ()
}) : () -> ()
// -----
a.custom %x
