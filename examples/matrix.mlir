// A matrix product in dialects of MLIR alone: the server is for every .mlir file.
// Hover over a value for its definition, its range and its place in memory, over an
// operation for its documentation; type a dialect's name and a dot for its operations.
func.func @multiply(%a: memref<8x16xf32>, %b: memref<16x4xf32>, %c: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<8x16xf32>
  %inner = memref.dim %a, %c1 : memref<8x16xf32>
  %columns = memref.dim %b, %c1 : memref<16x4xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %k = %c0 to %inner step %c1 iter_args(%partial = %zero) -> (f32) {
        %x = memref.load %a[%i, %k] : memref<8x16xf32>
        %y = memref.load %b[%k, %j] : memref<16x4xf32>
        %product = arith.mulf %x, %y : f32
        %next = arith.addf %partial, %product : f32
        scf.yield %next : f32
      }
      memref.store %sum, %c[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

// The same as one operation, on tensors.
func.func @multiply_tensors(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %product = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>)
                           outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %product : tensor<8x4xf32>
}
