//===- DeclareBoundFixTest.cpp - Declare the noise of a signature ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/fixes/SmallFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::string declareBound(const std::string &MarkedText) {
  return fixedAt(fixes::DeclareBound, MarkedText);
}

TEST_CASE("Declare a bound: arguments", "[small-fix]") {
  const std::string Rest = ") {\n  return\n}\n";
  CHECK(declareBound("func.func @f(|%a: !noisy.i32" + Rest) ==
        "func.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64}" + Rest);
  CHECK(declareBound("func.func @f(%a:!noisy.i32|, %b : i32" + Rest) ==
        "func.func @f(%a:!noisy.i32 {noisy.bound = 12 : i64}, %b : i32" + Rest);
  CHECK(declareBound("func.func @f(%b : i32,\r\n\t|%a\t: !noisy.i32 // a\r\n" +
                     Rest) ==
        "func.func @f(%b : i32,\r\n\t%a\t: !noisy.i32 {noisy.bound = 12 : "
        "i64} // a\r\n" +
            Rest);
  // Beside other attributes.
  CHECK(declareBound("func.func @f(%a: !noisy.i32 { a.b = [1, 2], a.c|  }" +
                     Rest) ==
        "func.func @f(%a: !noisy.i32 { a.b = [1, 2], a.c, noisy.bound = 12 : "
        "i64  }" +
            Rest);
  CHECK(declareBound("func.func @f(|%a: !noisy.i32 {}" + Rest) ==
        "func.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64}" + Rest);
  CHECK(declareBound("func.func @f(|%a: !noisy.i32 loc(\"x{\")" + Rest) ==
        "func.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64} loc(\"x{\")" +
            Rest);
  // At a use, with the type behind an alias.
  CHECK(declareBound("!c = !noisy.i32\nfunc.func @f(%a: !c) {\n"
                     "  %b = noisy.add |%a, %a : !c\n  return\n}\n") ==
        "!c = !noisy.i32\nfunc.func @f(%a: !c {noisy.bound = 12 : i64}) {\n"
        "  %b = noisy.add %a, %a : !c\n  return\n}\n");
}

TEST_CASE("Declare a bound: what the calls pass", "[small-fix]") {
  CHECK(declareBound("func.func @f(%a: !noisy.i32) {\n"
                     "  %b = noisy.scale %a by 256 : !noisy.i32\n"
                     "  call @g(%b) : (!noisy.i32) -> ()\n"
                     "  return\n}\n"
                     "func.func private @g(|!noisy.i32)\n") ==
        "func.func @f(%a: !noisy.i32) {\n"
        "  %b = noisy.scale %a by 256 : !noisy.i32\n"
        "  call @g(%b) : (!noisy.i32) -> ()\n"
        "  return\n}\n"
        "func.func private @g(!noisy.i32 {noisy.bound = 20 : i64})\n");
  // What has too much is refused at the call, not hidden.
  std::string PassingText = "func.func @f(%a: !noisy.i32) {\n"
                            "  %b = noisy.mul %a, %a : !noisy.i32\n"
                            "  %c = noisy.mul %b, %b : !noisy.i32\n"
                            "  call @g(%c) : (!noisy.i32) -> ()\n"
                            "  return\n}\n"
                            "func.func private @g(|%x: !noisy.i32) {\n"
                            "  return\n}\n";
  CHECK(declareBound(PassingText)
            .find("(%x: !noisy.i32 {noisy.bound = 26 : i64})") !=
        std::string::npos);
  CHECK(messageAt(fixes::DeclareBound, PassingText) ==
        "declared argument 0 of @g to have at most 26 bits, the limit: passed "
        "values can have more");
}

