//===- InterpreterControlTest.cpp - The interpreter, and control flow -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/analysis/InterpreterRunner.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Runs a function of numbers of type index.
static int64_t runNumber(Runner &runner, llvm::StringRef name,
                         std::vector<int64_t> numbers) {
  std::vector<RuntimeValue> arguments;
  for (int64_t number : numbers)
    arguments.push_back(index(number));
  return runner.number(name, arguments);
}

TEST_CASE("interpreter: loops and branches turn as often as they should") {
  Runner runner(R"(
    func.func @for(%from: index, %to: index, %by: index) -> index {
      %c0 = arith.constant 0 : index
      %r = scf.for %i = %from to %to step %by iter_args(%sum = %c0) -> index {
        %s = arith.addi %sum, %i : index
        scf.yield %s : index
      }
      return %r : index
    }
    func.func @wide(%from: i8, %to: i8, %by: i8) -> i8 {
      %c0 = arith.constant 0 : i8
      %c1 = arith.constant 1 : i8
      %r = scf.for %i = %from to %to step %by iter_args(%turns = %c0) -> i8 : i8 {
        %s = arith.addi %turns, %c1 : i8
        scf.yield %s : i8
      }
      return %r : i8
    }
    func.func @unsigned(%from: i8, %to: i8) -> i8 {
      %c0 = arith.constant 0 : i8
      %c1 = arith.constant 1 : i8
      %r = scf.for unsigned %i = %from to %to step %c1 iter_args(%turns = %c0) -> i8 : i8 {
        %s = arith.addi %turns, %c1 : i8
        scf.yield %s : i8
      }
      return %r : i8
    }
    func.func @collatz(%n: index) -> index {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %r:2 = scf.while (%v = %n, %steps = %c0) : (index, index) -> (index, index) {
        %more = arith.cmpi ne, %v, %c1 : index
        scf.condition(%more) %v, %steps : index, index
      } do {
      ^bb0(%v: index, %steps: index):
        %odd = arith.remui %v, %c2 : index
        %isOdd = arith.cmpi eq, %odd, %c1 : index
        %next = scf.if %isOdd -> index {
          %t = arith.muli %v, %c3 : index
          %u = arith.addi %t, %c1 : index
          scf.yield %u : index
        } else {
          %h = arith.divui %v, %c2 : index
          scf.yield %h : index
        }
        %s = arith.addi %steps, %c1 : index
        scf.yield %next, %s : index, index
      }
      return %r#1 : index
    })");
  CHECK(runNumber(runner, "for", {1, 10, 3}) == 1 + 4 + 7);
  CHECK(runNumber(runner, "for", {5, 5, 1}) == 0);
  CHECK(runNumber(runner, "for", {5, -5, 1}) == 0);
  CHECK(runner.run("for", {index(0), index(1), index(0)}).end ==
        RunEnd::Undefined);
  auto i8 = [](int64_t value) { return integer(8, value); };
  // 200 turns, which is -56 in 8 bits.
  CHECK(runner.number("wide", {i8(-100), i8(100), i8(1)}) == -56);
  CHECK(runner.number("wide", {i8(100), i8(127), i8(27)}) == 1);
  // 100, -56, 44, -112, ..., 20, until it hits 120.
  CHECK(runner.number("wide", {i8(100), i8(120), i8(100)}) == 13);
  CHECK(runner.number("unsigned", {i8(0), i8(-1)}) == -1);
  CHECK(runner.number("unsigned", {i8(-1), i8(0)}) == 0);
  CHECK(runNumber(runner, "collatz", {6}) == 8);
}

TEST_CASE("interpreter: switches and blocks go where they should") {
  Runner runner(R"(
    func.func @switch(%n: index) -> index {
      %r = scf.index_switch %n -> index
      case 2 {
        %c = arith.constant 20 : index
        scf.yield %c : index
      }
      case 5 {
        %c = arith.constant 50 : index
        scf.yield %c : index
      }
      default {
        %c = arith.constant -1 : index
        scf.yield %c : index
      }
      return %r : index
    }
    func.func @execute(%p: i1, %a: index, %b: index) -> index {
      %r = scf.execute_region -> index {
        cf.cond_br %p, ^one, ^two(%a : index)
      ^one:
        scf.yield %b : index
      ^two(%v: index):
        %w = arith.addi %v, %v : index
        scf.yield %w : index
      }
      return %r : index
    }
    func.func @blocks(%n: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      cf.br ^head(%c0, %c0 : i32, i32)
    ^head(%i: i32, %sum: i32):
      %more = arith.cmpi slt, %i, %n : i32
      cf.cond_br %more, ^body, ^end
    ^body:
      %s = arith.addi %sum, %i : i32
      %j = arith.addi %i, %c1 : i32
      cf.br ^head(%j, %s : i32, i32)
    ^end:
      cf.switch %sum : i32, [
        default: ^last(%sum : i32),
        10: ^last(%c1 : i32),
        -1: ^last(%c0 : i32)
      ]
    ^last(%r: i32):
      return %r : i32
    })");
  CHECK(runNumber(runner, "switch", {2}) == 20);
  CHECK(runNumber(runner, "switch", {5}) == 50);
  CHECK(runNumber(runner, "switch", {3}) == -1);
  CHECK(runner.number("execute", {integer(1, 1), index(3), index(4)}) == 4);
  CHECK(runner.number("execute", {integer(1, 0), index(3), index(4)}) == 6);
  CHECK(runner.number("blocks", {integer(32, 4)}) == 6);
  CHECK(runner.number("blocks", {integer(32, 5)}) == 1);
}

