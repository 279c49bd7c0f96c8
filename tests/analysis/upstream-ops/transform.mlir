module attributes {transform.with_named_sequence} {
  transform.named_sequence @helper(%root: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %root : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %same = transform.include @helper failures(propagate) (%root) : (!transform.any_op) -> !transform.any_op
    %found = transform.foreach %same : !transform.any_op -> !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %ops = transform.structured.match ops{["noisy.add"]} in %one : (!transform.any_op) -> !transform.any_op
      transform.yield %ops : !transform.any_op
    }
    %chosen = transform.alternatives %same : !transform.any_op -> !transform.any_op {
    ^bb0(%one: !transform.any_op):
      transform.yield %one : !transform.any_op
    }, {
    ^bb0(%one: !transform.any_op):
      transform.yield %one : !transform.any_op
    }
    transform.tune.alternatives<"choice"> {
      transform.yield
    }, {
      transform.yield
    }
    transform.yield
  }
  func.func @noise(%x: i5) -> !noisy.i32 {
    %a = noisy.encode %x : i5 -> !noisy.i32
    return %a : !noisy.i32
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.sequence %root : !transform.any_op failures(suppress) {
  ^bb1(%inner: !transform.any_op):
    %ops = transform.structured.match ops{["noisy.add"]} in %inner : (!transform.any_op) -> !transform.any_op
  }
}
func.func @noise(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  return %a : !noisy.i32
}
