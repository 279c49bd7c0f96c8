//===- MemoryFlowTest.cpp - The flow of noise through memory --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A function that loads %l. %a and %b are fresh (12 bits), %big has 24.
struct KnownLoad {
  const char *body;
  int bits;
};
struct UnknownLoad {
  const char *body;
  /// A part of the finding on %l.
  const char *reason;
};
} // namespace

static std::string withBig(llvm::StringRef body) {
  return withFresh("%big = noisy.mul %a, %b : !noisy.i32\n" + body.str());
}

static void checkKnown(llvm::ArrayRef<KnownLoad> cases) {
  for (const KnownLoad &known : cases) {
    CAPTURE(known.body);
    Program program(withBig(known.body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%l") == known.bits);
    CHECK(program.findings() == "");
  }
}

static void checkUnknown(Program &program, llvm::StringRef reason) {
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%l") == unknown);
  CHECK_FALSE(program.fact("%l").isSafe(26));
  std::string text;
  for (const NoiseFinding &finding : program.facts().getFindings())
    if (finding.value == program.value("%l"))
      text += describeFinding(program.facts(), finding,
                              [&](Value value) { return program.name(value); });
  CAPTURE(text);
  CHECK(llvm::StringRef(text).contains(reason));
}

static void checkUnknown(llvm::ArrayRef<UnknownLoad> cases) {
  for (const UnknownLoad &load : cases) {
    CAPTURE(load.body);
    Program program(withBig(load.body));
    checkUnknown(program, load.reason);
  }
}

TEST_CASE("a load right after a store has what was stored") {
  checkKnown({
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          memref.store %big, %m[] : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       12},
      {R"(%m = memref.alloc(%n) : memref<?x!noisy.i32>
          memref.store %big, %m[%c0] : memref<?x!noisy.i32>
          memref.store %a, %m[%n] : memref<?x!noisy.i32>
          %l = memref.load %m[%n] : memref<?x!noisy.i32>
          memref.dealloc %m : memref<?x!noisy.i32>)",
       12},
      // Another element is written between.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          memref.store %big, %m[%c0] : memref<4x!noisy.i32>
          %l = memref.load %m[%c1] : memref<4x!noisy.i32>)",
       12},
      // In a loop, of a buffer that stays.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %big, %m[%c0] : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            memref.store %a, %m[%i] : memref<4x!noisy.i32>
            %l = memref.load %m[%i] : memref<4x!noisy.i32>
          })",
       12},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          affine.for %i = 0 to 4 {
            affine.store %big, %m[%i] : memref<4x!noisy.i32>
          }
          affine.store %a, %m[3] : memref<4x!noisy.i32>
          %l = affine.load %m[3] : memref<4x!noisy.i32>)",
       12},
  });
}

TEST_CASE("a write between that may be to the same element is not missed") {
  checkKnown({
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          memref.store %big, %m[%n] : memref<4x!noisy.i32>
          %l = memref.load %m[%c1] : memref<4x!noisy.i32>)",
       24},
      // Through a view.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          %v = memref.subview %m[1] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: 1>>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          memref.store %big, %v[%c0] : memref<2x!noisy.i32, strided<[1], offset: 1>>
          %l = memref.load %m[%c1] : memref<4x!noisy.i32>)",
       24},
      // In a region.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          scf.if %p {
            memref.store %big, %m[%c1] : memref<4x!noisy.i32>
          }
          %l = memref.load %m[%c1] : memref<4x!noisy.i32>)",
       24},
      // By the iteration before.
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          scf.for %i = %c0 to %n step %c1 {
            %l = memref.load %m[] : memref<!noisy.i32>
            memref.store %big, %m[] : memref<!noisy.i32>
          })",
       24},
      // All indices have the same address.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32, affine_map<(d0) -> (0)>>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32, affine_map<(d0) -> (0)>>
          memref.store %big, %m[%c0] : memref<4x!noisy.i32, affine_map<(d0) -> (0)>>
          %l = memref.load %m[%c1] : memref<4x!noisy.i32, affine_map<(d0) -> (0)>>)",
       24},
      // By another thread.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
            memref.store %big, %m[%c0] : memref<4x!noisy.i32>
            memref.store %a, %m[%c0] : memref<4x!noisy.i32>
            %l = memref.load %m[%c0] : memref<4x!noisy.i32>
            scf.reduce
          })",
       24},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %t = async.execute {
            memref.store %big, %m[] : memref<!noisy.i32>
            async.yield
          }
          memref.store %a, %m[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       24},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          %t = async.execute {
            %l = memref.load %m[] : memref<!noisy.i32>
            async.yield
          }
          memref.store %big, %m[] : memref<!noisy.i32>)",
       24},
  });
}

