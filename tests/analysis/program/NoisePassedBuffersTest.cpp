//===- NoisePassedBuffersTest.cpp - What calls pass in buffers ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/random/RandomMemory.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// @double adds the element of %m to itself.
static const std::string doubler = R"(
  func.func private @double(%m: memref<!noisy.i32>) {
    %l = memref.load %m[] : memref<!noisy.i32>
    %s = noisy.add %l, %l : !noisy.i32
    memref.store %s, %m[] : memref<!noisy.i32>
    return
  }
)";
static const std::string buffer = R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
)";
static const std::string callDouble =
    "call @double(%m) : (memref<!noisy.i32>) -> ()\n";
static const std::string result =
    "%z = memref.load %m[] : memref<!noisy.i32>\n";

TEST_CASE("a call finds in a buffer what is there, and leaves what it stores",
          "[buffers]") {
  Program once(doubler + withFresh(buffer + callDouble + result));
  INFO(once.diagnostics());
  CHECK(once.bound("%z") == 13);
  CHECK(once.bound("%l") == 12);
  CHECK(once.findings() == "");
  // One after the other, they are no recursion.
  Program twice(doubler + withFresh(buffer + callDouble + callDouble + result));
  CHECK(twice.bound("%z") == 14);
  CHECK(twice.bound("%l") == 13);
  CHECK(twice.findings() == "");
}

