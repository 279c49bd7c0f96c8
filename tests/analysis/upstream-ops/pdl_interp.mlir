module {
  pdl_interp.func @matcher(%root: !pdl.operation) {
    pdl_interp.check_operation_name of %root is "noisy.add" -> ^good, ^bad
  ^good:
    pdl_interp.finalize
  ^bad:
    pdl_interp.finalize
  }
  func.func @noise(%x: i5) -> !noisy.i32 {
    %a = noisy.encode %x : i5 -> !noisy.i32
    return %a : !noisy.i32
  }
}