TEST_CASE("elements are told apart by constant indices") {
  checkKnown({
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          memref.store %big, %m[%c0] : memref<4x!noisy.i32>
          scf.if %p {
            %l = memref.load %m[%c1] : memref<4x!noisy.i32>
          })",
       12},
      // One index is enough.
      {R"(%m = memref.alloc() : memref<4x4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            memref.store %a, %m[%c1, %i] : memref<4x4x!noisy.i32>
            memref.store %big, %m[%c0, %i] : memref<4x4x!noisy.i32>
          }
          %l = memref.load %m[%c1, %n] : memref<4x4x!noisy.i32>)",
       12},
  });
}

TEST_CASE("a loop up to the size of a buffer writes all of it") {
  checkKnown({
      {R"(%m = memref.alloc(%n) : memref<?x!noisy.i32>
          %d = memref.dim %m, %c0 : memref<?x!noisy.i32>
          scf.for %i = %c0 to %d step %c1 {
            memref.store %a, %m[%i] : memref<?x!noisy.i32>
          }
          %l = memref.load %m[%c1] : memref<?x!noisy.i32>)",
       12},
      // The size of another one that is as large.
      {R"(%o = memref.alloc(%n) : memref<?x!noisy.i32>
          %d = memref.dim %o, %c0 : memref<?x!noisy.i32>
          %m = memref.alloc(%d) : memref<?x!noisy.i32>
          affine.for %i = 0 to %n {
            memref.store %a, %m[%i] : memref<?x!noisy.i32>
          }
          %l = memref.load %m[%c1] : memref<?x!noisy.i32>)",
       12},
  });
  checkUnknown({
      // Another dimension.
      {R"(%m = memref.alloc(%n) : memref<?x4x!noisy.i32>
          %d = memref.dim %m, %c1 : memref<?x4x!noisy.i32>
          scf.for %i = %c0 to %d step %c1 {
            scf.for %j = %c0 to %c4 step %c1 {
              memref.store %a, %m[%i, %j] : memref<?x4x!noisy.i32>
            }
          }
          %l = memref.load %m[%c1, %c1] : memref<?x4x!noisy.i32>)",
       "is not known to be written before"},
  });
}

TEST_CASE("elements of a subview are elements of the buffer") {
  checkKnown({
      // Of another part.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c0] : memref<4x!noisy.i32>
          %v = memref.subview %m[1] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: 1>>
          memref.store %big, %v[%c0] : memref<2x!noisy.i32, strided<[1], offset: 1>>
          %l = memref.load %m[%c0] : memref<4x!noisy.i32>)",
       12},
      // The same element, by two names.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %big, %m[%c2] : memref<4x!noisy.i32>
          %v = memref.subview %m[1] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: 1>>
          memref.store %a, %v[%c1] : memref<2x!noisy.i32, strided<[1], offset: 1>>
          %l = memref.load %m[%c2] : memref<4x!noisy.i32>)",
       12},
      // Every other element, then the second of these: 0 + 2 * (1 + 0).
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          memref.store %a, %m[%c2] : memref<4x!noisy.i32>
          %v = memref.subview %m[0] [2] [2] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[2]>>
          %w = memref.subview %v[1] [1] [1] : memref<2x!noisy.i32, strided<[2]>> to memref<1x!noisy.i32, strided<[2], offset: 2>>
          memref.store %big, %w[%c0] : memref<1x!noisy.i32, strided<[2], offset: 2>>
          %l = memref.load %m[%c1] : memref<4x!noisy.i32>)",
       12},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          memref.store %a, %m[%c2] : memref<4x!noisy.i32>
          %v = memref.subview %m[0] [2] [2] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[2]>>
          %w = memref.subview %v[1] [1] [1] : memref<2x!noisy.i32, strided<[2]>> to memref<1x!noisy.i32, strided<[2], offset: 2>>
          memref.store %big, %w[%c0] : memref<1x!noisy.i32, strided<[2], offset: 2>>
          %l = memref.load %m[%c2] : memref<4x!noisy.i32>)",
       24},
      // A row, whose dimension is left out.
      {R"(%m = memref.alloc() : memref<2x2x!noisy.i32>
          memref.store %a, %m[%c0, %c1] : memref<2x2x!noisy.i32>
          %v = memref.subview %m[1, 0] [1, 2] [1, 1] : memref<2x2x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: 2>>
          memref.store %big, %v[%c1] : memref<2x!noisy.i32, strided<[1], offset: 2>>
          %l = memref.load %m[%c0, %c1] : memref<2x2x!noisy.i32>)",
       12},
      // An offset that is not known.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c0] : memref<4x!noisy.i32>
          %v = memref.subview %m[%n] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: ?>>
          memref.store %big, %v[%c1] : memref<2x!noisy.i32, strided<[1], offset: ?>>
          %l = memref.load %m[%c0] : memref<4x!noisy.i32>)",
       24},
  });
}