TEST_CASE("callers of one function do not spoil one another's buffers",
          "[buffers]") {
  Program program(doubler + withFresh(buffer + R"(
    %big = memref.alloca() : memref<!noisy.i32>
    %b2 = noisy.mul %a, %b : !noisy.i32
    memref.store %b2, %big[] : memref<!noisy.i32>
    call @double(%big) : (memref<!noisy.i32>) -> ()
    %y = memref.load %big[] : memref<!noisy.i32>
)" + callDouble + result));
  CHECK(program.bound("%y") == 25);
  CHECK(program.bound("%z") == 13);
  CHECK(program.bound("%l") == 24);
}

TEST_CASE("a call in a loop", "[buffers]") {
  Program program(doubler + withFresh(buffer + R"(
    scf.for %i = %c0 to %c4 step %c1 {
      func.call @double(%m) : (memref<!noisy.i32>) -> ()
    }
)" + result));
  CHECK(program.bound("%z") == 16);
  CHECK(program.bound("%l") == 15);
  CHECK(program.findings() == "");
  Program endless(doubler + withFresh(buffer + R"(
    scf.for %i = %c0 to %n step %c1 {
      func.call @double(%m) : (memref<!noisy.i32>) -> ()
    }
)" + result));
  CHECK(endless.bound("%z") == unbounded);
}

TEST_CASE("a buffer that a function fills", "[buffers]") {
  const std::string fill = R"(
  func.func private @fill(%m: memref<4x!noisy.i32>, %v: !noisy.i32) {
    affine.for %i = 0 to 4 {
      affine.store %v, %m[%i] : memref<4x!noisy.i32>
    }
    return
  }
)";
  const std::string alloc = "%m = memref.alloc() : memref<4x!noisy.i32>\n";
  const std::string call =
      "call @fill(%m, %a) : (memref<4x!noisy.i32>, !noisy.i32) -> ()\n";
  const std::string load = "%z = memref.load %m[%c0] : memref<4x!noisy.i32>\n";
  Program program(fill + withFresh(alloc + call + load));
  CHECK(program.bound("%z") == 12);
  CHECK(program.findings() == "");
  // What was there before is gone.
  Program noisier(fill + withFresh(alloc + R"(
    %b2 = noisy.mul %a, %b : !noisy.i32
    call @fill(%m, %b2) : (memref<4x!noisy.i32>, !noisy.i32) -> ()
)" + call + load));
  CHECK(noisier.bound("%z") == 12);
  // Nobody has written the element.
  Program unwritten(fill + withFresh(alloc + load + call));
  CHECK(unwritten.bound("%z") == unknown);
}

TEST_CASE("a function that reads what its callers may not have written",
          "[buffers]") {
  Program program(doubler + withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
)" + callDouble + result));
  CHECK(program.bound("%l") == unknown);
  CHECK(program.bound("%z") == unknown);
}

TEST_CASE("a buffer that is passed on", "[buffers]") {
  Program program(doubler + R"(
  func.func private @through(%k: memref<!noisy.i32>) {
    call @double(%k) : (memref<!noisy.i32>) -> ()
    call @double(%k) : (memref<!noisy.i32>) -> ()
    return
  }
)" +
                  withFresh(buffer +
                            "call @through(%m) : (memref<!noisy.i32>) -> ()\n" +
                            result));
  CHECK(program.bound("%z") == 14);
  CHECK(program.findings() == "");
}

TEST_CASE("the same buffer twice is not followed", "[buffers]") {
  const std::string both = R"(
  func.func private @both(%k: memref<!noisy.i32>, %o: memref<!noisy.i32>) {
    %l = memref.load %k[] : memref<!noisy.i32>
    %s = noisy.mul %l, %l : !noisy.i32
    memref.store %s, %o[] : memref<!noisy.i32>
    %e = memref.load %k[] : memref<!noisy.i32>
    return
  }
)";
  Program same(both + withFresh(buffer + R"(
    call @both(%m, %m) : (memref<!noisy.i32>, memref<!noisy.i32>) -> ()
)" + result));
  CHECK(same.bound("%e") == unknown);
  CHECK(same.bound("%z") == unknown);
  Program view(both + withFresh(buffer + R"(
    %w = memref.cast %m : memref<!noisy.i32> to memref<!noisy.i32>
    call @both(%m, %w) : (memref<!noisy.i32>, memref<!noisy.i32>) -> ()
)" + result));
  CHECK(view.bound("%z") == unknown);
  Program other(both + withFresh(buffer + R"(
    %w = memref.alloca() : memref<!noisy.i32>
    call @both(%m, %w) : (memref<!noisy.i32>, memref<!noisy.i32>) -> ()
    %y = memref.load %w[] : memref<!noisy.i32>
)" + result));
  CHECK(other.bound("%e") == 12);
  CHECK(other.bound("%z") == 12);
  CHECK(other.bound("%y") == 24);
}

TEST_CASE("a buffer with a copy of one that is not followed", "[buffers]") {
  // %k is passed, and so is %o, but twice; each gets a copy of the other one.
  Program program(R"(
  func.func private @one(%1: memref<!noisy.i32>, %2: memref<!noisy.i32>) {
    %s = memref.load %1[] : memref<!noisy.i32>
    memref.store %s, %2[] : memref<!noisy.i32>
    return
  }
  func.func private @two(%3: memref<!noisy.i32>) {
    return
  }
)" + withFresh(buffer + R"(
    %k = memref.alloca() : memref<!noisy.i32>
    %o = memref.alloca() : memref<!noisy.i32>
    %u = memref.alloca() : memref<!noisy.i32>
    %big = noisy.mul %a, %b : !noisy.i32
    memref.store %a, %k[] : memref<!noisy.i32>
    memref.store %a, %o[] : memref<!noisy.i32>
    memref.store %big, %u[] : memref<!noisy.i32>
    memref.copy %o, %k : memref<!noisy.i32> to memref<!noisy.i32>
    memref.copy %k, %m : memref<!noisy.i32> to memref<!noisy.i32>
    call @two(%k) : (memref<!noisy.i32>) -> ()
    call @one(%m, %o) : (memref<!noisy.i32>, memref<!noisy.i32>) -> ()
    call @one(%u, %u) : (memref<!noisy.i32>, memref<!noisy.i32>) -> ()
    %y = memref.load %k[] : memref<!noisy.i32>
)" + result));
  INFO(program.diagnostics());
  CHECK(program.bound("%y") == unknown);
  CHECK(program.bound("%z") == unknown);
}

TEST_CASE("an operation that overflows in a function that gets a buffer",
          "[buffers]") {
  Program program(R"(
  func.func private @square(%m: memref<!noisy.i32>) {
    %l = memref.load %m[] : memref<!noisy.i32>
    %s = noisy.mul %l, %l : !noisy.i32
    memref.store %s, %m[] : memref<!noisy.i32>
    return
  }
)" + withFresh(buffer + R"(
    call @square(%m) : (memref<!noisy.i32>) -> ()
    call @square(%m) : (memref<!noisy.i32>) -> ()
)" + result));
  CHECK(program.bound("%z") == 48);
  CHECK(program.findings() == "overflow %s 48");
}

TEST_CASE("noise in buffers that calls pass is that of the inlined program",
          "[random]") {
  std::mt19937 random(randomSeed(37));
  unsigned equal = 0, all = 0, known = 0;
  auto getReturned = [](Program &program) {
    auto function = program.module().lookupSymbol<func::FuncOp>("f");
    return program.facts().getBound(
        function.front().getTerminator()->getOperand(0));
  };
  for (unsigned i = 0; i < 1500; ++i) {
    MemoryShape shape;
    shape.statements = 4 + i % 16;
    shape.depth = i % 3;
    shape.functions = 1 + i % 4;
    shape.escapes = false;
    shape.parallels = i % 4 == 0;
    shape.scalarBuffers = i % 3 != 0;
    std::string text = makeMemoryProgram(random, shape);
    Program program(text), inlined(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    REQUIRE(inlined.run("inline{default-pipeline=}"));
    NoiseBound bound = getReturned(program);
    NoiseBound reference = getReturned(inlined);
    CAPTURE(bound, reference);
    REQUIRE(bound >= reference);
    ++all;
    equal += bound == reference;
    known += bound.isBits();
    countChecked("noise in passed buffers, against inlined programs");
  }
  WARN(equal << " of " << all << " are equal, " << known << " known");
  CHECK(equal > all * 4 / 5);
  CHECK(known > all / 4);
}