TEST_CASE("interpreter: affine loops and conditions") {
  Runner runner(R"(
    func.func @affine(%n: index) -> index {
      %c0 = arith.constant 0 : index
      %r = affine.for %i = 2 to min affine_map<(d0) -> (d0, 9)>(%n) step 3 iter_args(%sum = %c0) -> index {
        %s = arith.addi %sum, %i : index
        affine.yield %s : index
      }
      return %r : index
    }
    func.func @affineIf(%n: index) -> index {
      %r = affine.if affine_set<(d0) : (d0 - 3 >= 0, d0 mod 2 == 0)>(%n) -> index {
        %c = arith.constant 1 : index
        affine.yield %c : index
      } else {
        %c = arith.constant 0 : index
        affine.yield %c : index
      }
      return %r : index
    })");
  CHECK(runNumber(runner, "affine", {100}) == 2 + 5 + 8);
  CHECK(runNumber(runner, "affine", {6}) == 2 + 5);
  CHECK(runNumber(runner, "affine", {0}) == 0);
  CHECK(runNumber(runner, "affineIf", {4}) == 1);
  CHECK(runNumber(runner, "affineIf", {5}) == 0);
  CHECK(runNumber(runner, "affineIf", {2}) == 0);
}

TEST_CASE("interpreter: a function that calls itself") {
  Runner runner(R"(
    func.func @factorial(%n: index) -> index {
      %c1 = arith.constant 1 : index
      %p = arith.cmpi ule, %n, %c1 : index
      %r = scf.if %p -> index {
        scf.yield %c1 : index
      } else {
        %m = arith.subi %n, %c1 : index
        %f = func.call @factorial(%m) : (index) -> index
        %s = arith.muli %n, %f : index
        scf.yield %s : index
      }
      return %r : index
    })");
  CHECK(runNumber(runner, "factorial", {5}) == 120);
  CHECK(runner.run("factorial", {index(50)}).end == RunEnd::Limit);
}

TEST_CASE("interpreter: parallel loops come to every point, in any order") {
  Runner runner(R"(
    func.func @f(%n: index) -> (index, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %c2)
          init (%c0, %c2) -> (index, index) {
        %s = arith.addi %i, %j : index
        scf.reduce(%s, %c2 : index, index) {
        ^bb0(%a: index, %b: index):
          %t = arith.addi %a, %b : index
          scf.reduce.return %t : index
        }, {
        ^bb0(%a: index, %b: index):
          // Not associative, so that the order shows.
          %t = arith.subi %a, %b : index
          scf.reduce.return %t : index
        }
      }
      return %r#0, %r#1 : index, index
    })");
  std::set<int64_t> differences, first;
  for (int i = 0; i < 50; ++i) {
    runner.run("f", {index(4)});
    // i in 0..3, j in 1, 3.
    CHECK(runner.result.results[0].integer() == 2 * (0 + 1 + 2 + 3) + 4 * 4);
    differences.insert(runner.result.results[1].integer().getSExtValue());
    first.insert(runner.visitedValues["%i"][0].integer().getSExtValue());
    CHECK(runner.visitedValues["%i"].size() == 8);
  }
  CHECK(differences.size() > 3);
  CHECK(first.size() == 4);
  runner.run("f", {index(0)});
  CHECK(runner.result.results[1].integer() == 2);
}

TEST_CASE("interpreter: a forall puts its slices together") {
  Runner runner(R"(
    func.func @f(%n: index) -> (tensor<6xindex>, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %init = tensor.splat %c0 : tensor<6xindex>
      %r = scf.forall (%i) = (0) to (%n) step (2) shared_outs(%out = %init) -> tensor<6xindex> {
        %j = arith.addi %i, %c1 : index
        %one = tensor.from_elements %i : tensor<1xindex>
        %two = tensor.from_elements %j : tensor<1xindex>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %one into %out[%i] [1] [1] : tensor<1xindex> into tensor<6xindex>
          tensor.parallel_insert_slice %two into %out[%j] [1] [1] : tensor<1xindex> into tensor<6xindex>
        }
      }
      %d = tensor.dim %r, %c0 : tensor<6xindex>
      return %r, %d : tensor<6xindex>, index
    })");
  runner.run("f", {index(6)});
  REQUIRE(runner.result.isFinished());
  CHECK(runner.elements() == std::vector<int64_t>{0, 1, 2, 3, 4, 5});
  CHECK(runner.result.results[1].integer() == 6);
  CHECK(runner.run("f", {index(7)}).end == RunEnd::Undefined);
}

