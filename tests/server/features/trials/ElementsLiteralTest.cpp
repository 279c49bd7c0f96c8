//===- ElementsLiteralTest.cpp - The elements of a constant ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/trials/ElementsLiteral.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;

TEST_CASE("ElementsLiteral: sizes and elements", "[completion]") {
  struct Example {
    const char *Literal, *Sizes;
    std::vector<llvm::StringRef> ElementTypes;
  };
  for (const Example &Each :
       {Example{"dense<0>", "", {"i32", "i64"}},
        Example{"dense<[1, 2]>", "2x", {"i32", "i64"}},
        Example{"dense<[-1, 0xFF]>", "2x", {"i32", "i64"}},
        Example{"dense<[1.0, 2.5e3]>", "2x", {"f32"}},
        Example{"dense<[[1], [2], [3]]>", "3x1x", {"i32", "i64"}},
        Example{"dense<[[[1, 2]], [[3, 4]]]>", "2x1x2x", {"i32", "i64"}},
        Example{"dense<[true]>", "1x", {"i1"}},
        Example{"dense<[(1.0, 2.0), (0.0, 1.0)]>", "2x", {"complex<f32>"}},
        Example{"dense<[(1, 2)]>", "1x", {"complex<i32>"}},
        Example{"dense<[]>", "0x", {}}, Example{"dense<\"0x01>\">", "", {}}}) {
    CAPTURE(Each.Literal);
    std::string Text =
        "%0 = arith.constant " + std::string(Each.Literal) + " : ";
    auto Found = ElementsLiteral::findBefore(Text);
    REQUIRE(Found);
    CHECK(Found->Text == Each.Literal);
    CHECK(Found->Sizes == Each.Sizes);
    CHECK(Found->ElementTypes == llvm::ArrayRef(Each.ElementTypes));
    CHECK(Found->withType("tensor<2xi32>") ==
          std::string(Each.Literal) + " : tensor<2xi32>");
  }
}

TEST_CASE("ElementsLiteral: other text", "[completion]") {
  for (const char *Text :
       {"", ":", "%0 = arith.constant 1 : ", "%0 = arith.constant dense<1> ",
        "%0 = arith.constant dense<1> : tensor<",
        "dense<1 : ", "> : ", "%0 = arith.constant sparse<[0], [1]> : ",
        "%0 = arith.extsi %t : tensor<4xi32> : "}) {
    CAPTURE(Text);
    CHECK_FALSE(ElementsLiteral::findBefore(Text));
  }
}
