//===- OperationNamesTest.cpp - Names of operations that were meant -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/OperationNames.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::string meant(llvm::StringRef Name, llvm::StringRef Line = "") {
  return findMeantOperation(allDialects(), Name, Line);
}

/// The problems of a text, with their notes.
static std::vector<std::string> problemsOf(const std::string &Text) {
  std::vector<std::string> Result;
  snapshotOf(Text)->forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue) {
        std::string &Line = Result.emplace_back(Issue.Message);
        for (const Problem::Note &Note : Issue.Notes)
          Line += "; " + Note.Message;
      });
  return Result;
}

TEST_CASE("Operation names: the nearest one was meant", "[operation-names]") {
  CHECK(meant("arith.adi") == "arith.addi");
  CHECK(meant("aritj.addi") == "arith.addi");
  CHECK(meant("noisy.ad") == "noisy.add");
  CHECK(meant("noisy.reduce_nois") == "noisy.reduce_noise");
  // Without its dialect.
  CHECK(meant("addf") == "arith.addf");
  CHECK(meant("reduce_noise") == "noisy.reduce_noise");
  CHECK(meant("retur") == "return");
  CHECK(meant("Return") == "return");
  // Where the dialect has to be said.
  CHECK(meant("call") == "func.call");
  // Of integers rather than of floats.
  CHECK(meant("arith.add") == "arith.addi");
  CHECK(meant("arith.adf") == "arith.addf");
  // Functions are not inside of functions.
  CHECK(meant("func") == "func.func");
  CHECK(meant("fucn") == "func.func");
  CHECK(meant("modul") == "module");
  CHECK(meant("moduel") == "module");
  // What is half typed may go on.
  CHECK(meant("re") == "return");
  CHECK(meant("noisy.de") == "noisy.decode");
  CHECK(meant("affine.lo") == "affine.load");
  CHECK(meant("arith.a") == "");
  // Letters in the wrong order.
  CHECK(meant("arith.adid") == "arith.addi");
  CHECK(meant("ariht.addi") == "arith.addi");
  // Words of other operations.
  CHECK(meant("attributs") == "attributes");
  CHECK(meant("els") == "else");
  CHECK(meant("else") == "");
  // Nothing is near.
  CHECK(meant("foo.circuit") == "");
  // MLIR had these.
  CHECK(meant("vector.splat") == "vector.broadcast");
  CHECK(meant("linalg.init_tensor") == "tensor.empty");
  CHECK(meant("vector.extractelement") == "vector.extract");
  CHECK(meant("x") == "");
  CHECK(meant("") == "");
}

TEST_CASE("Operation names: without a dialect, by common ones and by types",
          "[operation-names]") {
  CHECK(meant("load") == "memref.load");
  CHECK(meant("store") == "memref.store");
  CHECK(meant("alloc") == "memref.alloc");
  CHECK(meant("dealloc") == "memref.dealloc");
  CHECK(meant("extract") == "tensor.extract");
  CHECK(meant("add") == "noisy.add");
  CHECK(meant("add", " %a, %a : i32") == "arith.addi");
  CHECK(meant("mul", " %a, %a : index // f32") == "arith.muli");
  CHECK(meant("add", " %a, %a : tensor<4xf32>") == "arith.addf");
  CHECK(meant("mul", " %a, %a : !noisy.i32") == "noisy.mul");
  CHECK(meant("cmp", " slt, %a, %a : i32") == "arith.cmpi");
  CHECK(meant("max", " %a, %a : i32") == "arith.maxsi");
  CHECK(meant("max", " %a, %a : f32") == "arith.maximumf");
  CHECK(meant("load", " %m[%i] : memref<4xf32>") == "memref.load");
}

TEST_CASE("Operation names: errors in the words of users",
          "[operation-names]") {
  using Lines = std::vector<std::string>;
  auto inFunction = [](const std::string &Line) {
    return problemsOf("func.func @f(%a: i32) {\n  " + Line + "\n  return\n}\n");
  };
  CHECK(inFunction("%0 = arith.adi %a, %a : i32") ==
        Lines{"unknown operation 'arith.adi'; did you mean 'arith.addi'?"});
  CHECK(inFunction("%0 = addi %a, %a : i32") ==
        Lines{"unknown operation 'addi'; did you mean 'arith.addi'?"});
  // No list of all dialects, and no print of the operation.
  CHECK(inFunction("%0 = arit.foo %a : i32") ==
        Lines{"unknown dialect 'arit' of operation 'arit.foo'"});
  // A name that is near to none is that of a dialect that is not linked in.
  Lines Foreign = inFunction("%0 = foo.bar %a : i32");
  REQUIRE(Foreign.size() == 1);
  CHECK_THAT(Foreign[0],
             Catch::StartsWith("the dialect 'foo' is not known here"));
  // As it was before dialects, and what a function has of that name.
  for (std::string Value :
       {"3 : index", "-1.5 : f32", "true", "dense<0> : tensor<2xi32>"})
    CHECK(inFunction("%0 = constant " + Value) ==
          Lines{"'constant' refers to a function; did you mean "
                "'arith.constant'?"});
  // The word is something else here.
  for (std::string Line : {"%0 = \"a.b\"() {value = constant 3} : () -> i32",
                           "\"a.b\"() {a = 1, value = constant 3} : () -> ()"})
    CHECK(inFunction(Line).front().find("refers to a function") ==
          std::string::npos);
  CHECK(inFunction("%0 = constant @g : () -> ()") ==
        Lines{"'func.constant' op reference to undefined function 'g'"});
  CHECK(inFunction("%0 = \"arith.adi\"(%a, %a) : (i32, i32) -> i32") ==
        Lines{"unknown operation 'arith.adi'; did you mean 'arith.addi'?"});
  CHECK(inFunction("%0 = \"arith.addi\"(%a) : (i32) -> i32") ==
        Lines{"'arith.addi' op expected 2 operands, but found 1"});
}

TEST_CASE("Operation names: a dialect of a few letters is mistyped",
          "[operation-names]") {
  auto told = [](const std::string &Name) {
    std::vector<std::string> Problems = problemsOf(
        "func.func @f(%a: i32) {\n  " + Name + " %a : i32\n  return\n}\n");
    REQUIRE(Problems.size() == 1);
    return llvm::StringRef(Problems.front()).split('.').first.str() + ".";
  };
  CHECK(told("arh.addi") ==
        "the dialect 'arh' is not known here; did you mean 'arith.");
  CHECK(told("mth.absi") ==
        "the dialect 'mth' is not known here; did you mean 'math.");
  // The operation is another one.
  CHECK(told("mth.foo") == "the dialect 'mth' is not known here: its "
                           "operations are read by their form, and its own "
                           "rules are not checked.");
}