TEST_CASE("interpreter: the threads of a forall see what others put there") {
  Runner runner(R"(
    func.func @f(%a: !noisy.i32) -> tensor<2x!noisy.i32> {
      %c0 = arith.constant 0 : index
      %init = tensor.splat %a : tensor<2x!noisy.i32>
      %r = scf.forall (%i) in (3) shared_outs(%out = %init) -> tensor<2x!noisy.i32> {
        %e = tensor.extract %out[%c0] : tensor<2x!noisy.i32>
        %s = noisy.add %e, %e : !noisy.i32
        %one = tensor.from_elements %s : tensor<1x!noisy.i32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %one into %out[0] [1] [1] : tensor<1x!noisy.i32> into tensor<2x!noisy.i32>
        }
      }
      return %r : tensor<2x!noisy.i32>
    })");
  auto run = [&] {
    runner.run("f", {cipher(1, 12)});
    REQUIRE(runner.result.isFinished());
    std::vector<uint64_t> noise;
    runner.result.results[0].forEachCipher(
        [&](const Cipher &element) { noise.push_back(element.noise); });
    return noise;
  };
  CHECK(run() == std::vector<uint64_t>{15, 12});
}

//===----------------------------------------------------------------------===//
// Tensors and memory
//===----------------------------------------------------------------------===//

TEST_CASE("interpreter: tensors are values, memory is shared") {
  Runner runner(R"(
    func.func @insert(%a: i8, %b: i8) -> (i8, i8) {
      %c1 = arith.constant 1 : index
      %t = tensor.from_elements %a, %a, %a : tensor<3xi8>
      %u = tensor.insert %b into %t[%c1] : tensor<3xi8>
      %1 = tensor.extract %t[%c1] : tensor<3xi8>
      %2 = tensor.extract %u[%c1] : tensor<3xi8>
      return %1, %2 : i8, i8
    }
    func.func @slices(%a: i8, %b: i8) -> tensor<2x3xi8> {
      %row = tensor.from_elements %a, %b, %a : tensor<1x3xi8>
      %flat = tensor.extract_slice %row[0, 0] [1, 3] [1, 1] : tensor<1x3xi8> to tensor<3xi8>
      %all = tensor.splat %b : tensor<2x3xi8>
      %r = tensor.insert_slice %flat into %all[1, 0] [1, 3] [1, 1] : tensor<3xi8> into tensor<2x3xi8>
      return %r : tensor<2x3xi8>
    }
    func.func @strides(%i: index) -> tensor<2x2xindex> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %t = tensor.from_elements %c0, %c1, %c2, %c3, %c4, %c5 : tensor<2x3xindex>
      %r = tensor.extract_slice %t[0, %i] [2, 2] [1, 2] : tensor<2x3xindex> to tensor<2x2xindex>
      return %r : tensor<2x2xindex>
    }
    func.func private @write(%m: memref<2xi8>, %a: i8) {
      %c1 = arith.constant 1 : index
      memref.store %a, %m[%c1] : memref<2xi8>
      return
    }
    func.func @memory(%a: i8, %i: index) -> i8 {
      %m = memref.alloc() : memref<2xi8>
      func.call @write(%m, %a) : (memref<2xi8>, i8) -> ()
      %r = memref.load %m[%i] : memref<2xi8>
      return %r : i8
    }
    func.func @empty(%n: index) -> i8 {
      %c0 = arith.constant 0 : index
      %t = tensor.empty(%n) : tensor<?xi8>
      %r = tensor.extract %t[%c0] : tensor<?xi8>
      return %r : i8
    })");
  runner.run("insert", {integer(8, 3), integer(8, 4)});
  CHECK(runner.result.results[0].integer() == 3);
  CHECK(runner.result.results[1].integer() == 4);
  runner.run("slices", {integer(8, 3), integer(8, 4)});
  CHECK(runner.elements() == std::vector<int64_t>{4, 4, 4, 3, 4, 3});
  runner.run("strides", {index(0)});
  CHECK(runner.elements() == std::vector<int64_t>{0, 2, 3, 5});
  CHECK(runner.run("strides", {index(1)}).end == RunEnd::Undefined);
  CHECK(runner.number("memory", {integer(8, 9), index(1)}) == 9);
  CHECK(runner.run("memory", {integer(8, 9), index(0)}).end ==
        RunEnd::Undefined);
  CHECK(runner.result.reason == "memref.load: reads what nobody wrote");
  CHECK(runner.run("memory", {integer(8, 9), index(2)}).end ==
        RunEnd::Undefined);
  CHECK(runner.run("empty", {index(3)}).end == RunEnd::Undefined);
}
