//===- UncheckedStatementsTest.cpp - Statements without effect ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/UncheckedStatements.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::string statements(const char *text) {
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  std::string result;
  for (const UncheckedStatement &statement :
       findUncheckedStatements(program.module()))
    result += (result.empty() ? "" : "\n") + statement.message;
  return result;
}

TEST_CASE("what a call states is not relied on", "[contracts]") {
  CHECK(statements(R"(
    func.func private @f(!noisy.i32, index) -> !noisy.i32
    func.func @g(%a: !noisy.i32, %n: index) {
      %r = "func.call"(%a, %n) <{callee = @f,
          arg_attrs = [{test.a}, {noisy.range = [0, 2]}],
          res_attrs = [{noisy.bound = 13 : i64}]}>
          : (!noisy.i32, index) -> !noisy.i32
      return
    })") == "'noisy.range' of argument 1 is stated on a call, where it is "
            "neither used nor checked; state it on the argument of @f\n"
            "'noisy.bound' of result 0 is stated on a call, where it is "
            "neither used nor checked; state it on the result of @f");
  CHECK(statements(R"(
    func.func @g(%f: (index) -> (), %n: index) {
      "func.call_indirect"(%f, %n) <{arg_attrs = [{noisy.range = [0, 2]}]}>
          : ((index) -> (), index) -> ()
      return
    })") ==
        "'noisy.range' of argument 0 is stated on a call, where it is neither "
        "used nor checked; state it on the argument of the function");
  CHECK(statements(R"(
    func.func private @f(index {noisy.range = [0, 2]})
    func.func @g(%n: index) {
      call @f(%n) : (index) -> ()
      return
    })") == "");
}

TEST_CASE("the bound of a result is not relied on where nothing tells what is "
          "returned",
          "[contracts]") {
  CHECK(statements(R"(
    func.func @f() -> (!noisy.i32 {noisy.bound = 13 : i64}) {
      "test.end"() : () -> ()
    })") ==
        "'noisy.bound' of result 0 of @f is not used: it is unknown what "
        "'test.end' returns; end the function with an operation that is known "
        "to return its operands, such as 'func.return'");
  CHECK(statements(R"(
    func.func @f() -> !noisy.i32 {
      "test.end"() : () -> ()
    }
    func.func @g(%a: !noisy.i32) -> (!noisy.i32 {noisy.bound = 13 : i64}) {
      return %a : !noisy.i32
    })") == "");
}
