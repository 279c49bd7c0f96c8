module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<16xf32>, %b: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<16xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %b[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<16xf32>, %b: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<16xf32>, %b : memref<16xf32>)
    return
  }
}
