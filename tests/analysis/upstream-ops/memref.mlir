func.func @alloca_scope(%x: i5, %n: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r:2 = memref.alloca_scope -> (!noisy.i32, index) {
    %memory = memref.alloca(%n) : memref<?x!noisy.i32>
    memref.store %a, %memory[%n] : memref<?x!noisy.i32>
    %u = memref.load %memory[%n] : memref<?x!noisy.i32>
    %m = noisy.mul %a, %a : !noisy.i32
    memref.alloca_scope.return %m, %n : !noisy.i32, index
  }
  memref.alloca_scope {
    %m = noisy.mul %r#0, %a : !noisy.i32
  }
  return %r#0 : !noisy.i32
}
