func.func @if(%x: i5, %p: i1, %k: i32) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  emitc.if %p {
    %m = noisy.mul %a, %a : !noisy.i32
  } else {
    %m = noisy.add %a, %a : !noisy.i32
  }
  emitc.if %p {
  }
  emitc.switch %k : i32
  case 2 {
    %m = noisy.mul %a, %a : !noisy.i32
    emitc.yield
  }
  case 5 {
    emitc.yield
  }
  default {
    %m = noisy.add %a, %a : !noisy.i32
  }
  return
}

// -----

emitc.func @callee(%n: i32) -> i32 {
  emitc.return %n : i32
}
emitc.func @caller(%n: i32, %p: i1) -> i32 {
  %r = emitc.call @callee(%n) : (i32) -> i32
  %begin = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
  %end = "emitc.constant"() <{value = 9 : index}> : () -> !emitc.size_t
  emitc.for %i = %begin to %end step %end : !emitc.size_t {
  }
  emitc.return %r : i32
}
func.func @noise(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  return %a : !noisy.i32
}
