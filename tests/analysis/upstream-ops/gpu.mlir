func.func @warp(%x: i5, %lane: index, %some: vector<4x!noisy.i32>) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r:2 = gpu.warp_execute_on_lane_0(%lane)[32] args(%some : vector<4x!noisy.i32>)
      -> (!noisy.i32, vector<1x!noisy.i32>) {
  ^bb0(%all: vector<128x!noisy.i32>):
    %m = noisy.mul %a, %a : !noisy.i32
    %one = vector.extract_strided_slice %all {offsets = [0], sizes = [32], strides = [1]}
        : vector<128x!noisy.i32> to vector<32x!noisy.i32>
    gpu.yield %m, %one : !noisy.i32, vector<32x!noisy.i32>
  }
  gpu.warp_execute_on_lane_0(%lane)[32] {
    %m = noisy.mul %r#0, %a : !noisy.i32
  }
  return %r#0 : !noisy.i32
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%v: !noisy.i32, %n: index) workgroup(%memory: memref<4xf32, 3>) kernel {
      %id = gpu.thread_id x
      %size = gpu.block_dim y
      %w = noisy.mul %v, %v : !noisy.i32
      gpu.return
    }
    gpu.func @helper(%v: !noisy.i32) -> !noisy.i32 {
      gpu.return %v : !noisy.i32
    }
  }
  func.func @host(%x: i5, %n: index) {
    %a = noisy.encode %x : i5 -> !noisy.i32
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
        args(%a : !noisy.i32, %n : index)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      %w = noisy.mul %a, %a : !noisy.i32
      %i = arith.addi %tx, %bx : index
      gpu.terminator
    }
    return
  }
}
