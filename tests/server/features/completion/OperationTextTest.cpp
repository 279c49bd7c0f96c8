//===- OperationTextTest.cpp - Operations by their formats ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/OperationText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "server/features/completion/TopLevelItems.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Parses a program; the error, or "".
static std::string errorOf(const std::string &Program) {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  std::string Error;
  ScopedDiagnosticHandler Handler(&Context, [&](mlir::Diagnostic &Diag) {
    Error = Diag.str();
    return success();
  });
  auto Module = parseSourceString<ModuleOp>(Program, &Context);
  return Module ? "" : Error;
}

/// A function around an operation, with its undefined values as parameters.
static std::string aroundOperation(const std::string &Operation,
                                   const std::string &Parameters) {
  return "func.func @around(" + Parameters + ") {\n" + Operation +
         "\nfunc.return\n}\nfunc.func private @callee(i32) -> i32\n";
}

TEST_CASE("OperationText: what is written parses with its defaults", "[form]") {
  // Each with the parameters that it takes.
  const std::pair<const char *, const char *> Operations[] = {
      {"noisy.add", "%lhs: !noisy.i32, %rhs: !noisy.i32"},
      {"noisy.sub", "%lhs: !noisy.i32, %rhs: !noisy.i32"},
      {"noisy.mul", "%lhs: !noisy.i32, %rhs: !noisy.i32"},
      {"noisy.reduce_noise", "%input: !noisy.i32"},
      {"noisy.encode", "%input: i5"},
      {"noisy.decode", "%input: !noisy.i32"},
      {"arith.addi", "%lhs: i32, %rhs: i32"},
      {"arith.mulf", "%lhs: f32, %rhs: f32"},
      {"arith.cmpi", "%lhs: i32, %rhs: i32"},
      {"arith.cmpf", "%lhs: f32, %rhs: f32"},
      {"arith.constant", ""},
      {"arith.sitofp", "%in: i32"},
      {"arith.mulsi_extended", "%lhs: i32, %rhs: i32"},
      {"index.add", "%lhs: index, %rhs: index"},
      {"math.sqrt", "%operand: f32"},
      {"memref.alloc", ""},
      {"memref.dealloc", "%memref: memref<?xi32>"},
      {"memref.load", "%memref: memref<?xi32>"},
      {"memref.dim", "%source: memref<?xi32>, %index: index"},
      {"tensor.extract", "%tensor: tensor<?xi32>"},
      {"scf.if", "%condition: i1"},
      {"scf.for", "%lowerBound: index, %upperBound: index, %step: index"},
      {"scf.execute_region", ""},
  };
  for (auto [Name, Parameters] : Operations) {
    auto Form = findOperationForm(Name);
    REQUIRE(Form);
    Snippet Written = writeOperation(*Form, Name, /*HasResults=*/false, "0");
    std::string Text = expandSnippet(Written.Text);
    // What has to be chosen by hand.
    for (auto [Old, New] :
         {std::pair("memref.load %memref[]", "memref.load %memref[%n]"),
          std::pair("tensor.extract %tensor[]", "tensor.extract %tensor[%n]"),
          std::pair("memref.alloc() : memref<?xi32>",
                    "memref.alloc() : memref<4xi32>")})
      if (Text.find(Old) != std::string::npos)
        Text.replace(Text.find(Old), std::string(Old).size(), New);
    if (Form->Name == "scf.execute_region")
      Text.replace(Text.find('\t'), 1, "\tscf.yield");
    std::string All = Parameters;
    All += All.empty() ? "%n: index" : ", %n: index";
    CAPTURE(Text);
    CHECK(errorOf(aroundOperation(Text, All)) == "");
  }
}

TEST_CASE("OperationText: with results before it", "[form]") {
  auto textOf = [](const char *Name) {
    return "%x = " +
           expandSnippet(writeOperation(*findOperationForm(Name), Name,
                                        /*HasResults=*/true, "0")
                             .Text);
  };
  CHECK(errorOf(aroundOperation(textOf("scf.if"),
                                "%condition: i1, %value: i32")) == "");
  CHECK(textOf("scf.for") ==
        "%x = scf.for %i = %lowerBound to %upperBound step %step "
        "iter_args(%arg = %initArgs) -> (i32) {\n\t\n\tscf.yield %value : "
        "i32\n}");
}

TEST_CASE("OperationText: what belongs outside of functions parses", "[form]") {
  std::vector<Completions::Item> Items;
  addTopLevelItems(Items);
  for (const Completions::Item &I : Items) {
    std::string Text = expandSnippet(I.Snippet);
    CAPTURE(Text);
    CHECK(errorOf(Text) == "");
  }
}

TEST_CASE("OperationText: snippets", "[form]") {
  CHECK(escapeSnippet("a$b}c\\") == "a\\$b\\}c\\\\");
  CHECK(expandSnippet("${1:a} $1 ${2|x,y|} \\$ ${3:!t<{\\}>} $0") ==
        "a a x $ !t<{}> ");
}
