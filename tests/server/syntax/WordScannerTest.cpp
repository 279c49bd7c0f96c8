//===- WordScannerTest.cpp - The words of a text, by their letters --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/WordScanner.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

using Class = WordScanner::Class;
using Words = std::vector<std::string>;

/// The words of a class.
static Words wordsOf(const std::string &Text, Class Wanted) {
  Words Result;
  WordScanner Scanner(Text, 0);
  WordScanner::Word Found;
  while (Scanner.next(Found))
    if (Found.What == Wanted)
      Result.push_back(Text.substr(Found.Where.Begin, Found.Where.size()));
  return Result;
}

TEST_CASE("WordScanner: names", "[words]") {
  std::string Text = "%a, %r#1 = %0#x ^bb0 @f @\"a b\" @f::@g.h !t !a.b<4> "
                     "#map #d.e<x> % ^ @ ! # {-# #-} %4_r %a-b @h-i @7";
  CHECK(wordsOf(Text, Class::Value) == Words{"%a", "%r#1", "%0", "%4", "%a-b"});
  CHECK(wordsOf(Text, Class::Block) == Words{"^bb0"});
  CHECK(wordsOf(Text, Class::Symbol) ==
        Words{"@f", "@\"a b\"", "@f", "@g.h", "@h"});
  CHECK(wordsOf(Text, Class::Type) == Words{"!t", "!a.b"});
  CHECK(wordsOf(Text, Class::Attribute) == Words{"#x", "#map", "#d.e"});
}

TEST_CASE("WordScanner: types and numbers, also in shapes", "[words]") {
  std::string Text = "tensor<4x?x16xf32> vector<[4]x8xi1> memref<*xindex> "
                     "tuple<i32, si8> 1.5e-3 -7 0x1F tensor<0xf32> "
                     "i i3x xi32 f33 index.add bf16 none complex<f64> 2.e";
  CHECK(wordsOf(Text, Class::Type) ==
        Words{"tensor", "f32", "vector", "i1", "memref", "index", "tuple",
              "i32", "si8", "tensor", "f32", "bf16", "none", "complex", "f64"});
  CHECK(wordsOf(Text, Class::Number) ==
        Words{"4", "16", "4", "8", "1.5e-3", "7", "0x1F", "0", "2."});
  CHECK(wordsOf("x!noisy.i32 4x!noisy.i32", Class::Type) ==
        Words{"!noisy.i32", "!noisy.i32"});
}

TEST_CASE("WordScanner: strings and comments end with their line", "[words]") {
  std::string Text = "\"a \\\" // b\" // c \"d\r\ne \"open // f\n"
                     "g \"h\\\n\"i\" // end";
  CHECK(wordsOf(Text, Class::String) ==
        Words{"\"a \\\" // b\"", "\"open // f", "\"h\\", "\"i\""});
  CHECK(wordsOf(Text, Class::Comment) == Words{"// c \"d", "// end"});
  CHECK(wordsOf(Text, Class::Plain) == Words{"e", "g"});
}

TEST_CASE("WordScanner: whatever the bytes are, words follow one another",
          "[words]") {
  std::mt19937 Random(7);
  const std::string Letters("%^@!#\"/\\\n\r x0aei.-_$<>\0\xC3\xA4(", 26);
  for (int Round = 0; Round < 2000; ++Round) {
    std::string Text;
    for (size_t Length = Random() % 40; Length > 0; --Length)
      Text += Letters[Random() % Letters.size()];
    WordScanner Scanner(Text, 0);
    WordScanner::Word Found;
    size_t Done = 0;
    while (Scanner.next(Found)) {
      REQUIRE(Found.Where.Begin >= Done);
      REQUIRE(Found.Where.Begin < Found.Where.End);
      REQUIRE(Found.Where.End <= Text.size());
      REQUIRE(Text.substr(Found.Where.Begin, Found.Where.size())
                  .find_first_of("\r\n") == std::string::npos);
      Done = Found.Where.End;
    }
  }
}
