wasmssa.import_func "from" from "elsewhere" as @imported {type = (i32) -> i32}
wasmssa.func @function(%n: !wasmssa<local ref to i32>) -> i32 {
  %i = wasmssa.local_get %n : ref to i32
  wasmssa.return %i : i32
}
func.func @noise(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  return %a : !noisy.i32
}
