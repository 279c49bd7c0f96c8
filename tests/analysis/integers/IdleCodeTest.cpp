//===- IdleCodeTest.cpp - Code without any effect -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IdleCode.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// "unused noisy.add", "function f", "dead arith.addi..scf.yield", a line each.
static std::string idleIn(llvm::StringRef source) {
  Ranges ranges(source);
  std::string text;
  for (const IdleCode &code : findIdleCode(*ranges.flow)) {
    text += text.empty() ? "" : "\n";
    llvm::StringRef first = code.first->getName().getStringRef();
    switch (code.kind) {
    case IdleCode::Kind::UnusedResult:
      text += "unused " + first.str();
      break;
    case IdleCode::Kind::NeverExecuted:
      text += "dead " + first.str() + ".." +
              code.last->getName().getStringRef().str();
      break;
    }
  }
  return text;
}

TEST_CASE("results that nothing uses", "[idle]") {
  CHECK(idleIn(R"(
    func.func @f(%a: i32, %m: memref<4xi32>) -> i32 {
      %0 = arith.addi %a, %a : i32
      %1 = arith.muli %a, %a : i32
      return %1 : i32
    })") == "unused arith.addi");
  // What an unused operation uses is used.
  CHECK(idleIn(R"(
    func.func @f(%a: !noisy.i32) {
      %0 = noisy.add %a, %a : !noisy.i32
      %1 = noisy.mul %0, %0 : !noisy.i32
      return
    })") == "unused noisy.mul");
}

TEST_CASE("what may have an effect is not idle", "[idle]") {
  CHECK(idleIn(R"(
    func.func private @g() -> i32
    func.func @f(%a: i32, %m: memref<4xi32>, %i: index) {
      %0 = call @g() : () -> i32
      %1 = "foreign.op"(%a) : (i32) -> i32
      %2 = memref.alloc() : memref<4xi32>
      memref.store %a, %m[%i] : memref<4xi32>
      %3 = scf.while (%x = %a) : (i32) -> i32 {
        %c = "foreign.condition"(%x) : (i32) -> i1
        scf.condition(%c) %x : i32
      } do {
      ^bb0(%y: i32):
        scf.yield %y : i32
      }
      return
    })") == "unused memref.alloc");
}

TEST_CASE("the body of a function that nothing calls is no news", "[idle]") {
  CHECK(idleIn(R"(
    func.func private @f(%a: i32, %m: memref<i32>) {
      memref.store %a, %m[] : memref<i32>
      return
    }
    func.func @g(%c: i1) {
      cf.cond_br %c, ^bb1, ^bb1
    ^bb1:
      return
    })")
            .empty());
}

TEST_CASE("code that is never executed", "[idle]") {
  CHECK(idleIn(R"(
    func.func @f(%a: i32, %m: memref<i32>) {
      %true = arith.constant true
      scf.if %true {
        memref.store %a, %m[] : memref<i32>
      } else {
        %0 = arith.addi %a, %a : i32
        memref.store %0, %m[] : memref<i32>
      }
      return
    })") == "dead arith.addi..scf.yield");
  CHECK(idleIn(R"(
    func.func @f(%c: i1, %a: i32, %m: memref<i32>) {
      scf.if %c {
        memref.store %a, %m[] : memref<i32>
      }
      return
    })")
            .empty());
}