TEST_CASE("Declare a bound: calls of one of several functions", "[small-fix]") {
  auto Calls = [](const std::string &End) {
    return "func.func @f(%a: !noisy.i32, %p: i1) {\n"
           "  %b = noisy.scale %a by 64 : !noisy.i32\n"
           "  %0 = constant @g : (!noisy.i32) -> ()\n"
           "  %1 = constant @h : (!noisy.i32) -> ()\n"
           "  %2 = arith.select %p, %0, %1 : (!noisy.i32) -> ()\n"
           "  call_indirect %2(%b) : (!noisy.i32) -> ()\n"
           "  call @g(%a) : (!noisy.i32) -> ()\n"
           "  return\n}\n"
           "func.func private @h(!noisy.i32)\n"
           "func.func private @g(" +
           End;
  };
  CHECK(declareBound(Calls("|!noisy.i32)\n")) ==
        Calls("!noisy.i32 {noisy.bound = 18 : i64})\n"));
  // Who has the address may pass anything.
  const std::string Held = "func.func private @take((!noisy.i32) -> ())\n"
                           "func.func @k() {\n"
                           "  %3 = constant @g : (!noisy.i32) -> ()\n"
                           "  call @take(%3) : ((!noisy.i32) -> ()) -> ()\n"
                           "  return\n}\n";
  CHECK(declareBound(Calls("|!noisy.i32)\n" + Held)) ==
        Calls("!noisy.i32 {noisy.bound = 26 : i64})\n" + Held));
}

TEST_CASE("Declare a bound: results", "[small-fix]") {
  auto Function = [](const std::string &Result) {
    return "func.func @f(%a: !noisy.i32) -> " + Result +
           " attributes {a.b = {}} {\n"
           "  %b = noisy.mul %a, %a : !noisy.i32\n"
           "  return %b : !noisy.i32\n}\n";
  };
  CHECK(declareBound(Function("|!noisy.i32")) ==
        Function("(!noisy.i32 {noisy.bound = 24 : i64})"));
  CHECK(declareBound(Function("|!noisy<i32>")) ==
        Function("(!noisy<i32> {noisy.bound = 24 : i64})"));
  CHECK(declareBound(Function("(!noisy.i32|)")) ==
        Function("(!noisy.i32 {noisy.bound = 24 : i64})"));
  CHECK(declareBound(Function("(|!noisy.i32 {a.b = 1 : i32})")) ==
        Function("(!noisy.i32 {a.b = 1 : i32, noisy.bound = 24 : i64})"));
  CHECK(declareBound(Function("// what\n  |!noisy.i32 // then\n")) ==
        Function("// what\n  (!noisy.i32 {noisy.bound = 24 : i64}) // then\n"));
  // Where it is returned; of several, the one.
  CHECK(declareBound("func.func @f(%a: !noisy.i32) -> (i1, !noisy.i32) {\n"
                     "  %b = noisy.mul %a, %a : !noisy.i32\n"
                     "  %p = arith.constant true\n"
                     "  return %p, |%b : i1, !noisy.i32\n}\n") ==
        "func.func @f(%a: !noisy.i32) -> (i1, !noisy.i32 {noisy.bound = 24 : "
        "i64}) {\n"
        "  %b = noisy.mul %a, %a : !noisy.i32\n"
        "  %p = arith.constant true\n"
        "  return %p, %b : i1, !noisy.i32\n}\n");
  // At the name of the function, when it is the only one.
  CHECK(declareBound("func.func @|f() -> !noisy.i32 {\n"
                     "  %x = arith.constant 1 : i5\n"
                     "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                     "  return %a : !noisy.i32\n}\n") ==
        "func.func @f() -> (!noisy.i32 {noisy.bound = 12 : i64}) {\n"
        "  %x = arith.constant 1 : i5\n"
        "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
        "  return %a : !noisy.i32\n}\n");
}

TEST_CASE("Declare a bound: what is out of sight", "[small-fix]") {
  std::string Call = "func.func @f() {\n"
                     "  |%a = call @g() : () -> !noisy.i32\n"
                     "  return\n}\n"
                     "func.func private @g() -> !noisy.i32\n";
  CHECK(declareBound(Call) ==
        "func.func @f() {\n"
        "  %a = call @g() : () -> !noisy.i32\n"
        "  return\n}\n"
        "func.func private @g() -> (!noisy.i32 {noisy.bound "
        "= 26 : i64})\n");
  CHECK(messageAt(fixes::DeclareBound, Call) ==
        "declared result 0 of @g to have at most 26 bits, the limit: the "
        "returned noise is unknown, so check that this holds");
}