TEST_CASE("what is written to the whole buffer can be read anywhere") {
  checkKnown({
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            memref.store %a, %m[%i] : memref<4x!noisy.i32>
          }
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       12},
      {R"(%m = memref.alloc(%n) : memref<?x4x!noisy.i32>
          scf.for %i = %c0 to %n step %c1 {
            affine.for %j = 0 to 4 {
              memref.store %big, %m[%i, %j] : memref<?x4x!noisy.i32>
            }
          }
          %l = memref.load %m[%n, %c1] : memref<?x4x!noisy.i32>)",
       24},
      {R"(%m = memref.alloc() : memref<2x4x!noisy.i32>
          scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c4) step (%c1, %c1) {
            memref.store %a, %m[%i, %j] : memref<2x4x!noisy.i32>
            scf.reduce
          }
          %l = memref.load %m[%c0, %n] : memref<2x4x!noisy.i32>)",
       12},
      // In both cases of a conditional.
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          scf.if %p {
            memref.store %a, %m[] : memref<!noisy.i32>
          } else {
            memref.store %big, %m[] : memref<!noisy.i32>
          }
          %l = memref.load %m[] : memref<!noisy.i32>)",
       24},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          %k = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            memref.store %big, %k[%i] : memref<4x!noisy.i32>
          }
          memref.copy %k, %m : memref<4x!noisy.i32> to memref<4x!noisy.i32>
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       24},
      // A buffer for each iteration.
      {R"(scf.for %i = %c0 to %c4 step %c1 {
            %m = memref.alloca() : memref<!noisy.i32>
            memref.store %a, %m[] : memref<!noisy.i32>
            scf.if %p {
              %l = memref.load %m[] : memref<!noisy.i32>
            }
            memref.store %big, %m[] : memref<!noisy.i32>
          })",
       12},
  });
}

