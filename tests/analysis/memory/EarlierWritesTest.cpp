//===- EarlierWritesTest.cpp - What earlier iterations have written -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements that loops write from either end, and those that earlier iterations
// have written, in buffers and in tensors.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A function that reads %l; %a and %b are fresh (12 bits).
struct Known {
  const char *body;
  int bits;
};
} // namespace

static void checkKnown(llvm::ArrayRef<Known> cases) {
  for (const Known &known : cases) {
    CAPTURE(known.body);
    Program program(withFresh(known.body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%l") == known.bits);
    CHECK(program.findings() == "");
  }
}

static void checkUnknown(llvm::ArrayRef<const char *> bodies) {
  for (const char *body : bodies) {
    CAPTURE(body);
    Program program(withFresh(body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%l") == unknown);
  }
}

TEST_CASE("a loop that begins at the other end writes all elements") {
  checkKnown({
      {R"(%e = tensor.empty(%n) : tensor<?x!noisy.i32>
          %m = arith.subi %n, %c1 : index
          %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %e) -> (tensor<?x!noisy.i32>) {
            %k = arith.subi %m, %i : index
            %v = tensor.insert %a into %u[%k] : tensor<?x!noisy.i32>
            scf.yield %v : tensor<?x!noisy.i32>
          }
          %l = tensor.extract %t[%c1] : tensor<?x!noisy.i32>)",
       12},
      {R"(%e = memref.alloc() : memref<8x!noisy.i32>
          affine.for %i = 0 to 8 {
            affine.store %a, %e[7 - %i] : memref<8x!noisy.i32>
          }
          %l = memref.load %e[%n] : memref<8x!noisy.i32>)",
       12},
      // Two loops, of which each writes a part.
      {R"(%e = memref.alloc() : memref<800x!noisy.i32>
          affine.for %i = 0 to 500 {
            affine.store %a, %e[%i] : memref<800x!noisy.i32>
          }
          affine.for %i = 0 to 300 {
            affine.store %a, %e[%i + 500] : memref<800x!noisy.i32>
          }
          %l = memref.load %e[%n] : memref<800x!noisy.i32>)",
       12},
  });
  checkUnknown({
      // The first one is left out, or the last one.
      R"(%e = tensor.empty() : tensor<4x!noisy.i32>
         %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
           %k = arith.subi %c4, %i : index
           %v = tensor.insert %a into %u[%k] : tensor<4x!noisy.i32>
           scf.yield %v : tensor<4x!noisy.i32>
         }
         %l = tensor.extract %t[%c0] : tensor<4x!noisy.i32>)",
      R"(%e = memref.alloc() : memref<8x!noisy.i32>
         affine.for %i = 0 to 7 {
           affine.store %a, %e[6 - %i] : memref<8x!noisy.i32>
         }
         %l = memref.load %e[%n] : memref<8x!noisy.i32>)",
      // Every second one.
      R"(%e = memref.alloc() : memref<8x!noisy.i32>
         affine.for %i = 0 to 8 step 2 {
           affine.store %a, %e[7 - %i] : memref<8x!noisy.i32>
         }
         %l = memref.load %e[%n] : memref<8x!noisy.i32>)",
      // One of two parts is not always written.
      R"(%e = memref.alloc() : memref<8x!noisy.i32>
         affine.for %i = 0 to 5 {
           affine.store %a, %e[%i] : memref<8x!noisy.i32>
         }
         scf.if %p {
           affine.for %i = 5 to 8 {
             affine.store %a, %e[%i] : memref<8x!noisy.i32>
           }
         }
         %l = memref.load %e[%n] : memref<8x!noisy.i32>)",
      // The diagonal from the other end.
      R"(%e = memref.alloc() : memref<4x4x!noisy.i32>
         affine.for %i = 0 to 4 {
           affine.store %a, %e[3 - %i, %i] : memref<4x4x!noisy.i32>
         }
         %l = memref.load %e[%n, %c0] : memref<4x4x!noisy.i32>)",
      // Without a sign, a loop from -1 has no iterations.
      R"(%e = memref.alloc() : memref<4x!noisy.i32>
         %s = arith.constant -1 : index
         %o = arith.constant 3 : index
         scf.for unsigned %i = %s to %o step %c1 {
           %k = arith.addi %i, %c1 : index
           memref.store %a, %e[%k] : memref<4x!noisy.i32>
         }
         %l = memref.load %e[%n] : memref<4x!noisy.i32>)",
  });
}

