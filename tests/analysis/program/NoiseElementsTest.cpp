//===- NoiseElementsTest.cpp - Elements of tensors in loops ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A function that computes %s, and a tensor %t. %a and %b are fresh (12 bits).
struct Known {
  const char *body;
  int sum, tensor;
};
} // namespace

static void checkKnown(llvm::ArrayRef<Known> cases) {
  for (const Known &known : cases) {
    CAPTURE(known.body);
    Program program(withFresh(known.body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%s") == known.sum);
    CHECK(program.bound("%t") == known.tensor);
    CHECK(program.findings() == "");
  }
}

TEST_CASE("an element that an inner loop adds to grows in that loop only") {
  checkKnown({
      // Products of a matrix and a vector: of what is there before, and of a
      // start that is inserted into an empty tensor.
      {R"(%e = tensor.splat %a : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %u) -> (tensor<4x!noisy.i32>) {
              %o = tensor.extract %w[%i] : tensor<4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %y = tensor.insert %s into %w[%i] : tensor<4x!noisy.i32>
              scf.yield %y : tensor<4x!noisy.i32>
            }
            scf.yield %v : tensor<4x!noisy.i32>
          })",
       14, 14},
      {R"(%e = tensor.empty() : tensor<4x!noisy.i32>
          %t = affine.for %i = 0 to 4 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %z = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
            %v = affine.for %j = 0 to 2 iter_args(%w = %z) -> (tensor<4x!noisy.i32>) {
              %o = tensor.extract %w[%i] : tensor<4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %y = tensor.insert %s into %w[%i] : tensor<4x!noisy.i32>
              affine.yield %y : tensor<4x!noisy.i32>
            }
            affine.yield %v : tensor<4x!noisy.i32>
          })",
       14, 14},
      // One of two matrices.
      {R"(%e = tensor.empty() : tensor<4x3x!noisy.i32>
          %t = affine.for %i = 0 to 4 iter_args(%u = %e) -> (tensor<4x3x!noisy.i32>) {
            %r = affine.for %j = 0 to 3 iter_args(%v = %u) -> (tensor<4x3x!noisy.i32>) {
              %z = tensor.insert %a into %v[%i, %j] : tensor<4x3x!noisy.i32>
              %q = affine.for %k = 0 to 5 iter_args(%w = %z) -> (tensor<4x3x!noisy.i32>) {
                %o = tensor.extract %w[%i, %j] : tensor<4x3x!noisy.i32>
                %s = noisy.add %o, %b : !noisy.i32
                %y = tensor.insert %s into %w[%i, %j] : tensor<4x3x!noisy.i32>
                affine.yield %y : tensor<4x3x!noisy.i32>
              }
              affine.yield %q : tensor<4x3x!noisy.i32>
            }
            affine.yield %r : tensor<4x3x!noisy.i32>
          })",
       17, 17},
      // However often the outer loop runs.
      {R"(%e = tensor.splat %a : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %u) -> (tensor<4x!noisy.i32>) {
              %o = tensor.extract %w[%i] : tensor<4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %y = tensor.insert %s into %w[%i] : tensor<4x!noisy.i32>
              scf.yield %y : tensor<4x!noisy.i32>
            }
            scf.yield %v : tensor<4x!noisy.i32>
          })",
       14, 14},
      // In an iteration in which the condition holds.
      {R"(%e = tensor.splat %a : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %v = scf.for %j = %c0 to %c4 step %c1 iter_args(%w = %u) -> (tensor<4x!noisy.i32>) {
              %h = arith.cmpi eq, %j, %c1 : index
              %q = scf.if %h -> (tensor<4x!noisy.i32>) {
                %o = tensor.extract %w[%i] : tensor<4x!noisy.i32>
                %s = noisy.add %o, %b : !noisy.i32
                %y = tensor.insert %s into %w[%i] : tensor<4x!noisy.i32>
                scf.yield %y : tensor<4x!noisy.i32>
              } else {
                scf.yield %w : tensor<4x!noisy.i32>
              }
              scf.yield %q : tensor<4x!noisy.i32>
            }
            scf.yield %v : tensor<4x!noisy.i32>
          })",
       13, 13},
  });
}

