//===- OperandTrialTest.cpp - Which types an operand can have -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/trials/OperandTrial.h"
#include "mlir/IR/MLIRContext.h"
#include "server/features/forms/TypedOperation.h"
#include "server/threads/Thread.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Tries a type at the end of the text of an operation.
static TrialResult attempt(const std::string &Text, const std::string &Type) {
  CAPTURE(Text, Type);
  const llvm::StringMap<std::string> Types{{"%i", "i32"},
                                           {"%n", "index"},
                                           {"%v", "vector<4xf32>"},
                                           {"%m", "memref<4xf32>"}};
  TypedOperation Operation = findTypedOperation(Text);
  auto Form = findOperationForm(Operation.Name);
  REQUIRE(Form);
  FormMatch Match = matchForm(*Form, Operation.Operands, Operation.HasResults);
  OperandTrial Trial(*Form, Match, Text, Types);
  if (!Trial)
    return TrialResult::Unread;
  return surviveOnLargeStack([&] {
           MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
           Context.allowUnregisteredDialects();
           return Trial.attempt(Context, Type);
         })
      .value();
}

TEST_CASE("OperandTrial: what a definition refuses, whatever comes with it",
          "[completion]") {
  const TrialResult Right = TrialResult::Valid, Wrong = TrialResult::Invalid;
  // The only operand, and one whose types follow.
  CHECK(attempt("arith.extsi ", "i32") == Right);
  CHECK(attempt("arith.extsi ", "index") == Wrong);
  CHECK(attempt("arith.extsi ", "tensor<4xi32>") == Right);
  // The result that is made up is too narrow, which is another matter.
  CHECK(attempt("arith.extsi ", "i128") == Right);
  // Attributes, earlier and later operands.
  CHECK(attempt("arith.cmpi slt, ", "f32") == Wrong);
  CHECK(attempt("arith.cmpi slt, ", "index") == Right);
  CHECK(attempt("arith.select ", "i1") == Right);
  CHECK(attempt("vector.fma ", "vector<4xf32>") == Right);
  CHECK(attempt("vector.fma ", "vector<4xi32>") == Wrong);
  CHECK(attempt("memref.store %i, ", "memref<4xi32>") == Right);
  // A list, and what has a type of its own.
  CHECK(attempt("memref.load %m[%n, ", "index") == Right);
  // The type behind its value.
  CHECK(attempt("arith.extsi %i : ", "index") == Wrong);
  CHECK(attempt("arith.extsi %i : ", "i16") == Right);
  CHECK(attempt("noisy.encode %i : ", "i5") == Right);
  CHECK(attempt("noisy.encode %i : ", "i6") == Wrong);
}

TEST_CASE("OperandTrial: nothing is known where nothing can be read",
          "[completion]") {
  CHECK(attempt("arith.extsi ", "no type") == TrialResult::Unread);
  CHECK(attempt("arith.addi %unknown, ", "i32") == TrialResult::Unread);
  CHECK(attempt("scf.for %q = ", "index") == TrialResult::Unread);
}