TEST_CASE("copies between parts of a buffer may bring any of its elements") {
  // %y is what was in %m[1].
  Program program(withBig(R"(
    %m = memref.alloc() : memref<2x!noisy.i32>
    %k = memref.alloc() : memref<1x!noisy.i32>
    memref.store %a, %m[%c0] : memref<2x!noisy.i32>
    memref.store %big, %m[%c1] : memref<2x!noisy.i32>
    %0 = memref.subview %m[0] [1] [1] : memref<2x!noisy.i32>
        to memref<1x!noisy.i32, strided<[1]>>
    %1 = memref.subview %m[1] [1] [1] : memref<2x!noisy.i32>
        to memref<1x!noisy.i32, strided<[1], offset: 1>>
    memref.copy %1, %k : memref<1x!noisy.i32, strided<[1], offset: 1>>
        to memref<1x!noisy.i32>
    memref.copy %k, %0 : memref<1x!noisy.i32>
        to memref<1x!noisy.i32, strided<[1]>>
    %l = memref.load %m[%c0] : memref<2x!noisy.i32>)"));
  INFO(program.diagnostics());
  CHECK(program.bound("%l") == 24);
  // The same where the store comes after the load, in a later iteration.
  Program later(withBig(R"(
    %m = memref.alloc() : memref<1x!noisy.i32>
    %k = memref.alloc() : memref<1x!noisy.i32>
    memref.store %a, %m[%c0] : memref<1x!noisy.i32>
    memref.store %a, %k[%c0] : memref<1x!noisy.i32>
    scf.for %i = %c0 to %n step %c1 {
      memref.copy %k, %m : memref<1x!noisy.i32> to memref<1x!noisy.i32>
      %l = memref.load %m[%c0] : memref<1x!noisy.i32>
      memref.store %big, %m[%c0] : memref<1x!noisy.i32>
      memref.copy %m, %k : memref<1x!noisy.i32> to memref<1x!noisy.i32>
    })"));
  CHECK(later.bound("%l") == 24);
}

TEST_CASE("a read that may come before the write is unknown") {
  const char *reason = "is not known to be written before";
  checkUnknown({
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       reason},
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>)",
       reason},
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          scf.if %p {
            memref.store %a, %m[] : memref<!noisy.i32>
          }
          %l = memref.load %m[] : memref<!noisy.i32>)",
       reason},
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          scf.for %i = %c0 to %n step %c1 {
            memref.store %a, %m[] : memref<!noisy.i32>
          }
          %l = memref.load %m[] : memref<!noisy.i32>)",
       reason},
      {R"(%m = memref.alloca() : memref<!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            %l = memref.load %m[] : memref<!noisy.i32>
            memref.store %a, %m[] : memref<!noisy.i32>
          })",
       reason},
      // Another element, or not all.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c1] : memref<4x!noisy.i32>
          %l = memref.load %m[%c0] : memref<4x!noisy.i32>)",
       reason},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c1 to %c4 step %c1 {
            memref.store %a, %m[%i] : memref<4x!noisy.i32>
          }
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       reason},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c2 {
            memref.store %a, %m[%i] : memref<4x!noisy.i32>
          }
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       reason},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c2 step %c1 {
            memref.store %a, %m[%i] : memref<4x!noisy.i32>
          }
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       reason},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            scf.if %p {
              memref.store %a, %m[%i] : memref<4x!noisy.i32>
            }
          }
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       reason},
      // The diagonal.
      {R"(%m = memref.alloc() : memref<4x4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            memref.store %a, %m[%i, %i] : memref<4x4x!noisy.i32>
          }
          %l = memref.load %m[%n, %c0] : memref<4x4x!noisy.i32>)",
       reason},
      // Through a view, which has other indices.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          %v = memref.subview %m[1] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: 1>>
          memref.store %a, %v[%c0] : memref<2x!noisy.i32, strided<[1], offset: 1>>
          %l = memref.load %m[%c0] : memref<4x!noisy.i32>)",
       reason},
      // The index is another one then.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          scf.for %i = %c0 to %c4 step %c1 {
            scf.if %p {
              memref.store %a, %m[%i] : memref<4x!noisy.i32>
            }
            %l = memref.load %m[%i] : memref<4x!noisy.i32>
          })",
       reason},
      // The buffer is another one then.
      {R"(scf.for %i = %c0 to %c4 step %c1 {
            %m = memref.alloca() : memref<!noisy.i32>
            scf.if %p {
              memref.store %a, %m[] : memref<!noisy.i32>
            } else {
              %l = memref.load %m[] : memref<!noisy.i32>
            }
          })",
       reason},
      // A copy of what was not written.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          %k = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %k[%c0] : memref<4x!noisy.i32>
          memref.store %a, %m[%c0] : memref<4x!noisy.i32>
          memref.copy %k, %m : memref<4x!noisy.i32> to memref<4x!noisy.i32>
          %l = memref.load %m[%c0] : memref<4x!noisy.i32>)",
       "not all of the buffer %k that is copied is known to be written"},
      // Not the whole target.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          %k = memref.alloc() : memref<2x!noisy.i32>
          %v = memref.subview %m[0] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1]>>
          scf.for %i = %c0 to %c2 step %c1 {
            memref.store %a, %k[%i] : memref<2x!noisy.i32>
          }
          memref.copy %k, %v : memref<2x!noisy.i32> to memref<2x!noisy.i32, strided<[1]>>
          %l = memref.load %m[%n] : memref<4x!noisy.i32>)",
       reason},
  });
}

