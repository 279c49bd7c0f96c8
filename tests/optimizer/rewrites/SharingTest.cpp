//===- SharingTest.cpp - Equal encrypted values computed once -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Sharing.h"
#include "mlir/IR/Verifier.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// How many operations are gone from a function of %a, %b : !noisy.i32, and the
/// index %n.
static unsigned share(const std::string &body) {
  Program program("func.func @f(%a: !noisy.i32, %b: !noisy.i32, %n: index) -> "
                  "!noisy.i32 {\n" +
                  body + "return %r : !noisy.i32\n}");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  unsigned erased = 0;
  RewriteObserver observer;
  observer.onErased = [&](Operation *) { ++erased; };
  unsigned count = shareEqualValues(program.module(), observer);
  CHECK(erased == count);
  CHECK(succeeded(verify(program.module())));
  return count;
}

TEST_CASE("equal values are computed once", "[rewrites]") {
  CHECK(share(R"(
    %0 = noisy.add %a, %b : !noisy.i32
    %1 = noisy.add %b, %a : !noisy.i32
    %r = noisy.mul %0, %1 : !noisy.i32
  )") == 1);
  // What depends on it becomes equal, too.
  CHECK(share(R"(
    %c = arith.constant 3 : i5
    %d = arith.constant 3 : i5
    %x = noisy.encode %c : i5 -> !noisy.i32
    %y = noisy.encode %d : i5 -> !noisy.i32
    %0 = noisy.sub %a, %x : !noisy.i32
    %1 = noisy.sub %a, %y : !noisy.i32
    %2 = noisy.scale %0 by 5 : !noisy.i32
    %3 = noisy.scale %1 by 5 : !noisy.i32
    %r = noisy.mul %2, %3 : !noisy.i32
  )") == 4);
}

TEST_CASE("what is not equal stays", "[rewrites]") {
  CHECK(share(R"(
    %0 = noisy.sub %a, %b : !noisy.i32
    %1 = noisy.sub %b, %a : !noisy.i32
    %2 = noisy.scale %0 by 5 : !noisy.i32
    %3 = noisy.scale %0 by 6 : !noisy.i32
    %4 = noisy.mul %1, %2 : !noisy.i32
    %r = noisy.mul %3, %4 : !noisy.i32
  )") == 0);
  // It states something of its value.
  CHECK(share(R"(
    %0 = noisy.add %a, %b : !noisy.i32
    %1 = noisy.add %a, %b {noisy.cost = 2 : i64} : !noisy.i32
    %r = noisy.mul %0, %1 : !noisy.i32
  )") == 0);
  // It leaves other noise.
  CHECK(share(R"(
    %0 = noisy.reduce_noise %a {to = 16} : !noisy.i32
    %1 = noisy.reduce_noise %a : !noisy.i32
    %r = noisy.mul %0, %1 : !noisy.i32
  )") == 0);
  // Perhaps it is being written.
  CHECK(share(R"(
    %r = noisy.add %a, %b : !noisy.i32
    %1 = noisy.add %a, %b : !noisy.i32
  )") == 0);
}

TEST_CASE("equal values in regions", "[rewrites]") {
  // Those of a region are not known after it, or in another one.
  CHECK(share(R"(
    %0 = arith.constant 0 : index
    %c = arith.cmpi eq, %n, %0 : index
    %1 = noisy.add %a, %b : !noisy.i32
    %2 = scf.if %c -> !noisy.i32 {
      %3 = noisy.add %a, %b : !noisy.i32
      %4 = noisy.mul %3, %b : !noisy.i32
      scf.yield %4 : !noisy.i32
    } else {
      %5 = noisy.mul %1, %b : !noisy.i32
      scf.yield %5 : !noisy.i32
    }
    %6 = noisy.mul %1, %b : !noisy.i32
    %r = noisy.sub %2, %6 : !noisy.i32
  )") == 1);
}

TEST_CASE("reductions are taken away, but for those that state something",
          "[rewrites]") {
  Program program(R"(
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.reduce_noise %a : !noisy.i32
      %1 = noisy.reduce_noise %0 {to = 14} : !noisy.i32
      %2 = noisy.reduce_noise %1 {noisy.cost = 3 : i64} : !noisy.i32
      %3 = noisy.reduce_noise %2 : !noisy.i32
      return %3 : !noisy.i32
    })");
  REQUIRE(program.isParsed());
  CHECK(dropReductions(program.module(), {}) == 2);
  CHECK(succeeded(verify(program.module())));
}

TEST_CASE("shared values: random programs compute the same",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(11));
  unsigned shared = 0, finished = 0;
  for (int i = 0; i < 300; ++i) {
    std::string text = makeProgram(random, makeOptimizableShape(random, 14))
                           .text({/*thrown=*/false, /*carried=*/i % 2 == 0});
    CAPTURE(text);
    Program before(text), after(text);
    REQUIRE(before.isParsed());
    if (shareEqualValues(after.module(), {}) == 0)
      continue;
    ++shared;
    REQUIRE(succeeded(verify(after.module())));
    CHECK(compareRuns(before.module(), after.module(), random, 3, finished) ==
          "");
  }
  CHECK(shared > 20);
  CHECK(finished > 20);
}
