ml_program.func @callee(%v: !noisy.i32) -> !noisy.i32 {
  %w = noisy.add %v, %v : !noisy.i32
  ml_program.return %w : !noisy.i32
}
ml_program.func private @outside(!noisy.i32) -> !noisy.i32
ml_program.subgraph private @outside_graph(!noisy.i32) -> !noisy.i32
ml_program.subgraph @graph(%v: !noisy.i32) -> !noisy.i32 {
  %w = noisy.add %u, %v : !noisy.i32
  %u = noisy.add %v, %v : !noisy.i32
  ml_program.output %w : !noisy.i32
}
func.func @caller(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = func.call @noise(%a) : (!noisy.i32) -> !noisy.i32
  return %r : !noisy.i32
}
func.func private @noise(%v: !noisy.i32) -> !noisy.i32 {
  return %v : !noisy.i32
}
