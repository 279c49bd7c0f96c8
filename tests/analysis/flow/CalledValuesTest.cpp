//===- CalledValuesTest.cpp - The functions that a value may be -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/CalledValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static const std::string type = "(!noisy.i32) -> !noisy.i32";

/// The functions that the first `func.call_indirect` in a program with @one,
/// @two and @three may call: "one two"; "any" if that is not known. `body` is
/// that of a function that has %a, %p : i1, %n : index, and the addresses %1
/// and %2.
static std::string findCallees(const std::string &body,
                               const std::string &others = "") {
  std::string text;
  for (const char *name : {"one", "two", "three"})
    text += std::string("func.func private @") + name +
            "(%v: !noisy.i32) -> !noisy.i32 {\n"
            "  return %v : !noisy.i32\n}\n";
  text += others +
          "func.func @f(%a: !noisy.i32, %p: i1, %n: index) {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %1 = func.constant @one : " +
          type + "\n  %2 = func.constant @two : " + type + "\n" + body +
          "\n  return\n}\n";
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  SymbolTableCollection symbols;
  FunctionUses uses(program.module(), symbols);
  std::string names;
  program.module()->walk([&](func::CallIndirectOp call) {
    if (!uses.knowsCallees(call)) {
      names = "any";
      return WalkResult::interrupt();
    }
    for (Operation *callee : uses.getCallees(call))
      names += (names.empty() ? "" : " ") +
               cast<func::FuncOp>(callee).getSymName().str();
    return WalkResult::interrupt();
  });
  return names;
}

static std::string call(const std::string &callee) {
  return "func.call_indirect " + callee + "(%a) : " + type + "\n";
}

TEST_CASE("called values: an address, and a choice of two", "[uses]") {
  CHECK(findCallees(call("%1")) == "one");
  CHECK(findCallees("%h = arith.select %p, %1, %2 : " + type + "\n" +
                    call("%h")) == "one two");
  CHECK(findCallees("%h = scf.if %p -> (" + type + ") {\nscf.yield %1 : " +
                    type + "\n} else {\nscf.yield %2 : " + type + "\n}\n" +
                    call("%h")) == "one two");
}

TEST_CASE("called values: merges of blocks, and what loops carry", "[uses]") {
  CHECK(findCallees("cf.cond_br %p, ^x(%1 : " + type + "), ^x(%2 : " + type +
                    ")\n^x(%h: " + type + "):\n" + call("%h")) == "one two");
  // Of the values of a loop, those that are never it do not matter.
  CHECK(findCallees("%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%g = %1, "
                    "%h = %2) -> (" +
                    type + ", " + type + ") {\nscf.yield %g, %g : " + type +
                    ", " + type + "\n}\n" + call("%r#0")) == "one");
  CHECK(findCallees("%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%g = %1, "
                    "%h = %2) -> (" +
                    type + ", " + type + ") {\nscf.yield %h, %g : " + type +
                    ", " + type + "\n}\n" + call("%r#0")) == "one two");
}

TEST_CASE("called values: arguments and results of private functions",
          "[uses]") {
  std::string apply = "(%t: " + type + ", %v: !noisy.i32) {\n" +
                      "func.call_indirect %t(%v) : " + type + "\nreturn\n}\n";
  std::string applyOne =
      "call @apply(%1, %a) : (" + type + ", !noisy.i32) -> ()\n";
  std::string applyTwo =
      "call @apply(%2, %a) : (" + type + ", !noisy.i32) -> ()\n";
  CHECK(findCallees(applyOne, "func.func private @apply" + apply) == "one");
  CHECK(findCallees(applyOne + applyTwo, "func.func private @apply" + apply) ==
        "one two");
  // Callers out of sight may pass anything.
  CHECK(findCallees(applyOne, "func.func @apply" + apply) == "any");
  CHECK(findCallees("", "func.func private @apply" + apply) == "any");
  CHECK(findCallees(applyOne + "%g = func.constant @apply : (" + type +
                        ", !noisy.i32) -> ()\n",
                    "func.func private @apply" + apply) == "any");
  CHECK(
      findCallees("%h = call @make(%p) : (i1) -> (" + type + ")\n" + call("%h"),
                  "func.func private @make(%q: i1) -> (" + type +
                      ") {\n%3 = func.constant @three : " + type +
                      "\n%4 = func.constant @one : " + type +
                      "\n%5 = arith.select %q, %3, %4 : " + type +
                      "\nreturn %5 : " + type + "\n}\n") == "three one");
}

TEST_CASE("called values: functions that only call themselves", "[uses]") {
  // Nothing in sight enters the circle: something out of sight may.
  CHECK(findCallees("", "func.func private @again(%t: " + type +
                            ", %v: !noisy.i32) {\n" +
                            "func.call_indirect %t(%v) : " + type +
                            "\n%5 = func.constant @three : " + type +
                            "\ncall @again(%5, %v) : (" + type +
                            ", !noisy.i32) -> ()\nreturn\n}\n") == "any");
}

TEST_CASE("called values: what is not followed may be anything", "[uses]") {
  CHECK(findCallees("%h = \"my.choose\"(%1, %2) : (" + type + ", " + type +
                    ") -> (" + type + ")\n" + call("%h")) == "any");
  CHECK(findCallees("%q = \"my.any\"() : () -> (" + type +
                    ")\n%h = arith.select %p, %1, %q : " + type + "\n" +
                    call("%h")) == "any");
  CHECK(findCallees("%h = call @out() : () -> (" + type + ")\n" + call("%h"),
                    "func.func private @out() -> (" + type + ")\n") == "any");
}
