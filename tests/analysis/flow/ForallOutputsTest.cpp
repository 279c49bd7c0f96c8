//===- ForallOutputsTest.cpp - The tensors that scf.forall makes ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("scf.forall gives what was there and what is inserted") {
  Program program(withFresh(R"(
    %t = tensor.splat %a : tensor<4x!noisy.i32>
    %r = scf.forall (%i) in (%n) shared_outs(%o = %t)
        -> tensor<4x!noisy.i32> {
      %e = tensor.extract %o[%i] : tensor<4x!noisy.i32>
      %m = noisy.mul %e, %b : !noisy.i32
      %s = tensor.from_elements %m : tensor<1x!noisy.i32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1]
            : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
      }
    })"));
  CHECK(program.bound("%o") == 24);
  CHECK(program.bound("%e") == 12);
  CHECK(program.bound("%m") == 24);
  CHECK(program.bound("%r") == 24);
  CHECK(program.findings() == "");
}

/// A loop over `turns` that takes an element from the shared tensor at
/// `readIndex`, makes it one bit noisier, and inserts it at `writtenIndex`.
static std::string inPlace(std::string turns, std::string readIndex,
                           std::string writtenIndex) {
  return withFresh(R"(
    %t = tensor.splat %a : tensor<4x!noisy.i32>
    %r = scf.forall (%i) in ()" +
                   turns + R"() shared_outs(%o = %t)
        -> tensor<4x!noisy.i32> {
      %e = tensor.extract %o[)" +
                   readIndex + R"(] : tensor<4x!noisy.i32>
      %m = noisy.add %e, %b : !noisy.i32
      %s = tensor.from_elements %m : tensor<1x!noisy.i32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[)" +
                   writtenIndex + R"(] [1] [1]
            : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
      }
    })");
}

TEST_CASE("turns that keep to a slice of their own see nothing of others") {
  Program program(inPlace("%n", "%i", "%i"));
  CHECK(program.bound("%o") == 13); // the others are at work as well
  CHECK(program.bound("%e") == 12);
  CHECK(program.bound("%r") == 13);
  CHECK(program.findings() == "");
}

TEST_CASE("turns that read elsewhere may see what others insert") {
  for (const char *readIndex : {"%c0", "%n"}) {
    Program program(inPlace("4", readIndex, "%i"));
    CHECK(program.bound("%o") == 15);
    CHECK(program.bound("%r") == 16);
    CHECK(program.findings() == "");
  }
  // One after the other into the same place: an addition in each turn.
  Program sameIndex(inPlace("4", "%c0", "%c0"));
  CHECK(sameIndex.bound("%r") == 16);
  Program single(inPlace("1", "%c0", "%i"));
  CHECK(single.bound("%r") == 13);
  Program endless(inPlace("%n", "%c0", "%i"));
  CHECK(endless.bound("%r") == unbounded);
  CHECK_THAT(endless.findings(), Catch::StartsWith("unbounded %o by 1"));
}

TEST_CASE("a slice that moves with one of two variables is no own slice") {
  Program program(withFresh(R"(
    %t = tensor.splat %a : tensor<4x!noisy.i32>
    %r = scf.forall (%i, %j) in (4, 2) shared_outs(%o = %t)
        -> tensor<4x!noisy.i32> {
      %e = tensor.extract %o[%i] : tensor<4x!noisy.i32>
      %m = noisy.add %e, %b : !noisy.i32
      %s = tensor.from_elements %m : tensor<1x!noisy.i32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1]
            : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
      }
    }
    %u = tensor.splat %a : tensor<4x2x!noisy.i32>
    %q = scf.forall (%i, %j) in (4, 2) shared_outs(%p2 = %u)
        -> tensor<4x2x!noisy.i32> {
      %e = tensor.extract %p2[%i, %j] : tensor<4x2x!noisy.i32>
      %m = noisy.add %e, %b : !noisy.i32
      %s = tensor.from_elements %m : tensor<1x1x!noisy.i32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %p2[%i, %j] [1, 1] [1, 1]
            : tensor<1x1x!noisy.i32> into tensor<4x2x!noisy.i32>
      }
    })"));
  CHECK(program.bound("%r") == 20);
  CHECK(program.bound("%q") == 13);
}

TEST_CASE("a tensor that goes elsewhere in the body is not private") {
  Program program(withFresh(R"(
    %t = tensor.splat %a : tensor<4x!noisy.i32>
    %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<4x!noisy.i32> {
      %d = tensor.cast %o : tensor<4x!noisy.i32> to tensor<?x!noisy.i32>
      %e = tensor.extract %d[%c0] : tensor<?x!noisy.i32>
      %m = noisy.add %e, %b : !noisy.i32
      %s = tensor.from_elements %m : tensor<1x!noisy.i32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1]
            : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
      }
    })"));
  CHECK(program.bound("%r") == 14);
}

TEST_CASE("an integer that the turns share may be what any of them inserts") {
  Program program(withFresh(R"(
    %c50 = arith.constant 50 : index
    %e = tensor.from_elements %c1 : tensor<1xindex>
    %k = scf.forall (%i) in (2) shared_outs(%o = %e) -> tensor<1xindex> {
      %turns = tensor.extract %o[%c0] : tensor<1xindex>
      %r = scf.for %j = %c0 to %turns step %c1 iter_args(%v = %a)
          -> !noisy.i32 {
        %s = noisy.add %v, %a : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      %d = noisy.decode %r : !noisy.i32 -> i5
      %t = tensor.from_elements %c50 : tensor<1xindex>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %t into %o[0] [1] [1]
            : tensor<1xindex> into tensor<1xindex>
      }
    })"));
  CHECK_THAT(program.findings(), Catch::Contains("unbounded"));
}
