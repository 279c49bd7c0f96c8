//===- IrdlFileTest.cpp - Dialects that a file of IRDL defines ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/loading/IrdlFile.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy;

static constexpr char complexNumbers[] = R"(irdl.dialect @cplx {
  irdl.type @number {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(element: %2)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cplx::@number<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
}
)";

static IrdlFilePtr check(std::string text, std::vector<FileProblem> &problems,
                         const DialectRegistry *registry = nullptr) {
  DialectRegistry all;
  registerAllDialects(all);
  llvm::CrashRecoveryContext::Enable();
  return checkIrdl("my.irdl.mlir", std::move(text), registry ? *registry : all,
                   problems);
}

/// The errors of a text in a context; none if it is right.
static std::vector<std::string> findErrors(const char *text,
                                           MLIRContext &context) {
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  CHECK(bool(module) == errors.empty());
  return errors;
}

TEST_CASE("IRDL: every context of a registry has the dialects of a file") {
  std::vector<FileProblem> problems;
  IrdlFilePtr file = check(complexNumbers, problems);
  REQUIRE(file);
  CHECK(problems.empty());
  CHECK(file->dialects == std::vector<std::string>{"cplx"});
  CHECK(file->operations == std::vector<std::string>{"cplx.norm"});

  DialectRegistry registry;
  registerAllDialects(registry);
  registerIrdlFile(registry, file);
  for (int round = 0; round < 2; ++round) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    CHECK(findErrors(R"(
      func.func @f(%a: !cplx.number<f32>) -> f32 {
        %0 = "cplx.norm"(%a) : (!cplx.number<f32>) -> f32
        return %0 : f32
      })",
                     context)
              .empty());
    // The definitions hold: the result has the type of the element.
    CHECK(findErrors(R"(
      func.func @f(%a: !cplx.number<f32>) -> f64 {
        %0 = "cplx.norm"(%a) : (!cplx.number<f32>) -> f64
        return %0 : f64
      })",
                     context)
              .size() == 1);
    CHECK(
        findErrors("func.func private @f(!cplx.number<i32>)", context).size() ==
        1);
  }
}

TEST_CASE("IRDL: an operation in custom form is an error with a message") {
  std::vector<FileProblem> problems;
  IrdlFilePtr file = check(complexNumbers, problems);
  REQUIRE(file);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerIrdlFile(registry, file);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::vector<std::string> errors = findErrors(R"(
    func.func @f(%a: !cplx.number<f32>) {
      %0 = cplx.norm %a : !cplx.number<f32>
      return
    })",
                                               context);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Catch::Contains("generic form: \"cplx.norm\"("));
}

TEST_CASE("IRDL: a file uses the dialects of another one") {
  std::vector<FileProblem> problems;
  DialectRegistry registry;
  registerAllDialects(registry);
  registerIrdlFile(registry, check(complexNumbers, problems));
  IrdlFilePtr other = check(R"(irdl.dialect @more {
  irdl.operation @use {
    %0 = irdl.base "!cplx.number"
    %1 = irdl.base "!noisy.i32"
    irdl.operands(a: %0, b: %1)
  }
})",
                            problems, &registry);
  for (const FileProblem &problem : problems)
    UNSCOPED_INFO(problem.str());
  REQUIRE(other);
  registerIrdlFile(registry, other);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  CHECK(findErrors(R"(
    func.func @f(%a: !cplx.number<f32>, %b: !noisy.i32) {
      "more.use"(%a, %b) : (!cplx.number<f32>, !noisy.i32) -> ()
      return
    })",
                   context)
            .empty());
  CHECK(findErrors(R"(
    func.func @f(%a: !cplx.number<f32>) {
      "more.use"(%a, %a) : (!cplx.number<f32>, !cplx.number<f32>) -> ()
      return
    })",
                   context)
            .size() == 1);
}

TEST_CASE("IRDL: what is wrong with a file is told by place") {
  struct Case {
    const char *text;
    unsigned line;
    const char *message;
  };
  const Case cases[] = {
      {"irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.c_pred "
       "\"true\"\n    irdl.operands(a: %0)\n  }\n}",
       3, "irdl.c_pred"},
      {"irdl.dialect @func {\n}", 1, "there is a dialect 'func' already"},
      {"\nirdl.dialect @builtin {\n}", 2,
       "there is a dialect 'builtin' already"},
      {"module {\nirdl.dialect @d {}\n}\nmodule {\n  irdl.dialect @d {}\n}", 5,
       "'d' is defined twice"},
      {"irdl.dialect @d {\n  irdl.operation @o {\n    irdl.operands(a: %0)\n"
       "  }\n}",
       3, "undeclared SSA value"},
      {"irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.base "
       "\"!none.t\"\n    irdl.operands(a: %0)\n  }\n}",
       3, "!none.t"},
      {"func.func private @f()", 1, "it defines no dialect"},
      {"", 1, "it defines no dialect"},
      {"irdl.dialect", 1, "expected"},
  };
  for (const Case &each : cases) {
    std::vector<FileProblem> problems;
    CAPTURE(each.text);
    CHECK_FALSE(check(each.text, problems));
    REQUIRE(!problems.empty());
    INFO(problems[0].str());
    CHECK(problems[0].path == "my.irdl.mlir");
    CHECK(problems[0].line == each.line);
    CHECK_THAT(problems[0].message, Catch::Contains(each.message));
  }
}

static std::string repeat(const std::string &text, unsigned times) {
  std::string result;
  for (unsigned i = 0; i < times; ++i)
    result += text;
  return result;
}

TEST_CASE("IRDL: a text that nests too deeply is refused where it does") {
  // MLIR recurses for each of these, and nothing survives the end of the stack.
  const unsigned count = 100000;
  for (std::string deep :
       {repeat("tuple<", count) + "i32" + repeat(">", count),
        repeat("[", count), repeat("loc(", count), repeat("{", count),
        repeat("( // )\n", count),
        "affine_map<() -> (" + repeat("- ", count) + "1)>"}) {
    CAPTURE(deep.substr(0, 20));
    std::vector<FileProblem> problems;
    CHECK_FALSE(check("irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.is " +
                          deep + "\n  }\n}\n",
                      problems));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].line >= 3);
    CHECK(problems[0].column >= 1);
    CHECK_THAT(problems[0].message, Catch::Contains("nests too deeply"));
  }
}

TEST_CASE("IRDL: brackets that do not nest are no matter") {
  std::vector<FileProblem> problems;
  const unsigned count = 1000;
  CHECK(check("// " + repeat("[", count) + "\nirdl.dialect @d {\n" +
                  "  irdl.type @t {\n    %0 = irdl.is \"" +
                  repeat("{\\\"", count) + "\"\n    irdl.parameters(a: %0)\n" +
                  "  }\n  irdl.type @u {\n" +
                  repeat("    irdl.any { a = () -> () }\n", count) + "  }\n}\n",
              problems));
  CHECK(problems.empty());
}

TEST_CASE("IRDL: files that cannot be read") {
  DialectRegistry registry;
  std::vector<FileProblem> problems;
  CHECK_FALSE(readIrdlFile("/no/such/file", registry, problems));
  CHECK_FALSE(readIrdlFile("/dev/zero", registry, problems));
  CHECK_FALSE(readIrdlFile("/", registry, problems));
  CHECK(problems.size() == 3);
}
