//===- SymbolItemsTest.cpp - Symbols in a list ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

static const std::string Begin = "func.func private @callee(i32) -> f32\n"
                                 "memref.global \"private\" @g : "
                                 "memref<4xf32> = dense<1.0>\n"
                                 "func.func @f(%i: i32) {\n  ";

TEST_CASE("SymbolItems: what an operation can refer to", "[completion]") {
  for (const char *TypedText : {"@|", "|"}) {
    CAPTURE(TypedText);
    CHECK(Offer(Begin + "%q = memref.get_global " + TypedText).labels() ==
          Strings{"@g"});
    CHECK(Offer(Begin + "%q = func.constant " + TypedText).labels() ==
          Strings{"@callee", "@f"});
    CHECK(Offer(Begin + "%q = call " + TypedText).labels() ==
          Strings{"@callee", "@f"});
  }
  CHECK(Offer(Begin + "\"a.b\"() {x = @|").labels() ==
        Strings{"@callee", "@f", "@g"});
}

TEST_CASE("SymbolItems: the type of a symbol", "[completion]") {
  CHECK(Offer(Begin + "%q = memref.get_global @g : |").labels().front() ==
        "memref<4xf32>");
  CHECK(Offer(Begin + "%q = func.constant @callee : |").labels().front() ==
        "(i32) -> f32");
  // That of a pointer is not what it points to.
  CHECK(Offer(Begin + "%q = llvm.mlir.addressof @g : |").labels().front() !=
        "memref<4xf32>");
}
