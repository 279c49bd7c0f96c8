// In MLIR 22 none of these implements an interface of control flow: their
// regions are only there.
omp.private {type = private} @private : !noisy.i32
omp.declare_reduction @sum : i32 init {
^bb0(%i: i32):
  %zero = arith.constant 0 : i32
  omp.yield(%zero : i32)
} combiner {
^bb0(%l: i32, %r: i32):
  %s = arith.addi %l, %r : i32
  omp.yield(%s : i32)
}
func.func @regions(%x: i5, %p: i1, %n: i32) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %one = arith.constant 1 : i32
  omp.parallel if(%p) num_threads(%n : i32) {
    %m = noisy.mul %a, %a : !noisy.i32
    omp.wsloop {
      omp.loop_nest (%i) : i32 = (%one) to (%n) step (%one) {
        %w = noisy.add %m, %a : !noisy.i32
        %j = arith.addi %i, %one : i32
        omp.yield
      }
    }
    omp.wsloop {
      omp.simd {
        omp.loop_nest (%i, %j) : i32 = (%one, %n) to (%n, %one) inclusive step (%one, %one) {
          cf.cond_br %p, ^one(%m : !noisy.i32), ^two
        ^one(%v: !noisy.i32):
          %w = noisy.add %v, %a : !noisy.i32
          cf.br ^two
        ^two:
          omp.yield
        }
      } {omp.composite}
    } {omp.composite}
    omp.sections {
      omp.section {
        %w = noisy.mul %m, %a : !noisy.i32
        omp.terminator
      }
      omp.terminator
    }
    omp.single {
      %w = noisy.mul %m, %a : !noisy.i32
      omp.terminator
    }
    omp.master {
      %w = noisy.add %m, %a : !noisy.i32
      omp.terminator
    }
    omp.critical {
      omp.terminator
    }
    omp.task {
      %w = noisy.add %m, %a : !noisy.i32
      omp.terminator
    }
    omp.taskgroup {
      omp.terminator
    }
    omp.terminator
  }
  omp.target {
    %two = arith.constant 2 : i32
    %y = arith.constant 3 : i5
    %b = noisy.encode %y : i5 -> !noisy.i32
    omp.teams {
      omp.distribute {
        omp.loop_nest (%i) : i32 = (%two) to (%two) step (%two) {
          %w = noisy.add %b, %b : !noisy.i32
          omp.yield
        }
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
