func.func @regions(%x: i5, %p: i1, %n: index, %memory: memref<10xf32>) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %copy = acc.copyin varPtr(%memory : memref<10xf32>) -> memref<10xf32>
  acc.data dataOperands(%copy : memref<10xf32>) {
    acc.parallel dataOperands(%copy : memref<10xf32>) {
      %m = noisy.mul %a, %a : !noisy.i32
      acc.loop control(%i : index) = (%c0 : index) to (%n : index) step (%c1 : index) {
        %w = noisy.mul %m, %a : !noisy.i32
        %j = arith.addi %i, %c1 : index
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: false>, independent = [#acc.device_type<none>]}
      acc.yield
    }
    acc.serial {
      %m = noisy.mul %a, %a : !noisy.i32
      acc.loop {
        %w = noisy.mul %m, %a : !noisy.i32
        acc.yield
      } attributes {auto_ = [#acc.device_type<none>], unstructured}
      acc.yield
    }
    acc.kernels if(%p) {
      %m = noisy.mul %a, %a : !noisy.i32
      acc.terminator
    }
    acc.terminator
  }
  %device = acc.use_device varPtr(%memory : memref<10xf32>) -> memref<10xf32>
  acc.host_data dataOperands(%device : memref<10xf32>) {
    %m = noisy.mul %a, %a : !noisy.i32
    acc.terminator
  }
  acc.kernel_environment dataOperands(%copy : memref<10xf32>) {
    %m = noisy.mul %a, %a : !noisy.i32
  }
  return
}
