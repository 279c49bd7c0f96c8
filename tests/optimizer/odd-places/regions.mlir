// Values in regions of which MLIR asks that they have a certain form. Where no
// operation may stand behind a value, its name begins with "%no".
#m = affine_map<(d0) -> (d0)>
func.func @linalg(%t: tensor<4x!noisy.i32>, %u: tensor<4x!noisy.i32>, %s: tensor<!noisy.i32>, %a: !noisy.i32) {
  %0 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%t : tensor<4x!noisy.i32>) outs(%u : tensor<4x!noisy.i32>) {
  ^bb0(%x: !noisy.i32, %y: !noisy.i32):
    %z = noisy.add %x, %y : !noisy.i32
    linalg.yield %z : !noisy.i32
  } -> tensor<4x!noisy.i32>
  %1 = linalg.map ins(%t, %t : tensor<4x!noisy.i32>, tensor<4x!noisy.i32>) outs(%u : tensor<4x!noisy.i32>)
    (%x: !noisy.i32, %y: !noisy.i32, %o: !noisy.i32) {
      %z = noisy.add %x, %y : !noisy.i32
      linalg.yield %z : !noisy.i32
    }
  %2 = linalg.reduce ins(%t: tensor<4x!noisy.i32>) outs(%s : tensor<!noisy.i32>) dimensions = [0]
    (%x: !noisy.i32, %y: !noisy.i32) {
      %z = noisy.add %x, %y : !noisy.i32
      linalg.yield %z : !noisy.i32
    }
  // Regions that are not in the text.
  %3 = linalg.transpose ins(%t: tensor<4x!noisy.i32>) outs(%u: tensor<4x!noisy.i32>) permutation = [0]
  %4 = linalg.copy ins(%t: tensor<4x!noisy.i32>) outs(%u: tensor<4x!noisy.i32>) -> tensor<4x!noisy.i32>
  %5 = linalg.broadcast ins(%s: tensor<!noisy.i32>) outs(%u: tensor<4x!noisy.i32>) dimensions = [0]
  %6 = linalg.fill ins(%a: !noisy.i32) outs(%u: tensor<4x!noisy.i32>) -> tensor<4x!noisy.i32>
  return
}

// -----