TEST_CASE("a load from a buffer that escapes is unknown, and says where") {
  checkUnknown({
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>
          "my.use"(%m) : (memref<!noisy.i32>) -> ())",
       "the buffer %m is used by 'my.use', which is not followed"},
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          memref.store %a, %m[%c0] : memref<4x!noisy.i32>
          %v = memref.cast %m : memref<4x!noisy.i32> to memref<?x!noisy.i32>
          "my.use"(%v) : (memref<?x!noisy.i32>) -> ()
          %l = memref.load %m[%c0] : memref<4x!noisy.i32>)",
       "the buffer %m is used by 'my.use'"},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          "my.region"() ({
            memref.store %big, %m[] : memref<!noisy.i32>
          }) : () -> ()
          %l = memref.load %m[] : memref<!noisy.i32>)",
       "the buffer %m is used by 'memref.store', which is not followed"},
      // Its address is in memory.
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<memref<!noisy.i32>>
          memref.store %m, %k[] : memref<memref<!noisy.i32>>
          memref.store %a, %m[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       "the buffer %m is used by 'memref.store'"},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.extract_aligned_pointer_as_index %m : memref<!noisy.i32> -> index
          memref.store %a, %m[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       "the buffer %m is used by 'memref.extract_aligned_pointer_as_index'"},
      // Control flow gives it another name.
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          %s = arith.select %p, %m, %k : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          "my.use"(%s) : (memref<!noisy.i32>) -> ()
          %l = memref.load %m[] : memref<!noisy.i32>)",
       "the buffer %m is used by 'my.use'"},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          %s = scf.if %p -> memref<!noisy.i32> {
            scf.yield %m : memref<!noisy.i32>
          } else {
            scf.yield %k : memref<!noisy.i32>
          }
          memref.store %big, %s[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       "the buffer %m is used by 'scf.yield'"},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          "my.use"(%k) : (memref<!noisy.i32>) -> ()
          memref.copy %k, %m : memref<!noisy.i32> to memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          scf.if %p {
            %l = memref.load %m[] : memref<!noisy.i32>
          })",
       "the buffer %k is used by 'my.use'"},
      // Shared by the threads of a work group.
      {R"(%m = memref.alloc() : memref<!noisy.i32, 3>
          memref.store %a, %m[] : memref<!noisy.i32, 3>
          %l = memref.load %m[] : memref<!noisy.i32, 3>)",
       "the buffer %m is not allocated in this function"},
      {R"(%s = "my.buffer"() : () -> memref<!noisy.i32>
          memref.store %a, %s[] : memref<!noisy.i32>
          %l = memref.load %s[] : memref<!noisy.i32>)",
       "the buffer %s is not allocated in this function"},
      // One of several.
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          %s = arith.select %p, %m, %k : memref<!noisy.i32>
          memref.store %a, %s[] : memref<!noisy.i32>
          %l = memref.load %s[] : memref<!noisy.i32>)",
       "this element of the buffer %m is not known to be written before"},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %m) -> memref<!noisy.i32> {
            memref.store %a, %s[] : memref<!noisy.i32>
            %l = memref.load %s[] : memref<!noisy.i32>
            scf.yield %k : memref<!noisy.i32>
          })",
       "the buffer %s may be one of several buffers, an argument of a block or "
       "loop"},
  });
}