TEST_CASE("Declare a bound: the generic form", "[small-fix]") {
  std::string Type = "function_type = (i1, !noisy.i32) -> !noisy.i32";
  auto Function = [&](const std::string &Properties, const std::string &Name) {
    return "\"func.func\"() <{" + Properties +
           "}> ({\n"
           "^bb0(%p: i1, " +
           Name +
           R"mlir(: !noisy.i32):
  "func.return"(%a) : (!noisy.i32) -> ()
}) : () -> ()
)mlir";
  };
  CHECK(declareBound(Function(Type + ", sym_name = \"f\"", "|%a")) ==
        Function(Type + ", sym_name = \"f\", arg_attrs = [{}, {noisy.bound = "
                        "12 : i64}]",
                 "%a"));
  CHECK(declareBound(Function("arg_attrs = [{a.b = [{}]}, { }], " + Type +
                                  ", sym_name = \"f\"",
                              "|%a")) ==
        Function("arg_attrs = [{a.b = [{}]}, {noisy.bound = 12 : i64 }], " +
                     Type + ", sym_name = \"f\"",
                 "%a"));
  CHECK(declareBound(R"mlir("func.func"() ({
^bb0(%p: i1, %a: !noisy.i32):
  "func.return"(|%a) : (!noisy.i32) -> ()
}) {)mlir" + Type + ", sym_name = \"f\"} : () -> ()\n") ==
        R"mlir("func.func"() ({
^bb0(%p: i1, %a: !noisy.i32):
  "func.return"(%a) : (!noisy.i32) -> ()
}) {)mlir" + Type +
            ", sym_name = \"f\", res_attrs = [{noisy.bound = 12 : i64}]} : () "
            "-> ()\n");
}

TEST_CASE("Declare a bound: functions of other dialects", "[small-fix]") {
  CHECK(declareBound("llvm.func @f(|!noisy.i32)\n").starts_with("no: "));
  CHECK(declareBound("async.func @f(|%a: !noisy.i32) -> !async.token {\n"
                     "  async.return\n}\n") ==
        "async.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64}) -> "
        "!async.token {\n  async.return\n}\n");
  CHECK(declareBound("gpu.module @m {\n  gpu.func @f(%p: i1, |%a: !noisy.i32) "
                     "kernel {\n    gpu.return\n  }\n}\n")
            .find("(%p: i1, %a: !noisy.i32 {noisy.bound = ") !=
        std::string::npos);
}

TEST_CASE("Declare a bound: where it is refused", "[small-fix]") {
  CHECK(
      declareBound("func.func @f(|%a: !noisy.i32 {noisy.bound = 20 : i64}) {\n"
                   "  return\n}\n") ==
      "no: argument 0 of @f has a 'noisy.bound' already");
  CHECK(declareBound("func.func @f(|%a: i32) {\n  return\n}\n") ==
        "no: argument 0 of @f is not a single encrypted value");
  CHECK(declareBound("func.func @|f(%a: !noisy.i32, %b: !noisy.i32) {\n"
                     "  return\n}\n") ==
        "no: put the cursor on an argument or a result of a function");
  CHECK(declareBound("func.func @f(%a: !noisy.i32) -> |!noisy.i32 {\n"
                     "  %b = noisy.mul %a, %a : !noisy.i32\n"
                     "  %c = noisy.mul %b, %b : !noisy.i32\n"
                     "  return %c : !noisy.i32\n}\n") ==
        "no: @f can return more than the limit of 26 bits; fix that first");
}

TEST_CASE("Declare a bound: in fractions of a bit", "[small-fix]") {
  const std::string Model =
      " attributes {noisy.model = #noisy.model<initial = 12.8, max = 60.9>}";
  const std::string Rest = " {\n"
                           "  %b = noisy.add %a, %a : !noisy.i32\n"
                           "  return %b : !noisy.i32\n}\n";
  CHECK(
      declareBound("func.func @f(|%a: !noisy.i32) -> !noisy.i32" + Model +
                   Rest) ==
      "func.func @f(%a: !noisy.i32 {noisy.bound = 12.8 : f64}) -> !noisy.i32" +
          Model + Rest);
  CHECK(declareBound("func.func @f(%a: !noisy.i32) -> |!noisy.i32" + Model +
                     Rest) ==
        "func.func @f(%a: !noisy.i32) -> (!noisy.i32 {noisy.bound = 13.8 : "
        "f64})" +
            Model + Rest);
}