TEST_CASE("a sum of the element before has what the last iteration left") {
  checkKnown({
      {R"(%e = tensor.empty() : tensor<4x!noisy.i32>
          %d = tensor.insert %a into %e[%c0] : tensor<4x!noisy.i32>
          %t = scf.for %i = %c1 to %c4 step %c1 iter_args(%u = %d) -> (tensor<4x!noisy.i32>) {
            %k = arith.subi %i, %c1 : index
            %o = tensor.extract %u[%k] : tensor<4x!noisy.i32>
            %s = noisy.add %o, %b : !noisy.i32
            %v = tensor.insert %s into %u[%i] : tensor<4x!noisy.i32>
            scf.yield %v : tensor<4x!noisy.i32>
          }
          %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
       15},
      {R"(%e = memref.alloc() : memref<100x!noisy.i32>
          memref.store %a, %e[%c0] : memref<100x!noisy.i32>
          affine.for %i = 1 to 100 {
            %o = affine.load %e[%i - 1] : memref<100x!noisy.i32>
            %r = noisy.reduce_noise %o : !noisy.i32
            %s = noisy.add %r, %b : !noisy.i32
            affine.store %s, %e[%i] : memref<100x!noisy.i32>
          }
          %l = memref.load %e[%n] : memref<100x!noisy.i32>)",
       13},
      // From the other end.
      {R"(%e = memref.alloc() : memref<4x!noisy.i32>
          affine.store %a, %e[3] : memref<4x!noisy.i32>
          affine.for %i = 1 to 4 {
            %o = affine.load %e[4 - %i] : memref<4x!noisy.i32>
            %s = noisy.add %o, %b : !noisy.i32
            affine.store %s, %e[3 - %i] : memref<4x!noisy.i32>
          }
          %l = memref.load %e[%n] : memref<4x!noisy.i32>)",
       15},
      // Two that were there before.
      {R"(%e = memref.alloc() : memref<4x!noisy.i32>
          affine.store %a, %e[0] : memref<4x!noisy.i32>
          affine.store %a, %e[1] : memref<4x!noisy.i32>
          affine.for %i = 2 to 4 {
            %o = affine.load %e[%i - 2] : memref<4x!noisy.i32>
            %s = noisy.add %o, %b : !noisy.i32
            affine.store %s, %e[%i] : memref<4x!noisy.i32>
          }
          %l = memref.load %e[%n] : memref<4x!noisy.i32>)",
       14},
      // Row by row: each begins anew.
      {R"(%e = memref.alloc() : memref<3x4x!noisy.i32>
          affine.for %k = 0 to 3 {
            affine.store %a, %e[%k, 0] : memref<3x4x!noisy.i32>
            affine.for %i = 1 to 4 {
              %o = affine.load %e[%k, %i - 1] : memref<3x4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              affine.store %s, %e[%k, %i] : memref<3x4x!noisy.i32>
            }
          }
          %l = memref.load %e[%n, %c0] : memref<3x4x!noisy.i32>)",
       15},
      {R"(%e = tensor.empty() : tensor<3x4x!noisy.i32>
          %t = affine.for %k = 0 to 3 iter_args(%u = %e) -> (tensor<3x4x!noisy.i32>) {
            %d = tensor.insert %a into %u[%k, %c0] : tensor<3x4x!noisy.i32>
            %r = affine.for %i = 1 to 4 iter_args(%v = %d) -> (tensor<3x4x!noisy.i32>) {
              %j = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
              %o = tensor.extract %v[%k, %j] : tensor<3x4x!noisy.i32>
              %s = noisy.add %o, %b : !noisy.i32
              %w = tensor.insert %s into %v[%k, %i] : tensor<3x4x!noisy.i32>
              affine.yield %w : tensor<3x4x!noisy.i32>
            }
            affine.yield %r : tensor<3x4x!noisy.i32>
          }
          %l = tensor.extract %t[%n, %c0] : tensor<3x4x!noisy.i32>)",
       15},
      // A row from the one before.
      {R"(%e = memref.alloc() : memref<4x3x!noisy.i32>
          affine.for %k = 0 to 3 {
            affine.store %a, %e[0, %k] : memref<4x3x!noisy.i32>
          }
          affine.for %i = 1 to 4 {
            affine.for %k = 0 to 3 {
              %o = affine.load %e[%i - 1, %k] : memref<4x3x!noisy.i32>
              %r = noisy.reduce_noise %o : !noisy.i32
              %s = noisy.add %r, %b : !noisy.i32
              affine.store %s, %e[%i, %k] : memref<4x3x!noisy.i32>
            }
          }
          %l = memref.load %e[%n, %c0] : memref<4x3x!noisy.i32>)",
       13},
  });
  checkUnknown({
      // Nobody has written the first one.
      R"(%e = memref.alloc() : memref<4x!noisy.i32>
         affine.for %i = 1 to 4 {
           %l = affine.load %e[%i - 1] : memref<4x!noisy.i32>
           affine.store %a, %e[%i] : memref<4x!noisy.i32>
         })",
      R"(%e = tensor.empty() : tensor<4x!noisy.i32>
         %t = scf.for %i = %c1 to %c4 step %c1 iter_args(%u = %e) -> (tensor<4x!noisy.i32>) {
           %k = arith.subi %i, %c1 : index
           %l = tensor.extract %u[%k] : tensor<4x!noisy.i32>
           %v = tensor.insert %l into %u[%i] : tensor<4x!noisy.i32>
           scf.yield %v : tensor<4x!noisy.i32>
         })",
      // The next one is written later.
      R"(%e = memref.alloc() : memref<5x!noisy.i32>
         affine.store %a, %e[1] : memref<5x!noisy.i32>
         affine.for %i = 0 to 4 {
           %l = affine.load %e[%i + 1] : memref<5x!noisy.i32>
           affine.store %a, %e[%i] : memref<5x!noisy.i32>
         })",
      // From the other end that is the one before, which comes later.
      R"(%e = memref.alloc() : memref<5x!noisy.i32>
         affine.store %a, %e[3] : memref<5x!noisy.i32>
         affine.for %i = 1 to 5 {
           %l = affine.load %e[4 - %i] : memref<5x!noisy.i32>
           affine.store %a, %e[5 - %i] : memref<5x!noisy.i32>
         })",
      // In steps, every second one is left out.
      R"(%e = memref.alloc() : memref<5x!noisy.i32>
         affine.store %a, %e[0] : memref<5x!noisy.i32>
         affine.for %i = 1 to 5 step 2 {
           %l = affine.load %e[%i - 1] : memref<5x!noisy.i32>
           affine.store %a, %e[%i] : memref<5x!noisy.i32>
         })",
      // Not in each iteration.
      R"(%e = memref.alloc() : memref<4x!noisy.i32>
         affine.store %a, %e[0] : memref<4x!noisy.i32>
         affine.for %i = 1 to 4 {
           %l = affine.load %e[%i - 1] : memref<4x!noisy.i32>
           scf.if %p {
             affine.store %a, %e[%i] : memref<4x!noisy.i32>
           }
         })",
      // Another row.
      R"(%e = memref.alloc() : memref<3x4x!noisy.i32>
         affine.for %k = 0 to 3 {
           affine.store %a, %e[%k, 0] : memref<3x4x!noisy.i32>
         }
         affine.for %k = 0 to 3 {
           affine.for %i = 1 to 4 {
             %l = affine.load %e[2, %i - 1] : memref<3x4x!noisy.i32>
             affine.store %a, %e[%k, %i] : memref<3x4x!noisy.i32>
           }
         })",
  });
}