TEST_CASE("a loop carries each element at a fixed place by itself") {
  checkKnown({
      {R"(%e = tensor.splat %a : tensor<2x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<2x!noisy.i32>) {
            %o = tensor.extract %u[%c0] : tensor<2x!noisy.i32>
            %s = noisy.add %o, %b : !noisy.i32
            %v = tensor.insert %s into %u[%c0] : tensor<2x!noisy.i32>
            %p0 = tensor.extract %v[%c1] : tensor<2x!noisy.i32>
            %p1 = noisy.scale %p0 by 4 : !noisy.i32
            %w = tensor.insert %p1 into %v[%c1] : tensor<2x!noisy.i32>
            scf.yield %w : tensor<2x!noisy.i32>
          })",
       16, 20},
      // Behind the loop.
      {R"(%e = tensor.splat %a : tensor<2x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<2x!noisy.i32>) {
            %o = tensor.extract %u[%c1] : tensor<2x!noisy.i32>
            %r = noisy.add %o, %b : !noisy.i32
            %v = tensor.insert %r into %u[%c1] : tensor<2x!noisy.i32>
            scf.yield %v : tensor<2x!noisy.i32>
          }
          %l = tensor.extract %t[%c0] : tensor<2x!noisy.i32>
          %s = noisy.add %l, %b : !noisy.i32)",
       13, 16},
      // A tensor without dimensions has one element.
      {R"(%e = tensor.empty() : tensor<!noisy.i32>
          %d = tensor.insert %a into %e[] : tensor<!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %d) -> (tensor<!noisy.i32>) {
            %o = tensor.extract %u[] : tensor<!noisy.i32>
            %q = noisy.reduce_noise %o : !noisy.i32
            %s = noisy.add %q, %b : !noisy.i32
            %v = tensor.insert %s into %u[] : tensor<!noisy.i32>
            scf.yield %v : tensor<!noisy.i32>
          })",
       13, 13},
      // Two that are exchanged: each is added to in every second iteration.
      {R"(%e = tensor.splat %a : tensor<2x!noisy.i32>
          %g:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e, %v = %e) -> (tensor<2x!noisy.i32>, tensor<2x!noisy.i32>) {
            %o = tensor.extract %u[%c0] : tensor<2x!noisy.i32>
            %s = noisy.add %o, %b : !noisy.i32
            %w = tensor.insert %s into %u[%c0] : tensor<2x!noisy.i32>
            scf.yield %v, %w : tensor<2x!noisy.i32>, tensor<2x!noisy.i32>
          }
          %t = tensor.cast %g#1 : tensor<2x!noisy.i32> to tensor<?x!noisy.i32>)",
       14, 14},
  });
}

TEST_CASE("an element that other iterations may add to grows in all of them") {
  checkKnown({
      // At any place.
      {R"(%e = tensor.splat %a : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %u) -> (tensor<4x!noisy.i32>) {
              %k = arith.andi %i, %j : index
              %o = tensor.extract %w[%k] : tensor<4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %y = tensor.insert %s into %w[%k] : tensor<4x!noisy.i32>
              scf.yield %y : tensor<4x!noisy.i32>
            }
            scf.yield %v : tensor<4x!noisy.i32>
          })",
       20, 20},
      // At this one, and at an earlier one after that.
      {R"(%e = tensor.splat %a : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %u) -> (tensor<4x!noisy.i32>) {
              %o = tensor.extract %w[%i] : tensor<4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %y = tensor.insert %s into %w[%i] : tensor<4x!noisy.i32>
              scf.yield %y : tensor<4x!noisy.i32>
            }
            %m = tensor.extract %v[%i] : tensor<4x!noisy.i32>
            %k = arith.andi %i, %c1 : index
            %z = tensor.insert %m into %v[%k] : tensor<4x!noisy.i32>
            scf.yield %z : tensor<4x!noisy.i32>
          })",
       20, 20},
      // At a place that is computed before the inner loop.
      {R"(%e = tensor.splat %a : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
            %k = arith.andi %i, %c1 : index
            %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %u) -> (tensor<4x!noisy.i32>) {
              %o = tensor.extract %w[%k] : tensor<4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %y = tensor.insert %s into %w[%k] : tensor<4x!noisy.i32>
              scf.yield %y : tensor<4x!noisy.i32>
            }
            scf.yield %v : tensor<4x!noisy.i32>
          })",
       20, 20},
      // At another one, which the next iteration reads, where this one has set
      // its own back.
      {R"(%e = tensor.splat %a : tensor<2x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<2x!noisy.i32>) {
            %k = arith.andi %i, %c1 : index
            %m = arith.subi %c1, %k : index
            %o = tensor.extract %u[%k] : tensor<2x!noisy.i32>
            %s = noisy.add %o, %b : !noisy.i32
            %v = tensor.insert %s into %u[%m] : tensor<2x!noisy.i32>
            %w = tensor.insert %a into %v[%k] : tensor<2x!noisy.i32>
            scf.yield %w : tensor<2x!noisy.i32>
          })",
       16, 16},
  });
}

TEST_CASE("an element that an inner loop reads first may be junk") {
  for (const char *start :
       {// Another one is written.
        "%z = tensor.insert %a into %u[%k] : tensor<4x!noisy.i32>",
        // Not always.
        R"(%z = scf.if %p -> (tensor<4x!noisy.i32>) {
             %h = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
             scf.yield %h : tensor<4x!noisy.i32>
           } else {
             scf.yield %u : tensor<4x!noisy.i32>
           })"}) {
    Program program(withFresh((R"(%e = tensor.empty() : tensor<4x!noisy.i32>
            %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
              %k = arith.andi %i, %c1 : index
              )" + llvm::Twine(start) +
                               R"(
              %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%w = %z) -> (tensor<4x!noisy.i32>) {
                %o = tensor.extract %w[%i] : tensor<4x!noisy.i32>
                %s = noisy.add %o, %b : !noisy.i32
                %y = tensor.insert %s into %w[%i] : tensor<4x!noisy.i32>
                scf.yield %y : tensor<4x!noisy.i32>
              }
              scf.yield %v : tensor<4x!noisy.i32>
            })")
                                  .str()));
    CAPTURE(start);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%s") == unknown);
    CHECK(program.findings() == "unknown %e");
  }
}
