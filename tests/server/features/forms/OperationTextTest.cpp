//===- OperationTextTest.cpp - Formats for readers ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/OperationText.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;

static std::string formOf(llvm::StringRef Name) {
  return printForm(*findOperationForm(Name)).Text;
}

TEST_CASE("OperationText: lists of numbers are shown as lists", "[form]") {
  CHECK(formOf("memref.subview") ==
        "memref.subview %source[%offsets...] [%sizes...] [%strides...] : "
        "type(%source) to type(%result)");
  CHECK(formOf("vector.extract") ==
        "vector.extract %source[%dynamic_position...] : type(%result) from "
        "type(%source)");
}

TEST_CASE("OperationText: names that readers need not know", "[form]") {
  CHECK(formOf("func.func") == "func.func (private)? @name(%arg: type) (-> "
                               "type)? (attributes {...})? { body }");
  CHECK(formOf("scf.if") == "scf.if %condition (-> (type(%results...)))? { "
                            "then } (else { else })?");
  CHECK(formOf("scf.execute_region") ==
        "scf.execute_region (-> type(%result...))? { body }");
  CHECK(formOf("memref.alloca_scope") ==
        "memref.alloca_scope (-> (type(%results...)))? { body }");
}
