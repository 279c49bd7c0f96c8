//===- PassedBuffersTest.cpp - Buffers that functions get -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/PassedBuffers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The number of calls that are known to pass a buffer for the first argument
/// of @g, a function with this head and body, besides other functions.
static size_t countCalls(const std::string &head, const std::string &body,
                         const std::string &others) {
  Program program(head + " @g(%m: memref<2x!noisy.i32>) {\n" + body +
                  "return\n}\n" + others);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  SymbolTableCollection symbols;
  FunctionUses uses(program.module(), symbols);
  PassedBuffers passed(program.module(), uses, symbols);
  auto function = program.module().lookupSymbol<func::FuncOp>("g");
  return passed.getCalls(function.getArgument(0)).size();
}

static const std::string callG = "call @g(%b) : (memref<2x!noisy.i32>) -> ()\n";
static std::string inF(const std::string &body) {
  return "func.func @f() {\n%b = memref.alloc() : memref<2x!noisy.i32>\n" +
         body + "return\n}\n";
}

TEST_CASE("passed buffers: calls that are all in sight", "[buffers]") {
  CHECK(countCalls("func.func private", "", inF(callG)) == 1);
  CHECK(countCalls("func.func private", "", inF(callG + callG)) == 2);
}

TEST_CASE("passed buffers: callers out of sight", "[buffers]") {
  CHECK(countCalls("func.func", "", inF(callG)) == 0);
  CHECK(countCalls("func.func private", "", inF("")) == 0);
  std::string address =
      "%h = func.constant @g : (memref<2x!noisy.i32>) -> ()\n";
  CHECK(countCalls("func.func private", "", inF(callG + address)) == 0);
  std::string indirect =
      address + "call_indirect %h(%b) : (memref<2x!noisy.i32>) -> ()\n";
  CHECK(countCalls("func.func private", "", inF(callG + indirect)) == 0);
}

TEST_CASE("passed buffers: a function that calls itself", "[buffers]") {
  CHECK(countCalls("func.func private",
                   "call @g(%m) : (memref<2x!noisy.i32>) -> ()\n",
                   inF(callG)) == 0);
  CHECK(countCalls("func.func private",
                   "call @k(%m) : (memref<2x!noisy.i32>) -> ()\n",
                   inF(callG) +
                       "func.func private @k(%b: "
                       "memref<2x!noisy.i32>) {\n" +
                       callG + "return\n}\n") == 0);
}
