// Operations with regions that make tensors and vectors of encrypted values.
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @linalg(%x: i5, %t: tensor<4x!noisy.i32>) -> (tensor<4x!noisy.i32>, tensor<!noisy.i32>) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<4x!noisy.i32>) outs(%t : tensor<4x!noisy.i32>) {
  ^bb0(%v: !noisy.i32, %out: !noisy.i32):
    %i = linalg.index 0 : index
    %w = noisy.mul %v, %a : !noisy.i32
    linalg.yield %w : !noisy.i32
  } -> tensor<4x!noisy.i32>
  %zero = tensor.splat %a : tensor<!noisy.i32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%r : tensor<4x!noisy.i32>) outs(%zero : tensor<!noisy.i32>) {
  ^bb0(%v: !noisy.i32, %sum: !noisy.i32):
    %w = noisy.add %v, %sum : !noisy.i32
    linalg.yield %w : !noisy.i32
  } -> tensor<!noisy.i32>
  %m = linalg.map ins(%r, %t : tensor<4x!noisy.i32>, tensor<4x!noisy.i32>) outs(%t : tensor<4x!noisy.i32>)
    (%l: !noisy.i32, %k: !noisy.i32, %o: !noisy.i32) {
      %w = noisy.mul %l, %k : !noisy.i32
      linalg.yield %w : !noisy.i32
    }
  %d = linalg.reduce ins(%m : tensor<4x!noisy.i32>) outs(%s : tensor<!noisy.i32>) dimensions = [0]
    (%l: !noisy.i32, %k: !noisy.i32) {
      %w = noisy.add %l, %k : !noisy.i32
      linalg.yield %w : !noisy.i32
    }
  return %m, %d : tensor<4x!noisy.i32>, tensor<!noisy.i32>
}

// -----

func.func @tensor(%x: i5, %n: index, %t: tensor<?x!noisy.i32>) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %n : tensor<?x!noisy.i32>
  %d0 = tensor.dim %t, %c0 : tensor<?x!noisy.i32>
  %g = tensor.generate %d {
  ^bb0(%i: index):
    %m = noisy.mul %a, %a : !noisy.i32
    tensor.yield %m : !noisy.i32
  } : tensor<?x!noisy.i32>
  %p = tensor.pad %g low[1] high[%d0] {
  ^bb0(%i: index):
    tensor.yield %a : !noisy.i32
  } : tensor<?x!noisy.i32> to tensor<?x!noisy.i32>
  %e = tensor.extract %p[%n] : tensor<?x!noisy.i32>
  %empty = tensor.empty() : tensor<2x!noisy.i32>
  %i = tensor.insert %e into %empty[%c0] : tensor<2x!noisy.i32>
  %f = tensor.from_elements %a, %e : tensor<2x!noisy.i32>
  %s = tensor.insert_slice %f into %p[%n] [2] [1] : tensor<2x!noisy.i32> into tensor<?x!noisy.i32>
  %c = tensor.cast %s : tensor<?x!noisy.i32> to tensor<5x!noisy.i32>
  %none = tensor.from_elements : tensor<0x!noisy.i32>
  %last = tensor.extract %c[%c0] : tensor<5x!noisy.i32>
  return %last : !noisy.i32
}

// -----

func.func @vector(%x: i5, %v: vector<4x!noisy.i32>, %n: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = vector.broadcast %a : !noisy.i32 to vector<4x!noisy.i32>
  %e = vector.extract %b[1] : !noisy.i32 from vector<4x!noisy.i32>
  %i = vector.insert %e, %v [%n] : !noisy.i32 into vector<4x!noisy.i32>
  %s = vector.shuffle %b, %i [0, 5] : vector<4x!noisy.i32>, vector<4x!noisy.i32>
  %f = vector.from_elements %a, %e : vector<2x!noisy.i32>
  %step = vector.step : vector<4xindex>
  %scale = vector.vscale
  %w = arith.addi %step, %step : vector<4xindex>
  return %e : !noisy.i32
}

// -----

func.func @bufferization(%x: i5, %memory: memref<4x!noisy.i32>, %n: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %t = bufferization.to_tensor %memory restrict : memref<4x!noisy.i32> to tensor<4x!noisy.i32>
  %f = bufferization.alloc_tensor(%n) : tensor<?x!noisy.i32>
  %e = tensor.extract %t[%n] : tensor<4x!noisy.i32>
  %u = builtin.unrealized_conversion_cast %e : !noisy.i32 to i32
  %v = builtin.unrealized_conversion_cast %u : i32 to !noisy.i32
  %p = ub.poison : !noisy.i32
  %q = ub.poison : i32
  %s = arith.addi %u, %q : i32
  return %v : !noisy.i32
}

// -----

// A region in which the order of the text is not that of the work.
"strange.graph"() ({
  %a = noisy.add %b, %b : !noisy.i32
  %b = "strange.source"() : () -> !noisy.i32
  "strange.yield"(%a) : (!noisy.i32) -> ()
}) : () -> ()
func.func @strange(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %r:2 = "strange.loop"(%a) ({
  ^bb0(%v: !noisy.i32, %i: index):
    %w = noisy.add %v, %a : !noisy.i32
    "strange.branch"(%w, %i)[^bb1, ^bb2] : (!noisy.i32, index) -> ()
  ^bb1:
    "strange.yield"(%v) : (!noisy.i32) -> ()
  ^bb2(%u: !noisy.i32):
    "strange.branch"(%u)[^bb2, ^bb1] : (!noisy.i32) -> ()
  }) : (!noisy.i32) -> (!noisy.i32, index)
  %k = arith.addi %r#1, %r#1 : index
  return %r#0 : !noisy.i32
}
