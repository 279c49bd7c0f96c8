// What a user states where nothing relies on it.
// RUN: noisy-opt %s --noisy-verify-noise --allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func private @f(!noisy.i32 {noisy.bound = 13 : i64}) -> (!noisy.i32 {noisy.bound = 24 : i64})

func.func @call(%a: !noisy.i32 {noisy.bound = 13 : i64}) {
  // expected-warning @+1 {{'noisy.bound' of result 0 is stated on a call, where it is neither used nor checked; state it on the result of @f}}
  %r = "func.call"(%a) <{callee = @f, res_attrs = [{noisy.bound = 13 : i64}]}> : (!noisy.i32) -> !noisy.i32
  return
}

func.func @end() -> (!noisy.i32 {noisy.bound = 13 : i64}) {
  // expected-warning @+1 {{'noisy.bound' of result 0 of @end is not used: it is unknown what 'test.end' returns; end the function with an operation that is known to return its operands, such as 'func.return'}}
  "test.end"() : () -> ()
}
