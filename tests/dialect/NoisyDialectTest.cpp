//===- NoisyDialectTest.cpp - The noisy dialect ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyDialect.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// What the verifier says.
static std::string check(llvm::StringRef source) {
  return Program(source).diagnostics();
}

TEST_CASE("encrypted integers can be elements of shaped types") {
  Program program(R"(
    func.func @f(%m: memref<4x!noisy.i32>, %t: tensor<2x!noisy.i32>,
                 %u: tensor<*x!noisy.i32>, %v: vector<4x!noisy.i32>, %i: index) {
      %x = memref.load %m[%i] : memref<4x!noisy.i32>
      memref.store %x, %m[%i] : memref<4x!noisy.i32>
      %y = tensor.extract %t[%i] : tensor<2x!noisy.i32>
      %z = vector.extract %v[0] : !noisy.i32 from vector<4x!noisy.i32>
      return
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  for (const char *name : {"%m", "%t", "%u", "%v", "%x", "%y", "%z"})
    CHECK(isNoisyType(program.value(name).getType()));
  CHECK_FALSE(isNoisyType(program.value("%i").getType()));
}

TEST_CASE("contracts lie between the initial noise and the limit") {
  CHECK(check("func.func private @f(!noisy.i32 {noisy.bound = 12 : i64})") ==
        "");
  CHECK(check("func.func private @f() -> (!noisy.i32 {noisy.bound = 26 : "
              "i64})") == "");
  CHECK(
      check("func.func private @f(i1, !noisy.i32 {noisy.bound = 11 : i64})") ==
      "1: error: 'func.func' op argument 1 has 'noisy.bound' = 11; it must "
      "lie between the noise of a fresh encryption, 12, and the limit, 26");
  CHECK(check("func.func private @f() -> (!noisy.i32 {noisy.bound = 27 : "
              "i64})") ==
        "1: error: 'func.func' op result 0 has 'noisy.bound' = 27; it must lie "
        "between the noise of a fresh encryption, 12, and the limit, 26");
  CHECK_THAT(check("func.func private @f(!noisy.i32 {noisy.bound = -1 : i64})"),
             Catch::Contains("'noisy.bound' = -1; it must lie"));
  CHECK_THAT(check("func.func private @f(!noisy.i32 {noisy.bound = "
                   "9223372036854775807 : i64})"),
             Catch::Contains("it must lie"));
}

TEST_CASE("a contract is an i64, on an encrypted integer") {
  CHECK(check("func.func private @f(!noisy.i32 {noisy.bound = 20 : i32})") ==
        "1: error: 'func.func' op argument 0 has 'noisy.bound' = 20 : i32; it "
        "must be an i64, in bits of noise, or an f64 with six decimals at "
        "most");
  CHECK_THAT(check("func.func private @f(!noisy.i32 {noisy.bound = \"20\"})"),
             Catch::Contains("it must be an i64, in bits of noise"));
  CHECK_THAT(check("func.func private @f(!noisy.i32 {noisy.bound = 20 : "
                   "index})"),
             Catch::Contains("it must be an i64, in bits of noise"));
  CHECK(check("func.func private @f(i5 {noisy.bound = 20 : i64})") ==
        "1: error: 'func.func' op argument 0 has 'noisy.bound', but is of type "
        "'i5', not '!noisy.i32'");
  CHECK_THAT(check("func.func private @f(tensor<2x!noisy.i32> {noisy.bound = "
                   "20 : i64})"),
             Catch::Contains("not '!noisy.i32'"));
}

TEST_CASE("a contract on an operation") {
  auto load = [](const std::string &stated) {
    return check("func.func @f(%m: memref<2x!noisy.i32>, %i: index) {\n"
                 "  %0 = memref.load %m[%i] {noisy.bound = " +
                 stated + "} : memref<2x!noisy.i32>\n  return\n}");
  };
  CHECK(load("20 : i64") == "");
  CHECK(load("[20 : i64]") == "");
  CHECK(load("[unit]") == "");
  CHECK_THAT(load("20 : i32"), Catch::Contains("it must be an i64"));
  CHECK_THAT(load("11 : i64"), Catch::Contains("it must lie between"));
  CHECK_THAT(load("[20 : i64, unit]"),
             Catch::Contains("has 1 result, but 'noisy.bound' for 2"));
  auto error = [](const std::string &body) {
    return check("func.func private @g() -> !noisy.i32\n"
                 "func.func @f(%x: !noisy.i32, %p: i1) {\n" +
                 body + "\n  return\n}");
  };
  CHECK_THAT(
      error("%0 = noisy.add %x, %x {noisy.bound = 20 : i64} : !noisy.i32"),
      Catch::Contains("the noise follows from the operands"));
  CHECK_THAT(error("%0 = arith.select %p, %x, %x {noisy.bound = 20 : i64} : "
                   "!noisy.i32"),
             Catch::Contains("the noise follows from the operands"));
  CHECK_THAT(
      error("%0 = call @g() {noisy.bound = 20 : i64} : () -> !noisy.i32"),
      Catch::Contains("on the result of the function"));
  CHECK_THAT(error("%0 = scf.if %p -> !noisy.i32 { scf.yield %x : !noisy.i32 } "
                   "else { scf.yield %x : !noisy.i32 } "
                   "{noisy.bound = 20 : i64}"),
             Catch::Contains("where its values come from"));
  CHECK_THAT(error("%0 = arith.constant {noisy.bound = 20 : i64} 5 : i5"),
             Catch::Contains("not '!noisy.i32'"));
}

TEST_CASE("a contract stands on no operation without results") {
  CHECK(check("module attributes {noisy.bound = 20 : i64} {}") ==
        "1: error: 'builtin.module' op has the attribute 'noisy.bound'; it "
        "belongs on an argument or a result of a function");
}

TEST_CASE("costs stand on encrypted results and on arguments") {
  for (const char *cost : {"0", "1", "4294967296"}) {
    CHECK(check(std::string("func.func private @f(i1, !noisy.i32 {noisy.cost "
                            "= ") +
                cost + " : i64})") == "");
    CHECK(check(std::string("%a = \"some.op\"() {noisy.cost = ") + cost +
                " : i64} : () -> !noisy.i32") == "");
  }
  CHECK(check("%a:2 = \"some.op\"() {noisy.cost = 3 : i64} : () -> (i1, "
              "!noisy.i32)") == "");
  CHECK(check("llvm.func @f(i8 {noisy.cost = 1 : i64})") ==
        "1: error: 'llvm.func' op argument 0 has 'noisy.cost', but is of type "
        "'i8', not '!noisy.i32'");
  CHECK_THAT(check("func.func private @f(tensor<2x!noisy.i32> {noisy.cost = 1 "
                   ": i64})"),
             Catch::Contains("not '!noisy.i32'"));
  CHECK(
      check("func.func private @f() -> (!noisy.i32 {noisy.cost = 1 : i64})") ==
      "1: error: 'func.func' op result 0 has the attribute 'noisy.cost'; it "
      "belongs on an argument of a function, or on an operation");
  for (const char *program :
       {"func.func private @f() attributes {noisy.cost = 1 : i64}",
        "module attributes {noisy.cost = 1 : i64} {}",
        "%a = \"some.op\"() {noisy.cost = 1 : i64} : () -> "
        "tensor<2x!noisy.i32>"})
    CHECK_THAT(check(program),
               Catch::Contains("has the attribute 'noisy.cost', but no result "
                               "of type '!noisy.i32'; it belongs on an "
                               "operation that has one, or on an argument of a "
                               "function"));
}

TEST_CASE("a cost is an i64 from 0 to 2^32") {
  auto onArgument = [](std::string cost) {
    return check("func.func private @f(!noisy.i32 {noisy.cost = " + cost +
                 "})");
  };
  auto onOperation = [](std::string cost) {
    return check("%a = \"some.op\"() {noisy.cost = " + cost +
                 "} : () -> !noisy.i32");
  };
  CHECK(onArgument("-1 : i64") ==
        "1: error: 'func.func' op argument 0 has 'noisy.cost' = -1; it must "
        "lie between 0 and 4294967296");
  CHECK(onOperation("4294967297 : i64") ==
        "1: error: 'some.op' op has 'noisy.cost' = 4294967297; it must lie "
        "between 0 and 4294967296");
  CHECK(onOperation("3 : i32") ==
        "1: error: 'some.op' op has 'noisy.cost' = 3 : i32; it must be an i64");
  for (std::string cost : {"\"3\"", "3 : index", "3 : si64", "3.0 : f64"}) {
    CHECK_THAT(onArgument(cost), Catch::Contains("it must be an i64"));
    CHECK_THAT(onOperation(cost), Catch::Contains("it must be an i64"));
  }
}

TEST_CASE("attributes that are misspelt are not passed over in silence") {
  CHECK(check("func.func private @f() attributes {noisy.bond = 1}") ==
        "1: error: 'func.func' op has the attribute 'noisy.bond', which the "
        "noisy dialect does not know; did you mean 'noisy.bound'?");
  CHECK(check("func.func private @f(!noisy.i32 {noisy.bond = 1})") ==
        "1: error: 'func.func' op argument 0 has the attribute 'noisy.bond', "
        "which the noisy dialect does not know; did you mean 'noisy.bound'?");
  CHECK_THAT(check("func.func private @f() -> (!noisy.i32 {noisy.bond = 1})"),
             Catch::Contains("result 0 has the attribute 'noisy.bond'"));
}

TEST_CASE("metadata of arguments and results is a dictionary") {
  CHECK(check("func.func private @f(i8 {noisy.metadata = {}}) -> (!noisy.i32 "
              "{noisy.metadata = {secret, level = 3 : i64}})") == "");
  CHECK(check("llvm.func @f(i8 {noisy.metadata = {a = {b = [1]}}})") == "");
  CHECK(check("func.func private @f(i1, i8 {noisy.metadata = 3 : i64})") ==
        "1: error: 'func.func' op argument 1 has 'noisy.metadata' = 3 : i64; "
        "it must be a dictionary, {key = value, ...}");
  CHECK(check("func.func private @f() -> (i8 {noisy.metadata = [1, 2]})") ==
        "1: error: 'func.func' op result 0 has 'noisy.metadata' = [1, 2]; it "
        "must be a dictionary, {key = value, ...}");
}

TEST_CASE("metadata of operations has no prefix and no verifier") {
  CHECK(check("func.func private @f() attributes {noisy.metadata = {}}") ==
        "1: error: 'func.func' op has the attribute 'noisy.metadata'; it "
        "belongs on an argument or a result of a function; on an operation it "
        "is called 'metadata'");
  CHECK(check("func.func private @f() attributes {metadata = {a}}") == "");
  CHECK(check("func.func private @f() attributes {metadata = 3}") == "");
}
