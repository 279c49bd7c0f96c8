//===- TrapsTest.cpp - What MLIR's analyses do not expect -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs whose symbols do not fit each other. The verifier has seen each
// function, but not yet them together: so it is while a file is typed in, where
// functions are built one by one. Other traps stand in
// NoiseRangeAnalysisTest.cpp, in upstream-ops/ and in tests/ir.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A program that was not verified as a whole.
struct UnverifiedProgram {
  explicit UnverifiedProgram(llvm::StringRef source)
      : moduleOp(parseSourceString<ModuleOp>(
            source, ParserConfig(home.context(), /*verifyAfterParse=*/false))) {
    REQUIRE(moduleOp);
    facts = NoiseFacts::compute(*moduleOp);
  }
  /// The bound of the first result of the one operation with the attribute
  /// `markedBound`.
  NoiseBound markedBound() {
    Operation *markedOp = nullptr;
    moduleOp->walk([&](Operation *op) {
      if (op->hasAttr("here"))
        markedOp = op;
    });
    REQUIRE(markedOp);
    return facts.getBound(markedOp->getResult(0));
  }

  Program home{""};
  OwningOpRef<ModuleOp> moduleOp;
  NoiseFacts facts;
};
} // namespace

TEST_CASE("what is called and does not exist is an unknown source") {
  UnverifiedProgram program(R"(
    func.func @f(%a: !noisy.i32) {
      %r = func.call @missing(%a) {here} : (!noisy.i32) -> !noisy.i32
      %s = async.call @missing(%r) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.markedBound() == unknown);
}

TEST_CASE("a call of what is no function has a result of which nothing is "
          "known") {
  UnverifiedProgram program(R"(
    memref.global @memory : memref<4x!noisy.i32>
    module @nested {
    }
    func.func @f(%a: !noisy.i32) {
      %r = func.call @memory(%a) {here} : (!noisy.i32) -> !noisy.i32
      %s = func.call @nested(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.markedBound() == unknown);
}

TEST_CASE("a call with other arguments than the function has makes them "
          "unknown") {
  UnverifiedProgram program(R"(
    func.func private @g(%i: i5, %v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v {here} : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @f(%a: !noisy.i32, %i: i5) {
      %0 = func.call @g(%a, %i) : (!noisy.i32, i5) -> !noisy.i32
      %1 = func.call @g() : () -> !noisy.i32
      %2 = func.call @g(%i, %a, %a) : (i5, !noisy.i32, !noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.markedBound() == unknown);
}

TEST_CASE("a call with other results than the function has makes them "
          "unknown") {
  UnverifiedProgram program(R"(
    func.func private @none() {
      return
    }
    func.func private @other(%v: !noisy.i32) -> (i5, !noisy.i32) {
      %d = noisy.decode %v : !noisy.i32 -> i5
      return %d, %v : i5, !noisy.i32
    }
    func.func @f(%a: !noisy.i32) {
      %0 = func.call @none() : () -> !noisy.i32
      %1:3 = func.call @other(%a) {here}
          : (!noisy.i32) -> (!noisy.i32, i5, !noisy.i32)
      return
    })");
  CHECK(program.markedBound() == unknown);
}

TEST_CASE("a contract on an argument that a call does not have is no crash") {
  UnverifiedProgram program(R"(
    func.func private @g(%v: !noisy.i32 {noisy.bound = 20 : i64},
                         %w: !noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 20 : i64}) {
      return %v : !noisy.i32
    }
    func.func @f(%a: !noisy.i32, %i: i5) {
      %0 = func.call @g(%i) : (i5) -> !noisy.i32
      %1:2 = func.call @g(%a) {here} : (!noisy.i32) -> (!noisy.i32, !noisy.i32)
      return
    })");
  CHECK(program.markedBound() == 20);
}

TEST_CASE("two functions of one name are no crash") {
  UnverifiedProgram program(R"(
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      return %v : !noisy.i32
    }
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.mul %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @f(%a: !noisy.i32) {
      %0 = func.call @g(%a) {here} : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK_FALSE(program.markedBound().isUnreachable());
}
