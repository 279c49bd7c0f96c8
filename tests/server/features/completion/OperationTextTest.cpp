//===- OperationTextTest.cpp - Formats for readers ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/OperationText.h"
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