TEST_CASE("a buffer that is passed on as it is is the same buffer") {
  // As bufferization leaves it.
  Program loop(withBig(R"(
          %m = memref.alloc() : memref<2x!noisy.i32>
          memref.store %a, %m[%c0] : memref<2x!noisy.i32>
          memref.store %a, %m[%c1] : memref<2x!noisy.i32>
          %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %m) -> memref<2x!noisy.i32> {
            %u = memref.load %s[%c0] : memref<2x!noisy.i32>
            %v = noisy.add %u, %u : !noisy.i32
            memref.store %v, %s[%c0] : memref<2x!noisy.i32>
            scf.yield %s : memref<2x!noisy.i32>
          }
          %l = memref.load %r[%c0] : memref<2x!noisy.i32>
          %k = memref.load %m[%c1] : memref<2x!noisy.i32>)"));
  INFO(loop.diagnostics());
  CHECK(loop.bound("%l") == 14);
  CHECK(loop.bound("%k") == 12);
  Program branch(withBig(R"(
          %m = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          %s = scf.if %p -> memref<!noisy.i32> {
            memref.store %big, %m[] : memref<!noisy.i32>
            scf.yield %m : memref<!noisy.i32>
          } else {
            scf.yield %m : memref<!noisy.i32>
          }
          %k = memref.load %s[] : memref<!noisy.i32>
          memref.store %a, %s[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)"));
  INFO(branch.diagnostics());
  CHECK(branch.bound("%k") == branch.bound("%big"));
  CHECK(branch.bound("%l") == 12);
}

TEST_CASE("one of several buffers has what any of them has") {
  checkKnown({
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          memref.store %a, %k[] : memref<!noisy.i32>
          %s = arith.select %p, %m, %k : memref<!noisy.i32>
          %l = memref.load %s[] : memref<!noisy.i32>)",
       12},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          memref.store %big, %k[] : memref<!noisy.i32>
          %s = arith.select %p, %m, %k : memref<!noisy.i32>
          %l = memref.load %s[] : memref<!noisy.i32>)",
       24},
      // What is stored there may be in each, beside what was there before.
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          %s = arith.select %p, %m, %k : memref<!noisy.i32>
          memref.store %a, %m[] : memref<!noisy.i32>
          memref.store %big, %s[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       24},
      {R"(%m = memref.alloc() : memref<!noisy.i32>
          %k = memref.alloc() : memref<!noisy.i32>
          %s = arith.select %p, %m, %k : memref<!noisy.i32>
          memref.store %big, %m[] : memref<!noisy.i32>
          memref.store %a, %s[] : memref<!noisy.i32>
          %l = memref.load %m[] : memref<!noisy.i32>)",
       24},
      // Two parts of one buffer.
      {R"(%m = memref.alloc() : memref<4x!noisy.i32>
          linalg.fill ins(%a : !noisy.i32) outs(%m : memref<4x!noisy.i32>)
          %q = memref.subview %m[%c0] [1] [1] : memref<4x!noisy.i32> to memref<1x!noisy.i32, strided<[1], offset: ?>>
          %r = memref.subview %m[%n] [1] [1] : memref<4x!noisy.i32> to memref<1x!noisy.i32, strided<[1], offset: ?>>
          %s = arith.select %p, %q, %r : memref<1x!noisy.i32, strided<[1], offset: ?>>
          memref.store %big, %s[%c0] : memref<1x!noisy.i32, strided<[1], offset: ?>>
          %l = memref.load %m[%c1] : memref<4x!noisy.i32>)",
       24},
  });
}

TEST_CASE("a buffer that is passed to a function, or returned, escapes") {
  Program passed(R"(
    func.func @g(%m: memref<!noisy.i32>, %v: !noisy.i32) {
      memref.store %v, %m[] : memref<!noisy.i32>
      return
    }
    func.func @f(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %big = noisy.mul %a, %a : !noisy.i32
      %m = memref.alloc() : memref<!noisy.i32>
      memref.store %a, %m[] : memref<!noisy.i32>
      call @g(%m, %big) : (memref<!noisy.i32>, !noisy.i32) -> ()
      %l = memref.load %m[] : memref<!noisy.i32>
      return
    })");
  checkUnknown(passed, "the buffer %m is passed to @g");
  Program returned(R"(
    func.func @f(%x: i5) -> memref<!noisy.i32> {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = memref.alloc() : memref<!noisy.i32>
      memref.store %a, %m[] : memref<!noisy.i32>
      %l = memref.load %m[] : memref<!noisy.i32>
      return %m : memref<!noisy.i32>
    })");
  checkUnknown(returned, "the buffer %m is returned");
  Program argument(R"(
    func.func @f(%m: memref<!noisy.i32>, %a: !noisy.i32) {
      memref.store %a, %m[] : memref<!noisy.i32>
      %l = memref.load %m[] : memref<!noisy.i32>
      return
    })");
  checkUnknown(argument, "the buffer %m is not allocated in this function");
}

TEST_CASE("in a graph region the order of the text says nothing") {
  Program program(R"(
    "my.graph"() ({
      %x = "my.number"() : () -> i5
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = memref.alloc() : memref<!noisy.i32>
      memref.store %a, %m[] : memref<!noisy.i32>
      %l = memref.load %m[] : memref<!noisy.i32>
    }) : () -> ())");
  checkUnknown(program, "the buffer %m is used by 'my.graph'");
}

