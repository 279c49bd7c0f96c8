//===- TypeTokensTest.cpp - Types in a text, by letters -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/TypeTokens.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using Types = std::vector<llvm::StringRef>;

TEST_CASE("TypeTokens: the types that a text uses", "[types]") {
  CHECK(findUsedTypes("", 8).empty());
  // By their number, then by the last place.
  CHECK(findUsedTypes("func.func @f(%a: i32, %b: f32, %c: i32) -> index {",
                      8) == Types{"i32", "index", "f32"});
  CHECK(findUsedTypes("func.func @f(%a: i32, %b: f32, %c: i32) -> index {",
                      2) == Types{"i32", "index"});
  // What brackets hold is a part of the type.
  CHECK(findUsedTypes("%0 = a.b %x : tensor<4x!noisy.i32>, !d.t<[i1, i2]>",
                      8) == Types{"!d.t<[i1, i2]>", "tensor<4x!noisy.i32>"});
  CHECK(findUsedTypes("call @f(%a) : (!t) -> (i5, si8)", 8) ==
        Types{"si8", "i5", "!t"});
  // Words elsewhere, and what is not finished.
  CHECK(findUsedTypes("index i32 = f32 // : i8\n\"(i1)\"", 8).empty());
  CHECK(findUsedTypes("%a : tensor<4xi32, %b : tensor", 8).empty());
  CHECK(findUsedTypes(": ix, : i, : f33", 8).empty());
  // The numbers of attributes have one, too.
  CHECK(findUsedTypes("(%a: i5 {noisy.bound = 3 : i64})", 8) == Types{"i5"});
  CHECK(findUsedTypes("%0 = arith.constant 3 : i64", 8) == Types{"i64"});
}

TEST_CASE("TypeTokens: where a type ends", "[types]") {
  auto endOf = [](llvm::StringRef Text) {
    std::vector<MlirToken> Tokens;
    Lexer Source(Text);
    while (std::optional<MlirToken> Token = Source.next())
      Tokens.push_back(*Token);
    size_t End = findTypeEnd(Tokens, 0);
    return End ? Text.take_front(Tokens[End - 1].Range.End) : "";
  };
  CHECK(endOf("i32 loc(a)") == "i32");
  CHECK(endOf("!t<i32, d<(i1)>> to i32") == "!t<i32, d<(i1)>>");
  CHECK(endOf("tensor<4x") == "");
  CHECK(endOf("(i32)") == "");
  CHECK(endOf("") == "");
}