omp.private {type = private} @private : !noisy.i32
omp.private {type = firstprivate} @first : !noisy.i32 copy {
^bb0(%a: !noisy.i32, %b: !noisy.i32):
  %c = noisy.add %a, %b : !noisy.i32
  omp.yield(%c : !noisy.i32)
}
omp.declare_reduction @sum : !noisy.i32 init {
^bb0(%i: !noisy.i32):
  omp.yield(%i : !noisy.i32)
} combiner {
^bb0(%l: !noisy.i32, %r: !noisy.i32):
  %s = noisy.add %l, %r : !noisy.i32
  omp.yield(%s : !noisy.i32)
}
func.func @omp(%a: !noisy.i32, %n: i32, %m: memref<!noisy.i32>, %k: memref<!noisy.i32>) {
  omp.wsloop private(@private %a -> %no_1 : !noisy.i32) {
    omp.loop_nest (%i) : i32 = (%n) to (%n) step (%n) {
      %w = noisy.add %no_1, %a : !noisy.i32
      omp.yield
    }
  }
  omp.simd private(@private %a -> %no_2 : !noisy.i32) {
    omp.loop_nest (%i) : i32 = (%n) to (%n) step (%n) {
      %w = noisy.add %no_2, %a : !noisy.i32
      omp.yield
    }
  }
  omp.parallel private(@private %a -> %v : !noisy.i32) {
    omp.distribute {
      omp.wsloop {
        omp.loop_nest (%i) : i32 = (%n) to (%n) step (%n) {
          %w = noisy.add %v, %a : !noisy.i32
          omp.yield
        }
      } {omp.composite}
    } {omp.composite}
    omp.terminator
  } {omp.composite}
  omp.parallel private(@private %a -> %v : !noisy.i32) {
    %w = noisy.add %v, %a : !noisy.i32
    omp.terminator
  }
  omp.task private(@private %a -> %v : !noisy.i32) {
    %w = noisy.add %v, %a : !noisy.i32
    omp.terminator
  }
  omp.target private(@private %a -> %v : !noisy.i32) {
    %w = noisy.add %v, %v : !noisy.i32
    omp.teams {
      %x = noisy.add %w, %w : !noisy.i32
      omp.terminator
    }
    omp.terminator
  }
  omp.sections private(@private %a -> %no_3 : !noisy.i32) {
    omp.section {
    ^bb0(%s: !noisy.i32):
      %w = noisy.add %s, %a : !noisy.i32
      omp.terminator
    }
    omp.terminator
  }
  omp.atomic.update %m : memref<!noisy.i32> {
  ^bb0(%v: !noisy.i32):
    %w = noisy.add %v, %a : !noisy.i32
    omp.yield(%w : !noisy.i32)
  }
  omp.atomic.capture {
    omp.atomic.update %m : memref<!noisy.i32> {
    ^bb0(%v: !noisy.i32):
      %w = noisy.add %v, %a : !noisy.i32
      omp.yield(%w : !noisy.i32)
    }
    omp.atomic.read %k = %m : memref<!noisy.i32>, memref<!noisy.i32>, !noisy.i32
  }
  acc.atomic.update %m : memref<!noisy.i32> {
  ^bb0(%v: !noisy.i32):
    %w = noisy.add %v, %a : !noisy.i32
    acc.yield %w : !noisy.i32
  }
  %l = omp.new_cli
  omp.canonical_loop(%l) %i : i32 in range(%n) {
    %w = noisy.add %a, %a : !noisy.i32
    omp.terminator
  }
  omp.unroll_heuristic(%l)
  omp.workshare {
    %w = noisy.add %a, %a : !noisy.i32
    omp.workshare.loop_wrapper {
      omp.loop_nest (%j) : i32 = (%n) to (%n) step (%n) {
        %x = noisy.add %w, %a : !noisy.i32
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

func.func @sparse(%a: !noisy.i32) {
  %r = sparse_tensor.unary %a : !noisy.i32 to !noisy.i32
    present={
    ^bb0(%x: !noisy.i32):
      %m = noisy.mul %x, %x : !noisy.i32
      sparse_tensor.yield %m : !noisy.i32
    }
    absent={}
  %b = sparse_tensor.binary %a, %r : !noisy.i32, !noisy.i32 to !noisy.i32
    overlap={
    ^bb0(%x: !noisy.i32, %y: !noisy.i32):
      %m = noisy.mul %x, %y : !noisy.i32
      sparse_tensor.yield %m : !noisy.i32
    }
    left=identity
    right={}
  %c = sparse_tensor.reduce %a, %b, %a : !noisy.i32 {
  ^bb0(%x: !noisy.i32, %y: !noisy.i32):
    %m = noisy.mul %x, %y : !noisy.i32
    sparse_tensor.yield %m : !noisy.i32
  }
  %p = arith.constant true
  %d = sparse_tensor.select %a : !noisy.i32 {
  ^bb0(%x: !noisy.i32):
    sparse_tensor.yield %p : i1
  }
  return
}

// -----

func.func @others(%s: !shape.shape, %a: !noisy.i32, %n: index) -> !noisy.i32 {
  %r = shape.reduce(%s, %a) : !shape.shape -> !noisy.i32 {
  ^bb0(%i: index, %d: !shape.size, %c: !noisy.i32):
    %m = noisy.add %c, %a : !noisy.i32
    shape.yield %m : !noisy.i32
  }
  %q = gpu.warp_execute_on_lane_0(%n)[32] args(%a : !noisy.i32) -> (!noisy.i32) {
  ^bb0(%v: !noisy.i32):
    %w = noisy.add %v, %v : !noisy.i32
    gpu.yield %w : !noisy.i32
  }
  gpu.launch blocks(%b1, %b2, %b3) in (%g1 = %n, %g2 = %n, %g3 = %n) threads(%t1, %t2, %t3) in (%l1 = %n, %l2 = %n, %l3 = %n) {
    %w = noisy.add %a, %a : !noisy.i32
    gpu.terminator
  }
  return %q : !noisy.i32
}
acc.private.recipe @recipe : memref<!noisy.i32> init {
^bb0(%m: memref<!noisy.i32>):
  %c = "some.op"() : () -> !noisy.i32
  acc.yield %m : memref<!noisy.i32>
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @within(%no: !noisy.i32) "None" {
    spirv.Return
  }
}

// -----

// Behind a terminator nothing stands; behind what might be none, that is last
// in its block, neither.
func.func @ends(%a: !noisy.i32) -> !noisy.i32 {
  %no = "some.invoke"(%a)[^n, ^e] : (!noisy.i32) -> !noisy.i32
^n:
  return %no : !noisy.i32
^e:
  %no_2 = "some.end"() : () -> !noisy.i32
}
"some.op"() ({
^a(%x: !noisy.i32):
}) : () -> ()
%a = "some.op"() : () -> !noisy.i32
%b = noisy.add %a, %a : !noisy.i32