TEST_CASE("an operation that stands for others may use every buffer") {
  Program program(withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    "broken.operation"() : () -> ()
    %l = memref.load %m[] : memref<!noisy.i32>)"));
  checkUnknown(program, "the buffer %m is used by 'broken.operation'");
  Program named(withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    %k = "broken.name"() : () -> memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    memref.store %big, %k[] : memref<!noisy.i32>
    %l = memref.load %m[] : memref<!noisy.i32>)"));
  checkUnknown(named, "the buffer %m is used by 'broken.name'");
}

TEST_CASE("what a loop stores that depends on what it loads is a cycle") {
  Program program(withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    scf.for %i = %c0 to %n step %c1 {
      %l = memref.load %m[] : memref<!noisy.i32>
      %s = noisy.add %l, %a : !noisy.i32
      memref.store %s, %m[] : memref<!noisy.i32>
    })"));
  CHECK(program.bound("%l") == unbounded);
  CHECK(program.findings() == "unbounded %l by 1");
  const NoiseFinding &finding = program.facts().getFindings().front();
  std::string text =
      describeFinding(program.facts(), finding,
                      [&](Value value) { return program.name(value); });
  CHECK(text == "unbounded noise: %l grows by 1 bit with each iteration; "
                "reduce it inside the loop");
  Program reduced(withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    scf.for %i = %c0 to %c4 step %c1 {
      %l = memref.load %m[] : memref<!noisy.i32>
      %s = noisy.add %l, %big : !noisy.i32
      %r = noisy.reduce_noise %s : !noisy.i32
      memref.store %r, %m[] : memref<!noisy.i32>
    })"));
  CHECK(reduced.bound("%l") == 12);
  CHECK(reduced.findings() == "");
}

TEST_CASE("buffers that are copied to each other are followed") {
  Program constant(withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    %k = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    memref.copy %m, %k : memref<!noisy.i32> to memref<!noisy.i32>
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a, %w = %big) -> (!noisy.i32, !noisy.i32) {
      memref.copy %k, %m : memref<!noisy.i32> to memref<!noisy.i32>
      %l = memref.load %m[] : memref<!noisy.i32>
      memref.store %v, %m[] : memref<!noisy.i32>
      scf.yield %w, %v : !noisy.i32, !noisy.i32
    }
    %z = memref.load %m[] : memref<!noisy.i32>)"));
  CHECK(constant.bound("%l") == 12);
  CHECK(constant.bound("%z") == 24);
  CHECK(constant.findings() == "");
  // Two buffers by turns, the second of which is a copy of the first at first.
  auto exchange = [](const std::string &end) {
    return withBig(R"(
    %m = memref.alloc() : memref<4x!noisy.i32>
    %k = memref.alloc() : memref<4x!noisy.i32>
    linalg.fill ins(%a : !noisy.i32) outs(%m : memref<4x!noisy.i32>)
    memref.copy %m, %k : memref<4x!noisy.i32> to memref<4x!noisy.i32>
    scf.for %i = %c0 to )" +
                   end + R"( step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %l = memref.load %m[%j] : memref<4x!noisy.i32>
        %s = noisy.add %l, %a : !noisy.i32
        memref.store %s, %k[%j] : memref<4x!noisy.i32>
      }
      memref.copy %k, %m : memref<4x!noisy.i32> to memref<4x!noisy.i32>
    }
    %z = memref.load %k[%n] : memref<4x!noisy.i32>)");
  };
  Program counted(exchange("%c4"));
  INFO(counted.diagnostics());
  CHECK(counted.bound("%s") == 16);
  CHECK(counted.bound("%z") == 16);
  CHECK(counted.findings() == "");
  Program uncounted(exchange("%n"));
  CHECK(uncounted.bound("%s") == unbounded);
  CHECK(uncounted.findings() == "unbounded %l by 1");
}

TEST_CASE("a buffer passes values between the iterations of a loop that is run "
          "iteration by iteration, unless several threads use it") {
  // %v is fresh and noisy by turns, so what was stored has not the noise of
  // this iteration.
  Program program(withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a, %w = %big) -> (!noisy.i32, !noisy.i32) {
      %l = memref.load %m[] : memref<!noisy.i32>
      memref.store %v, %m[] : memref<!noisy.i32>
      scf.yield %w, %v : !noisy.i32, !noisy.i32
    })"));
  CHECK(program.bound("%l") == 24);
  CHECK(program.findings() == "");
  auto withThreads = [](const std::string &threads) {
    return withBig(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a, %w = %big) -> (!noisy.i32, !noisy.i32) {
      %l = memref.load %m[] : memref<!noisy.i32>
      memref.store %v, %m[] : memref<!noisy.i32>
      scf.yield %w, %v : !noisy.i32, !noisy.i32
    }
)" + threads);
  };
  Program threads(withThreads(R"(
    scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
      %q = memref.load %m[] : memref<!noisy.i32>
      memref.store %q, %m[] : memref<!noisy.i32>
    })"));
  checkUnknown(threads, "the buffer %m keeps what earlier iterations of a loop "
                        "stored");
  // The value is the same in all iterations.
  checkKnown(
      {{R"(%m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %l = memref.load %m[] : memref<!noisy.i32>
      memref.store %big, %m[] : memref<!noisy.i32>
      %s = noisy.add %v, %a : !noisy.i32
      scf.yield %s : !noisy.i32
    })",
        24},
       // Each iteration has its own buffer.
       {R"(%r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %m = memref.alloca() : memref<!noisy.i32>
      memref.store %v, %m[] : memref<!noisy.i32>
      %l = scf.execute_region -> !noisy.i32 {
        %k = memref.load %m[] : memref<!noisy.i32>
        scf.yield %k : !noisy.i32
      }
      %s = noisy.add %l, %a : !noisy.i32
      scf.yield %s : !noisy.i32
    })",
        15}});
}

TEST_CASE("a loop of unknown trip count that is run for its conditions leaves "
          "no iteration in a buffer that is not followed") {
  // What is stored into %m has 13 bits or 12, as %bit says; the last one that
  // is looked at is no bound.
  Program program(withBig(R"(
    %bits = memref.alloc(%n) : memref<?xi1>
    %q = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %a) -> !noisy.i32 {
      %m = memref.alloc() : memref<!noisy.i32>
      %k = memref.alloc() : memref<!noisy.i32>
      memref.store %u, %m[] : memref<!noisy.i32>
      %r = scf.while (%y = %u) : (!noisy.i32) -> !noisy.i32 {
        %d = memref.load %bits[%c1] : memref<?xi1>
        scf.condition(%d) %y : !noisy.i32
      } do {
      ^bb0(%y: !noisy.i32):
        %bit = memref.load %bits[%c0] : memref<?xi1>
        %v = scf.if %bit -> !noisy.i32 {
          scf.yield %y : !noisy.i32
        } else {
          %s = noisy.add %y, %y : !noisy.i32
          scf.yield %s : !noisy.i32
        }
        memref.store %v, %m[] : memref<!noisy.i32>
        %w = scf.if %bit -> !noisy.i32 {
          scf.yield %v : !noisy.i32
        } else {
          %s = noisy.reduce_noise %v : !noisy.i32
          scf.yield %s : !noisy.i32
        }
        scf.yield %w : !noisy.i32
      }
      memref.copy %m, %k : memref<!noisy.i32> to memref<!noisy.i32>
      scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
        %l = memref.load %k[] : memref<!noisy.i32>
        memref.store %l, %k[] : memref<!noisy.i32>
      }
      %z = memref.load %k[] : memref<!noisy.i32>
      scf.yield %z : !noisy.i32
    })"));
  checkUnknown(program, "the buffer %k keeps what earlier iterations of a loop "
                        "stored");
}

TEST_CASE("the order of blocks is that of control flow") {
  Program program(R"(
    func.func @f(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %big = noisy.mul %a, %a : !noisy.i32
      %m = memref.alloc() : memref<!noisy.i32>
      cf.cond_br %p, ^one, ^two
    ^one:
      memref.store %a, %m[] : memref<!noisy.i32>
      cf.br ^two
    ^two:
      %l = memref.load %m[] : memref<!noisy.i32>
      return
    })");
  checkUnknown(program, "is not known to be written before");
  Program loop(R"(
    func.func @f(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %big = noisy.mul %a, %a : !noisy.i32
      %m = memref.alloc() : memref<!noisy.i32>
      memref.store %a, %m[] : memref<!noisy.i32>
      cf.br ^one
    ^one:
      %l = memref.load %m[] : memref<!noisy.i32>
      memref.store %big, %m[] : memref<!noisy.i32>
      cf.cond_br %p, ^one, ^two
    ^two:
      return
    })");
  CHECK(loop.bound("%l") == 24);
}
